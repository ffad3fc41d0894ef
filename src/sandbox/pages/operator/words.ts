// How the operator's view writes states, times and amounts, and the marks that carry them.
import { button, h } from '../../../page/dom.ts';
import { fullTime } from '../../../page/words.ts';
import type { DeliveryList } from '../types.ts';

type Delivery = DeliveryList['deliveries'][number];

const TONES: Readonly<Record<string, 'ok' | 'note' | 'warning' | 'error'>> = {
  REFUNDED: 'ok',
  CREATED: 'note',
  PENDING_EXCHANGE: 'note',
  PARTIAL_REFUND: 'warning',
  CANCELED: 'warning',
  delivered: 'ok',
  waiting: 'note',
  sending: 'note',
  given_up: 'error',
};
const SHAPES = { ok: '●', note: '◆', warning: '▲', error: '✖' };

/** Shape, word and colour express the same state. */
export function stateMark(state: string): HTMLElement {
  const tone = TONES[state] ?? 'note';
  return h('span', { class: `mark ${tone}` }, [
    h('span.shape', { 'aria-hidden': 'true' }, SHAPES[tone]),
    state.replaceAll('_', ' '),
  ]);
}

export const tag = (text: string | null): HTMLElement | null =>
  text === null || text === '' ? null : h('span.tag', text);

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

/** Names and values, one pair a line. */
export const pairs = (rows: readonly (readonly [string, string | HTMLElement])[]): HTMLElement =>
  h('dl', [rows.flatMap(([name, value]) => [h('dt', name), h('dd', value)])]);

/** A table that scrolls by itself when the window is narrow. */
export function table(label: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  return h('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, [
    h('table', [
      h('thead', [h('tr', [heads.map((head) => h('th', { scope: 'col' }, head))])]),
      h('tbody', rows),
    ]),
  ]);
}

export const cells = (...values: readonly (string | HTMLElement | null)[]): HTMLTableRowElement =>
  h('tr', [values.map((value) => h('td', h('div.cell', value)))]);
