// Returns that do not go on: a label that nobody scanned, or a scanned parcel that nobody refunded.
import { shellWord } from '../basics/text.ts';
import { itemOf, type StatusItem } from './kinds.ts';
import { refundsOf } from './refund-items.ts';
import type { Look, StatusRma } from './rmas.ts';

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
