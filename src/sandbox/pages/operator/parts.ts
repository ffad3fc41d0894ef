// Parts of the operator's view: marks of states, links to things, cells of tables, the head of what is chosen.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, pairs, type Tone } from '../../../page/parts.ts';

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
