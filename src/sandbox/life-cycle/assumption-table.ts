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

/** One of these words, between spaces; the first is assumed at first, unless another one is named. */
function choice(text: string, words: string, source: string, initial?: string): Assumption {
  const choices = words.split(' ');
  return { text, initial: initial ?? choices[0]!, choices, source };
}
const duration = (text: string, initial: string, choices: readonly string[], source: string): Assumption => ({
  text,
  initial,
  choices,
  source,
  form: DURATION,
});
const cents = (text: string, source: string): Assumption => ({
  text,
  initial: '0',
  choices: ['cents from 0'],
  source,
  form: CENTS,
});
const anyText = (text: string, initial: string, source: string): Assumption => ({
  text,
  initial,
  choices: ['a text of at most 200 characters in one line'],
  source,
  form: /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]+$/,
});

/** What can only be said: another service is played by levels, faults or delivery options, where `source` names them. */
const fixed = (text: string, initial: string, source: string) => choice(text, initial, source);
const version = (message: string, initial: string): Assumption => ({
  text: `The header X-Service-Api-Version of ${message}.`,
  initial,
  choices: ['a number from 0 to 999'],
  form: VERSION,
  source: 'interface: versioning of the outbound interfaces is not shown; field notes: the numbers',
});
const tagged = (text: string): Assumption => choice(text, 'refused allowed', TAGS);

