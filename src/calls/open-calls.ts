// Which calls nobody has taken yet: answered with anything but 2xx, and neither a replay nor the sender's next try settled it.
import type { CallReader, CallRecord } from '../storage/calls.ts';

/** What settled a call: a later call of the record, or an endpoint that a replay went to directly. */
export interface SettledBy {
  /** Id of the call; null for a replay past the receiver. */
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

/** Whether a call was not taken when it came. A replay is never open itself: its original is. */
export const wasRefused = ({ kind, imported, replayOf, response }: CallRecord): boolean =>
  kind !== 'unknown' && imported === undefined && replayOf === undefined && !isSuccess(response.status);

/** Longer bodies are not remembered: then only a replay settles the call. */
const COMPARED = 100_000;

/** The same for the next try of a sender. */
const contentOf = ({ kind, method, target, body }: CallRecord): string | undefined =>
  body.length > COMPARED ? undefined : `${kind} ${method} ${target}\n${body}`;

/** Reads what arrived from a time on (ms), or the whole record. */
export async function openCalls(reader: CallReader, from?: number): Promise<OpenCalls> {
  const refused = new Map<string, CallRecord>();
  const same = new Map<string, string[]>();
  const open = new Set<string>();
  const settled = new Map<string, SettledBy>();
  const settle = (id: string, by: SettledBy) => {
    if (!open.delete(id)) return;
    settled.set(id, by);
    refused.delete(id);
  };
  for await (const record of reader.read(from === undefined ? {} : { from })) {
    const content = contentOf(record);
    if (wasRefused(record)) {
      open.add(record.id);
      refused.set(record.id, record);
      if (content !== undefined) same.set(content, [...(same.get(content) ?? []), record.id]);
    } else if (isSuccess(record.response.status)) {
      const by = { id: record.id, to: null, at: record.at, status: record.response.status };
      const original = record.replayOf === undefined ? undefined : refused.get(record.replayOf);
      // A replay that was made another message with --set is no replay of this one.
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

/** The same for some calls only: nothing is read when all of them were taken. */
export async function openAmong(reader: CallReader, calls: readonly CallRecord[]): Promise<OpenCalls> {
  const refused = calls.filter(wasRefused);
  if (refused.length === 0) return { open: new Set(), settled: new Map() };
  return await openCalls(reader, Math.min(...refused.map(({ at }) => at)));
}
