// Which scenarios a certification plays, in which order, and which check each of their results is about.
import type { Ability } from '../sandbox/scenarios/format.ts';
import type { SCENARIO_NAMES } from '../sandbox/scenarios/load-scenarios.ts';
import type { ScenarioCheckKind } from '../sandbox/scenarios/result.ts';
import type { RetailerCheckId } from '../sandbox/scenarios/retailer-checks.ts';

export interface PlannedScenario {
  readonly name: (typeof SCENARIO_NAMES)[number];
  /** It is not played when one of these failed: it would fail for the same reason. */
  readonly after: readonly RetailerCheckId[];
  /** These checks pass only if all results of this kind in it pass. */
  readonly tells: readonly (readonly [RetailerCheckId, ScenarioCheckKind])[];
  /** What is left out of it, although the retailer may be able to do it. */
  readonly without?: readonly Ability[];
}

/** Without these nothing else is known. */
export const BASICS: readonly RetailerCheckId[] = [
  'messages.reachable',
  'messages.credentials',
  'messages.answered',
  'messages.answered-in-time',
];
/** What a scenario stands on, each list with more of it: several messages in a row are taken ... */
const QUICK: readonly RetailerCheckId[] = [...BASICS, 'messages.bursts'];
/** ... a refund reaches the service, and the RMA is closed ... */
const CLOSED: readonly RetailerCheckId[] = [...QUICK, 'refunds.snapshot', 'refunds.closed'];
/** ... it comes with the scan, and not before ... */
const SCAN: readonly RetailerCheckId[] = [...CLOSED, 'refunds.at-scan', 'refunds.unasked'];
/** ... for the right units and amount, so that parcels can be told apart ... */
const PARCELS: readonly RetailerCheckId[] = [...SCAN, 'refunds.line', 'refunds.amount'];
/** ... and once, so that what comes again can be looked at. */
const REPEATS: readonly RetailerCheckId[] = [...PARCELS, 'refunds.once', 'refunds.partial', 'refunds.kept'];
/** Refunds on receipt come with statuses that the interface does not show. */
const RECEIPT: readonly RetailerCheckId[] = [...CLOSED, 'messages.accepted'];
/** An exchange begins with a variant that is offered. */
const EXCHANGES: readonly RetailerCheckId[] = [
  ...CLOSED,
  'variants.answered',
  'variants.well-formed',
  'variants.offered',
];

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
      ['refunds.currency', 'refund-once'],
      ['refunds.times', 'refund-once'],
      ['messages.kept', 'refund-arrives'],
    ],
  },
  {
    name: '401-then-right',
    after: BASICS,
    tells: [['messages.credentials', 'unauthorized']],
    without: ['refund-at-scan'],
  },
  {
    name: 'mail-back-single',
    after: SCAN,
    tells: [['messages.bursts', 'refund-arrives']],
  },
  {
    name: '422',
    after: QUICK,
    tells: [['messages.accepted', 'answered']],
  },
  {
    name: '422-new-fields',
    after: QUICK,
    tells: [['messages.new-fields', 'answered']],
  },
  {
    name: 'message-before-order',
    after: [...QUICK, 'messages.accepted'],
    tells: [['messages.unknown-order', 'answered']],
  },
  {
    name: 'express',
    after: RECEIPT,
    tells: [
      ['messages.accepted', 'answered'],
      ['refunds.on-receipt', 'refund-arrives'],
    ],
  },
  {
    name: 'pick-up',
    after: [...RECEIPT, 'refunds.on-receipt'],
    tells: [['refunds.on-receipt', 'refund-arrives']],
  },
  {
    name: 'keep',
    after: CLOSED,
    tells: [['refunds.keep', 'refund-arrives']],
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
  },
  {
    name: 'exchange-uneven',
    after: [...EXCHANGES, 'exchanges.answered', 'exchanges.amount', 'exchanges.shipped'],
    tells: [['exchanges.amount', 'exchange-amount']],
  },
  {
    name: 'gift-card',
    after: [...CLOSED, 'exchanges.answered'],
    tells: [
      ['exchanges.gift-card', 'exchange-order'],
      ['exchanges.not-refunded', 'no-refund'],
    ],
  },
  { name: 'tag-final-sale', after: SCAN, tells: [['refunds.line', 'refund-arrives']] },
  {
    name: 'mail-back-multi',
    after: [...SCAN, 'refunds.line'],
    tells: [['refunds.full-amount', 'refund-amount']],
  },
  { name: 'partial-return', after: SCAN, tells: [['refunds.amount', 'refund-amount']] },
  {
    name: 'mail-back-edited',
    after: [...SCAN, 'refunds.amount'],
    tells: [['refunds.edited', 'refund-amount']],
  },
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
  },
  {
    name: 'exchange-then-return',
    after: [...REPEATS, ...EXCHANGES, 'exchanges.answered', 'exchanges.amount', 'exchanges.not-refunded'],
    tells: [
      ['exchanges.not-refunded', 'no-refund'],
      ['exchanges.others', 'refund-arrives'],
    ],
  },
  {
    name: 'refund-twice',
    after: PARCELS,
    tells: [
      ['refunds.partial', 'refund-arrives'],
      ['refunds.kept', 'refund-arrives'],
      ['refunds.once', 'refund-once'],
    ],
  },
  {
    name: 'drop-off',
    after: [...RECEIPT, 'refunds.on-receipt', 'refunds.amount', 'refunds.once'],
    tells: [['refunds.on-receipt', 'refund-once']],
  },
  {
    name: 'partial-refund',
    after: REPEATS,
    tells: [['refunds.unasked', 'no-refund']],
  },
  {
    name: 'slow',
    after: REPEATS,
    tells: [
      ['messages.bursts', 'answered'],
      ['messages.bursts', 'refund-arrives'],
      ['refunds.named', 'refund-arrives'],
    ],
  },
  {
    name: 'cancel-return',
    after: [...REPEATS, 'refunds.named'],
    tells: [['refunds.cancelled', 'no-refund']],
  },
  {
    name: 'duplicates',
    after: REPEATS,
    tells: [
      ['messages.duplicates', 'answered'],
      ['refunds.once', 'refund-once'],
    ],
  },
  {
    name: 'same-update-twice',
    after: [...REPEATS, 'messages.duplicates'],
    tells: [
      ['messages.duplicates', 'answered'],
      ['refunds.once', 'refund-once'],
    ],
  },
  {
    name: 'reordered',
    after: [...REPEATS, 'refunds.cancelled'],
    tells: [
      ['messages.out-of-order', 'refund-arrives'],
      ['messages.out-of-order', 'no-refund'],
    ],
  },
  {
    name: 'mail-back-skipped',
    after: [...REPEATS, 'refunds.named'],
    tells: [['refunds.skipped', 'refund-arrives']],
  },
  {
    name: 'mail-back-two-orders',
    after: REPEATS,
    tells: [['refunds.orders', 'refund-arrives']],
  },
  {
    name: 'outage-31h',
    after: SCAN,
    tells: [['messages.after-outage', 'refund-arrives']],
  },
  {
    name: 'mail-back-late',
    after: SCAN,
    tells: [['refunds.late-scan', 'refund-arrives']],
  },
  {
    name: 'restart',
    after: [...REPEATS, 'messages.duplicates'],
    tells: [
      ['messages.restart', 'refund-arrives'],
      ['refunds.restart', 'refund-once'],
    ],
  },
];
