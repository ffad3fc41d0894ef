// The state of a recorded call: whether it counts as a message (one that was checked, or refused before), and whether it is open:
// not answered 2xx, and settled neither by a replay nor by the sender's next try.
import type { CallReader, CallRecord } from '../../storage/calls.ts';

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

/** What settled a call: a later call of the record, or an endpoint to which a replay went directly. */
export interface SettledBy {
  /** Id of the call; null for a replay that bypassed the receiver. */
  readonly id: string | null;
  /** Address of the endpoint; null for a call. */
  readonly to: string | null;
  readonly at: number;
  readonly status: number;
}

export interface OpenCalls {
  readonly open: ReadonlySet<string>;
  readonly settled: ReadonlyMap<string, SettledBy>;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a call was not answered 2xx when it arrived. A replay itself is never open; its original is. */
export const wasRefused = (call: CallRecord): boolean =>
  call.kind !== 'unknown' &&
  call.imported === undefined &&
  call.replayOf === undefined &&
  !isSuccess(call.response.status) &&
  !isSetAside(call);

/** Maximum length of a remembered body. With a longer body, only a replay can settle the call. */
const COMPARED = 100_000;

/**
 * The key that is the same for the sender's next try; undefined for a body that is too long. A message is its body: the next try may
 * go to another path, when the address was wrong.
 */
export const retryKey = ({ kind, method, target, body }: CallRecord): string | undefined => {
  if (body.length > COMPARED) return undefined;
  const isMessage = (kind === 'rma' || kind === 'exchange_order') && body !== '';
  return isMessage ? `${kind}\n${body}` : `${kind} ${method} ${target}\n${body}`;
};

/** Reads the calls since a time (ms), or the whole record; with `holding` only those calls. */
export async function openCalls(
  reader: CallReader,
  from?: number,
  holding?: readonly string[],
): Promise<OpenCalls> {
  const refused = new Map<string, CallRecord>();
  const same = new Map<string, string[]>();
  const open = new Set<string>();
  const settled = new Map<string, SettledBy>();
  const settle = (id: string, by: SettledBy) => {
    if (!open.delete(id)) return;
    settled.set(id, by);
    refused.delete(id);
  };
  for await (const record of reader.read({ from, holding })) {
    const content = retryKey(record);
    if (wasRefused(record)) {
      open.add(record.id);
      refused.set(record.id, record);
      if (content !== undefined) same.set(content, [...(same.get(content) ?? []), record.id]);
    } else if (isSuccess(record.response.status)) {
      const by = { id: record.id, to: null, at: record.at, status: record.response.status };
      const original = record.replayOf === undefined ? undefined : refused.get(record.replayOf);
      // A replay whose message was changed to another RMA with --set does not settle this call.
      if (original && original.kind === record.kind && original.rma === record.rma) settle(original.id, by);
      if (content === undefined) continue;
      for (const id of same.get(content) ?? []) settle(id, by);
      same.delete(content);
    }
  }
  if (open.size === 0) return { open, settled };
  for await (const { id, settled: by } of reader.settlements(from))
    settle(id, { id: null, to: by.to, at: by.at, status: by.status });
  return { open, settled };
}

/** To look for more texts takes longer than to parse a line. */
const MOST_TEXTS = 5;

/** The same for some calls. Reads nothing when all of them were answered 2xx. */
export async function openAmong(reader: CallReader, calls: readonly CallRecord[]): Promise<OpenCalls> {
  const refused = calls.filter(wasRefused);
  if (refused.length === 0) return { open: new Set(), settled: new Map() };
  // What settles a call of an RMA is a call of the same RMA.
  const rmas = new Set(refused.map(({ rma }) => rma));
  const holding =
    rmas.has(null) || rmas.size > MOST_TEXTS ? undefined : [...rmas].map((rma) => JSON.stringify(rma));
  return await openCalls(reader, Math.min(...refused.map(({ at }) => at)), holding);
}
