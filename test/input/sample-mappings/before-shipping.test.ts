// Refunds before anything has shipped, and refunds that were never paid. The values were worked out by hand: units at 20.00, tax of
// 1.60 a unit where there is any.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { checked, csvText, type Json, linesOf, type Row, rowsOf, sample, textOf } from './export-rows.ts';

interface Sent {
  readonly identifier: string;
  readonly status: string;
  readonly total_amount_cents: number;
  readonly items: readonly Record<string, number>[];
  readonly refunds: readonly { identifier: string; total_refund_amount_cents: number }[];
}
interface Checked {
  readonly refused: { readonly by_code: readonly { code: string }[] };
  readonly warnings: readonly { code: string }[];
  readonly skipped_by?: readonly { reason: string; rows: number }[];
}

/** Each order as `status total`, its lines as `ordered shipped cancelled`, its refunds as `number cents`. */
async function mapped(map: string, files: Readonly<Record<string, unknown>>, ...flags: readonly string[]) {
  const words = [Object.keys(files)[0]!, '--map', sample(`mappings/${map}.json`), ...flags];
  const { orders, document: read } = await checked<Sent>(files, ...words);
  const shown = orders.map((one) => [
    `${one.status} ${one.total_amount_cents}`,
    one.items.map((i) => `${i['quantity']} ${i['quantity_shipped']} ${i['quantity_canceled']}`).join(', '),
    one.refunds.map((r) => `${r.identifier} ${r.total_refund_amount_cents}`).join(', '),
  ]);
  const document = await read<Checked>();
  const warned = document.warnings.map(({ code }) => code);
  const skipped = (document.skipped_by ?? []).map(({ reason, rows }) => `${rows} ${reason}`);
  return { shown, refused: document.refused.by_code.map(({ code }) => code), warned, skipped };
}

/** Ordered, shipped and refunded units of each line of an order, such as `2 1 1, 1 0 0`. */
const unitsOf = (lines: string) => lines.split(', ').map((line) => line.split(' ').map(Number) as Units);
type Units = [ordered: number, shipped: number, refunded: number];

const magento = linesOf('magento-rest.ndjson').find((one) => one['increment_id'] === '000000014')!;
function magentoOrder(status: string, units: string, memos: readonly Json[] = [], type = 'simple') {
  const lines = unitsOf(units);
  const net = lines.reduce((sum, [ordered]) => sum + ordered * 20, 0);
  return {
    ...{ ...magento, status, subtotal: net, tax_amount: (net * 8) / 100, discount_amount: 0 },
    ...{ shipping_amount: 5, grand_total: (net * 108 + 500) / 100 },
    items: lines.map(([qty_ordered, qty_shipped, qty_refunded], i) => ({
      ...{
        ...(magento['items'] as Json[])[0],
        item_id: i + 1,
        price: 20,
        tax_amount: (qty_ordered * 16) / 10,
      },
      ...{ qty_ordered, qty_shipped, qty_refunded, qty_invoiced: qty_ordered, product_type: type },
    })),
    ...{ creditmemos: memos, shipments: [] },
  };
}
const memo = (id: string, state?: number) => ({
  ...{ increment_id: id, state, created_at: '2025-09-17 10:00:00', grand_total: 21.6 },
  items: [{ entity_id: `${id}1`, order_item_id: 1, qty: 1 }],
});
const ofMagento = (...given: Parameters<typeof magentoOrder>) =>
  mapped('magento-rest', { 'o.json': [magentoOrder(...given)] });

