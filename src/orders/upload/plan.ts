// The plan as data: what would be sent where, what not and why, the money, and the estimated time. Pure.

import { inputFailure } from '../../basics/failure.ts';
import type { MinorUnits } from '../../basics/minor-units.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import type { Rejects } from '../../input/rejects.ts';
import type { SnapshotIndex } from '../../input/snapshot-versions.ts';
import type { MappingInfo } from '../../input/types.ts';
import type { HttpAnswer, Platform } from '../../platform/platform.ts';
import { type Estimate, estimateOf, type RunPlace } from '../../runs/run-outcome.ts';
import type { Stop } from '../../runs/send-job.ts';
import { isRamping, rampSize } from '../../sending/batch.ts';
import { rejectBudget } from '../../sending/run-end.ts';
import type { MaxRejects, RunEvent, Transport } from '../../sending/types.ts';
import { countOf } from '../audit/audit.ts';
import type { Audit } from '../audit/suspicion.ts';
import type { ChangedOrder } from '../compare/changed-order.ts';
import type { Analysis, AnalysisParts } from './first-pass.ts';

interface PlanContext extends RunPlace {
  readonly batchSize: number;
  /** What integers count in currencies that have not two decimals, by the profile. */
  readonly minorUnits?: MinorUnits | undefined;
  /** Requests per minute; Infinity for no limit. */
  readonly limit: number;
  /** How long so many requests take by a timetable, ms; absent without one. */
  readonly timed?: ((requests: number) => number) | undefined;
}

const NOTHING_KNOWN = { unchanged: 0, older: 0, overtaken: 0, refunded: 0, refused: 0 };

/** What the plan is made of, beside the context. */
interface PlanParts {
  readonly snapshotIndex: Pick<SnapshotIndex, 'rows' | 'snapshots'>;
  readonly analysis: Analysis;
  readonly audit: Audit;
  readonly mapping: MappingInfo | undefined;
  readonly force: boolean;
  /** Runs of ours that began after this input. */
  readonly overtaking: ReadonlySet<string>;
}

export function makePlan(parts: PlanParts, context: PlanContext) {
  const { snapshotIndex, analysis, audit, mapping, force, overtaking } = parts;
  const { batchSize, limit, timed, ...place } = context;
  const of = (outcome: Parameters<Analysis['countOf']>[0]) => analysis.countOf(outcome).orders;
  const overtaken = [...analysis.newerBy]
    .filter(([run]) => overtaking.has(run))
    .reduce((sum, [, orders]) => sum + orders, 0);
  const known = {
    unchanged: of('unchanged'),
    older: of('older') - overtaken,
    overtaken,
    refunded: of('refunded'),
    refused: of('refused_before'),
  };
  const [again, held] = force ? [known, NOTHING_KNOWN] : [NOTHING_KNOWN, known];
  const { unchanged, refused } = again;
  const older = again.older + again.overtaken + again.refunded;
  const changed = of('changed') + of('changed_unmoved');
  const toSend = of('new') + changed + unchanged + older + refused;
  const refusedBefore = held.refused + of('resumed_refused');
  const warned = audit.findings.filter(({ finding }) => finding.severity !== 'error').map(countOf);
  return {
    ...place,
    rows: snapshotIndex.rows,
    /** Snapshots in the input: every version of every order. */
    snapshots: snapshotIndex.snapshots,
    toSend,
    /** Not checked because the reading was interrupted; otherwise 0. */
    unread: snapshotIndex.snapshots - analysis.seen,
    new: of('new'),
    changed,
    /** Part of `changed`: with the `updated_at` that was accepted before. */
    changedUnmoved: of('changed_unmoved'),
    alreadyAccepted: held.unchanged + of('resumed'),
    superseded: of('superseded') + held.older + held.overtaken + held.refunded,
    /** Superseded because the ledger holds a newer version. */
    olderThanLedger: held.older,
    /** Superseded because a run of ours sent a newer version after this input was begun. */
    overtaken: held.overtaken,
    /** Superseded because this tool posted a refund of the same snapshot. The input is correct. */
    refundedHere: held.refunded,
    /** What --force sends although it was sent before. `older`: the service holds a newer version. */
    again: { unchanged, older, refused },
    refused: of('refused') + of('refused_known') + refusedBefore,
    /** Part of `refused`: the service refused the same content before. */
    refusedBefore,
    /** Part of `refused`: our own check refused the same content before. */
    refusedKnown: of('refused_known'),
    refundsLeftOut: analysis.refundsLeftOut,
    /** Orders that the mapping leaves out; the rows that it leaves out, the most frequent reason first. */
    leftOut: of('left_out'),
    leftOutRows: [...analysis.skips.values()].sort((a, b) => b.rows - a.rows || b.orders - a.orders),
    /** What flags leave out, by the reason. */
    skipped: {
      outside_window: analysis.countOf('outside_window'),
      other_shard: analysis.countOf('other_shard'),
      unshipped: analysis.countOf('unshipped'),
    },
    mapping,
    /** The number of orders found in each joined file. */
    joins: (mapping?.joins ?? []).map((join, i) => ({
      ...join,
      matched: analysis.matched[i] ?? 0,
      unmatched: analysis.lookedFor - (analysis.matched[i] ?? 0),
    })),
    levels: analysis.levels,
    refusals: analysis.refusals.list(),
    /** The first refused orders, with the fields that are wrong. */
    refusedFields: analysis.refused,
    edited: analysis.edited,
    /** Examples of how the input differs from what was accepted. */
    examples: analysis.changed,
    /** What speaks against the mapping; what is no error is among the warnings as well. */
    audit,
    warnings: [...analysis.warnings.list(), ...warned],
    /** Of all orders that can be sent, also those that were accepted before. */
    ...analysis.figures.list(),
    newestUpdated: analysis.newestUpdated,
    minorUnits: mapping?.minorUnits ?? context.minorUnits,
    ...estimate(toSend, context),
  };
}

