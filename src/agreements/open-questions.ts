// What the interface leaves open, as questions to the service: data alone. What the sandbox assumes meanwhile is in its own table.
import { MINOR_UNITS } from '../basics/units.ts';
import { SPELLINGS } from '../contract/status-spelling.ts';
import type { Question } from './types.ts';

export const OPEN_QUESTIONS: readonly Question[] = [
  {
    id: 'address-orders',
    question: 'Which address takes orders, and which environment is it?',
    interface: 'Endpoints of the service: the address is supplied to the customer by the service',
  },
  {
    id: 'address-asns',
    question: 'Which address takes ASNs?',
    interface: 'Endpoints of the service: the base address of the ASN endpoints is not shown',
  },
  {
    id: 'answers-of-service',
    question:
      'What is in a successful answer of the order and ASN endpoints, and does it name single orders?',
    interface: 'Endpoints of the service: response bodies of success are not shown',
  },
  {
    id: 'error-codes',
    question: 'Which codes besides missing_field can a 422 carry, and do they name an order in a batch?',
    interface: 'Errors: other codes are not shown',
  },
  {
    id: 'error-bodies',
    question: 'What do answers 400 and 5xx carry that support would ask for?',
    interface: 'Errors: error bodies for 400 and 5xx are not shown',
  },
  {
    id: 'size-limits',
    question: 'How large may a request be, in bytes, orders, lines and cartons?',
    interface: 'Limits: payload size limits and limits on line or carton counts are not shown',
  },
  {
    id: 'rate',
    question: 'How many requests a minute are ours, for all machines behind our address together?',
    interface:
      'Limits: 5000 in production, 2500 in the sandbox, a minute and address; may be lowered under load',
  },
  {
    id: 'deprecation',
    question: 'How and how long ahead is a new version of an interface announced?',
    interface: 'Versioning: the deprecation policy is not shown',
  },
  {
    id: 'history',
    question: 'How far back do orders have to be sent before go-live?',
    interface: 'Rules for when messages are sent: the orders of the previous six months, usually',
  },
  {
    id: 'order-events',
    question: 'Which events of an order are sent, and how soon after they happen?',
    interface: 'Rules for when messages are sent: every life cycle event, as close to real time as possible',
  },
  {
    id: 'cancelled-spelling',
    question: 'Is a cancelled order Cancelled or Canceled, and when does an order become that?',
    interface: 'Order (status field): Cancelled with two l; transitions to it are not shown',
    choices: SPELLINGS,
    initial: 'Cancelled',
  },
  {
    id: 'raw-status',
    question:
      'Which words of our order system may stand in raw_status, and does one of them change a return?',
    interface: 'Order object: raw_status is typically the status of the OMS; a list of words is not shown',
  },
  {
    id: 'minor-units',
    question: 'What do amounts count in a currency that has not two decimals, such as JPY or KWD?',
    interface: 'Resources and their fields: integers in cents; what that is there is not shown',
    choices: MINOR_UNITS,
  },
  {
    id: 'totals',
    question: 'How do shipping, discounts and tax included in prices enter total_amount_cents?',
    interface: 'Order object: behaviour with non-zero shipping or discount is not shown',
  },
  {
    id: 'tags',
    question: 'Which tags of orders and lines are known, and what does each do to a return?',
    interface: 'Order object: allowed tag values are not shown',
  },
  {
    id: 'transactions',
    question: 'Are transactions ever filled, and with what?',
    interface: 'Order object: sent only as an empty array; fields of an element are not shown',
  },
  {
    id: 'discounts',
    question: 'Are discounts ever filled, and with what?',
    interface: 'Order object: sent only as an empty array; fields of an element are not shown',
  },
  {
    id: 'currency',
    question: 'Which currencies do our orders have, and may one shop have several?',
    interface: 'Order object: a currency code; which are supported is not said',
  },
  {
    id: 'timezone',
    question: 'Which time zone do our times have, and in which does the return window end?',
    interface: 'Resources and their fields: ISO 8601 with an offset or Z; the zone of a window is not said',
  },
  {
    id: 'order-identifier',
    question: 'Does an RMA carry the identifier of our orders, or a secondary one?',
    interface:
      'RMA item object: the order-level identifier or a secondary one, depending on the external system',
  },
  {
    id: 'products',
    question: 'Do product, variant and weight come with the orders, or from a catalog?',
    interface: 'Item object: weight is needed for express returns if no catalog is provided',
  },
  {
    id: 'refund-moment',
    question:
      'When do we refund: at the scan of the carrier, on receipt, at creation for goods that are kept?',
    interface:
      'Mail-back, full refund, refund at carrier scan: one way is shown; a customer may refund at other steps',
  },
  {
    id: 'refund-date',
    question: 'How far ahead has created_at of a refund to be?',
    interface: 'Refund object: required; the description states that it needs a date in the future',
  },
  {
    id: 'refund-match',
    question: 'Which refund settles which RMA when rma_identifier is absent or a refund is partial?',
    interface:
      'RMA: refunded when the refund matches the RMA; how is not shown for more than the full refund',
  },
  {
    id: 'levels',
    question:
      'Which of the rules does the service really enforce, where ours count otherwise than by default?',
    interface: 'Errors: validations vary by API',
    choices: ['CODE=LEVEL, with commas between several'],
  },
  {
    id: 'program',
    question: 'Which program_identifier do our ASNs carry?',
    interface: 'ASN: the value is supplied during implementation',
  },
  {
    id: 'asn-modules',
    question:
      'Do we use returns-to-vendor or several merchants, so that vendor_identifier and merchant are required?',
    interface: 'Detail object: each is required when the customer uses that module',
  },
  {
    id: 'asn-moves',
    question: 'Which changes of the status of an ASN are allowed?',
    interface: 'ASN (status field): which source-to-target moves are allowed is not shown',
  },
  {
    id: 'endpoint-addresses',
    question: 'At which addresses does our side take RMAs, variant requests and exchange orders?',
    interface:
      'Endpoints the customer provides: the customer gives the service the address and endpoint of each',
  },
  {
    id: 'endpoint-auth',
    question: 'How does the service sign in at our endpoints, and how is a secret changed?',
    interface: 'Authentication: that of outbound calls is not shown',
  },
  {
    id: 'endpoint-origin',
    question: 'From which addresses does the service call, and which certificate may our side show?',
    interface: 'Limits: HTTPS with TLS 1.2 only; addresses of outbound calls are not said',
  },
  {
    id: 'signing',
    question: 'Is an outbound message signed, so that our side can tell it from a forged one?',
    interface: 'Events: signing of outbound messages is not shown',
  },
  {
    id: 'answer-time',
    question: 'How many seconds does the service wait for an answer?',
    interface:
      'Errors: a 503 means that an upstream did not respond in time; the time for our answers is not said',
  },
  {
    id: 'retries',
    question: 'How often and how long is a message sent again when our side fails or does not answer?',
    interface: 'Events: retries on failure and delivery guarantees are not shown',
  },
  {
    id: 'ordering',
    question: 'May messages of one RMA arrive out of order, or twice?',
    interface:
      'Events: ordering of messages is not shown; each carries a new updated_at and the full item list',
  },
  {
    id: 'refused-messages',
    question: 'What does the service do after an answer of ours that is not 200?',
    interface: "Errors: error responses of the customer's endpoints and the reaction to them are not shown",
  },
  {
    id: 'answer-bodies',
    question: 'What does the service read of our answers to RMAs and exchange orders?',
    interface: 'Endpoints the customer provides: response bodies of the two are not shown',
  },
  {
    id: 'outbound-version',
    question: 'Which version of the outbound messages do we get, and how does our side see it?',
    interface: 'Versioning: that of RMA, exchange variants and exchange orders is not shown',
  },
  {
    id: 'scenarios',
    question:
      'Which steps do express returns, partial returns, cancellations and exchanges have, message by message?',
    interface:
      'What the service does: only mail-back with a full refund is specified, the others are not shown',
  },
  {
    id: 'return-methods',
    question: 'Which return methods do our shoppers get, and what happens to goods that they keep?',
    interface: 'RMA: the paths for express-returns and customer-keep are not shown',
  },
  {
    id: 'events',
    question: 'Which events of exchanges, partial returns and cancellations give a message?',
    interface: 'Events: those for exchange, partial, cancellation and cancel-return scenarios are not shown',
  },
  {
    id: 'rma-statuses',
    question: 'Which RMA statuses besides CREATED and REFUNDED can come, and what does each ask of us?',
    interface: 'RMA: other statuses are not shown',
  },
  {
    id: 'package-statuses',
    question: 'Which values of package_tracking_status can come, for each return method?',
    interface: 'RMA item object: PRE_TRANSIT and TRANSIT are shown, the full list is not',
  },
  {
    id: 'receiving-status',
    question: 'Do we use the returns management solution, and how does receiving_status move?',
    interface: 'RMA: transitions between PENDING, RECEIVED and NOT_RECEIVED are not shown',
  },
  {
    id: 'return-reasons',
    question: 'Which return reasons can come, and does one of them change what we refund?',
    interface: 'RMA item object: return_reason is a string; its values are not said',
  },
  {
    id: 'refund-amount',
    question:
      'Which amount do we refund: our own, or refund_financials, and who bears return_shipping_cost_cents?',
    interface: 'RMA item object: refund_financials are meant for even exchanges only',
  },
  {
    id: 'return-shipping',
    question:
      'Who bears return_shipping_cost_cents: the retailer, so that it is only reported, or the shopper, so that it is taken off the refund?',
    interface: 'RMA object: return_shipping_cost_cents is sent; who bears it is not said',
    choices: ['retailer', 'shopper'],
    initial: 'retailer',
  },
  {
    id: 'restocking-fee',
    question: 'Is a share of what the goods cost kept back as a restocking fee?',
    interface: 'Refund object: total_refund_amount_cents is the amount; how it is made is not said',
    choices: ['none', 'a share such as 10%'],
    initial: 'none',
    form: /^(?:\d|[1-9]\d)%$/,
  },
  {
    id: 'variant-fields',
    question: 'Which fields does a variant have, and in which shape is the list?',
    interface: 'Exchange variants (response): field names and types of a variant are not shown',
  },
  {
    id: 'exchange-fields',
    question: 'Which fields do items, customer and payment of an exchange order have, and which others come?',
    interface: 'Exchange order message: fields inside these, and request fields beyond them, are not shown',
  },
  {
    id: 'exchange-prices',
    question: 'Who pays the difference of an uneven exchange, and when does the service charge it?',
    interface: 'What the service does: the customer calculates tax and shipping; the payment is not shown',
  },
  {
    id: 'gift-cards',
    question: 'How do we recognise a gift card in an exchange order, and whom does gift_refund_only concern?',
    interface:
      'RMA message: giftee_email is sent when gift_refund_only is true; the order of a gift card is not shown',
  },
];
