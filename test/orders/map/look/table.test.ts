// The opening of an unknown table: title lines, totals, quotes, and rows that hold several lines of an order.
import { describe, expect, it } from 'vitest';
import { openTable, type Table } from '../../../../src/orders/map/look/table.ts';
import { atEndOfTest } from '../../../helpers/ends.ts';
import { itemsOf, type Json, load } from '../../../input/mapping/support.ts';
import { desk } from '../../../input/support.ts';

async function opened(text: string, name = 'export.csv') {
  const at = desk();
  at.file(name, text);
  const table = await openTable(at.platform, { path: name }, at.spool, new AbortController().signal);
  atEndOfTest(() => table.close());
  const rows: (readonly string[])[] = [];
  await table.read((row) => rows.push(row));
  expect(await table.head()).toEqual(rows);
  return { at, table, rows };
}

/** The orders that a mapping with what the table says reads from the same file. */
async function checked({ at, table }: Awaited<ReturnType<typeof opened>>, fields: Json, order: Json = {}) {
  const { file, rules, split, delimiter } = table;
  const map = load({
    name: 'Test',
    file: { ...file, ...(delimiter !== undefined && { delimiter }) },
    rows: { ...(split && { split }), ...(rules.length > 0 && { skip: rules }) },
    dates: { timezone: 'UTC' },
    order: { identifier: 'No', created_at: 'At', updated_at: 'At', ...order },
    item: { identifier: { generate: 'line' }, ...fields },
  });
  const found = await at.read(table.name, { map, decimal: '.' });
  return found
    .filter(({ skip }) => skip === undefined)
    .map((one): readonly [string, readonly unknown[]] => [
      one.id,
      itemsOf(one).map(({ sku, quantity }) => [sku, quantity]),
    ]);
}

const facts = ({ names, delimiter, file, rules, split, unsplit }: Table) => ({
  ...{ names, delimiter, file },
  ...(rules.length > 0 && { rules }),
  ...(split && { split }),
  ...(unsplit.length > 0 && { unsplit }),
});
const NAMES = ['No', 'At', 'Sku', 'Qty'];
const ROWS = [
  ['1', '2026-05-01', 'A-1', '2'],
  ['2', '2026-05-02', 'B-2', '1'],
  ['3', '2026-05-03', 'A-1', '4'],
];
const text = (rows: readonly (readonly string[])[], delimiter = ';', end = '\n') =>
  rows.map((cells) => cells.join(delimiter) + end).join('');
const PLAIN = text([NAMES, ...ROWS]);
const EXPECTED = ROWS.map(([no, , sku, qty]) => [no, [[sku, Number(qty)]]]);
const FIELDS = { sku: 'Sku', quantity: 'Qty' };

