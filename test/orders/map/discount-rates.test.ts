// A discount in percent of a line, where the totals prove it: it is sent as money.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const RATES = [0, 10, 15, 0, 7.5];
const rateOf = (i: number) => RATES[i % 5]!;
const priceOf = (i: number) => [1995, 2450, 990][i % 3]!;
const offOf = (i: number) => Math.round((priceOf(i) * 2 * rateOf(i)) / 100 + 1e-6);
const paidOf = (order: number) =>
  [2 * order, 2 * order + 1].reduce((sum, i) => sum + priceOf(i) * 2 - offOf(i), 490);

interface Layout {
  readonly name?: string;
  readonly write?: (rate: number) => string;
  readonly isOfLine?: boolean;
  readonly tax?: boolean;
}

/** 20 orders of two lines with two units each. */
const csv = ({ name = 'Discount', write = String, isOfLine = false, tax = false }: Layout) =>
  csvOf(40, (i) => {
    const order = i >> 1;
    const added = tax ? Math.round((paidOf(order) - 490) / 10) : 0;
    return {
      ...{ ...shopperCells(order), Sku: `S-${i % 5}`, Title: `Cup ${'abcde'[i % 5]}`, Quantity: '2' },
      ...(isOfLine
        ? { Price: undefined, 'Line total': cents(priceOf(i) * 2) }
        : { Price: cents(priceOf(i)) }),
      ...{ [name]: write(rateOf(i)), ...(tax && { Tax: cents(added) }), Total: cents(paidOf(order) + added) },
    };
  });

const json = JSON.stringify(
  Array.from({ length: 20 }, (_, order) => {
    const { email, ...address } = shopper(order);
    return {
      ...{ number: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR', email },
      ...{ created_at: '2025-11-21T10:00:00Z', updated_at: '2025-11-22T10:00:00Z' },
      address: { ...address, country: 'DE' },
      products: [2 * order, 2 * order + 1].map((i) => ({
        ...{ id: `${i}`, sku: `S-${i % 5}`, name: `Cup ${'abcde'[i % 5]}`, units: 2 },
        ...{ price: priceOf(i) / 100, discount: rateOf(i) },
      })),
      ...{ shipping: 4.9, total: paidOf(order) / 100 },
    };
  }),
);

describe.each<[what: string, text: string, tax?: boolean]>([
  ['as a number', csv({})],
  ['with a sign', csv({ name: 'Rabatt %', write: (rate) => `${rate}%` })],
  ['with a sign behind a blank, or nothing', csv({ write: (rate) => (rate === 0 ? '' : `${rate} %`) })],
  ['beside amounts of lines', csv({ isOfLine: true })],
  ['beside a tax of the order', csv({ tax: true }), true],
  ['in JSON', json],
])('%s', (_, text, tax = false) => {
  test('it is proven, and nothing is asked', async () => {
    const { result, open } = await proposalOf(text, { shipping_address: 'billing' });
    expect([open, result.amounts?.kind, result.amounts?.fits]).toEqual([[], 'sure', 20]);
  });

  test('each line has its own', async () => {
    const sent = await ordersSent(text, { shipping_address: 'billing' });
    expect(sent).toHaveLength(20);
    for (const [order, { items, discount_amount_cents: all, total_amount_cents: total }] of sent.entries()) {
      const off = [2 * order, 2 * order + 1].map(offOf);
      expect([items.map((item) => item.discount_amount_cents), all]).toEqual([off, off[0]! + off[1]!]);
      expect(total).toBe(paidOf(order) + (tax ? Math.round((paidOf(order) - 490) / 10) : 0));
    }
  });
});

test('percentages of prices that are less them already are no discount', async () => {
  const text = csvOf(20, (i) => ({ ...shopperCells(i), Discount: ['0', '10', '20'][i % 3]! }));
  const { open, columnOf } = await proposalOf(text, { shipping_address: 'billing' });
  expect([open, columnOf('item.discount_amount_cents')?.column]).toEqual([[], '']);
});
