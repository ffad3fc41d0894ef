// `orders forget`: finds the runs that the user named, and removes them from the ledger, newest first.
import type { Target } from '../account/settings.ts';
import { usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { ordersRun } from '../runs/find-run.ts';
import { Ledger } from '../storage/ledger.ts';
import { takeLock, uploadLock } from '../storage/locks.ts';
import { listRuns, putRun, type RunRecord } from '../storage/runs.ts';

/** Newest first, without duplicates. @throws Failure exit 2 for an unknown run or file */
export function runsToForget(
  store: Database,
  target: Target,
  given: { readonly runs: readonly string[]; readonly files: readonly string[] },
): readonly RunRecord[] {
  const runs = new Map<string, RunRecord>();
  for (const run of given.runs.map((one) => ordersRun(store, target, one))) runs.set(run.id, run);
  for (const file of given.files) for (const run of runsOfFile(store, target, file)) runs.set(run.id, run);
  return [...runs.values()].sort((a, b) => b.started - a.started);
}

/** Finds runs by the name of the file as they were given it. */
function runsOfFile(store: Database, target: Target, file: string): RunRecord[] {
  const found = listRuns(store, Number.POSITIVE_INFINITY).filter(
    (run) =>
      run.targetKey === target.key &&
      run.state !== 'forgotten' &&
      (run.kind ?? 'orders upload') === 'orders upload' &&
      run.files.some((read) => read.path === file),
  );
  if (found.length === 0)
    throw usageFailure('run.unknown', `Profile ${target.profile} has no run that read ${quote(file)}`, {
      expected: 'the name as the upload had it',
      hint: 'List the runs and their files with: returns runs list',
    });
  return found;
}

export interface Forgotten {
  readonly run: string;
  /** Orders that are back at the version accepted before, and orders that are unknown again. */
  readonly restored: number;
  readonly removed: number;
  readonly refusals: number;
  /** Accepted refunds that are unknown again: a snapshot without them is sent, and takes them back. */
  readonly refunds: number;
}

/**
 * In the given order, which is newest first. @throws Failure exit 7 while an upload to the target is active
 */
export async function forgetRuns(
  platform: Platform,
  store: Database,
  target: Target,
  runs: readonly RunRecord[],
): Promise<readonly Forgotten[]> {
  const shards = new Set(runs.map(({ shard }) => shard));
  const lock = await takeLock(
    platform,
    store,
    uploadLock(target, shards.size === 1 ? [...shards][0]! : null),
    {
      purpose: `uploads to ${target.environment} (profile ${target.profile})`,
      waitMs: 0,
      hasFlag: false,
    },
  );
  try {
    const ledger = new Ledger(platform, store, target.key);
    return runs.map((run) => {
      const counts = ledger.forget(run.id);
      putRun(store, { ...run, state: 'forgotten' });
      return { run: run.id, ...counts };
    });
  } finally {
    lock.release();
  }
}
