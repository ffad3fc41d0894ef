// What all processes of this machine together saw accepted lately, as pure functions: what a 429 teaches is measured by it.
import { isObject } from '../basics/json.ts';

/** Times are ms on the monotonic clock of this boot. */
export interface Seen {
  /** Number of the newest slot of SLOT_MS. */
  readonly ordinal: number;
  /** Accepted requests per slot, the newest last; SLOTS of them. */
  readonly counts: readonly number[];
  /** When somebody began to send after a silence of a whole window. */
  readonly since: number;
  /** When somebody last sent or was answered. */
  readonly last: number;
  /** When a 429 came, and what was accepted since. */
  readonly limitedAt: number;
  readonly sinceLimited: number;
}

/**
 * What a limiter counts is the last 60 s to the request. Slots of 5 s cost up to 8 % of a learned limit: one of these, cut
 * at the edge of the minute by its share, less than 1 %.
 */
const SLOT_MS = 1000;
const WINDOW_MS = 60_000;
/** The last one is not over yet, the first one reaches into the minute. */
const SLOTS = WINDOW_MS / SLOT_MS + 1;
/** Fewer accepted requests than this say nothing exact about a rate. */
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

/** The record as another process wrote it; a fresh one when it is absent, damaged or of a clock that has gone back. */
export function readSeen(text: string | undefined, now: number): Seen {
  if (text === undefined) return freshSeen(now);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return freshSeen(now);
  }
  if (!isObject(value)) return freshSeen(now);
  const { ordinal, counts, since, last, limitedAt, sinceLimited } = value as {
    [key in keyof Seen]?: unknown;
  };
  const numbers = [ordinal, since, last, limitedAt, sinceLimited];
  if (!numbers.every(Number.isFinite) || !Array.isArray(counts) || counts.length !== SLOTS)
    return freshSeen(now);
  const seen = value as unknown as Seen;
  if (
    !counts.every((count) => Number.isFinite(count) && count >= 0) ||
    Math.max(seen.last, seen.since, seen.limitedAt) > now
  )
    return freshSeen(now);
  return {
    ordinal: seen.ordinal,
    counts,
    since: seen.since,
    last: seen.last,
    limitedAt: seen.limitedAt,
    sinceLimited: seen.sinceLimited,
  };
}

/** So many more were accepted; with 0, somebody only began to send. */
export function addAccepted(seen: Seen, accepted: number, now: number): Seen {
  const ordinal = Math.floor(now / SLOT_MS);
  const moved = Math.min(SLOTS, Math.max(0, ordinal - seen.ordinal));
  const counts = [...seen.counts.slice(moved), ...Array<number>(moved).fill(0)];
  counts[SLOTS - 1] = (counts[SLOTS - 1] ?? 0) + accepted;
  const since = now - seen.last > WINDOW_MS ? now : seen.since;
  return { ...seen, ordinal, counts, since, last: now, sinceLimited: seen.sinceLimited + accepted };
}

/** A 429 came. Where hardly anything was accepted since the one before, the measure goes on from there. */
export const addLimited = (seen: Seen, now: number): Seen =>
  seen.sinceLimited < ENOUGH && now - seen.limitedAt <= WINDOW_MS
    ? seen
    : { ...seen, limitedAt: now, sinceLimited: 0 };

/**
 * Requests a minute that the service accepted. A bucket that was full at first gave more than its rate over the last
 * minute: between two 429s it gave its rate, so a `fresh` 429 (no failed probe) soon after another one is measured
 * from there.
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
