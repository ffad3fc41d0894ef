// What the interface leaves open, as questions to the service: data alone. What the sandbox assumes meanwhile is in its own table.
import { MINOR_UNITS } from '../basics/units.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import type { Question } from './types.ts';

/** By id: the question, then the heading of the interface and what it says there or that it is silent. */
const ROWS: Readonly<
  Record<
    string,
    readonly [question: string, source: string, more?: Pick<Question, 'choices' | 'initial' | 'form'>]
  >
> = {
  'address-orders': [
    'Which address takes orders, and which environment is it?',
    'Endpoints of the service: the address is supplied to the customer by the service',
  ],
  'address-asns': [
    'Which address takes ASNs?',
    'Endpoints of the service: the base address of the ASN endpoints is not shown',
  ],
  'answers-of-service': [
    'What is in a successful answer of the order and ASN endpoints, and does it name single orders?',
    'Endpoints of the service: response bodies of success are not shown',
  ],
  'error-codes': [
    'Which codes besides missing_field can a 422 carry, and do they name an order in a batch?',
    'Errors: other codes are not shown',
  ],
  'error-bodies': [
    'What do answers 400 and 5xx carry that support would ask for?',
    'Errors: error bodies for 400 and 5xx are not shown',
  ],
  'size-limits': [
    'How large may a request be, in bytes, orders, lines and cartons?',
    'Limits: payload size limits and limits on line or carton counts are not shown',
  ],
  rate: [
    'How many requests a minute are ours, for all machines behind our address together?',
    'Limits: 5000 in production, 2500 in the sandbox, a minute and address; may be lowered under load',
  ],
  deprecation: [
    'How and how long ahead is a new version of an interface announced?',
    'Versioning: the deprecation policy is not shown',
  ],
  history: [
    'How far back do orders have to be sent before go-live?',
    'Rules for when messages are sent: the orders of the previous six months, usually',
  ],
  'order-events': [
    'Which events of an order are sent, and how soon after they happen?',
    'Rules for when messages are sent: every life cycle event, as close to real time as possible',
  ],
  'cancelled-spelling': [
    'Is a cancelled order Cancelled or Canceled, and when does an order become that?',
    'Order (status field): Cancelled with two l; transitions to it are not shown',
    { choices: SPELLINGS, initial: 'Cancelled' },
  ],
  'raw-status': [
    'Which words of our order system may stand in raw_status, and does one of them change a return?',
    'Order object: raw_status is typically the status of the OMS; a list of words is not shown',
  ],
  'minor-units': [
    'What do amounts count in a currency that has not two decimals, such as JPY or KWD?',
    'Resources and their fields: integers in cents; what that is there is not shown',
    { choices: MINOR_UNITS },
  ],
  totals: [
    'How do shipping, discounts and tax included in prices enter total_amount_cents?',
    'Order object: behaviour with non-zero shipping or discount is not shown',
  ],
  tags: [
    'Which tags of orders and lines are known, and what does each do to a return?',
    'Order object: allowed tag values are not shown',
  ],
  transactions: [
    'Are transactions ever filled, and with what?',
    'Order object: sent only as an empty array; fields of an element are not shown',
  ],
  discounts: [
    'Are discounts ever filled, and with what?',
    'Order object: sent only as an empty array; fields of an element are not shown',
  ],
  currency: [
    'Which currencies do our orders have, and may one shop have several?',
    'Order object: a currency code; which are supported is not said',
  ],
  timezone: [
    'Which time zone do our times have, and in which does the return window end?',
    'Resources and their fields: ISO 8601 with an offset or Z; the zone of a window is not said',
  ],
  'order-identifier': [
    'Does an RMA carry the identifier of our orders, or a secondary one?',
    'RMA item object: the order-level identifier or a secondary one, depending on the external system',
  ],
  products: [
    'Do product, variant and weight come with the orders, or from a catalog?',
    'Item object: weight is needed for express returns if no catalog is provided',
  ],
  'refund-moment': [
    'When do we refund: at the scan of the carrier, on receipt, at creation for goods that are kept?',
    'Mail-back, full refund, refund at carrier scan: one way is shown; a customer may refund at other steps',
  ],
  'refund-date': [
    'How far ahead has created_at of a refund to be?',
    'Refund object: required; the description states that it needs a date in the future',
  ],
  'refund-match': [
    'Which refund settles which RMA when rma_identifier is absent or a refund is partial?',
    'RMA: refunded when the refund matches the RMA; how is not shown for more than the full refund',
  ],
  levels: [
    'Which of the rules does the service really enforce, where ours count otherwise than by default?',
    'Errors: validations vary by API',
    { choices: ['CODE=LEVEL, with commas between several'] },
  ],
  program: [
    'Which program_identifier do our ASNs carry?',
    'ASN: the value is supplied during implementation',
  ],
  'asn-modules': [
    'Do we use returns-to-vendor or several merchants, so that vendor_identifier and merchant are required?',
    'Detail object: each is required when the customer uses that module',
  ],
  'asn-moves': [
    'Which changes of the status of an ASN are allowed?',
    'ASN (status field): which source-to-target moves are allowed is not shown',
  ],
  'endpoint-addresses': [
    'At which addresses does our side take RMAs, variant requests and exchange orders?',
    'Endpoints the customer provides: the customer gives the service the address and endpoint of each',
  ],
  'endpoint-auth': [
    'How does the service sign in at our endpoints, and how is a secret changed?',
    'Authentication: that of outbound calls is not shown',
  ],
  'endpoint-origin': [
    'From which addresses does the service call, and which certificate may our side show?',
    'Limits: HTTPS with TLS 1.2 only; addresses of outbound calls are not said',
  ],
  signing: [
    'Is an outbound message signed, so that our side can tell it from a forged one?',
    'Events: signing of outbound messages is not shown',
  ],
  'answer-time': [
    'How many seconds does the service wait for an answer?',
    'Errors: a 503 means that an upstream did not respond in time; the time for our answers is not said',
  ],
  retries: [
    'How often and how long is a message sent again when our side fails or does not answer?',
    'Events: retries on failure and delivery guarantees are not shown',
  ],
  ordering: [
    'May messages of one RMA arrive out of order, or twice?',
    'Events: ordering of messages is not shown; each carries a new updated_at and the full item list',
  ],
  'refused-messages': [
    'What does the service do after an answer of ours that is not 200?',
    "Errors: error responses of the customer's endpoints and the reaction to them are not shown",
  ],
  'answer-bodies': [
    'What does the service read of our answers to RMAs and exchange orders?',
    'Endpoints the customer provides: response bodies of the two are not shown',
  ],
  'outbound-version': [
    'Which version of the outbound messages do we get, and how does our side see it?',
    'Versioning: that of RMA, exchange variants and exchange orders is not shown',
  ],
  scenarios: [
    'Which steps do express returns, partial returns, cancellations and exchanges have, message by message?',
    'What the service does: only mail-back with a full refund is specified, the others are not shown',
  ],
  'return-methods': [
    'Which return methods do our shoppers get, and what happens to goods that they keep?',
    'RMA: the paths for express-returns and customer-keep are not shown',
  ],
  events: [
    'Which events of exchanges, partial returns and cancellations give a message?',
    'Events: those for exchange, partial, cancellation and cancel-return scenarios are not shown',
  ],
  'rma-statuses': [
    'Which RMA statuses besides CREATED and REFUNDED can come, and what does each ask of us?',
    'RMA: other statuses are not shown',
  ],
  'package-statuses': [
    'Which values of package_tracking_status can come, for each return method?',
    'RMA item object: PRE_TRANSIT and TRANSIT are shown, the full list is not',
  ],
  'receiving-status': [
    'Do we use the returns management solution, and how does receiving_status move?',
    'RMA: transitions between PENDING, RECEIVED and NOT_RECEIVED are not shown',
  ],
  'return-reasons': [
    'Which return reasons can come, and does one of them change what we refund?',
    'RMA item object: return_reason is a string; its values are not said',
  ],
  'refund-amount': [
    'Which amount do we refund: our own, or refund_financials, and who bears return_shipping_cost_cents?',
    'RMA item object: refund_financials are meant for even exchanges only',
  ],
  'return-shipping': [
    'Who bears return_shipping_cost_cents: the retailer, so that it is only reported, or the shopper, so that it is taken off the refund?',
    'RMA object: return_shipping_cost_cents is sent; who bears it is not said',
    { choices: ['retailer', 'shopper'], initial: 'retailer' },
  ],
  'restocking-fee': [
    'Is a share of the refund (taken of price and tax less discount, and of shipping where that is refunded) kept back as a restocking fee?',
    'Refund object: total_refund_amount_cents is the amount; how it is made is not said',
    { choices: ['none', 'a share such as 10%'], initial: 'none', form: /^(?:\d|[1-9]\d)%$/ },
  ],
  'variant-fields': [
    'Which fields does a variant have, and in which shape is the list?',
    'Exchange variants (response): field names and types of a variant are not shown',
  ],
  'exchange-fields': [
    'Which fields do items, customer and payment of an exchange order have, and which others come?',
    'Exchange order message: fields inside these, and request fields beyond them, are not shown',
  ],
  'exchange-prices': [
    'Who pays the difference of an uneven exchange, and when does the service charge it?',
    'What the service does: the customer calculates tax and shipping; the payment is not shown',
  ],
  'gift-cards': [
    'How do we recognise a gift card in an exchange order, and whom does gift_refund_only concern?',
    'RMA message: giftee_email is sent when gift_refund_only is true; the order of a gift card is not shown',
  ],
};

export const OPEN_QUESTIONS = Object.entries(ROWS).map(
  ([id, [question, source, more]]): Question => ({ id, question, interface: source, ...more }),
);
