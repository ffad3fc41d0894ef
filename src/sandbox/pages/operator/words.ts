// How the operator's view writes states, times and amounts, and the parts that carry them.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, pairs, type Tone } from '../../../page/parts.ts';
import { fullTime } from '../../../page/words.ts';
import type { DeliveryList } from '../types.ts';

type Delivery = DeliveryList['deliveries'][number];

const TONES: Readonly<Record<string, Tone>> = {
  REFUNDED: 'ok',
  PARTIAL_REFUND: 'warning',
  CANCELED: 'warning',
  delivered: 'ok',
  given_up: 'error',
};

export const stateMark = (state: string): HTMLElement =>
  mark(TONES[state] ?? 'note', state.replaceAll('_', ' '));

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

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function answerText({ attempts, state }: Pick<Delivery, 'attempts' | 'state'>): string {
  const last = attempts.at(-1);
  if (!last) return state === 'waiting' ? 'not sent yet' : '';
  const times = attempts.length > 1 ? `, ${attempts.length} attempts` : '';
  return `${last.status ?? last.fault ?? 'no answer'}${times}`;
}

/** An identifier that leads to its thing. */
export const link = (text: string, open: () => void, id?: string): HTMLButtonElement =>
  button(text, open, { class: 'plain link', id });

/** Two lines of a cell: what it is, and under it what belongs to it. */
export const two = (first: string, second: string): HTMLElement =>
  h('span', first, second !== '' && h('span.hint', second));

export const cells = (...values: readonly Child[]): HTMLTableRowElement =>
  h('tr', [values.map((value) => h('td', h('div.cell', value)))]);

/** The head of a detail: which thing it is, its states, and what is known of it. */
export const headOf = (id: string, states: Child, about: Parameters<typeof pairs>[0]): HTMLElement =>
  h('header.head', { 'data-shown': id }, h('div.flow', h('h2', id), states), pairs(about));

type Items = readonly Readonly<Record<string, unknown>>[];

/** Different values of a field of the units. */
const valuesIn = (items: Items, field: string): string[] => [
  ...new Set(items.map((item) => textOf(item[field])).filter(Boolean)),
];

/** The states of the parcel, each once. */
export const parcelText = (items: Items): string => valuesIn(items, 'package_tracking_status').join(', ');

/** What an RMA message says: `CREATED · TRANSIT · RECEIVED`. */
export function messageText(body: unknown): string {
  const { status, items = [] } = (body ?? {}) as { status?: unknown; items?: Items };
  const received = valuesIn(items, 'receiving_status').filter((value) => value !== 'PENDING');
  return [textOf(status), parcelText(items), ...received].filter(Boolean).join(' · ');
}
