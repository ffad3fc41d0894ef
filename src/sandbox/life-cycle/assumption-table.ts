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
const DURATION = /^\d{1,9}(?:ms|s|m|h|d)$/;

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
  return_shipping_cents: {
    text: 'The return_shipping_cost_cents of a return whose goods come back.',
    initial: '0',
    choices: ['cents from 0'],
    form: /^\d{1,9}$/,
    source: 'interface: the amount is not shown',
  },
  warehouse: choice(
    'Whether the retailer uses the returns management solution from the start, so that receiving_status is PENDING at creation; with off the field is absent until the first step of the warehouse.',
    'off on',
    'interface: populated only when the customer uses the returns management solution',
  ),
  express_status: choice(
    'The package_tracking_status after a drop-off or a pick-up.',
    'TRANSIT ACCEPTED',
    `interface: TRANSIT in the sample; ${FIELD}: ACCEPTED`,
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
  over_refunded: choice(
    'Whether a snapshot is accepted whose refunds have more units of a line than were shipped and cancelled, or more money than was paid for the order.',
    'accepted refused',
    'interface: names no such rule',
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
  gift_card_sku: {
    text: 'The agreed sku of a gift card in an exchange order message.',
    initial: 'GIFT-CARD',
    choices: ['a text of at most 200 characters in one line'],
    form: /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]+$/,
    source: `${FIELD}: an agreed sku`,
  },
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
  first_wait: duration(
    'The wait after the first attempt at a message, at most: half of it to all of it, by chance; each next one is twice as long.',
    '1s',
    ['a duration such as 1s'],
    NOT_SHOWN,
  ),
  give_up_after: duration(
    'How long after its first attempt a message is given up.',
    '32h',
    ['a duration such as 32h'],
    `${FIELD}: up to 32 hours`,
  ),
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionId = keyof typeof TABLE;
