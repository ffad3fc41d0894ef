// Units that were taken off an order, and totals without them: what is left is sent as shipped, at the price of a unit.
import { expect, test } from 'vitest';
import type { Answers } from '../../../src/orders/map/types.ts';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from './proposal-of.ts';

/** Price, units, and units of them that were taken off. */
type Line = readonly [price: number, units: number, off: number];
const ORDERS: readonly (readonly Line[])[] = [
  [
    [799, 1, 0],
    [1290, 2, 1],
    [1999, 3, 0],
  ],
  [[4595, 3, 1]],
  [
    [2450, 3, 2],
    [3500, 1, 0],
  ],
  [[1290, 2, 0]],
  [
    [1999, 3, 0],
    [4595, 2, 0],
  ],
];
const SHIPPING = [0, 690, 490, 0, 490];
const TITLES: Readonly<Record<number, string>> = {
  ...{ 799: 'Pen', 1290: 'Cup', 1999: 'Tee', 4595: 'Bag', 2450: 'Mat', 3500: 'Hat' },
};
/** 7.99 + 12.90 + 3 x 19.99; 2 x 45.95 + 6.90; 24.50 + 35.00 + 4.90; 2 x 12.90; 3 x 19.99 + 2 x 45.95 + 4.90 */
const TOTALS = [8086, 9880, 6440, 2580, 15677];
const LEFT = [[1, 1, 3], [2], [1, 1], [2], [3, 2]];
/** 20 % of the units that are left, each line rounded to the cent. */
const TAXES = [[160, 258, 1199], [1838], [490, 700], [516], [1199, 1838]];

const cents = (amount: number) => (amount / 100).toFixed(2);
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
const ROWS = Array.from({ length: 25 }, (_, order) =>
  ORDERS[order % 5]!.map((line, n) => ({ order, kind: order % 5, n, line })),
).flat();

type Cells = Record<string, string | undefined>;
const csv = (off: string, more: (row: (typeof ROWS)[number]) => Cells = () => ({})) =>
  csvOf(ROWS.length, (i) => {
    const row = ROWS[i]!;
    const [price, units, taken] = row.line;
    return {
      ...shopperCells(row.order),
      ...{ Sku: `S-${price}`, Title: TITLES[price], Quantity: String(units), [off]: String(taken) },
      ...{ Price: cents(price), Shipping: cents(SHIPPING[row.kind]!), Total: cents(TOTALS[row.kind]!) },
      ...more(row),
    };
  });

const JSON_ORDERS = JSON.stringify(
  Array.from({ length: 25 }, (_, order) => {
    const { email, ...address } = shopper(order);
    return {
      ...{ orderNumber: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR' },
      ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z', email },
      address: { ...address, country: 'DE' },
      ...{ shipping: cents(SHIPPING[order % 5]!), total: cents(TOTALS[order % 5]!) },
      items: ORDERS[order % 5]!.map(([price, quantity, cancelledQuantity]) => ({
        ...{ sku: `S-${price}`, title: TITLES[price], quantity, cancelledQuantity, price: cents(price) },
      })),
    };
  }),
);

const taxed = (perOrder: boolean) => (row: (typeof ROWS)[number]) => {
  const taxes = TAXES[row.kind]!;
  return {
    Tax: cents(perOrder ? sum(taxes) : taxes[row.n]!),
    Total: cents(TOTALS[row.kind]! + sum(taxes)),
  };
};

const COUNTED = 'Price x (Quantity - Off) + Shipping = Total';
test.each<[what: string, text: string, tax?: 'line' | 'order' | undefined, answers?: Answers]>([
  ['Cancelled Qty', csv('Cancelled Qty')],
  ['Stornierte Menge', csv('Stornierte Menge')],
  ['Cantidad cancelada', csv('Cantidad cancelada')],
  ['Qté annulée', csv('Qté annulée')],
  ['cancelledQuantity of JSON', JSON_ORDERS],
  ['a column whose name says nothing', csv('Off'), undefined, { amounts: COUNTED }],
  ['a tax on each line', csv('Cancelled Qty', taxed(false)), 'line'],
  ['a tax of the order', csv('Cancelled Qty', taxed(true)), 'order'],
  [
    'the price of the units that are left',
    csv('Cancelled Qty', ({ line: [price, units, off] }) => ({
      ...{ Price: undefined, 'Line total': cents(price * (units - off)) },
    })),
    undefined,
    { line_units: 'left' },
  ],
  [
    'the price of all units',
    csv('Cancelled Qty', ({ kind, line: [price, units] }) => ({
      ...{ Price: undefined, 'Line total': cents(price * units) },
      Total: cents(SHIPPING[kind]! + sum(ORDERS[kind]!.map(([one, all]) => one * all))),
    })),
    undefined,
    { line_units: 'all' },
  ],
])('units that were taken off the order: %s', async (_, text, tax, answers = {}) => {
  const sent = await ordersSent(text, { shipping_address: 'billing', ...answers });
  expect(sent).toHaveLength(25);
  for (const [i, { items, ...order }] of sent.entries()) {
    const kind = i % 5;
    const lines = ORDERS[kind]!;
    expect([order.identifier, order.status]).toEqual([`A-${1001 + i}`, 'Shipped']);
    expect(items.map((one) => one.unit_price_amount_cents)).toEqual(lines.map(([price]) => price));
    expect(items.map((one) => one.quantity_shipped)).toEqual(LEFT[kind]);
    expect(items.map((one) => one.quantity_canceled)).toEqual(lines.map(([, , off]) => off));
    const taxes = items.map((one) => one.tax_amount_cents);
    if (tax === 'line') expect(taxes).toEqual(TAXES[kind]);
    if (tax === 'order') expect(sum(taxes)).toBe(sum(TAXES[kind]!));
    const isAll = text.includes('Line total') && order.total_amount_cents !== TOTALS[kind];
    if (!isAll) expect(order.total_amount_cents).toBe(TOTALS[kind]! + (tax ? sum(TAXES[kind]!) : 0));
  }
});

test('a column whose name says nothing is asked about, with the equation that adds up first', async () => {
  const { question } = await proposalOf(csv('Off'));
  expect(question('amounts')?.choices[0]).toEqual({ value: COUNTED, text: '25 of 25 orders add up' });
});
