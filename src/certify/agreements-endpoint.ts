// What is open about the messages that the service sends to the retailer: RMAs, variants, exchange orders.
import { formatDuration } from '../basics/units.ts';
import type { AgreementFacts, OpenQuestion } from './agreement-facts.ts';

const ability =
  (name: string, can: string, cannot: string) =>
  ({ customer }: AgreementFacts): string | null =>
    customer && (customer.abilities.includes(name) ? can : cannot);

export const ENDPOINT_QUESTIONS: readonly OpenQuestion[] = [
  {
    id: 'endpoint-addresses',
    question: 'At which addresses does our side take RMAs, variant requests and exchange orders?',
    interface:
      'Endpoints the customer provides: the customer gives the service the address and endpoint of each',
    ours: ({ customer }) => {
      if (!customer) return null;
      const { url, paths } = customer;
      return `POST ${url}${paths.rmas}, GET ${url}/sku/{variant_identifier}/${paths.variants}, POST ${url}${paths.exchangeOrders}`;
    },
  },
  {
    id: 'endpoint-auth',
    question: 'How does the service sign in at our endpoints, and how is a secret changed?',
    interface: 'Authentication: that of outbound calls is not shown',
    ours: ({ customer }) => customer && (customer.auth ?? 'nobody signs in (no --customer-auth)'),
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
    ours: ({ customer }) => customer && `Tried with ${formatDuration(customer.answerMs)} (--answer)`,
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
    ours: ability(
      'refund-keep',
      'Goods that are kept are refunded too',
      'Goods that are kept are not refunded',
    ),
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
    ours: ability('refund-on-receipt', 'Our side refunds on receipt', 'Our side does not refund on receipt'),
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
    id: 'variant-fields',
    question: 'Which fields does a variant have, and in which shape is the list?',
    interface: 'Exchange variants (response): field names and types of a variant are not shown',
    ours: ability('variants', 'Our side answers variants', 'Our side does not answer variants'),
  },
  {
    id: 'exchange-fields',
    question: 'Which fields do items, customer and payment of an exchange order have, and which others come?',
    interface: 'Exchange order message: fields inside these, and request fields beyond them, are not shown',
    ours: ability(
      'exchange-orders',
      'Our side takes exchange orders',
      'Our side does not take exchange orders',
    ),
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
