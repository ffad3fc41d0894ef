// `runs merge DIR... --into DIR`: opens the ledgers, and merges one after the other under the locks of the targets.
import path from 'node:path';
import { EXIT, type ExitCode, worstExit } from '../basics/exit-codes.ts';
import { Failure, inputFailure, stateFailure, usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { spoolFolder, spoolPlace, sweepSpools } from '../input/spool-place.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath, openLedgerCopy } from '../storage/ledger.ts';
import { asnLock, isAtWork, takeLock, uploadLock } from '../storage/locks.ts';
import { LedgerMerge, targetsIn } from '../storage/merge-ledgers.ts';
import type { RunRecord } from '../storage/runs.ts';
import { noOutcomes, type OutcomeCounts, type RunState, SNAPSHOT_OUTCOMES } from './run-outcome.ts';
import { inSession, type Session } from './session.ts';

export type MergedLedgers = Awaited<ReturnType<typeof mergeLedgers>>;

const INTERRUPTED = {
  message: 'Interrupted while ledgers were merged: what was merged stays',
  hint: 'Run the same command again: it goes on.',
};

/** @throws Failure exit 2 or 6 when these ledgers cannot be merged, 7 for a damaged or locked one */
export async function mergeLedgers(
  platform: Platform,
  folders: Folders,
  given: readonly string[],
  request: { readonly into: string; readonly argv: readonly string[]; readonly lockWaitMs: number },
) {
  const state = path.resolve(platform.cwd, request.into);
  const sources = given.map((name) => ({ name, file: ledgerIn(platform, name) }));
  const target = ledgerPath({ ...folders, state });
  const own = sources.find(({ file }) => platform.files.realPath(file) === platform.files.realPath(target));
  if (own)
    throw usageFailure('usage.conflict', `${quote(own.name)} is the folder that the others go into`, {
      hint: 'Name it once, as --into.',
    });
  const options = { argv: request.argv, interrupted: INTERRUPTED };
  return inSession(platform, { ...folders, state }, options, async (session) => {
    const into = session.ledger();
    const opened = sources.map(({ name, file }) => ({
      name,
      file,
      store: openCopy(platform, session, file),
    }));
    checkTargets([...opened, { name: request.into, store: into }]);
    const keys = new Set(opened.flatMap(({ store }) => targetsIn(store).map(({ key }) => key)));
    for (const key of keys)
      for (const lock of [uploadLock({ key }, null), asnLock({ key })]) {
        const purpose = 'merging ledgers';
        const { command, signal } = session;
        const wait = { waitMs: request.lockWaitMs, purpose, command, signal };
        const taken = await takeLock(platform, into, lock, wait);
        session.use({ close: () => taken.release() });
      }
    const merge = new LedgerMerge(platform, into, session.signal);
    for (const { store, file } of opened) merge.take(store, (run) => isAtWork(platform, file, run));
    const { counts, contradictions } = merge;
    const targets = targetsIn(into).map(({ name }) => name);
    // `into`: the file that knows everything now.
    return { into: target, ledgers: given, targets, counts, contradictions };
  });
}

/** A state folder, or a ledger that `runs export` wrote. */
function ledgerIn({ files, cwd }: Platform, name: string): string {
  const full = path.resolve(cwd, name);
  const file = files.stat(full)?.kind === 'directory' ? path.join(full, 'ledger.db') : full;
  if (files.stat(file)?.kind === 'file') return file;
  throw inputFailure('input.file.missing', `There is no ledger in ${quote(name)}`, {
    place: { file: name },
    expected: 'a state folder (--state-dir) with a ledger.db, or a file of returns runs export',
    hint: 'Copy the state folder of each machine here, or mount it.',
  });
}

/** A source is only read: what is brought to our version is a copy, which the next run removes after a kill. */
function openCopy(platform: Platform, session: Session, file: string) {
  const spools = spoolFolder(session.folders);
  sweepSpools(platform, spools);
  const place = spoolPlace(platform, spools);
  session.use({ close: () => place.remove() });
  platform.files.makeFolder(place.path);
  try {
    return session.use(openLedgerCopy(platform, file, path.join(place.path, 'ledger.db')));
  } catch (error) {
    if (!(error instanceof Failure) || !['state.damaged', 'state.foreign'].includes(error.code)) throw error;
    throw stateFailure(error.code, error.message, {
      hint: 'Copy the ledger again from its machine, with: returns runs export FILE; nothing was merged.',
      cause: error,
    });
  }
}

/** Ledgers of different targets have nothing to do with each other: probably one was named by mistake. */
function checkTargets(ledgers: readonly { readonly name: string; readonly store: Database }[]): void {
  const [first, ...others] = ledgers
    .map(({ name, store }) => ({ name, targets: targetsIn(store) }))
    .filter(({ targets }) => targets.length > 0);
  for (const other of others) {
    if (other.targets.some(({ key }) => first!.targets.some((one) => one.key === key))) continue;
    throw inputFailure(
      'runs.merge.target',
      `${quote(other.name)} is of another target than ${quote(first!.name)}`,
      {
        place: { file: other.name },
        expected: first!.targets.map(({ name }) => name).join(', '),
        found: other.targets.map(({ name }) => name).join(', '),
        hint: 'Merge ledgers of one address and client id; nothing was changed.',
      },
    );
  }
}

// Merges the summaries of all shards of one backfill into one. No shard may be missing, duplicated or from
// another backfill. Pure.

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
