// What the decisions of all subjects are made of: a changed RMA with its new time, the outcome with its messages,
// the units that a step is about.
import { plural } from '../../basics/units.ts';
import type { AssumptionId } from './assumption-table.ts';
import { msOf } from './assumptions.ts';
import { named, refuse } from './refusals.ts';
import type { Assumed, Decision, Effect, LineUnits, LogLine, Refusal, ReturnUnit, Rma } from './types.ts';

/** Closed in the service: nothing more happens to it (interface, States: RMA; CANCELED is from the field notes). */
export const isClosed = ({ status }: Rma): boolean => status === 'REFUNDED' || status === 'CANCELED';

/** The changed RMA; its updated_at grows also when the clock stands still or went back. */
export const changed = (rma: Rma, changes: Partial<Rma>, now: number): Rma => ({
  ...rma,
  ...changes,
  updatedAt: Math.max(now, rma.updatedAt + 1),
});

/** The states of one RMA that its receiver hears of, one after the other, and what else follows. */
export function outcome(
  states: readonly Rma[],
  log: readonly LogLine[],
  effects: readonly Effect[] = [],
): Decision {
  const last = states.at(-1);
  return {
    rmas: last ? [last] : [],
    effects: [...states.map((rma): Effect => ({ kind: 'message', rma })), ...effects],
    log,
  };
}

export const logged = (rma: Rma, text: string, assumed: readonly AssumptionId[] = []): LogLine => ({
  text,
  rma: rma.identifier,
  assumed,
});

/**
 * The label of a mail-back return comes by itself (interface: within a few seconds of creation); nothing when the RMA is closed,
 * its label is there, it has none, or labels come by hand only.
 */
export function labelLater(rma: Rma, assume: Assumed): Effect[] {
  const ms = msOf(assume.label_delay);
  const isMissing =
    rma.method === 'mail-back' && rma.units.some(({ packageStatus }) => packageStatus === null);
  if (ms === undefined || !isMissing || isClosed(rma)) return [];
  return [{ kind: 'later', ms, command: { kind: 'carrier', rma: rma.identifier, step: 'label' } }];
}

/**
 * Which units of an RMA a step is about: the first of each named line that can take it; all that can when none are named.
 * Places in the units of the RMA, at least one. `what` is the step in words, for the refusal.
 */
export function pickUnits(
  rma: Rma,
  what: string,
  can: (unit: ReturnUnit) => boolean,
  wanted: LineUnits | undefined,
): { readonly units: ReadonlySet<number> } | { readonly refused: Refusal } {
  const able = rma.units.flatMap((unit, i) => (can(unit) ? [i] : []));
  if (wanted === undefined) return { units: new Set(able) };
  const units = new Set<number>();
  for (const [line, count] of Object.entries(wanted)) {
    if (!Number.isSafeInteger(count) || count < 1)
      return refuse('units.number', `The units of line ${named(line)} must be a number from 1.`);
    const ofLine = able.filter((i) => rma.units[i]!.line === line);
    if (ofLine.length < count)
      return refuse(
        `${what.split(' ')[0]}.order`,
        `${plural(ofLine.length, 'unit')} of line ${named(line)} in ${rma.identifier} can take ${what}, ${count} wanted.`,
      );
    for (const i of ofLine.slice(0, count)) units.add(i);
  }
  if (units.size === 0) return refuse('units.number', 'No units are named.');
  return { units };
}
