// The portal's own words: reasons, methods, prices, and what a status means for the shopper. Pure.
import { moneyText } from '../../../page/money.ts';

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
