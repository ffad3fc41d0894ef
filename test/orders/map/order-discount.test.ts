// A discount that stands on the order: where the totals prove it, the mapping shares it over the lines, so that refunds of single
// lines give back no more than was paid.
import { describe, expect, test } from 'vitest';
import { returnAmount } from '../../../src/contract/refund-amount.ts';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from './proposal-of.ts';

interface Line {
  readonly price: number;
  readonly units: number;
  readonly off?: number;
}
const cents = (amount: number) => (amount / 100).toFixed(2);

/** Of each order its lines, the discount on the order, and its shipping. */
const SHOP: readonly (readonly [lines: readonly Line[], discount: number, shipping: number])[] = [
  [[{ price: 1999, units: 2 }], 300, 490],
  [
    [
      { price: 10000, units: 1 },
      { price: 10000, units: 1 },
    ],
    10000,
    490,
  ],
  [
    [
      { price: 3000, units: 1 },
      { price: 999, units: 1 },
    ],
    101,
    490,
  ],
  [
    [
      { price: 2500, units: 2 },
      { price: 5000, units: 1 },
    ],
    1000,
    0,
  ],
  [[{ price: 1290, units: 3 }], 0, 490],
  [
    [
      { price: 2000, units: 1 },
      { price: 1000, units: 1 },
    ],
    300,
    390,
  ],
];
/** By hand: 3.00; half of 100.00 each; 1.01 as 30.00 to 9.99; 10.00 as 50.00 to 50.00; 3.00 as 20.00 to 10.00. */
const SHARES = [[300], [5000, 5000], [76, 25], [500, 500], [0], [200, 100]];
const goods = (lines: readonly Line[]) =>
  lines.reduce((sum, { price, units, off = 0 }) => sum + price * units - off, 0);

type Names = Readonly<Record<'price' | 'units' | 'discount' | 'shipping' | 'total', string>>;
const ENGLISH: Names = {
  ...{ price: 'Price', units: 'Quantity', discount: 'Discount', shipping: 'Shipping', total: 'Total' },
};

interface Layout {
  readonly names?: Names;
  /** Whether the discount stands on the first row only. */
  readonly isOnce?: boolean;
  readonly isNegative?: boolean;
  /** The price is that of the line. */
  readonly isOfLine?: boolean;
}

/** 24 orders: the six of the shop, four times. */
const ROWS = Array.from({ length: 24 }, (_, order) => {
  const [lines, discount, shipping] = SHOP[order % 6]!;
  return lines.map((line, n) => ({ order, line, n, lines, discount, shipping }));
}).flat();

function csv({ names = ENGLISH, isOnce = false, isNegative = false, isOfLine = false }: Layout): string {
  return csvOf(ROWS.length, (i) => {
    const { order, n, line, lines, discount, shipping } = ROWS[i]!;
    const own = isNegative ? -discount : discount;
    return {
      ...shopperCells(order),
      ...{ Sku: `S-${line.price}`, Title: `Shirt ${'abc'[n]}`, 'Line no': `${order}${n}` },
      ...{ Quantity: undefined, Price: undefined, Shipping: undefined, Total: undefined },
      [names.units]: String(line.units),
      [names.price]: cents(isOfLine ? line.price * line.units : line.price),
      [names.discount]: isOnce && n > 0 ? '' : cents(own),
      [names.shipping]: cents(shipping),
      [names.total]: cents(goods(lines) - discount + shipping),
    };
  });
}