export type Plan = ReturnType<typeof makePlan>;

/** Why flags leave orders out, in words. */
export const SKIPPED_BY: Readonly<Record<string, string>> = {
  outside_window: 'outside --since/--until',
  other_shard: 'for another machine (--shard)',
  unshipped: 'orders of which nothing has shipped (--skip-unshipped)',
};

/** Orders that are not looked at: left out by flags or by the mapping. */
export const notLookedAt = ({ leftOut, skipped }: Pick<Plan, 'leftOut' | 'skipped'>): number =>
  Object.values(skipped).reduce((sum, { orders }) => sum + orders, leftOut);

/** @param micros since the epoch */
export const dayOf = (micros: number): string => new Date(micros / 1000).toISOString().slice(0, 10);

/** How many orders each joined file has. */
export const joinTexts = ({ joins }: Plan): string[] =>
  joins.map(({ name, matched, unmatched, duplicates, unused, keys }) => {
    const rest =
      unused > 0 ? `; ${formatCount(unused)} of ${plural(keys, 'key')} in no order of the input` : '';
    return `${name}: ${plural(matched, 'order')} matched, ${formatCount(unmatched)} not, ${plural(duplicates, 'duplicate key')}${rest}`;
  });

/** What the mapping assumes, and what the amounts of the orders showed. */
export function assumedIn({ mapping, warnings }: Plan): string[] {
  const inside = warnings.find(({ code }) => code === 'order.tax.inside')?.count ?? 0;
  const included = `Prices of ${plural(inside, 'order')} include their tax: the tax of the lines is 0`;
  return [...(mapping?.limits ?? []), ...(inside > 0 ? [included] : [])];
}

function estimate(toSend: number, { batchSize, limit, timed }: PlanContext): Estimate {
  // The first orders are sent in small batches, one after the other.
  let left = toSend;
  let oneByOne = 0;
  for (; left > 0 && isRamping(oneByOne); oneByOne++) left -= rampSize(oneByOne, batchSize);
  return estimateOf(oneByOne + Math.ceil(Math.max(0, left) / batchSize), oneByOne, limit, timed);
}
export type Emit = (event: RunEvent<Plan>) => void;

// The inputs of an upload or a check: files, ledger, options, and the transport to the service.

/** How orders reach the service; absent for a check. */
export interface OrderTransport extends Transport {
  post(body: string | Uint8Array, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface UploadParts extends AnalysisParts {
  readonly platform: Platform;
  /** The file is created when the first order is refused. */
  readonly rejects: Rejects | undefined;
  /**
   * The user named the rejects file: all refused orders go there, also those whose same content was refused
   * before.
   */
  readonly rejectsAll?: boolean;
  readonly plan: PlanContext;
  readonly run: string;
  readonly resume: string | null;
  readonly emit: Emit;
}

/** What the user expects of the input. Any other input is refused before anything is sent. */
interface Expectations {
  /** Exact number of orders. */
  readonly expectOrders?: number | undefined;
  readonly minOrders?: number | undefined;
  readonly maxOrders?: number | undefined;
  /** Maximum age of the newest `updated_at`, ms. */
  readonly maxAgeMs?: number | undefined;
}

/** What ends a run before it sends, and how it ends; for check and upload alike. */
export interface CheckOptions extends Expectations {
  /** Number of refused orders that stops the run. Default: 1 % of the orders to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly failOn: 'any' | 'new' | 'none';
  /** A proposed mapping: what the audit finds is asked, however few orders there are, and stops nothing. */
  readonly isProposed?: boolean | undefined;
}

export interface SendingOptions extends CheckOptions {
  readonly batchSize: number;
  readonly concurrency?: number | undefined;
  readonly maxOutageMs: number;
  /** How long the turn to send, and orders in doubt, are waited for, ms. */
  readonly lockWaitMs: number;
  /** The run ends as unavailable after this time. */
  readonly maxDurationMs?: number | undefined;
  /** Sends at most this many orders, then stops and names orders to look at. */
  readonly canary?: number | undefined;
}

export interface UploadRequest extends SendingOptions {
  readonly transport: OrderTransport;
  readonly dryRun: boolean;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: Plan): Promise<boolean>;
}

// What ends an upload before anything is sent: an input that is not what the user expects, too many orders refused by our own
// check, or an export that looks as if its mapping changed. A check and a dry run report by it what the upload would do.

export interface OrderStop extends Stop {
  /** One order as an example. */
  readonly changed?: ChangedOrder | undefined;
}

export const TOO_MANY_REFUSED = 'upload.max_rejects';

/** The stop of a run with this plan, if any. */
export function orderStopOf(
  plan: Plan,
  maxRejects: MaxRejects | undefined,
  force: boolean,
): OrderStop | undefined {
  const { own, budget } = orderRejectBudget(plan, maxRejects);
  if (own <= budget) return force ? undefined : mappingSuspicion(plan);
  return {
    code: TOO_MANY_REFUSED,
    message: `Our own check refuses ${own} orders, more than --max-rejects ${budget}`,
    hint: 'Look at the codes of the refusals (returns explain CODE), correct the input, or raise --max-rejects.',
  };
}

/** The number of orders that our own check refuses, and the number of refusals that the run allows. */
export function orderRejectBudget(
  plan: Plan,
  maxRejects: MaxRejects | undefined,
): { own: number; budget: number } {
  const own = plan.refused - plan.refusedBefore;
  return { own, budget: rejectBudget(maxRejects, plan.toSend, own) };
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
