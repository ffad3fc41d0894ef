// What stops an upload before anything is sent: too much refused by our own check, or an export from another mapping.
import { type Failure, stoppedFailure } from '../base/failure.ts';
import type { Plan } from './plan.ts';

export function tooManyRefused(refused: number, budget: number): Failure {
  return stoppedFailure(
    'upload.max_rejects',
    `Our own check refuses ${refused} orders, more than --max-rejects ${budget}; nothing was sent`,
    {
      hint: 'Look at the codes above (returns explain CODE), correct the input, or raise --max-rejects.',
    },
  );
}

/** Below so many orders concerned, a person is mending single orders: nothing to be suspicious of. */
const FEW = 5;

/**
 * An export that is older than what was accepted, or whose content moved while its times did not, comes from another
 * mapping or zone more often than from the shop (promise 4).
 */
export function mappingSuspicion(plan: Plan): Failure | undefined {
  const known = plan.changed + plan.alreadyAccepted + plan.olderThanLedger + plan.refundedHere;
  const ask = (what: string) =>
    stoppedFailure(
      'upload.mapping_changed',
      `${what}: did the mapping or the time zone change? Nothing was sent`,
      {
        hint: 'Look at one of them (returns orders show ID --history) and compare. If the input is right, run it with --force (and --keep-refunds where it lacks refunds that were posted from here); if an earlier run was wrong, take it back first: returns orders forget --run RUN',
      },
    );
  const current = plan.toSend + plan.alreadyAccepted + plan.olderThanLedger + plan.refundedHere;
  if (plan.olderThanLedger >= FEW && plan.olderThanLedger > current * 0.1)
    return ask(`${plan.olderThanLedger} of ${current} orders are older than what was accepted`);
  if (plan.changedUnmoved >= FEW && plan.changedUnmoved > known * 0.5)
    return ask(`${plan.changedUnmoved} of ${known} known orders changed while their updated_at did not move`);
  return undefined;
}
