// How the operator's view writes times, amounts and answers. Pure.
import { fullTime } from '../../../page/words.ts';
import type { DeliveryList, RmaItem } from '../types.ts';

type Delivery = DeliveryList['deliveries'][number];

export const amount = (cents: unknown): string => (typeof cents === 'number' ? (cents / 100).toFixed(2) : '');

/** `20 Nov 2026, 13:12:22.041`; as it is when it is no time. */
export function timeText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : fullTime(time);
}

/** `20 Nov 13:12:22` */
export const shortTime = (iso: string): string =>
  timeText(iso)
    .replace(/ \d{4},/, '')
    .replace(/\.\d+$/, '');

export function answerText({ attempts, state }: Pick<Delivery, 'attempts' | 'state'>): string {
  const last = attempts.at(-1);
  if (!last) return state === 'waiting' ? 'not sent yet' : '';
  const times = attempts.length > 1 ? `, ${attempts.length} attempts` : '';
  return `${last.status ?? last.fault ?? 'no answer'}${times}`;
}

/** The states of the parcel, each once. */
export const parcelText = (items: readonly RmaItem[]): string =>
  [...new Set(items.map((item) => item.package_tracking_status).filter(Boolean))].join(', ');
