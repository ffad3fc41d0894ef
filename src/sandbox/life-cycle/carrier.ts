// The way of the parcel: one table of steps says from where each goes and whereto; nextSteps and the decision both read it.
// The interface shows mail-back from no label to PRE_TRANSIT to TRANSIT; the rest is from the field notes.
import { plural } from '../../basics/units.ts';
import { type AssumptionId, assumed } from './assumptions.ts';
import { changed, logged, outcome, refuse } from './parts.ts';
import { pickUnits } from './pick-units.ts';
import { settleOthers } from './settle.ts';
import type {
  Assumed,
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
  /** For a refusal: why another return method has no such step. */
  readonly only: string;
  readonly assumed: readonly AssumptionId[];
}

const BY_PARCEL: readonly ReturnMethod[] = ['mail-back', 'express-returns', 'home-pickup'];
const NO_PARCEL = 'with customer-keep the shopper keeps the goods, so there is no parcel';

export const CARRIER_STEPS: Readonly<Record<CarrierStep, Step>> = {
  label: {
    methods: ['mail-back'],
    from: [null],
    to: 'PRE_TRANSIT',
    done: 'got a label and a tracking number',
    only: 'only mail-back returns have a label',
    assumed: [],
  },
  accept: {
    methods: ['express-returns', 'home-pickup'],
    from: [null, 'NOT_DROPPED_OFF'],
    to: 'ACCEPTED',
    done: 'accepted at a drop-off location or picked up',
    only: 'only express-returns and home-pickup are accepted by hand',
    assumed: ['express_status'],
  },
  'not-dropped-off': {
    methods: ['express-returns'],
    from: [null],
    to: 'NOT_DROPPED_OFF',
    done: 'not dropped off with the others',
    only: 'only express-returns are dropped off',
    assumed: ['carrier_steps', 'partial_drop_off'],
  },
  scan: {
    methods: BY_PARCEL,
    from: ['PRE_TRANSIT', 'ACCEPTED', 'FAILURE'],
    to: 'TRANSIT',
    done: 'scanned by the carrier',
    only: NO_PARCEL,
    assumed: [],
  },
  deliver: {
    methods: BY_PARCEL,
    from: ['TRANSIT', 'FAILURE'],
    to: 'DELIVERED',
    done: 'delivered to the warehouse',
    only: NO_PARCEL,
    assumed: ['carrier_steps'],
  },
  return: {
    methods: BY_PARCEL,
    from: ['TRANSIT', 'FAILURE'],
    to: 'RETURNED',
    done: 'returned to the shopper by the carrier',
    only: NO_PARCEL,
    assumed: ['carrier_steps'],
  },
  lose: {
    methods: BY_PARCEL,
    from: ['ACCEPTED', 'TRANSIT'],
    to: 'FAILURE',
    done: 'lost by the carrier',
    only: NO_PARCEL,
    assumed: ['carrier_steps'],
  },
};

/** Whether the unit can take the step now. */
export function canTake(rma: Rma, unit: ReturnUnit, name: CarrierStep, assume: Assumed): boolean {
  const step = CARRIER_STEPS[name];
  if (!step.methods.includes(rma.method) || !step.from.includes(unit.packageStatus)) return false;
  if (unit.receiving === 'RECEIVED' || isSwitchedOff(name, assume)) return false;
  if (unit.packageStatus === 'FAILURE' && assumed(assume, 'lost_parcel') === 'final') return false;
  if (isWaitingForExchange(rma, assume)) return false;
  // Of a return of which nothing was dropped off, no unit is missing (field notes: an item of a partly accepted RMA).
  return name !== 'not-dropped-off' || rma.units.some(({ packageStatus }) => isAccepted(packageStatus));
}

const isSwitchedOff = (name: CarrierStep, assume: Assumed): boolean =>
  CARRIER_STEPS[name].assumed.includes('carrier_steps') && assumed(assume, 'carrier_steps') === 'interface';

