// Verdict tables for refunds, transactions and discounts of an order. Checked as given.
import { at, fields, REFUNDED, row, type Verdict } from './verdicts.ts';

const missing = fields(`
  refunds[0].identifier refunds[0].total_refund_amount_cents refunds[0].refund_line_items
  refunds[0].created_at refunds[0].refund_line_items[0].identifier
  refunds[0].refund_line_items[0].quantity
  refunds[0].refund_line_items[0].order_item_identifier
`).map((path): Verdict => at(`without ${path}`, path, undefined, 'error order.field.missing'));

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
  row('a refund', {}),
  at('refunded units beside a refund', 'items[0].quantity_refunded', 1),
  ...missing,
  at('a refund without its optional note', 'refunds[0].note', undefined),
  at('a refund without RMA', 'refunds[0].rma_identifier', undefined, 'note refund.rma.missing'),
  at('a refund of the past', 'refunds[0].created_at', '2026-11-10T10:00:00Z', 'note refund.created_at.past'),
  at(
    'a refund date without offset',
    'refunds[0].created_at',
    '2026-11-21T10:00:00',
    'warning order.date.offset',
  ),
  at('a refund date that is none', 'refunds[0].created_at', 'soon', 'error order.date.invalid'),
  at('a refund that is text', 'refunds[0]', 'RF-1', 'error order.field.type'),
  at(
    'a refund amount with a fraction',
    'refunds[0].total_refund_amount_cents',
    32.4,
    'error order.field.type',
  ),
  at('a negative refund amount', 'refunds[0].total_refund_amount_cents', -1, 'error order.amount.negative'),
  at('a refund of nothing', 'refunds[0].total_refund_amount_cents', 0, 'warning refund.total.zero'),
  at('a refund line of no unit', `${LINES}[0].quantity`, 0, 'warning refund.quantity.zero'),
  at('a negative refund quantity', `${LINES}[0].quantity`, -1, 'error order.quantity.negative'),
  at('an empty refund identifier', 'refunds[0].identifier', '', 'error order.identifier.empty'),
  at('no refund lines', LINES, [], 'warning refund.lines.empty'),
  at('a refund line of no line', `${LINES}[0].order_item_identifier`, '3', 'error refund.line.unknown'),
  at('all shipped units of a line', `${LINES}[0].quantity`, 2),
  at('more units than ordered', `${LINES}[0].quantity`, 3, 'error refund.quantity.exceeded'),
  row('a unit that was cancelled', {
    'items[0].quantity': 3,
    'items[0].quantity_canceled': 1,
    [`${LINES}[0].quantity`]: 3,
  }),
  at('two refunds', 'refunds', [FIRST, SECOND]),
  row(
    'more units than ordered over two refunds',
    { refunds: [FIRST, SECOND], 'refunds[1].refund_line_items[0].quantity': 2 },
    'error refund.quantity.exceeded refunds[1].refund_line_items[0].quantity',
  ),
  row(
    'a refund identifier twice',
    { refunds: [FIRST, SECOND], 'refunds[1].identifier': 'RF-1' },
    'error refund.identifier.duplicate refunds[1].identifier',
  ),
  row(
    'a refund line identifier twice, in two refunds',
    { refunds: [FIRST, SECOND], 'refunds[1].refund_line_items[0].identifier': 'RFL-1' },
    'error refund.line.identifier.duplicate refunds[1].refund_line_items[0].identifier',
  ),
  at('the whole total', 'refunds[0].total_refund_amount_cents', 8100),
  at('more than the total', 'refunds[0].total_refund_amount_cents', 8101, 'warning refund.total.exceeded'),
  row(
    'more than the total over two refunds',
    { refunds: [FIRST, SECOND], 'refunds[1].total_refund_amount_cents': 4861 },
    'warning refund.sum.exceeded refunds[1].total_refund_amount_cents',
  ),
  row('every unit for the total', {
    [LINES]: [
      { identifier: 'a', quantity: 2, order_item_identifier: '1' },
      { identifier: 'b', quantity: 1, order_item_identifier: '2' },
    ],
    'refunds[0].total_refund_amount_cents': 8100,
  }),
  row(
    'every unit for less than the total',
    {
      [LINES]: [
        { identifier: 'a', quantity: 2, order_item_identifier: '1' },
        { identifier: 'b', quantity: 1, order_item_identifier: '2' },
      ],
      'refunds[0].total_refund_amount_cents': 7600,
    },
    'note refund.full.differs refunds[0].total_refund_amount_cents',
  ),
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
  row('both', { ...HALF, refunds: [unnamed(3240), rest(4860)] }, NO_RMA),
  row(
    'a cent too much',
    { ...HALF, refunds: [unnamed(3240), rest(4861)] },
    NO_RMA,
    'warning refund.sum.exceeded refunds[1].total_refund_amount_cents',
  ),
  row('all in one refund', {
    ...HALF,
    refunds: [
      {
        ...rest(8100),
        refund_line_items: [{ ...rest(0).refund_line_items[0]!, quantity: 2 }, rest(0).refund_line_items[1]],
      },
    ],
  }),
  row(
    'more than both in one refund',
    { ...HALF, refunds: [unnamed(8101)] },
    NO_RMA,
    'warning refund.total.exceeded refunds[0].total_refund_amount_cents',
  ),
  row(
    'that names the RMA of a shipped one: the cancelled one is in none',
    { ...HALF, refunds: [{ ...FIRST, total_refund_amount_cents: 4861 }] },
    'warning refund.total.exceeded refunds[0].total_refund_amount_cents',
  ),
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
  row('a transaction', { transactions: [SALE] }, GIVEN),
  row(
    'an authorization and its capture',
    {
      transactions: [
        { ...SALE, type: 'AUTHORIZATION' },
        { ...SALE, identifier: 'tx2', type: 'CAPTURE', parent_identifier: 'tx1' },
      ],
    },
    GIVEN,
  ),
  row(
    'a failed sale counts nothing',
    { transactions: [{ ...SALE, status: 'FAILURE', amount_cents: 5 }, SALE] },
    GIVEN,
  ),
  row(
    'a transaction amount as text',
    { transactions: [{ ...SALE, amount_cents: '8100' }] },
    'error order.element.invalid transactions[0].amount_cents',
  ),
  row('a transaction that is text', { transactions: ['tx1'] }, 'error order.element.invalid transactions[0]'),
  row(
    'a transaction without gateway',
    { transactions: [{ ...SALE, gateway: undefined }] },
    'error order.element.invalid transactions[0].gateway',
  ),
  row(
    'a transaction whose date is none',
    { transactions: [{ ...SALE, created_at: '1/11/26' }] },
    'error order.element.invalid transactions[0].created_at',
  ),
  row(
    'a transaction in small letters',
    { transactions: [{ ...SALE, status: 'success' }] },
    GIVEN,
    'warning order.transaction.unknown transactions[0].status',
  ),
  row(
    'a transaction type nobody knows',
    { transactions: [{ ...SALE, type: 'BARTER' }] },
    GIVEN,
    'warning order.transaction.unknown transactions[0].type',
  ),
  row(
    'transactions that do not add up',
    { transactions: [{ ...SALE, amount_cents: 8000 }] },
    GIVEN,
    'warning order.transactions.mismatch transactions',
  ),
  at('a discount', 'discounts', [OFF], 'note order.list.given'),
  row(
    'a discount without code',
    { discounts: [{ ...OFF, code: undefined }] },
    'error order.element.invalid discounts[0].code',
  ),
  row(
    'a discount with a negative amount',
    { discounts: [OFF, { ...OFF, amount_cents: -100 }] },
    'error order.element.invalid discounts[1].amount_cents',
  ),
  row('a discount that is null', { discounts: [null] }, 'error order.element.invalid discounts[0]'),
];
