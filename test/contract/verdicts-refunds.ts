// Verdict tables for refunds, transactions and discounts of an order. Checked as given.
import { REFUNDED, type Verdict } from './verdicts.ts';

const missing = [
  'refunds[0].identifier',
  'refunds[0].total_refund_amount_cents',
  'refunds[0].refund_line_items',
  'refunds[0].created_at',
  'refunds[0].refund_line_items[0].identifier',
  'refunds[0].refund_line_items[0].quantity',
  'refunds[0].refund_line_items[0].order_item_identifier',
].map(
  (path): Verdict => ({
    name: `without ${path}`,
    change: { [path]: undefined },
    expect: [`error order.field.missing ${path}`],
  }),
);

const [FIRST] = REFUNDED.refunds;
/** A second refund, of the other hat. */
const SECOND = {
  ...FIRST,
  identifier: 'RF-2',
  refund_line_items: [{ identifier: 'RFL-2', quantity: 1, order_item_identifier: '1' }],
};
const LINES = 'refunds[0].refund_line_items';

/** Changes of the order with one refund. */
export const REFUND_VERDICTS: readonly Verdict[] = [
  { name: 'a refund', change: {}, expect: [] },
  ...missing,
  { name: 'a refund without its optional note', change: { 'refunds[0].note': undefined }, expect: [] },
  {
    name: 'a refund without RMA',
    change: { 'refunds[0].rma_identifier': undefined },
    expect: ['note refund.rma.missing refunds[0].rma_identifier'],
  },
  {
    name: 'a refund of the past',
    change: { 'refunds[0].created_at': '2026-11-10T10:00:00Z' },
    expect: ['note refund.created_at.past refunds[0].created_at'],
  },
  {
    name: 'a refund date without offset',
    change: { 'refunds[0].created_at': '2026-11-21T10:00:00' },
    expect: ['warning order.date.offset refunds[0].created_at'],
  },
  {
    name: 'a refund date that is none',
    change: { 'refunds[0].created_at': 'soon' },
    expect: ['error order.date.invalid refunds[0].created_at'],
  },
  {
    name: 'a refund that is text',
    change: { 'refunds[0]': 'RF-1' },
    expect: ['error order.field.type refunds[0]'],
  },
  {
    name: 'a refund amount with a fraction',
    change: { 'refunds[0].total_refund_amount_cents': 32.4 },
    expect: ['error order.field.type refunds[0].total_refund_amount_cents'],
  },
  {
    name: 'a negative refund amount',
    change: { 'refunds[0].total_refund_amount_cents': -1 },
    expect: ['error order.amount.negative refunds[0].total_refund_amount_cents'],
  },
  {
    name: 'a refund of nothing',
    change: { 'refunds[0].total_refund_amount_cents': 0 },
    expect: ['warning refund.total.zero refunds[0].total_refund_amount_cents'],
  },
  {
    name: 'a refund line of no unit',
    change: { [`${LINES}[0].quantity`]: 0 },
    expect: [`warning refund.quantity.zero ${LINES}[0].quantity`],
  },
  {
    name: 'a negative refund quantity',
    change: { [`${LINES}[0].quantity`]: -1 },
    expect: [`error order.quantity.negative ${LINES}[0].quantity`],
  },
  {
    name: 'an empty refund identifier',
    change: { 'refunds[0].identifier': '' },
    expect: ['error order.identifier.empty refunds[0].identifier'],
  },
  { name: 'no refund lines', change: { [LINES]: [] }, expect: [`warning refund.lines.empty ${LINES}`] },
  {
    name: 'a refund line of no line',
    change: { [`${LINES}[0].order_item_identifier`]: '3' },
    expect: [`error refund.line.unknown ${LINES}[0].order_item_identifier`],
  },
  { name: 'all shipped units of a line', change: { [`${LINES}[0].quantity`]: 2 }, expect: [] },
  {
    name: 'more units than ordered',
    change: { [`${LINES}[0].quantity`]: 3 },
    expect: [`error refund.quantity.exceeded ${LINES}[0].quantity`],
  },
  {
    name: 'a unit that was cancelled',
    change: { 'items[0].quantity': 3, 'items[0].quantity_canceled': 1, [`${LINES}[0].quantity`]: 3 },
    expect: [],
  },
  { name: 'two refunds', change: { refunds: [FIRST, SECOND] }, expect: [] },
  {
    name: 'more units than ordered over two refunds',
    change: { refunds: [FIRST, SECOND], 'refunds[1].refund_line_items[0].quantity': 2 },
    expect: ['error refund.quantity.exceeded refunds[1].refund_line_items[0].quantity'],
  },
  {
    name: 'a refund identifier twice',
    change: { refunds: [FIRST, SECOND], 'refunds[1].identifier': 'RF-1' },
    expect: ['error refund.identifier.duplicate refunds[1].identifier'],
  },
  {
    name: 'a refund line identifier twice, in two refunds',
    change: { refunds: [FIRST, SECOND], 'refunds[1].refund_line_items[0].identifier': 'RFL-1' },
    expect: ['error refund.line.identifier.duplicate refunds[1].refund_line_items[0].identifier'],
  },
  { name: 'the whole total', change: { 'refunds[0].total_refund_amount_cents': 8100 }, expect: [] },
  {
    name: 'more than the total',
    change: { 'refunds[0].total_refund_amount_cents': 8101 },
    expect: ['warning refund.total.exceeded refunds[0].total_refund_amount_cents'],
  },
  {
    name: 'more than the total over two refunds',
    change: { refunds: [FIRST, SECOND], 'refunds[1].total_refund_amount_cents': 4861 },
    expect: ['warning refund.sum.exceeded refunds[1].total_refund_amount_cents'],
  },
  {
    name: 'every unit for the total',
    change: {
      [LINES]: [
        { identifier: 'a', quantity: 2, order_item_identifier: '1' },
        { identifier: 'b', quantity: 1, order_item_identifier: '2' },
      ],
      'refunds[0].total_refund_amount_cents': 8100,
    },
    expect: [],
  },
  {
    name: 'every unit for less than the total',
    change: {
      [LINES]: [
        { identifier: 'a', quantity: 2, order_item_identifier: '1' },
        { identifier: 'b', quantity: 1, order_item_identifier: '2' },
      ],
      'refunds[0].total_refund_amount_cents': 7600,
    },
    expect: ['note refund.full.differs refunds[0].total_refund_amount_cents'],
  },
];

