// What the interface does not show and the sandbox had to decide: one table, each entry with its values and where it comes
// from.

export interface Assumption {
  /** What is assumed, in plain English. */
  readonly text: string;
  readonly initial: string;
  /** The allowed values; a value that is no fixed word is described by its form: `0s to 30d`. */
  readonly choices: readonly string[];
  /** Where the assumption comes from. */
  readonly source: string;
  /** What else is allowed besides the words of `choices`. */
  readonly form?: RegExp;
}

const NOT_SHOWN = 'interface: not shown';
const FIELD = 'field notes';
const TAGS = 'interface: allowed tag values are not shown; field notes: supported tags';
const DURATION = /^\d{1,9}(?:ms|s|m|h|d)$/;
export const CENTS = /^\d{1,9}$/;
const VERSION = /^\d{1,3}$/;
const REFUSED_OR_ALLOWED = ['refused', 'allowed'];

/** What can only be said: another service is played by levels, faults or delivery options, where `source` names them. */
const fixed = (text: string, initial: string, source: string): Assumption => ({
  text,
  initial,
  choices: [initial],
  source,
});
const version = (message: string, initial: string): Assumption => ({
  text: `The header X-Service-Api-Version of ${message}.`,
  initial,
  choices: ['a number from 0 to 999'],
  form: VERSION,
  source: 'interface: versioning of the outbound interfaces is not shown; field notes: the numbers',
});
const tagged = (text: string): Assumption => ({
  text,
  initial: 'refused',
  choices: REFUSED_OR_ALLOWED,
  source: TAGS,
});

