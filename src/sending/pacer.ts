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

export class Pacer {
  private readonly key: string;
  private readonly seenKey: string;
  private readonly whole: number;
  private readonly attempts = new RollingWindow(60_000);
  /** Accepted, and not yet reported to the other processes. */
  private unreported = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private paused = 0;
  /** The end of the last pause that was reported. */
  private reportedPause = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: PacerParts) {
    const { environment, part } = parts;
    this.key = `pace/${environment}`;
    this.seenKey = `accepted/${environment}`;
    this.whole = part?.whole ?? this.limit;
  }

  /** Requests a minute that apply now; Infinity when there is no limit. */
  get limit(): number {
    const { limit, clock } = this.parts;
    return typeof limit === 'number' ? limit : limitAt(limit, clock.now());
  }

  /**
   * Waits for a permit; undefined when the signal aborted first. During a pause it calls `onPause` about once a second
   * with the ms that are left, and whether this pause is reported for the first time.
   */
  acquire(signal?: AbortSignal, onPause?: OnPause): Promise<Permit | undefined> {
    // One at a time inside the process, so that permits are given in the order in which they were asked for.
    const mine = this.queue.then(() => this.waitForPermit(signal, onPause));
    this.queue = mine.catch(() => {});
    return mine;
  }

  private async waitForPermit(
    signal: AbortSignal | undefined,
    onPause: OnPause | undefined,
  ): Promise<Permit | undefined> {
    const { clock, store } = this.parts;
    for (;;) {
      if (signal?.aborted) return undefined;
      // The time is read inside the transaction: after a wait for another process, an earlier reading would be too old.
      const { permit, limited, pausedUntil, now } = store.transaction(() => {
        const now = clock.monotonic();
        const { strikes, pausedUntil } = this.load();
        const limited = strikes > 0;
        const permit = this.take(now);
        if (permit.go && now - this.reportedAt >= REPORT_MS)
          store.put(this.seenKey, JSON.stringify(this.report(now)));
        return { permit, limited, pausedUntil, now };
      });
      if (permit.go) {
        this.attempts.add(now);
        return { startedAt: now, probe: permit.probe };
      }
      if (pausedUntil > now && onPause) {
        onPause(pausedUntil - now, pausedUntil !== this.reportedPause);
        this.reportedPause = pausedUntil;
      }
      await clock.sleep(Math.min(permit.waitMs, 1000), signal);
      if (limited) this.paused += clock.monotonic() - now;
    }
  }

  /** First the limit of all processes; then the limit of this part, which is counted in a record of its own. */
  private take(now: number): PermitDecision {
    const { part } = this.parts;
    const before = this.load();
    const { state, permit } = takePermit(before, this.whole, now);
    if (part && permit.go) {
      const mine = `${this.key}/${part.name}`;
      const ours = this.load(mine);
      const own = takePermit(ours, this.limit, now);
      if (!own.permit.go) return own.permit;
      this.save(ours, own.state, mine);
    }
    this.save(before, state);
    return permit;
  }

  /** Reports the outcome of a permit. Must be called once for each permit. */
  answered(permit: Permit, answer: PermitOutcome): void {
    const { clock, random, store } = this.parts;
    const now = clock.monotonic();
    if (answer.accepted) this.unreported++;
    if (answer.limited) {
      store.transaction(() => {
        const before = this.load();
        const seen = this.report(now);
        const state = afterLimited(before, now, {
          limit: this.whole,
          acceptedPerMinute: acceptedPerMinute(seen, now, before.strikes === 0),
          retryAfterMs: answer.retryAfterMs ?? 0,
          startedAt: permit.startedAt,
          probe: permit.probe,
          unit: random.unit(),
        });
        this.save(before, state);
        store.put(this.seenKey, JSON.stringify(addLimited(seen, now)));
      });
    } else if (answer.lost) {
      if (permit.probe) this.update((before) => afterLost(before, permit.startedAt));
    } else if (permit.probe || this.load().ceiling !== null)
      this.update((before) => afterClean(before, this.whole, now, permit.probe));
  }

  /** How long no process may send because of a 429 (to this or another process), ms; 0 when there is no pause. */
  pauseMs(): number {
    return Math.max(0, this.load().pausedUntil - this.parts.clock.monotonic());
  }

  /** Most attempts of this process that started within 60 s, so far. */
  maxIn60s(): number {
    return this.attempts.max();
  }

  /** Attempts of this process within the last 60 s. */
  inLast60s(): number {
    return this.attempts.count(this.parts.clock.monotonic());
  }

  /** Seconds this process spent waiting because of 429s. */
  pausedSeconds(): number {
    return Math.round(this.paused / 100) / 10;
  }

  /** Adds the requests accepted by this process to the shared count. */
  private report(now: number) {
    const seen = addAccepted(readSeen(this.parts.store.get(this.seenKey), now), this.unreported, now);
    this.unreported = 0;
    this.reportedAt = now;
    return seen;
  }

  private load(at = this.key): PaceState {
    const { store, clock } = this.parts;
    return readPace(store.get(at), clock.monotonic()) ?? FRESH_PACE;
  }

  private save(before: PaceState, state: PaceState, at = this.key): void {
    if (state !== before) this.parts.store.put(at, JSON.stringify(state));
  }

  private update(change: (state: PaceState) => PaceState): void {
    this.parts.store.transaction(() => {
      const before = this.load();
      this.save(before, change(before));
    });
  }
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
