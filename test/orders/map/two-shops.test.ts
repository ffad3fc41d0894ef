// Several shops in one file, each of which numbers its orders by itself: the shop and the number together tell the orders apart.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const BILLING = { shipping_address: 'billing' };
const SHOPS = ['Berlin', 'Online'];

/** Six orders of each shop; `place` says which order of which shop is the i-th. */
const csv = (name: string, place: (i: number) => readonly [shop: number, order: number], shops = SHOPS) =>
  csvOf(12, (i) => {
    const [shop, order] = place(i);
    return {
      [name]: shops[shop]!,
      ...{ 'Order number': `${1001 + order}`, Email: `anna${shop}${order}@example.com` },
      ...{ Sku: `S-${order}`, Title: `Cup ${order}`, Created: `2025-11-${11 + order}T1${shop}:00:00Z` },
    };
  });
const oneByOne = (i: number) => [Math.floor(i / 6), i % 6] as const;
const inTurn = (i: number) => [i % 2, Math.floor(i / 2)] as const;

test.each([
  ['Filiale', 'one shop after the other', csv('Filiale', oneByOne)],
  ['Store', 'by number', csv('Store', inTurn)],
  ['Channel', 'by number', csv('Channel', inTurn, ['amazon', 'ebay'])],
  ['Shop ID', 'one shop after the other', csv('Shop ID', oneByOne, ['1', '2'])],
])('%s, %s', async (name, _, text) => {
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  const value = `{${name}}-{Order number}`;
  expect(question('identifier')).toMatchObject({ answer: null, proposed: null, unattended: null });
  const example = `${/^(?:amazon|Berlin|1)/m.exec(text.split('\n')[1]!.split(',').at(-1)!)?.[0]}`;
  expect(question('identifier')!.choices[0]).toMatchObject({
    value,
    text: `both together, as ${example}-1001: each ${name} numbers its orders by itself`,
  });
  const sent = await ordersSent(text, { ...BILLING, identifier: value });
  const ids = sent.map(({ identifier, customer }) => [identifier, customer?.email]);
  expect(new Set(ids.map(([id]) => id)).size).toBe(12);
  expect(ids).toContainEqual([`${example}-1003`, 'anna02@example.com']);
  expect(sent.every(({ items }) => items.length === 1)).toBe(true);
});

test('a number under the name of the order alone', async () => {
  const text = csv('Store', inTurn).replace('Order number', 'Order');
  const sent = await ordersSent(text, { ...BILLING, identifier: '{Store}-{Order}' });
  expect(sent.slice(0, 2).map(({ identifier }) => identifier)).toEqual(['Berlin-1001', 'Online-1001']);
  expect((await proposalOf(text, BILLING, { assumes: true })).open).toEqual(['identifier']);
});

test('JSON with a key for the shop', async () => {
  const orders = Array.from({ length: 12 }, (_, i) => {
    const [shop, order] = inTurn(i);
    return {
      ...{ store: SHOPS[shop], orderNumber: `${1001 + order}`, email: `anna${shop}${order}@example.com` },
      ...{ status: 'Shipped', createdAt: `2025-11-1${order}T10:00:00Z`, currency: 'EUR', shipping: '4.90' },
      ...{ updatedAt: `2025-11-2${order}T1${shop}:00:00Z`, total: `${(10 + i) * 2 + 4}.90` },
      address: {
        name: `Anna ${'BCDEFG'[order]}ay`,
        street: `Weg ${i}`,
        zip: '10115',
        city: 'Berlin',
        country: 'DE',
      },
      items: [{ sku: `S-${order}`, title: `Cup ${order}`, quantity: 2, price: `${10 + i}.00` }],
    };
  });
  const answers = { ...BILLING, identifier: '{store}-{orderNumber}' };
  const sent = await ordersSent(JSON.stringify(orders), answers);
  expect(sent.map(({ identifier }) => identifier).slice(0, 3)).toEqual([
    ...['Berlin-1001', 'Online-1001', 'Berlin-1002'],
  ]);
});

test('shops that number on from each other ask nothing', async () => {
  const text = csvOf(12, (i) => ({ Store: SHOPS[i % 2]! }));
  expect((await proposalOf(text, BILLING, { assumes: true })).question('identifier')).toBeUndefined();
});
