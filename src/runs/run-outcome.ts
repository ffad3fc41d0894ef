// What the ends of all runs have alike, of orders and of ASNs: state and exit code, and the parts of the summary.

import { EXIT, type ExitCode, worstExit } from '../basics/exit-codes.ts';
import { defectFailure, errorOf, type Failure } from '../basics/failure.ts';
import { plural } from '../basics/units.ts';
import { type CodeCount, CodeDetails, type Finding } from '../contract/finding.ts';
import { type Levels, levelsDocument } from '../contract/levels.ts';
import { bytes } from '../input/compact-numbers.ts';
import type { SnapshotIndex } from '../input/snapshot-versions.ts';
import type { InputFile } from '../input/types.ts';
import type { Clock } from '../platform/platform.ts';
import { noRequests, type SendEnd, type Transport } from '../sending/types.ts';

/** Where a run sends to; null for a check without a target. */
export interface RunPlace {
  readonly profile: string | null;
  readonly environment: string | null;
  readonly target: string | null;
}

interface SummaryParts {
  readonly platform: { readonly clock: Clock };
  readonly plan: RunPlace;
  readonly run: string;
  readonly checks: { readonly levels?: Levels | undefined };
}

/** @param started monotonic, ms */
export const summaryParts = (
  { platform, plan, run, checks }: SummaryParts,
  started: number,
  failure: Failure | undefined,
) => ({
  run,
  profile: plan.profile ?? '',
  environment: plan.environment ?? '',
  target: plan.target ?? '',
  levels: levelsDocument(checks.levels),
  seconds: Math.round(platform.clock.monotonic() - started) / 1000,
  /** For a check or a dry run; null when the run would continue, or did. */
  would_stop: null,
  ...(failure && { error: errorOf(failure) }),
});

/** The requests of a run and its rate; none of them for a run that sent nothing. */
export function trafficOf(limit: number, transport?: Pick<Transport, 'counts' | 'pacer'>) {
  return {
    requests: transport ? { ...transport.counts } : noRequests(),
    rate: {
      limit_per_min: Number.isFinite(limit) ? limit : null,
      max_in_60s: transport?.pacer.maxIn60s() ?? 0,
      paused_seconds: transport?.pacer.pausedSeconds() ?? 0,
    },
  };
}

