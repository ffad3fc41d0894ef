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
const everyUnit = (cents: number) => ({
  [LINES]: [
    { identifier: 'a', quantity: 2, order_item_identifier: '1' },
    { identifier: 'b', quantity: 1, order_item_identifier: '2' },
  ],
  'refunds[0].total_refund_amount_cents': cents,
});

/** Two refunds, with this value in a field of the second, where the finding is expected. */
const second = (name: string, field: string, value: unknown, finding: string) =>
  row(
    `${name}, in two refunds`,
    { refunds: [FIRST, SECOND], [`refunds[1].${field}`]: value },
    `${finding} refunds[1].${field}`,
  );

/** Changes of the order with one refund. */
export const REFUND_VERDICTS: readonly Verdict[] = [
  row('a refund', {}),
  at('refunded units beside a refund', 'items[0].quantity_refunded', 1),
  ...missing,
  at('a refund without its optional note', 'refunds[0].note', undefined),
  at('a refund without RMA', 'refunds[0].rma_identifier', undefined, 'note refund.rma.missing'),
  at('a refund of the past', 'refunds[0].created_at', '2026-11-10T10:00:00Z', 'note refund.created_at.past'),
  at('a date without offset', 'refunds[0].created_at', '2026-11-21T10:00:00', 'warning order.date.offset'),
  at('a refund date that is none', 'refunds[0].created_at', 'soon', 'error order.date.invalid'),
  at('a refund that is text', 'refunds[0]', 'RF-1', 'error order.field.type'),
  at('an amount with a fraction', 'refunds[0].total_refund_amount_cents', 32.4, 'error order.field.type'),
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
  second('more units than ordered', 'refund_line_items[0].quantity', 2, 'error refund.quantity.exceeded'),
  second('a refund identifier twice', 'identifier', 'RF-1', 'error refund.identifier.duplicate'),
  second(
    'a line twice',
    'refund_line_items[0].identifier',
    'RFL-1',
    'error refund.line.identifier.duplicate',
  ),
  at('the whole total', 'refunds[0].total_refund_amount_cents', 8100),
  at('more than the total', 'refunds[0].total_refund_amount_cents', 8101, 'warning refund.total.exceeded'),
  second('more than the total', 'total_refund_amount_cents', 4861, 'warning refund.sum.exceeded'),
  row('every unit for the total', everyUnit(8100)),
  row(
    'every unit for less than the total',
    everyUnit(7600),
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

const sales = (name: string, transactions: readonly unknown[], ...expect: string[]) =>
  row(name, { transactions }, GIVEN, ...expect);
/** A sale with this value in a field that an element must have. */
const sale = (name: string, field: keyof typeof SALE, value: unknown) =>
  row(
    name,
    { transactions: [{ ...SALE, [field]: value }] },
    `error order.element.invalid transactions[0].${field}`,
  );
const discounts = (name: string, list: readonly unknown[], place: string) =>
  row(name, { discounts: list }, `error order.element.invalid discounts[${place}`);

/** Changes of the order without refunds. */
export const PAYMENT_VERDICTS: readonly Verdict[] = [
  sales('a transaction', [SALE]),
  sales('an authorization and its capture', [
    { ...SALE, type: 'AUTHORIZATION' },
    { ...SALE, identifier: 'tx2', type: 'CAPTURE', parent_identifier: 'tx1' },
  ]),
  sales('a failed sale counts nothing', [{ ...SALE, status: 'FAILURE', amount_cents: 5 }, SALE]),
  sale('a transaction amount as text', 'amount_cents', '8100'),
  row('a transaction that is text', { transactions: ['tx1'] }, 'error order.element.invalid transactions[0]'),
  sale('a transaction whose date is none', 'created_at', '1/11/26'),
  sale('a transaction without a gateway', 'gateway', undefined),
  ...(['status', 'type'] as const).map((field) =>
    sales(
      `a transaction with an unknown ${field}`,
      [{ ...SALE, [field]: 'success' }],
      `warning order.transaction.unknown transactions[0].${field}`,
    ),
  ),
  sales(
    'transactions that do not add up',
    [{ ...SALE, amount_cents: 8000 }],
    'warning order.transactions.mismatch transactions',
  ),
  at('a discount', 'discounts', [OFF], 'note order.list.given'),
  discounts('a discount without code', [{ ...OFF, code: undefined }], '0].code'),
  discounts('a negative discount', [OFF, { ...OFF, amount_cents: -100 }], '1].amount_cents'),
];
