// Rows of several kinds in one file: which are line items, and which say what is true of the order.
import { expect, it } from 'vitest';
import { joinSpecs } from '../../../src/orders/order-flags.ts';
import { codes, desk } from '../support.ts';
import { csvOf, failRows, itemsOf, type Json, line, load, mappingOf, type Row, readRows } from './support.ts';

const kinds = (more: Json = {}): Json =>
  mappingOf({
    ...more,
    rows: { item: { column: 'Type', equals: 'item' }, ...(more['rows'] as Json) },
    order: { total_amount_cents: 'Amount', note: 'Note', ...(more['order'] as Json) },
    item: { unit_price_amount_cents: 'Amount', ...(more['item'] as Json) },
  });
const row = (Type: string, more: Row = {}): Row => line('1', { Type, Amount: '', Note: '', ...more });

it('values of the order come from its own rows, wherever they stand; items have their own', async () => {
  const rows = [
    row('item', { Amount: '4.00', Note: 'of the item', At: '2026-05-03 10:00' }),
    row('order', { Amount: '9.00', Note: '', Qty: '7' }),
    row('item', { Amount: '5.00', Sku: 'B' }),
  ];
  const [found] = await readRows(rows, kinds());
  expect(codes(found)).toEqual([]);
  // The note is on no row of the order: then that of another row counts. updated_at is the order's, though an item is later.
  expect(found!.raw).toMatchObject({
    total_amount_cents: 900,
    note: 'of the item',
    updated_at: '2026-05-01T10:00:00+01:00',
  });
  expect(
    itemsOf(found!).map((one) => [one['identifier'], one['sku'], one['unit_price_amount_cents']]),
  ).toEqual([
    ['1-A', 'A', 400],
    ['1-B', 'B', 500],
  ]);
  expect(found!.placeOf('total_amount_cents')).toMatchObject({ line: 3, column: 6 });
  expect(found!.placeOf('note')).toMatchObject({ line: 2, column: 7 });
  expect(found!.placeOf('items[1].unit_price_amount_cents')).toMatchObject({ line: 4, column: 6 });
});

it('two rows of the order that differ are noted; an order without such a row takes the rows that it has', async () => {
  const two = [
    row('order', { Amount: '9.00' }),
    row('order', { Amount: '8.00' }),
    row('item', { Amount: '4.00' }),
  ];
  expect(codes((await readRows(two, kinds()))[0])).toEqual(['note order.rows.differ total_amount_cents']);
  const [none] = await readRows([row('item', { Amount: '4.00' })], kinds());
  expect([codes(none), (none!.raw as Json)['total_amount_cents']]).toEqual([[], 400]);
});

it('with "blank": "keep" only the rows of the order speak for it', async () => {
  const rows = [row('item', { Amount: '4.00', Note: 'of the item' }), row('order', { Amount: '9.00' })];
  const [found] = await readRows(rows, kinds({ rows: { blank: 'keep' } }));
  expect(found!.raw).not.toHaveProperty('note');
  expect(found!.raw).toMatchObject({ total_amount_cents: 900 });
});

it('a row that is said to be an item is one, even when its cells are blank; rules look at all rows', async () => {
  const warn = [{ when: { column: 'Type', equals: 'order' }, reason: 'seen' }];
  const rows = [row('order', { Amount: '9.00' }), row('item', { Sku: '', Qty: '' })];
  const [found] = await readRows(rows, kinds({ rows: { warn } }));
  expect([codes(found), itemsOf(found!).length]).toEqual([['warning order.map.warned '], 1]);
});

it('rows.order takes the first column that is not empty', async () => {
  const bulk = kinds({
    rows: { order: { column: ['Parent', 'Id'] }, item: { column: 'Parent', empty: false } },
    item: { identifier: 'Id' },
  });
  const rows = [
    { ...row('', { Amount: '9.00', Id: 'g1', Parent: '' }), No: '1001' },
    { ...row('', { Amount: '8.00', Id: 'g2', Parent: '' }), No: '1002' },
    { ...row('', { Amount: '4.00', Id: 'i1', Parent: 'g1', At: '' }), No: '' },
    { ...row('', { Amount: '5.00', Id: 'i2', Parent: 'g2', At: '' }), No: '' },
  ];
  const found = await readRows(rows, bulk);
  expect(found.map((one) => [one.id, (one.raw as Json)['total_amount_cents'], codes(one)]).sort()).toEqual([
    ['1001', 900, []],
    ['1002', 800, []],
  ]);
  expect(found.flatMap((one) => itemsOf(one).map((each) => each['identifier'])).sort()).toEqual(['i1', 'i2']);
});

