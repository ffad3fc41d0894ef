// Warnings, which are sent all the same, and notes: each code with its count, its meaning and where it stands.
import { h } from '../../../page/dom.ts';
import { table } from '../../../page/parts.ts';
import type { PageCode, ReportData, WarnedOrder } from '../types.ts';
import { count, plural } from './words.ts';

export function warnings({ warnings: list }: ReportData): Node[] {
  if (list.length === 0) return [];
  return [
    h('p.hint', 'These orders are sent all the same. Look whether what is said is right.'),
    ...list.map((code) => codeBlock(code, 'warning', orders(code.orders, code.count))),
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
  { code, count: number, title, explanation, example, details }: PageCode,
  kind: string,
  more: Node | null,
): HTMLElement {
  return h('details.sheet.code', { class: kind }, [
    h('summary', h('span.number', count(number)), h('span.what', h('span', title), h('code', code))),
    explanation !== '' && h('p', explanation),
    example !== '' && h('p', h('strong', 'For example: '), example),
    details.length > 1 &&
      h('ul.flow.tight.words', [
        details.map(({ field, word, count: orders }) =>
          h('li', h('code', word === null ? field || 'the order' : `${field}: ${word}`), ` ${count(orders)}`),
        ),
      ]),
    more,
  ]);
}

function orders(list: readonly WarnedOrder[], number: number): HTMLElement | null {
  if (list.length === 0) return null;
  const rest = number - list.length;
  const rows = list.map(({ order, line, field, message }) =>
    h('tr', [
      h('td', order),
      h('td.right', String(line)),
      h('td', message, field !== '' && h('code.of', field)),
    ]),
  );
  return h('div', [
    table(null, ['Order', 'Line', 'What it is'], rows, 'findings'),
    rest > 0 && h('p.hint', `and ${plural(rest, 'more order')}`),
  ]);
}
