// The portal's own words: reasons, methods, prices, and what a status means for the shopper. Pure.
import { moneyText } from '../../../page/money.ts';
import type { ReturnableLine } from '../types.ts';

export const VALUE = 'Estimated value, with taxes and discounts';

/** Reasons to choose from. Those with an exchange make the portal offer other variants. */
export const REASONS: readonly { readonly text: string; readonly offersExchange: boolean }[] = [
  { text: 'Too small', offersExchange: true },
  { text: 'Too large', offersExchange: true },
  { text: 'Not the colour or style I expected', offersExchange: true },
  { text: 'Arrived damaged or faulty', offersExchange: true },
  { text: 'Not what I ordered', offersExchange: true },
  { text: 'Arrived too late', offersExchange: false },
  { text: 'No longer needed', offersExchange: false },
];

export interface MethodWords {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** What the shopper does next. */
  readonly next: string;
}

export const METHODS: readonly MethodWords[] = [
  {
    id: 'mail-back',
    name: 'Send it by mail',
    text: 'We make a label for you. Pack the items, stick it on, hand the parcel over.',
    next: 'Pack your items, print the label and stick it on the parcel.',
  },
  {
    id: 'express-returns',
    name: 'Drop it off without a box',
    text: 'Bring the items and this return number to a drop-off point. No parcel, no label.',
    next: 'Bring your items and the return number to a drop-off point.',
  },
  {
    id: 'home-pickup',
    name: 'Have it picked up',
    text: 'A courier collects the items at your door.',
    next: 'Keep your items ready: the courier asks for the return number.',
  },
  {
    id: 'customer-keep',
    name: 'Keep the items',
    text: 'For small amounts: nothing has to come back.',
    next: 'You can keep your items. There is nothing to send.',
  },
];

export const methodOf = (id: string): MethodWords =>
  METHODS.find((method) => method.id === id) ?? { id, name: id, text: '', next: '' };

/** What happened to a parcel, by package_tracking_status. */
export const PARCEL: Readonly<Record<string, string>> = {
  PRE_TRANSIT: 'Label ready',
  ACCEPTED: 'Handed over',
  TRANSIT: 'On its way to us',
  DELIVERED: 'Arrived at our warehouse',
  RETURNED: 'On its way back to you',
  FAILURE: 'Lost by the carrier',
  NOT_DROPPED_OFF: 'Not dropped off',
};

export const SETTLED_AS: Readonly<Record<string, string>> = {
  REFUND: 'Refund',
  EVEN_EXCHANGE: 'Exchange',
  UNEVEN_EXCHANGE: 'Exchange',
  UNEVEN_GC: 'Gift card',
};

/** Why a line cannot be returned, for the shopper, by the code of the refusal. */
const WHY: Readonly<Record<string, string>> = {
  'return.not_shipped': 'Not shipped yet. You can return it once you have it.',
  'return.final_sale': 'Final sale: this item cannot be returned.',
  'return.gift_card_items': 'Gift cards cannot be returned.',
  'return.canceled_tag': 'This item was cancelled.',
  'return.third_party': 'Sold by a partner of ours. Please contact them.',
  'return.cs_required': 'Please contact our customer service to return this item.',
  'return.pickup_in_store': 'Picked up in a store. Please bring it back there.',
  'return.window': 'The time to return this item is over.',
  'return.cancelled_order': 'This order was cancelled.',
};

export function whyNot({ reason, returnable }: Pick<ReturnableLine, 'reason' | 'returnable'>): string {
  if (!reason) return '';
  if (reason.code === 'return.units')
    return returnable === 0
      ? 'Already in a return, or refunded.'
      : 'The others are in a return, or refunded.';
  return WHY[reason.code] ?? reason.message;
}

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** `20 November 2026`; empty for what is no time. */
export function dayText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : DAY.format(time);
}

/** `$10.00 more` */
export const moreText = (cents: number, currency: string): string =>
  cents === 0 ? 'Same price' : `${moneyText(Math.abs(cents), currency)} ${cents > 0 ? 'more' : 'less'}`;
