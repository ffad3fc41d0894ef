// The plan as data: what would be sent where, what not and why, the money, and the estimated time. Pure.

import { type MinorUnits, plural } from '../basics/units.ts';
import type { Environment } from '../contract/endpoints.ts';
import type { LevelRow } from '../contract/levels.ts';
import type { CodeCount, Warned } from '../contract/report.ts';
import type { SnapshotIndex } from '../input/snapshot-index.ts';
import type { MappingInfo } from '../input/types.ts';
import { type Estimate, estimateOf } from '../runs/summarise.ts';
import type { RefusedField } from '../runs/summary.ts';
import { isRamping, rampSize } from '../sending/batch.ts';
import type { RunEvent } from '../sending/events.ts';
import type { Analysis, SkipCount } from './analysis.ts';
import type { Examples } from './changed-order.ts';
import type { OrderFigures } from './order-figures.ts';

/** The figures are those of all orders that can be sent, also those that were accepted before. */
export interface Plan extends OrderFigures, Estimate {
  readonly profile: string | null;
  readonly environment: Environment | null;
  readonly target: string | null;
  readonly shards: PlanContext['shards'];
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
}

export interface JoinCount {
  readonly name: string;
  readonly matched: number;
  readonly unmatched: number;
  readonly keys: number;
  readonly duplicates: number;
  /** Keys of the joined file that no order of the input has. */
  readonly unused: number;
  /** Share of the orders, 0 to 1, that the file must have. */
  readonly minMatch?: number | undefined;
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
  /** How many shards share the limit of the environment evenly; absent with --rate. */
  readonly shards?: number | undefined;
  /** How long so many requests take by a timetable, ms; absent without one. */
  readonly timed?: ((requests: number) => number) | undefined;
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

export function makePlan(
  snapshotIndex: Pick<SnapshotIndex, 'rows' | 'snapshots'>,
  analysis: Analysis,
  context: PlanContext,
  mapping: MappingInfo | undefined,
  force: boolean,
  overtaking: ReadonlySet<string>,
): Plan {
  const of = (outcome: Parameters<Analysis['countOf']>[0]) => analysis.countOf(outcome).orders;
  const overtaken = [...analysis.newerBy]
    .filter(([run]) => overtaking.has(run))
    .reduce((sum, [, orders]) => sum + orders, 0);
  const known = {
    ...{ unchanged: of('unchanged'), older: of('older') - overtaken, overtaken },
    ...{ refunded: of('refunded'), refused: of('refused_before') },
  };
  const [again, held] = force ? [known, NOTHING_KNOWN] : [NOTHING_KNOWN, known];
  const { older, refunded, refused, unchanged } = again;
  const changed = of('changed') + of('changed_unmoved');
  const toSend = of('new') + changed + unchanged + older + again.overtaken + refunded + refused;
  const [window, shard, unshipped] = (['outside_window', 'other_shard', 'unshipped'] as const).map((reason) =>
    analysis.countOf(reason),
  );
  return {
    profile: context.profile,
    environment: context.environment,
    target: context.target,
    shards: context.shards,
    rows: snapshotIndex.rows,
    snapshots: snapshotIndex.snapshots,
    toSend,
    unread: snapshotIndex.snapshots - analysis.seen,
    new: of('new'),
    changed,
    changedUnmoved: of('changed_unmoved'),
    alreadyAccepted: held.unchanged + of('resumed'),
    superseded: of('superseded') + held.older + held.overtaken + held.refunded,
    olderThanLedger: held.older,
    overtaken: held.overtaken,
    refundedHere: held.refunded,
    again: { unchanged, older: older + again.overtaken + refunded, refused },
    refused: of('refused') + of('refused_known') + held.refused + of('resumed_refused'),
    refusedBefore: held.refused + of('resumed_refused'),
    refusedKnown: of('refused_known'),
    skipped: {
      outsideWindow: window!.orders,
      otherShard: shard!.orders,
      byMapping: of('left_out'),
      unshipped: unshipped!.orders,
      unshippedRows: unshipped!.rows,
      outsideWindowRows: window!.rows,
      otherShardRows: shard!.rows,
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
    refusedFields: analysis.refused,
    examples: analysis.changed,
    warnings: analysis.warnings.list(),
    warnedBefore: context.warnedBefore,
    ...analysis.figures.list(),
    news: toSend > 0 && !force && toSend < held.unchanged ? analysis.news.list() : undefined,
    newestUpdated: analysis.newestUpdated,
    minorUnits: mapping?.minorUnits ?? context.minorUnits,
    ...estimate(toSend, context),
  };
}

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
export type UploadEvent = RunEvent<Plan>;

export type Emit = (event: UploadEvent) => void;
