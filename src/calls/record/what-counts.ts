// What a recorded call counts as: a message that was checked, one that was refused before, or no message at all.
import type { CallRecord } from '../../storage/calls.ts';

type Standing = Pick<CallRecord, 'kind' | 'method' | 'bytes' | 'response'>;

/** Answers of the receiver itself to a call that it does not check. 0: the body did not come as a whole. */
const BEFORE_CHECK: ReadonlySet<number> = new Set([0, 400, 401, 403, 404, 405, 413, 415, 508]);

/** The answer to a call that this receiver passed on itself. */
export const LOOP_STATUS = 508;

/** Answers to a sender that is not let in, or does not say that it sends JSON. */
const SENDER_REFUSED: ReadonlySet<number> = new Set([401, 403, 415]);

const isAnswered = ({ response }: Standing, statuses: ReadonlySet<number>): boolean =>
  response.by === 'receiver' && statuses.has(response.status);

/** Whether the receiver refused a call before it looked at what the message says. */
export const wasRefusedUnchecked = (call: Standing): boolean => isAnswered(call, BEFORE_CHECK);

/**
 * Whether a sender was refused, whatever it sent. Such a call is nobody's task and is sent again by its id alone: it may come from
 * anybody who knows the address of a tunnel. The sender is what needs a look.
 */
export const wasSenderRefused = (call: Standing): boolean => isAnswered(call, SENDER_REFUSED);

/** Whether nobody waits for a call: its sender was refused, or it is the second pass of one that came back. */
export const isSetAside = (call: Standing): boolean =>
  wasSenderRefused(call) || (call.response.by === 'receiver' && call.response.status === LOOP_STATUS);

/** Whether an RMA message was checked when it arrived. One that was refused does not count as a message of its RMA. */
export const wasChecked = (call: Standing): boolean => call.kind === 'rma' && !wasRefusedUnchecked(call);

/**
 * Whether a script that waits for calls has got one. A probe asks whether somebody is there (HEAD, OPTIONS, other paths, an empty
 * body), and a caller that was not let in must not end the wait of those that are.
 */
export const isCounted = (call: Standing): boolean => {
  const { kind, method, bytes, response } = call;
  const isRefused = isSetAside(call) || (response.by === 'receiver' && response.status === 0);
  if (kind === 'unknown' || method === 'HEAD' || isRefused) return false;
  return kind === 'variants' || bytes > 0;
};
