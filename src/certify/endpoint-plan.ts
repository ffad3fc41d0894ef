// Which scenarios a certification plays, in which order, and which check each of their results is about.
import type { Ability } from '../sandbox/scenarios/format.ts';
import type { SCENARIO_NAMES } from '../sandbox/scenarios/load-scenarios.ts';
import type { ScenarioCheckKind } from '../sandbox/scenarios/result.ts';
import type { EndpointCheckId } from './endpoint-subjects.ts';

type Blames = Readonly<Partial<Record<ScenarioCheckKind, EndpointCheckId>>>;

export interface PlannedScenario {
  readonly name: (typeof SCENARIO_NAMES)[number];
  /** It is not played when one of these failed: it would fail for the same reason. */
  readonly after: readonly EndpointCheckId[];
  /** These checks pass only if all results of this kind in it pass. */
  readonly tells: readonly (readonly [EndpointCheckId, ScenarioCheckKind])[];
  /** Whose failure a failed result is, where it is not what BLAMED says. */
  readonly blames?: Blames;
  /** What is left out of it, although the retailer may be able to do it. */
  readonly without?: readonly Ability[];
}

/** Whose failure a failed result is, in any scenario. A step that the sandbox refuses is nobody's. */
export const BLAMED: Blames = {
  answered: 'messages.answered',
  'answered-in-time': 'messages.answered-in-time',
  'exchange-amount': 'exchanges.amount',
  'exchange-order': 'exchanges.answered',
  'no-refund': 'refunds.unasked',
  'refund-amount': 'refunds.amount',
  'refund-arrives': 'refunds.at-scan',
  'refund-kept': 'refunds.kept',
  'refund-named': 'refunds.named',
  'refund-once': 'refunds.once',
  'refund-units': 'refunds.line',
  'same-exchange-order': 'exchanges.idempotent',
  'snapshots-accepted': 'refunds.snapshot',
  'snapshots-newer': 'refunds.newer',
  status: 'refunds.closed',
  unauthorized: 'messages.credentials',
  variants: 'variants.well-formed',
};

/** Without these nothing else is known. */
export const BASICS: readonly EndpointCheckId[] = [
  'messages.reachable',
  'messages.credentials',
  'messages.answered',
  'messages.answered-in-time',
];
/** What a scenario stands on, each list with more of it: several messages in a row are taken ... */
const QUICK: readonly EndpointCheckId[] = [...BASICS, 'messages.bursts'];
/** ... a refund reaches the service, and the RMA is closed ... */
const CLOSED: readonly EndpointCheckId[] = [...QUICK, 'refunds.snapshot', 'refunds.closed'];
/** ... it comes with the scan, and not before ... */
const SCAN: readonly EndpointCheckId[] = [...CLOSED, 'refunds.at-scan', 'refunds.unasked'];
/** ... for the right units and amount, so that parcels can be told apart ... */
const PARCELS: readonly EndpointCheckId[] = [...SCAN, 'refunds.line', 'refunds.amount'];
/** ... and once, so that what comes again can be looked at. */
const REPEATS: readonly EndpointCheckId[] = [...PARCELS, 'refunds.once', 'refunds.partial', 'refunds.kept'];
/** Refunds on receipt come with statuses that the interface does not show. */
const RECEIPT: readonly EndpointCheckId[] = [...CLOSED, 'messages.accepted'];
/** An exchange begins with a variant that is offered. */
const EXCHANGES: readonly EndpointCheckId[] = [
  ...CLOSED,
  'variants.answered',
  'variants.well-formed',
  'variants.offered',
];
const FULL: Blames = { 'refund-amount': 'refunds.full-amount' };
const all = (id: EndpointCheckId): Blames => ({ answered: id, 'refund-arrives': id, 'no-refund': id });

