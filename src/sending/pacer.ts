// Gives out permits to send. All processes of this machine count their attempts in one shared record.
import type { Clock, Random } from '../platform/platform.ts';
import type { SharedStates } from '../storage/machine.ts';
import {
  afterClean,
  afterLimited,
  afterLost,
  FRESH_PACE,
  limitAt,
  type PaceState,
  type PermitDecision,
  readPace,
  type Timetable,
  takePermit,
} from './rate-limit.ts';
import { acceptedPerMinute, addAccepted, addLimited, readSeen } from './seen.ts';

/** Permission to send one request. */
export interface Permit {
  readonly startedAt: number;
  readonly probe: boolean;
}

export interface PermitOutcome {
  readonly limited: boolean;
  readonly accepted: boolean;
  readonly retryAfterMs?: number;
  /** No answer came, or the permit was not used. */
  readonly lost?: boolean;
}

export type OnPause = (ms: number, isNew: boolean) => void;

export type Pacer = ReturnType<typeof makePacer>;

export interface PacerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: SharedStates;
  /** One pace per environment: the service's limit is per IP address, not per address of the service. */
  readonly environment: string;
  /** Requests a minute that this process may use. */
  readonly limit: number | Timetable;
  /** Set when this process may use less than all processes of this machine together: a shard, or a lower --rate. */
  readonly part?: {
    /** Processes with the same name share `limit`. */
    readonly name: string;
    /** Requests a minute of the whole environment. */
    readonly whole: number;
  };
}

/** Accepted requests are reported to the other processes at most once in this time. */
const REPORT_MS = 50;

export function makePacer({ clock, random, store, environment, limit, part }: PacerParts) {
  const key = `pace/${environment}`;
  const seenKey = `accepted/${environment}`;
  const limitNow = () => (typeof limit === 'number' ? limit : limitAt(limit, clock.now()));
  const whole = part?.whole ?? limitNow();
  const attempts = new RollingWindow(60_000);
  /** Accepted, and not yet reported to the other processes. */
  let unreported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let paused = 0;
  /** The end of the last pause that was reported. */
  let reportedPause = 0;
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

  /** First the limit of all processes; then the limit of this part, which is counted in a record of its own. */
  const take = (now: number): PermitDecision => {
    const before = load();
    const { state, permit } = takePermit(before, whole, now);
    if (part && permit.go) {
      const mine = `${key}/${part.name}`;
      const ours = load(mine);
      const own = takePermit(ours, limitNow(), now);
      if (!own.permit.go) return own.permit;
      save(ours, own.state, mine);
    }
    save(before, state);
    return permit;
  };

  /** Adds the requests accepted by this process to the shared count. */
  const report = (now: number) => {
    const seen = addAccepted(readSeen(store.get(seenKey), now), unreported, now);
    unreported = 0;
    reportedAt = now;
    return seen;
  };

  async function waitForPermit(
    signal: AbortSignal | undefined,
    onPause: OnPause | undefined,
  ): Promise<Permit | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      // The time is read inside the transaction: after a wait for another process, an earlier reading would be too old.
      const { permit, limited, pausedUntil, now } = store.transaction(() => {
        const now = clock.monotonic();
        const { strikes, pausedUntil } = load();
        const limited = strikes > 0;
        const permit = take(now);
        if (permit.go && now - reportedAt >= REPORT_MS) store.put(seenKey, JSON.stringify(report(now)));
        return { permit, limited, pausedUntil, now };
      });
      if (permit.go) {
        attempts.add(now);
        return { startedAt: now, probe: permit.probe };
      }
      if (pausedUntil > now && onPause) {
        onPause(pausedUntil - now, pausedUntil !== reportedPause);
        reportedPause = pausedUntil;
      }
      await clock.sleep(Math.min(permit.waitMs, 1000), signal);
      if (limited) paused += clock.monotonic() - now;
    }
  }

  return {
    /** Requests a minute that apply now; Infinity when there is no limit. */
    get limit() {
      return limitNow();
    },
    /**
     * Waits for a permit; undefined when the signal aborted first. During a pause it calls `onPause` about once a second
     * with the ms that are left, and whether this pause is reported for the first time.
     */
    acquire(signal?: AbortSignal, onPause?: OnPause): Promise<Permit | undefined> {
      // One at a time inside the process, so that permits are given in the order in which they were asked for.
      const mine = queue.then(() => waitForPermit(signal, onPause));
      queue = mine.catch(() => {});
      return mine;
    },
    /** Reports the outcome of a permit. Must be called once for each permit. */
    answered(permit: Permit, answer: PermitOutcome): void {
      const now = clock.monotonic();
      if (answer.accepted) unreported++;
      if (answer.limited) {
        store.transaction(() => {
          const before = load();
          const seen = report(now);
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
    /** How long no process may send because of a 429 (to this or another process), ms; 0 when there is no pause. */
    pauseMs: () => Math.max(0, load().pausedUntil - clock.monotonic()),
    /** Most attempts of this process that started within 60 s, so far. */
    maxIn60s: () => attempts.max(),
    /** Attempts of this process within the last 60 s. */
    inLast60s: () => attempts.count(clock.monotonic()),
    /** Seconds this process spent waiting because of 429s. */
    pausedSeconds: () => Math.round(paused / 100) / 10,
  };
}
// Counts events within a rolling window, and the highest count so far.

export class RollingWindow {
  private times: number[] = [];
  private head = 0;
  private most = 0;

  constructor(private readonly widthMs: number) {}

  /** `now` never decreases from call to call. */
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

  max(): number {
    return this.most;
  }
}