export const TABLE = {
  label_delay: duration(
    'Time from the creation of a mail-back return to its label; with never, labels come by `sandbox carrier RMA label` only.',
    '3s',
    ['a duration such as 3s or 1h', 'never'],
    'interface: within a few seconds of creation',
  ),
  return_window: duration(
    'How long after its shipped_date a line can be returned; none: without end.',
    '180d',
    ['a duration such as 30d', 'none'],
    'interface: shipped_date can mark the start of the window, its length is not shown; six months of orders are posted at the start',
  ),
  return_policy_end: choice(
    'Whether the return_policy_end_date of a line, when it has one, ends its return window.',
    'honoured ignored',
    `${FIELD}: optional field of an item`,
  ),
  cancelled_order: choice(
    'Whether what was shipped of an order with status Cancelled can be returned.',
    'refused allowed',
    NOT_SHOWN,
  ),
  final_sale: tagged('Whether units with the tag FinalSale (of the line or the order) can be returned.'),
  gift_card_items: tagged('Whether units with the tag gift-card can be returned.'),
  canceled_tag: tagged('Whether units with the tag canceled can be returned.'),
  third_party: tagged('Whether units with the tag Thirdparty can be returned.'),
  cs_required: tagged(
    'Whether a shopper can return units with the tag cs-required without customer service.',
  ),
  pickup_in_store: tagged('Whether units with the tag pickup_in_store can be returned outside of a store.'),
  home_pickup: choice(
    'Whether a return can be picked up at home (return_method home-pickup).',
    'allowed refused',
    `${FIELD}: not among the return methods of the interface`,
  ),
  default_reason: anyText(
    'The return_reason of units for which the shopper gave none.',
    'Changed my mind',
    NOT_SHOWN,
  ),
  return_shipping_cents: cents(
    'The return_shipping_cost_cents of a return whose goods come back.',
    'interface: the amount is not shown',
  ),
  shipping_rate_override: choice(
    'With free, the return of an order with the tag ShippingRateOverride has no shipping cost.',
    'free none',
    TAGS,
  ),
  warehouse: choice(
    'Whether the retailer uses the returns management solution from the start, so that receiving_status is PENDING at creation; with off the field is absent until the first step of the warehouse.',
    'off on',
    'interface: populated only when the customer uses the returns management solution',
  ),
  receive_from: choice(
    'Where a parcel must be before the warehouse can receive its units: with the carrier, delivered, or anywhere.',
    'transit delivered anywhere',
    'interface: transitions of receiving_status are not shown',
  ),
  carrier_steps: choice(
    'Whether parcels take steps beyond label, drop-off or pick-up, and scan: DELIVERED, RETURNED, FAILURE, NOT_DROPPED_OFF.',
    'field interface',
    `${FIELD}; interface: PRE_TRANSIT and TRANSIT are shown, the full list is not`,
  ),
  express_status: choice(
    'The package_tracking_status after a drop-off or a pick-up.',
    'TRANSIT ACCEPTED',
    `interface: TRANSIT in the sample; ${FIELD}: ACCEPTED`,
  ),
  partial_drop_off: choice(
    'What the other units are when only some were dropped off: they wait, or are NOT_DROPPED_OFF at once.',
    'wait not_dropped_off',
    `${FIELD}: an item of a partly accepted RMA`,
  ),
  lost_parcel: choice(
    'Whether a lost parcel (FAILURE) can be found and go on.',
    'can_be_found final',
    NOT_SHOWN,
  ),
  cancel_until: choice(
    'Until when a return can be cancelled: until it has a label, until its parcel is in transit, until the warehouse has received it, or never.',
    'label transit received never',
    'interface: the cancel-return scenario is not shown',
    'transit',
  ),
  cancel_exchange: choice(
    'Whether a return can be cancelled after the retailer placed its exchange order. Until the retailer answers, it cannot.',
    'refused allowed',
    NOT_SHOWN,
  ),
  refund_match: choice(
    'How a refund without rma_identifier is matched: by its lines, to cancelled units first and then to the oldest open RMA that has them, or not at all.',
    'lines not_at_all',
    'interface: rma_identifier is optional but recommended',
  ),
  refund_without_lines: choice(
    'What a refund settles that names an RMA but no lines: nothing, or all units of the RMA that wait for a refund.',
    'nothing whole_rma',
    NOT_SHOWN,
  ),
  ignore_refund: choice(
    'Whether a refund with the tag ignore_refund settles units and makes them unreturnable, as others do.',
    'ignored counted',
    `${FIELD}: tags of a refund`,
  ),
  refund_message: choice(
    'Whether each refund that settles a unit gives an RMA message, or only a change of the status.',
    'each status_only',
    'interface: an RMA message is posted after the customer updates the order with refund details',
  ),
  partial_refund: choice(
    'When an RMA with missing refunds becomes PARTIAL_REFUND: when receiving closes, already with its first refund, or never.',
    'at_close at_refund never',
    FIELD,
  ),
  exchange_settled_by: choice(
    'What settles the units of an exchange: fulfilment of the exchange order, or its placement.',
    'fulfilled placed',
    FIELD,
  ),
  gift_card_settled_by: choice(
    'What settles units refunded to a gift card: creation of the gift-card order, or the scan of the parcel after it.',
    'placed scanned',
    FIELD,
  ),
  failed_exchange: choice(
    'What becomes of a return whose exchange order was not placed or not fulfilled: its units turn into REFUND, or the return is cancelled (only while the goods are with the shopper).',
    'refund cancel',
    FIELD,
  ),
  exchange_per_order: choice(
    'How many exchange orders one original order can have.',
    'one many',
    `${FIELD}: idempotent by original_order_id`,
  ),
  exchange_status: choice(
    'The status of a return whose exchange order is not placed yet.',
    'CREATED PENDING_EXCHANGE',
    `interface: CREATED when the shopper confirms the return; ${FIELD}: PENDING_EXCHANGE`,
  ),
  exchange_label: choice(
    'Whether the label of a return with an exchange waits until the exchange order is placed.',
    'after_placed at_once',
    NOT_SHOWN,
  ),
  is_exchange: choice(
    'What is_exchange says: that the unit is exchanged, or that the returned order is itself an exchange order.',
    'unit_is_exchanged order_is_exchange',
    'interface: whether the RMA item belongs to an exchange order',
  ),
  shopper_refund: choice(
    'The shopper_refund_amount_cents of a unit: by refund_type (REFUND the estimate, an exchange only what the new item costs less, a gift card nothing), or always the estimate.',
    'by_type estimate',
    'interface: based on instant-exchange usage, not shown how',
  ),
  provider_cents: cents(
    'The provider_refund_amount_cents of an exchanged unit, at most its estimate; it is 0 for others.',
    'interface: based on instant-exchange usage, not shown how',
  ),
  gift_card_sku: anyText(
    'The agreed sku of a gift card in an exchange order message.',
    'GIFT-CARD',
    `${FIELD}: an agreed sku`,
  ),
  bonus_credit_cents: cents('The bonus_credit_amount_cents of a gift card.', FIELD),
  gift_card_refund_type: choice(
    'The refund_type of units that are refunded to a gift card.',
    'UNEVEN_EXCHANGE UNEVEN_GC',
    `interface: the list of refund types has no word for it; ${FIELD}: UNEVEN_GC`,
  ),
  canceled_status: choice(
    'The status of a return that was cancelled.',
    'CANCELED CANCELLED',
    `interface: other RMA statuses are not shown; ${FIELD}: CANCELED with one l`,
  ),
  exchange_fields: choice(
    'What an exchange order message carries besides items, customer and payment: the fields of the field notes, or nothing.',
    'field_notes interface',
    'interface: fields beyond items, customer and payment are not shown',
  ),
  exchange_payment: choice(
    'The payment of an exchange order: an object with a transaction_id, or the identifier alone.',
    'transaction_id identifier',
    `interface: payment is an identifier, its fields are not shown; ${FIELD}: transaction_id`,
  ),
  express_label: fixed(
    'An express return and a pick-up have no label and no tracking_number: their parcels are known by the drop-off.',
    'none',
    'interface: the express-returns scenario is not shown',
  ),
  account_id: {
    text: 'The header X-Account-Id of what the service calls.',
    initial: 'sandbox',
    choices: ['letters, digits, spaces inside and signs of ASCII'],
    form: /^[!-~]+(?: +[!-~]+)*$/,
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
  first_wait: duration(
    'The wait after the first attempt at a message, at most: half of it to all of it, by chance; each next one is twice as long.',
    '1s',
    ['a duration such as 1s'],
    NOT_SHOWN,
  ),
  longest_wait: duration(
    'The longest wait between two attempts at a message, at most: half of it to all of it, by chance.',
    '1h',
    ['a duration such as 1h'],
    NOT_SHOWN,
  ),
  give_up_after: duration(
    'How long after its first attempt a message is given up.',
    '32h',
    ['a duration such as 32h'],
    `${FIELD}: up to 32 hours`,
  ),
  asn_delay: duration(
    'How long after its 202 an ASN is created.',
    '2s',
    ['a duration such as 2s'],
    'interface: queued for creation, the time is not shown',
  ),
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
  missing_accept: fixed(
    'Requests without a header Accept that includes JSON, as */* does, are answered 400.',
    '400',
    'interface: the header is named, the answer without it is not shown',
  ),
  older_snapshot: fixed(
    'The snapshot of an order that is posted last is the one that counts, also when its updated_at is older.',
    'replaces',
    'interface: a full snapshot is posted on every event; which of two counts is not shown',
  ),
  required_fields: fixed(
    'Fields that the interface does not mark as optional are required as the field notes have them; --level CODE:FIELD=off lifts one.',
    'field_notes',
    `interface: few fields are marked; ${FIELD}: required-ness`,
  ),
} as const satisfies Readonly<Record<string, Assumption>>;
