// Where no sum that can be said gives the total of the file, it is made of lines and shipping: then that column is asked about.
import { expect, test } from 'vitest';
import { csvOf, proposalOf, shopper, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const taxOf = (i: number) => 300 + 7 * (i % 5);
const promoOf = (i: number) => (i % 3 === 0 ? 800 : 0);
const totalOf = (i: number) => 4996 + 490 + taxOf(i) - promoOf(i);

/** Tax and promotions stand in one list, as in Spree: no path of it is an amount of the order. */
const json = (list: 'lines' | 'order' | 'both') =>
  JSON.stringify(
    Array.from({ length: 24 }, (_, i) => {
      const { email, ...address } = shopper(i);
      const tax = { kind: 'tax', amount: cents(taxOf(i)) };
      const promo = promoOf(i) > 0 ? [{ kind: 'promo', amount: cents(-promoOf(i)) }] : [];
      const isOfOrder = list === 'order' || (list === 'both' && i % 2 === 0);
      const ofLine = list === 'order' ? [] : [...(isOfOrder ? [] : promo), tax];
      const ofOrder = [...(isOfOrder ? promo : []), ...(list === 'order' ? [tax] : [])];
      return {
        ...{ number: `A-${1001 + i}`, state: 'Shipped', currency: 'EUR', email },
        ...{ created_at: '2025-11-21T10:00:00Z', updated_at: '2025-11-22T10:00:00Z' },
        address: { ...address, country: 'DE' },
        lines: [
          {
            ...{
              id: `${i}`,
              sku: `S-${i % 5}`,
              name: `Cup ${'abcde'[i % 5]}`,
              quantity: 2,
              unit_price: '24.98',
            },
            ...(list !== 'order' && { adjustments: ofLine }),
          },
        ],
        ...(list !== 'lines' && { adjustments: ofOrder }),
        ...{ ship_total: '4.90', total: cents(totalOf(i)) },
      };
    }),
  );
const ofJson = 'lines[].unit_price x lines[].quantity + ship_total = the total';
const csv = csvOf(24, (i) => ({ ...shopperCells(i), Total: cents(totalOf(i)) }));

test.each([
  [
    'of lines and orders',
    json('both'),
    ofJson,
    'audit.money.total',
    'have a larger "total" than the total that is sent (first',
  ],
  ['of lines', json('lines'), ofJson, 'audit.money.unused', 'add up to "total" in every order'],
  ['of orders', json('order'), ofJson, 'audit.money.unused', 'add up to "total" in every order'],
  [
    'that stand nowhere',
    csv,
    'Price x Quantity + Shipping = the total',
    'audit.money.total',
    '16 of 24 orders have a larger "Total" than the total that is sent (first',
  ],
])('adjustments %s', async (_, text, amounts, code, said) => {
  const { question, open } = await proposalOf(text, { shipping_address: 'billing', amounts });
  expect(open).toEqual([`confirm:${code}:total_amount_cents`]);
  expect(question(`confirm:${code}`)?.text).toContain(said);
});

test('a smaller column is that of a line, or without shipping', async () => {
  const text = csvOf(24, (i) => ({ ...shopperCells(i), Total: cents(4000 + 10 * i) }));
  const amounts = 'Price x Quantity + Shipping = the total';
  expect((await proposalOf(text, { shipping_address: 'billing', amounts })).open).toEqual([]);
});
