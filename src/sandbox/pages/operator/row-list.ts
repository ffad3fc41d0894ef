// The rows on the left are buttons, of which one can be reached by Tab and the others by arrows; above them what they count.
import { button, h, setChildren } from '../../../page/dom.ts';
import { emptyView } from '../../../page/parts.ts';
import { makeHalves } from '../../../page/shell.ts';
import type { View } from './address.ts';
import { type Acts, isFound, type List, type Row, wordsOf } from './place.ts';
import { stateMark } from './words.ts';

/** More rows than anybody reads; the search narrows them down. */
const MOST_SHOWN = 500;

export function makeRowList(acts: Acts) {
  const list = h('ul.list', { id: 'list' });
  const chips = h('div.flow.tight.chips', { role: 'group', 'aria-label': 'States' });
  const halves = makeHalves(list, 'Detail', chips);
  let ids: string[] = [];
  let chosen: string | null = null;
  const rowOf = (id: string) => list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  const drawChips = (given: Iterable<readonly [string, number]>, search: string) => {
    const focused = chips.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const buttons = [...given].map(([word, count]) => {
      const isOn = wordsOf(search).includes(word.toLowerCase());
      const id = `chip-${word.replace(/[^\w-]/g, '_')}`;
      const attributes = { class: 'toggle', id, 'aria-pressed': String(isOn) };
      const number = h('span.number', count.toLocaleString('en'));
      return button(
        '',
        () => acts.go({ search: isOn ? '' : word }, true),
        attributes,
        stateMark(word),
        number,
      );
    });
    chips.hidden = buttons.length === 0;
    setChildren(chips, buttons);
    if (focused) document.getElementById(focused)?.focus();
  };
  return {
    ...halves,
    /** Moves the choice by so many rows. */
    step(by: number) {
      const at = chosen === null ? -1 : ids.indexOf(chosen);
      const id = ids[Math.min(ids.length - 1, Math.max(0, at === -1 ? 0 : at + by))];
      if (id === undefined) return;
      acts.go({ id }, true);
      rowOf(id)?.focus();
      rowOf(id)?.scrollIntoView({ block: 'nearest' });
    },
    show<Data>(name: string, { columns, most, ...place }: List<Data>, data: Data, view: View) {
      const rows = place.rows(data);
      const matching = rows.filter(({ words }) => isFound(view.search, words));
      const shown = matching.slice(0, MOST_SHOWN);
      ids = shown.map(({ id }) => id);
      chosen = view.id;
      halves.left.className = `left of-${view.place}`;
      drawChips(place.chips?.(data) ?? [], view.search);
      halves.showColumns(columns);
      const reachable = chosen !== null && ids.includes(chosen) ? chosen : ids[0];
      const hadFocus = list.contains(document.activeElement)
        ? document.activeElement?.getAttribute('data-row')
        : null;
      setChildren(list, [
        shown.map((row) => rowElement(row, chosen, reachable, () => acts.go({ id: row.id }))),
      ]);
      if (hadFocus) rowOf(hadFocus)?.focus();
      const noMatch = () =>
        place.noMatch?.(data, view.search, acts) ?? emptyView('Nothing matches the search');
      const instead = shown.length === 0 && (rows.length > 0 ? noMatch() : place.empty(acts));
      const counts = [matching.length, rows.length, shown.length] as const;
      halves.showSummary(summaryText(name, most, ...counts), view.search.trim() !== '', instead);
    },
  };
}

function summaryText(name: string, most: number, matching: number, all: number, shown: number): string {
  const number = (n: number) => n.toLocaleString('en');
  const of = matching === all ? '' : ` of ${number(all)}`;
  const cut = matching > shown ? `, the first ${shown} shown` : '';
  const newest = all >= most ? '; older ones are not in this list' : '';
  return `${number(matching)}${of} ${name.toLowerCase()}${cut}${newest}`;
}

function rowElement(
  { id, cells }: Row,
  chosen: string | null,
  reachable: string | undefined,
  go: () => void,
) {
  const attributes = {
    ...{ class: 'row', tabindex: id === reachable ? 0 : -1, 'data-row': id },
    'aria-current': id === chosen ? 'true' : undefined,
  };
  return h('li', button('', go, attributes, [cells.map((cell) => h('span', cell))]));
}
