// Parts of the operator's view: marks of states, links to things, cells of tables, the head of what is chosen; and how it writes
// times, amounts and answers.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, pairs, type Tone } from '../../../page/parts.ts';
import { fullTime } from '../../../page/words.ts';
import type { DeliveryList, RmaItem } from '../types.ts';

const TONES: Readonly<Record<string, Tone>> = {
  REFUNDED: 'ok',
  PARTIAL_REFUND: 'warning',
  CANCELED: 'warning',
  delivered: 'ok',
  given_up: 'error',
};

export const stateMark = (state: string): HTMLElement =>
  mark(TONES[state] ?? 'note', state.replaceAll('_', ' '));

/** An identifier that leads to its thing. */
export const link = (text: string, open: () => void, id?: string): HTMLButtonElement =>
  button(text, open, { class: 'plain link', id });

/** Two lines of a cell: what it is, and under it what belongs to it. */
export const two = (first: string, second: string): HTMLElement =>
  h('span', first, second !== '' && h('span.hint', second));

export const cells = (...values: readonly Child[]): HTMLTableRowElement =>
  h('tr', [values.map((value) => h('td', h('div.cell', value)))]);

/** What is under the head. */
export const panel = (...children: readonly Child[]): HTMLElement =>
  h('div.panel', { id: 'panel', tabindex: -1 }, children);

/** The head of a detail: which thing it is, its states, and what is known of it. */
export const headOf = (id: string, states: Child, about: Parameters<typeof pairs>[0]): HTMLElement =>
  h('header.head', { 'data-shown': id }, h('div.flow', h('h2', id), states), pairs(about));

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
