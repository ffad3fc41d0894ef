// The times of a refund and of the snapshot that is posted with it: the next snapshot of the order system must still be newer.
import type { Order } from '../../contract/order.ts';
import { formatInstant, microsOf } from '../../contract/time.ts';
import { STEP_MS } from '../compare/newer.ts';

/**
 * How far in the future the time of the refund is: "needs a date in the future" (interface, Refund object).
 */
const AHEAD_MS = 5 * 60_000;

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
