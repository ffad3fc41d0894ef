// What is asked of a retailer's endpoint: the fixed list of checks of the areas messages, variants, exchanges and refunds.
import { REMEDIES, type RemedyId } from '../sandbox/scenarios/remedies.ts';
import type { CheckSubject } from './types.ts';

/** `id: [title, interface]`; the area is the part of the id before the dot, what to do stands in REMEDIES. */
const TABLE: Readonly<Record<RemedyId, readonly [title: string, rule: string]>> = {
  'messages.reachable': [
    'The endpoint answers',
    'Endpoints the customer provides: the customer gives the service the address of each endpoint.',
  ],
  'messages.credentials': [
    'The right credentials are let in, wrong ones are answered 401',
    'Authentication: how the service signs in at the endpoint is not shown. In the field, 401 makes the service fetch its credentials again and repeat the message.',
  ],
  'messages.answered': [
    'An ordinary RMA message is answered with success',
    'Endpoints the customer provides: POST {customer_url}/<rmas_endpoint> is answered 200.',
  ],
  'messages.answered-in-time': [
    'Every request is answered in time',
    'Endpoints the customer provides: the answer is 200; how long the service waits for it is not shown.',
  ],
  'messages.status': [
    'Success is exactly 200',
    'Endpoints the customer provides: 200 is the expected response of all three endpoints. In the field any 2xx counts as success.',
  ],
  'messages.orders-known': [
    'Your side knows the given orders',
    'What the service does: returns are about orders that the customer posted before.',
  ],
  'messages.accepted': [
    'A message with values that the interface does not show is answered with success',
    'RMA message: other statuses and package tracking statuses exist and are not shown; refund_financials is only meant for even exchanges. In the field, 400 and 422 end the delivery: the message is lost.',
  ],
  'messages.new-fields': [
    'A message with fields that your side does not know is answered with success',
    'Versioning: of the outbound messages it is not shown. In the field, messages have more fields than the interface lists.',
  ],
  'messages.unknown-order': [
    'A message about an order that your side does not know is answered with success',
    'Events: the order of messages and the reaction to errors are not shown. In the field, a message may come before your own order is there.',
  ],
  'messages.duplicates': [
    'The same message twice is answered with success both times',
    'Events: delivery guarantees are not shown. In the field, messages come at least once.',
  ],
  'messages.out-of-order': [
    'An older message after a newer one changes nothing',
    'RMA message: updated_at changes with each message; the order of messages is not shown. In the field, the receiver orders by updated_at.',
  ],
  'messages.bursts': [
    'Messages that follow each other at once are all taken and acted upon',
    'Events: every change of an RMA triggers a message; how many may come at once is not shown.',
  ],
  'messages.kept': [
    'A message that was answered with success is acted upon',
    'Endpoints the customer provides: 200 is the expected response. Retries are not shown; in the field, what was answered with success is not sent again.',
  ],
  'messages.restart': [
    'A message that was answered survives a restart of your side',
    'Events: delivery guarantees are not shown. In the field, what was answered with success is not sent again.',
  ],
  'messages.after-outage': [
    'After 31 hours without your endpoint everything is caught up',
    'Events: retries are not shown. In the field, a message is sent again for up to 32 hours, and then all of them come at once.',
  ],
  'variants.answered': [
    'A request for variants is answered with success',
    'Endpoints the customer provides: GET {customer_url}/sku/<variant_identifier>/<exchange_variants_endpoint> is answered 200 with the list.',
  ],
  'variants.well-formed': [
    'The answer is a list of complete variants',
    'Exchange variants (response): an array of variants with attributes, price and quantity; names and types of the fields are not shown. In the field: sku, title, unit_price_amount_cents, quantity_in_stock, attributes.',
  ],
  'variants.offered': [
    'For a variant of a given order something in stock is offered',
    'Exchange Variants: the customer answers with the list of variants (typically items of the same style).',
  ],
  'variants.unknown': [
    'A variant identifier that nobody knows is answered 200 with an empty list, or 404',
    'Exchange variants (response): silent about an unknown variant_identifier. An empty array is the list of the interface; 404 says the same.',
  ],
  'exchanges.answered': [
    'An exchange order is answered with the identifier of the new order',
    'Endpoints the customer provides: POST {customer_url}/<exchange_orders_endpoint> is answered 200; the body is not shown. In the field: order_identifier and three amounts. RMA item object: exchange_order_identifier is that identifier.',
  ],
  'exchanges.amount': [
    'The amounts in the answer are whole cents, and not more than was offered',
    'Resources and their fields: money fields named *_cents are integers of cents. Rules for when messages are sent: the customer calculates all tax and shipping.',
  ],
  'exchanges.idempotent': [
    'The same exchange order again makes no second order',
    'Events: retries are not shown. In the field, one exchange order is made per original order, and a repeat gets the same answer.',
  ],
  'exchanges.gift-card': [
    'A gift card order is answered with an identifier',
    'Exchange Orders: the service posts also when the shopper selected a gift card refund.',
  ],
  'exchanges.not-refunded': [
    'What was exchanged or paid back as a gift card is not refunded as well',
    'RMA item object: refund_type is REFUND, EVEN_EXCHANGE or UNEVEN_EXCHANGE.',
  ],
  'exchanges.others': [
    'After an exchange the other units of the order are still refunded',
    'RMA item object: each unit has its own refund_type. Scenario families: partial exchanges; their messages are not shown.',
  ],
  'exchanges.shipped': [
    'A snapshot of the exchange order comes when it ships',
    'Rules for when messages are sent: the customer posts a full snapshot at the first shipped event, also of a new order.',
  ],
  'refunds.at-scan': [
    'A mail-back return is refunded when the carrier scans it',
    'Mail-back, full refund, refund at carrier scan: the customer refunds when package_tracking_status is TRANSIT, and posts the order with the refund.',
  ],
  'refunds.skipped': [
    'A scan counts, also when no label was told before',
    'RMA item object: package_tracking_status is null, PRE_TRANSIT or TRANSIT. That each of them has a message of its own is not shown.',
  ],
  'refunds.late-scan': [
    'A parcel that is scanned a week later is refunded as well',
    'RMA: a return stays CREATED until the carrier takes the package; no time limit is shown.',
  ],
  'refunds.on-receipt': [
    'What the warehouse received is refunded',
    'RMA item object: receiving_status is PENDING, RECEIVED or NOT_RECEIVED when the returns management solution is used. Events: a message comes when an item is received and ready for refund.',
  ],
  'refunds.keep': [
    'What the shopper keeps is refunded at once',
    'Return methods: customer-keep; its path is not shown.',
  ],
  'refunds.unasked': [
    'Nothing is refunded before the goods are on their way',
    'Mail-back, full refund, refund at carrier scan: the refund is generated when an RMA with TRANSIT is received, not with null or PRE_TRANSIT.',
  ],
  'refunds.once': [
    'Each unit is refunded once, however often a message comes',
    'RMA message: one item object per returned unit. Events: delivery guarantees are not shown; in the field, messages come at least once.',
  ],
  'refunds.cancelled': [
    'A cancelled return is not refunded',
    'Scenario families: cancelling the return; its messages are not shown. In the field, the status is CANCELED.',
  ],
  'refunds.full-amount': [
    'A full refund is the total of the order',
    'Refund object: for a full refund total_refund_amount_cents equals the order-level total_amount_cents.',
  ],
  'refunds.amount': [
    'A partial refund is the price, tax and discount of its units',
    'Refund object: refund_line_items has only the units of this refund; how the amount of a partial refund is made is not shown.',
  ],
  'refunds.edited': [
    'After the order was changed, the refund is what the order costs now',
    'Rules for when messages are sent: a snapshot comes with every adjustment of the order. RMA item object: refund_financials are estimates, meant for even exchanges.',
  ],
  'refunds.orders': [
    'An RMA over two orders brings each order its own refund',
    'RMA item object: each unit has its own order_identifier. Refund object: a refund is part of its order.',
  ],
  'refunds.line': [
    'The refund names the lines and units that came back',
    'Refund object: refund_line_items has only the SKUs and units of this refund; order_item_identifier equals the identifier of the line.',
  ],
  'refunds.partial': [
    'Of a return in two parcels, each is refunded with its own scan',
    'RMA item object: each unit has its own package_tracking_status. Refund object: quantity is what this refund is about.',
  ],
  'refunds.kept': [
    'A later snapshot keeps the earlier refunds',
    'Rules for when messages are sent: each message is a full snapshot of the order, with all refunds.',
  ],
  'refunds.named': [
    'Of an order with several RMAs, a refund names its RMA',
    'Refund object: rma_identifier is optional but recommended, to identify the RMA when an order has several.',
  ],
  'refunds.snapshot': [
    'The service accepts the snapshots with refunds',
    'Order object and Refund object: what is required. Errors: 422 lists the fields.',
  ],
  'refunds.newer': [
    'A snapshot with a refund has a newer updated_at',
    'Order object: updated_at. The interface is silent about a snapshot that is older than the stored one; it may be ignored.',
  ],
  'refunds.currency': [
    'A snapshot with a refund keeps the currency of the order',
    'Order object: currency. Refund object: it has none of its own, so an amount is in the currency of the order.',
  ],
  'refunds.times': [
    'Times keep their offset',
    'Resources and their fields: timestamps are ISO 8601; both an explicit offset and Z are used.',
  ],
  'refunds.restart': [
    'What was refunded before a restart is not refunded again',
    'Events: delivery guarantees are not shown. In the field, messages come at least once, also after a restart of your side.',
  ],
  'refunds.closed': [
    'After the refund the RMA is REFUNDED, and your side takes the message that says so',
    'RMA: on an order message whose refund matches the RMA, the RMA becomes REFUNDED and a message is posted.',
  ],
};

export type EndpointCheckId = RemedyId;

/** In the order in which they are shown. */
export const ENDPOINT_SUBJECTS: readonly (CheckSubject & { readonly id: EndpointCheckId })[] = (
  Object.keys(TABLE) as EndpointCheckId[]
).map((id) => {
  const [title, rule] = TABLE[id];
  return {
    id,
    area: id.slice(0, id.indexOf('.')) as CheckSubject['area'],
    title,
    interface: rule,
    hint: REMEDIES[id],
  };
});
