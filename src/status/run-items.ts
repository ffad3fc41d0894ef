// Runs of a target that need a person: those that did not end well and were not repeated, scheduled command lines that failed or did
// not run, and a newest order that is old.
import { groupBy } from '../basics/groups.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { markKilled } from '../runs/find-run.ts';
import { getRun, type RunKind, type RunRecord } from '../storage/runs.ts';
import { type Found, itemOf, type StatusKind } from './kinds.ts';

/** What is needed of a run. Times are ms since the epoch. */
interface StatusRun extends Pick<RunRecord, 'id' | 'shard' | 'command' | 'started' | 'ended' | 'exitCode'> {
  readonly kind: RunKind;
  readonly state: string;
  /** Digests of the files that it read, in order; null when it read none. */
  readonly content: string | null;
  /** Orders that it sent and that were accepted. */
  readonly accepted: number;
}

type RunOutcome = 'success' | 'running' | 'killed' | 'unavailable' | 'interrupted' | 'stopped';

/** Runs of one command line, oldest first. */
export type CommandLine = Readonly<ReturnType<typeof commandLines>[number]>;

/** A command line that succeeded on as many days (UTC) is taken for a scheduled one. A backfill is done within a day or two. */
const SCHEDULED_DAYS = 3;
/** Runs that follow each other within this time, ms, are one turn: a script that sends several files. */
const ONE_TURN_MS = 60_000;
const DAY_MS = 86_400_000;

/** Exit 3 is a success: everything else was delivered, and refused orders are an item of their own. */
export function outcomeOf({ state, exitCode }: StatusRun): RunOutcome {
  if (state === 'running' || state === 'killed') return state;
  if (exitCode === 0 || exitCode === 3) return 'success';
  if (exitCode === 75) return 'unavailable';
  return state === 'interrupted' || exitCode === 130 || exitCode === 143 ? 'interrupted' : 'stopped';
}

/** Only these read files that a schedule names anew each time; the others name their order or ASN. */
const OF_FILES: ReadonlySet<RunKind> = new Set(['orders upload', 'asns create']);

/**
 * The same for command lines that differ only in the numbers of dates and of names of files: `exports/orders-2026-11-20.csv` is
 * `exports/orders-#-#-#.csv`. Words without a slash, a dot or four digits are left alone: `--since 7d` and `--since 30d` differ.
 */
export function lineWords({ kind, command, shard }: Pick<StatusRun, 'kind' | 'command' | 'shard'>): string {
  if (!OF_FILES.has(kind)) return command;
  const words = command
    .split(' ')
    .map((word) => (/[/.]|\d{4}/.test(word) ? word.replace(/\d+/g, '#') : word));
  const distinct = words.filter((word, i) => word !== words[i - 1]);
  // Each shard is a line of its own, however its number was given.
  return shard === null ? distinct.join(' ') : `${distinct.join(' ')} (shard ${shard})`;
}

/** `runs`: oldest first. */
export function commandLines(runs: readonly StatusRun[]) {
  return [...groupBy(runs, lineWords)].map(([words, group]) => {
    const successes = group.filter((run) => outcomeOf(run) === 'success');
    const days = new Set(successes.map(({ started }) => Math.floor(started / DAY_MS)));
    return {
      /** With # for the numbers in names of files and dates. */
      words,
      runs: group,
      successes,
      /** Whether it succeeded on enough different days to be taken for a scheduled one. */
      isScheduled: days.size >= SCHEDULED_DAYS,
      /** The usual time from start to start, ms; null with fewer than two successes. */
      usual: usualInterval(successes),
    };
  });
}

/** The median time from one turn to the next, ms. */
export function usualInterval(runs: readonly Pick<StatusRun, 'started' | 'ended'>[]): number | null {
  const starts: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { started, ended } of runs) {
    if (started - end >= ONE_TURN_MS) starts.push(started);
    end = Math.max(end, ended ?? started);
  }
  const intervals = starts.slice(1).map((start, i) => start - starts[i]!);
  return intervals.length === 0 ? null : medianOf(intervals);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

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
) {
  if (!newest) return [];
  const usual = usualInterval(sent) ?? 0;
  if (now - newest.at <= Math.max(STALE_MS, LATE * usual)) return [];
  const { last } = newest;
  const next = last.kind === 'orders upload' ? last.command : 'returns runs list';
  return itemOf('orders_stale', [{ id: newest.run, at: newest.at }], () => next);
}
