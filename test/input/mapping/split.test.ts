import { describe, expect, it } from 'vitest';
import { MAPPED_ROW_RULES } from '../../../src/contract/order-rules/mapping.ts';
import { collect, desk } from '../support.ts';
import { csvOf, failRows, itemsOf, type Json, load, mappingOf, type Row, readRows } from './support.ts';

const order = (no: string, more: Row): Row => ({ No: no, At: '2026-05-01 10:00', ...more });
const TEXTS = { column: 'Items', pattern: '{quantity} x {title} ({sku})' };
const ofItems = (split: Json, more: Json = {}): Json =>
  mappingOf({
    rows: { split },
    ...more,
    item: {
      sku: 'Items[].sku',
      quantity: 'Items[].quantity',
      title: 'Items[].title',
      ...(more['item'] as Json),
    },
  });
const lines = async (rows: readonly Row[], mapping: Json) =>
  (await readRows(rows, mapping)).map((one) =>
    itemsOf(one).map(({ sku, quantity, title }) =>
      [sku, quantity, title].filter((part) => part !== undefined),
    ),
  );

describe('texts', () => {
  it('become lines; the other cells are those of the order', async () => {
    const rows = [
      order('1', { Items: '2 x Shirt (A-1); 1 x Hose (B-2)' }),
      order('2', { Items: '10 x Shirt (red, M) (A-1);' }),
    ];
    expect(await lines(rows, ofItems(TEXTS))).toEqual([
      [
        ['A-1', 2, 'Shirt'],
        ['B-2', 1, 'Hose'],
      ],
      [['A-1', 10, 'Shirt (red, M)']],
    ]);
  });

  it.each([
    ['{sku}: {title} * {quantity}', 'A: 1: Shirt x L * 3', ['A', 3, '1: Shirt x L']],
    ['{title} - {sku} ({quantity})', 'A - B - C-1 (2)', ['C-1', 2, 'A - B']],
  ])('%s reads %j', async (pattern, text, parts) => {
    const names = pattern.match(/\w+/g)!.filter((part) => part.length > 1);
    const item = Object.fromEntries(names.map((part) => [part, `Items[].${part}`]));
    const mapping = mappingOf({ rows: { split: { column: 'Items', pattern, separator: '|' } } });
    mapping['item'] = { identifier: { generate: 'line' }, ...item };
    expect(await lines([order('1', { Items: text })], mapping)).toEqual([[parts]]);
  });

  it('a text that does not fit, or fits in several ways, refuses its order and no other', async () => {
    const found = await readRows(
      [
        order('1', { Items: '2 x Shirt (A-1); Hose' }),
        order('2', { Items: '2 x Shirt (A-1)' }),
        order('3', { Items: `1 x ${'long '.repeat(300)}(A-1)` }),
      ],
      ofItems(TEXTS),
    );
    expect(
      found.map(({ findings }) => findings.map(({ code, severity, args }) => [code, severity, args])),
    ).toEqual([
      [['cell.split', 'error', { column: 'Items[1]', cell: 'Items[1]', found: 'Hose', line: 2 }]],
      [],
      [
        [
          'cell.split',
          'error',
          {
            column: 'Items[0]',
            cell: 'Items[0]',
            found: expect.stringMatching(/^1 x long .{50,60}$/),
            line: 4,
          },
        ],
      ],
    ]);
    expect(MAPPED_ROW_RULES[0]!.say(found[0]!.findings[0]!.args, '')).toBe(
      '"Hose" in Items[1] (record of line 2) is no line as rows.split of the mapping has it',
    );
    const close = ofItems({ column: 'Items', pattern: '({sku}) {title}{quantity}' });
    const [clear, vague] = await readRows(
      [order('1', { Items: '(A) Shirt2' }), order('2', { Items: '(A) Shirt12' })],
      close,
    );
    expect(clear!.findings).toEqual([]);
    expect(vague!.findings).toMatchObject([{ code: 'cell.split', args: { found: '(A) Shirt12' } }]);
  });

  it('an empty cell is no line', async () => {
    const mapping = ofItems(TEXTS, { item: { shipped_date: 'At' } });
    expect(await lines([order('1', { Items: ' ; ' })], mapping)).toEqual([[]]);
  });
});

