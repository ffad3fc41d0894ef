// A discount of the amount of the shipping is on the shipping: refunds of the goods are not less for it.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const SHIPPING = [490, 690, 490];

/** 24 orders of two lines, 60.00; every second with a discount. */
const shop = (off: (order: number) => number, ship: (order: number) => number, isOnce = false) =>
  csvOf(48, (i) => {
    const order = i >> 1;
    const own = isOnce && i % 2 === 1 ? '' : cents(order % 2 === 0 ? off(order) : 0);
    return {
      ...{ ...shopperCells(order), Sku: `S-${i % 5}`, Title: `Cup ${'abcde'[i % 5]}` },
      ...{
        Quantity: '1',
        Price: i % 2 === 0 ? '20.00' : '40.00',
        Shipping: cents(ship(order)),
        Discount: own,
      },
      Total: cents(6000 + ship(order) - (order % 2 === 0 ? off(order) : 0)),
    };
  });
const several = (order: number) => SHIPPING[(order >> 1) % 3]!;
const ANSWERS = { shipping_address: 'billing' };
const sentOf = async (text: string, answers = {}) =>
  (await ordersSent(text, { ...ANSWERS, ...answers })).map((order) => [
    order.shipping_amount_cents,
    order.discount_amount_cents,
    order.items.map((item) => item.discount_amount_cents),
    order.total_amount_cents,
  ]);
const FREE = [0, 0, [0, 0], 6000];

describe.each([
  ['on each row', false],
  ['on the first row only', true],
])('a discount %s', (_, isOnce) => {
  test('of the shipping, of several amounts, is free shipping', async () => {
    const sent = await sentOf(shop(several, several, isOnce));
    expect(sent).toHaveLength(24);
    for (const [i, one] of sent.entries())
      expect(one).toEqual(i % 2 === 0 ? FREE : [several(i), 0, [0, 0], 6000 + several(i)]);
  });

  test('on the goods in other orders is shared over their lines', async () => {
    const sent = await sentOf(shop((i) => (i % 4 === 0 ? several(i) : 600), several, isOnce));
    expect(sent[0]).toEqual(FREE);
    expect(sent[2]).toEqual([690, 600, [200, 400], 6090]);
  });
});

test('where each order has one row, it is as well', async () => {
  const off = (i: number) => (i % 2 === 0 ? several(i) : 0);
  const text = csvOf(24, (i) => ({
    ...{ ...shopperCells(i), Shipping: cents(several(i)), Discount: cents(off(i)) },
    Total: cents(4996 + several(i) - off(i)),
  }));
  const sent = await sentOf(text);
  expect(sent.slice(0, 2)).toEqual([
    [0, 0, [0], 4996],
    [490, 0, [0], 5486],
  ]);
});

describe('of one amount only', () => {
  const text = shop(
    () => 490,
    () => 490,
  );
  test('it is asked, and never assumed', async () => {
    const { question } = await proposalOf(text, ANSWERS, { assumes: true });
    expect(question('free_shipping')).toMatchObject({
      ...{ text: 'Discount is as much as Shipping in 12 orders. Is that free shipping?' },
      ...{ answer: null, proposed: 'yes', unattended: null, orders: 12 },
    });
  });

  test('either answer is sent', async () => {
    expect((await sentOf(text, { free_shipping: 'yes' }))[0]).toEqual(FREE);
    expect((await sentOf(text, { free_shipping: 'no' }))[0]).toEqual([490, 490, [163, 327], 6000]);
  });
});

test('below zero it cannot be said, and the mapping says so', async () => {
  const text = shop(several, several).replaceAll(/,(?=[46]\.90$)/gm, ',-');
  const { result } = await proposalOf(text, ANSWERS);
  expect(result.mapping['limits']).toContain(
    'Discount of the amount of Shipping: if that is free shipping, refunds of goods are too small; export it without the minus sign',
  );
});

test('what is taken for it is said', async () => {
  const { result } = await proposalOf(shop(several, several), ANSWERS);
  expect(result.mapping['limits']).toContain(
    'Discount of the amount of Shipping: free shipping, and no discount on the goods',
  );
});

test('a fixed discount that stands beside other shipping, too, is on the goods', async () => {
  const ship = (order: number) => (order % 4 === 0 ? 500 : 0);
  const sent = await sentOf(shop(() => 500, ship));
  expect(sent[0]).toEqual([500, 500, [167, 333], 6000]);
});