it('a row of the order is no refund because rows of it name their order', async () => {
  const bulk = kinds({
    rows: { order: { column: ['Parent', 'No'] }, refund: { column: 'Parent', empty: false } },
    order: { identifier: 'No' },
    refund: { identifier: 'Ref', total_refund_amount_cents: 'Amount', created_at: 'At' },
    refund_line: { quantity: 'Units' },
  });
  const own = { ...row('order', { Amount: '9.00' }), Parent: '', Units: '', Ref: '' };
  const refunded = { ...row('item', { Amount: '2.00', Units: '1', Ref: 'R' }), Parent: '1' };
  const [found] = await readRows([own, refunded], bulk);
  expect([codes(found), (found!.raw as { refunds: Json[] }).refunds.length]).toEqual([[], 1]);
});

it('an order is found in a joined file when its first row lacks the identifier', async () => {
  const bulk = kinds({
    rows: { order: { column: ['Parent', 'Id'] } },
    order: { note: 'oms.note' },
  });
  const rows = [
    { ...row('item', { Amount: '4.00', Id: '', Parent: 'g1' }), No: '' },
    { ...row('order', { Amount: '9.00', Id: 'g1', Parent: '' }), No: '1001' },
  ];
  const at = desk();
  at.file('f1.csv', csvOf(rows));
  at.file('oms.csv', 'identifier,note\n1001,hello\n');
  const [found] = await at.read('f1.csv', { map: load(bulk), joins: joinSpecs(['oms=oms.csv'], []) });
  expect(found!.raw).toMatchObject({ identifier: '1001', note: 'hello' });
});

it('columns of a joined file alone do not say which rows hold refunds', async () => {
  const at = desk();
  at.file('f1.csv', csvOf([line('1')]));
  at.file('oms.csv', 'identifier,R,M,D,U\n1,R1,1.00,2026-06-01 09:00,1\n');
  const map = load(
    mappingOf({
      refund: { identifier: 'oms.R', total_refund_amount_cents: 'oms.M', created_at: 'oms.D' },
      refund_line: { quantity: 'oms.U' },
    }),
  );
  const failure = await at.fail('f1.csv', { map, joins: joinSpecs(['oms=oms.csv'], []) });
  expect([failure.place?.path, failure.message]).toEqual([
    'refund',
    expect.stringMatching(/Which rows hold refunds/),
  ]);
});

it.each<[string, Json, string]>([
  ['a refund without its identifier', { refund: { created_at: 'D' }, refund_line: {} }, 'refund'],
  ['a refund without lines', { refund: complete()['refund'] }, ''],
  ['rows.refund alone', { rows: { refund: { column: 'Type', equals: 'r' } } }, 'rows.refund'],
  ['refunds twice', { ...complete(), order: { refunds: 'J' } }, 'order.refunds'],
  ['a constant date', complete({ created_at: { constant: '2026-01-01' } }), 'refund.created_at'],
])('%s is refused with its place', (_, more, path) => {
  try {
    load(mappingOf(more));
  } catch (error) {
    expect(error).toMatchObject({ code: 'input.map.refund', exitCode: 6 });
    expect((error as { place: { path?: string } }).place.path ?? '').toBe(path);
    return;
  }
  throw new Error('nothing failed');
});

function complete(more: Json = {}): Json {
  return {
    refund: { identifier: 'R', total_refund_amount_cents: 'M', created_at: 'D', ...more },
    refund_line: { quantity: 'U' },
  };
}

it.each<[string, Json, string, RegExp]>([
  [
    'elsewhere',
    { item: { identifier: { generate: 'refund' } } },
    'item.identifier',
    /Only refund.identifier/,
  ],
  [
    'over elsewhere',
    { order: { total_amount_cents: { sum: ['M'], over: 'refund_lines' } } },
    'order.total_amount_cents.over',
    /Only refund.total/,
  ],
  [
    'no column of its own',
    {
      ...complete({ identifier: 'No', total_refund_amount_cents: 'Qty', created_at: 'At' }),
      refund_line: { quantity: 'Qty' },
    },
    'refund',
    /Which rows hold refunds/,
  ],
])('what cannot be read is refused when the header is known: %s', async (_, more, path, message) => {
  const failure = await failRows([line('1', { R: '', M: '', D: '', U: '' })], mappingOf(more));
  expect([failure.exitCode, failure.place?.path]).toEqual([6, path]);
  expect(failure.message).toMatch(message);
});