test.each<[string, string, [status: string, lines: string] | 'refused', type?: string]>([
  // 2 ordered, 1 refunded before it shipped, the other has shipped: 20.00 + 1.60.
  ['complete', '2 1 1', ['Shipped 2160', '2 1 1']],
  // The whole second line was refunded before it shipped.
  ['complete', '1 1 0, 1 0 1', ['Shipped 2160', '1 1 0, 1 0 1']],
  ['processing', '2 0 1', ['Created 0', '2 0 0']],
  ['closed', '2 1 2', ['Shipped 2160', '2 1 1']],
  // Magento says complete, too, when 2 units that came back make up for one that is still to ship.
  ['complete', '2 2 2, 1 0 0', 'refused'],
  // Invoiced: shipped. 2 x 21.60 + 5.00.
  ['complete', '2 0 1', ['Shipped 4820', '2 2 0'], 'virtual'],
])('Magento REST: %s, %j', async (status, lines, expected, type) => {
  const { shown, refused } = await ofMagento(status, lines, [memo('CM1', 2)], type);
  if (expected === 'refused') expect(refused).toContain('order.status.shipped_early');
  else expect(shown).toEqual([[...expected, 'CM1 2160']]);
});

test('Magento REST: credit memos that are open or cancelled are skipped with a reason', async () => {
  const memos = [memo('CM1', 3), memo('CM2', 2), memo('CM3', 1), memo('CM4')];
  const { shown, skipped } = await ofMagento('complete', '3 3 2', memos);
  // 3 x 21.60 + 5.00; a memo without a state counts as before.
  expect(shown).toEqual([['Shipped 6980', '3 3 0', 'CM2 2160, CM4 2160']]);
  expect(skipped.sort()).toEqual([
    '1 cancelled credit memo: no money went back',
    '1 open credit memo: no money went back yet',
  ]);
});

test('Magento REST: a cancelled adjustment, which has no items, is reported by its state alone', async () => {
  const adjustment = { ...memo('CM1', 3), items: [] };
  const { shown, skipped, warned } = await ofMagento('complete', '1 1 0', [adjustment]);
  expect(shown).toEqual([['Shipped 2660', '1 1 0', '']]);
  expect(skipped).toEqual(['1 cancelled credit memo: no money went back']);
  expect(warned).not.toContain('refund.lines.none');
});

test('Magento, order items: a unit that was refunded before it shipped', async () => {
  const rows = rowsOf(sample('exports/magento-order-items.csv'), ',').filter(
    (row) => row['increment_id'] === '000000014',
  );
  const grid = rowsOf(sample('exports/magento-order-grid.csv'), ',').filter(
    (row) => row['ID'] === '000000014',
  );
  // 2 units at 24.00 with 3.84 tax: 24.00 + 1.92 for the one that has shipped.
  const items = rows.map((row): Row => (row['item_id'] === '' ? row : { ...row, qty_shipped: '1.0000' }));
  const files = { 'items.csv': csvText(items), 'grid.csv': csvText(grid) };
  const { shown } = await mapped('magento-order-items', files, '--with', 'grid=grid.csv');
  expect(shown).toEqual([['Shipped 2592', '2 1 1', '900000140 2592']]);
});

test('what puts the credit memos of Magento into its orders takes only those that were paid', () => {
  const query = fs.readFileSync(sample('mappings/magento-order-items.sql'), 'utf8');
  const page = fs.readFileSync(sample('../docs/platforms.md'), 'utf8');
  expect(query).toMatch(/FROM sales_creditmemo m\n(.*\n)+?\s+WHERE m\.state = 2\n/);
  expect(page).toContain('select(.order_id == $id and .state == 2)\n      | .items |=');
});

const [bigLine] = linesOf('bigcommerce-rest.ndjson');
const bigOrder = JSON.parse(textOf('exports/bigcommerce-rest-orders.json'))[0] as Json;
const bigAddress = JSON.parse(textOf('exports/bigcommerce-rest-addresses.json'))[0] as Json;
const payment = (amount: number, is_declined: boolean) => ({ amount, is_declined });