describe('lines around the table', () => {
  it.each([
    ['none', PLAIN, {}],
    ['a blank line', `\n${PLAIN}`, {}],
    ['a title', `Order export 2026-05-03\n${PLAIN}`, { title_lines: 1 }],
    ['a title with quotes, and a blank line', `Export "all"\n\n${PLAIN}`, { title_lines: 1 }],
    [
      'two lines of cells, then delimiters',
      `Export;all;;\nfrom;2026-05-01\n;;;\n${PLAIN}`,
      { title_lines: 2 },
    ],
    ['a title of the whole width', `Export;;;\n${PLAIN}`, { title_lines: 1 }],
    ['a line for Excel', `sep=;\n${PLAIN}`, {}],
    ['a count', `${PLAIN}\n3 records, 2026-05-03\n`, { footer: ['records'] }],
    ['totals in fewer cells', `${PLAIN}Total;7\n`, { footer: ['Total'] }],
    ['both', `Orders\n${PLAIN};\nEnd of report 12\n`, { title_lines: 1, footer: ['End of report'] }],
  ])('%s', async (_, content, file) => {
    const found = await opened(content);
    expect(facts(found.table)).toEqual({ names: NAMES, delimiter: ';', file });
    expect(found.rows).toEqual(ROWS);
    expect(await checked(found, FIELDS)).toEqual(EXPECTED);
  });

  it('totals in a row of the whole width are left out by a rule', async () => {
    const found = await opened(`${PLAIN}Summe:;;;7\n`);
    const when = { column: 'No', equals: 'Summe:' };
    expect(facts(found.table)).toMatchObject({
      file: {},
      rules: [{ when, reason: 'a row with totals, no line of an order' }],
    });
    expect(found.rows).toEqual(ROWS);
    expect(await checked(found, FIELDS)).toEqual(EXPECTED);
  });

  it('a row that is full is none of totals, and a row that was cut off no footer', async () => {
    const full = await opened(`${PLAIN}4;2026-05-04;Total;1\n`);
    expect(full.table.rules).toEqual([]);
    expect(full.rows).toHaveLength(4);
    await expect(opened(`${PLAIN}4;2026-05-04;Shirt\n`)).rejects.toMatchObject({ code: 'input.row.cells' });
    await expect(opened(`${PLAIN}Smith\n`)).rejects.toMatchObject({ code: 'input.row.cells' });
  });

  it.each([',', '\t', '|'])('the delimiter %j is found below a title', async (delimiter) => {
    const { table } = await opened(`Export; of orders\n${text([NAMES, ...ROWS], delimiter)}`);
    expect(table).toMatchObject({ names: NAMES, delimiter, file: { title_lines: 1 } });
  });

  it('names that are numbers, and few names, make no title of the header', async () => {
    const numbers = await opened('No;2024;2025;\n1;5;6;7\n2;5;6;7\n');
    expect(numbers.table).toMatchObject({ names: ['No', '2024', '2025', ''], file: {} });
  });
});

it.each<[string, string, object, string]>([
  [
    'a backslash before a quote',
    String.raw`"4";"2026-05-04";"27\" TV";"1"`,
    { escape: 'backslash' },
    '27" TV',
  ],
  ['no value, as databases write it', String.raw`4;2026-05-04;"a\tb";\N`, { escape: 'backslash' }, 'a\tb'],
  ['a backslash at the end of a cell', String.raw`"4";"2026-05-04";"27\";"1"`, {}, '27\\'],
  ['a path', String.raw`4;2026-05-04;C:\New;1`, {}, 'C:\\New'],
  [
    'a report at the end, with such a quote',
    String.raw`4;2026-05-04;"an \"order\"";1`,
    { escape: 'backslash' },
    'an "order"',
  ],
])('%s', async (_, row, file, sku) => {
  const { table, rows } = await opened(`${PLAIN}${row}\n`);
  expect([table.file, rows.at(-1)?.[2]]).toEqual([file, sku]);
});

describe('cells that were quoted twice', () => {
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"""${cell}"""`);
  it('are seen and read without their quotes', async () => {
    const found = await opened(text([quoted(NAMES), ...ROWS.map(quoted)]));
    expect(facts(found.table)).toEqual({ names: NAMES, delimiter: ';', file: { quote: 'twice' } });
    expect(found.rows).toEqual(ROWS);
    expect(await checked(found, FIELDS)).toEqual(EXPECTED);
  });

  it('in one column are enough; a title between quotes is not', async () => {
    const one = await opened(
      text([NAMES, ...ROWS.map(([no, at, sku, qty]) => [no!, at!, `"""${sku}"""`, qty!])]),
    );
    expect(one.table.file).toEqual({ quote: 'twice' });
    expect(one.rows).toEqual(ROWS);
    const rows = [...ROWS, ['4', '2026-05-04', '"""Best"" of ""all"""', '1']];
    expect((await opened(text([NAMES, ...rows]))).table.file).toEqual({});
  });
});

const orders = (name: string, cells: readonly string[]) =>
  text([
    ['No', 'At', name],
    ...cells.map((cell, i) => [String(i + 1), '2026-05-01', `"${cell.replaceAll('"', '""')}"`]),
  ]);

