// What the retailer's side changes when something is wrong: `scenario run` and `certify` say the same sentences. And which of
// them a failed check of a scenario is about.
import type { ScenarioCheck, ScenarioCheckKind, ScenarioExchange } from './result.ts';

/** By the check of `certify`: the area, a dot, and words. */
export const REMEDIES = {
  'messages.reachable':
    'Start your side, and check the address, DNS and firewall. The requests in the evidence can be repeated with curl -i.',
  'messages.credentials':
    'Answer 401, and nothing else, to a request whose credentials are missing or wrong; give the right ones with --customer-auth.',
  'messages.answered':
    'The evidence has the answer, and what your side said with it. A redirect is never followed: give the final address. A 404 is often the path: --rmas-path. If your side refuses orders that it does not know, load the given ones: returns sandbox scenario show all --orders',
  'messages.answered-in-time':
    'Store the message, answer 200, and do the work afterwards. Agree upon the limit with the service.',
  'messages.status':
    'Answer 200 instead of 201, 202 or 204, or let the service confirm in writing that it takes any 2xx.',
  'messages.orders-known':
    'Load the given orders into your system, then run again: returns sandbox scenario show all --orders > orders.ndjson. Let your side post its snapshots to the sandbox of this run (--profile local). A second run needs another --seed for both commands, because the orders are refunded already.',
  'messages.accepted':
    'Answer 200 to every message that can be read, keep it, and deal with what you do not understand afterwards.',
  'messages.new-fields': 'Let the reader ignore fields that it does not know.',
  'messages.unknown-order': 'Answer 200, keep the message, and look at it again when the order is there.',
  'messages.duplicates': 'Answer 200 to a message that you have already, and do nothing.',
  'messages.out-of-order':
    'Compare updated_at with the newest one that you have of the RMA; keep an older message, but do not act on it.',
  'messages.bursts':
    'Let no lock, limit or de-duplication by time drop a message; answer 503 when you cannot take it: it comes again.',
  'messages.kept':
    'Store each message before you answer 200, and answer 503 when you cannot: what was answered 200 does not come again. If your side only works later, give it more time with --wait.',
  'messages.restart':
    'Store each message on disk before you answer 200, and go on with it after a start: what is only in memory is lost with a restart.',
  'messages.after-outage':
    'Take messages by what they say, not by when they come: one that is hours old is as good as a new one.',
  'variants.answered':
    'See the answer in the evidence; a 404 is often the path: --variants-path. The given variants: returns sandbox scenario show all --variants',
  'variants.well-formed':
    'Answer a JSON array whose variants have these five fields: returns explain variants.field.missing',
  'variants.offered':
    'Load the given variants, or check how your side looks them up: returns sandbox scenario show all --variants',
  'variants.unknown':
    'Answer 200 with [] when there is nothing to offer; the shopper then gets a refund instead of an error.',
  'exchanges.answered':
    'Answer 200 with {"order_identifier": "...", "total_amount_cents": ..., "product_amount_cents": ..., "tax_amount_cents": ...}.',
  'exchanges.amount':
    'Answer product_amount_cents as unit price times quantity of the exchange order, in cents.',
  'exchanges.idempotent':
    'Look for an exchange order of this original_order_id and RMA first, and answer with its identifier.',
  'exchanges.gift-card':
    'Take an exchange order whose only item is a gift card, and answer as to any exchange order.',
  'exchanges.not-refunded': 'Refund only items whose refund_type is REFUND.',
  'exchanges.others':
    'Take from the exchange only what it exchanged: the other units of the order are refunded when they come back.',
  'exchanges.shipped':
    'Post the exchange order like any other order, under the identifier that you answered.',
  'refunds.at-scan':
    'Post the snapshot with the refund to the sandbox of this run (--profile local). If your side does not know the order: returns sandbox scenario show all --orders. If it has refunded the order in an earlier run: give both commands another --seed. If it refunds on receipt only: --retailer-can refund-on-receipt',
  'refunds.skipped':
    'Go by the status that a message has, not by the ones that came before it: CREATED and PRE_TRANSIT may be missing.',
  'refunds.late-scan': 'Let nothing about an open return expire before the service closes it.',
  'refunds.on-receipt': 'Refund an item of an express return when its receiving_status becomes RECEIVED.',
  'refunds.keep': 'Refund a customer-keep return at its first message: no parcel will come.',
  'refunds.unasked':
    'Refund per item by its own package_tracking_status; PRE_TRANSIT only means that a label exists.',
  'refunds.once':
    'Remember per RMA and order line how many units are refunded, and refund only what is missing.',
  'refunds.cancelled': 'Refund nothing of an RMA whose status is CANCELED.',
  'refunds.full-amount': 'When everything comes back, refund total_amount_cents, with tax and shipping.',
  'refunds.amount':
    'Refund per unit: (product_amount_cents + tax_amount_cents - discount_amount_cents) / quantity_shipped.',
  'refunds.edited':
    'Refund what the order costs when the refund is due: the amounts in the message are estimates from before it was changed.',
  'refunds.orders':
    'Group the items of a message by order_identifier: each order gets a refund of its own units, with the same rma_identifier.',
  'refunds.line':
    'Take order_line_item_identifier of the RMA item as order_item_identifier, and refund a unit for each item: two items of one line are two units.',
  'refunds.partial':
    'Look at each item of each message: one that is newly in TRANSIT gets a refund of its own.',
  'refunds.kept': 'Add the new refund to the refunds array; never replace the earlier ones.',
  'refunds.named':
    'Set rma_identifier of the refund to the one of the RMA message; without it the service cannot tell which return is paid.',
  'refunds.snapshot':
    'Mend what the answer of the service names in the evidence: 401 means renew the token, 422 lists the fields. If the order was refunded in an earlier run, more units are refunded than were shipped: give another --seed.',
  'refunds.newer': 'Set updated_at of the order to the time of the refund.',
  'refunds.currency': 'Leave currency of the order as it was: a refund is paid in the currency of its order.',
  'refunds.times':
    'Write every time with Z or its offset (2026-11-24T10:00:00Z or 2026-11-24T05:00:00-05:00), and leave created_at of the order as it was.',
  'refunds.restart':
    'Remember on disk which units of an RMA and order line are refunded, under a key that a restart does not change, and look there before each refund.',
  'refunds.closed':
    'Give the refund its rma_identifier, and answer 200 to REFUNDED, also when the return is closed on your side.',
} as const satisfies Readonly<Record<string, string>>;

