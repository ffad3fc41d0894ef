// Rules for the life cycle of an RMA from one message to the next (interface, States: RMA). Samples are messages in order.

import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import {
  type Finding,
  found,
  type Report,
  RMA_MESSAGE,
  type Rule,
  reportTo,
  ruleList,
  wordOf,
} from '../finding.ts';
import {
  type Anomaly,
  anomalyOf,
  instantOf,
  type MessageDigests,
  type SeenMessages,
} from '../rma-duplicates.ts';
import {
  changesBetween,
  packageRank,
  type RmaChange,
  type RmaState,
  sameness,
  stateOf,
  type UnitPair,
  type UnitState,
  type UnitsCompared,
  unitOf,
  unitsBetween,
} from '../rma-units.ts';
import { CANCELED_STATUSES } from '../rma-words.ts';
import { inTransit, later, preTransit, sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';
import { listOf } from '../shape-findings.ts';

const refunded = withUnit(inTransit, { status: 'REFUNDED' });
const none = (value: unknown) => (value === null ? 'none' : quote(value));

const rules = ruleList({ good: [sampleRma(), later(inTransit)] });

const updatedUnmoved = rules.error('rma.updated_at.unmoved', {
  title: 'updated_at changes with each message of an RMA',
  explanation:
    'Two messages have the same updated_at and different content, so it cannot be decided which of them is right. The one that arrived later is used.',
  source: RMA_MESSAGE,
  say: () => 'An earlier message of this RMA has the same updated_at and other content.',
  good: [sampleRma(), later({ return_reason: 'too large' })],
  bad: [sampleRma(), withUnit({ return_reason: 'too large' })],
});

const refundedLeft = rules.error('rma.refunded.left', {
  title: 'A refunded RMA stays refunded',
  explanation:
    'With REFUNDED the RMA is closed in the service, so no other status may follow. Do not pay the refund a second time; ask the service which of the two is right.',
  source: 'RMA',
  say: (args) => `The RMA was REFUNDED and is now ${args.status}.`,
  good: [withUnit(inTransit), later(inTransit, { status: 'REFUNDED' })],
  bad: [refunded, later(inTransit, { status: 'CANCELED' })],
});

const refundedAgain = rules.warning('rma.refunded.again', {
  title: 'Nothing new comes after REFUNDED',
  explanation:
    'With REFUNDED the RMA is closed, so only repeats of that message are expected. Packages that are refunded at the carrier scan are still in transit, and a service may report that; do not refund them again.',
  source: 'RMA',
  say: () => 'The RMA was REFUNDED already; this is another message, not a repeat.',
  good: [withUnit(inTransit), later(inTransit, { status: 'REFUNDED' })],
  bad: [refunded, later(inTransit, { status: 'REFUNDED' })],
});

const statusBackward = rules.warning('rma.status.backward', {
  title: 'The status of an RMA does not go back',
  explanation:
    'PENDING_EXCHANGE comes before CREATED, CREATED before PARTIAL_REFUND, and nothing after CANCELED. The interface does not show these statuses, so their order is that of the field.',
  source: 'field notes',
  say: (args) => `The status went back from ${args.before} to ${args.status}.`,
  good: [sampleRma({ status: 'PENDING_EXCHANGE' }), later()],
  bad: [sampleRma({ status: 'CANCELED' }), later()],
});

const trackingBackward = rules.error('rma.package_status.backward', {
  title: 'A parcel goes from PRE_TRANSIT to TRANSIT, not back',
  explanation:
    'The label is made, then the carrier takes the package: a unit that was in TRANSIT with the same tracking number cannot be before that again. A message that is only late has an older updated_at and does not give this finding.',
  source: 'RMA',
  say: (args) => `package_tracking_status went back from ${args.before} to ${none(args.after)}.`,
  good: [withUnit(preTransit), later(inTransit)],
  bad: [withUnit(inTransit), later(preTransit)],
});

const trackingUnusual = rules.warning('rma.package_status.unusual', {
  title: 'A parcel does not go back to where it was',
  explanation:
    'Known in the field is PRE_TRANSIT, ACCEPTED, TRANSIT, then DELIVERED or RETURNED. The interface does not show these paths, and a parcel with a new tracking number starts again, so going back is not a breach; refund and restock only once.',
  source: 'field notes',
  say: (args) => `package_tracking_status went back from ${args.before} to ${none(args.after)}.`,
  good: [
    withUnit({ ...inTransit, package_tracking_status: 'ACCEPTED' }),
    later({ ...inTransit, package_tracking_status: 'DELIVERED' }),
  ],
  bad: [withUnit({ ...inTransit, package_tracking_status: 'DELIVERED' }), later(inTransit)],
});

const trackingReplaced = rules.note('rma.tracking.replaced', {
  title: 'A unit keeps its tracking number',
  explanation:
    'The unit has another tracking number than before, as when a new label is made. Follow the new one.',
  say: () => 'The tracking_number was replaced by another one.',
  good: [withUnit(preTransit), later(inTransit)],
  bad: [withUnit(preTransit), later({ ...inTransit, tracking_number: '1Z0003' })],
});

const receivingBackward = rules.warning('rma.receiving_status.backward', {
  title: 'A received unit stays received',
  explanation:
    'PENDING comes first, then RECEIVED or NOT_RECEIVED; a unit that was not received may be found later. The transitions are not shown in the interface, so another order does not break it.',
  say: (args) => `receiving_status went back from ${args.before} to ${none(args.after)}.`,
  good: [withUnit({ receiving_status: 'PENDING' }), later({ receiving_status: 'RECEIVED' })],
  bad: [withUnit({ receiving_status: 'RECEIVED' }), later({ receiving_status: 'PENDING' })],
});

const unitsAppeared = rules.warning('rma.units.appeared', {
  title: 'An RMA gets no new units',
  explanation:
    'Each message carries the current full item list. Units that were not in the message before are new goods to expect, or belong to another RMA.',
  say: (args) => `${args.units} of the RMA's units were not in the message before.`,
  bad: [sampleRma(), later({}, { items: [sampleUnit(), sampleUnit()] })],
});

const unitsGone = rules.warning('rma.units.gone', {
  title: 'The units of an RMA stay in it',
  explanation:
    'Each message carries the current full item list. Units that were in the message before are missing: they may have been taken out of the return. Do not refund them without asking.',
  say: (args) => `${args.units} of the RMA's units are missing that were in the message before.`,
  bad: [sampleRma({ items: [sampleUnit(), sampleUnit()] }), later()],
});

const refundTypeChanged = rules.note('rma.refund_type.changed', {
  title: 'A unit keeps its refund_type',
  explanation:
    'It can change between messages: an exchange that is never fulfilled turns into REFUND. Settle the unit by the newest message.',
  source: 'field notes',
  say: (args) => `refund_type changed from ${none(args.before)} to ${none(args.after)}.`,
  bad: [withUnit({ refund_type: 'EVEN_EXCHANGE' }), later()],
});

const createdChanged = rules.warning('rma.created_at.changed', {
  title: 'created_at of an RMA does not change',
  explanation: 'An RMA is created once. Two RMAs may have been mixed up under one identifier.',
  say: () => 'created_at is another one than in the message before.',
  bad: [sampleRma(), later({}, { created_at: '2026-03-10T10:00:00Z' })],
});

const methodChanged = rules.warning('rma.return_method.changed', {
  title: 'The return method of an RMA does not change',
  explanation:
    'When to refund depends on the return method, so a changed one may change whether a refund is due already. How a shopper could change it is not shown in the interface.',
  say: (args) => `return_method changed from ${none(args.before)} to ${none(args.after)}.`,
  bad: [sampleRma(), later({}, { return_method: 'customer-keep' })],
});

/** Rules whose samples are lists of messages. */
export const historyRules = rules.all;

// Follows one RMA across its messages in order of arrival: anomalies, changes, and whether the changes are allowed.

/** What is stored of one RMA; plain JSON. Its state is that of the newest message. */
export interface RmaMemory extends RmaState, SeenMessages {
  /** Number of messages received, duplicates included. */
  readonly count: number;
}

export interface Followed {
  readonly anomaly: Anomaly | null;
  /** Changes since the newest message before; empty for the first message, and for one that is outdated or a duplicate. */
  readonly changes: readonly RmaChange[];
  /** Findings about the life cycle only: validateRma checks the message itself. */
  readonly findings: readonly Finding[];
  readonly memory: RmaMemory;
}

/** How many distinct bodies of an RMA are stored. */
export const MAX_SEEN = 64;

/** The RMA of a message: the text of its `rma_identifier`, or undefined. */
export function rmaOf(message: unknown): string | undefined {
  const rma = isObject(message) ? message.rma_identifier : undefined;
  return typeof rma === 'string' && rma !== '' ? rma : undefined;
}

/** Adds one message of an RMA, in order of arrival. Pure: pass the returned memory to the next call. */
export function follow(memory: RmaMemory | undefined, message: unknown, digests: MessageDigests): Followed {
  const at = instantOf(message);
  const body = { raw: digests.raw, content: digests.content, at };
  if (!memory) return followed(null, [], [], { ...stateOf(message), count: 1, seen: [body], newest: at });
  const anomaly = anomalyOf(memory, body);
  const count = memory.count + 1;
  if (anomaly === 'duplicate') return followed(anomaly, [], [], { ...memory, count });
  const seen = [...memory.seen.slice(1 - MAX_SEEN), body];
  const findings = anomaly === 'conflict' ? [found(updatedUnmoved, 'updated_at')] : [];
  const isCurrent = anomaly === null || (anomaly === 'conflict' && at === memory.newest);
  if (!isCurrent) return followed(anomaly, [], findings, { ...memory, count, seen });
  const state = stateOf(message);
  const units = unitsBetween(memory, state);
  findings.push(...validateStep(memory, state, anomaly === 'conflict'));
  if (units) findings.push(...validateUnits(units, message));
  // A message without a time does not change it: later messages are still compared with the last known time.
  const newest = at ?? memory.newest;
  return followed(anomaly, changesBetween(memory, state, units), findings, { ...state, count, seen, newest });
}

const followed = (
  anomaly: Anomaly | null,
  changes: readonly RmaChange[],
  findings: readonly Finding[],
  memory: RmaMemory,
): Followed => ({ anomaly, changes, findings, memory });

/** `isRepeat`: the message has the same updated_at as the last one, which is reported by a separate finding. */
function validateStep(before: RmaState, after: RmaState, isRepeat: boolean): readonly Finding[] {
  const findings: Finding[] = [];
  const report = reportTo(findings);
  checkStatus(before.status, after.status, isRepeat, report);
  if (before.createdAt !== null && after.createdAt !== null && before.createdAt !== after.createdAt)
    report(createdChanged, 'created_at');
  if (before.returnMethod !== after.returnMethod && after.returnMethod !== null)
    report(methodChanged, 'return_method', words(before.returnMethod, after.returnMethod));
  return findings;
}

function validateUnits(units: UnitsCompared, message: unknown): readonly Finding[] {
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const at = makeFinder(message);
  for (const pair of units.changed) checkUnit(pair, at, report);
  const appeared = count(units.appeared);
  const gone = count(units.gone);
  if (appeared > 0) report(unitsAppeared, 'items', { units: appeared });
  if (gone > 0) report(unitsGone, 'items', { units: gone });
  return findings;
}

const STATUS_RANKS: ReadonlyMap<string, number> = new Map([
  ['PENDING_EXCHANGE', 0],
  ['CREATED', 1],
  ['PARTIAL_REFUND', 2],
  ['REFUNDED', 3],
]);

const ENDED: ReadonlySet<string> = new Set(CANCELED_STATUSES);

function checkStatus(before: string | null, after: string | null, isRepeat: boolean, report: Report): void {
  if (before === null || after === null) return;
  if (before === 'REFUNDED') {
    if (after !== 'REFUNDED') report(refundedLeft, 'status', { status: wordOf(after) });
    else if (!isRepeat) report(refundedAgain, 'status');
    return;
  }
  const was = STATUS_RANKS.get(before);
  const is = STATUS_RANKS.get(after);
  const isBack = ENDED.has(before) ? after !== before : was !== undefined && is !== undefined && is < was;
  if (isBack) report(statusBackward, 'status', { before: wordOf(before), status: wordOf(after) });
}

function checkUnit({ before, after }: UnitPair, placeOf: Places, report: Report): void {
  // Looked up only when there is a finding: most steps have none.
  const at = (field: string) => placeOf(after) + field;
  const isReplaced =
    before.tracking !== null && after.tracking !== null && before.tracking !== after.tracking;
  if (isReplaced) report(trackingReplaced, at('tracking_number'));
  const rule = before.status === after.status ? undefined : packageRule(before, after, isReplaced);
  if (rule) report(rule, at('package_tracking_status'), words(before.status, after.status));
  // A final receiving status must not change back, with one exception: a unit that was NOT_RECEIVED may become RECEIVED.
  if (before.receiving === 'RECEIVED' ? after.receiving !== 'RECEIVED' : isReceivingReopened(before, after))
    report(receivingBackward, at('receiving_status'), words(before.receiving, after.receiving));
  if (before.refundType !== after.refundType)
    report(refundTypeChanged, at('refund_type'), words(before.refundType, after.refundType));
}

const isReceivingReopened = (before: UnitState, after: UnitState): boolean =>
  before.receiving === 'NOT_RECEIVED' && after.receiving !== 'RECEIVED' && after.receiving !== 'NOT_RECEIVED';

// The interface shows these three statuses and their order; transitions between others are from the field notes.
const SHOWN: ReadonlySet<string | null> = new Set([null, 'PRE_TRANSIT', 'TRANSIT']);

/** What a package that goes back breaks. */
function packageRule(before: UnitState, after: UnitState, isReplaced: boolean): Rule | undefined {
  const was = packageRank(before.status);
  const is = packageRank(after.status);
  // A failed delivery is tried again.
  if (was === undefined || is === undefined || is >= was || (before.status === 'FAILURE' && is > 0))
    return undefined;
  const isBreach = !isReplaced && SHOWN.has(before.status) && SHOWN.has(after.status);
  return isBreach ? trackingBackward : trackingUnusual;
}

const shown = (word: string | null): string | null => (word === null ? null : wordOf(word));
const words = (before: string | null, after: string | null) => ({
  before: shown(before),
  after: shown(after),
});

const count = (units: readonly UnitState[]): number => units.reduce((sum, unit) => sum + unit.units, 0);

/** `items[3].`: the path of the first item in the message that equals the unit. */
type Places = (unit: UnitState) => string;

function makeFinder(message: unknown): Places {
  const items = listOf(isObject(message) ? message.items : undefined);
  return (unit) => {
    const own = sameness(unit);
    const index = items.findIndex((item) => isObject(item) && sameness(unitOf(item)) === own);
    return index < 0 ? 'items[].' : `items[${index}].`;
  };
}
