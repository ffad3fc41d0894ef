// JSON as an unknown table: where its records and its line items are.
import { describe, expect, it } from 'vitest';
import { openTable } from '../../../../src/orders/map/look/table.ts';
import { atEndOfTest } from '../../../helpers/ends.ts';
import { desk } from '../../../input/support.ts';

async function opened(value: unknown, name = 'export.json') {
  const at = desk();
  at.file(name, typeof value === 'string' ? value : JSON.stringify(value));
  const table = await openTable(at.platform, { path: name }, at.spool, new AbortController().signal);
  atEndOfTest(() => table.close());
  const rows: (readonly string[])[] = [];
  await table.read((row) => rows.push(row));
  expect(await table.head()).toEqual(rows);
  const { names, json } = table;
  return { names, rows, items: json?.items, records: json?.records };
}

const lines = [
  { sku: 'A', name: 'Shirt', quantity: 2, price: 12.1, discount: 0, tax: 1, total: 24.2 },
  { sku: 'B', name: 'Hose', quantity: 1, price: 3, discount: 0, tax: 1, total: 3 },
];
const order = (no: string) => ({
  order_number: no,
  created_at: '2026-05-01T10:00:00Z',
  currency: 'EUR',
  email: 'a@example.com',
  lines,
});
const ONE = { items: 'lines[]' };

describe('a single order', () => {
  it.each<[string, unknown, object]>([
    ['by itself', order('1'), ONE],
    ['in a list', [order('1')], ONE],
    ['below order', { order: order('1') }, ONE],
    ['below data, beside a status', { status: 'ok', data: order('1') }, ONE],
    ['below two keys', { response: { result: order('1') } }, ONE],
    ['in the list of an answer', { orders: [order('1')], total: 1, page: 1 }, { ...ONE, records: 'orders' }],
  ])('%s has its lines as rows', async (_, value, expected) => {
    const found = await opened(value);
    expect(found).toMatchObject(expected);
    expect(found.names).toContain('order_number');
    expect(found.rows).toHaveLength(2);
  });

  it('on each line of NDJSON, below a key or not', async () => {
    const text = [{ data: order('1') }, order('2')].map((one) => `${JSON.stringify(one)}\n`).join('');
    const found = await opened(text, 'export.ndjson');
    expect(found).toMatchObject({ items: 'lines[]' });
    const at = found.names.indexOf('order_number');
    expect(found.rows.map((row) => row[at])).toEqual(['1', '1', '2', '2']);
  });
});

describe('the line items', () => {
  it('are a list of objects with a quantity, whatever its name', async () => {
    const value = { ...order('1'), lines: undefined, basket: { content: [{ pid: 1, quantity: 2 }] } };
    expect(await opened([value, value])).toMatchObject({ items: 'basket.content[]' });
    const notes = { ...order('1'), lines: undefined, notes: [{ text: 'x', author: 'y' }] };
    expect((await opened([notes])).items).toBeUndefined();
  });

  const few = (i: number) =>
    i % 6 === 0 ? [{ id: 'C1', lines: [{ sku: 'A', quantity: 1, price: 3 }] }] : [];
  it.each<[string, (i: number) => object, string]>([
    ['not those of a few credit notes', (i) => ({ positions: lines, creditNotes: few(i) }), 'positions[]'],
    ['of names that nobody knows', () => ({ positions: [{ pos: 1, stk: 2, ep: 9.9 }] }), 'positions[]'],
    [
      'beside shipments',
      () => ({ rows: lines, shipments: [{ items: [{ sku: 'A', quantity: 1 }] }] }),
      'rows[]',
    ],
    ['of a shop that calls them transactions', () => ({ transactions: lines }), 'transactions[]'],
    ['of an ERP', () => ({ transaction_lines_attributes: lines }), 'transaction_lines_attributes[]'],
  ])('are the list that nearly all records have: %s', async (_, more, items) => {
    const records = Array.from({ length: 20 }, (_, i) => ({
      ...order(`${i}`),
      lines: undefined,
      ...more(i),
    }));
    expect((await opened(records)).items).toBe(items);
  });

  it('may hold the order: such rows are not taken for answers around it', async () => {
    const line = {
      ...lines[0],
      order: { order_number: '1', created_at: '2026-05-01', email: 'a@example.com' },
    };
    const found = await opened([line, line]);
    expect(found.names).toEqual(expect.arrayContaining(['sku', 'quantity', 'order.order_number']));
    expect(found.rows).toHaveLength(2);
  });

  it('rows of a list that names its orders stay the records', async () => {
    const rows = ['1', '1', '2'].map((order_id, i) => ({ order_id, ...lines[i % 2] }));
    expect(await opened({ orders: rows })).toMatchObject({ records: 'orders', items: undefined });
    const few = rows.map(({ order_id, sku }) => ({ order_id, sku }));
    expect(await opened({ orders: few })).toMatchObject({ records: 'orders', items: undefined });
  });
});

it('of a key that stands twice the last value is shown', async () => {
  const text = JSON.stringify([order('1')]).replace('"currency"', '"currency":"USD","currency"');
  const { names, rows } = await opened(text);
  expect(rows.map((row) => row[names.indexOf('currency')])).toEqual(['EUR', 'EUR']);
});
