// Rules that compare an RMA message with the known orders. Samples contain the facts of the orders and a message.
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import { RMA_MESSAGE, ruleList } from '../rule-list.ts';
import { sampleFinancials, sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';

// The sample order's only line: two units at 25.00, 4.00 tax.
const line = {
  identifier: 'L1',
  sku: 'TEE-GRN-M',
  ordered: 2,
  shipped: 2,
  canceled: 0,
  unitPriceCents: 2500,
  taxCents: 400,
  discountCents: 0,
};
const refund = { identifier: 'R-1', amountCents: 2700, lines: [{ line: 'L1', units: 1 }], rma: 'RMA-1' };
const order = { totalCents: 5400, lines: [line], refunds: [] };
const known = { 'SO-1001': order };
const refundedKnown = { 'SO-1001': { ...order, refunds: [refund] } };
const good = { orders: known, message: sampleRma() };

const rules = ruleList({ good });

export const orderUnknown = rules.note('rma.order.unknown', {
  title: 'The order of an RMA was uploaded from here',
  explanation:
    'Nothing is recorded about the order, so lines, units and amounts are not compared. It may have been sent by another system, from another machine or under another profile, or order_identifier is a secondary identifier.',
  say: (args) =>
    `The order ${quote(args.order)} is not in the ledger, so the message is not compared with it.`,
  bad: { orders: known, message: withUnit({ order_identifier: 'SO-2002' }) },
});

export const lineUnknown = rules.error('rma.line.unknown', {
  title: 'The line of a returned unit is a line of its order',
  explanation:
    'order_line_item_identifier equals the item identifier in the order message. A line that the order does not have cannot be refunded; the identifiers may differ between two uploads.',
  source: RMA_MESSAGE,
  say: (args) => `The order has no line ${quote(args.line)}.`,
  bad: { orders: known, message: withUnit({ order_line_item_identifier: 'L9' }) },
});

export const lineSku = rules.error('rma.line.sku', {
  title: 'A returned unit has the sku of its order line',
  explanation: 'Line and sku of the unit do not belong together, so one of them is wrong.',
  source: RMA_MESSAGE,
  say: (args) =>
    `The line ${quote(args.line)} has the sku ${quote(args.expected)}, the unit ${quote(args.found)}.`,
  bad: { orders: known, message: withUnit({ sku: 'TEE-GRN-L' }) },
});

export const lineUnits = rules.error('rma.line.units', {
  title: 'Not more units of a line come back than were shipped',
  explanation:
    'One object stands for one returned unit, so an RMA cannot hold more of a line than quantity_shipped in the order.',
  source: RMA_MESSAGE,
  say: (args) =>
    `The RMA has ${plural(Number(args.units), 'unit')} of the line ${quote(args.line)}; ${args.shipped} were shipped.`,
  good: { orders: known, message: sampleRma({ items: [sampleUnit(), sampleUnit()] }) },
  bad: { orders: known, message: sampleRma({ items: [sampleUnit(), sampleUnit(), sampleUnit()] }) },
});

export const lineRefunded = rules.warning('rma.line.refunded', {
  title: 'Units of an RMA were not refunded otherwise before',
  explanation:
    'Together with units that the ledger knows as refunded under other RMAs, more units of the line would be refunded than were shipped. Look at the refunds of the order before paying another.',
  say: (args) =>
    `The RMA has ${plural(Number(args.units), 'unit')} of the line ${quote(args.line)}, ${args.refunded} are refunded otherwise, and ${args.shipped} were shipped.`,
  good: { orders: refundedKnown, message: sampleRma({ rma_identifier: 'RMA-2' }) },
  bad: {
    orders: refundedKnown,
    message: sampleRma({ rma_identifier: 'RMA-2', items: [sampleUnit(), sampleUnit()] }),
  },
});

export const estimateExceeded = rules.warning('rma.estimate.exceeded', {
  title: 'The estimated refund of a unit is not more than was paid for it',
  explanation:
    'What was paid for a unit is its price and its share of the tax of its line, less its share of the discount. The interface calls the estimate the total possible refund based on goods returned. `returns calls show ID --money` shows the amounts side by side.',
  say: (args) => `The estimated refund is ${args.estimated} cents; ${args.paid} were paid for the unit.`,
  bad: {
    orders: known,
    message: withUnit({ refund_financials: sampleFinancials({ estimated_refund_amount_cents: 2701 }) }),
  },
});

export const refundUnknown = rules.warning('rma.refunded.without_refund', {
  title: 'An RMA becomes REFUNDED by a refund of its order',
  explanation:
    'The service moves an RMA to REFUNDED when it gets an order message with a refund that matches it. No such refund is recorded here: another system may have sent it, or the RMA was matched with the wrong refund.',
  source: 'RMA',
  say: (args) =>
    `The RMA is REFUNDED, but the ledger knows no refund of the order ${quote(args.order)} for it.`,
  good: { orders: refundedKnown, message: sampleRma({ status: 'REFUNDED' }) },
  bad: { orders: known, message: sampleRma({ status: 'REFUNDED' }) },
});

/** Rules whose samples are `{ orders, message }`. */
export const ledgerRules = rules.all;