/** One hat of two cancelled: 30.00 and 2.40 tax for the other, 15.00 and 1.20 for the scarf: 48.60. */
const HALF = {
  ...{ 'items[0].quantity_shipped': 1, 'items[0].quantity_canceled': 1 },
  ...{ 'items[0].product_amount_cents': 3000, 'items[0].tax_amount_cents': 240 },
  ...{ product_amount_cents: 4500, tax_amount_cents: 360, total_amount_cents: 4860 },
};
const unnamed = (cents: number) => ({
  ...FIRST,
  rma_identifier: undefined,
  total_refund_amount_cents: cents,
});
const rest = (cents: number) => ({
  ...SECOND,
  total_refund_amount_cents: cents,
  refund_line_items: [
    ...SECOND.refund_line_items,
    { identifier: 'RFL-3', quantity: 1, order_item_identifier: '2' },
  ],
});
const NO_RMA = 'note refund.rma.missing refunds[0].rma_identifier';

/** Refunds of cancelled units beside those of shipped ones. */
export const CANCELED_REFUND_VERDICTS: readonly Verdict[] = [
  { name: 'both', change: { ...HALF, refunds: [unnamed(3240), rest(4860)] }, expect: [NO_RMA] },
  {
    name: 'a cent too much',
    change: { ...HALF, refunds: [unnamed(3240), rest(4861)] },
    expect: [NO_RMA, 'warning refund.sum.exceeded refunds[1].total_refund_amount_cents'],
  },
  {
    name: 'all in one refund',
    change: {
      ...HALF,
      refunds: [
        {
          ...rest(8100),
          refund_line_items: [
            { ...rest(0).refund_line_items[0]!, quantity: 2 },
            rest(0).refund_line_items[1],
          ],
        },
      ],
    },
    expect: [],
  },
  {
    name: 'more than both in one refund',
    change: { ...HALF, refunds: [unnamed(8101)] },
    expect: [NO_RMA, 'warning refund.total.exceeded refunds[0].total_refund_amount_cents'],
  },
  {
    name: 'that names the RMA of a shipped one: the cancelled one is in none',
    change: { ...HALF, refunds: [{ ...FIRST, total_refund_amount_cents: 4861 }] },
    expect: ['warning refund.total.exceeded refunds[0].total_refund_amount_cents'],
  },
];

