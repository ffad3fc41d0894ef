// What is asked of a retailer's side: the one table of questions. `scenario run` and `certify` give the same answers to them. After it
// what tells causes of one question apart, each with what to change.

/** By the id of the question: the area, a dot, and words. The last text is what to change when it failed. */
const TABLE = {
  'messages.reachable': [
    'The endpoint answers',
    'Endpoints the customer provides: the customer gives the service the address of each endpoint.',
    'Start your side, and check the address, DNS and firewall: the evidence has the requests.',
  ],
  'messages.credentials': [
    'The right credentials are let in, wrong ones are answered 401',
    'Authentication: how the service signs in at the endpoint is not shown. In the field, 401 makes the service fetch its credentials again and repeat the message.',
    'Answer 401, and nothing else, to a request whose credentials are missing or wrong; give the right ones with --customer-auth.',
  ],
  'messages.answered': [
    'An ordinary RMA message is answered with success',
    'Endpoints the customer provides: POST {customer_url}/<rmas_endpoint> is answered 200.',
    'See the answer in the evidence; a 404 is often the path: --rmas-path. If your side refuses orders that it does not know, load the given ones: returns sandbox scenario show all --orders',
  ],
  'messages.answered-in-time': [
    'Every request is answered in time',
    'Endpoints the customer provides: the answer is 200; how long the service waits for it is not shown.',
    'Store the message, answer 200, and do the work afterwards. Agree upon the limit with the service.',
  ],
  'messages.status': [
    'Success is 200, or 201, 202 and 204 for messages',
    'Endpoints the customer provides: 200 is the expected response of all three endpoints. In the field any 2xx counts as success.',
    'Answer 200, or let the service confirm in writing that it takes any 2xx.',
  ],
  'messages.orders-known': [
    'Your side knows the given orders',
    'What the service does: returns are about orders that the customer posted before.',
    'Load the given orders into your system (returns sandbox scenario show all --orders), and let it post its snapshots to the sandbox of this run, whose address is shown at the start.',
  ],
  'messages.accepted': [
    'A message with values that the interface does not show is answered with success',
    'RMA message: other statuses and package tracking statuses exist and are not shown. In the field, 400 and 422 end the delivery: the message is lost.',
    'Answer 200 to every message that can be read, keep it, and deal with what you do not understand afterwards.',
  ],
  'messages.new-fields': [
    'A message with fields that your side does not know is answered with success',
    'Versioning: of the outbound messages it is not shown. In the field, messages have more fields than the interface lists.',
    'Let the reader ignore fields that it does not know.',
  ],
  'messages.unknown-order': [
    'A message about an order that your side does not know is answered with success',
    'Events: the order of messages and the reaction to errors are not shown. In the field, a message may come before your own order is there.',
    'Answer 200, keep the message, and look at it again when the order is there.',
  ],
  'messages.duplicates': [
    'The same message twice is answered with success both times',
    'Events: delivery guarantees are not shown. In the field, messages come at least once.',
    'Answer 200 to a message that you have already, and do nothing: the same may come twice.',
  ],
  'messages.out-of-order': [
    'An older message after a newer one changes nothing',
    'RMA message: updated_at changes with each message; the order of messages is not shown. In the field, the receiver orders by updated_at.',
    'Compare updated_at with the newest one that you have of the RMA; keep an older message, but do not act on it.',
  ],
  'messages.bursts': [
    'Messages that follow each other at once are all taken and acted upon',
    'Events: every change of an RMA triggers a message; how many may come at once is not shown.',
    'Let no lock, limit or de-duplication by time drop a message: what is answered 200 is lost, what is answered 503 comes again.',
  ],
  'messages.kept': [
    'A message that was answered with success is acted upon',
    'Endpoints the customer provides: retries are not shown; in the field, what was answered with success is not sent again.',
    'Store each message before you answer 200, and answer 503 when you cannot: what is answered 200 and lost does not come again.',
  ],
  'messages.restart': [
    'A message that was answered survives a restart of your side',
    'Events: delivery guarantees are not shown. In the field, what was answered with success is not sent again.',
    'Store each message on disk before you answer 200, and go on with it after a start: what is only in memory is lost with a restart.',
  ],
  'messages.after-outage': [
    'After 31 hours without your endpoint everything is caught up',
    'Events: retries are not shown. In the field, a message is sent again for up to 32 hours, and then all of them come at once.',
    'Take messages by what they say, not by when they come: one that is hours old is as good as a new one.',
  ],
  'variants.answered': [
    'A request for variants is answered with success',
    'Endpoints the customer provides: GET {customer_url}/sku/<variant_identifier>/<exchange_variants_endpoint> is answered 200 with the list.',
    'See the answer in the evidence; a 404 is often the path: --variants-path. The given variants: returns sandbox scenario show all --variants',
  ],
  'variants.well-formed': [
    'The answer is a list of complete variants',
    'Exchange variants (response): names and types of the fields are not shown. In the field: sku, title, unit_price_amount_cents, quantity_in_stock, attributes.',
    'Answer a JSON array whose variants have these five fields: returns explain variants.field.missing',
  ],
  'variants.offered': [
    'For a variant of a given order something in stock is offered',
    'Exchange Variants: the customer answers with the list of variants (typically items of the same style).',
    'Load the given variants, or check how your side looks them up: returns sandbox scenario show all --variants',
  ],
  'variants.unknown': [
    'A variant identifier that nobody knows is answered 200 with an empty list',
    'Exchange variants (response): silent about an unknown variant_identifier; 200 with the list of variants is the expected response.',
    'Answer 200 with [] to an identifier that you do not know: no error, and no other variants.',
  ],
  'exchanges.answered': [
    'An exchange order is answered with the identifier of the new order',
    'Endpoints the customer provides: POST {customer_url}/<exchange_orders_endpoint> is answered 200; the body is not shown. In the field: order_identifier and three amounts.',
    'Answer 200 with {"order_identifier": "...", "total_amount_cents": ..., "product_amount_cents": ..., "tax_amount_cents": ...}.',
  ],
  'exchanges.amount': [
    'The amounts in the answer are whole cents, and not more than was offered',
    'Resources and their fields: money fields named *_cents are integers of cents. Rules for when messages are sent: the customer calculates all tax and shipping.',
    'Answer product_amount_cents as unit price times quantity of the exchange order, in cents.',
  ],
  'exchanges.idempotent': [
    'The same exchange order again makes no second order',
    'Events: retries are not shown. In the field, one exchange order is made per original order, and a repeat gets the same answer.',
    'Look for an exchange order of this original_order_id and RMA first, and answer with its identifier.',
  ],
  'exchanges.gift-card': [
    'A gift card order is answered with an identifier',
    'Exchange Orders: the service posts also when the shopper selected a gift card refund.',
    'Take an exchange order whose only item is a gift card, and answer as to any exchange order.',
  ],
  'exchanges.not-refunded': [
    'What was exchanged or paid back as a gift card is not refunded as well',
    'RMA item object: refund_type is REFUND, EVEN_EXCHANGE or UNEVEN_EXCHANGE.',
    'Refund only items whose refund_type is REFUND.',
  ],
  'exchanges.others': [
    'After an exchange the other units of the order are still refunded',
    'RMA item object: each unit has its own refund_type. Scenario families: partial exchanges; their messages are not shown.',
    'Take from the exchange only what it exchanged: the other units of the order are refunded when they come back.',
  ],
  'exchanges.cancelled': [
    'After a return with an exchange is cancelled, its units are refunded when they come back in another one',
    'Scenario families: cancelling the return, and exchanges; their messages are not shown. In the field, the status is CANCELED, and the units can be returned again.',
    'When an RMA with an exchange is CANCELED, cancel its exchange order, and let its units be refunded by a later return.',
  ],
  'exchanges.shipped': [
    'A snapshot of the exchange order comes when it ships',
    'Rules for when messages are sent: the customer posts a full snapshot at the first shipped event, also of a new order.',
    'Post the exchange order like any other order, under the identifier that you answered.',
  ],
  'refunds.at-scan': [
    'A mail-back return is refunded when the carrier scans it',
    'Mail-back, full refund, refund at carrier scan: the customer refunds when package_tracking_status is TRANSIT, and posts the order with the refund.',
    'Refund a unit when its package_tracking_status is TRANSIT, and post the snapshot with the refund to the sandbox of this run, whose address is shown at the start. If it has refunded the order in an earlier run, give another --seed; if it refunds on receipt only, --retailer-can refund-on-receipt.',
  ],
  'refunds.skipped': [
    'A scan counts, also when no label was told before',
    'RMA item object: package_tracking_status is null, PRE_TRANSIT or TRANSIT. That each of them has a message of its own is not shown.',
    'Go by the status that a message has, not by the ones that came before it: CREATED and PRE_TRANSIT may be missing.',
  ],
  'refunds.late-scan': [
    'A parcel that is scanned a week later is refunded as well',
    'RMA: a return stays CREATED until the carrier takes the package; no time limit is shown.',
    'Let nothing about an open return expire before the service closes it.',
  ],
  'refunds.on-receipt': [
    'What the warehouse received is refunded',
    'RMA item object: receiving_status is PENDING, RECEIVED or NOT_RECEIVED. Events: a message comes when an item is received and ready for refund.',
    'Refund an item of an express return when its receiving_status becomes RECEIVED: not before, and never with NOT_RECEIVED.',
  ],
  'refunds.keep': [
    'What the shopper keeps is refunded at once',
    'Return methods: customer-keep; its path is not shown.',
    'Refund a customer-keep return at its first message: no parcel will come.',
  ],
  'refunds.unasked': [
    'Nothing is refunded before the goods are on their way',
    'Mail-back, full refund, refund at carrier scan: the refund is generated when an RMA with TRANSIT is received, not with null or PRE_TRANSIT.',
    'Refund per item by its own package_tracking_status; PRE_TRANSIT only means that a label exists.',
  ],
  'refunds.once': [
    'Each unit is refunded once, however often a message comes',
    'RMA message: one item object per returned unit. Events: delivery guarantees are not shown; in the field, messages come at least once.',
    'Remember per RMA and order line how many units are refunded, and refund only what is missing.',
  ],
  'refunds.cancelled': [
    'A cancelled return is not refunded',
    'Scenario families: cancelling the return; its messages are not shown. In the field, the status is CANCELED.',
    'Refund nothing of an RMA whose status is CANCELED, whatever its items say.',
  ],
  'refunds.full-amount': [
    'A full refund is the total of the order',
    'Refund object: for a full refund total_refund_amount_cents equals the order-level total_amount_cents.',
    'When everything comes back, refund total_amount_cents, with tax and shipping.',
  ],
  'refunds.amount': [
    'A partial refund is the price, tax and discount of its units',
    'Refund object: refund_line_items has only the units of this refund; how the amount of a partial refund is made is not shown.',
    'Refund per unit: (product_amount_cents + tax_amount_cents - discount_amount_cents) / quantity_shipped.',
  ],
  'refunds.edited': [
    'After the order was changed, the refund is what the order costs now',
    'Rules for when messages are sent: a snapshot comes with every adjustment of the order. RMA item object: refund_financials are estimates.',
    'Refund what the order costs when the refund is due: the amounts in the message are estimates from before it was changed.',
  ],
  'refunds.orders': [
    'An RMA over two orders brings each order its own refund',
    'RMA item object: each unit has its own order_identifier. Refund object: a refund is part of its order.',
    'Group the items of a message by order_identifier: each order gets a refund of its own units, with the same rma_identifier.',
  ],
  'refunds.line': [
    'The refund names the lines and units that came back',
    'Refund object: refund_line_items has only the SKUs and units of this refund; order_item_identifier equals the identifier of the line.',
    'Take order_line_item_identifier of the RMA item as order_item_identifier, and refund a unit for each item: two items of one line are two units.',
  ],
  'refunds.partial': [
    'Of a return in two parcels, each is refunded with its own scan',
    'RMA item object: each unit has its own package_tracking_status. Refund object: quantity is what this refund is about.',
    'Look at each item of each message: one that is newly in TRANSIT gets a refund of its own.',
  ],
  'refunds.kept': [
    'A later snapshot keeps the earlier refunds',
    'Rules for when messages are sent: each message is a full snapshot of the order, with all refunds.',
    'Add the new refund to the refunds array; never replace or change the earlier ones: they keep their created_at, too.',
  ],
  'refunds.named': [
    'Of an order with several RMAs, a refund names its RMA',
    'Refund object: rma_identifier is optional but recommended, when an order has several RMAs.',
    'Set rma_identifier of the refund to the one of the RMA message; without it the service cannot tell which return is paid.',
  ],
  'refunds.snapshot': [
    'The service accepts the snapshots with refunds',
    'Order object and Refund object: what is required. Errors: 422 lists the fields.',
    'Mend what the answer of the service names in the evidence. If the order was refunded in an earlier run, more units are refunded than were shipped: give another --seed.',
  ],
  'refunds.retried': [
    'A snapshot that the service could not take is posted again',
    'Errors: after 5xx the client retries, recommended three times with exponential backoff; a missing or expired token is answered 401.',
    'Post the snapshot again after 5xx, 429 or a lost connection, waiting longer and longer, and after 401 with a new token: until it is accepted, the refund is not there.',
  ],
  'refunds.newer': [
    'A snapshot with a refund has a newer updated_at',
    'Order object: updated_at; silent about a snapshot that is older than the stored one, which may be ignored.',
    'Set updated_at of the order to the time of the refund: it has to be newer than before, and not ahead of now, or no later snapshot is newer.',
  ],
  'refunds.currency': [
    'A snapshot with a refund keeps the currency of the order',
    'Refund object: it has no currency of its own, so an amount is in that of the order.',
    'Leave currency of the order as it was: a refund is paid in the currency of its order.',
  ],
  'refunds.unchanged': [
    'A snapshot with a refund leaves the rest of the order as it was',
    'Rules for when messages are sent: each message is a full snapshot of the order. A refund changes no line, no sum and no customer.',
    'Post the order as it was, with the refund added and a newer updated_at: its lines, units, amounts and customer stay.',
  ],
  'refunds.times': [
    'Times keep their offset',
    'Resources and their fields: timestamps are ISO 8601; both an explicit offset and Z are used.',
    'Write every time with Z or its offset (2026-11-24T05:00:00-05:00), and leave created_at of the order as it was.',
  ],
  'refunds.ahead': [
    'created_at of a refund is ahead of now',
    'Refund object: created_at needs a date in the future.',
    'Set created_at of a refund shortly ahead of the time at which you post it, a minute for example. The refunds before it keep theirs.',
  ],
  'refunds.restart': [
    'What was refunded before a restart is not refunded again',
    'Events: delivery guarantees are not shown. In the field, messages come at least once, also after a restart of your side.',
    'Remember on disk which units of an RMA and order line are refunded, under a key that a restart does not change.',
  ],
  'refunds.token': [
    'A token is kept for its 25 hours',
    'Authentication: a token is valid for 25 hours and is to be reused; a new one is not requested until the previous expires.',
    'Keep the token for its 25 hours (expires_in), also over several processes: do not fetch one for each snapshot.',
  ],
  'refunds.gift': [
    'With gift_refund_only the money goes to who returns the gift',
    'RMA message: gift_refund_only. A refund of the interface does not say who gets the money.',
    'Look at your own payments: of the order of gift-order, the receiver of the gift must get the money.',
  ],
  'refunds.closed': [
    'After the refund the RMA is REFUNDED, and your side takes the message that says so',
    'RMA: on an order message whose refund matches the RMA, the RMA becomes REFUNDED and a message is posted.',
    'Give the refund its rma_identifier, answer 200 to REFUNDED, also when the return is closed on your side, and refund nothing of an RMA that is REFUNDED.',
  ],
} as const satisfies Readonly<Record<string, readonly [title: string, source: string, remedy: string]>>;

