// What every place of the operator's view (returns, orders, deliveries, log, settings) gives to the page.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, pairs, type Tone } from '../../../page/parts.ts';
import type { Asking } from '../../../page/session.ts';
import { search, type Views } from '../../../page/view.ts';
import { fullTime } from '../../../page/words.ts';
import type { DeliveryList, RmaItem } from '../types.ts';

export const PLACES = ['returns', 'orders', 'deliveries', 'log', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

/** What the address says. */
export type View = {
  readonly place: PlaceName;
  /** The chosen RMA, order or delivery. */
  readonly id: string;
  /** Words to search. */
  readonly q: string;
};

export const VIEWS: Views<View> = { first: { place: 'returns', id: '', q: '' }, known: { place: PLACES } };

export interface Row {
  readonly id: string;
  readonly cells: readonly Child[];
  /** What the search looks through. */
  readonly words: string;
}

export interface Acts {
  /** `isStep`: one of many small steps, which the back button does not take one by one. */
  go(view: Partial<View>, isStep?: boolean): void;
  /** Posts, says what came of it, and shows the new state. `said`: what to say when it worked. */
  post(path: string, body: unknown, said: string): Promise<void>;
  /** Asks first: for what cannot be taken back. */
  confirm(title: string, yes: string, act: () => Promise<void>): void;
  say(text: string, isBad?: boolean): void;
  /** As the shopper of this order, whose e-mail nobody has to know then. */
  openPortal(order?: string): void;
}

export interface List<Data> {
  /** What one row is: `delivery`. */
  readonly one: string;
  /** Heads of the columns. */
  readonly columns: readonly string[];
  rows(data: Data): readonly Row[];
  /** At most so many rows are asked for. */
  readonly most: number;
  /** States of the rows with their numbers: each is a search by one word. */
  chips?(data: Data): Iterable<readonly [word: string, count: number]>;
  /** Shown when there are no rows at all. */
  empty(acts: Acts): Child;
  /** Shown when no row matches the search, where there is more to say than that. */
  noMatch?(data: Data, search: string, acts: Acts): Child;
}

export interface Place<Data> {
  readonly name: string;
  load(asking: Asking, view: View): Promise<Data>;
  /** On the left; without it the detail has the whole page. */
  readonly list?: List<Data>;
  /** The right side. With a list it is of the chosen thing; null when there is none of this name any more. */
  detail(data: Data, view: View, acts: Acts): Child;
}

/** Whether a search finds the text. */
export const isFound = (asked: string, text: string): boolean => search(asked)(text.toLowerCase());

/** The type of the data follows from `load`. */
export const place = <Data>(one: Place<Data>): Place<Data> => one;

// Parts of the operator's view: marks of states, links to things, cells of tables, the head of what is chosen; and how it writes
// times, amounts and answers.

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
