// The plan as data: what would be sent where, what not and why, the money, and the estimated time. Pure.

import { type MinorUnits, plural } from '../basics/units.ts';
import type { Environment } from '../contract/endpoints.ts';
import type { LevelRow } from '../contract/levels.ts';
import type { CodeCount, Warned } from '../contract/report.ts';
import type { SnapshotIndex } from '../input/snapshot-index.ts';
import type { MappingInfo } from '../input/types.ts';
import type { RefusedField } from '../runs/summary.ts';
import { isRamping, rampSize } from '../sending/batch.ts';
import type { RunEvent } from '../sending/events.ts';
import { figuresOf, type OrderFigures, type Samples } from './amount-summary.ts';
import { type Analysis, type FirstPassOutcome, isNews, type SkipCount } from './analysis.ts';
import type { Examples } from './changed-order.ts';

/** The figures are those of all orders that can be sent, also those that were accepted before. */
export interface Plan extends OrderFigures {
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly target: string | null;
  readonly rows: number;
  /** Snapshots in the input: every version of every order. */
  readonly snapshots: number;
  readonly toSend: number;
  /** Not checked because the reading was interrupted; otherwise 0. */
  readonly unread: number;
  readonly new: number;
  readonly changed: number;
  /** Part of `changed`: with the `updated_at` that was accepted before. */
  readonly changedUnmoved: number;
  readonly alreadyAccepted: number;
  readonly superseded: number;
  /** Superseded because the ledger holds a newer version. */
  readonly olderThanLedger: number;
  /** Superseded because a run of ours sent a newer version after this input was begun. */
  readonly overtaken: number;
  /** Superseded because this tool posted a refund of the same snapshot. The input is correct. */
  readonly refundedHere: number;
  readonly again: SentAgain;
  readonly refused: number;
  /** Part of `refused`: the service refused the same content before. */
  readonly refusedBefore: number;
  /** Part of `refused`: our own check refused the same content before. */
  readonly refusedKnown: number;
  readonly skipped: {
    readonly outsideWindow: number;
    readonly otherShard: number;
    readonly outsideWindowRows: number;
    readonly otherShardRows: number;
    readonly byMapping: number;
    /** Nothing has shipped (--skip-unshipped). */
    readonly unshipped: number;
    readonly unshippedRows: number;
  };
  /** What the mapping leaves out, most rows first. */
  readonly skippedBy: readonly SkipCount[];
  readonly mapping: MappingInfo | undefined;
  /** The number of orders found in each joined file. */
  readonly joins: readonly JoinCount[];
  /** Levels that differ from those of the rules. */
  readonly levels: readonly LevelRow[];
  readonly refusals: readonly CodeCount[];
  /** The first refused orders, with the fields that are wrong. */
  readonly refusedFields: readonly RefusedField[];
  /** Examples of how the input differs from what was accepted. */
  readonly examples: Examples;
  readonly warnings: readonly CodeCount[];
  /** What the orders of the last run to this target were warned of. */
  readonly warnedBefore: Warned | undefined;
  /** The newest updated_at, microseconds since the epoch; -Infinity when none can be read. */
  readonly newestUpdated: number;
  readonly minorUnits: MinorUnits | undefined;
  /** The figures of what is new or changed, when most of the input was accepted before. */
  readonly news: OrderFigures | undefined;
  readonly requests: number;
  /** ms, and what limits the speed. */
  readonly estimateMs: number;
  readonly bound: 'limit' | 'latency' | 'nothing';
}

export interface JoinCount {
  readonly name: string;
  readonly matched: number;
  readonly unmatched: number;
  readonly keys: number;
  readonly duplicates: number;
  /** Keys of the joined file that no order of the input has. */
  readonly unused: number;
}

export interface PlanContext {
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly target: string | null;
  readonly batchSize: number;
  /** What integers count in currencies that have not two decimals, by the profile. */
  readonly minorUnits?: MinorUnits | undefined;
  /** Requests per minute; Infinity for no limit. */
  readonly limit: number;
  readonly warnedBefore?: Warned | undefined;
}

