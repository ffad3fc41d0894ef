// What the warehouse does with what comes back (interface: receiving_status; its transitions are not shown).
import { plural } from '../../basics/units.ts';
import { isWaitingForExchange } from './carrier.ts';
import { changed, logged, outcome, pickUnits, refuse } from './parts.ts';
import { settleOthers } from './settle.ts';
import type {
  Assumed,
  Circumstances,
  Decision,
  LineUnits,
  PackageStatus,
  ReturnUnit,
  Rma,
  WarehouseStep,
} from './types.ts';

export const WAREHOUSE_STEPS: readonly WarehouseStep[] = ['receive', 'not-received', 'close'];

/** Where a unit can be when the warehouse has it, or finds that it is not in the parcel. */
const RECEIVE_FROM: readonly (PackageStatus | null)[] = ['ACCEPTED', 'TRANSIT', 'FAILURE', 'DELIVERED'];
const MISSING: readonly (PackageStatus | null)[] = ['RETURNED', 'NOT_DROPPED_OFF'];

/** Whether the step is possible for the unit; for close, which is about the whole RMA, the same for each. */
export function canReceive(rma: Rma, unit: ReturnUnit, step: WarehouseStep, assume: Assumed): boolean {
  if (rma.method === 'customer-keep' || isWaitingForExchange(rma)) return false;
  const isWithCarrier = RECEIVE_FROM.includes(unit.packageStatus);
  if (step === 'receive') return unit.receiving !== 'RECEIVED' && isWithCarrier;
  const isOpen = unit.receiving === null || unit.receiving === 'PENDING';
  if (step === 'not-received') return isOpen && (isWithCarrier || MISSING.includes(unit.packageStatus));
  return canClose(rma, assume);
}

/** Receiving was begun, and closing it would change something. */
function canClose({ status, exchange, units }: Rma, assume: Assumed): boolean {
  const has = (...words: readonly string[]) => units.some(({ receiving }) => words.includes(receiving ?? ''));
  if (exchange === 'asked' || !has('RECEIVED', 'NOT_RECEIVED')) return false;
  return has('PENDING') || (status === 'CREATED' && assume.partial_refund !== 'never');
}

/** A step of the warehouse, which a unit can take, for some units of the RMA, or for all that can take it. */
export function receiveUnits(
  rma: Rma,
  step: WarehouseStep,
  wanted: LineUnits | undefined,
  { now, assume }: Circumstances,
): Decision {
  if (step === 'close' && wanted !== undefined)
    return refuse('warehouse.units', 'Receiving is closed for the whole RMA, without units.');
  const picked = pickUnits(rma, `warehouse ${step}`, (unit) => canReceive(rma, unit, step, assume), wanted);
  if ('refused' in picked) return picked;
  if (step === 'close') return close(rma, assume, now);
  const receiving = step === 'receive' ? 'RECEIVED' : 'NOT_RECEIVED';
  // The first step of the warehouse begins receiving for every unit.
  const units = rma.units.map(
    (unit, i): ReturnUnit => ({
      ...unit,
      receiving: picked.units.has(i) ? receiving : (unit.receiving ?? 'PENDING'),
    }),
  );
  const text = `${plural(picked.units.size, 'unit')} ${step === 'receive' ? 'received by the warehouse' : 'not received by the warehouse'}: ${receiving}.`;
  // A gift card that waits for the goods is settled with them.
  const { states, log } = settleOthers(changed(rma, { units }, now), assume, now);
  return outcome(states, [logged(rma, text, ['warehouse']), ...log]);
}

/** What was not received until now is not received; what is not settled now is missing (field notes). */
function close(rma: Rma, assume: Assumed, now: number): Decision {
  const units = rma.units.map(
    (unit): ReturnUnit => (unit.receiving === 'PENDING' ? { ...unit, receiving: 'NOT_RECEIVED' } : unit),
  );
  const isPartial = rma.status === 'CREATED' && assume.partial_refund !== 'never';
  const status = isPartial ? 'PARTIAL_REFUND' : rma.status;
  const missing = plural(units.filter(({ settled }) => !settled).length, 'unit');
  const text = isPartial
    ? `Receiving is closed and ${missing} not settled: the RMA is PARTIAL_REFUND.`
    : 'Receiving is closed.';
  return outcome(
    [changed(rma, { units, status }, now)],
    [logged(rma, text, ['warehouse', 'partial_refund'])],
  );
}