/** From what is plain to what is special: a check is looked at only where all before it has been seen to work. */
export const ENDPOINT_PLAN: readonly PlannedScenario[] = [
  {
    name: 'mail-back-scan',
    after: ['messages.reachable', 'messages.answered-in-time'],
    tells: [
      ['messages.answered', 'answered'],
      ['refunds.unasked', 'no-refund'],
      ['refunds.at-scan', 'refund-arrives'],
      ['refunds.snapshot', 'refund-arrives'],
      ['refunds.full-amount', 'refund-amount'],
      ['refunds.closed', 'status'],
      ['refunds.newer', 'refund-once'],
    ],
    blames: FULL,
  },
  {
    name: '401-then-right',
    after: BASICS,
    tells: [['messages.credentials', 'unauthorized']],
    blames: { answered: 'messages.credentials' },
    without: ['refund-at-scan'],
  },
  {
    name: 'mail-back-single',
    after: SCAN,
    tells: [['messages.bursts', 'refund-arrives']],
    blames: { ...FULL, ...all('messages.bursts') },
  },
  {
    name: '422',
    after: QUICK,
    tells: [['messages.accepted', 'answered']],
    blames: { answered: 'messages.accepted' },
  },
  {
    name: '422-new-fields',
    after: QUICK,
    tells: [['messages.new-fields', 'answered']],
    blames: { answered: 'messages.new-fields' },
  },
  {
    name: 'message-before-order',
    after: [...QUICK, 'messages.accepted'],
    tells: [['messages.unknown-order', 'answered']],
    blames: { answered: 'messages.unknown-order' },
  },
  {
    name: 'express',
    after: RECEIPT,
    tells: [
      ['messages.accepted', 'answered'],
      ['refunds.on-receipt', 'refund-arrives'],
    ],
    blames: { ...FULL, answered: 'messages.accepted', 'refund-arrives': 'refunds.on-receipt' },
  },
  {
    name: 'pick-up',
    after: [...RECEIPT, 'refunds.on-receipt'],
    tells: [['refunds.on-receipt', 'refund-arrives']],
    blames: { ...FULL, answered: 'messages.accepted', 'refund-arrives': 'refunds.on-receipt' },
  },
  {
    name: 'keep',
    after: CLOSED,
    tells: [['refunds.keep', 'refund-arrives']],
    blames: { ...FULL, 'refund-arrives': 'refunds.keep' },
  },
  {
    name: 'exchange-even',
    after: EXCHANGES,
    tells: [
      ['exchanges.answered', 'exchange-order'],
      ['exchanges.amount', 'exchange-amount'],
      ['exchanges.idempotent', 'same-exchange-order'],
      ['exchanges.not-refunded', 'no-refund'],
      ['exchanges.shipped', 'status'],
    ],
    blames: { 'no-refund': 'exchanges.not-refunded', status: 'exchanges.shipped', step: 'variants.offered' },
  },
  {
    name: 'exchange-uneven',
    after: [...EXCHANGES, 'exchanges.answered', 'exchanges.amount', 'exchanges.shipped'],
    tells: [['exchanges.amount', 'exchange-amount']],
    blames: { status: 'exchanges.shipped', step: 'variants.offered' },
  },
  {
    name: 'gift-card',
    after: [...CLOSED, 'exchanges.answered'],
    tells: [
      ['exchanges.gift-card', 'exchange-order'],
      ['exchanges.not-refunded', 'no-refund'],
    ],
    blames: {
      'exchange-order': 'exchanges.gift-card',
      'no-refund': 'exchanges.not-refunded',
      status: 'exchanges.gift-card',
    },
  },
  { name: 'tag-final-sale', after: SCAN, tells: [['refunds.line', 'refund-arrives']] },
  {
    name: 'mail-back-multi',
    after: [...SCAN, 'refunds.line'],
    tells: [['refunds.full-amount', 'refund-amount']],
    blames: FULL,
  },
  { name: 'partial-return', after: SCAN, tells: [['refunds.amount', 'refund-amount']] },
  {
    name: 'refund-too-large',
    after: [...SCAN, 'refunds.amount'],
    tells: [['refunds.amount', 'refund-amount']],
  },
  {
    name: 'exchange-partial',
    after: [
      ...[...PARCELS, ...EXCHANGES, 'refunds.once'],
      ...['exchanges.answered', 'exchanges.amount', 'exchanges.not-refunded'],
    ] as const,
    tells: [['exchanges.not-refunded', 'refund-once']],
    blames: {
      'refund-arrives': 'refunds.partial',
      'refund-once': 'exchanges.not-refunded',
      status: 'exchanges.shipped',
      step: 'variants.offered',
    },
  },
  {
    name: 'refund-twice',
    after: PARCELS,
    tells: [
      ['refunds.partial', 'refund-arrives'],
      ['refunds.kept', 'refund-arrives'],
      ['refunds.once', 'refund-once'],
    ],
    // What is refunded a second time is added up.
    blames: { 'refund-arrives': 'refunds.partial', 'refund-amount': 'refunds.once' },
  },
  {
    name: 'drop-off',
    after: [...RECEIPT, 'refunds.on-receipt', 'refunds.amount', 'refunds.once'],
    tells: [['refunds.on-receipt', 'refund-once']],
    blames: {
      answered: 'messages.accepted',
      'refund-arrives': 'refunds.on-receipt',
    },
  },
  {
    name: 'partial-refund',
    after: REPEATS,
    tells: [['refunds.unasked', 'no-refund']],
    blames: {
      answered: 'messages.accepted',
      'refund-arrives': 'refunds.partial',
      status: 'messages.accepted',
    },
  },
  {
    name: 'slow',
    after: REPEATS,
    tells: [
      ['messages.bursts', 'answered'],
      ['messages.bursts', 'refund-arrives'],
      ['refunds.named', 'refund-arrives'],
    ],
    blames: all('messages.bursts'),
  },
  {
    name: 'cancel-return',
    after: [...REPEATS, 'refunds.named'],
    tells: [['refunds.cancelled', 'no-refund']],
    blames: { ...all('refunds.cancelled'), answered: 'messages.accepted', status: 'messages.accepted' },
  },
  {
    name: 'duplicates',
    after: REPEATS,
    tells: [
      ['messages.duplicates', 'answered'],
      ['refunds.once', 'refund-once'],
    ],
    blames: { ...all('messages.duplicates') },
  },
  {
    name: 'same-update-twice',
    after: [...REPEATS, 'messages.duplicates'],
    tells: [
      ['messages.duplicates', 'answered'],
      ['refunds.once', 'refund-once'],
    ],
    blames: { ...FULL, ...all('messages.duplicates') },
  },
  {
    name: 'reordered',
    after: [...REPEATS, 'refunds.cancelled'],
    tells: [
      ['messages.out-of-order', 'refund-arrives'],
      ['messages.out-of-order', 'no-refund'],
    ],
    blames: { ...FULL, ...all('messages.out-of-order') },
  },
  {
    name: 'outage-31h',
    after: SCAN,
    tells: [['messages.after-outage', 'refund-arrives']],
    blames: { ...FULL, ...all('messages.after-outage') },
  },
  {
    name: 'mail-back-late',
    after: SCAN,
    tells: [['refunds.late-scan', 'refund-arrives']],
    blames: { ...FULL, ...all('refunds.late-scan') },
  },
];