describe('several items as text', () => {
  const column = 'Items';
  it.each<[string, readonly string[], { pattern: string; separator: string }, readonly unknown[]]>([
    [
      'units, title, sku',
      ['2 x Shirt (red) (A-1); 1 x Hose (B-2)', '1 x Cap (C-3)'],
      { pattern: '{quantity} x {title} ({sku})', separator: ';' },
      [
        ['A-1', 2],
        ['B-2', 1],
        ['C-3', 1],
      ],
    ],
    [
      'sku, units at the end',
      ['A-1 x 2, B-2 x 1', 'C-3 x 10'],
      { pattern: '{sku} x {quantity}', separator: ',' },
      [
        ['A-1', 2],
        ['B-2', 1],
        ['C-3', 10],
      ],
    ],
    [
      'lines of a cell with prices',
      ['1x Shirt [A-1] @ 12.50\n3x Hose [B-2] @ 3.00'],
      { pattern: '{quantity}x {title} [{sku}] @ {price}', separator: '\n' },
      [
        ['A-1', 1],
        ['B-2', 3],
      ],
    ],
    [
      'sizes are no skus',
      ['1 x Shirt (100ml) | 2 x Hose (100ml)', '1 x Cap (50ml)'],
      { pattern: '{quantity} x {title}', separator: '|' },
      [
        [undefined, 1],
        [undefined, 2],
        [undefined, 1],
      ],
    ],
    [
      'words in brackets are no skus',
      ['1 x Shirt (red) | 2 x Hose (blue)'],
      { pattern: '{quantity} x {title}', separator: '|' },
      [
        [undefined, 1],
        [undefined, 2],
      ],
    ],
  ])('%s', async (_, cells, split, items) => {
    const found = await opened(orders(column, cells));
    expect(found.table).toMatchObject({
      split: { column, ...split },
      unsplit: [],
      header: ['No', 'At', column],
    });
    const parts = split.pattern.match(/\w+(?=\})/g)!;
    expect(found.table.names).toEqual(['No', 'At', ...parts.map((part) => `${column}[].${part}`)]);
    expect(found.rows).toHaveLength(items.length);
    const sku = parts.includes('sku') ? { sku: `${column}[].sku` } : {};
    const read = await checked(found, { quantity: `${column}[].quantity`, ...sku });
    expect(read.flatMap(([, list]) => list)).toEqual(items);
  });

  it('one in twenty may not fit: the row has blank parts', async () => {
    const cells = [
      ...Array.from({ length: 39 }, (_, i) => `2 x Shirt (A-${i}); 1 x Hose (B-${i})`),
      'see note',
    ];
    const { table, rows } = await opened(orders(column, cells));
    expect(table.split).toBeDefined();
    expect(rows.at(-1)).toEqual(['40', '2026-05-01', '', '', '']);
  });

  it('without a regular pattern the column is named', async () => {
    const cells = ['2 x Shirt; 1 x Hose', 'Shirt 2 x, 1 * Hose; Cap', '1 x Cap | two Hoses'];
    const { table } = await opened(orders(column, cells));
    expect(table).toMatchObject({ split: undefined, unsplit: [column], names: ['No', 'At', column] });
    const skus = await opened(orders('SKU', ['A-1,B-2', 'C-3,A-1', 'B-2']));
    expect(skus.table).toMatchObject({ split: undefined, unsplit: ['SKU'] });
  });

  it.each([
    ['Title', ['Shirt, red; large', 'Hose, blue', 'Cap']],
    ['Title', ['Bolt 5 x 20 mm', 'Nut M6', 'Plate 10x20x3']],
    ['Address', ['Street 1; Floor 2', 'Street 2; Floor 3']],
    ['Note', ['please ring; thanks', 'a / b', '']],
    ['Total', ['1,204.50', '12.00', '3.99']],
    ['Time', ['11:26', '09:15', '10:01']],
  ])('%s %j is one text', async (name, cells) => {
    const { table } = await opened(orders(name, cells));
    expect(table.split).toBeUndefined();
  });
});