export const TABLE = {
  label_delay: {
    text: 'Time from the creation of a mail-back return to its label; with never, labels come by `sandbox carrier RMA label` only.',
    initial: '3s',
    choices: ['a duration such as 3s or 1h', 'never'],
    form: DURATION,
    source: 'interface: within a few seconds of creation',
  },
  return_window: {
    text: 'How long after its shipped_date a line can be returned; none: without end.',
    initial: '180d',
    choices: ['a duration such as 30d', 'none'],
    form: DURATION,
    source:
      'interface: shipped_date can mark the start of the window, its length is not shown; six months of orders are posted at the start',
  },
  return_policy_end: {
    text: 'Whether the return_policy_end_date of a line, when it has one, ends its return window.',
    initial: 'honoured',
    choices: ['honoured', 'ignored'],
    source: `${FIELD}: optional field of an item`,
  },
  cancelled_order: {
    text: 'Whether what was shipped of an order with status Cancelled can be returned.',
    initial: 'refused',
    choices: REFUSED_OR_ALLOWED,
    source: NOT_SHOWN,
  },
  final_sale: tagged('Whether units with the tag FinalSale (of the line or the order) can be returned.'),
  gift_card_items: tagged('Whether units with the tag gift-card can be returned.'),
  canceled_tag: tagged('Whether units with the tag canceled can be returned.'),
  third_party: tagged('Whether units with the tag Thirdparty can be returned.'),
  cs_required: tagged(
    'Whether a shopper can return units with the tag cs-required without customer service.',
  ),
  pickup_in_store: tagged('Whether units with the tag pickup_in_store can be returned outside of a store.'),
  home_pickup: {
    text: 'Whether a return can be picked up at home (return_method home-pickup).',
    initial: 'allowed',
    choices: ['allowed', 'refused'],
    source: `${FIELD}: not among the return methods of the interface`,
  },
  default_reason: {
    text: 'The return_reason of units for which the shopper gave none.',
    initial: 'Changed my mind',
    choices: ['any text'],
    form: /\S/,
    source: NOT_SHOWN,
  },
  return_shipping_cents: {
    text: 'The return_shipping_cost_cents of a return whose goods come back.',
    initial: '0',
    choices: ['cents from 0'],
    form: CENTS,
    source: 'interface: the amount is not shown',
  },
  shipping_rate_override: {
    text: 'With free, the return of an order with the tag ShippingRateOverride has no shipping cost.',
    initial: 'free',
    choices: ['free', 'none'],
    source: TAGS,
  },
  warehouse: {
    text: 'Whether the retailer uses the returns management solution from the start, so that receiving_status is PENDING at creation; with off it begins with the first step of the warehouse.',
    initial: 'off',
    choices: ['off', 'on'],
    source: 'interface: populated only when the customer uses the returns management solution',
  },
  receive_from: {
    text: 'Where a parcel must be before the warehouse can receive its units: with the carrier, delivered, or anywhere.',
    initial: 'transit',
    choices: ['transit', 'delivered', 'anywhere'],
    source: 'interface: transitions of receiving_status are not shown',
  },
  carrier_steps: {
    text: 'Whether parcels take steps beyond label, drop-off or pick-up, and scan: DELIVERED, RETURNED, FAILURE, NOT_DROPPED_OFF.',
    initial: 'field',
    choices: ['field', 'interface'],
    source: `${FIELD}; interface: PRE_TRANSIT and TRANSIT are shown, the full list is not`,
  },
  express_status: {
    text: 'The package_tracking_status after a drop-off or a pick-up.',
    initial: 'TRANSIT',
    choices: ['TRANSIT', 'ACCEPTED'],
    source: `interface: TRANSIT in the sample; ${FIELD}: ACCEPTED`,
  },
  partial_drop_off: {
    text: 'What the other units are when only some were dropped off: they wait, or are NOT_DROPPED_OFF at once.',
    initial: 'wait',
    choices: ['wait', 'not_dropped_off'],
    source: `${FIELD}: an item of a partly accepted RMA`,
  },
  lost_parcel: {
    text: 'Whether a lost parcel (FAILURE) can be found and go on.',
    initial: 'can_be_found',
    choices: ['can_be_found', 'final'],
    source: NOT_SHOWN,
  },
  cancel_until: {
    text: 'Until when a return can be cancelled: until it has a label, until its parcel is in transit, until the warehouse has received it, or never.',
    initial: 'transit',
    choices: ['label', 'transit', 'received', 'never'],
    source: 'interface: the cancel-return scenario is not shown',
  },
  cancel_exchange: {
    text: 'Whether a return can be cancelled after the retailer placed its exchange order. Until the retailer answers, it cannot.',
    initial: 'refused',
    choices: REFUSED_OR_ALLOWED,
    source: NOT_SHOWN,
  },
  refund_match: {
    text: 'How a refund without rma_identifier is matched: by its lines, to the oldest open RMA that has them, or not at all.',
    initial: 'lines',
    choices: ['lines', 'not_at_all'],
    source: 'interface: rma_identifier is optional but recommended',
  },
  refund_without_lines: {
    text: 'What a refund settles that names an RMA but no lines: nothing, or all units of the RMA that wait for a refund.',
    initial: 'nothing',
    choices: ['nothing', 'whole_rma'],
    source: NOT_SHOWN,
  },
  ignore_refund: {
    text: 'Whether a refund with the tag ignore_refund settles units and makes them unreturnable, as others do.',
    initial: 'ignored',
    choices: ['ignored', 'counted'],
    source: `${FIELD}: tags of a refund`,
  },
  refund_message: {
    text: 'Whether each refund that settles a unit gives an RMA message, or only a change of the status.',
    initial: 'each',
    choices: ['each', 'status_only'],
    source: 'interface: an RMA message is posted after the customer updates the order with refund details',
  },
  partial_refund: {
    text: 'When an RMA with missing refunds becomes PARTIAL_REFUND: when receiving closes, already with its first refund, or never.',
    initial: 'at_close',
    choices: ['at_close', 'at_refund', 'never'],
    source: FIELD,
  },
  exchange_settled_by: {
    text: 'What settles the units of an exchange: fulfilment of the exchange order, or its placement.',
    initial: 'fulfilled',
    choices: ['fulfilled', 'placed'],
    source: FIELD,
  },
  gift_card_settled_by: {
    text: 'What settles units refunded to a gift card: creation of the gift-card order, or the scan of the parcel after it.',
    initial: 'placed',
    choices: ['placed', 'scanned'],
    source: FIELD,
  },
  failed_exchange: {
    text: 'What becomes of a return whose exchange order was not placed or not fulfilled: its units turn into REFUND, or the return is cancelled (only while the goods are with the shopper).',
    initial: 'refund',
    choices: ['refund', 'cancel'],
    source: FIELD,
  },
  exchange_per_order: {
    text: 'How many exchange orders one original order can have.',
    initial: 'one',
    choices: ['one', 'many'],
    source: `${FIELD}: idempotent by original_order_id`,
  },
  exchange_status: {
    text: 'The status of a return whose exchange order is not placed yet.',
    initial: 'CREATED',
    choices: ['CREATED', 'PENDING_EXCHANGE'],
    source: `interface: CREATED when the shopper confirms the return; ${FIELD}: PENDING_EXCHANGE`,
  },
  exchange_label: {
    text: 'Whether the label of a return with an exchange waits until the exchange order is placed.',
    initial: 'after_placed',
    choices: ['after_placed', 'at_once'],
    source: NOT_SHOWN,
  },
  is_exchange: {
    text: 'What is_exchange says: that the unit is exchanged, or that the returned order is itself an exchange order.',
    initial: 'unit_is_exchanged',
    choices: ['unit_is_exchanged', 'order_is_exchange'],
    source: 'interface: whether the RMA item belongs to an exchange order',
  },
  shopper_refund: {
    text: 'The shopper_refund_amount_cents of a unit: by refund_type (REFUND the estimate, an exchange only what the new item costs less, a gift card nothing), or always the estimate.',
    initial: 'by_type',
    choices: ['by_type', 'estimate'],
    source: 'interface: based on instant-exchange usage, not shown how',
  },
  provider_cents: {
    text: 'The provider_refund_amount_cents of an exchanged unit, at most its estimate; it is 0 for others.',
    initial: '0',
    choices: ['cents from 0'],
    form: CENTS,
    source: 'interface: based on instant-exchange usage, not shown how',
  },
  gift_card_sku: {
    text: 'The agreed sku of a gift card in an exchange order message.',
    initial: 'GIFT-CARD',
    choices: ['any text'],
    form: /\S/,
    source: `${FIELD}: an agreed sku`,
  },
  bonus_credit_cents: {
    text: 'The bonus_credit_amount_cents of a gift card.',
    initial: '0',
    choices: ['cents from 0'],
    form: CENTS,
    source: FIELD,
  },
  gift_card_refund_type: {
    text: 'The refund_type of units that are refunded to a gift card.',
    initial: 'UNEVEN_EXCHANGE',
    choices: ['UNEVEN_EXCHANGE', 'UNEVEN_GC'],
    source: `interface: the list of refund types has no word for it; ${FIELD}: UNEVEN_GC`,
  },
  canceled_status: {
    text: 'The status of a return that was cancelled.',
    initial: 'CANCELED',
    choices: ['CANCELED', 'CANCELLED'],
    source: `interface: other RMA statuses are not shown; ${FIELD}: CANCELED with one l`,
  },
  exchange_fields: {
    text: 'What an exchange order message carries besides items, customer and payment: the fields of the field notes, or nothing.',
    initial: 'field_notes',
    choices: ['field_notes', 'interface'],
    source: 'interface: fields beyond items, customer and payment are not shown',
  },
  exchange_payment: {
    text: 'The payment of an exchange order: an object with a transaction_id, or the identifier alone.',
    initial: 'transaction_id',
    choices: ['transaction_id', 'identifier'],
    source: `interface: payment is an identifier, its fields are not shown; ${FIELD}: transaction_id`,
  },
  express_label: fixed(
    'An express return and a pick-up have no label and no tracking_number: their parcels are known by the drop-off.',
    'none',
    'interface: the express-returns scenario is not shown',
  ),
  account_id: {
    text: 'The header X-Account-Id of what the service calls.',
    initial: 'sandbox',
    choices: ['any text'],
    form: /^[!-~]+$/,
    source: `${FIELD}: extra request headers`,
  },
  rma_version: version('an RMA message', '3'),
  exchange_version: version('an exchange order', '1'),
  variants_version: version('a variants request', '1'),
  retried: fixed(
    'Answers after which a message is sent again: no answer, 429 and every 5xx, and 401 once with new credentials; any other answer ends it.',
    'no_answer_429_5xx',
    'interface: retries are not shown; field notes: 500, 502, 503, 504 and time-outs',
  ),
  first_wait: {
    text: 'The wait after the first attempt at a message; each next one is twice as long.',
    initial: '1s',
    choices: ['a duration such as 1s'],
    form: DURATION,
    source: NOT_SHOWN,
  },
  longest_wait: {
    text: 'The longest wait between two attempts at a message.',
    initial: '1h',
    choices: ['a duration such as 1h'],
    form: DURATION,
    source: NOT_SHOWN,
  },
  give_up_after: {
    text: 'How long after its first attempt a message is given up.',
    initial: '32h',
    choices: ['a duration such as 32h'],
    form: DURATION,
    source: `${FIELD}: up to 32 hours`,
  },
  asn_delay: {
    text: 'How long after its 202 an ASN is created.',
    initial: '2s',
    choices: ['a duration such as 2s'],
    form: DURATION,
    source: 'interface: queued for creation, the time is not shown',
  },
  asn_update: fixed(
    'PUT of an unknown ASN is 404; of another number than that in the body, of a cancelled or a received one 422.',
    '404_or_422',
    'interface: allowed only while the ASN is active and has no receptions; the answers are not shown',
  ),
  order_post: fixed(
    'Orders of one post are accepted as a whole or not at all.',
    'all_or_nothing',
    'interface: the answer to a post with a wrong order among right ones is not shown',
  ),
  missing_api_version: fixed(
    'Orders that are posted without the header Api-Version are answered 400.',
    '400',
    'interface: the header is required, the answer without it is not shown',
  ),
  required_fields: fixed(
    'Fields that the interface does not mark as optional are required as the field notes have them; --level CODE:FIELD=off lifts one.',
    'field_notes',
    `interface: few fields are marked; ${FIELD}: required-ness`,
  ),
} as const satisfies Readonly<Record<string, Assumption>>;
