// The times of a refund and of the snapshot that contains it, and how a later snapshot compares to them.
// Pure.
import { microsOf } from '../contract/instant.ts';
import type { Order } from '../contract/order.ts';
import { formatInstant } from '../contract/time.ts';
import { holdsSameLines, type KnownOrder, type OrderFacts } from '../storage/order-record.ts';

/**
 * How far in the future the time of the refund is: "needs a date in the future" (interface, Refund object).
 */
const AHEAD_MS = 5 * 60_000;

/** How much a refund moves `updated_at` of its snapshot forward. */
const STEP_MS = 1000;

export interface RefundTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The time of the refund is shortly after now. The time of the snapshot is one second after the newest known
 * snapshot, so that the next snapshot of the order system is still newer.
 */
export function refundTimes(order: Order, acceptedUpdatedAt: string | undefined, now: number): RefundTimes {
  const newest = Math.max(
    microsOf(order.updated_at),
    acceptedUpdatedAt === undefined ? 0 : microsOf(acceptedUpdatedAt),
  );
  return {
    createdAt: formatInstant(now + AHEAD_MS),
    updatedAt: formatInstant(Math.ceil(newest / 1000) + STEP_MS),
  };
}

/**
 * When the answer of an earlier attempt was lost, its times are used again, so that the same bytes are sent.
 * The `fresh` times are used when a newer snapshot is known (the attempt was for an older one), or when the
 * time of the refund is no longer in the future.
 */
export function timesToSend(fresh: RefundTimes, earlier: RefundTimes | undefined, now: number): RefundTimes {
  if (earlier?.updatedAt !== fresh.updatedAt) return fresh;
  return microsOf(earlier.createdAt) > now * 1000 ? earlier : fresh;
}

/**
 * Whether the accepted record is this snapshot plus refunds posted by this tool. True when it has the same
 * content, contains every refund of the snapshot and possibly `missing` more, and is newer by at most one
 * step per refund.
 */
export function isOwnRefundOf(order: OrderFacts, accepted: KnownOrder, missing: number): boolean {
  const refunds = accepted.refunds.length;
  const newerBy = microsOf(accepted.updatedAt) - microsOf(order.updatedAt);
  // `updated_at` is rounded up to a full millisecond before the first step.
  const isRecent = refunds > 0 && newerBy < (refunds * STEP_MS + 1) * 1000;
  return isRecent && order.refunds.length + missing === refunds && holdsSameLines(accepted, order);
}
