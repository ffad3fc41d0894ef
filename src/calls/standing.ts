// What a recorded call counts as: a message that was checked, one that was refused before, or no message at all.
import type { CallRecord } from '../storage/calls.ts';

type Standing = Pick<CallRecord, 'kind' | 'method' | 'bytes' | 'response'>;

/** Answers of the receiver itself to a call that it does not check. 0: the body did not come as a whole. */
const BEFORE_CHECK: ReadonlySet<number> = new Set([0, 400, 401, 403, 404, 405, 413, 415]);

/** Answers to whoever is not let in, or does not say what it sends. */
const AT_THE_DOOR: ReadonlySet<number> = new Set([0, 401, 403, 415]);

const isAnswered = ({ response }: Standing, statuses: ReadonlySet<number>): boolean =>
  response.by === 'receiver' && statuses.has(response.status);

/** Whether the receiver refused a call before it looked at what the message says. */
export const wasRefusedUnchecked = (call: Standing): boolean => isAnswered(call, BEFORE_CHECK);

/** Whether an RMA message was checked when it arrived. One that was refused does not count as a message of its RMA. */
export const wasChecked = (call: Standing): boolean => call.kind === 'rma' && !wasRefusedUnchecked(call);

/**
 * Whether a script that waits for calls has got one. A probe asks whether somebody is there (HEAD, OPTIONS, other paths, an empty
 * body), and a caller that was not let in must not end the wait of those that are.
 */
export const isCounted = (call: Standing): boolean => {
  const { kind, method, bytes } = call;
  if (kind === 'unknown' || method === 'HEAD' || isAnswered(call, AT_THE_DOOR)) return false;
  return kind === 'variants' || bytes > 0;
};
