// What ends an upload before anything is sent: an input that is not what the user expects, too many orders refused by our own check, or an export that
// looks as if its mapping changed. A check and a dry run use the same function to report what the upload
// would do.

import { inputFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { formatDuration } from '../../basics/units.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { identifierOf } from '../../contract/report.ts';
import type { Stop } from '../../runs/send-job.ts';
import { rejectBudget } from '../../sending/run-end.ts';
import type { MaxRejects } from '../../sending/types.ts';
import type { ChangedOrder } from '../compare/changed-order.ts';
import type { Expectations, Plan } from './plan.ts';

export interface OrderStop extends Stop {
  /** One order as an example. */
  readonly changed?: ChangedOrder | undefined;
}

/** The stop of a run with this plan, if any. */
export function orderStopOf(
  plan: Plan,
  maxRejects: MaxRejects | undefined,
  force: boolean,
): OrderStop | undefined {
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
    hint: 'Look at the codes of the refusals (returns explain CODE), correct the input, or raise --max-rejects.',
  };
}

/** Below this number of orders there is no suspicion: a user is probably correcting single orders. */
const FEW = 5;

/**
 * An export that is older than what was accepted, or whose content changed while `updated_at` did not, is
 * more often caused by another mapping or time zone than by the shop (promise 4). Orders that a run of ours overtook while
 * this input was under way say nothing about its mapping.
 */
export function mappingSuspicion(plan: Plan): OrderStop | undefined {
  const newerHere = plan.olderThanLedger + plan.overtaken + plan.refundedHere;
  const known = plan.changed + plan.alreadyAccepted + newerHere;
  const ask = (what: string, changed: ChangedOrder | undefined): OrderStop => ({
    code: 'upload.mapping_changed',
    message: `${what}: did the mapping or the time zone change?`,
    hint: 'Look at what changed in one of them and compare (returns orders show ID --history). If the input is right, run it with --force (and --keep-refunds where it lacks refunds that were posted from here); if an earlier run was wrong, take it back first: returns orders forget --run RUN',
    changed,
  });
  const current = plan.toSend + plan.alreadyAccepted + newerHere;
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

/** @throws Failure exit 6 when the input is not as expected */
export function checkExpectations(
  orders: number,
  plan: Pick<Plan, 'joins' | 'newestUpdated'>,
  expected: Expectations,
  now: number,
): void {
  checkNumber(orders, expected);
  checkAge(plan.newestUpdated / 1000, expected.maxAgeMs, now);
  checkMatches(plan.joins);
}

/** Stops on evidence against a mapping, before anything is sent. @throws Failure exit 6 */
export function checkAudit({ audit, mapping }: Pick<Plan, 'audit' | 'mapping'>): void {
  const against = audit.findings.filter(({ finding }) => finding.severity === 'error');
  const [first] = against;
  if (!first) return;
  const { finding, orders } = first;
  const { id, file, line } = orders[0]!;
  const others = against.slice(1).map((one) => one.finding.code);
  const more = others.length > 0 ? ` (and ${others.join(', ')})` : '';
  const map =
    mapping && file !== '-' ? `correct the mapping (returns orders map ${shellWord(file)}), or ` : '';
  throw inputFailure(finding.code, `${describeOrderFinding(finding)}${more}`, {
    place: { file, line, path: finding.path },
    found: `such as order ${identifierOf(id)}`,
    hint: `Look at one order (--trace ID): ${map}if it is right, confirm it with --level ${finding.code}=off; returns explain ${finding.code}. Nothing was sent.`,
  });
}

/** Fails when a joined file lacks more of the orders than the mapping allows. */
function checkMatches(joins: Plan['joins']): void {
  const poor = joins.find(
    ({ matched, unmatched, minMatch = 0 }) => matched < (matched + unmatched) * minMatch,
  );
  if (!poor) return;
  const all = poor.matched + poor.unmatched;
  throw inputFailure('join.min_match', `${poor.name} has only ${poor.matched} of ${all} orders`, {
    expected: `at least ${+(poor.minMatch! * 100).toFixed(4)} % of the orders ("min_match" of the mapping)`,
    found: `${((poor.matched / all) * 100).toFixed(1)} %`,
    hint: 'Check that both files are of the same time, and that "on" in the mapping names the column of the order; nothing was sent.',
  });
}

function checkNumber(found: number, { expectOrders, minOrders, maxOrders }: Expectations): void {
  const check = (isMet: boolean, code: string, expected: string) => {
    if (isMet) return;
    throw inputFailure(code, `The input holds ${found} orders, expected are ${expected}`, {
      expected,
      found: `${found} orders`,
      hint: 'Check that this is the right file and complete, or correct the flag; nothing was sent.',
    });
  };
  if (expectOrders !== undefined)
    check(found === expectOrders, 'input.orders.unexpected', `${expectOrders} (--expect-orders)`);
  if (minOrders !== undefined)
    check(found >= minOrders, 'input.orders.too_few', `at least ${minOrders} (--min-orders)`);
  if (maxOrders !== undefined)
    check(found <= maxOrders, 'input.orders.too_many', `at most ${maxOrders} (--max-orders)`);
}

function checkAge(newest: number, most: number | undefined, now: number): void {
  if (most === undefined || newest >= now - most) return;
  const expected = `an updated_at of the last ${formatDuration(most)} (--max-age)`;
  const hint = 'Check that the export still runs and that this is its newest file; nothing was sent.';
  const message = Number.isFinite(newest)
    ? `The newest order of the input was changed ${formatDuration(now - newest)} ago`
    : 'No order of the input has an updated_at that can be read';
  throw inputFailure('input.stale', message, { expected, hint });
}
