// Selects calls of the record: by filters, which are data, matched one record at a time; or by ids as users type them.
import { usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import type { CallVerdict } from '../../contract/finding.ts';
import type { CallKind, CallReader, CallRecord } from '../../storage/calls.ts';
import { isSetAside, openCalls } from './call-state.ts';
import { bodyText, bodyValue, itemsOf } from './recorded-call.ts';

export const CALL_KINDS = [
  'rma',
  'variants',
  'exchange_order',
  'unknown',
] as const satisfies readonly CallKind[];
export const VERDICTS = ['ok', 'note', 'warning', 'error'] as const satisfies readonly CallVerdict[];

/** An absent member matches every call. */
export interface CallFilter {
  readonly kinds?: readonly CallKind[] | undefined;
  readonly verdicts?: readonly CallVerdict[] | undefined;
  readonly rma?: string | undefined;
  readonly order?: string | undefined;
  /** Status of the RMA or of one of its parcels (`TRANSIT`); a number means the status of our answer. */
  readonly status?: string | undefined;
  /** ms since the epoch: from (included) and to (excluded). */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Searched in body, request line, id and findings, ignoring case. */
  readonly text?: string | undefined;
  /** Only open calls. */
  readonly open?: boolean | undefined;
}

export const isEmptyFilter = (filter: CallFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);

/** Matches one record alone. Whether it is open depends on other records and is checked elsewhere. */
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

/**
 * Whether a filter sends or hands on a call that it matches. Those of refused senders, and second passes, only where their status is asked for: what a
 * stranger posted about an RMA must not go with its messages.
 */
export const isChosenBy = (record: CallRecord, { status }: CallFilter): boolean =>
  !isSetAside(record) || String(record.response.status) === status;

function hasStatus(record: CallRecord, status: string): boolean {
  if (/^\d{3}$/.test(status)) return String(record.response.status) === status;
  const wanted = status.toUpperCase();
  if (record.status?.toUpperCase() === wanted) return true;
  const units = record.kind === 'rma' ? (itemsOf(bodyValue(record)) ?? []) : [];
  return units.some((unit) => isObject(unit) && unit['package_tracking_status'] === wanted);
}

function holds(record: CallRecord, text: string): boolean {
  const parts = [record.id, record.target, bodyText(record)];
  for (const { code, path, message } of record.findings) parts.push(code, path, message);
  return parts.some((part) => part.toLowerCase().includes(text));
}

export interface Selection {
  /** In order of arrival. */
  readonly calls: readonly CallRecord[];
  /** Whether older calls match as well. */
  readonly more: boolean;
}

/** All matching calls, or with `newest` only that many of the newest. */
export async function selectCalls(
  reader: CallReader,
  filter: CallFilter,
  newest = Number.POSITIVE_INFINITY,
): Promise<Selection> {
  const { since: from, until: to, rma, order } = filter;
  const open = filter.open ? (await openCalls(reader, from)).open : undefined;
  const calls: CallRecord[] = [];
  const named = rma ?? order;
  const holding = named === undefined ? undefined : [JSON.stringify(named)];
  for await (const record of reader.read({ from, to, reverse: true, holding })) {
    if (!matches(record, filter) || (open && !open.has(record.id))) continue;
    if (calls.length >= newest) return { calls: inOrder(calls.reverse()), more: true };
    calls.push(record);
  }
  return { calls: inOrder(calls.reverse()), more: false };
}

/**
 * Sorts by arrival, because an import may have appended earlier calls after later ones. Calls with the same time stay in
 * the order of the record.
 */
const inOrder = (calls: readonly CallRecord[]): CallRecord[] => [...calls].sort((a, b) => a.at - b.at);

/** The named calls, or all that match, in order of arrival. @throws Failure exit 2 */
export async function chosenCalls(
  reader: CallReader,
  ids: readonly string[],
  filter: CallFilter,
): Promise<CallRecord[]> {
  if (ids.length > 0 && !isEmptyFilter(filter))
    throw usageFailure('usage.conflict', 'Ids and filters cannot be given together', {
      hint: 'Name the calls, or omit the ids and let the filters choose.',
    });
  if (ids.length === 0)
    return (await selectCalls(reader, filter)).calls.filter((call) => isChosenBy(call, filter));
  const found = new Map<string, CallRecord>();
  for (const id of ids) {
    const record = await findCall(reader, id);
    found.set(record.id, record);
  }
  return inOrder([...found.values()]);
}

const MOST_SHOWN = 5;

/** Finds the call for an id, a unique beginning of an id, or `last`. @throws Failure exit 2 */
export async function findCall(reader: CallReader, given: string): Promise<CallRecord> {
  if (given === 'last') return await newest(reader);
  const found = given === '' ? [] : await reader.find(given);
  const exact = found.find(({ id }) => id === given);
  if (exact) return exact;
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw usageFailure('calls.unknown', `The record has no call ${quote(given)}`, {
      expected: 'an id or its beginning, or the word last',
      hint: 'List the calls with: returns calls list',
    });
  const ids = found.slice(0, MOST_SHOWN).map(({ id }) => id);
  const rest = found.length > ids.length ? ` and ${found.length - ids.length} more` : '';
  throw usageFailure('calls.ambiguous', `${found.length} calls begin with ${quote(given)}`, {
    expected: 'a beginning that fits one call only',
    found: `${ids.join(', ')}${rest}`,
    hint: 'Add more of the id.',
  });
}

async function newest(reader: CallReader): Promise<CallRecord> {
  let last: CallRecord | undefined;
  for await (const record of reader.read({ reverse: true })) {
    if (!last || record.at > last.at) last = record;
    // Only an import appends earlier calls after later ones.
    if (!record.imported) break;
  }
  if (last) return last;
  throw usageFailure('calls.none', 'The record has no call yet', {
    hint: 'Start the receiver with: returns listen; or import a log with: returns calls import FILE',
  });
}