/** What --force sends although it was sent before. */
export interface SentAgain {
  readonly unchanged: number;
  /** The service holds a newer version. */
  readonly older: number;
  readonly refused: number;
}

const NOTHING_KNOWN = { unchanged: 0, older: 0, overtaken: 0, refunded: 0, refused: 0 };

/** Latency assumed before the first measurement, and the number of concurrent requests. */
const ASSUMED_LATENCY_MS = 150;
const OPEN_REQUESTS = 32;

export function makePlan(
  snapshotIndex: SnapshotIndex,
  analysis: Analysis,
  context: PlanContext,
  mapping: MappingInfo | undefined,
  force: boolean,
  overtaking: ReadonlySet<string>,
): Plan {
  const n = {
    new: 0,
    changed: 0,
    unmoved: 0,
    alreadyAccepted: 0,
    superseded: 0,
    older: 0,
    overtaken: 0,
    refunded: 0,
    refused: 0,
    refusedKnown: 0,
    resumed: 0,
    resumedRefused: 0,
    before: 0,
    unread: 0,
    window: 0,
    windowRows: 0,
    shardRows: 0,
    shard: 0,
    leftOut: 0,
    unshipped: 0,
    unshippedRows: 0,
  };
  for (let ordinal = 0; ordinal < snapshotIndex.snapshots; ordinal++) {
    const outcome = analysis.outcomeOf(ordinal);
    if (outcome === 'outside_window') {
      n.window++;
      n.windowRows += snapshotIndex.rowsOf(ordinal);
    } else if (outcome === 'other_shard') {
      n.shard++;
      n.shardRows += snapshotIndex.rowsOf(ordinal);
    } else if (outcome === 'left_out') n.leftOut++;
    else if (!snapshotIndex.isLatest(ordinal)) n.superseded++;
    else if (outcome === 'unshipped') {
      n.unshipped++;
      n.unshippedRows += snapshotIndex.rowsOf(ordinal);
    } else if (outcome === 'refused') n.refused++;
    else if (outcome === 'refused_known') n.refusedKnown++;
    else if (outcome === 'unseen') n.unread++;
    else {
      if (outcome === 'new') n.new++;
      else if (outcome === 'changed') n.changed++;
      else if (outcome === 'changed_unmoved') n.unmoved++;
      else if (outcome === 'unchanged') n.alreadyAccepted++;
      else if (outcome === 'older')
        n[overtaking.has(analysis.newerBy(ordinal) ?? '') ? 'overtaken' : 'older']++;
      else if (outcome === 'refunded') n.refunded++;
      else if (outcome === 'refused_before') n.before++;
      else if (outcome === 'resumed') n.resumed++;
      else if (outcome === 'resumed_refused') n.resumedRefused++;
    }
  }
  const { older, overtaken, refunded } = n;
  const known = { unchanged: n.alreadyAccepted, older, overtaken, refunded, refused: n.before };
  const [again, held] = force ? [known, NOTHING_KNOWN] : [NOTHING_KNOWN, known];
  const toSend =
    n.new +
    n.changed +
    n.unmoved +
    again.unchanged +
    again.older +
    again.overtaken +
    again.refunded +
    again.refused;
  const { requests, estimateMs, bound } = estimate(toSend, context);
  const figures = (samples: Samples, counts: (outcome: FirstPassOutcome) => boolean) =>
    figuresOf(snapshotIndex.snapshots, samples, (ordinal) =>
      snapshotIndex.isLatest(ordinal) && counts(analysis.outcomeOf(ordinal))
        ? analysis.factsOf(ordinal)
        : undefined,
    );
  return {
    profile: context.profile,
    environment: context.environment,
    target: context.target,
    rows: snapshotIndex.rows,
    snapshots: snapshotIndex.snapshots,
    toSend,
    unread: n.unread,
    new: n.new,
    changed: n.changed + n.unmoved,
    changedUnmoved: n.unmoved,
    alreadyAccepted: held.unchanged + n.resumed,
    superseded: n.superseded + held.older + held.overtaken + held.refunded,
    olderThanLedger: held.older,
    overtaken: held.overtaken,
    refundedHere: held.refunded,
    again: {
      unchanged: again.unchanged,
      older: again.older + again.overtaken + again.refunded,
      refused: again.refused,
    },
    refused: n.refused + n.refusedKnown + held.refused + n.resumedRefused,
    refusedBefore: held.refused + n.resumedRefused,
    refusedKnown: n.refusedKnown,
    skipped: {
      outsideWindow: n.window,
      otherShard: n.shard,
      byMapping: n.leftOut,
      unshipped: n.unshipped,
      unshippedRows: n.unshippedRows,
      outsideWindowRows: n.windowRows,
      otherShardRows: n.shardRows,
    },
    skippedBy: [...analysis.skips.values()].sort((a, b) => b.rows - a.rows || b.orders - a.orders),
    mapping,
    joins: (mapping?.joins ?? []).map((join, i) => ({
      ...join,
      matched: analysis.matched[i] ?? 0,
      unmatched: analysis.lookedFor - (analysis.matched[i] ?? 0),
    })),
    levels: analysis.levels,
    refusals: analysis.refusals.list(),
    refusedFields: analysis.refused.list((ordinal) => snapshotIndex.isLatest(ordinal)),
    examples: analysis.changed.list(snapshotIndex),
    warnings: analysis.warnings.list(),
    warnedBefore: context.warnedBefore,
    ...figures(analysis.samples, (outcome) => !WITHOUT_MONEY.has(outcome)),
    news: toSend > 0 && !force && toSend < held.unchanged ? figures(analysis.sentSamples, isNews) : undefined,
    newestUpdated: analysis.newestUpdated,
    minorUnits: mapping?.minorUnits ?? context.minorUnits,
    requests,
    estimateMs,
    bound,
  };
}