const SALE = {
  identifier: 'tx1',
  parent_identifier: null,
  amount_cents: 8100,
  status: 'SUCCESS',
  type: 'SALE',
  gateway: 'stripes',
  is_online: true,
  is_test: false,
  created_at: '2026-11-01T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  payment_details: { last4: '4242' },
};
const OFF = { identifier: 'd1', code: 'WELCOME', amount_cents: 100, created_at: '2026-11-01T09:00:00Z' };
const GIVEN = 'note order.list.given transactions';

/** Changes of the order without refunds. */
export const PAYMENT_VERDICTS: readonly Verdict[] = [
  { name: 'a transaction', change: { transactions: [SALE] }, expect: [GIVEN] },
  {
    name: 'an authorization and its capture',
    change: {
      transactions: [
        { ...SALE, type: 'AUTHORIZATION' },
        { ...SALE, identifier: 'tx2', type: 'CAPTURE', parent_identifier: 'tx1' },
      ],
    },
    expect: [GIVEN],
  },
  {
    name: 'a failed sale counts nothing',
    change: { transactions: [{ ...SALE, status: 'FAILURE', amount_cents: 5 }, SALE] },
    expect: [GIVEN],
  },
  {
    name: 'a transaction amount as text',
    change: { transactions: [{ ...SALE, amount_cents: '8100' }] },
    expect: ['error order.element.invalid transactions[0].amount_cents'],
  },
  {
    name: 'a transaction that is text',
    change: { transactions: ['tx1'] },
    expect: ['error order.element.invalid transactions[0]'],
  },
  {
    name: 'a transaction without gateway',
    change: { transactions: [{ ...SALE, gateway: undefined }] },
    expect: ['error order.element.invalid transactions[0].gateway'],
  },
  {
    name: 'a transaction whose date is none',
    change: { transactions: [{ ...SALE, created_at: '1/11/26' }] },
    expect: ['error order.element.invalid transactions[0].created_at'],
  },
  {
    name: 'a transaction in small letters',
    change: { transactions: [{ ...SALE, status: 'success' }] },
    expect: [GIVEN, 'warning order.transaction.unknown transactions[0].status'],
  },
  {
    name: 'a transaction type nobody knows',
    change: { transactions: [{ ...SALE, type: 'BARTER' }] },
    expect: [GIVEN, 'warning order.transaction.unknown transactions[0].type'],
  },
  {
    name: 'transactions that do not add up',
    change: { transactions: [{ ...SALE, amount_cents: 8000 }] },
    expect: [GIVEN, 'warning order.transactions.mismatch transactions'],
  },
  { name: 'a discount', change: { discounts: [OFF] }, expect: ['note order.list.given discounts'] },
  {
    name: 'a discount without code',
    change: { discounts: [{ ...OFF, code: undefined }] },
    expect: ['error order.element.invalid discounts[0].code'],
  },
  {
    name: 'a discount with a negative amount',
    change: { discounts: [OFF, { ...OFF, amount_cents: -100 }] },
    expect: ['error order.element.invalid discounts[1].amount_cents'],
  },
  {
    name: 'a discount that is null',
    change: { discounts: [null] },
    expect: ['error order.element.invalid discounts[0]'],
  },
];