describe('JSON in a cell', () => {
  it('becomes rows with the paths of its values', async () => {
    const list = [
      { sku: 'A-1', qty: 2, price: { amount: '12.10' }, tags: ['x'] },
      { sku: 'B-2', qty: 1, price: { amount: '3.00' } },
    ];
    const cells = [JSON.stringify(list), JSON.stringify(list.slice(1)), '[]'];
    const found = await opened(orders('line items', cells));
    expect(found.table.split).toEqual({ column: 'line items' });
    expect(found.table.names).toEqual([
      ...['No', 'At', 'line items[].sku', 'line items[].qty', 'line items[].price.amount'],
    ]);
    expect(found.rows.map((row) => row.slice(2))).toEqual([
      ['A-1', '2', '12.10'],
      ['B-2', '1', '3.00'],
      ['B-2', '1', '3.00'],
      ['', '', ''],
    ]);
    const read = await checked(found, { sku: 'line items[].sku', quantity: 'line items[].qty' });
    expect(read.map(([, items]) => items)).toEqual([
      [
        ['A-1', 2],
        ['B-2', 1],
      ],
      [['B-2', 1]],
      [],
    ]);
  });

  it('that holds no items stays a cell', async () => {
    const { table } = await opened(
      orders('tax_lines', ['[{"title":"VAT","rate":0.2}]', '[{"title":"VAT","rate":0.1}]']),
    );
    expect(table.split).toBeUndefined();
  });
});

it('of ean131 only the last digit counts the items, as sku1 beside it says', async () => {
  const { table } = await opened(
    text([
      ['No', 'sku1', 'qty1', 'ean131', 'sku2', 'qty2', 'ean132'],
      ['1', 'A-1', '2', '4006381333931', 'B-2', '1', '4006381333948'],
      ['2', 'C-3', '1', '4006381333955', '', '', ''],
    ]),
  );
  expect(table.split).toEqual({ numbered: ['sku[]', 'qty[]', 'ean13[]'] });
});

describe('numbered columns', () => {
  const wide = (names: readonly string[], rows: readonly (readonly string[])[]) =>
    text([
      ['No', 'At', 'Address 1', 'Address 2', ...names],
      ...rows.map((row, i) => [String(i + 1), '2026-05-01', 'S', 'F', ...row]),
    ]);
  it.each([
    [
      ['Item 1 Name', 'Item 1 SKU', 'Item 1 Quantity', 'Item 2 Name', 'Item 2 SKU', 'Item 2 Quantity'],
      'Item [] SKU',
      'Item [] Quantity',
    ],
    [
      [
        'lineitem_name_1',
        'lineitem_sku_1',
        'lineitem_qty_1',
        'lineitem_name_2',
        'lineitem_sku_2',
        'lineitem_qty_2',
      ],
      'lineitem_sku_[]',
      'lineitem_qty_[]',
    ],
    [
      ['Artikel1 Name', 'Artikelnr1', 'Menge1', 'Artikel2 Name', 'Artikelnr2', 'Menge2'],
      'Artikelnr[]',
      'Menge[]',
    ],
  ])('%j', async (names, sku, quantity) => {
    const found = await opened(
      wide(names, [
        ['Shirt', 'A-1', '2', 'Hose', 'B-2', '1'],
        ['Cap', 'C-3', '1', '', '', ''],
      ]),
    );
    expect(found.table.split).toEqual({ numbered: [expect.any(String), sku, quantity] });
    expect(found.table.names.slice(0, 4)).toEqual(['No', 'At', 'Address 1', 'Address 2']);
    expect(found.rows.map((row) => row.slice(4))).toEqual([
      ['Shirt', 'A-1', '2'],
      ['Hose', 'B-2', '1'],
      ['Cap', 'C-3', '1'],
    ]);
    expect(await checked(found, { sku, quantity })).toEqual([
      [
        '1',
        [
          ['A-1', 2],
          ['B-2', 1],
        ],
      ],
      ['2', [['C-3', 1]]],
    ]);
  });

  it('without units, and others than items, are left alone', async () => {
    const products = await opened(
      wide(
        ['Product 1', 'Product 2'],
        [
          ['Shirt', 'Hose'],
          ['Cap', ''],
        ],
      ),
    );
    expect(products.table).toMatchObject({ split: undefined, unsplit: [] });
    const taxes = await opened(
      wide(['Tax 1 Name', 'Tax 1 Value', 'Tax 2 Name', 'Tax 2 Value'], [['a', '1', 'b', '2']]),
    );
    expect(taxes.table).toMatchObject({ split: undefined, unsplit: [] });
  });
});
