// Checks one step of an RMA's life cycle: the state before, the state after, and the units that changed.
import { isObject } from '../basics/json.ts';
import type { Finding } from './finding.ts';
import { found, wordOf } from './report.ts';
import type { RmaState } from './rma-changes.ts';
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
} from './rma-rules/history.ts';
import {
  packageRank,
  sameness,
  type UnitPair,
  type UnitState,
  type UnitsCompared,
  unitOf,
} from './rma-units.ts';

/** `isRepeat`: the message has the same updated_at as the last one, which is reported by a separate finding. */
export function validateStep(
  before: RmaState,
  after: RmaState,
  units: UnitsCompared | null,
  message: unknown,
  isRepeat: boolean,
): Finding[] {
  const findings: Finding[] = [];
  checkStatus(before.status, after.status, isRepeat, findings);
  if (before.createdAt !== null && after.createdAt !== null && before.createdAt !== after.createdAt)
    findings.push(found(createdChanged, 'created_at'));
  if (before.returnMethod !== after.returnMethod && after.returnMethod !== null)
    findings.push(found(methodChanged, 'return_method', words(before.returnMethod, after.returnMethod)));
  if (!units) return findings;
  const at = makeFinder(message);
  for (const pair of units.changed) checkUnit(pair, at, findings);
  const appeared = count(units.appeared);
  const gone = count(units.gone);
  if (appeared > 0) findings.push(found(unitsAppeared, 'items', { units: appeared }));
  if (gone > 0) findings.push(found(unitsGone, 'items', { units: gone }));
  return findings;
}

const STATUS_RANKS: ReadonlyMap<string, number> = new Map([
  ['PENDING_EXCHANGE', 0],
  ['CREATED', 1],
  ['PARTIAL_REFUND', 2],
  ['REFUNDED', 3],
]);

function checkStatus(
  before: string | null,
  after: string | null,
  isRepeat: boolean,
  findings: Finding[],
): void {
  if (before === null || after === null) return;
  if (before === 'REFUNDED') {
    if (after !== 'REFUNDED') findings.push(found(refundedLeft, 'status', { status: wordOf(after) }));
    else if (!isRepeat) findings.push(found(refundedAgain, 'status'));
    return;
  }
  const was = STATUS_RANKS.get(before);
  const is = STATUS_RANKS.get(after);
  const isBack = before === 'CANCELED' ? after !== before : was !== undefined && is !== undefined && is < was;
  if (isBack)
    findings.push(found(statusBackward, 'status', { before: wordOf(before), status: wordOf(after) }));
}

function checkUnit({ before, after }: UnitPair, placeOf: Places, findings: Finding[]): void {
  // Looked up only when there is a finding: most steps have none.
  const at = (field: string) => placeOf(after) + field;
  const isReplaced =
    before.tracking !== null && after.tracking !== null && before.tracking !== after.tracking;
  if (isReplaced) findings.push(found(trackingReplaced, at('tracking_number')));
  if (before.status !== after.status) checkPackage(before, after, isReplaced, at, findings);
  // A final receiving status must not change back, with one exception: a unit that was NOT_RECEIVED may become RECEIVED.
  if (before.receiving === 'RECEIVED' ? after.receiving !== 'RECEIVED' : isReceivingReopened(before, after))
    findings.push(found(receivingBackward, at('receiving_status'), words(before.receiving, after.receiving)));
  if (before.refundType !== after.refundType)
    findings.push(found(refundTypeChanged, at('refund_type'), words(before.refundType, after.refundType)));
}

const isReceivingReopened = (before: UnitState, after: UnitState): boolean =>
  before.receiving === 'NOT_RECEIVED' && after.receiving !== 'RECEIVED' && after.receiving !== 'NOT_RECEIVED';

// The interface shows these three statuses and their order; transitions between others are from the field notes.
const SHOWN: ReadonlySet<string | null> = new Set([null, 'PRE_TRANSIT', 'TRANSIT']);

function checkPackage(
  before: UnitState,
  after: UnitState,
  isReplaced: boolean,
  at: (field: string) => string,
  findings: Finding[],
): void {
  const was = packageRank(before.status);
  const is = packageRank(after.status);
  // A failed delivery is tried again.
  if (was === undefined || is === undefined || is >= was || (before.status === 'FAILURE' && is > 0)) return;
  const isBreach = !isReplaced && SHOWN.has(before.status) && SHOWN.has(after.status);
  const rule = isBreach ? trackingBackward : trackingUnusual;
  findings.push(found(rule, at('package_tracking_status'), words(before.status, after.status)));
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
  const items: unknown = isObject(message) ? message['items'] : undefined;
  let places: Map<string, string> | undefined;
  return (unit) => {
    if (!places) {
      places = new Map();
      if (Array.isArray(items))
        for (let i = items.length - 1; i >= 0; i--)
          if (isObject(items[i])) places.set(sameness(unitOf(items[i])), `items[${i}].`);
    }
    return places.get(sameness(unit)) ?? 'items[].';
  };
}
