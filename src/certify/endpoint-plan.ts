// Which scenarios a certification plays, in which order, and which check each of their results is about.

import type { Ability } from '../sandbox/scenarios/abilities.ts';
import { blamedFor } from '../sandbox/scenarios/blame.ts';
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

/** Good results of these kinds let the checks pass that bad ones are about; `others` are checks that pass by them as well. */
const plays = (
  name: PlannedScenario['name'],
  after: readonly RetailerCheckId[],
  kinds: readonly ScenarioCheckKind[],
  others: PlannedScenario['tells'] = [],
): PlannedScenario => ({
  ...{ name, after },
  tells: [...kinds.map((kind) => [blamedFor(name, kind)!, kind] as const), ...others],
});

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
/** An exchange begins with a variant that is offered ... */
const OFFERED: readonly RetailerCheckId[] = [
  ...CLOSED,
  'variants.answered',
  'variants.well-formed',
  'variants.offered',
];
/** ... and goes on with an exchange order that is answered. */
const EXCHANGES: readonly RetailerCheckId[] = [...OFFERED, 'exchanges.answered', 'exchanges.amount'];

/** From what is plain to what is special: a check is looked at only where all before it has been seen to work. */
export const ENDPOINT_PLAN: readonly PlannedScenario[] = [
  plays(
    'mail-back-scan',
    ['messages.reachable', 'messages.answered-in-time'],
    ['answered', 'no-refund', 'refund-arrives', 'refund-amount', 'status'],
    [
      ['refunds.snapshot', 'refund-arrives'],
      ['messages.kept', 'refund-arrives'],
      ['refunds.newer', 'refund-once'],
      ['refunds.currency', 'refund-once'],
      ['refunds.times', 'refund-once'],
      ['refunds.ahead', 'refund-once'],
    ],
  ),
  { ...plays('401-then-right', BASICS, ['unauthorized']), without: ['refund-at-scan'] },
  plays('mail-back-single', SCAN, ['refund-arrives']),
  plays('422', QUICK, ['answered']),
  plays('422-new-fields', QUICK, ['answered']),
  plays('message-before-order', [...QUICK, 'messages.accepted'], ['answered']),
  plays('express', RECEIPT, ['answered', 'refund-arrives']),
  plays('pick-up', [...RECEIPT, 'refunds.on-receipt'], ['refund-arrives']),
  plays('keep', CLOSED, ['refund-arrives']),
  plays('exchange-even', OFFERED, [
    ...(['exchange-order', 'exchange-amount', 'same-exchange-order', 'no-refund', 'status'] as const),
  ]),
  plays('exchange-uneven', [...EXCHANGES, 'exchanges.shipped'], ['exchange-amount']),
  plays('gift-card', [...CLOSED, 'exchanges.answered'], ['exchange-order', 'no-refund']),
  plays('tag-final-sale', SCAN, [], [['refunds.line', 'refund-arrives']]),
  plays('mail-back-multi', [...SCAN, 'refunds.line'], ['refund-amount']),
  plays('partial-return', SCAN, ['refund-amount']),
  plays('mail-back-edited', [...SCAN, 'refunds.amount'], ['refund-amount']),
  plays('refund-too-large', [...SCAN, 'refunds.amount'], ['refund-amount']),
  plays(
    'exchange-partial',
    [...PARCELS, ...EXCHANGES, 'refunds.once', 'exchanges.not-refunded'],
    ['refund-once'],
  ),
  plays(
    'exchange-then-return',
    [...REPEATS, ...EXCHANGES, 'exchanges.not-refunded'],
    ['no-refund', 'refund-arrives'],
  ),
  plays('refund-twice', PARCELS, ['refund-arrives', 'refund-once'], [['refunds.kept', 'refund-arrives']]),
  plays(
    'drop-off',
    [...RECEIPT, 'refunds.on-receipt', 'refunds.amount', 'refunds.once'],
    [],
    [['refunds.on-receipt', 'refund-once']],
  ),
  plays('partial-refund', REPEATS, ['no-refund']),
  plays('slow', REPEATS, ['answered', 'refund-arrives'], [['refunds.named', 'refund-arrives']]),
  plays('cancel-return', [...REPEATS, 'refunds.named'], ['no-refund']),
  plays(
    'exchange-cancelled',
    [...REPEATS, ...EXCHANGES, 'exchanges.others', 'refunds.cancelled'],
    ['no-refund', 'refund-arrives'],
  ),
  plays('duplicates', REPEATS, ['answered', 'refund-once']),
  plays('same-update-twice', [...REPEATS, 'messages.duplicates'], ['answered', 'refund-once']),
  plays('reordered', [...REPEATS, 'refunds.cancelled'], ['refund-arrives', 'no-refund']),
  plays('mail-back-skipped', [...REPEATS, 'refunds.named'], ['refund-arrives']),
  plays('mail-back-two-orders', REPEATS, ['refund-arrives']),
  plays('outage-31h', SCAN, ['refund-arrives']),
  plays('mail-back-late', SCAN, ['refund-arrives']),
  plays('restart', [...REPEATS, 'messages.duplicates'], ['refund-arrives', 'refund-once']),
];
