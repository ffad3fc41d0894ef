// Recognises runs of the same command line, as cron repeats it with other dates, and how often it usually runs.
import type { RunKind, RunRecord } from '../storage/runs.ts';

/** What is needed of a run. Times are ms since the epoch. */
export interface StatusRun
  extends Pick<RunRecord, 'id' | 'shard' | 'command' | 'started' | 'ended' | 'exitCode'> {
  readonly kind: RunKind;
  readonly state: string;
  /** Digests of the files that it read, in order; null when it read none. */
  readonly content: string | null;
  /** Orders that it sent and that were accepted. */
  readonly accepted: number;
}

export type RunOutcome = 'success' | 'running' | 'killed' | 'unavailable' | 'interrupted' | 'stopped';

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
  const groups = new Map<string, StatusRun[]>();
  for (const run of runs) {
    const words = lineWords(run);
    const group = groups.get(words);
    if (group) group.push(run);
    else groups.set(words, [run]);
  }
  return [...groups].map(([words, group]) => {
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
