// Warnings, which are sent all the same, and notes: each code with its count, its meaning and where it stands.
import { h } from '../../../page/dom.ts';
import { table } from '../../../page/parts.ts';
import { count, number } from '../../../page/words.ts';
import type { PageCode, ReportData, WarnedOrder } from '../types.ts';

export function warnings({ warnings: list }: ReportData): Node[] {
  if (list.length === 0) return [];
  return [
    h('p.hint', 'These orders are sent all the same. Look whether what is said is right.'),
    ...list.map((code) => codeBlock(code, 'warning', orderTable(code.orders, code.count))),
  ];
}

export function notes({ notes: list }: ReportData): Node[] {
  if (list.length === 0) return [];
  return [
    h('p.hint', 'What was computed or settled. Nothing needs to be done.'),
    ...list.map((code) => codeBlock(code, 'note', null)),
  ];
}

function codeBlock(
  { code, count: orders, title, explanation, example, details }: PageCode,
  kind: string,
  more: Node | null,
): HTMLElement {
  return h('details.sheet.code', { class: kind }, [
    h('summary', h('span.number', number(orders)), h('span.what', h('span', title), h('code', code))),
    explanation !== '' && h('p', explanation),
    example !== '' && h('p', h('strong', 'For example: '), example),
    details.length > 1 &&
      h('ul.flow.tight', [
        details.map(({ field, word, count: times }) =>
          h(
            'li.tag.hint',
            h('code', word === null ? field || 'the order' : `${field}: ${word}`),
            ` ${number(times)}`,
          ),
        ),
      ]),
    more,
  ]);
}

function orderTable(list: readonly WarnedOrder[], all: number): HTMLElement | null {
  if (list.length === 0) return null;
  const rest = all - list.length;
  const rows = list.map(({ order, line, field, message }) =>
    h('tr', [h('td', order), h('td', String(line)), h('td', message, field !== '' && h('code.of', field))]),
  );
  return h('div', [
    table(null, ['Order', 'Line', 'What it is'], rows, 'findings unfold'),
    rest > 0 && h('p.hint', `and ${count(rest, 'more order')}`),
  ]);
}
