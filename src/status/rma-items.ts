// RMAs that need a person: those that do not go on, messages that stay away, and refunds that are not settled.
import { shellWord } from '../basics/text.ts';
import { microsOf } from '../contract/time.ts';
import type { Database } from '../platform/platform.ts';
import { columnText, decodeStoredText } from '../storage/names.ts';
import { itemOf } from './kinds.ts';
import { refundsOf } from './refunds-due.ts';
import { type Look, rowsFor, type StatusRma, type TargetLedger } from './rmas.ts';

/** Since when a return does not go on, when that is longer than `stuck` (ms) at `now`; else undefined. */
export function stuckSince(
  { labelSince, scanSince }: Pick<StatusRma, 'labelSince' | 'scanSince'>,
  hasRefund: boolean,
  { now, stuck }: { readonly now: number; readonly stuck: number },
): number | undefined {
  const waits = [labelSince, hasRefund ? null : scanSince].filter((at) => at !== null);
  const oldest = Math.min(...waits);
  return now - oldest > stuck && waits.length > 0 ? oldest : undefined;
}

/** Those that became stuck at `since` or later. */
export function stuckItem(look: Look) {
  const stuck = (rma: StatusRma, hasRefund: boolean) => {
    const at = stuckSince(rma, hasRefund, look);
    return at === undefined || at + look.stuck < look.since ? undefined : at;
  };
  const candidates = look.earlier.filter((rma) => stuck(rma, false) !== undefined);
  const refunds = refundsOf(
    look,
    candidates.flatMap(({ orders }) => orders),
  );
  const found = candidates.flatMap((rma) => {
    const at = stuck(
      rma,
      rma.orders.some((order) => refunds.get(order)?.some((one) => one.rma === null || one.rma === rma.rma)),
    );
    return at === undefined ? [] : [{ id: rma.rma, at }];
  });
  return itemOf('rmas_stuck', found, ({ id }) => `returns calls list --rma ${shellWord(id)}`);
}

// From when on the messages of the service are missing: when the gap since the last one is several times the usual one.

const WEEK = 7 * 86_400_000;
/** What is usual is learned from so long before the last message: nights and weekends are in it. */
const LEARNED = 8 * WEEK;
/** Fewer messages, or a shorter time, do not show what is usual. */
const LEAST_MESSAGES = 200;
const LEAST_TIME = 4 * WEEK;
/** A gap is silence when it is so many times the usual one. */
const TIMES = 3;

/** Messages before a time (ms) that are looked at, to know what was silence since then. */
export const silenceNeeds = (since: number): number => since - LEARNED - 2 * WEEK;

/**
 * The time at which the gap after the last message becomes three times the usual one, in ms; undefined while too few messages are
 * known. The usual gap is the longest but one: a single earlier outage does not change it.
 * @param times of arrival, ms, ascending
 */
export function silentFrom(times: readonly number[]): number | undefined {
  const last = times.at(-1) ?? 0;
  const learned = times.filter((time) => time >= last - LEARNED);
  if (learned.length < LEAST_MESSAGES || last - learned[0]! < LEAST_TIME) return undefined;
  const gaps = learned.slice(1).map((time, i) => time - learned[i]!);
  return last + TIMES * gaps.sort((a, b) => b - a)[1]!;
}

/** Silence that began to count at `since` or later, and lasts. Of an RMA, the first and the newest message are known. */
export function silentItem({ earlier: rmas, since, now }: Look) {
  const times = [...new Set(rmas.flatMap(({ firstAt, arrived }) => [firstAt, arrived]))].sort(
    (a, b) => a - b,
  );
  const from = silentFrom(times);
  if (from === undefined || now < from || from < since) return [];
  const last = rmas.reduce((a, b) => (b.arrived > a.arrived ? b : a));
  return itemOf('messages_silent', [{ id: last.rma, at: last.arrived }], () => 'returns doctor');
}

// Refunds that the service accepted and whose RMA was never reported as REFUNDED.

/** With one of these, the service has closed the RMA: it knows of the refund. */
const SETTLED: ReadonlySet<string | null> = new Set(['REFUNDED', 'PARTIAL_REFUND']);

/** The service answers a refund with a message, which takes its time: so long a refund is not named, ms. */
const GRACE_MS = 15 * 60_000;

/**
 * Accepted refunds that name an RMA which is not closed in the service. Those before the first recorded message are left out: the
 * answer of the service may have gone elsewhere.
 */
export function unsettledItem({ crypto, index, rmas, ledger, since, now, source }: Look) {
  if (!ledger || !index) return [];
  const first = index.get('SELECT min(first_at) FROM rmas WHERE source <= ?', source)?.[0] as
    | number
    | null
    | undefined;
  if (first === null || first === undefined) return [];
  const from = Math.max(since, first);
  // created_at has an offset: the text is compared with a day to spare, the exact time afterwards.
  const day = new Date(Math.max(0, from - 86_400_000)).toISOString().slice(0, 10);
  const named = ledger.store
    .all(
      'SELECT rma, identifier, created_at, order_no FROM refunds WHERE rma IS NOT NULL AND created_at >= ?',
      day,
    )
    .map(([rma, id, createdAt, no]) => ({
      ...{ id: id as string, createdAt: createdAt as string, no: no as number },
      rma: columnText(crypto, decodeStoredText(rma as string)),
    }));
  const closed = closedRmas(index, rmas, ledger, named);
  // Nearly all are settled: only of the others, time and order are looked at.
  const open = named.flatMap(({ rma, id, createdAt, no }) => {
    const at = closed.has(rma) ? Number.NaN : Math.floor(microsOf(createdAt) / 1000);
    return at >= from && at <= now - GRACE_MS ? [{ id: decodeStoredText(id), at, no }] : [];
  });
  const orders = new Map<number, string>();
  const lookUp =
    'SELECT o.no, o.identifier FROM json_each(?) j CROSS JOIN orders o ON o.no = j.value WHERE o.target = ?';
  for (const [no, order] of rowsFor(ledger.store, lookUp, [...new Set(open.map((one) => one.no))], ledger.no))
    orders.set(no as number, order as string);
  const found = open.flatMap((refund) => {
    const order = orders.get(refund.no);
    return order === undefined ? [] : [{ ...refund, order }];
  });
  return itemOf(
    'refunds_unsettled',
    found,
    ({ order }) => `returns orders show ${shellWord(order)} --history`,
  );
}

/** Those RMAs that the service has closed, by their messages or by what a plan recorded. */
function closedRmas(
  index: Database,
  rmas: readonly StatusRma[],
  { store, no }: TargetLedger,
  named: readonly { readonly rma: string }[],
) {
  const plans = store.all('SELECT identifier FROM rmas WHERE target = ? AND is_settled = 1', no);
  const closed = new Set(plans.map(([rma]) => rma as string));
  const seen = new Set<string>();
  for (const { rma, status } of rmas) {
    seen.add(rma);
    if (SETTLED.has(status)) closed.add(rma);
  }
  // Refunds may be of RMAs that did not change in this time.
  const others = new Set(named.flatMap(({ rma }) => (seen.has(rma) ? [] : [rma])));
  const lookUp =
    'SELECT r.identifier, r.status FROM json_each(?) j CROSS JOIN rmas r ON r.identifier = j.value';
  for (const [rma, status] of rowsFor(index, lookUp, [...others]))
    if (SETTLED.has(status as string | null)) closed.add(rma as string);
  return closed;
}
