// `runs purge`: deletes the records of old runs and their rejects files, which contain personal data.
import path from 'node:path';
import type { Database, Platform } from '../platform/platform.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import { listRuns, type RunRecord, removeRuns, runStarted } from '../storage/runs.ts';
import { findRun, markKilled } from './runs.ts';

export interface PurgeRuns {
  /** Runs that started before this time, ms since the epoch. */
  readonly before?: number | undefined;
  /** Ids, prefixes of ids, or `last`. */
  readonly runs: readonly string[];
  confirm(plan: PurgePlan): Promise<boolean>;
}

export interface PurgePlan {
  readonly runs: readonly RunRecord[];
  /** Folders with rejects, one per run. */
  readonly folders: readonly string[];
  /** Runs that are still active; they are not deleted. */
  readonly running: number;
}

export interface PurgedRuns extends PurgePlan {
  readonly state: 'purged' | 'planned' | 'nothing';
}

export async function purgeRuns(
  platform: Platform,
  folders: Folders,
  store: Database,
  request: PurgeRuns,
): Promise<PurgedRuns> {
  const plan = planOf(platform, folders, store, request);
  if (plan.runs.length + plan.folders.length === 0) return { ...plan, state: 'nothing' };
  if (!(await request.confirm(plan))) return { ...plan, state: 'planned' };
  // The rejects are deleted first. Without the record of its run, a folder with personal data would no longer
  // be found.
  for (const folder of plan.folders) {
    for (const name of platform.files.list(folder)) platform.files.remove(path.join(folder, name));
    platform.files.remove(folder);
  }
  removeRuns(
    store,
    plan.runs.map(({ id }) => id),
  );
  return { ...plan, state: 'purged' };
}

function planOf(
  platform: Platform,
  folders: Folders,
  store: Database,
  { before, runs: given }: PurgeRuns,
): PurgePlan {
  const isOld = (started: number | undefined) =>
    before !== undefined && started !== undefined && started < before;
  const named = new Set(given.map((one) => findRun(store, one).id));
  const all = listRuns(store, Number.POSITIVE_INFINITY);
  const meant = all.filter(({ id, started }) => named.has(id) || isOld(started));
  const [working, runs] = split(markKilled(platform, store, meant), ({ state }) => state === 'running');
  const known = new Set(all.map(({ id }) => id));
  const going = new Set(runs.map(({ id }) => id));
  const rejects = rejectsFolder(folders);
  // A check writes rejects too, but has no record. The name of its folder holds the time.
  const names = platform.files
    .list(rejects)
    .filter((name) => going.has(name) || (!known.has(name) && isOld(runStarted(name))));
  return { runs, folders: names.map((name) => path.join(rejects, name)), running: working.length };
}

function split<T>(list: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((one) => !test(one))];
}
