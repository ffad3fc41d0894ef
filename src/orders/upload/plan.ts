// The plan as data: what would be sent where, what not and why, the money, and the estimated time. Pure.

import { formatCount, type MinorUnits, plural } from '../../basics/units.ts';
import type { CodeCount, Warned } from '../../contract/report.ts';
import type { SnapshotIndex } from '../../input/snapshot-index.ts';
import type { MappingInfo } from '../../input/types.ts';
import { type Estimate, estimateOf, type RunPlace } from '../../runs/summarise.ts';
import { isRamping, rampSize } from '../../sending/batch.ts';
import type { RunEvent } from '../../sending/events.ts';
import { countOf } from '../audit/audit.ts';
import type { Audit } from '../audit/suspicion.ts';
import type { Analysis, OutcomeCount, SkipCount } from './analysis.ts';
import type { Figures } from './order-figures.ts';

/** The figures are those of all orders that can be sent, also those that were accepted before. */
export interface Plan
  extends RunPlace,
    Estimate,
    Figures,
    Pick<PlanContext, 'shards' | 'minorUnits' | 'warnedBefore'>,
    Pick<Analysis, 'refundsLeftOut' | 'levels' | 'edited' | 'newestUpdated'> {
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
  /** What --force sends although it was sent before. `older`: the service holds a newer version. */
  readonly again: { readonly unchanged: number; readonly older: number; readonly refused: number };
  readonly refused: number;
  /** Part of `refused`: the service refused the same content before. */
  readonly refusedBefore: number;
  /** Part of `refused`: our own check refused the same content before. */
  readonly refusedKnown: number;
  /** Orders that the mapping leaves out; the rows that it leaves out, the most frequent reason first. */
  readonly leftOut: number;
  readonly leftOutRows: readonly SkipCount[];
  /** What flags leave out, by the reason. */
  readonly skipped: Readonly<Record<'outside_window' | 'other_shard' | 'unshipped', OutcomeCount>>;
  readonly mapping: MappingInfo | undefined;
  /** The number of orders found in each joined file. */
  readonly joins: readonly (MappingInfo['joins'][number] & {
    readonly matched: number;
    readonly unmatched: number;
  })[];
  readonly refusals: readonly CodeCount[];
  /** The first refused orders, with the fields that are wrong. */
  readonly refusedFields: Analysis['refused'];
  /** Examples of how the input differs from what was accepted. */
  readonly examples: Analysis['changed'];
  /** What speaks against the mapping; what is no error is among the warnings as well. */
  readonly audit: Audit;
  readonly warnings: readonly CodeCount[];
  /** The figures of what is new or changed, when most of the input was accepted before. */
  readonly news: Figures | undefined;
}

export interface PlanContext extends RunPlace {
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

const NOTHING_KNOWN = { unchanged: 0, older: 0, overtaken: 0, refunded: 0, refused: 0 };

/** What the plan is made of, beside the context. */
export interface PlanParts {
  readonly snapshotIndex: Pick<SnapshotIndex, 'rows' | 'snapshots'>;
  readonly analysis: Analysis;
  readonly audit: Audit;
  readonly mapping: MappingInfo | undefined;
  readonly force: boolean;
  /** Runs of ours that began after this input. */
  readonly overtaking: ReadonlySet<string>;
}

export function makePlan(parts: PlanParts, context: PlanContext): Plan {
  const { snapshotIndex, analysis, audit, mapping, force, overtaking } = parts;
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
  const { refundsLeftOut, levels, edited, newestUpdated, skips } = analysis;
  const { profile, environment, target, shards, warnedBefore } = context;
  const warned = audit.findings.filter(({ finding }) => finding.severity !== 'error').map(countOf);
  return {
    profile,
    environment,
    target,
    shards,
    warnedBefore,
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
    again: { unchanged, older, refused },
    refused: of('refused') + of('refused_known') + refusedBefore,
    refusedBefore,
    refusedKnown: of('refused_known'),
    refundsLeftOut,
    leftOut: of('left_out'),
    leftOutRows: [...skips.values()].sort((a, b) => b.rows - a.rows || b.orders - a.orders),
    skipped: {
      outside_window: analysis.countOf('outside_window'),
      other_shard: analysis.countOf('other_shard'),
      unshipped: analysis.countOf('unshipped'),
    },
    mapping,
    joins: (mapping?.joins ?? []).map((join, i) => ({
      ...join,
      matched: analysis.matched[i] ?? 0,
      unmatched: analysis.lookedFor - (analysis.matched[i] ?? 0),
    })),
    levels,
    refusals: analysis.refusals.list(),
    refusedFields: analysis.refused,
    edited,
    examples: analysis.changed,
    audit,
    warnings: [...analysis.warnings.list(), ...warned],
    ...analysis.figures.list(),
    news: toSend > 0 && !force && toSend < held.unchanged ? analysis.news.list() : undefined,
    newestUpdated,
    minorUnits: mapping?.minorUnits ?? context.minorUnits,
    ...estimate(toSend, context),
  };
}

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
