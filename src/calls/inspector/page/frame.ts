// The empty frame of the page: the list and its surroundings on the left, the chosen call on the right.
import { button, h } from '../../../page/dom.ts';

export interface Frame {
  readonly left: HTMLElement;
  readonly right: HTMLElement;
  /** Scrolls, and contains the rows of the list. */
  readonly viewport: HTMLElement;
  /** Shown over the list when it is empty. */
  readonly emptiness: HTMLElement;
  readonly summary: HTMLElement;
  /** Shows how many calls arrived while the list was scrolled down. */
  readonly arrived: HTMLButtonElement;
}

const COLUMNS = ['Time', 'Verdict', 'Kind', 'RMA or order', 'Status', 'Units', 'Anomaly', 'Answer'];

export function makeFrame(toTop: () => void): Frame {
  const list = { id: 'list', class: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Calls' };
  const viewport = h('div', list);
  const emptiness = h('div.emptiness');
  const summary = h('p.summary');
  const arrived = button('', toTop, { class: 'arrived', hidden: true });
  const columns = h('div.columns', { 'aria-hidden': 'true' }, [COLUMNS.map((name) => h('span', name))]);
  const parts = [columns, viewport, emptiness, arrived, summary];
  const left = h('section.left', { 'aria-label': 'List' }, parts);
  const right = h('section.detail', { 'aria-label': 'Call' });
  return { left, right, viewport, emptiness, summary, arrived };
}
