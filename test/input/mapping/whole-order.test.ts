// Values that need all line items of an order: sums over them, and shares of an amount of the order.
import { describe, expect, it } from 'vitest';
import { dice, seedFor } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { failRows, itemsOf, type Json, line, mappingOf, type Row, readRows } from './support.ts';

const priced = (more: Json = {}) =>
  mappingOf({
    order: { discount_amount_cents: 'Discount' },
    item: { unit_price_amount_cents: 'Price', discount_amount_cents: { share: 'Discount' }, ...more },
  });
const discountsOf = async (rows: readonly Row[], mapping: Json) => {
  const [order, ...others] = await readRows(rows, mapping);
  expect(others).toEqual([]);
  return codes(order!).length > 0
    ? codes(order!)
    : itemsOf(order!).map((item) => item['discount_amount_cents']);
};
const row = (Price: string, Qty: string, Discount = '', more: Row = {}): Row =>
  line('1', { Price, Qty, Discount, ...more });

describe('a share of an amount of the order', () => {
  it.each([
    ['by price x units', [row('10.00', '1', '1.00'), row('10.00', '2')], [33, 67]],
    [
      'equal remainders go to the earlier lines',
      [row('5.00', '1', '0.05'), row('5.00', '1'), row('5.00', '1')],
      [2, 2, 1],
    ],
    ['a line without a price has none', [row('0.00', '1', '0.07'), row('9.99', '3')], [0, 7]],
    ['nothing to share', [row('0.00', '1', '0.00'), row('0.00', '2')], [0, 0]],
    ['no amount, no shares', [row('1.00', '1'), row('2.00', '2')], [undefined, undefined]],
    ['blank on the first row', [row('1.00', '1'), row('1.00', '1', '0.02')], [1, 1]],
  ])('%s', async (_, rows, expected) => {
    expect(await discountsOf(rows, priced())).toEqual(expected);
  });

  it('by another column, in a calculation, and as the price itself', async () => {
    // 10.00 less 30/40 of 2.00 is 8.50, for 2 units 4.25 each; 5.00 less 10/40 of it is 4.50.
    const mapping = mappingOf({
      item: {
        unit_price_amount_cents: {
          divide: [{ subtract: ['Line', { share: 'Discount', by: 'Weight' }] }, 'Qty'],
        },
        discount_amount_cents: { share: { multiply: ['Discount', '10%'] } },
      },
    });
    const rows = [
      row('', '2', '2.00', { Line: '10.00', Weight: '30', '10%': '10%' }),
      row('', '1', '2.00', { Line: '5.00', Weight: '10', '10%': '10%' }),
    ];
    const [order] = await readRows(rows, mapping);
    expect(codes(order!)).toEqual([]);
    expect(itemsOf(order!).map((item) => item['unit_price_amount_cents'])).toEqual([425, 450]);
    // 20 cents by 8.50 and 4.50: 13.08 and 6.92.
    expect(itemsOf(order!).map((item) => item['discount_amount_cents'])).toEqual([13, 7]);
    expect(order!.ruleOf?.('items[1].unit_price_amount_cents')).toBe('share');
    expect(order!.ruleOf?.('items[1].quantity')).toBe('mapped');
  });

  it('is traced to the amount, on the row that has it', async () => {
    const [order] = await readRows([row('1.00', '1', '0.02'), row('1.00', '1')], priced());
    expect(order!.ruleOf?.('items[1].discount_amount_cents')).toBe('share');
    expect(order!.placeOf('items[1].discount_amount_cents')).toMatchObject({ line: 2, column: 6 });
  });

  it('orders do not share with each other, also when their rows stand apart', async () => {
    const rows = [
      row('1.00', '1', '0.09'),
      { ...row('1.00', '1', '0.50'), No: '2' },
      row('2.00', '1'),
      { ...row('1.00', '1'), No: '3' },
    ];
    const orders = await readRows(rows, priced());
    const found = orders.map((one) => [
      (one.raw as Json)['identifier'],
      itemsOf(one).map((item) => item['discount_amount_cents']),
    ]);
    expect(Object.fromEntries(found as [string, unknown][])).toEqual({ 1: [3, 6], 2: [50], 3: [undefined] });
  });

  it('rows that are skipped, or that say nothing of a line, have none', async () => {
    const mapping = {
      ...priced({ sku: 'Sku', quantity: 'Qty' }),
      rows: { skip: [{ when: { column: 'Sku', equals: 'FEE' }, reason: 'a fee' }] },
    };
    const rows = [
      row('1.00', '1', '1.00'),
      row('8.00', '1', '1.00', { Sku: 'FEE' }),
      row('', '', '1.00', { Sku: '' }),
      row('3.00', '1', '1.00'),
    ];
    expect(await discountsOf(rows, mapping)).toEqual([25, 75]);
  });

  it.each([
    ['weights below zero', [row('5.00', '1', '1.00'), row('5.00', '-1')], priced(), 'cell.share items[1]'],
    ['no weights', [row('0.00', '1', '1.00'), row('0.00', '1')], priced(), 'cell.share items[0]'],
    ['no price', [row('5.00', '1', '1.00'), row('', '1')], priced(), 'cell.share items[1]'],
    [
      'a fraction of a cent',
      [row('5.00', '1', '1.00')],
      priced({ discount_amount_cents: { share: { divide: ['Discount', 3] } } }),
      'cell.inexact items[0]',
    ],
    [
      'unreadable weights',
      [row('5.00', '1', '1.00')],
      priced({ discount_amount_cents: { share: 'Discount', by: 'Sku' } }),
      'cell.amount items[0]',
    ],
  ])('%s refuse the order', async (_, rows, mapping, code) => {
    const found = await discountsOf(rows, {
      ...mapping,
      order: { ...(mapping['order'] as Json), discount_amount_cents: undefined },
    });
    expect(found).toEqual([`error ${code}.discount_amount_cents`]);
  });

  it('rows that differ in the amount are reported as for any value of the order, or settled', async () => {
    const rows = [row('1.00', '1', '0.02'), row('1.00', '1', '0.04')];
    const mapping = priced();
    (mapping['order'] as Json)['discount_amount_cents'] = undefined;
    expect(await discountsOf(rows, mapping)).toEqual([
      'note order.rows.differ items[0].discount_amount_cents',
    ]);
    (mapping['item'] as Json)['discount_amount_cents'] = { share: 'Discount', take: 'max' };
    expect(await discountsOf(rows, mapping)).toEqual([2, 2]);
  });

  it('two rows of one line that differ in what is shared are a conflict', async () => {
    const item = { identifier: 'Line', discount_amount_cents: { share: 'Discount', by: 'Weight' } };
    const rows = [
      row('1.00', '1', '0.02', { Line: 'a', Weight: '1' }),
      row('1.00', '1', '', { Line: 'a', Weight: '2' }),
    ];
    expect(await discountsOf(rows, mappingOf({ item }))).toEqual(['error order.line.conflict items[0]']);
  });

  it.each([
    ['of the order', { order: { discount_amount_cents: { share: 'Price' } } }, 'order.discount_amount_cents'],
    ['of units', { item: { quantity_shipped: { share: 'Price' } } }, 'item.quantity_shipped'],
    [
      'that makes the price it is by',
      { item: { unit_price_amount_cents: { share: 'Price' } } },
      'item.unit_price_amount_cents',
    ],
  ])('%s is a fault of the mapping', async (_, more, path) => {
    const failure = await failRows([row('1.00', '1', '1.00')], mappingOf(more as Json));
    expect([failure.code, failure.place?.path]).toEqual(['input.map.value', path]);
  });
});