export type RemedyId = keyof typeof REMEDIES;
type Blames = Readonly<Partial<Record<ScenarioCheckKind, RemedyId>>>;

/** Whose failure a failed result is, in any scenario. A step that the sandbox refuses is nobody's. */
const BLAMED: Blames = {
  answered: 'messages.answered',
  'answered-in-time': 'messages.answered-in-time',
  'exchange-amount': 'exchanges.amount',
  'exchange-order': 'exchanges.answered',
  'no-refund': 'refunds.unasked',
  'refund-amount': 'refunds.amount',
  'message-lost': 'messages.kept',
  'refund-arrives': 'refunds.at-scan',
  'refund-kept': 'refunds.kept',
  'refund-named': 'refunds.named',
  'refund-once': 'refunds.once',
  'refund-units': 'refunds.line',
  'same-exchange-order': 'exchanges.idempotent',
  'snapshots-accepted': 'refunds.snapshot',
  'snapshots-currency': 'refunds.currency',
  'snapshots-newer': 'refunds.newer',
  'snapshots-times': 'refunds.times',
  status: 'refunds.closed',
  unauthorized: 'messages.credentials',
  variants: 'variants.well-formed',
};

const FULL: Blames = { 'refund-amount': 'refunds.full-amount' };
const all = (id: RemedyId): Blames => ({
  answered: id,
  'message-lost': id,
  'refund-arrives': id,
});

const EARLY: Blames = { 'no-refund': 'refunds.on-receipt' };

