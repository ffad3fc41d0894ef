// Merges the summaries of all shards of one backfill into one. No shard may be missing, duplicated or from
// another backfill. Pure.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import type { RunRecord } from '../storage/runs.ts';
import { noOutcomes, type OutcomeCounts, type RunState, SNAPSHOT_OUTCOMES } from './run-outcome.ts';

/** What a merge needs of `upload-summary/1`. */
export interface ShardOutcome {
  readonly target: string;
  readonly shard: string | null;
  readonly state: RunState;
  readonly exit_code: ExitCode;
  readonly balanced: boolean;
  readonly input: Pick<RunRecord, 'files'> & { readonly rows: number; readonly orders: number };
  readonly orders: OutcomeCounts;
  readonly skipped_by: readonly { readonly reason: string; readonly orders: number }[];
}

/** A summary and the file it was read from. */
export interface ShardSummary {
  readonly path: string;
  readonly summary: ShardOutcome;
}

export type MergedSummary = ReturnType<typeof mergeShards>;

/** What all shards of one backfill share: files, target and number of shards. */
const shardKey = ({ input, target, shard }: ShardOutcome): string =>
  [target, shard?.split('/')[1] ?? '', ...input.files.map(({ sha256 }) => sha256)].join('\n');

export function mergeShards(given: readonly ShardSummary[]) {
  const foreign: { file: string; reason: string }[] = [];
  const first = given.find(({ summary }) => summary.shard !== null);
  const key = first ? shardKey(first.summary) : '';
  const byShard = new Map<string, ShardSummary[]>();
  for (const one of given) {
    const { shard } = one.summary;
    const reason =
      shard === null ? 'it is of an upload without --shard' : foreignReason(first!.summary, one.summary, key);
    if (reason !== undefined || shard === null) foreign.push({ file: one.path, reason: reason ?? '' });
    else byShard.set(shard, [...(byShard.get(shard) ?? []), one]);
  }
  const count = Number(first?.summary.shard?.split('/')[1] ?? 0);
  const names = Array.from({ length: count }, (_, i) => `${i + 1}/${count}`);
  const missing = names.filter((name) => !byShard.has(name));
  const doubled = [...byShard]
    .filter(([, list]) => list.length > 1)
    .map(([shard, list]) => ({ shard, files: list.map(({ path }) => path) }));
  const chosen = [...byShard.values()].map((list) => list[0]!.summary);
  const orders = sumOf(chosen);
  const total = SNAPSHOT_OUTCOMES.reduce((sum, outcome) => sum + orders[outcome], 0);
  const input = { rows: first?.summary.input.rows ?? 0, orders: first?.summary.input.orders ?? 0 };
  const whole = count > 0 && missing.length === 0 && doubled.length === 0 && foreign.length === 0;
  const balanced = whole && chosen.every((summary) => summary.balanced) && total === input.orders;
  const unfinished = chosen
    .filter(({ state, orders: { pending } }) => state !== 'completed' || pending > 0)
    .map(({ shard, state, exit_code }) => ({ shard: shard!, state, exit_code }));
  const codes: ExitCode[] = [EXIT.done, ...chosen.map(({ exit_code }) => exit_code)];
  if (whole && !balanced) codes.push(EXIT.defect);
  // A check or a dry run has sent nothing, a canary only the first orders.
  if (unfinished.some((one) => one.exit_code === EXIT.done)) codes.push(EXIT.unmet);
  return {
    schema: 'merged-summary/1' as const,
    /** Every shard is present once, and all belong to the same backfill. */
    whole,
    /** The expected number of shards. */
    shards: count,
    ...{ missing, doubled, foreign },
    /** Shards that did not decide all their orders. */
    unfinished,
    input,
    /** `skipped` does not include orders that belong to another shard. */
    orders,
    /** Every order of the input is counted in exactly one shard. */
    balanced,
    exit_code: whole ? worstExit(codes) : EXIT.input,
  };
}

function foreignReason(first: ShardOutcome, other: ShardOutcome, key: string): string | undefined {
  if (shardKey(other) === key) return undefined;
  if (other.target !== first.target) return `it went to ${other.target}, the others to ${first.target}`;
  if (other.shard?.split('/')[1] !== first.shard?.split('/')[1])
    return `it is shard ${other.shard}, the others are of ${first.shard?.split('/')[1]}`;
  return 'its input files are not the same';
}

function sumOf(summaries: readonly ShardOutcome[]) {
  const sum = noOutcomes();
  for (const { orders, skipped_by } of summaries) {
    for (const outcome of SNAPSHOT_OUTCOMES) sum[outcome] += orders[outcome];
    sum.skipped -= skipped_by.find(({ reason }) => reason === 'other_shard')?.orders ?? 0;
  }
  return sum;
}