describe('a sum over the items of an order', () => {
  it('adds columns and calculations of all lines, also for the tax of an order', async () => {
    const total = { sum: [{ multiply: ['Price', 'Qty'] }, 'Tax'], over: 'items' };
    const mapping = mappingOf({
      order: {
        total_amount_cents: { sum: [total, 'Shipping'] },
        product_amount_cents: { sum: ['Price'], over: 'items', default: 5 },
      },
      item: { unit_price_amount_cents: 'Price', tax_amount_cents: 'Tax', quantity_shipped: 'Qty' },
      tax: {
        total: { sum: [total, 'Shipping'] },
        subtotal: { sum: [{ multiply: ['Price', 'Qty'] }], over: 'items' },
        tax: { sum: ['Tax'], over: 'items' },
        shipping: 'Shipping',
      },
    });
    const rows = [
      row('10.00', '2', '', { Tax: '3.80', Shipping: '4.90' }),
      row('1.50', '4', '', { Tax: '', Shipping: '' }),
      row('1.00', '1', '', { Tax: '0.19', Shipping: '' }),
    ];
    const [order] = await readRows(rows, mapping);
    expect(codes(order!)).toEqual([]);
    expect(order!.raw).toMatchObject({ total_amount_cents: 3589, product_amount_cents: 1250 });
    expect(order!.ruleOf?.('total_amount_cents')).toBe('sum of items');
    expect(order!.placeOf('total_amount_cents')).toMatchObject({ line: 2 });
    expect(itemsOf(order!)).toHaveLength(3);
  });

  it('does not make its columns columns of the order: blank ones stay blank, and make lines', async () => {
    const mapping = mappingOf({
      order: { total_amount_cents: { sum: ['Price'], over: 'items', round: 'down' } },
      item: { sku: undefined, quantity: undefined, unit_price_amount_cents: 'Price' },
    });
    const [order] = await readRows([row('1.009', '1'), row('', '1'), row('2.00', '1')], {
      ...mapping,
      item: { identifier: { generate: 'line' }, unit_price_amount_cents: { column: 'Price', round: 'down' } },
    });
    expect((order!.raw as Json)['total_amount_cents']).toBe(300);
    expect(itemsOf(order!).map((item) => item['unit_price_amount_cents'])).toEqual([100, 200]);
  });

  it('an item that cannot be read refuses the order', async () => {
    const mapping = mappingOf({ order: { total_amount_cents: { sum: ['Price'], over: 'items' } } });
    const [order] = await readRows([row('1.00', '1'), row('free', '1')], mapping);
    expect(codes(order!)).toEqual(['error cell.amount total_amount_cents']);
    expect(order!.findings[0]!.args).toMatchObject({ line: 3, column: 'Price' });
  });
});