const isAccepted = (status: PackageStatus | null): boolean => status !== null && status !== 'NOT_DROPPED_OFF';

/** Nothing is sent back before the exchange order is placed. */
export const isWaitingForExchange = ({ exchange }: Rma, assume: Assumed): boolean =>
  exchange === 'asked' && assumed(assume, 'exchange_label') === 'after_placed';

/** A step of the carrier for some units of the RMA, or for all that can take it. */
export function moveParcel(
  rma: Rma,
  name: CarrierStep,
  wanted: LineUnits | undefined,
  { now, assume }: Circumstances,
): Decision {
  const step = CARRIER_STEPS[name];
  if (!step.methods.includes(rma.method))
    return refuse('carrier.method', `${rma.identifier} is ${rma.method}: ${step.only}.`);
  if (isSwitchedOff(name, assume))
    return refuse('carrier.switched_off', `The step ${name} is switched off.`, ['carrier_steps']);
  if (isWaitingForExchange(rma, assume))
    return refuse('carrier.pending_exchange', `${rma.identifier} waits for its exchange order.`, [
      'exchange_label',
    ]);
  const picked = pickUnits(rma, `carrier ${name}`, (unit) => canTake(rma, unit, name, assume), wanted);
  if ('refused' in picked) return picked;
  const split = splitParcel(rma, name, picked.units, assume);
  if (split !== null)
    return refuse(
      'carrier.parcel',
      `The units with tracking number ${split} are one parcel, so they go together.`,
    );
  const { to, extra } = targetOf(rma, name, assume);
  const tracking = name === 'label' ? nextTracking(rma) : null;
  const units = rma.units.map((unit, i): ReturnUnit => {
    if (picked.units.has(i)) return { ...unit, packageStatus: to, tracking: tracking ?? unit.tracking };
    const isLeft = extra === 'not-dropped-off' && unit.packageStatus === null;
    return isLeft ? { ...unit, packageStatus: 'NOT_DROPPED_OFF' } : unit;
  });
  const { states, log } = settleOthers(changed(rma, { units }, now), assume, now);
  const text = `${plural(picked.units.size, 'unit')} ${step.done}: ${to}.`;
  const basis = [...step.assumed, ...(rma.units.some(isLost(picked.units)) ? ['lost_parcel' as const] : [])];
  return outcome(states, [logged(rma, text, basis), ...log]);
}

const isLost = (picked: ReadonlySet<number>) => (unit: ReturnUnit, i: number) =>
  picked.has(i) && unit.packageStatus === 'FAILURE';

function targetOf(rma: Rma, name: CarrierStep, assume: Assumed): { to: PackageStatus; extra: string } {
  if (name !== 'accept') return { to: CARRIER_STEPS[name].to, extra: '' };
  const to = assumed(assume, 'express_status') === 'TRANSIT' ? 'TRANSIT' : 'ACCEPTED';
  const isPartial =
    rma.method === 'express-returns' && assumed(assume, 'partial_drop_off') === 'not_dropped_off';
  return { to, extra: isPartial ? 'not-dropped-off' : '' };
}

/** The tracking number of a parcel of which only a part would go; null when none would be split. */
function splitParcel(
  rma: Rma,
  name: CarrierStep,
  picked: ReadonlySet<number>,
  assume: Assumed,
): string | null {
  const going = new Set([...picked].map((i) => rma.units[i]!.tracking));
  const staying = rma.units.find(
    (unit, i) =>
      !picked.has(i) &&
      unit.tracking !== null &&
      going.has(unit.tracking) &&
      canTake(rma, unit, name, assume),
  );
  return staying?.tracking ?? null;
}

/** One number a parcel, derived from the RMA, so that a run repeats it. */
const nextTracking = ({ identifier, units }: Rma): string => {
  const parcels = new Set(units.map(({ tracking }) => tracking).filter((tracking) => tracking !== null));
  return `TRK-${identifier}-${parcels.size + 1}`;
};
