// The list on the left of the operator's view: the rows of a place that match the search; above them what states there are.
import { button, h, redraw } from '../../../page/dom.ts';
import { emptyView, idText } from '../../../page/parts.ts';
import { RowList } from '../../../page/row-list.ts';
import { makeHalves } from '../../../page/shell.ts';
import { number } from '../../../page/words.ts';
import { stateMark } from './parts.ts';
import { type Acts, isFound, type List, type Row, type View } from './place.ts';

export function makeRowList(page: Window, acts: Acts) {
  const list = new RowList<Row>({
    ...{ page, label: 'Rows' },
    idOf: ({ id }) => id,
    cellsOf: ({ cells }) => cells.map((cell) => h('span', typeof cell === 'string' ? idText(cell) : cell)),
    choose: (id, isStep) => acts.go({ id: id ?? '' }, isStep),
  });
  const chips = h('div.flow.tight.chips', { role: 'group', 'aria-label': 'States' });
  const halves = makeHalves(list.element, 'Detail', chips);
  const chip = (word: string, count: number, search: string) => {
    const isOn = search.toLowerCase() === word.toLowerCase();
    return button(
      '',
      () => acts.go({ q: isOn ? '' : word }, true),
      { class: 'toggle', id: `chip-${word.replace(/[^\w-]/g, '_')}`, 'aria-pressed': String(isOn) },
      stateMark(word),
      h('span.number', number(count)),
    );
  };
  return {
    ...halves,
    list,
    show<Data>(name: string, { columns, one, most, ...place }: List<Data>, data: Data, view: View) {
      const rows = place.rows(data);
      const shown = rows.filter(({ words }) => isFound(view.q, words));
      halves.left.className = `left of-${view.place}`;
      const states = [...(place.chips?.(data) ?? [])];
      chips.hidden = states.length === 0;
      redraw(chips, [states.map(([word, count]) => chip(word, count, view.q))]);
      halves.showColumns(columns);
      list.forget();
      list.show(shown);
      list.choose(view.id || null);
      const noMatch = () => place.noMatch?.(data, view.q, acts) ?? emptyView('Nothing matches the search');
      const instead = shown.length === 0 && (rows.length > 0 ? noMatch() : place.empty(acts));
      const of = shown.length === rows.length ? '' : ` of ${number(rows.length)}`;
      const newest = rows.length >= most ? '; older ones are not in this list' : '';
      halves.summarise(
        `${number(shown.length)}${of} ${rows.length === 1 ? one : name.toLowerCase()}${newest}`,
        view.q.trim() !== '',
        instead,
      );
    },
  };
}
