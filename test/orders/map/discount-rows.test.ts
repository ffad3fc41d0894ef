// A discount that stands among the lines, with a price below zero: it may be said to be one of the order, and its lines share it.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const CONFIRM = 'confirm:audit.sku.discount:item.unit_price_amount_cents';
const LINES = [
  { sku: 'S-1', title: 'Cup a', units: 1, price: 2000 },
  { sku: 'S-2', title: 'Cup b', units: 2, price: 2000 },
];
const linesOf = (order: number, sku: string) => [
  ...LINES,
  ...(order % 3 === 0 ? [{ sku, title: 'Promotion', units: 1, price: -600 }] : []),
];

/** 18 orders of 60.00 and 4.90 shipping, every third less 6.00; `tax`: 10 % on top. */
function csv({ sku = 'DISC', tax = false, isOfLine = false }) {
  const rows = Array.from({ length: 18 }, (_, order) =>
    linesOf(order, sku).map((line) => ({ order, line })),
  ).flat();
  return csvOf(rows.length, (i) => {
    const { order, line } = rows[i]!;
    const net = order % 3 === 0 ? 5400 : 6000;
    return {
      ...{ ...shopperCells(order), Sku: line.sku, Title: line.title, Quantity: String(line.units) },
      ...(isOfLine
        ? { Price: undefined, 'Line total': cents(line.price * line.units) }
        : { Price: cents(line.price) }),
      ...(tax && { Tax: cents(net / 10) }),
      Total: cents(net + 490 + (tax ? net / 10 : 0)),
    };
  });
}

const json = JSON.stringify(
  Array.from({ length: 18 }, (_, order) => {
    const { email, ...address } = shopper(order);
    return {
      ...{ number: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR', email },
      ...{ created_at: '2025-11-21T10:00:00Z', updated_at: '2025-11-22T10:00:00Z' },
      address: { ...address, country: 'DE' },
      lineItems: linesOf(order, '').map(({ sku, units, price, title }, n) => ({
        ...{ id: `${order}${n}`, sku: sku || null, label: title, quantity: units, unitPrice: cents(price) },
      })),
      ...{ shipping: '4.90', total: cents((order % 3 === 0 ? 5400 : 6000) + 490) },
    };
  }),
);

describe.each<[what: string, text: string, tax: readonly number[]]>([
  ['with a word for its sku', csv({}), [0, 0]],
  ['with a number for its sku', csv({ sku: 'P-77' }), [0, 0]],
  ['in amounts of lines', csv({ isOfLine: true }), [0, 0]],
  ['beside a tax of the order', csv({ tax: true }), [180, 360]],
  ['in JSON, without an sku', json, [0, 0]],
])('%s', (_, text, tax) => {
  const answers = { shipping_address: 'billing', ...(text === json && { sku: 'refuse' }) };

  test('it is asked about; with nobody to ask its orders are refused', async () => {
    const { question } = await proposalOf(text, answers);
    expect(question(CONFIRM)).toMatchObject({ answer: null, unattended: 'yes', orders: 6 });
    expect(question(CONFIRM)?.text).toContain('6 of 18 orders have a line with a price below zero (column ');
    const { result } = await proposalOf(text, answers, { assumes: true });
    expect(result.trial?.summary.orders).toMatchObject({ refused: 6 });
  });

  test('it is shared over the lines', async () => {
    const sent = await ordersSent(text, { ...answers, [CONFIRM]: 'discount' });
    expect(sent).toHaveLength(18);
    const [first, second] = sent.map((order) => [
      ...[order.total_amount_cents, order.discount_amount_cents, order.shipping_amount_cents],
      order.items.map((item) => [item.sku, item.quantity, item.discount_amount_cents, item.tax_amount_cents]),
    ]);
    const total = (net: number) => net + 490 + (tax[0] === 0 ? 0 : net / 10);
    expect(first).toEqual([
      ...[total(5400), 600, 490],
      [
        ['S-1', 1, 200, tax[0]],
        ['S-2', 2, 400, tax[1]],
      ],
    ]);
    expect(second!.slice(0, 3)).toEqual([total(6000), 0, 490]);
  });
});

test('a line of an article of the order was given back, and is no discount', async () => {
  const { question } = await proposalOf(csv({ sku: 'S-1' }), { shipping_address: 'billing' });
  expect(question(CONFIRM)).toBeUndefined();
});