describe('JSON', () => {
  const mapping = ofItems(
    { column: 'Items' },
    {
      item: {
        title: 'Items[].name.long',
        unit_price_amount_cents: 'Items[].price',
        tax_amount_cents: { sum: ['Items[].taxes[].amount'] },
      },
    },
  );
  const list = [
    {
      sku: 'A',
      quantity: 2,
      price: '12.10',
      name: { long: 'Shirt' },
      taxes: [{ amount: 1 }, { amount: 2.5 }],
    },
    { sku: 'B', quantity: 1, price: '3', name: { long: 'Hose' }, taxes: [] },
  ];

  it('is read by paths as a JSON export is', async () => {
    const rows = [
      order('1', { Items: JSON.stringify(list) }),
      order('2', { Items: JSON.stringify(list[1]) }),
      order('3', { Items: '[]' }),
    ];
    expect((await readRows(rows, mapping)).map(itemsOf)).toMatchObject([
      [
        { sku: 'A', quantity: 2, unit_price_amount_cents: 1210, tax_amount_cents: 350, title: 'Shirt' },
        { sku: 'B', quantity: 1, unit_price_amount_cents: 300, title: 'Hose' },
      ],
      [{ sku: 'B' }],
      [],
    ]);
  });

  it.each(['[{"sku":', 'A', '[1]', '[{"sku":{"a":1}}]', '{"a":1,"a":2}'])(
    '%s refuses the order',
    async (text) => {
      const [found] = await readRows([order('1', { Items: text })], mapping);
      expect(found!.findings).toMatchObject([
        { code: 'cell.split', args: { cell: 'Items', found: text, line: 2 } },
      ]);
    },
  );
});

describe('numbered columns', () => {
  const split = { numbered: ['Item [] Name', 'lineitem_sku_[]', 'Item [] Qty'] };
  const mapping = ofItems(split, {
    item: { sku: 'lineitem_sku_[]', title: 'Item [] Name', quantity: 'Item [] Qty' },
  });
  const wide = (no: string, ...items: (readonly string[])[]) =>
    order(
      no,
      Object.fromEntries(
        Array.from({ length: 11 }, (_, i) => i + 1).flatMap((n) => [
          [`Item ${n} Name`, items[n - 1]?.[0] ?? ''],
          [`lineitem_sku_${n}`, items[n - 1]?.[1] ?? ''],
          [`Item ${n} Qty`, items[n - 1]?.[2] ?? '0'],
        ]),
      ),
    );

  it('become lines in the order of their numbers; columns with zeros only are no line', async () => {
    const many = Array.from({ length: 11 }, (_, i) => [`N${i + 1}`, `S${i + 1}`, '1']);
    const found = await readRows(
      [wide('1', ['Shirt', 'A', '2'], ['', '', '0'], ['Hose', 'B', '1']), wide('2', ...many)],
      mapping,
    );
    expect(itemsOf(found[0]!)).toMatchObject([
      { sku: 'A', quantity: 2, title: 'Shirt' },
      { sku: 'B', quantity: 1, title: 'Hose' },
    ]);
    expect(itemsOf(found[1]!).map(({ sku }) => sku)).toEqual(many.map(([, sku]) => sku));
    expect(found[0]!.placeOf('items[1].sku')).toMatchObject({ line: 2, column: 10 });
    expect(found[0]!.placeOf('items[1].quantity')).toMatchObject({ line: 2, column: 11 });
    expect(found[0]!.cellOf!('items[1].sku')).toMatchObject({
      name: 'lineitem_sku_3',
      column: 10,
      text: 'B',
    });
  });
});