export type RetailerCheckId = keyof typeof TABLE;

/** What is looked at, the same for every retailer. */
export interface Question<Id extends string = string> {
  /** `refunds.once`: the area, a dot, and words with hyphens. Never renamed after a release. */
  readonly id: Id;
  readonly area: string;
  /** What the retailer's side has to do, in one sentence. */
  readonly title: string;
  /** What the interface says about it: the heading, a colon, and the rule in our words; or that it is silent and what the field does. */
  readonly interface: string;
  /** What to do when it fails. */
  readonly hint: string;
}

/** Questions in the order of their table. @param usual the hint of those that have none of their own */
export const questionsOf = <Id extends string>(
  table: Readonly<Record<Id, readonly [title: string, source: string, hint?: string]>>,
  usual = '',
): readonly Question<Id>[] =>
  (Object.keys(table) as Id[]).map((id) => {
    const [title, source, hint = usual] = table[id];
    return { id, area: id.split('.')[0]!, title, interface: source, hint };
  });

export const QUESTIONS = questionsOf<RetailerCheckId>(TABLE);
export const QUESTION_IDS = QUESTIONS.map(({ id }) => id);

/** As the end of a sentence. */
export const titleOf = (id: RetailerCheckId): string =>
  TABLE[id][0].replace(/^./, (first) => first.toLowerCase());
export const remedyOf = (id: RetailerCheckId): string => TABLE[id][2];
