// Rows to messages: one table of cases for orders and ASNs, in template columns and under a mapping.
import { describe, expect, it } from 'vitest';
import { ASNS } from '../../src/asns/input/read.ts';
import { ASN_TABLE } from '../../src/input/asn-table.ts';
import { parseMapping } from '../../src/input/mapping/language/load.ts';
import type { MappedLayout } from '../../src/input/mapping/rows/mapped-layout.ts';
import { Mapper } from '../../src/input/mapping/rows/mapper.ts';
import { ORDER_TABLE, ORDERS, type Subject } from '../../src/input/message-table.ts';
import { type RowsMessage, spotInRows } from '../../src/input/rows.ts';
import { templateLayout } from '../../src/input/template-layout.ts';
import type { RowPlace } from '../../src/input/types.ts';

type Json = Record<string, unknown>;
/** Cells of a message's number, a value of it, and number and value of a line. */
type Row = readonly [number: string, value: string, line: string, sku: string];

const AT = '2026-05-01T10:00:00Z';
const AROUND = { nameOf: () => 'f.csv', edgesOf: () => ({ first: -1, last: -1 }) };
const mapped = (subject: Subject, mapping: Json): MappedLayout => {
  const text = JSON.stringify({ name: 'Test', decimal: '.', ...mapping });
  const map = parseMapping(text, 'map.json', subject.table.of);
  return new Mapper(subject, map, {}).layoutOf('f.csv', {
    names: ['No', 'Value', 'Line', 'Sku', 'At'],
    line: 1,
  });
};
const asn = (cells: readonly string[]) => [...cells, 'PRG'];
const order = (cells: readonly string[]) => [...cells, AT];
const ASN_NAMES = asn(['asn_number', 'status', 'detail.line_identifier', 'detail.sku']);
const ORDER_NAMES = ['identifier', 'currency', 'item.identifier', 'item.sku', 'updated_at'];

interface Way {
  readonly of: 'order' | 'asn';
  readonly way: 'template' | 'mapping';
  readonly layout: MappedLayout;
  readonly cellsOf: (row: Row) => string[];
}
const WAYS: readonly Way[] = [
  { of: 'order', way: 'template', layout: templateLayout(ORDER_TABLE, ORDER_NAMES), cellsOf: order },
  {
    of: 'asn',
    way: 'template',
    layout: templateLayout(ASN_TABLE, [...ASN_NAMES.slice(0, 4), 'program_identifier']),
    cellsOf: asn,
  },
  {
    of: 'order',
    way: 'mapping',
    layout: mapped(ORDERS, {
      order: { identifier: 'No', updated_at: 'At', created_at: 'At', currency: 'Value' },
      item: { identifier: 'Line', sku: 'Sku' },
    }),
    cellsOf: order,
  },
  {
    of: 'asn',
    way: 'mapping',
    layout: mapped(ASNS, {
      message: 'asn',
      asn: { asn_number: 'No', program_identifier: { constant: 'PRG' }, status: 'Value' },
      detail: { line_identifier: 'Line', sku: 'Sku' },
    }),
    cellsOf: asn,
  },
];

/** Severity, code, what it is about (`value`, or the number of a line), column, and the two lines. */
type Findings = readonly string[] | Readonly<Record<Way['way'], readonly string[]>>;

/** Number, value, line and sku of each row, `-` for a blank cell; the values found, each with its line of the file. */
const CASES: [what: string, rows: string, value: string, lines: string[], findings?: Findings][] = [
  ['each row is a line', '1 a 1 x, 1 a 2 y', 'a@2', ['x@2', 'y@3']],
  ['values of the message may stand on the first row only', '1 a 1 x, 1 - 2 y', 'a@2', ['x@2', 'y@3']],
  ['or on any one of them', '1 - 1 x, 1 a 2 y, 1 - 3 z', 'a@3', ['x@2', 'y@3', 'z@4']],
  [
    'values of the message that differ are a contradiction, or settled by the mapping',
    '1 a 1 x, 1 b 2 y',
    'a@2',
    ['x@2', 'y@3'],
    { template: ['error rows.conflict value VALUE 3 2'], mapping: ['note rows.differ value VALUE 3 2'] },
  ],
  [
    'a line again is that line',
    '1 a 1 x, 1 a 2 y, 1 a 1 x',
    'a@2',
    ['x@2', 'y@3'],
    ['note line.repeated 0  4 2'],
  ],
  [
    'a line with other content is a contradiction',
    '1 a 1 x, 1 a 2 y, 1 a 2 z',
    'a@2',
    ['x@2', 'y@3'],
    ['error line.conflict 1 SKU 4 3'],
  ],
  [
    'a row without anything of a line is none, and lines behind it are counted without it',
    '1 a - -, 1 a 1 x, 1 a 1 x',
    'a@2',
    ['x@3'],
    ['note line.repeated 0  4 3'],
  ],
  ['a message may have no line', '1 a - -', 'a@2', []],
  ['rows that do not name their line are lines of their own', '1 a - x, 1 a - x', 'a@2', ['x@2', 'x@3']],
  [
    'a value that a line lacks is looked for on its own row, not on another that has one',
    '1 a 1 x, 1 a 2 -',
    'a@2',
    ['x@2', '@3'],
  ],
];

