// The way of the parcel: one table of steps says from where each goes and whereto; nextSteps and the decision both read it.
// The interface shows mail-back from no label to PRE_TRANSIT to TRANSIT; the rest is from the field notes.
import { plural } from '../../basics/units.ts';
import { changed, logged, outcome, pickUnits, refuse } from './parts.ts';
import { settleOthers } from './settle.ts';
import type {
  CarrierStep,
  Circumstances,
  Decision,
  LineUnits,
  PackageStatus,
  ReturnMethod,
  ReturnUnit,
  Rma,
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
  return name !== 'not-dropped-off' || rma.units.some(({ packageStatus }) => isAccepted(packageStatus));
}

const isAccepted = (status: PackageStatus | null): boolean => status !== null && status !== 'NOT_DROPPED_OFF';

/** Nothing is sent back before the exchange order is placed. */
export const isWaitingForExchange = ({ exchange }: Rma): boolean => exchange === 'asked';

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