/** Counted while the files were read, independent of the rows of the messages. */
export const rowsRead = (files: readonly Pick<InputFile, 'rows'>[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

export interface RunEnding {
  readonly end: SendEnd;
  /** Whether messages and rows equal what was counted elsewhere. */
  readonly agree: boolean;
  /** Messages whose outcome is not decided. */
  readonly pending: number;
  /** Only the first messages were to be sent. */
  readonly canary?: boolean;
  /** The exit code for refusals alone. */
  readonly refusals: ExitCode;
  /** What the run sends. */
  readonly what: 'order' | 'ASN';
}

export type RunState = 'checked' | 'completed' | 'partial' | 'stopped' | 'interrupted';

export function outcomeOf({ end, agree, pending, canary = false, refusals, what }: RunEnding) {
  // After a complete run every message is decided, except those after a canary.
  const forgotten = end.kind === 'done' && !canary ? pending : 0;
  const balanced = agree && forgotten === 0;
  const codes: ExitCode[] = balanced ? [] : [EXIT.defect];
  switch (end.kind) {
    case 'done':
      // Exit 3 says that all others were delivered, so it is used only when the run was complete.
      codes.push(refusals);
      break;
    case 'interrupted':
      codes.push(EXIT.interrupted);
      break;
    default:
      codes.push(end.failure.exitCode);
  }
  const whole = end.kind === 'done' && pending === 0;
  const ended = whole ? 'completed' : 'partial';
  const state: RunState = end.kind === 'stopped' || end.kind === 'interrupted' ? end.kind : ended;
  return {
    state,
    exitCode: worstExit(codes),
    balanced,
    // The reason must belong to the exit code that is returned.
    failure: balanced ? ('failure' in end ? end.failure : undefined) : unbalanced(forgotten, what),
  };
}

const unbalanced = (forgotten: number, what: string) =>
  defectFailure(
    'defect.accounts',
    forgotten > 0
      ? `The run has ended, but ${plural(forgotten, what)} of the input were neither sent nor refused`
      : `The rows that were read and those of the ${what}s do not add up`,
    { hint: 'Report this with the summary, then run the same command again: it sends what is missing.' },
  );

/** Latency assumed before the first measurement, and the number of concurrent requests. */
const ASSUMED_LATENCY_MS = 150;
const OPEN_REQUESTS = 32;

export type Estimate = Readonly<ReturnType<typeof estimateOf>>;

/**
 * How long so many requests take, the first of them `oneByOne`. `limit`: requests per minute; Infinity for none. `timed`: ms by a
 * timetable, instead of the limit.
 */
export function estimateOf(
  requests: number,
  oneByOne: number,
  limit: number,
  timed?: (requests: number) => number,
) {
  const byLimit = timed?.(requests) ?? (Number.isFinite(limit) ? (requests / (limit * 0.96)) * 60_000 : 0);
  const byLatency = (oneByOne + (requests - oneByOne) / OPEN_REQUESTS) * ASSUMED_LATENCY_MS;
  return {
    requests,
    /** ms, and what limits the speed. */
    estimateMs: Math.max(byLimit, byLatency),
    bound: requests === 0 ? 'nothing' : byLimit > byLatency ? 'limit' : 'latency',
  };
}

/** The index of an outcome is the number stored in the column; 0 means not decided yet. */
export const SNAPSHOT_OUTCOMES = [
  ...(['pending', 'accepted', 'already_accepted', 'superseded', 'refused', 'skipped'] as const),
] as const;
type SnapshotOutcome = (typeof SNAPSHOT_OUTCOMES)[number];

export type OutcomeCounts = Record<SnapshotOutcome, number>;

export const noOutcomes = (): OutcomeCounts => ({
  ...{ accepted: 0, already_accepted: 0, superseded: 0 },
  ...{ refused: 0, skipped: 0, pending: 0 },
});

export class Accounts {
  private readonly outcomes = bytes();
  readonly counts = noOutcomes();

  /** @param what a message of the input */
  constructor(private readonly what = 'Snapshot') {}

  /** Records the outcome of a message, exactly once. @throws Failure exit 1 when it already has one */
  record(ordinal: number, outcome: Exclude<SnapshotOutcome, 'pending'>): void {
    if (this.outcomes.get(ordinal) !== 0)
      throw defectFailure('defect.accounts', `${this.what} ${ordinal} was recorded twice`, {
        hint: 'This is a defect of the tool: report it together with the summary.',
      });
    this.outcomes.set(ordinal, SNAPSHOT_OUTCOMES.indexOf(outcome));
    this.counts[outcome]++;
  }

  /**
   * Orders per outcome, and the rows that the snapshot index has for them. `balanced` is true when the orders equal
   * those counted as their outcomes were recorded, and the rows equal those counted while the files were read.
   */
  close(snapshotIndex: SnapshotIndex, rowsRead: number) {
    const orders: OutcomeCounts = { ...this.counts, pending: 0 };
    const seen = noOutcomes();
    let accounted = 0;
    for (let ordinal = 0; ordinal < snapshotIndex.snapshots; ordinal++) {
      accounted += snapshotIndex.rowsOf(ordinal);
      seen[SNAPSHOT_OUTCOMES[this.outcomes.get(ordinal)]!]++;
    }
    orders.pending = seen.pending;
    const agree = SNAPSHOT_OUTCOMES.every((outcome) => seen[outcome] === orders[outcome]);
    return { orders, accounted, balanced: agree && accounted === rowsRead };
  }
}

// Findings as plans and summaries show them, counted per code: how many messages, which fields, the first place, an example.

/** File and line of a field path, or of the message itself. */
export type PlaceOf = (path: string) => { readonly file: string; readonly line: number };

type Counted = { -readonly [K in keyof Omit<CodeCount, 'details'>]: CodeCount[K] } & {
  readonly details: CodeDetails;
  /** The number of the last message that was counted. */
  last: number;
};

export class CodeCounts {
  private readonly counts = new Map<string, Counted>();
  private message = 0;

  /** Counts every code, field and value once per message. The place is that of the first finding with the code. */
  add(findings: readonly Finding[], placeOf: PlaceOf): void {
    this.message++;
    for (const finding of findings) {
      const { code } = finding;
      this.count(
        this.counts.get(code) ?? this.begin(code, placeOf(finding.path), { example: finding }),
        finding,
      );
    }
  }

  /** Counts a code of the service, with its message. */
  addOther(code: string, placeOf: PlaceOf, at: { readonly field: string; readonly message?: string }): void {
    this.message++;
    const { field: path, ...more } = at;
    this.count(this.counts.get(code) ?? this.begin(code, placeOf(path), more), { path, args: {} });
  }

  private begin(
    code: string,
    { line, file }: ReturnType<PlaceOf>,
    more: Pick<CodeCount, 'message' | 'example'>,
  ): Counted {
    const first = { firstLine: line, firstFile: file, ...more };
    const known = { code, count: 0, ...first, details: new CodeDetails(), last: 0 };
    this.counts.set(code, known);
    return known;
  }

  private count(known: Counted, at: Pick<Finding, 'path' | 'args'>): void {
    if (known.last !== this.message) known.count++;
    known.last = this.message;
    known.details.add(at, this.message);
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()]
      .map(({ details, last: _, ...count }) => ({ ...count, details: details.list() }))
      .sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}
