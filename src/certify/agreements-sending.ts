// What is open about the messages that the retailer sends: sign-in, orders, refunds, ASNs.
import { BATCH_SIZE_FLAG } from '../orders/order-flags.ts';
import type { OpenQuestion } from './agreement-facts.ts';

const listed = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '));

export const SENDING_QUESTIONS: readonly OpenQuestion[] = [
  {
    id: 'address-orders',
    question: 'Which address takes orders, and which environment is it?',
    interface: 'Endpoints of the service: the address is supplied to the customer by the service',
    ours: ({ target }) =>
      target ? `${target.address} (${target.environment}, profile ${target.profile})` : null,
  },
  {
    id: 'address-asns',
    question: 'Which address takes ASNs?',
    interface: 'Endpoints of the service: the base address of the ASN endpoints is not shown',
    ours: ({ target }) => target?.baseAddress ?? null,
  },
  {
    id: 'answers-of-service',
    question:
      'What is in a successful answer of the order and ASN endpoints, and does it name single orders?',
    interface: 'Endpoints of the service: response bodies of success are not shown',
    ours: () => 'Only the status counts: 200 for orders, 202 for ASNs',
  },
  {
    id: 'error-codes',
    question: 'Which codes besides missing_field can a 422 carry, and do they name an order in a batch?',
    interface: 'Errors: other codes are not shown',
    ours: () =>
      'Any code is reported with its field; a batch that is refused is halved until the order is found',
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
    ours: () =>
      `${BATCH_SIZE_FLAG.initial} orders a request unless --batch-size says otherwise; one ASN a request`,
  },
  {
    id: 'rate',
    question: 'How many requests a minute are ours, for all machines behind our address together?',
    interface:
      'Limits: 5000 in production, 2500 in the sandbox, a minute and address; may be lowered under load',
    ours: ({ target }) => (target ? `at most ${target.limit} a minute` : null),
  },
  {
    id: 'deprecation',
    question: 'How and how long ahead is a new version of an interface announced?',
    interface: 'Versioning: the deprecation policy is not shown',
    ours: () => 'Orders are sent with Api-Version 3, ASNs with api-version 1, or 2 with labels',
  },
  {
    id: 'history',
    question: 'How far back do orders have to be sent before go-live?',
    interface: 'Rules for when messages are sent: the orders of the previous six months, usually',
    ours: ({ orders }) =>
      orders?.days ? `The orders given were created from ${orders.days.from} to ${orders.days.to}` : null,
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
    ours: ({ target }) => (target ? `${target.statusSpelling} (order-status-spelling of the profile)` : null),
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
    ours: ({ target }) => (target?.minorUnits ? `${target.minorUnits} (minor-units of the profile)` : null),
  },
  {
    id: 'totals',
    question: 'How do shipping, discounts and tax included in prices enter total_amount_cents?',
    interface: 'Order object: behaviour with non-zero shipping or discount is not shown',
    ours: ({ orders }) => (orders && orders.limits.length > 0 ? orders.limits.join(' ') : null),
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
    ours: () => 'Sent as an empty array unless the file has some',
  },
  {
    id: 'discounts',
    question: 'Are discounts ever filled, and with what?',
    interface: 'Order object: sent only as an empty array; fields of an element are not shown',
    ours: () => 'Sent as an empty array unless the file has some',
  },
  {
    id: 'currency',
    question: 'Which currencies do our orders have, and may one shop have several?',
    interface: 'Order object: a currency code; which are supported is not said',
    ours: ({ orders, currency }) =>
      (orders && listed(orders.currencies)) ?? (currency === null ? null : `${currency} (--currency)`),
  },
  {
    id: 'timezone',
    question: 'Which time zone do our times have, and in which does the return window end?',
    interface: 'Resources and their fields: ISO 8601 with an offset or Z; the zone of a window is not said',
    ours: ({ timezone }) =>
      timezone === null ? null : `${timezone} where a time has no offset (--timezone)`,
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
    ours: ({ customer }) => {
      const refunds = customer?.abilities.filter((ability) => ability.startsWith('refund-')) ?? [];
      return refunds.length === 0 ? null : `${refunds.join(', ')} (--retailer-can)`;
    },
  },
  {
    id: 'refund-date',
    question: 'How far ahead has created_at of a refund to be?',
    interface: 'Refund object: required; the description states that it needs a date in the future',
    ours: () => 'returns orders refund sets it shortly ahead of now',
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
    ours: ({ levels, orders }) => listed([...new Set([...levels, ...(orders?.levels ?? [])])]),
  },
  {
    id: 'program',
    question: 'Which program_identifier do our ASNs carry?',
    interface: 'ASN: the value is supplied during implementation',
    ours: ({ asns }) => asns && listed(asns.programs),
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
    ours: ({ asns }) => {
      const seen = asns && listed(asns.statuses);
      return seen ? `The file has ${seen}` : null;
    },
  },
];
