// Which check of the retailer's side a failed check of a scenario is about.
import type { ScenarioCheck, ScenarioCheckKind, ScenarioExchange } from './result.ts';
import type { RetailerCheckId } from './retailer-checks.ts';

type Blames = Readonly<Partial<Record<ScenarioCheckKind, RetailerCheckId>>>;

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
  'snapshots-ahead': 'refunds.ahead',
  'snapshots-currency': 'refunds.currency',
  'snapshots-newer': 'refunds.newer',
  'snapshots-times': 'refunds.times',
  status: 'refunds.closed',
  unauthorized: 'messages.credentials',
  variants: 'variants.well-formed',
};

const FULL: Blames = { 'refund-amount': 'refunds.full-amount' };
const all = (id: RetailerCheckId): Blames => ({
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
  'exchange-cancelled': {
    'no-refund': 'refunds.cancelled',
    'refund-arrives': 'exchanges.cancelled',
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
    'refund-kept': 'refunds.restart',
  },
};

/** The check that a failed result of this kind is about in a scenario, where everything else works. */
export const blamedFor = (scenario: string, kind: ScenarioCheckKind): RetailerCheckId | undefined =>
  BLAMED_IN[scenario]?.[kind] ?? BLAMED[kind];

/** What is known to work: only then the failure is one of what is special about a scenario. */
export interface SeenToWork {
  /** A message was answered with success. */
  readonly answers: boolean;
  /** A refund arrived. */
  readonly refunds: boolean;
}

/** Refunds that are asked for in another way than all others: nothing else has to work first. */
const OF_THEIR_OWN: readonly (RetailerCheckId | undefined)[] = ['refunds.on-receipt', 'refunds.keep'];

/**
 * What a failed check is about; undefined for a step that the sandbox refuses: it is nobody's failure.
 * @param checks of the scenario, with this one at their end or before it
 */
export function causeOf(
  scenario: string,
  check: ScenarioCheck,
  checks: readonly ScenarioCheck[],
  seen: SeenToWork = { answers: true, refunds: true },
): RetailerCheckId | undefined {
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
  const refused = badOf(check);
  if (['variants', 'exchange-order'].includes(kind) && refused.length > 0)
    if (refused.every(({ status }) => status === 401 || status === 403)) return 'messages.credentials';
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
