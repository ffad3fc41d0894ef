// Refunds in JSON that name the lines of their order: by the identifier of the line or by its sku, under names of many kinds. The
// audit asks about them, and what names the line is asked for before the rest.
import { expect, test } from 'vitest';
import type { Answers } from '../../../src/orders/map/types.ts';
import { ordersSent, proposalOf, shopper } from './proposal-of.ts';

const PRICES = [1999, 4595, 1290, 2450];
const cents = (amount: number) => (amount / 100).toFixed(2);
const day = (i: number) => `2025-12-${10 + (i % 18)}T10:00:00Z`;
const lineOf = (order: number, n: number) => `9${String(order).padStart(3, '0')}${n}`;

/** 24 orders of two lines, two and one units; each third has one unit of the second line back, on its own day. */
const refunded = (order: number) => order % 3 === 0;
const priceOf = (order: number, n: number) => PRICES[(order + n) % 4]!;

interface Names {
  readonly items?: string;
  readonly line?: string;
  readonly lists: (one: { readonly order: number; readonly price: string }) => object;
}

const orders = ({ items = 'items', line = 'lineId', lists }: Names) =>
  Array.from({ length: 24 }, (_, order) => {
    const { email, ...address } = shopper(order);
    const price = cents(priceOf(order, 1));
    return {
      ...{ orderNumber: `A-${1001 + order}`, status: 'Shipped', currency: 'EUR' },
      ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: day(order), email },
      address: { ...address, country: 'DE' },
      ...{ shipping: '4.90', total: cents(2 * priceOf(order, 0) + priceOf(order, 1) + 490) },
      [items]: [0, 1].map((n) => ({
        [line]: lineOf(order, n),
        ...{ sku: `S-${priceOf(order, n)}`, title: `Cup ${'abcd'[(order + n) % 4]}` },
        ...{ quantity: 2 - n, price: cents(priceOf(order, n)) },
      })),
      ...lists({ order, price }),
    };
  });

const plain: Names = {
  lists: ({ order, price }) => ({
    refunds: refunded(order)
      ? [
          {
            ...{ id: `R${order}`, createdAt: day(order), amount: price },
            lines: [{ lineId: lineOf(order, 1), quantity: 1 }],
          },
        ]
      : [],
  }),
};
const german: Names = {
  ...{ items: 'positionen', line: 'posNr' },
  lists: ({ order, price }) => ({
    gutschriften: refunded(order)
      ? [
          {
            ...{ nummer: `G-${order}`, datum: day(order), betrag: price },
            positionen: [{ posNr: lineOf(order, 1), menge: 1 }],
          },
        ]
      : [],
  }),
};
const flat: Names = {
  lists: ({ order, price }) => ({
    refunds: refunded(order)
      ? [
          {
            ...{ refundNumber: `R${order}`, refundedAt: day(order), amount: price },
            ...{ orderLineId: lineOf(order, 1), qty: 1 },
          },
        ]
      : [],
  }),
};
const bySku: Names = {
  lists: ({ order, price }) => ({
    creditNotes: refunded(order)
      ? [
          {
            ...{ number: `C${order}`, date: day(order), total: price },
            lines: [{ sku: `S-${priceOf(order, 1)}`, quantity: 1 }],
          },
        ]
      : [],
  }),
};
/** With a list of payments beside that of the lines: which one is meant is asked. */
const twoLists: Names = {
  lists: ({ order, price }) => ({
    refunds: refunded(order)
      ? [
          {
            ...{ id: `R${order}`, createdAt: day(order), amount: price },
            lines: [{ lineId: lineOf(order, 1), quantity: 1 }],
            transactions: [{ gateway: 'card', ref: `tx-${order}` }],
          },
        ]
      : [],
  }),
};

/** The answers of a person: number, units, money and date of the refunds, and what says of which line one is. */
const named = (
  paths: readonly [string, string, string, string],
  line: string,
  by = 'order_item_identifier',
): Answers => {
  const [number, units, money, date] = paths;
  return {
    'field:refund.identifier': number,
    'field:refund_line.quantity': units,
    'field:refund.total_refund_amount_cents': money,
    'field:refund.created_at': date,
    [`field:refund_line.${by}`]: line,
  };
};
const ASKED = named(
  ['refunds[].id', 'refunds[].lines[].quantity', 'refunds[].amount', 'refunds[].createdAt'],
  'refunds[].lines[].lineId',
);
const GERMAN = named(
  [
    ...(['gutschriften[].nummer', 'gutschriften[].positionen[].menge'] as const),
    ...(['gutschriften[].betrag', 'gutschriften[].datum'] as const),
  ],
  'gutschriften[].positionen[].posNr',
);
const FLAT = named(
  ['refunds[].refundNumber', 'refunds[].qty', 'refunds[].amount', 'refunds[].refundedAt'],
  'refunds[].orderLineId',
);
const BY_SKU = named(
  [
    ...(['creditNotes[].number', 'creditNotes[].lines[].quantity'] as const),
    ...(['creditNotes[].total', 'creditNotes[].date'] as const),
  ],
  'creditNotes[].lines[].sku',
  'sku',
);

test.each<[what: string, names: Names, answers: Answers, number: string, isNdjson?: boolean]>([
  ['by the identifier of the line', plain, ASKED, 'R'],
  ['in NDJSON', plain, ASKED, 'R', true],
  ['under German names', german, GERMAN, 'G-'],
  ['without a list of lines', flat, FLAT, 'R'],
  ['by the sku', bySku, BY_SKU, 'C'],
  ['beside a list of payments', twoLists, ASKED, 'R'],
])('refunds of JSON %s are sent with their lines', async (_, names, answers, number, isNdjson = false) => {
  const list = orders(names);
  const text = isNdjson ? list.map((one) => `${JSON.stringify(one)}\n`).join('') : JSON.stringify(list);
  const sent = await ordersSent(text, { shipping_address: 'billing', ...answers });
  expect(sent).toHaveLength(24);
  for (const [order, { refunds }] of sent.entries()) {
    const cents = priceOf(order, 1);
    const line = { order_item_identifier: lineOf(order, 1), quantity: 1 };
    expect(refunds).toMatchObject(
      refunded(order)
        ? [
            {
              ...{ identifier: `${number}${order}`, created_at: day(order) },
              ...{ total_refund_amount_cents: cents, refund_line_items: [line] },
            },
          ]
        : [],
    );
    expect(refunds).toHaveLength(refunded(order) ? 1 : 0);
  }
});

test('one that is named by hand brings up the others, the line first, with the columns of refunds on top', async () => {
  const { result } = await proposalOf(JSON.stringify(orders(twoLists)), {
    ...{ shipping_address: 'billing', 'field:refund.identifier': 'refunds[].id' },
  });
  const asked = result.questions.filter(({ id }) => id.startsWith('field:refund'));
  expect(asked.map(({ id, choices }) => [id.slice(6), choices[0]?.value])).toEqual([
    ['refund_line.order_item_identifier', 'refunds[].lines[].lineId'],
    ['refund_line.quantity', 'refunds[].lines[].quantity'],
    ['refund.total_refund_amount_cents', 'refunds[].amount'],
    ['refund.created_at', 'refunds[].createdAt'],
  ]);
});
