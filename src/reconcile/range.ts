// Accepted orders that the export does not have: within the time range that it covers, and the rule for that range.
import { microsOf } from '../contract/time.ts';
import type { CheckContext } from '../orders/read/check-snapshot.ts';
import { inShard } from '../orders/read/shard.ts';
import type { Analysis } from '../orders/upload/analysis.ts';
import { acceptedHeads } from '../storage/accepted-walk.ts';
import { rowOf } from './kinds.ts';
import type { Comparison } from './sides.ts';

/** The times in which an accepted order must be in the export, microseconds, both included. */
export interface ExportRange {
  readonly from: number;
  readonly to: number;
}

/**
 * From the oldest to the newest `updated_at` of the orders that pass the check; --since and --until, which say what the
 * export holds, take their place when they are about `updated_at`.
 */
export function rangeOf({ updated }: Analysis, window: CheckContext['window']): ExportRange | undefined {
  let { from, to } = updated;
  if (window) {
    if (Number.isFinite(window.from)) from = window.from;
    // The end of a window is the first time outside of it.
    if (Number.isFinite(window.to)) to = window.to - 1;
  }
  return from <= to && Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined;
}

/**
 * One row for each that is missing from the export. Counts the accepted orders: in the export, not in it, outside of its
 * range, of another shard. They add up to `orders`.
 */
export async function walkAccepted(
  { ledger, targetKey, last, seen, checks: { shard }, rows }: Comparison,
  range: ExportRange | undefined,
) {
  const counts = { orders: 0, in_export: 0, not_in_export: 0, outside_range: 0, other_shard: 0 };
  const accepted = ledger ? acceptedHeads(ledger.store, targetKey, last) : [];
  for (const { no, id, updatedAt, currency, totalCents } of accepted) {
    counts.orders++;
    if (seen.get(no) > 0) counts.in_export++;
    else if (shard && !inShard(id, shard)) counts.other_shard++;
    else if (!isWithin(microsOf(updatedAt), range)) counts.outside_range++;
    else {
      counts.not_in_export++;
      rows.add(
        rowOf('not_in_export', {
          order_identifier: id,
          updated_at_accepted: updatedAt,
          currency,
          amount_cents_accepted: totalCents,
        }),
      );
      if (counts.not_in_export % 1000 === 0) await rows.flush();
    }
  }
  return counts;
}

const isWithin = (at: number, range: ExportRange | undefined): boolean =>
  range !== undefined && at >= range.from && at <= range.to;