/** Where it is not what BLAMED says, by scenario. */
const BLAMED_IN: Readonly<Record<string, Blames | undefined>> = {
  'mail-back-scan': FULL,
  '401-then-right': { answered: 'messages.credentials' },
  'mail-back-single': { ...FULL, ...all('messages.bursts') },
  '422': { answered: 'messages.accepted' },
  '422-new-fields': { answered: 'messages.new-fields' },
  'message-before-order': { answered: 'messages.unknown-order' },
  express: { ...FULL, ...EARLY, answered: 'messages.accepted', 'refund-arrives': 'refunds.on-receipt' },
  'pick-up': { ...FULL, ...EARLY, answered: 'messages.accepted', 'refund-arrives': 'refunds.on-receipt' },
  'mail-back-skipped': { 'refund-arrives': 'refunds.skipped' },
  'mail-back-edited': { 'refund-amount': 'refunds.edited' },
  'mail-back-two-orders': {
    'refund-arrives': 'refunds.orders',
    'refund-amount': 'refunds.orders',
    'refund-once': 'refunds.orders',
    'refund-units': 'refunds.orders',
  },
  'exchange-then-return': {
    'no-refund': 'exchanges.not-refunded',
    'refund-arrives': 'exchanges.others',
    'refund-amount': 'exchanges.others',
    step: 'variants.offered',
  },
  keep: { ...FULL, 'refund-arrives': 'refunds.keep' },
  'exchange-even': {
    'no-refund': 'exchanges.not-refunded',
    status: 'exchanges.shipped',
    step: 'variants.offered',
  },
  'exchange-uneven': { status: 'exchanges.shipped', step: 'variants.offered' },
  'gift-card': {
    'exchange-order': 'exchanges.gift-card',
    'no-refund': 'exchanges.not-refunded',
    status: 'exchanges.gift-card',
  },
  'mail-back-multi': FULL,
  'exchange-partial': {
    'refund-arrives': 'refunds.partial',
    'refund-once': 'exchanges.not-refunded',
    status: 'exchanges.shipped',
    step: 'variants.offered',
  },
  'refund-twice': { 'refund-arrives': 'refunds.partial', 'refund-amount': 'refunds.once' },
  'drop-off': {
    ...EARLY,
    answered: 'messages.accepted',
    'refund-arrives': 'refunds.on-receipt',
  },
  'partial-refund': {
    answered: 'messages.accepted',
    'refund-arrives': 'refunds.partial',
    status: 'messages.accepted',
  },
  slow: all('messages.bursts'),
  'cancel-return': {
    ...all('refunds.cancelled'),
    'no-refund': 'refunds.cancelled',
    answered: 'messages.accepted',
    status: 'messages.accepted',
  },
  duplicates: { ...all('messages.duplicates') },
  'same-update-twice': { ...FULL, ...all('messages.duplicates') },
  reordered: { ...FULL, ...all('messages.out-of-order'), 'no-refund': 'messages.out-of-order' },
  'outage-31h': { ...FULL, ...all('messages.after-outage') },
  'mail-back-late': { ...FULL, ...all('refunds.late-scan') },
  restart: {
    ...all('messages.restart'),
    answered: 'messages.duplicates',
    'refund-once': 'refunds.restart',
    'refund-amount': 'refunds.restart',
  },
};

/** What is known to work: only then the failure is one of what is special about a scenario. */
export interface SeenToWork {
  /** A message was answered with success. */
  readonly answers: boolean;
  /** A refund arrived. */
  readonly refunds: boolean;
}

/** Refunds that are asked for in another way than all others: nothing else has to work first. */
const OF_THEIR_OWN: readonly (RemedyId | undefined)[] = ['refunds.on-receipt', 'refunds.keep'];

/**
 * What a failed check is about; undefined for a step that the sandbox refuses: it is nobody's failure.
 * @param checks of the scenario, with this one at their end or before it
 */
export function causeOf(
  scenario: string,
  check: ScenarioCheck,
  checks: readonly ScenarioCheck[],
  seen: SeenToWork = { answers: true, refunds: true },
): RemedyId | undefined {
  const { kind } = check;
  const badOf = ({ exchanges = [] }: ScenarioCheck) =>
    exchanges.filter(({ status, fault }) => (status === null ? fault !== 'outage' : status >= 300));
  // An answer that came while an earlier check waited for another is among the exchanges of that one.
  const bad =
    checks
      .slice(0, checks.indexOf(check) + 1)
      .map(badOf)
      .findLast(({ length }) => length > 0) ?? [];
  const isEach = (test: (one: ScenarioExchange) => boolean) => bad.length > 0 && bad.every(test);
  if (kind === 'answered') {
    if (!seen.answers && isEach(({ status, fault }) => status === null && fault !== 'timeout'))
      return 'messages.reachable';
    if (isEach(({ status }) => status === 401 || status === 403)) return 'messages.credentials';
    // The sandbox may send it before the message that asked for the refund has been looked at.
    if (isEach((one) => one.rma_status === 'REFUNDED')) return 'refunds.closed';
  }
  const special = BLAMED_IN[scenario]?.[kind];
  const isSeen =
    kind === 'answered'
      ? seen.answers
      : kind !== 'refund-arrives' || seen.refunds || OF_THEIR_OWN.includes(special);
  return (isSeen ? special : undefined) ?? BLAMED[kind];
}

/** Whether a scenario is about how messages are answered. Nobody restarts a program for that alone. */
export const isAboutAnswers = (scenario: string): boolean =>
  scenario !== 'restart' && BLAMED_IN[scenario]?.answered !== undefined;
