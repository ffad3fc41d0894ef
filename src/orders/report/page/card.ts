// One refused order: each reason with what is wrong, where, what was found and what to do, and the rows of the file.
import { h } from '../../../page/dom.ts';
import { table } from '../../../page/parts.ts';
import { count, number } from '../../../page/words.ts';
import type { PageCode, PageFinding, PageRow, RefusedOrder } from '../types.ts';
import type { Words } from './words.ts';

export function cardOf(
  { order, findings, moreFindings, rows, moreRows }: RefusedOrder,
  reasons: ReadonlyMap<string, PageCode>,
  words: Words,
): HTMLElement {
  const byCode = new Map<string, PageFinding[]>();
  for (const finding of findings) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  const first = rows[0];
  return h('article.sheet.card', [
    h('div.flow.head.whole', [
      h('h3', { tabindex: -1 }, order === '' ? 'Order without an identifier' : `Order ${order}`),
      first && h('span.hint', words.place(first.file, first.line)),
    ]),
    [...byCode].map(([code, list]) => reasonOf(code, list, reasons.get(code), words)),
    moreFindings > 0 && h('p.hint', `and ${count(moreFindings, 'more finding')}`),
    rows.length > 0 && rowsOf(rows, moreRows, findings, words),
  ]);
}

function reasonOf(
  code: string,
  findings: readonly PageFinding[],
  reason: PageCode | undefined,
  words: Words,
): HTMLElement {
  return h('div.whole', [
    h('p.flow.rule', [
      h('span', [
        h('span.shape', { 'aria-hidden': 'true' }, '✖ '),
        h('span.hint', 'Expected: '),
        reason?.title ?? code,
      ]),
      h('code', code),
    ]),
    table(
      null,
      HEADS,
      findings.map((finding) => findingRow(finding, words)),
      'findings unfold',
    ),
    reason && reason.explanation !== '' && h('p.do', h('strong', 'What to do. '), reason.explanation),
  ]);
}

/** On a narrow screen each is in front of its value. */
const HEADS = ['Where', 'In the file', 'What is wrong'] as const;

function findingRow({ field, message, file, line, place, cell }: PageFinding, words: Words): HTMLElement {
  const column = place === null ? '' : `, column ${place}`;
  return h('tr', [
    h('td.where', { 'data-label': HEADS[0] }, [
      `${words.place(file, line)}${column}`,
      cell && h('span.column', words.columnOf(cell)),
    ]),
    h('td.value', { 'data-label': HEADS[1] }, cell ? words.cell(cell) : h('span.blank', 'no single cell')),
    h('td', { 'data-label': HEADS[2] }, message, field !== '' && h('code.of', field)),
  ]);
}

/** The rows side by side, one line for each column that has a text or that a finding names. */
function rowsOf(
  rows: readonly PageRow[],
  moreRows: number,
  findings: readonly PageFinding[],
  words: Words,
): HTMLElement {
  const all = rows.length + moreRows;
  const details = h('details', [
    h('summary', all === 1 ? 'The row of the file' : `The ${number(all)} rows of the file`),
  ]);
  // The table is made when it is looked at: a page may hold thousands of rows.
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1)
      details.append(...rowTable(rows, moreRows, findings, words));
  });
  return details;
}

function rowTable(
  rows: readonly PageRow[],
  moreRows: number,
  findings: readonly PageFinding[],
  words: Words,
): HTMLElement[] {
  const marked = new Set(findings.map(({ file, line, cell }) => `${line} ${cell?.[0]} ${file}`));
  const named = findings.flatMap(({ cell }) => (cell ? [cell[0]] : []));
  const columns = [...new Set([...rows.flatMap(({ cells }) => cells.map(([column]) => column)), ...named])];
  columns.sort((a, b) => a - b);
  const cellOf = ({ file, line, cells }: PageRow, column: number) => {
    const isMarked = marked.has(`${line} ${column} ${file}`);
    const cell = cells.find(([of]) => of === column) ?? (isMarked ? ([column, ''] as const) : undefined);
    return h(isMarked ? 'td.marked' : 'td', cell && words.cell(cell));
  };
  const lines = columns.map((column) =>
    h('tr', h('th', { scope: 'row' }, words.columnOf([column, ''])), [
      rows.map((row) => cellOf(row, column)),
    ]),
  );
  const heads = ['Column', ...rows.map(({ file, line }) => words.place(file, line))];
  const scroll = table('Rows', heads, lines, 'rows');
  const unused = Math.max(...rows.map((row) => row.unused));
  const rest = [
    moreRows > 0 && `and ${count(moreRows, 'more row')}`,
    unused > 0 &&
      `${count(unused, 'column')} that no field uses ${unused === 1 ? 'is' : 'are'} not in this page`,
  ].filter((text) => text !== false);
  return rest.length > 0 ? [scroll, h('p.hint', `${rest.join('; ')}.`)] : [scroll];
}
