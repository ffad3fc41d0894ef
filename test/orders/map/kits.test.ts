// Components of a kit stand below it without a price: they are no lines, or a shopper could send back the kit and keep its parts.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const price = (i: number) => 1998 + 137 * (i % 7);
const ANSWERS = { statuses: { Shipped: 'Shipped' }, shipping_address: 'billing' };

/** Orders of three rows: an article, and what is `kit` with a row below it that is `part`; each fifth has three articles. */
const shop = (column: string, plain: string, kit: string, part: string, free = '0.00') =>
  csvOf(60, (i) => {
    const [order, nth] = [Math.floor(i / 3), i % 3];
    const isPlain = order % 5 === 4;
    const isPart = nth === 2 && !isPlain;
    const paid = [0, 1, ...(isPlain ? [2] : [])].reduce((sum, at) => sum + price(order + at), 0);
    return {
      ...{ ...shopperCells(order), Quantity: '1', Total: cents(paid + 490) },
      ...{
        Sku: `S-${(order + nth) % 7}${isPart ? 'P' : ''}`,
        Price: isPart ? free : cents(price(order + nth)),
      },
      ...{ Title: `Shirt ${'abcdefg'[(order + nth) % 7]}${isPart ? ' part' : ''}` },
      [column]: isPlain || nth === 0 ? plain : nth === 1 ? kit : part,
    };
  });

test.each([
  ['Type', 'Inventory', 'Kit', 'Kit Component'],
  ['Item Type', 'simple', 'bundle', 'simple'],
  ['Item Type', 'simple', 'configurable', 'simple'],
  ['Positionstyp', 'Artikel', 'Stückliste', 'Stücklistenkomponente'],
  ['Artikelart', 'Artikel', 'Set', 'Setbestandteil'],
  ['Type de ligne', 'Article', 'Lot', 'Composant'],
])('%s: beside %s a line that is %s is sent without its %s', async (...names) => {
  const sent = await ordersSent(shop(...names), ANSWERS);
  expect(sent).toHaveLength(20);
  expect(sent.map(({ items }) => items.length)).toEqual(sent.map((_, i) => (i % 5 === 4 ? 3 : 2)));
  expect(sent[3]!.items.map(({ sku }) => sku)).toEqual(['S-3', 'S-4']);
  expect(sent[3]!.items.map(({ unit_price_amount_cents: one }) => one)).toEqual([price(3), price(4)]);
});

test.each([
  ['Type', 'Inventory', 'Sale', 'Gift'],
  ['Type', 'simple', 'simple', 'simple'],
])('a present is a line: %s %s, %s, %s', async (...names) => {
  const sent = await ordersSent(shop(...names), ANSWERS);
  expect(sent.map(({ items }) => items.length)).toEqual(sent.map(() => 3));
});
