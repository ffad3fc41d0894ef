// How many requests all processes of this machine saw accepted in the last minute, as pure functions. After a 429 the
// ceiling is set from it.
import { isObject } from '../basics/json.ts';

/** Times are ms on the monotonic clock of this boot. */
export interface Seen {
  /** Number of the newest time slot of SLOT_MS. */
  readonly ordinal: number;
  /** Accepted requests per slot, the newest last; SLOTS of them. */
  readonly counts: readonly number[];
  /** When sending began after a whole window without any request. */
  readonly since: number;
  /** When any process last sent a request or got an answer. */
  readonly last: number;
  /** When the last 429 came, and how many requests were accepted since. */
  readonly limitedAt: number;
  readonly sinceLimited: number;
}

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

export const freshSeen = (now: number): Seen => ({
  ordinal: Math.floor(now / SLOT_MS),
  counts: Array<number>(SLOTS).fill(0),
  since: now,
  last: now,
  limitedAt: FAR_AWAY,
  sinceLimited: 0,
});

/**
 * Reads the record that another process wrote; a new one when it is absent, damaged, or from a clock that was set back
 * since.
 */
export function readSeen(text: string | undefined, now: number): Seen {
  if (text === undefined) return freshSeen(now);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return freshSeen(now);
  }
  if (!isObject(value)) return freshSeen(now);
  const { counts } = value;
  const numbers = [
    value['ordinal'],
    value['since'],
    value['last'],
    value['limitedAt'],
    value['sinceLimited'],
  ];
  if (!numbers.every(Number.isFinite) || !Array.isArray(counts) || counts.length !== SLOTS)
    return freshSeen(now);
  const seen = value as unknown as Seen;
  const isRight = counts.every((count) => Number.isFinite(count) && count >= 0);
  return isRight && Math.max(seen.last, seen.since, seen.limitedAt) <= now ? seen : freshSeen(now);
}

/** Adds accepted requests; 0 means that sending begins. */
export function addAccepted(seen: Seen, accepted: number, now: number): Seen {
  const ordinal = Math.floor(now / SLOT_MS);
  const moved = Math.min(SLOTS, Math.max(0, ordinal - seen.ordinal));
  const counts = [...seen.counts.slice(moved), ...Array<number>(moved).fill(0)];
  counts[SLOTS - 1] = (counts[SLOTS - 1] ?? 0) + accepted;
  const since = now - seen.last > WINDOW_MS ? now : seen.since;
  return { ...seen, ordinal, counts, since, last: now, sinceLimited: seen.sinceLimited + accepted };
}

/** A 429 came. When almost nothing was accepted since the 429 before, the measurement from that one continues. */
export const addLimited = (seen: Seen, now: number): Seen =>
  seen.sinceLimited < ENOUGH && now - seen.limitedAt <= WINDOW_MS
    ? seen
    : { ...seen, limitedAt: now, sinceLimited: 0 };

/**
 * Requests a minute that the service accepted. A token bucket that was full gave more than its rate in the last minute;
 * between two 429s it gave exactly its rate. So a `fresh` 429 (not of a failed probe) soon after another one is
 * measured from that one.
 */
export function acceptedPerMinute(seen: Seen, now: number, fresh: boolean): number {
  const rolled = addAccepted(seen, 0, now);
  const outside = now - WINDOW_MS - (rolled.ordinal - SLOTS + 1) * SLOT_MS;
  const whole = rolled.counts.reduce((total, count) => total + count, 0);
  const sum = whole - (rolled.counts[0]! * outside) / SLOT_MS;
  const perMinute = (sum * WINDOW_MS) / Math.min(WINDOW_MS, Math.max(1000, now - rolled.since));
  const sinceMs = now - seen.limitedAt;
  if (!fresh || sinceMs > WINDOW_MS || seen.sinceLimited < ENOUGH) return perMinute;
  return Math.min(perMinute, (seen.sinceLimited * 60_000) / Math.max(1000, sinceMs));
}
