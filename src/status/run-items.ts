// Runs of a target that need a person: those that did not end well and were not repeated, scheduled command lines that failed or did
// not run, and a newest order that is old.
import type { Database, Platform } from '../platform/platform.ts';
import { markKilled } from '../runs/find-run.ts';
import { getRun } from '../storage/runs.ts';
import { type Found, itemOf, type StatusItem, type StatusKind } from './kinds.ts';
import {
  type CommandLine,
  commandLines,
  outcomeOf,
  type RunOutcome,
  type StatusRun,
  usualInterval,
} from './scheduled-runs.ts';

/** How many times its usual interval a scheduled command line may be late. */
const LATE = 3;
/** A newest order that is younger is never old, ms: weekends and holidays pass. */
const STALE_MS = 3 * 86_400_000;

/** All runs of a target, oldest first. Runs whose process is gone are marked as killed in the ledger, as `runs list` does. */
export function readRuns(platform: Platform, store: Database, target: number): StatusRun[] {
  const running = store.all(`SELECT id FROM runs WHERE target = ? AND state = 'running'`, target);
  markKilled(
    platform,
    store,
    running.flatMap(([id]) => getRun(store, id as string) ?? []),
  );
  return store
    .all(
      `SELECT id, kind, state, shard, command, started_at, ended_at, exit_code, json_extract(orders, '$.accepted'),
         (SELECT group_concat(sha256) FROM (SELECT sha256 FROM run_files WHERE run = id ORDER BY position))
       FROM runs WHERE target = ? AND state <> 'forgotten' ORDER BY started_at, id`,
      target,
    )
    .map(([id, kind, state, shard, command, started, ended, exitCode, accepted, content]) => ({
      ...{ id, kind, state, shard, command, started, ended, exitCode, content },
      accepted: Number(accepted ?? 0),
    })) as StatusRun[];
}

export function runItems(runs: readonly StatusRun[], since: number, now: number) {
  const lines = commandLines(runs.filter(({ started }) => started >= since));
  const failed: FailedRun[] = [];
  const scheduled: FailedRun[] = [];
  const overdue: FailedRun[] = [];
  for (const line of lines) {
    if (!line.isScheduled) failed.push(...failedCommands(line, runs));
    else if (outcomeOf(line.runs.at(-1)!) === 'success') overdue.push(...overdueOf(line, now));
    else scheduled.push(...failedLine(line));
  }
  const ofKind = (kind: StatusKind, outcome: RunOutcome) =>
    itemOf(
      kind,
      failed.filter((one) => one.outcome === outcome),
      nextOf,
    );
  const sent = runs.filter(({ accepted }) => accepted > 0);
  const newest = sent
    .map((run) => ({ run: run.id, at: run.ended ?? run.started, last: run }))
    .sort((a, b) => a.at - b.at)
    .at(-1);
  const items = [
    ...staleItem(sent, newest, now),
    ...ofKind('runs_killed', 'killed'),
    ...ofKind('runs_unavailable', 'unavailable'),
    ...ofKind('runs_interrupted', 'interrupted'),
    ...ofKind('runs_stopped', 'stopped'),
    ...itemOf('schedule_failed', scheduled, nextOf),
    ...itemOf('schedule_overdue', overdue, nextOf),
  ];
  /** `newest`: the run that sent the newest order that was accepted. */
  return { items, lines, newest: newest ? { run: newest.run, at: newest.at } : null };
}

interface FailedRun extends Found {
  readonly outcome: RunOutcome;
  readonly command: string;
  readonly run: string;
}

/** What stopped a run has to be looked at; everything else goes on with the same command. */
const nextOf = ({ outcome, command, run }: FailedRun): string =>
  outcome === 'stopped' ? `returns runs show ${run}` : command;

const failedRun = (run: StatusRun, at = run.started): FailedRun => ({
  ...{ id: run.id, run: run.id, at, command: run.command },
  outcome: outcomeOf(run),
});

/**
 * Of each command as it was typed, the last run decides, and a later success with the same files under other flags makes up
 * for it: other files of the same folder do not.
 */
function failedCommands({ runs }: CommandLine, all: readonly StatusRun[]): FailedRun[] {
  const last = new Map(runs.map((run) => [run.command, run]));
  return [...last.values()]
    .filter((run) => !['success', 'running'].includes(outcomeOf(run)) && !isMadeUpFor(run, all))
    .map((run) => failedRun(run));
}

const isMadeUpFor = (run: StatusRun, all: readonly StatusRun[]): boolean =>
  // Empty when the run ended before its files were read.
  /\w/.test(run.content ?? '') &&
  all.some(
    (other) =>
      other.started > run.started &&
      other.kind === run.kind &&
      other.content === run.content &&
      [null, run.shard].includes(other.shard) &&
      outcomeOf(other) === 'success',
  );

function failedLine({ runs }: CommandLine): FailedRun[] {
  const last = runs.at(-1)!;
  // One that runs at the moment decides when it has ended.
  if (outcomeOf(last) === 'running') return [];
  const good = runs.findLastIndex((run) => outcomeOf(run) === 'success');
  return [failedRun(last, runs[good + 1]!.started)];
}

function overdueOf({ successes, usual }: CommandLine, now: number): FailedRun[] {
  const last = successes.at(-1)!;
  return usual !== null && now - last.started > LATE * usual ? [failedRun(last)] : [];
}

function staleItem(
  sent: readonly StatusRun[],
  newest: { readonly run: string; readonly at: number; readonly last: StatusRun } | undefined,
  now: number,
): StatusItem[] {
  if (!newest) return [];
  const usual = usualInterval(sent) ?? 0;
  if (now - newest.at <= Math.max(STALE_MS, LATE * usual)) return [];
  const { last } = newest;
  const next = last.kind === 'orders upload' ? last.command : 'returns runs list';
  return itemOf('orders_stale', [{ id: newest.run, at: newest.at }], () => next);
}
