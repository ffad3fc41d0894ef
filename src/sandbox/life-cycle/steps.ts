// What carrier and warehouse do with a return, and how a shopper cancels it. The way of the parcel: one table of steps says from where each goes and whereto; nextSteps and the decision both read it.
// The interface shows mail-back from no label to PRE_TRANSIT to TRANSIT; the rest is from the field notes.
import { plural } from '../../basics/units.ts';
import type { AssumptionId } from './assumption-table.ts';
import { changed, logged, outcome, pickUnits, refusal, refuse } from './parts.ts';
import { settleOthers } from './settle.ts';
import type {
  Assumed,
  CarrierStep,
  Circumstances,
  Decision,
  LineUnits,
  PackageStatus,
  Refusal,
  ReturnMethod,
  ReturnUnit,
  Rma,
  WarehouseStep,
} from './types.ts';

interface Step {
  readonly methods: readonly ReturnMethod[];
  readonly from: readonly (PackageStatus | null)[];
  readonly to: PackageStatus;
  /** What happened to the units, for the log. */
  readonly done: string;
}

const BY_PARCEL: readonly ReturnMethod[] = ['mail-back', 'express-returns', 'home-pickup'];

export const CARRIER_STEPS: Readonly<Record<CarrierStep, Step>> = {
  label: {
    methods: ['mail-back'],
    from: [null],
    to: 'PRE_TRANSIT',
    done: 'got a label and a tracking number',
  },
  accept: {
    methods: ['express-returns', 'home-pickup'],
    from: [null, 'NOT_DROPPED_OFF'],
    to: 'ACCEPTED',
    done: 'accepted at a drop-off location or picked up',
  },
  'not-dropped-off': {
    methods: ['express-returns'],
    from: [null],
    to: 'NOT_DROPPED_OFF',
    done: 'not dropped off with the others',
  },
  scan: {
    methods: BY_PARCEL,
    from: ['PRE_TRANSIT', 'ACCEPTED', 'FAILURE'],
    to: 'TRANSIT',
    done: 'scanned by the carrier',
  },
  deliver: {
    methods: BY_PARCEL,
    from: ['TRANSIT', 'FAILURE'],
    to: 'DELIVERED',
    done: 'delivered to the warehouse',
  },
  return: {
    methods: BY_PARCEL,
    from: ['TRANSIT', 'FAILURE'],
    to: 'RETURNED',
    done: 'returned to the shopper by the carrier',
  },
  lose: {
    methods: BY_PARCEL,
    from: ['ACCEPTED', 'TRANSIT'],
    to: 'FAILURE',
    done: 'lost by the carrier',
  },
};

/** Whether the unit can take the step now. */
export function canTake(rma: Rma, unit: ReturnUnit, name: CarrierStep): boolean {
  const step = CARRIER_STEPS[name];
  if (!step.methods.includes(rma.method) || !step.from.includes(unit.packageStatus)) return false;
  if (unit.receiving === 'RECEIVED' || isWaitingForExchange(rma)) return false;
  // Of a return of which nothing was dropped off, no unit is missing (field notes: an item of a partly accepted RMA).
  return (
    name !== 'not-dropped-off' ||
    rma.units.some(({ packageStatus: at }) => ![null, 'NOT_DROPPED_OFF'].includes(at))
  );
}

/** Nothing is sent back before the exchange order is placed. */
const isWaitingForExchange = ({ exchange }: Rma): boolean => exchange === 'asked';

/** A step of the carrier, which a unit can take, for some units of the RMA, or for all that can take it. */
export function moveParcel(
  rma: Rma,
  name: CarrierStep,
  wanted: LineUnits | undefined,
  { now, assume }: Circumstances,
): Decision {
  const step = CARRIER_STEPS[name];
  const picked = pickUnits(rma, `carrier ${name}`, (unit) => canTake(rma, unit, name), wanted);
  if ('refused' in picked) return picked;
  const split = splitParcel(rma, name, picked.units);
  if (split !== null)
    return refuse(
      'carrier.parcel',
      `The units with tracking number ${split} are one parcel, so they go together.`,
    );
  const to = name === 'accept' && assume.express_status === 'TRANSIT' ? 'TRANSIT' : step.to;
  const tracking = name === 'label' ? nextTracking(rma) : null;
  const units = rma.units.map(
    (unit, i): ReturnUnit =>
      picked.units.has(i) ? { ...unit, packageStatus: to, tracking: tracking ?? unit.tracking } : unit,
  );
  const { states, log } = settleOthers(changed(rma, { units }, now), assume, now);
  const text = `${plural(picked.units.size, 'unit')} ${step.done}: ${to}.`;
  return outcome(states, [logged(rma, text, name === 'accept' ? ['express_status'] : []), ...log]);
}

/** The tracking number of a parcel of which only a part would go; null when none would be split. */
function splitParcel(rma: Rma, name: CarrierStep, picked: ReadonlySet<number>): string | null {
  const going = new Set([...picked].map((i) => rma.units[i]!.tracking));
  const staying = rma.units.find(
    (unit, i) =>
      !picked.has(i) && unit.tracking !== null && going.has(unit.tracking) && canTake(rma, unit, name),
  );
  return staying?.tracking ?? null;
}

/** One number a parcel, derived from the RMA, so that a run repeats it. */
const nextTracking = ({ identifier, units }: Rma): string => {
  const parcels = new Set(units.map(({ tracking }) => tracking).filter((tracking) => tracking !== null));
  return `TRK-${identifier}-${parcels.size + 1}`;
};

// What the warehouse does with what comes back (interface: receiving_status; its transitions are not shown).

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

// The shopper cancels a return (interface: the cancel-return scenario is not shown). Its units can be returned again.

/** Where the goods are with the shopper. */
const WITH_SHOPPER: readonly (PackageStatus | null)[] = [null, 'PRE_TRANSIT', 'NOT_DROPPED_OFF', 'RETURNED'];
const WITHOUT_LABEL: readonly (PackageStatus | null)[] = [null, 'NOT_DROPPED_OFF'];

/** Why the RMA cannot be cancelled; null when it can. */
export function cancelRefusal({ identifier, units, exchange }: Rma, assume: Assumed): Refusal | null {
  const late = (code: string, ...assumed: readonly AssumptionId[]) =>
    refusal(`cancel.${code}`, `${identifier} cannot be cancelled any more.`, assumed);
  if (units.some(({ settled }) => settled)) return late('settled');
  const isSent = exchange !== 'none' && exchange !== 'failed';
  if (isSent && assume.cancel_exchange === 'refused') return late('exchange', 'cancel_exchange');
  if (exchange === 'asked')
    return refusal('cancel.exchange', `${identifier} waits for the answer to its exchange order.`);
  const until = assume.cancel_until;
  const where = until === 'label' ? WITHOUT_LABEL : WITH_SHOPPER;
  const isLate =
    until === 'never' ||
    units.some(({ receiving }) => receiving === 'RECEIVED') ||
    (until !== 'received' && units.some(({ packageStatus }) => !where.includes(packageStatus)));
  return isLate ? late('parcel', 'cancel_until') : null;
}

export function cancelReturn(rma: Rma, { now, assume }: Circumstances): Decision {
  const refused = cancelRefusal(rma, assume);
  if (refused) return { refused };
  const text = 'The shopper cancelled the return: CANCELED; its units can be returned again.';
  return outcome([changed(rma, { status: 'CANCELED' }, now)], [logged(rma, text, ['cancel_until'])]);
}