describe('what does not fit the header', () => {
  it.each([
    [{ column: 'Itmes', pattern: '{sku}' }, 'The file has no column "Itmes". Did you mean "Items"?'],
    [{ column: 'Items', pattern: 'sku' }, 'The pattern names no part'],
    [{ numbered: ['Item Name'] }, 'The name "Item Name" has no [] for its number'],
    [{ numbered: ['Item [] Name'] }, 'The file has no column such as "Item 1 Name"'],
    [{ numbered: ['Item [] Name'], column: 'Items' }, 'rows.split has either "column" or "numbered"'],
    [{}, 'rows.split has either "column" or "numbered"'],
  ])('%j', async (split, message) => {
    const failure = await failRows([order('1', { Items: 'A' })], ofItems(split));
    expect(failure).toMatchObject({ code: 'input.map.split', exitCode: 6, message });
    expect(failure.place).toMatchObject({ file: 'map.json', path: expect.stringContaining('rows.split') });
  });

  it('a part that the pattern lacks, and rows.item with a list', async () => {
    const item = { sku: 'Items[].code' };
    expect(await failRows([order('1', { Items: 'A' })], ofItems(TEXTS, { item }))).toMatchObject({
      code: 'input.map.column',
      found: '"Items[].code"',
      expected: expect.not.stringContaining('_'),
    });
    const mapping = ofItems(TEXTS);
    mapping['rows'] = { split: TEXTS, item: { list: 'Items[]' } };
    expect(await failRows([order('1', { Items: 'A' })], mapping)).toMatchObject({ code: 'input.map.list' });
  });
});

describe('around', () => {
  it('places name the cell in the file, also of cells behind it', async () => {
    const rows = [
      order('1', { Items: '1 x A (A)' }),
      order('2', { Items: '2 x Shirt (A-1); 1 x Hose (B-2)', Note: 'n' }),
    ];
    const [, found] = await readRows(rows, ofItems(TEXTS, { order: { note: 'Note' } }));
    expect(found!.placeOf('items[1].sku')).toEqual({
      file: 'f1.csv',
      line: 3,
      column: 3,
      path: 'items[1].sku',
    });
    expect(found!.placeOf('note')).toMatchObject({ line: 3, column: 4 });
    expect(found!.cellOf!('items[1].sku')).toMatchObject({ name: 'Items[1].sku', column: 3, text: 'B-2' });
    expect(found!.table!.cellsOf(0).map(({ name }) => name)).toEqual([
      ...['No', 'At', 'Items', 'Note', 'Items[0].quantity', 'Items[0].title', 'Items[0].sku'],
    ]);
  });

  it('rows that stand apart are one order in both passes; unused parts are said', async () => {
    const at = desk();
    const rows = ['1', '2', '1'].map((no, i) => order(no, { Items: `1 x A (A${i}); 1 x B (B${i})` }));
    at.file('f1.csv', csvOf(rows));
    const mapping = ofItems(TEXTS);
    delete (mapping['item'] as Json)['title'];
    const inputs = await at.open('f1.csv', { map: load(mapping) });
    await collect(inputs, 'first');
    const found = await collect(inputs, 'counted');
    expect(found.map((one) => [one.id, itemsOf(one).map(({ sku }) => sku)]).sort()).toEqual([
      ['1', ['A0', 'B0', 'A2', 'B2']],
      ['2', ['A1', 'B1']],
    ]);
    expect(inputs.mapping?.unmapped).toEqual(['Items[].title']);
  });

  it('the decimal sign and the dates are decided over the parts', async () => {
    const split = { column: 'Items', pattern: '{quantity} x {title} ({price})' };
    const item = { unit_price_amount_cents: 'Items[].price', title: 'Items[].title' };
    const mapping = ofItems(split, { item, decimal: undefined });
    delete (mapping['item'] as Json)['sku'];
    const [found] = await readRows([order('1', { Items: '1 x A (1,50); 1 x B (1.000,00)' })], mapping);
    expect(itemsOf(found!).map((one) => one['unit_price_amount_cents'])).toEqual([150, 100000]);
    const mixed = await failRows([order('1', { Items: '1 x A (1,50); 1 x B (1.50)' })], mapping);
    expect(mixed.place).toMatchObject({ line: 2, jsonPath: 'Items[1].price' });
  });
});
