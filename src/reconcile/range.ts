// Accepted orders that the export does not have: within the time range that it covers, and the rule for that range.
import { microsOf } from '../contract/time.ts';
import type { Analysis } from '../orders/analysis.ts';
import type { CheckContext } from '../orders/check-snapshot.ts';
import { inShard } from '../orders/shard.ts';
import { acceptedHeads } from '../storage/accepted-walk.ts';
import type { Ledger } from '../storage/ledger.ts';
import { type Differences, rowOf } from './differences.ts';
import type { NumberSet } from './number-set.ts';

/** The times in which an accepted order must be in the export, microseconds, both included. */
export interface ExportRange {
  readonly from: number;
  readonly to: number;
}

/** Accepted orders: in the export, not in it, outside of its range, of another shard. They add up to `orders`. */
export interface AcceptedCounts {
  readonly orders: number;
  readonly inExport: number;
  readonly notInExport: number;
  readonly outsideRange: number;
  readonly otherShard: number;
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

/** One row for each that is missing from the export. */
export async function walkAccepted(
  ledger: Ledger | undefined,
  targetKey: string,
  last: number,
  seen: NumberSet,
  range: ExportRange | undefined,
  { shard }: CheckContext,
  rows: Differences,
): Promise<AcceptedCounts> {
  const counts = { orders: 0, inExport: 0, notInExport: 0, outsideRange: 0, otherShard: 0 };
  for (const { no, id, updatedAt, currency, totalCents } of ledger
    ? acceptedHeads(ledger.store, targetKey, last)
    : []) {
    counts.orders++;
    if (seen.has(no)) counts.inExport++;
    else if (shard && !inShard(id, shard)) counts.otherShard++;
    else if (!isWithin(microsOf(updatedAt), range)) counts.outsideRange++;
    else {
      counts.notInExport++;
      rows.add(
        rowOf('not_in_export', {
          order: id,
          updatedAtAccepted: updatedAt,
          currency,
          centsAccepted: totalCents,
        }),
      );
      if (counts.notInExport % 1000 === 0) await rows.flush();
    }
  }
  return counts;
}

const isWithin = (at: number, range: ExportRange | undefined): boolean =>
  range !== undefined && at >= range.from && at <= range.to;
