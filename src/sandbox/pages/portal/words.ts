// The portal's own words: reasons, methods, prices, what a status means for the shopper, and how far a return is. Pure.
import { moneyText } from '../../../page/words.ts';
import type { Return } from '../types.ts';

export const REASONS: readonly string[] = [
  'Too small',
  'Too large',
  'Not the colour or style I expected',
  'Arrived damaged or faulty',
  'Not what I ordered',
  'Arrived too late',
  'No longer needed',
];

export const METHODS = [
  {
    value: 'mail-back',
    name: 'Send it by mail',
    text: 'We make a label for you. Pack the items, stick it on, hand the parcel over.',
  },
  {
    value: 'express-returns',
    name: 'Drop it off without a box',
    text: 'Bring the items and this return number to a drop-off point. No parcel, no label.',
  },
  {
    value: 'home-pickup',
    name: 'Have it picked up',
    text: 'A courier collects the items at your door.',
  },
  {
    value: 'customer-keep',
    name: 'Keep the items',
    text: 'For small amounts: nothing has to come back.',
  },
];

export const SETTLED_AS: Readonly<Record<string, string>> = {
  REFUND: 'Refund',
  EVEN_EXCHANGE: 'Exchange',
  UNEVEN_EXCHANGE: 'Exchange',
  UNEVEN_GC: 'Gift card',
};

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** `20 November 2026`; empty for what is no time. */
export function dayText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : DAY.format(time);
}

/** `$10.00 more` */
export const moreText = (cents: number, currency: string): string =>
  cents === 0 ? 'Same price' : `${moneyText(Math.abs(cents), currency)} ${cents > 0 ? 'more' : 'less'}`;

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

/** The headline, and whether it is good, plain or bad. */
export function progressOf(rma: Return) {
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
