// The times of a refund and of the snapshot that carries it, and what they tell about a snapshot that comes later. Pure.
import { microsOf } from '../contract/instant.ts';
import type { Order } from '../contract/order.ts';
import { formatInstant } from '../contract/time.ts';
import { holdsSameLines, type KnownOrder } from '../storage/order-record.ts';

/** How far ahead of now the refund's time is: "needs a date in the future" (interface, Refund object). */
const AHEAD_MS = 5 * 60_000;

/** How much newer a refund makes its snapshot. */
const STEP_MS = 1000;

export interface RefundTimes {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The refund's time shortly ahead of now; the snapshot's time one second after the newest known one, so that the order
 * system's next snapshot still wins.
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
 * The times of an earlier attempt whose answer was lost, so that the very same bytes go out again; `fresh` ones as soon as
 * a newer snapshot is known (the attempt was made for an older one), or when its refund would not lie ahead of now any more.
 */
export function timesToSend(fresh: RefundTimes, earlier: RefundTimes | undefined, now: number): RefundTimes {
  if (earlier?.updatedAt !== fresh.updatedAt) return fresh;
  return microsOf(earlier.createdAt) > now * 1000 ? earlier : fresh;
}

/**
 * Whether the accepted record is this very snapshot with refunds that were posted from here: it says the same, has every
 * refund of it and maybe `missing` more, and is newer by no more than one step for each refund.
 */
export function isOwnRefundOf(order: Order, accepted: KnownOrder, missing: number): boolean {
  const refunds = accepted.refunds.length;
  const newerBy = microsOf(accepted.updatedAt) - microsOf(order.updated_at);
  // The first step begins at the next full millisecond.
  const isRecent = refunds > 0 && newerBy < (refunds * STEP_MS + 1) * 1000;
  return isRecent && order.refunds.length + missing === refunds && holdsSameLines(accepted, order);
}
