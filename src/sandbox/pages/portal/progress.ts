// How far a return is, as the shopper follows it. Pure.
import type { Return } from '../types.ts';

export interface Progress {
  /** The headline. */
  readonly title: string;
  readonly tone: 'good' | 'plain' | 'bad';
}

/** A gift card has an agreed refund_type in the message. */
export const refundTypeOf = ({ items, exchange }: Pick<Return, 'items' | 'exchange'>, i: number): string =>
  exchange.gift_card_items.includes(i) ? 'UNEVEN_GC' : items[i]!.refund_type;

/** What the parcel has come to, the furthest last. */
const WAY: Readonly<Record<string, string>> = {
  PRE_TRANSIT: 'Label ready',
  ACCEPTED: 'Dropped off',
  TRANSIT: 'On its way',
  DELIVERED: 'Arrived',
};

/** What is more than the last step. */
const WAITING: Readonly<Record<string, string>> = {
  PARTIAL_REFUND: 'Partly refunded',
  PENDING_EXCHANGE: 'We are placing your exchange',
};

export function progressOf(rma: Return): Progress {
  const { status, items, return_method: method } = rma;
  const parcels: readonly (string | null)[] = items.map((item) => item.package_tracking_status);
  if (status.startsWith('CANCEL')) return { title: 'This return is cancelled', tone: 'plain' };
  if (status === 'REFUNDED') return { title: endOf(rma), tone: 'good' };
  if (parcels.includes('FAILURE')) return { title: 'The carrier has lost your parcel', tone: 'bad' };
  if (parcels.includes('RETURNED')) return { title: 'Your parcel is on its way back to you', tone: 'bad' };
  const hasArrived = items.some((item) => item.receiving_status === 'RECEIVED');
  const furthest = hasArrived ? 'DELIVERED' : Object.keys(WAY).findLast((one) => parcels.includes(one));
  const isPickedUp = furthest === 'ACCEPTED' && method === 'home-pickup';
  const reached = isPickedUp ? 'Picked up' : WAY[furthest ?? ''];
  return { title: WAITING[status] ?? reached ?? 'Return started', tone: 'plain' };
}

/** What the return ends with; several kinds of units end with all of it. */
function endOf(rma: Return): string {
  const [first = 'Refunded', ...others] = new Set(
    rma.items.map((_, i) => {
      const type = refundTypeOf(rma, i);
      return type.endsWith('EXCHANGE') ? 'Exchanged' : type === 'UNEVEN_GC' ? 'Gift card sent' : 'Refunded';
    }),
  );
  return others.length === 0 ? first : 'Completed';
}
