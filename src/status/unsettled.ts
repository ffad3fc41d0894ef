// Refunds that the service accepted and whose RMA was never reported as REFUNDED.
import { shellWord } from '../basics/text.ts';
import { microsOf } from '../contract/time.ts';
import type { Database } from '../platform/platform.ts';
import { columnText, decodeStoredText } from '../storage/names.ts';
import { itemOf, type StatusItem } from './kinds.ts';
import { type Look, rowsFor, type StatusRma, type TargetLedger } from './rmas.ts';

/** With one of these, the service has closed the RMA: it knows of the refund. */
const SETTLED: ReadonlySet<string | null> = new Set(['REFUNDED', 'PARTIAL_REFUND']);

/** The service answers a refund with a message, which takes its time: so long a refund is not named, ms. */
const GRACE_MS = 15 * 60_000;

/**
 * Accepted refunds that name an RMA which is not closed in the service. Those before the first recorded message are left out: the
 * answer of the service may have gone elsewhere.
 */
export function unsettledItem({ crypto, index, rmas, ledger, since, now, source }: Look): StatusItem[] {
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
): Set<string> {
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
