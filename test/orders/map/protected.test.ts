// Exports whose cells are protected for spreadsheets: the mapping sends the values without it.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, shopperCells } from './proposal-of.ts';

const price = (i: number) => 1998 + 137 * (i % 7);
const cents = (amount: number) => (amount / 100).toFixed(2);

test.each([
  ['="X"', (text: string) => `="${text}"`],
  ["'X", (text: string) => `'${text}`],
  ['a mixture', (text: string, i: number) => (i % 3 === 0 ? text : i % 3 === 1 ? `="${text}"` : `'${text}`)],
])('numbers, skus and codes written as %s', async (_name, as) => {
  const text = csvOf(60, (i) => {
    const order = Math.floor(i / 2);
    return {
      ...shopperCells(order),
      Status: 'shipped',
      'Order number': as(`00${1001 + order}`, i),
      Phone: as('+49 351 1234', i),
      Zip: as('01067', i),
      City: "'s-Gravenhage",
      Sku: as(`WOOL-${i % 7}`, i),
      Title: `Shirt ${'abcdefg'[i % 7]}`,
      Price: cents(price(i)),
      Total: cents(2 * (price(2 * order) + price(2 * order + 1)) + 490),
    };
  });
  const orders = await ordersSent(text, { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' });
  expect(orders).toHaveLength(30);
  expect(orders.map(({ identifier }) => identifier).slice(0, 2)).toEqual(['001001', '001002']);
  expect(orders[1]!.items.map(({ sku }) => sku)).toEqual(['WOOL-2', 'WOOL-3']);
  expect(orders[1]!.billing_address).toMatchObject({
    zip_code: '01067',
    city: "'s-Gravenhage",
    phone: '+49 351 1234',
  });
});
