// A document with two lists: that of the orders is read, and one of refunds beside it is not passed over in silence.
import { describe, expect, test } from 'vitest';
import { proposalOf, shopper } from './proposal-of.ts';

const order = (i: number) => {
  const { email, ...address } = shopper(i);
  return {
    ...{ number: `A-${1001 + i}`, status: 'Shipped', currency: 'EUR', email },
    ...{ created_at: '2025-11-21T10:00:00Z', updated_at: '2025-11-22T10:00:00Z' },
    address: { ...address, country: 'DE' },
    items: [{ id: `${i}`, sku: `S-${i % 5}`, name: `Cup ${'abcde'[i % 5]}`, quantity: 2, price: '24.98' }],
    ...{ shipping: '4.90', total: '54.86' },
  };
};
const orders = Array.from({ length: 24 }, (_, i) => order(i));
const refunds = [3, 7].map((i) => ({
  ...{ id: `G-${i}`, order: `A-${1001 + i}`, item: `${i}`, quantity: 1, refunded: '24.98' },
  date: '2025-12-01T10:00:00Z',
}));
const CONFIRM = 'confirm:audit.refunds.beside:refunds';
const of = async (document: unknown, answers = {}) => {
  const { question, open, result } = await proposalOf(JSON.stringify(document), {
    shipping_address: 'billing',
    ...answers,
  });
  return { open, text: question(CONFIRM)?.text, beside: result.trial?.plan.mapping?.beside, result };
};

describe.each<[what: string, list: string, document: unknown]>([
  ['returns', 'returns[]', { orders, returns: refunds }],
  ['refunds in front', 'refunds[]', { refunds, orders }],
  ['credit memos in an answer', 'data.creditMemos[]', { data: { orders, creditMemos: refunds } }],
  ['Gutschriften', 'Gutschriften[]', { Bestellungen: orders, Gutschriften: refunds }],
])('%s', (_, list, document) => {
  test('are asked about', async () => {
    const { open, text, beside } = await of(document);
    expect([open, beside]).toEqual([[CONFIRM], [list]]);
    expect(text).toContain(`"${list}" is not read, and 24 of 24 orders are sent without a refund (first`);
  });

  test('may be right so', async () => {
    const { open, result } = await of(document, { [CONFIRM]: 'yes' });
    expect(open).toEqual([]);
    expect(result.mapping['confirmed']).toMatchObject([{ rule: 'audit.refunds.beside', field: 'refunds' }]);
  });
});

test('a list of something else is named among what is not used, and nothing is asked', async () => {
  const { open, beside } = await of({ orders, customers: [{ id: '1', email: 'ann@example.com' }] });
  expect([open, beside]).toEqual([[], ['customers[]']]);
});

test('refunds inside of orders are no list beside them', async () => {
  const { beside } = await of({ orders: orders.map((one) => ({ ...one, refunds: [] })), total: 24 });
  expect(beside).toEqual([]);
});
