// What stops an upload before anything is sent: too many orders refused by our own check, or an export that
// looks as if its mapping changed. A check and a dry run use the same function to report what the upload
// would do.
import type { Stop } from '../runs/stop.ts';
import { type MaxRejects, rejectBudget } from '../sending/run-end.ts';
import type { ChangedOrder } from './changed-order.ts';
import type { Plan } from './plan.ts';

export interface OrderStop extends Stop {
  /** One order as an example. */
  readonly changed?: ChangedOrder | undefined;
}

export interface StopOptions {
  readonly maxRejects?: MaxRejects | undefined;
  readonly force?: boolean | undefined;
}

/** The stop of a run with this plan, if any. */
export function orderStopOf(plan: Plan, { maxRejects, force }: StopOptions): OrderStop | undefined {
  return tooManyRefused(plan, maxRejects) ?? (force ? undefined : mappingSuspicion(plan));
}

export const TOO_MANY_REFUSED = 'upload.max_rejects';

/** The number of orders that our own check refuses, and the number of refusals that the run allows. */
export function orderRejectBudget(
  plan: Plan,
  maxRejects: MaxRejects | undefined,
): { own: number; budget: number } {
  const own = plan.refused - plan.refusedBefore;
  return { own, budget: rejectBudget(maxRejects, plan.toSend, own) };
}

function tooManyRefused(plan: Plan, maxRejects: MaxRejects | undefined): OrderStop | undefined {
  const { own, budget } = orderRejectBudget(plan, maxRejects);
  if (own <= budget) return undefined;
  return {
    code: TOO_MANY_REFUSED,
    message: `Our own check refuses ${own} orders, more than --max-rejects ${budget}`,
    hint: 'Look at the codes above (returns explain CODE), correct the input, or raise --max-rejects.',
  };
}

/** Below this number of orders there is no suspicion: a user is probably correcting single orders. */
const FEW = 5;

/**
 * An export that is older than what was accepted, or whose content changed while `updated_at` did not, is
 * more often caused by another mapping or time zone than by the shop (promise 4).
 */
export function mappingSuspicion(plan: Plan): OrderStop | undefined {
  const known = plan.changed + plan.alreadyAccepted + plan.olderThanLedger + plan.refundedHere;
  const ask = (what: string, changed: ChangedOrder | undefined): OrderStop => ({
    code: 'upload.mapping_changed',
    message: `${what}: did the mapping or the time zone change?`,
    hint: 'Look at what changed in one of them and compare (returns orders show ID --history). If the input is right, run it with --force (and --keep-refunds where it lacks refunds that were posted from here); if an earlier run was wrong, take it back first: returns orders forget --run RUN',
    changed,
  });
  const current = plan.toSend + plan.alreadyAccepted + plan.olderThanLedger + plan.refundedHere;
  if (plan.olderThanLedger >= FEW && plan.olderThanLedger > current * 0.1)
    return ask(
      `${plan.olderThanLedger} of ${current} orders are older than what was accepted`,
      plan.examples.older,
    );
  if (plan.changedUnmoved >= FEW && plan.changedUnmoved > known * 0.5)
    return ask(
      `${plan.changedUnmoved} of ${known} known orders changed while their updated_at did not move`,
      plan.examples.unmoved,
    );
  return undefined;
}
