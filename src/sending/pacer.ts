// The pace at work: every attempt of every process of this machine takes its turn in one shared record.
import type { Clock, Random } from '../platform/platform.ts';
import type { SharedStates } from '../storage/machine.ts';
import {
  afterClean,
  afterLimited,
  afterLost,
  FRESH_PACE,
  type PaceState,
  readPace,
  type Turn,
  takePermit,
} from './pace.ts';
import { acceptedPerMinute, addAccepted, addLimited, readSeen } from './seen.ts';

/** Leave to send one request. */
export interface Permit {
  readonly startedAt: number;
  readonly probe: boolean;
}

export interface Outcome {
  readonly limited: boolean;
  readonly accepted: boolean;
  readonly retryAfterMs?: number;
  /** No answer came, or the leave was not used. */
  readonly lost?: boolean;
}

export type OnPause = (ms: number, isNew: boolean) => void;

export interface Pacer {
  /**
   * Waits for a turn; undefined when the signal aborted first. While it has to sit out a pause it says so about once a
   * second: the ms that are left, and whether this pause is told for the first time.
   */
  acquire(signal?: AbortSignal, onPause?: OnPause): Promise<Permit | undefined>;
  /** How long nobody sends because of a 429, ours or another process's, ms; 0 when there is no pause. */
  pauseMs(): number;
  /** What came of every leave is told here, once. */
  answered(permit: Permit, outcome: Outcome): void;
  /** Requests a minute that apply; Infinity when there is no limit. */
  readonly limit: number;
  /** Most attempts of this process that started within 60 s, so far. */
  maxIn60s(): number;
  /** Attempts of this process within the last 60 s. */
  inLast60s(): number;
  /** Seconds this process spent waiting because of 429s. */
  pausedSeconds(): number;
}

export interface PacerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: SharedStates;
  /** One pace per environment: the service's limit is per IP address, not per address of the service. */
  readonly environment: string;
  /** Requests a minute that this process may use. */
  readonly limit: number;
  /** Less than what all processes of this machine may use together: a shard's share, a rate that was asked for. */
  readonly part?: {
    /** Processes with the same name have `limit` together. */
    readonly name: string;
    /** Requests a minute of the whole environment. */
    readonly whole: number;
  };
}

/** What was accepted is told to the other processes at most so often. */
const TELL_MS = 50;

export function makePacer({ clock, random, store, environment, limit, part }: PacerParts): Pacer {
  const key = `pace/${environment}`;
  const seenKey = `accepted/${environment}`;
  const whole = part?.whole ?? limit;
  const attempts = new RollingWindow(60_000);
  /** Accepted and not told yet. */
  let untold = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let paused = 0;
  /** The end of the last pause that was told. */
  let toldPause = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const load = (at = key): PaceState => readPace(store.get(at), clock.monotonic()) ?? FRESH_PACE;
  const save = (before: PaceState, state: PaceState, at = key) => {
    if (state !== before) store.put(at, JSON.stringify(state));
  };
  const update = (change: (state: PaceState) => PaceState): void =>
    store.transaction(() => {
      const before = load();
      save(before, change(before));
    });

  /** Everybody's turns first; what this part may use of them is counted in a record of its own. */
  const take = (now: number): Turn => {
    const before = load();
    const { state, turn } = takePermit(before, whole, now);
    if (part && turn.go) {
      const mine = `${key}/${part.name}`;
      const ours = load(mine);
      const own = takePermit(ours, limit, now);
      if (!own.turn.go) return own.turn;
      save(ours, own.state, mine);
    }
    save(before, state);
    return turn;
  };

  /** Adds what this process saw accepted to what all of them saw. */
  const tell = (now: number) => {
    const seen = addAccepted(readSeen(store.get(seenKey), now), untold, now);
    untold = 0;
    toldAt = now;
    return seen;
  };

  async function waitForTurn(
    signal: AbortSignal | undefined,
    onPause: OnPause | undefined,
  ): Promise<Permit | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      // The time is read inside the transaction: waiting for another process must not make it old.
      const { turn, limited, pausedUntil, now } = store.transaction(() => {
        const now = clock.monotonic();
        const { strikes, pausedUntil } = load();
        const limited = strikes > 0;
        const turn = take(now);
        if (turn.go && now - toldAt >= TELL_MS) store.put(seenKey, JSON.stringify(tell(now)));
        return { turn, limited, pausedUntil, now };
      });
      if (turn.go) {
        attempts.add(now);
        return { startedAt: now, probe: turn.probe };
      }
      if (pausedUntil > now && onPause) {
        onPause(pausedUntil - now, pausedUntil !== toldPause);
        toldPause = pausedUntil;
      }
      await clock.sleep(Math.min(turn.waitMs, 1000), signal);
      if (limited) paused += clock.monotonic() - now;
    }
  }

  return {
    limit,
    // One at a time inside the process: waiting in line keeps the order of those who ask.
    acquire(signal, onPause) {
      const mine = queue.then(() => waitForTurn(signal, onPause));
      queue = mine.catch(() => {});
      return mine;
    },
    answered(permit, answer) {
      const now = clock.monotonic();
      if (answer.accepted) untold++;
      if (answer.limited) {
        store.transaction(() => {
          const before = load();
          const seen = tell(now);
          const state = afterLimited(before, now, {
            limit: whole,
            acceptedPerMinute: acceptedPerMinute(seen, now, before.strikes === 0),
            retryAfterMs: answer.retryAfterMs ?? 0,
            startedAt: permit.startedAt,
            probe: permit.probe,
            unit: random.unit(),
          });
          save(before, state);
          store.put(seenKey, JSON.stringify(addLimited(seen, now)));
        });
      } else if (answer.lost) {
        if (permit.probe) update((before) => afterLost(before, permit.startedAt));
      } else if (permit.probe || load().ceiling !== null)
        update((before) => afterClean(before, whole, now, permit.probe));
    },
    pauseMs: () => Math.max(0, load().pausedUntil - clock.monotonic()),
    maxIn60s: () => attempts.max(),
    inLast60s: () => attempts.count(clock.monotonic()),
    pausedSeconds: () => Math.round(paused / 100) / 10,
  };
}
// Counts what happened within the last so many ms, and the most there ever was at once.

export class RollingWindow {
  private times: number[] = [];
  private head = 0;
  private most = 0;

  constructor(private readonly widthMs: number) {}

  /** Times come in order. */
  add(now: number): void {
    this.times.push(now);
    this.most = Math.max(this.most, this.count(now));
  }

  count(now: number): number {
    while (this.head < this.times.length && this.times[this.head]! <= now - this.widthMs) this.head++;
    if (this.head > 1024 && this.head * 2 > this.times.length) {
      this.times = this.times.slice(this.head);
      this.head = 0;
    }
    return this.times.length - this.head;
  }

  /** When the oldest that still counts happened; undefined when there is none. */
  oldest(now: number): number | undefined {
    this.count(now);
    return this.times[this.head];
  }

  max(): number {
    return this.most;
  }
}
