// Which units of an RMA a step is about: the first of each named line that can take it; all that can when none are named.
import { plural } from '../../basics/units.ts';
import { named, refuse } from './refusals.ts';
import type { LineUnits, Refusal, ReturnUnit, Rma } from './types.ts';

/** Places in the units of the RMA, at least one. `what` is the step in words, for the refusal. */
export function pickUnits(
  rma: Rma,
  what: string,
  can: (unit: ReturnUnit) => boolean,
  wanted: LineUnits | undefined | null,
): { readonly units: ReadonlySet<number> } | { readonly refused: Refusal } {
  const able = rma.units.flatMap((unit, i) => (can(unit) ? [i] : []));
  const code = `${what.split(' ')[0]}.order`;
  if (able.length === 0)
    return refuse(code, `No unit of ${rma.identifier} can take ${what}: ${stateOf(rma)}.`);
  if (wanted === undefined || wanted === null) return { units: new Set(able) };
  const units = new Set<number>();
  for (const [line, count] of Object.entries(wanted)) {
    if (!Number.isSafeInteger(count) || count < 1)
      return refuse('units.number', `The units of line ${named(line)} must be a number from 1.`);
    const ofLine = able.filter((i) => rma.units[i]!.line === line);
    if (ofLine.length < count)
      return refuse(
        code,
        `${plural(ofLine.length, 'unit')} of line ${named(line)} in ${rma.identifier} can take ${what}, ${count} wanted.`,
      );
    for (const i of ofLine.slice(0, count)) units.add(i);
  }
  if (units.size === 0) return refuse('units.number', 'No units are named.');
  return { units };
}

/** `2 units PRE_TRANSIT, 1 unit DELIVERED (RECEIVED)`. */
function stateOf({ units, method, status }: Rma): string {
  const counts = new Map<string, number>();
  for (const { packageStatus, receiving } of units) {
    const where = method === 'customer-keep' ? 'kept by the shopper' : (packageStatus ?? 'not sent yet');
    const state = receiving === null ? where : `${where} (${receiving})`;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const list = [...counts].map(([state, count]) => `${plural(count, 'unit')} ${state}`).join(', ');
  return `it is ${status}, ${list}`;
}
