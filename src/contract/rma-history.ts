// Follows one RMA across its messages in order of arrival: anomalies, changes, and whether the changes are allowed.
import { isObject } from '../basics/json.ts';
import { listOf } from './checks.ts';
import type { Finding, Rule } from './finding.ts';
import { found, type Report, reportTo, wordOf } from './report.ts';
import { changesBetween, type RmaState, stateOf, unitsBetween } from './rma-changes.ts';
import {
  type Anomaly,
  anomalyOf,
  instantOf,
  type MessageDigests,
  type SeenMessages,
} from './rma-duplicates.ts';
import {
  createdChanged,
  methodChanged,
  receivingBackward,
  refundedAgain,
  refundedLeft,
  refundTypeChanged,
  statusBackward,
  trackingBackward,
  trackingReplaced,
  trackingUnusual,
  unitsAppeared,
  unitsGone,
  updatedUnmoved,
} from './rma-rules/history.ts';
import {
  packageRank,
  type RmaChange,
  sameness,
  type UnitPair,
  type UnitState,
  type UnitsCompared,
  unitOf,
} from './rma-units.ts';
import { CANCELED_STATUSES } from './rma-words.ts';

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