/** One order of 20.00 a unit without tax, one unit of its first line refunded. */
function ofBigCommerce(order: Json, given: string, payments: readonly Json[] = [payment(20, false)]) {
  const lines = unitsOf(given);
  const units = lines.reduce((sum, [ordered]) => sum + ordered, 0);
  const products = lines.map(([quantity, quantity_shipped, quantity_refunded], i) => ({
    ...{ ...bigLine, id: i + 1, order_id: 1, quantity, quantity_shipped, quantity_refunded },
    ...{ price_ex_tax: '20.0000', price_inc_tax: '20.0000', total_tax: '0.0000' },
  }));
  const refund = {
    ...{ id: 501, order_id: 1, created: '2026-03-20T12:00:00+00:00', total_amount: 20, payments },
    items: [
      { item_type: 'PRODUCT', item_id: lines.findIndex(([, , refunded]) => refunded > 0) + 1, quantity: 1 },
    ],
  };
  const sum = `${units * 20}.0000`;
  const record = {
    ...{
      ...bigOrder,
      id: 1,
      subtotal_ex_tax: sum,
      subtotal_inc_tax: sum,
      total_inc_tax: sum,
      total_tax: '0.0000',
    },
    ...{ shipping_cost_ex_tax: '0.0000', shipping_cost_inc_tax: '0.0000', shipping_cost_tax: '0.0000' },
    ...{ items_shipped: lines.reduce((shipped, [, of]) => shipped + of, 0), ...order },
  };
  const files = {
    'l.json': [...products, refund],
    'o.json': [record],
    'a.json': [{ ...bigAddress, order_id: 1 }],
  };
  return mapped('bigcommerce-rest', files, '--with', 'orders=o.json', '--with', 'addresses=a.json');
}
const PART = { status_id: 14, status: 'Partially Refunded' };
const UNSENT = { date_shipped: '' };

test.each<[string, Json, string, status: string, lines: string, isWarned: boolean]>([
  [
    'refunded before anything shipped',
    { ...PART, ...UNSENT },
    '2 0 1, 1 0 0',
    'Created 0',
    '2 0 1, 1 0 0',
    true,
  ],
  ['a part has shipped, which one is not said', PART, '2 1 1, 1 0 0', 'Created 2000', '2 1 0, 1 0 0', true],
  ['after all has shipped', PART, '2 2 1', 'Shipped 4000', '2 2 0', false],
  ['shipped without a shipment', PART, '2 0 1', 'Shipped 4000', '2 2 0', false],
  [
    'disputed when a part has shipped',
    { status_id: 13 },
    '1 1 1, 1 0 0',
    'Created 2000',
    '1 1 0, 1 0 0',
    false,
  ],
])('BigCommerce REST: %s', async (_, order, lines, status, units, isWarned) => {
  const { shown, refused, warned } = await ofBigCommerce(order, lines);
  expect(refused).toEqual([]);
  expect(shown).toEqual([[status, units, '501 2000']]);
  expect(warned.includes('order.map.warned')).toBe(isWarned);
});

test.each<[string, readonly Json[], refund: string, skipped: number, isWarned: boolean]>([
  ['declined', [payment(20, true)], '', 1, false],
  ['one of two declined: the other counts', [payment(12.5, true), payment(7.5, false)], '501 750', 0, true],
  ['two paid', [payment(12.5, false), payment(7.5, false)], '501 2000', 0, false],
  ['none told', [], '501 2000', 0, false],
])('BigCommerce REST: the payments of a refund, %s', async (_, payments, refund, skipped, isWarned) => {
  const its = await ofBigCommerce(PART, '2 2 1', payments);
  expect(its.shown).toEqual([['Shipped 4000', '2 2 0', refund]]);
  expect(its.skipped).toHaveLength(skipped);
  expect(its.warned.includes('order.map.warned')).toBe(isWarned);
  // The unit of a refund that is not sent is not forgotten.
  expect(its.warned.includes('item.quantity_refunded.alone')).toBe(refund === '');
});

test('Squarespace: a cancelled line of an order that has shipped', async () => {
  const rows = rowsOf(sample('exports/squarespace-orders.csv'), ',').filter(
    (row) => row['Order ID'] === '1070',
  );
  const text = csvText(
    rows.map((row, i) => (i === 0 ? row : { ...row, 'Lineitem fulfillment status': 'canceled' })),
  );
  // 25.00 of 37.50 have shipped, with 2.00 of 3.00 tax.
  const { shown } = await mapped('squarespace-orders', { 's.csv': text });
  expect(shown).toEqual([['Shipped 2700', '1 1 0, 1 0 1', '']]);
});
