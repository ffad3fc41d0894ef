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
  sharedRecord,
  type Timetable,
  takePermit,
} from './rate-limit.ts';

/** Permission to send one request. */
export interface Permit {
  readonly startedAt: number;
  readonly probe: boolean;
}

interface PermitOutcome {
  readonly limited: boolean;
  readonly accepted: boolean;
  readonly retryAfterMs?: number;
  /** No answer came, or the permit was not used. */
  readonly lost?: boolean;
}

type OnPause = (ms: number, isNew: boolean) => void;

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

  private load(at = this.key) {
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

class RollingWindow {
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

// How many requests all processes of this machine saw accepted in the last minute, as pure functions. After a 429 the
// ceiling is set from it.

/**
 * A limiter counts the last 60 s before the request. With slots of 5 s the learned limit would be up to 8 % too low;
 * with slots of 1 s, the oldest counted by its share of the minute, it is less than 1 %.
 */
const SLOT_MS = 1000;
const WINDOW_MS = 60_000;
/** One more than a minute has: the newest slot is not over yet, and the oldest is only partly inside the minute. */
const SLOTS = WINDOW_MS / SLOT_MS + 1;
/** With fewer accepted requests than this, a rate is not exact enough. */
const ENOUGH = 10;
const FAR_AWAY = -1e12;

/** Times are ms on the monotonic clock of this boot. */
const freshSeen = (now: number) => ({
  /** Number of the newest time slot of SLOT_MS. */
  ordinal: Math.floor(now / SLOT_MS),
  /** Accepted requests per slot, the newest last; SLOTS of them. */
  counts: Array<number>(SLOTS).fill(0),
  /** When sending began after a whole window without any request. */
  since: now,
  /** When any process last sent a request or got an answer. */
  last: now,
  /** When the last 429 came, and how many requests were accepted since. */
  limitedAt: FAR_AWAY,
  sinceLimited: 0,
});
type Seen = Readonly<ReturnType<typeof freshSeen>>;

/**
 * Reads the record that another process wrote; a new one when it is absent, damaged, or from a clock that was set back
 * since.
 */
function readSeen(text: string | undefined, now: number) {
  const seen = sharedRecord<Seen>(text, ['ordinal', 'since', 'last', 'limitedAt', 'sinceLimited']);
  const isRight =
    seen &&
    Array.isArray(seen.counts) &&
    seen.counts.length === SLOTS &&
    seen.counts.every((count) => Number.isFinite(count) && count >= 0);
  return isRight && Math.max(seen.last, seen.since, seen.limitedAt) <= now ? seen : freshSeen(now);
}

/** Adds accepted requests; 0 means that sending begins. */
function addAccepted(seen: Seen, accepted: number, now: number): Seen {
  const ordinal = Math.floor(now / SLOT_MS);
  const moved = Math.min(SLOTS, Math.max(0, ordinal - seen.ordinal));
  const counts = [...seen.counts.slice(moved), ...Array<number>(moved).fill(0)];
  counts[SLOTS - 1] = (counts[SLOTS - 1] ?? 0) + accepted;
  const since = now - seen.last > WINDOW_MS ? now : seen.since;
  return { ...seen, ordinal, counts, since, last: now, sinceLimited: seen.sinceLimited + accepted };
}

/** A 429 came. When almost nothing was accepted since the 429 before, the measurement from that one continues. */
const addLimited = (seen: Seen, now: number) =>
  seen.sinceLimited < ENOUGH && now - seen.limitedAt <= WINDOW_MS
    ? seen
    : { ...seen, limitedAt: now, sinceLimited: 0 };

/**
 * Requests a minute that the service accepted. A token bucket that was full gave more than its rate in the last minute;
 * between two 429s it gave exactly its rate. So a `fresh` 429 (not of a failed probe) soon after another one is
 * measured from that one.
 */
function acceptedPerMinute(seen: Seen, now: number, fresh: boolean): number {
  const rolled = addAccepted(seen, 0, now);
  const outside = now - WINDOW_MS - (rolled.ordinal - SLOTS + 1) * SLOT_MS;
  const whole = rolled.counts.reduce((total, count) => total + count, 0);
  const sum = whole - (rolled.counts[0]! * outside) / SLOT_MS;
  const perMinute = (sum * WINDOW_MS) / Math.min(WINDOW_MS, Math.max(1000, now - rolled.since));
  const sinceMs = now - seen.limitedAt;
  if (!fresh || sinceMs > WINDOW_MS || seen.sinceLimited < ENOUGH) return perMinute;
  return Math.min(perMinute, (seen.sinceLimited * 60_000) / Math.max(1000, sinceMs));
}