/** The second way: hands out one cent after the other to the line that is furthest below its exact part. */
function sharedAgain(amount: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0n);
  const size = BigInt(Math.abs(amount));
  const parts = weights.map((weight) => ({ exact: size * weight, has: (size * weight) / sum }));
  for (let left = size - parts.reduce((a, { has }) => a + has, 0n); left > 0n; left--) {
    let next = parts[0]!;
    for (const part of parts) if (part.exact - part.has * sum > next.exact - next.has * sum) next = part;
    next.has++;
  }
  return parts.map(({ has }) => (amount < 0 ? 0 - Number(has) : Number(has)));
}

it('shares and sums of many orders are those of a second way', async () => {
  const roll = dice(seedFor(16));
  const money = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`;
  const expected: unknown[] = [];
  const rows: Row[] = [];
  for (let no = 1; no <= 150; no++) {
    const lines = Array.from({ length: 1 + roll(7) }, () => ({
      price: 1 + roll(roll(4) === 0 ? 1_000_000_000 : 5000),
      units: 1 + roll(9),
      weight: 1 + roll(900),
    }));
    const amount = roll(100_000) - 20_000;
    for (const [i, { price, units, weight }] of lines.entries())
      rows.push(
        line(String(no), {
          Price: money(price),
          Qty: String(units),
          Discount: i === 0 ? money(amount) : '',
          Weight: (weight / 1000).toFixed(3),
        }),
      );
    const worth = lines.map(({ price, units }) => BigInt(price) * BigInt(units));
    // By weight and price together: prices have two decimals and weights three.
    const heavy = lines.map(({ price, weight }) => BigInt(price) * BigInt(weight));
    expected.push([
      Number(worth.reduce((a, b) => a + b, 0n)),
      sharedAgain(amount, worth),
      sharedAgain(amount, heavy),
    ]);
  }
  const orders = await readRows(
    rows,
    mappingOf({
      order: { total_amount_cents: { sum: [{ multiply: ['Price', 'Qty'] }], over: 'items' } },
      item: {
        unit_price_amount_cents: 'Price',
        discount_amount_cents: { share: 'Discount' },
        tax_amount_cents: { share: 'Discount', by: { multiply: ['Weight', 'Price'] } },
      },
    }),
  );
  const found = orders.map((order) => [
    (order.raw as Json)['total_amount_cents'],
    itemsOf(order).map((item) => item['discount_amount_cents']),
    itemsOf(order).map((item) => item['tax_amount_cents']),
  ]);
  expect(found).toEqual(expected);
});
