// Mistakes with what belongs to what, each with what a judge has to say about it.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { RIGHT } from './planted-plan.ts';

export const IDENTITY: readonly Mistake[] = [
  {
    id: 'line-index',
    mistake: 'order_item_identifier is the number of the line in the order, not its identifier.',
    cause: 'order_item_identifier has to be the identifier of the line.',
    says: [/order_item_identifier|line/, /identifier|unknown|no line/i],
    not: [A.remember, A.estimate, A.shipping],
    plan: () => ({ refundedLine: (order, line) => `${order.items.indexOf(line) + 1}` }),
  },
  {
    id: 'line-upper',
    mistake: 'order_item_identifier is written in capitals.',
    cause: 'order_item_identifier has to be the identifier of the line, letter by letter.',
    says: [/order_item_identifier|line/, /identifier|unknown|no line/i],
    not: [A.remember, A.estimate, A.shipping],
    plan: () => ({ refundedLine: (_order, line) => line.identifier.toUpperCase() }),
  },
  {
    id: 'order-upper',
    mistake: 'Snapshots have the identifier of the order in capitals, which is another order.',
    cause: 'The refund came under another order identifier: post it with that of the RMA item.',
    says: [/order/i, /identifier/i, /another|unknown|letter|capital|not known|no such/i],
    not: [A.wait, A.remember, A.compare],
    plan: () => ({ snapshot: (order) => ({ ...order, identifier: order.identifier.toUpperCase() }) }),
  },
  {
    id: 'first-order',
    mistake: 'All units of an RMA over two orders are refunded in the order of its first item.',
    cause: 'An RMA may have items of several orders: refund each in the order of its order_identifier.',
    says: [/order_identifier|orders/i, /several|two|another|each|group/i],
    not: [A.remember, A.estimate, A.shipping, A.wait],
    plan: () => ({ orderOf: (orders, _item, rma) => orders[rma.items[0]?.order_identifier ?? ''] }),
  },
  {
    id: 'first-rma',
    mistake: 'Later refunds of an order have the RMA identifier of its first refund.',
    cause: 'The refund names another RMA: set rma_identifier to that of the message.',
    says: [/rma_identifier|RMA/, /another|wrong|names|first|set/i],
    not: [A.remember, A.compare, A.wait],
    plan: () => ({
      refundedRma: (order, rma) => order.refunds[0]?.rma_identifier ?? rma.rma_identifier,
    }),
  },
  {
    id: 'count-by-line',
    mistake: 'Refunded units are counted by line over all RMAs: a unit of a second RMA counts as refunded.',
    cause: 'A unit of a second RMA of the same line is not refunded: count per RMA and line.',
    says: [/RMA/, /line|units?\b/i, /second|per RMA|each RMA|another RMA|earlier/i],
    not: [A.wait, A.cancelled, A.compare],
    plan: () => ({
      countKey: (_rma, order, line) => JSON.stringify([order.identifier, line.identifier]),
    }),
  },
  {
    id: 'line-item-id',
    mistake:
      'Elements of refund_line_items are identified by the line, so two refunds of a line have the same.',
    cause: 'The identifier of a refund_line_item is unique over all refunds; this one is used twice.',
    says: [/refund_line_items|line item/i, /unique|twice|again|already/i],
    not: [A.remember, A.compare, A.postIt],
    plan: () => ({ lineItemIdentifier: (_refund, _index, line) => `RLI-${line.sku}-${line.identifier}` }),
  },
  {
    id: 'quantity-one',
    mistake: 'refund_line_items always say quantity 1, also when two units are refunded; the money is right.',
    cause: 'The quantity of a refund_line_item is the number of units refunded, not 1.',
    says: [/quantity|units?\b/i, /instead of|1 unit|missing|less|only/i],
    not: [A.wait, A.cancelled, A.compare, A.estimate],
    plan: () => ({ refundedUnits: () => 1 }),
  },
  {
    id: 'double-decode',
    mistake: 'The variant identifier is decoded twice; an identifier with a percent sign breaks.',
    cause: 'Decode the variant identifier once: one with % in it got the wrong answer.',
    says: [/decod|encod|%/i, /variant|path|identifier/i],
    not: [A.loadVariants, A.giftCard, A.firewall],
    plan: () => ({ decode: (segment) => decodeURIComponent(decodeURIComponent(segment)) }),
  },
  {
    id: 'unknown-404',
    mistake: 'An unknown variant identifier is answered 404.',
    cause: 'Answer 200 with an empty list to a variant identifier that you do not know.',
    says: [/404/, /empty|\[\]/i],
    not: [A.loadVariants, A.firewall, A.giftCard],
    plan: () => ({ variants: (variants, identifier) => variants[identifier] }),
  },
  {
    id: 'exchange-same-id',
    mistake: 'Every exchange order is answered with the same order identifier.',
    cause: 'Another exchange order has this identifier already: each new order has one of its own.',
    says: [/order_identifier|identifier/i, /unique|same|another|already|twice|own/i],
    not: [A.giftCard, A.loadVariants],
    plan: () => ({ exchangeAnswer: (answer) => ({ ...answer, order_identifier: 'EX-1' }) }),
  },
  {
    id: 'order-404',
    mistake: 'A message about an order that is not known is answered 404.',
    cause: 'Answer 200 to a message about an order that you do not have, and keep it.',
    says: [/404/, /order/i, /200|keep|known|have/i],
    not: [A.firewall, A.loadVariants, /redirect/i],
    plan: () => ({
      refuses: (rma, orders) => (rma.items.every((item) => orders[item.order_identifier]) ? undefined : 404),
    }),
  },
  {
    id: 'total-text',
    mistake: 'total_amount_cents of an exchange answer is text: "2700".',
    cause: 'total_amount_cents of the answer has to be a number.',
    says: [/total_amount_cents/, /number|integer|text|string/i],
    not: [A.giftCard, A.loadVariants],
    plan: () => ({
      exchangeAnswer: (answer) => ({ ...answer, total_amount_cents: `${answer['total_amount_cents']}` }),
    }),
  },
  {
    id: 'exchange-refunded',
    mistake: 'Units that are exchanged are refunded, too.',
    cause: 'Only units with refund_type REFUND are refunded: this one is exchanged.',
    says: [/exchang|refund_type/i, /refund/i],
    not: [A.wait, A.remember, A.shipping],
    plan: () => ({
      isDue: (item, rma) => RIGHT.isDue({ ...item, refund_type: 'REFUND' }, rma),
    }),
  },
];