/** What the mapping assumes, and what the amounts of the orders showed. */
export function assumedIn({ mapping, warnings }: Plan): string[] {
  const inside = warnings.find(({ code }) => code === 'order.tax.inside')?.count ?? 0;
  const included = `Prices of ${plural(inside, 'order')} include their tax: the tax of the lines is 0`;
  return [...(mapping?.limits ?? []), ...(inside > 0 ? [included] : [])];
}

/** Not checked yet, left out, or refused by our own check: the plan does not contain their money. */
const WITHOUT_MONEY: ReadonlySet<FirstPassOutcome> = new Set([
  'unseen',
  'outside_window',
  'other_shard',
  'left_out',
  'unshipped',
  'refused',
  'refused_known',
]);

function estimate(toSend: number, context: PlanContext): Pick<Plan, 'requests' | 'estimateMs' | 'bound'> {
  if (toSend === 0) return { requests: 0, estimateMs: 0, bound: 'nothing' };
  // The first orders are sent in small batches, one after the other.
  let left = toSend;
  let rampRequests = 0;
  for (; left > 0 && isRamping(rampRequests); rampRequests++)
    left -= rampSize(rampRequests, context.batchSize);
  const requests = rampRequests + Math.ceil(Math.max(0, left) / context.batchSize);
  const byLimit = Number.isFinite(context.limit) ? (requests / (context.limit * 0.96)) * 60_000 : 0;
  const byLatency =
    rampRequests * ASSUMED_LATENCY_MS + ((requests - rampRequests) * ASSUMED_LATENCY_MS) / OPEN_REQUESTS;
  return {
    requests,
    estimateMs: Math.max(byLimit, byLatency),
    bound: byLimit > byLatency ? 'limit' : 'latency',
  };
}
export type UploadEvent = RunEvent<Plan>;

export type Emit = (event: UploadEvent) => void;
