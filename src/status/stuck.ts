// Returns that do not go on: a label that nobody scanned, or a scanned parcel that nobody refunded.
import { shellWord } from '../basics/text.ts';
import { columnText, decodeStoredText } from '../storage/names.ts';
import { itemOf, type StatusItem } from './kinds.ts';
import { type Look, rowsFor, type StatusRma } from './rmas.ts';

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
export function stuckItem(look: Look): StatusItem[] {
  const stuck = (rma: StatusRma, hasRefund: boolean) => {
    const at = stuckSince(rma, hasRefund, look);
    return at === undefined || at + look.stuck < look.since ? undefined : at;
  };
  const candidates = look.earlier.filter((rma) => stuck(rma, false) !== undefined);
  const refunded = refundsOf(look, candidates);
  const found = candidates.flatMap((rma) => {
    const at = stuck(
      rma,
      rma.orders.some((order) => refunded.has(`${order} ${rma.rma}`) || refunded.has(`${order} `)),
    );
    return at === undefined ? [] : [{ id: rma.rma, at }];
  });
  return itemOf('rmas_stuck', found, ({ id }) => `returns calls list --rma ${shellWord(id)}`);
}

/** Orders and RMAs with an accepted refund; the RMA is '' for a refund that names none. */
function refundsOf({ crypto, orders, ledger }: Look, rmas: readonly StatusRma[]): Set<string> {
  const named = new Map<number, string>();
  for (const rma of rmas)
    for (const order of rma.orders) if (orders.has(order)) named.set(orders.get(order)!, order);
  const sql = 'SELECT x.order_no, x.rma FROM json_each(?) j CROSS JOIN refunds x ON x.order_no = j.value';
  const rows = ledger ? [...rowsFor(ledger.store, sql, [...named.keys()])] : [];
  return new Set(
    rows.map(
      ([no, rma]) =>
        `${named.get(no as number)} ${rma === null ? '' : columnText(crypto, decodeStoredText(rma as string))}`,
    ),
  );
}
