// The list on the left: rows that are buttons, of which one can be reached by Tab and the others by arrows.
import { type Child, h, setChildren } from '../../../page/dom.ts';
import { count } from '../../../page/words.ts';
import type { View } from './address.ts';
import type { Acts, Row } from './place.ts';

export interface RowList {
  readonly element: HTMLElement;
  show(
    name: string,
    columns: readonly string[],
    rows: readonly Row[],
    view: View,
    empty: () => readonly Child[],
  ): void;
  /** Moves the choice by so many rows. */
  step(by: number): void;
}

/** More rows than anybody reads; the search narrows them down. */
const MOST_SHOWN = 500;

export function makeRowList(acts: Acts): RowList {
  const heads = h('div', { class: 'columns', 'aria-hidden': 'true' });
  const list = h('ul', { class: 'rows' });
  const emptiness = h('div', { class: 'empty', hidden: true });
  const summary = h('p', { class: 'summary', 'aria-live': 'polite' });
  const element = h('section', { class: 'left' }, heads, list, emptiness, summary);
  let ids: string[] = [];
  let chosen: string | null = null;
  const rowOf = (id: string) => list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  const step = (by: number) => {
    const at = chosen === null ? -1 : ids.indexOf(chosen);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
    if (id === undefined) return;
    acts.go({ id });
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
    show(name, columns, rows, view, empty) {
      const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
      const matching = rows.filter((row) => words.every((word) => row.words.toLowerCase().includes(word)));
      const shown = matching.slice(0, MOST_SHOWN);
      ids = shown.map(({ id }) => id);
      chosen = view.id;
      element.className = `left of-${view.place}`;
      element.setAttribute('aria-label', name);
      setChildren(heads, ...columns.map((column) => h('span', {}, column)));
      const reachable = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
      const hadFocus = list.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-row')
        : null;
      setChildren(
        list,
        ...shown.map((row) =>
          rowElement(row, row.id === chosen, row.id === reachable, () => acts.go({ id: row.id })),
        ),
      );
      if (hadFocus !== null && hadFocus !== undefined) rowOf(hadFocus)?.focus();
      emptiness.hidden = shown.length > 0;
      if (shown.length === 0)
        setChildren(emptiness, ...(rows.length > 0 && view.place !== 'orders' ? NO_MATCH() : empty()));
      const all = matching.length === rows.length ? '' : ` of ${rows.length.toLocaleString('en')}`;
      setChildren(
        summary,
        `${count(matching.length, 'row').replace(/ rows?$/, '')}${all} ${name.toLowerCase()}${matching.length > shown.length ? `, the first ${MOST_SHOWN} shown` : ''}`,
      );
    },
  };
}

const NO_MATCH = (): readonly Child[] => [h('h2', {}, 'Nothing matches the search')];

function rowElement(row: Row, isChosen: boolean, isReachable: boolean, choose: () => void): HTMLElement {
  const button = h(
    'button',
    {
      ...{ type: 'button', class: 'row', tabindex: isReachable ? 0 : -1, 'data-row': row.id },
      'aria-current': isChosen ? 'true' : undefined,
    },
    ...row.cells.map((cell) => h('span', {}, cell)),
  );
  button.addEventListener('click', choose);
  return h('li', {}, button);
}
