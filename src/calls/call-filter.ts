// Which calls of the record are meant: filters as data, matched one record at a time, newest first where few are wanted.
import type { Verdict } from '../contract/call-finding.ts';
import type { CallKind, CallReader, CallRecord } from '../storage/calls.ts';
import { bodyText } from './call-body.ts';
import { openCalls } from './open-calls.ts';

export const CALL_KINDS = [
  'rma',
  'variants',
  'exchange_order',
  'unknown',
] as const satisfies readonly CallKind[];
export const VERDICTS = ['ok', 'note', 'warning', 'error'] as const satisfies readonly Verdict[];

/** Absent means any. */
export interface CallFilter {
  readonly kinds?: readonly CallKind[] | undefined;
  readonly verdicts?: readonly Verdict[] | undefined;
  readonly rma?: string | undefined;
  readonly order?: string | undefined;
  /** Of the RMA (`TRANSIT` of a parcel counts too), or of our answer when it is a number. */
  readonly status?: string | undefined;
  /** ms since the epoch: from (included) and to (excluded). */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Anywhere in body, request line, id, findings; upper and lower case are one. */
  readonly text?: string | undefined;
  /** Only what nobody has taken yet. */
  readonly open?: boolean | undefined;
}

export const isEmptyFilter = (filter: CallFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);

/** Each record for itself: whether it is open others decide. */
export function matches(record: CallRecord, filter: CallFilter): boolean {
  const { kinds, verdicts, rma, order, status, since, until, text } = filter;
  if (kinds && !kinds.includes(record.kind)) return false;
  if (verdicts && !verdicts.includes(record.verdict)) return false;
  if (rma !== undefined && record.rma !== rma) return false;
  if (order !== undefined && !record.orders.includes(order)) return false;
  if (since !== undefined && record.at < since) return false;
  if (until !== undefined && record.at >= until) return false;
  if (status !== undefined && !hasStatus(record, status)) return false;
  return text === undefined || holds(record, text.toLowerCase());
}

function hasStatus(record: CallRecord, status: string): boolean {
  if (/^\d{3}$/.test(status)) return String(record.response.status) === status;
  const wanted = status.toUpperCase();
  if (record.status?.toUpperCase() === wanted) return true;
  // A parcel's status stands in the units; a word of the interface is never part of another one in quotes.
  return (
    record.kind === 'rma' &&
    /^[\w-]+$/.test(status) &&
    new RegExp(`"package_tracking_status"\\s*:\\s*"${wanted}"`).test(bodyText(record))
  );
}

function holds(record: CallRecord, text: string): boolean {
  const parts = [record.id, record.target, bodyText(record)];
  for (const { code, path, message } of record.findings) parts.push(code, path, message);
  return parts.some((part) => part.toLowerCase().includes(text));
}

export interface Selection {
  /** In order of arrival. */
  readonly calls: readonly CallRecord[];
  /** Whether older ones match as well. */
  readonly more: boolean;
  /** Ids of every call that arrived in the same seconds as these: what a shortened id must not be taken for. */
  readonly ids: readonly string[];
}

/** All calls that match, or with `newest` only so many of the newest. */
export async function selectCalls(
  reader: CallReader,
  filter: CallFilter,
  newest = Number.POSITIVE_INFINITY,
): Promise<Selection> {
  const window = {
    ...(filter.since === undefined ? {} : { from: secondOf(filter.since) }),
    ...(filter.until === undefined ? {} : { to: secondOf(filter.until) + 1000 }),
  };
  const open = filter.open ? (await openCalls(reader, window.from)).open : undefined;
  const calls: CallRecord[] = [];
  const ids: string[] = [];
  let more = false;
  for await (const record of reader.read({ ...window, reverse: true })) {
    // Beyond the last that is wanted only its own second is of interest.
    if (more && secondOf(record.at) !== secondOf(calls.at(-1)!.at)) break;
    ids.push(record.id);
    if (more || !matches(record, filter) || (open && !open.has(record.id))) continue;
    if (calls.length >= newest) more = true;
    else calls.push(record);
  }
  return { calls: inOrder(calls.reverse()), more, ids };
}

const secondOf = (at: number): number => Math.floor(at / 1000) * 1000;

/** By arrival: an import may have written earlier calls behind later ones. Ids of one moment decide by the record's order. */
export const inOrder = (calls: readonly CallRecord[]): CallRecord[] => [...calls].sort((a, b) => a.at - b.at);
