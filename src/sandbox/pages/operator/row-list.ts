// The list on the left: rows that are buttons, of which one can be reached by Tab and the others by arrows.
import { button, type Child, h, setChildren } from '../../../page/dom.ts';
import type { View } from './address.ts';
import type { Acts, Chip, Place, Row } from './place.ts';
import { stateMark } from './words.ts';

export interface RowList {
  readonly element: HTMLElement;
  show<Data>(place: Place<Data>, data: Data, view: View): void;
  /** Moves the choice by so many rows. */
  step(by: number): void;
}

/** More rows than anybody reads; the search narrows them down. */
const MOST_SHOWN = 500;

export function makeRowList(acts: Acts): RowList {
  const heads = h('div.columns', { 'aria-hidden': 'true' });
  const list = h('ul.rows');
  const emptiness = h('div.empty', { hidden: true });
  const summary = h('p.summary', { 'aria-live': 'polite' });
  const chips = h('div.chips', { role: 'group', 'aria-label': 'States' });
  const element = h('section.left', chips, heads, list, emptiness, summary);
  const drawChips = (given: readonly Chip[], search: string) => {
    const focused = chips.contains(document.activeElement) ? document.activeElement?.id : undefined;
    chips.hidden = given.length === 0;
    setChildren(chips, [
      given.map(({ word, count }) => {
        const isOn = wordsOf(search).includes(word.toLowerCase());
        return button(
          '',
          () => acts.go({ search: isOn ? '' : word }),
          { class: 'toggle', id: `chip-${word.replace(/[^\w-]/g, '_')}`, 'aria-pressed': String(isOn) },
          stateMark(word),
          h('span.number', count.toLocaleString('en')),
        );
      }),
    ]);
    if (focused) document.getElementById(focused)?.focus();
  };
  let ids: string[] = [];
  let chosen: string | null = null;
  const rowOf = (id: string) => list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  const step = (by: number) => {
    const at = chosen === null ? -1 : ids.indexOf(chosen);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
    if (id === undefined) return;
    acts.go({ id }, true);
    rowOf(id)?.focus();
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
  };
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(by);
  });
  return {
    element,
    step,
    show({ name, columns, most, ...place }, data, view) {
      const rows = place.rows(data, view);
      const words = wordsOf(view.search);
      const matching = rows.filter((row) => words.every((word) => row.words.toLowerCase().includes(word)));
      const shown = matching.slice(0, MOST_SHOWN);
      ids = shown.map(({ id }) => id);
      chosen = view.id;
      element.className = `left of-${view.place}`;
      element.setAttribute('aria-label', name);
      drawChips(place.chips(data), view.search);
      setChildren(heads, [columns.map((column) => h('span', column))]);
      const reachable = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
      const focused = list.contains(document.activeElement) ? document.activeElement : null;
      const hadFocus = focused?.getAttribute('data-row');
      setChildren(list, [
        shown.map((row) =>
          rowElement(row, row.id === chosen, row.id === reachable, () => acts.go({ id: row.id })),
        ),
      ]);
      if (hadFocus) rowOf(hadFocus)?.focus();
      emptiness.hidden = shown.length > 0;
      if (shown.length === 0)
        setChildren(emptiness, [
          rows.length > 0 && view.place !== 'orders' ? NO_MATCH() : place.empty(data, view, acts),
        ]);
      // A screen reader must not announce every row of a busy sandbox.
      summary.setAttribute('aria-live', words.length > 0 ? 'polite' : 'off');
      setChildren(summary, summaryText(name, matching.length, rows.length, shown.length, most));
    },
  };
}

const wordsOf = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

function summaryText(name: string, matching: number, all: number, shown: number, most: number): string {
  const number = (n: number) => n.toLocaleString('en');
  const of = matching === all ? '' : ` of ${number(all)}`;
  const cut = matching > shown ? `, the first ${shown} shown` : '';
  const newest = all >= most ? '; older ones are not in this list' : '';
  return `${number(matching)}${of} ${name.toLowerCase()}${cut}${newest}`;
}

const NO_MATCH = (): readonly Child[] => [h('h2', 'Nothing matches the search')];

function rowElement(row: Row, isChosen: boolean, isReachable: boolean, choose: () => void): HTMLElement {
  const element = h(
    'button',
    {
      ...{ type: 'button', class: 'row', tabindex: isReachable ? 0 : -1, 'data-row': row.id },
      'aria-current': isChosen ? 'true' : undefined,
    },
    [row.cells.map((cell) => h('span', cell))],
  );
  element.addEventListener('click', choose);
  return h('li', element);
}
