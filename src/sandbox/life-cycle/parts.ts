// What the decisions of all subjects are made of: a changed RMA with its new time, the outcome with its messages.
import type { AssumptionId } from './assumption-table.ts';
import { msOf } from './assumptions.ts';
import type { Assumed, Decision, Effect, LogLine, Rma } from './types.ts';

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

export const logged = (rma: Rma | null, text: string, assumed: readonly AssumptionId[] = []): LogLine => ({
  text,
  rma: rma?.identifier ?? null,
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