function json(): string {
  const orders = Array.from({ length: 24 }, (_, order) => {
    const [lines, discount, shipping] = SHOP[order % 6]!;
    const { email, ...address } = shopper(order);
    return {
      ...{ orderNumber: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR' },
      ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z' },
      customer: { email },
      address: { ...address, country: 'DE' },
      ...{ discount: cents(discount), shipping: cents(shipping) },
      total: cents(goods(lines) - discount + shipping),
      items: lines.map(({ price, units }, n) => ({
        ...{ lineId: `${order}${n}`, sku: `S-${price}`, title: `Shirt ${'abc'[n]}` },
        ...{ quantity: units, price: cents(price) },
      })),
    };
  });
  return JSON.stringify(orders);
}

test.each<[what: string, text: string]>([
  ['on each row', csv({})],
  ['on the first row only', csv({ isOnce: true })],
  ['below zero', csv({ isNegative: true })],
  ['beside the price of whole lines', csv({ names: { ...ENGLISH, price: 'Line total' }, isOfLine: true })],
  [
    'in German',
    csv({
      names: {
        ...{ price: 'Einzelpreis', units: 'Menge', discount: 'Rabatt', shipping: 'Versandkosten' },
        total: 'Gesamtbetrag',
      },
    }),
  ],
  [
    'in Spanish',
    csv({
      names: {
        ...{
          price: 'Precio unitario',
          units: 'Cantidad',
          discount: 'Descuento',
          shipping: 'Gastos de envío',
        },
        total: 'Importe total',
      },
    }),
  ],
  ['of JSON', json()],
])('the discount of an order %s is shared over its lines', async (_, text) => {
  const sent = await ordersSent(text, { shipping_address: 'billing' });
  expect(sent).toHaveLength(24);
  for (const [i, order] of sent.entries()) {
    const [lines, discount, shipping] = SHOP[i % 6]!;
    const found = order.items.map((item) => item.discount_amount_cents);
    expect([order.identifier, order.discount_amount_cents, ...found]).toEqual([
      ...[`A-${1001 + i}`, discount, ...SHARES[i % 6]!],
    ]);
    // What the service makes of each unit, and the refund of each line after the other, are what was paid for the goods.
    const paid = goods(lines) - discount;
    const worth = order.items.map(
      (item) => item.product_amount_cents + item.tax_amount_cents - item.discount_amount_cents,
    );
    expect(worth.reduce((a, b) => a + b)).toBe(paid);
    expect(order.total_amount_cents).toBe(paid + shipping);
  }
  // A first return of one of two lines: 30.00 less its 0.76.
  const [, , third] = sent;
  const lines = third!.items.map((item) => ({
    ...{ identifier: item.identifier, ordered: item.quantity, shipped: item.quantity_shipped, canceled: 0 },
    ...{ unitPriceCents: item.unit_price_amount_cents, taxCents: 0 },
    discountCents: item.discount_amount_cents,
  }));
  const paid = { totalCents: third!.total_amount_cents, shippingCents: 490, lines, refunds: [] };
  expect(returnAmount(paid, new Map([[lines[0]!.identifier, 1]]), null)).toMatchObject({ cents: 2924 });
});

test('of two discounts each line has its own and its part of that of the order', async () => {
  // Of each order the price, discount and units of its two lines, and its own discount.
  const text = csvOf(40, (i) => {
    const order = i >> 1;
    const [off, price] = [100 * (1 + (i % 3)), 2000 + 500 * (i % 2)];
    const lines = [2 * order, 2 * order + 1].map((n) => 2000 + 500 * (n % 2) - 100 * (1 + (n % 3)));
    const discount = 90 * (1 + (order % 4));
    return {
      ...{ ...shopperCells(order), Sku: `S-${i % 5}`, Title: `Cup ${'abcde'[i % 5]}` },
      ...{ Quantity: '1', Price: cents(price), 'Line Discount': cents(off) },
      ...{ 'Order Discount': cents(discount), Total: cents(lines[0]! + lines[1]! - discount + 490) },
    };
  });
  const sent = await ordersSent(text, { shipping_address: 'billing' });
  expect(sent).toHaveLength(20);
  // 1.00 and 2.00 of the lines leave 19.00 and 23.00: of 0.90 for the order 0.41 and 0.49; 3.00 and 1.00 leave 17.00 and 24.00: of
  // 1.80 0.75 and 1.05.
  expect(sent[0]!.items.map((item) => item.discount_amount_cents)).toEqual([141, 249]);
  expect(sent[1]!.items.map((item) => item.discount_amount_cents)).toEqual([375, 205]);
});

// Money under a name that says no more than that: points, or a payment in kind.
const pointsShop = (names: { readonly points: string; readonly discount?: string }, isNegative = false) =>
  csvOf(48, (i) => {
    const order = i >> 1;
    const [points, off] = [order % 3 === 0 ? 300 : 0, names.discount && order % 4 === 0 ? 150 : 0];
    return {
      ...{ ...shopperCells(order), Sku: `S-${i % 5}`, Title: `Cup ${'abcde'[i % 5]}`, Quantity: '1' },
      Price: i % 2 === 0 ? '20.00' : '40.00',
      [names.points]: cents(isNegative ? -points : points),
      ...(names.discount && { [names.discount]: cents(off) }),
      Total: cents(6000 + 490 - points - off),
    };
  });
const takenOff = async (text: string, answers: object) =>
  (await ordersSent(text, { shipping_address: 'billing', ...answers })).map((order) => [
    order.total_amount_cents,
    order.discount_amount_cents,
    order.items.map((item) => item.discount_amount_cents),
    order.shipping_amount_cents,
  ]);

describe.each(['Points Value', 'Gift', 'Loyalty'])('%s', (points) => {
  test.each([
    ['', false],
    [' below zero', true],
  ])('may be said to be a discount%s', async (_, isNegative) => {
    const { question } = await proposalOf(pointsShop({ points }, isNegative));
    expect(question('fees')?.choices.map(({ value }) => value)).toEqual([
      ...['shipping', 'discount', 'leave out', 'refuse'],
    ]);
    const sent = await takenOff(pointsShop({ points }, isNegative), { fees: 'discount' });
    expect(sent).toHaveLength(24);
    expect(sent.slice(0, 2)).toEqual([
      [6190, 300, [100, 200], 490],
      [6490, 0, [0, 0], 490],
    ]);
  });

  test('stands beside a discount of the order', async () => {
    const text = pointsShop({ points, discount: 'Discount' });
    const sent = await takenOff(text, { fees: 'discount' });
    expect(sent).toHaveLength(24);
    expect([sent[0], sent[3], sent[4]]).toEqual([
      [6040, 450, [150, 300], 490],
      [6190, 300, [100, 200], 490],
      [6340, 150, [50, 100], 490],
    ]);
  });
});

test('of two discounts of the order in an equation that a person wrote both are taken off', async () => {
  const text = pointsShop({ points: 'Extra', discount: 'Special' });
  const sent = await takenOff(text, { amounts: 'Price x Quantity + Shipping - Extra - Special = Total' });
  expect(sent).toHaveLength(24);
  expect(sent[0]).toEqual([6040, 450, [150, 300], 490]);
});