const placesOf = (rows: readonly Row[]): RowPlace[] =>
  rows.map((_, row) => ({ file: 0, line: row + 2, start: row * 10, end: row * 10 + 10 }));

/** The lines of a message, in whatever level they stand. */
function linesIn(raw: Json): { readonly path: string; readonly sku: string }[] {
  const named = (list: unknown, at: string) =>
    (list as Json[]).map(({ sku = '' }, n) => ({ path: `${at}[${n}].sku`, sku: String(sku) }));
  if ('items' in raw) return named(raw['items'], 'items');
  return (raw['cartons'] as Json[]).flatMap(({ details }, c) => named(details, `cartons[${c}].details`));
}

describe.each(WAYS)('rows of an $of by a $way', ({ of, way, layout, cellsOf }) => {
  const VALUE = of === 'order' ? 'currency' : 'status';
  const at = of === 'order' ? 'items' : 'cartons[0].details';
  const short = ({ path }: RowsMessage['findings'][number]) =>
    path === VALUE ? 'value' : path.startsWith(at) ? path.slice(at.length + 1, -1) : path;
  const columns = { VALUE: layout.names[1]!, SKU: layout.names[3]! };

  it.each(CASES)('%s', (_what, text, value, lines, findings: Findings = []) => {
    const cells = (row: string) => row.split(' ').map((cell) => (cell === '-' ? '' : cell));
    const rows = text.split(', ').map((row) => cells(row) as unknown as Row);
    const places = placesOf(rows);
    const message = layout.build({ cells: rows.map(cellsOf), places, around: AROUND });
    const place = (path: string) => layout.placeOf(message, places, path, AROUND);
    expect(`${message.raw[VALUE]}@${place(VALUE).line}`).toBe(value);
    expect(place(VALUE).column).toBe(2);
    const found = linesIn(message.raw).map(({ path, sku }) => `${sku}@${place(path).line}`);
    expect(found).toEqual(lines);
    const expected = 'length' in findings ? findings : findings[way];
    expect(
      message.findings.map((one) => {
        const { column, line, first_line: first } = one.args;
        const name = Object.entries(columns).find(([, own]) => own === column)?.[0] ?? column;
        return `${one.severity} ${one.code.slice(of.length + 1)} ${short(one)} ${name} ${line} ${first}`;
      }),
    ).toEqual(expected);
  });

  it('belong to the message with their number; a row without a number is a message by itself', () => {
    const key = (number: string) => layout.keyOf(cellsOf([number, 'a', '1', 'x']));
    expect(key('1')).toBe(key('1'));
    expect(key('1')).not.toBe(key('2'));
    expect(key('')).toBe('');
  });
});

describe('a field path', () => {
  const message = {
    head: 0,
    lines: [],
    parts: [
      { head: 0, parts: [], lines: [0, 2] },
      { head: 3, parts: [], lines: [3] },
    ],
  };
  it.each([
    ['status', 0, 0, 'status'],
    ['from.identifier', 0, 0, 'from.identifier'],
    ['', 0, 0, ''],
    ['cartons', 0, 0, 'cartons'],
    ['cartons[1]', 1, 3, ''],
    ['cartons[1].reference.type', 1, 3, 'reference.type'],
    ['cartons[1].details', 1, 3, 'details'],
    ['cartons[0].details[1].labels[0].name', 2, 2, 'labels'],
    // What is not there stands where it would.
    ['cartons[0].details[7].sku', 1, 0, 'details'],
  ])('%s is of level %i and row %i', (path, depth, row, rest) => {
    expect(spotInRows(ASN_TABLE, message, path)).toMatchObject({ depth, row, path: rest });
  });
});
