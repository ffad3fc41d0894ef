// The pace as pure functions of numbers: GCRA below the limit, a pause with one probe after a 429, a learned ceiling.
// Times are ms on the monotonic clock that all processes of this boot share; rates are requests a minute.
import { isObject, parsedJson } from '../basics/json.ts';

/** What the processes of this machine share about one environment. */
export type PaceState = Readonly<typeof FRESH_PACE>;

export const FRESH_PACE = {
  /** GCRA's theoretical arrival time: when the next request is due if no burst is left. */
  due: 0,
  /** The learned limit, requests a minute; null while no limit below the given one is known. */
  ceiling: null as number | null,
  /** When the ceiling last changed; in the future while it must not grow. */
  ceilingAt: 0,
  /** No process sends before this time. */
  pausedUntil: 0,
  /** 429s in a row; 0 when the last answer was none. */
  strikes: 0,
  /** When the one probe after a pause was started; 0 when no probe is open. */
  probeAt: 0,
};

/** No window of 60 s may hold more than this share of the limit (design, promise 5). */
const TOP_SHARE = 0.968;
/** Share of the limit that is used in the long run. */
const STEADY_SHARE = 0.96;
/** The lowest ceiling, as a share of the limit; also what the ceiling grows by in a minute without a 429. */
const FLOOR_SHARE = 0.02;
const GROWTH_SHARE = 0.02;
/**
 * A second 429 at about the learned level (this share of it or more) shows that the limit is real. The ceiling then
 * does not grow for HOLD_MS; otherwise it would reach that limit again every other minute.
 */
const SAME_LEVEL = 0.75;
const HOLD_MS = 600_000;
/** A probe without an answer (its process died) blocks the other requests no longer than this. */
const PROBE_MS = 30_000;

/**
 * Interval and burst for a limit: in any 60 s at most 60 s / interval + burst requests start, which stays within
 * TOP_SHARE of the limit. Very small limits allow no burst and use less than STEADY_SHARE.
 */
export function intervalFor(perMinute: number) {
  const burst = Math.max(1, Math.floor(perMinute * (TOP_SHARE - STEADY_SHARE)));
  const steady = Math.min(perMinute * STEADY_SHARE, Math.max(perMinute * TOP_SHARE - burst, perMinute * 0.5));
  return { intervalMs: 60_000 / steady, burst };
}

/** The limit that applies now: the given one, or the learned ceiling plus its growth in the time without a 429. */
export function currentLimit(state: PaceState, limit: number, now: number): number {
  if (state.ceiling === null) return limit;
  const grown = state.ceiling + (limit * GROWTH_SHARE * Math.max(0, now - state.ceilingAt)) / 60_000;
  return Math.min(limit, Math.max(grown, limit * FLOOR_SHARE));
}

/** A due time or a pause further ahead than an hour, the longest Retry-After that is honoured, is not valid. */
const FARTHEST = 3_600_000;

/** What another process wrote, when these of its members are numbers; undefined when it is absent or damaged. */
export function sharedRecord<R>(text: string | undefined, numbers: readonly (keyof R)[]): R | undefined {
  const value = parsedJson(text ?? '');
  const isRight = isObject(value) && numbers.every((name) => Number.isFinite(value[name as string]));
  return isRight ? (value as R) : undefined;
}

/**
 * Reads the record that another process wrote. Undefined when it is absent, damaged, or from a clock that was set back
 * since (another boot, a restored machine): such a record could block this process for hours.
 */
export function readPace(text: string | undefined, now: number): PaceState | undefined {
  const state = sharedRecord<PaceState>(text, ['due', 'ceilingAt', 'pausedUntil', 'strikes', 'probeAt']);
  if (!state || !(state.ceiling === null || Number.isFinite(state.ceiling))) return undefined;
  const isFar = Math.max(state.due, state.pausedUntil) > now + FARTHEST;
  return isFar || state.ceilingAt > now + HOLD_MS || state.probeAt > now ? undefined : state;
}

export type PermitDecision =
  | { readonly go: true; readonly probe: boolean }
  | { readonly go: false; readonly waitMs: number };

/** Whether one request may start now, and the state after that. `limit` is Infinity when there is none. */
export function takePermit(
  state: PaceState,
  limit: number,
  now: number,
): { state: PaceState; permit: PermitDecision } {
  if (now < state.pausedUntil) return { state, permit: { go: false, waitMs: state.pausedUntil - now } };
  const probing = state.strikes > 0;
  if (probing && state.probeAt > 0 && now - state.probeAt < PROBE_MS)
    return { state, permit: { go: false, waitMs: 100 } };
  const perMinute = Number.isFinite(limit) ? currentLimit(state, limit, now) : (state.ceiling ?? limit);
  let due = state.due;
  if (Number.isFinite(perMinute)) {
    const { intervalMs, burst } = intervalFor(perMinute);
    const earliest = due - (burst - 1) * intervalMs;
    // A shorter wait would be below the resolution of the clock, and the caller would ask again and again.
    if (now < earliest) return { state, permit: { go: false, waitMs: Math.max(0.01, earliest - now) } };
    due = Math.max(due, now) + intervalMs;
  }
  return {
    state: { ...state, due, probeAt: probing ? now : 0 },
    permit: { go: true, probe: probing },
  };
}

/**
 * After a 429: a pause of 1, 2, 4 ... 60 s with jitter (at least Retry-After), and the ceiling falls to what was
 * accepted over the time observed. Several 429s of requests that started before the pause count once.
 */
export function afterLimited(
  state: PaceState,
  now: number,
  seen: {
    limit: number;
    acceptedPerMinute: number;
    retryAfterMs: number;
    startedAt: number;
    probe: boolean;
    unit: number;
  },
): PaceState {
  const { limit, acceptedPerMinute, retryAfterMs, startedAt, probe, unit } = seen;
  // No request starts during a pause. So a request that started before the end of the pause started before its
  // beginning.
  if (!probe && startedAt < state.pausedUntil)
    return retryAfterMs > 0
      ? { ...state, pausedUntil: Math.max(state.pausedUntil, now + retryAfterMs) }
      : state;
  const strikes = state.strikes + 1;
  const pause = Math.min(60_000, 1000 * 2 ** (strikes - 1)) * (0.75 + 0.25 * unit);
  const bounded = Number.isFinite(limit);
  const before = bounded ? currentLimit(state, limit, now) : (state.ceiling ?? Number.POSITIVE_INFINITY);
  // Without a limit the ceiling halves: the accepted rate says nothing when this tool itself sent little.
  const learned = bounded ? acceptedPerMinute : (state.ceiling ?? acceptedPerMinute) / 2;
  const floor = bounded ? limit * FLOOR_SHARE : 60;
  const ceiling = Math.max(floor, Math.min(before, learned));
  const confirmed =
    bounded && state.strikes === 0 && state.ceiling !== null && ceiling >= state.ceiling * SAME_LEVEL;
  return {
    ...state,
    strikes,
    probeAt: 0,
    pausedUntil: Math.max(state.pausedUntil, now + Math.max(pause, retryAfterMs)),
    ceiling,
    ceilingAt: confirmed ? now + HOLD_MS : strikes > 1 ? Math.max(state.ceilingAt, now) : now,
  };
}

/** A probe without an answer says nothing about the limit: another probe may start. */
export const afterLost = (state: PaceState, startedAt: number): PaceState =>
  state.strikes > 0 && state.probeAt === startedAt ? { ...state, probeAt: 0 } : state;

/**
 * After any answer other than 429: the pause is over, and without a limit the ceiling doubles every 5 s without a 429.
 */
export function afterClean(state: PaceState, limit: number, now: number, wasProbe: boolean): PaceState {
  let next = state;
  if (wasProbe && state.strikes > 0)
    next = { ...next, strikes: 0, probeAt: 0, ceilingAt: Math.max(next.ceilingAt, now) };
  if (!Number.isFinite(limit) && next.ceiling !== null && next.strikes === 0 && now - next.ceilingAt >= 5000)
    next = { ...next, ceiling: next.ceiling > 1e6 ? null : next.ceiling * 2, ceilingAt: now };
  if (
    Number.isFinite(limit) &&
    next.ceiling !== null &&
    next.strikes === 0 &&
    currentLimit(next, limit, now) >= limit
  )
    next = { ...next, ceiling: null, ceilingAt: now };
  return next;
}

/** The limit by the time of the day: `08:00,1000 22:00,5000`. */
export interface Timetable {
  /** As it was given. */
  readonly text: string;
  /** IANA name of the zone of its times; undefined: that of this machine. */
  readonly zone?: string | undefined;
  /** In the order of the day. Before the first one, the last one of the day before holds. */
  readonly steps: readonly { readonly minute: number; readonly limit: number }[];
}

const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;
const DAY = 1440;

/** Undefined for a text that is no timetable, or names a time twice. */
export function parseTimetable(text: string): Timetable | undefined {
  const steps = text
    .trim()
    .split(/\s+/)
    .map((step) => {
      const [, hour, minute, limit] = /^(\d{1,2}):(\d\d),(\d{1,8})$/.exec(step)?.map(Number) ?? [];
      return {
        minute: hour! * 60 + minute!,
        limit: limit!,
        isRight: hour! < 24 && minute! < 60 && limit! > 0,
      };
    })
    .sort((a, b) => a.minute - b.minute);
  const isRight = steps.every((step, i) => step.isRight && step.minute !== steps[i - 1]?.minute);
  return isRight
    ? { text: text.trim(), steps: steps.map(({ minute, limit }) => ({ minute, limit })) }
    : undefined;
}

/** Requests a minute at a time (ms since the epoch). */
export function limitAt({ steps, zone }: Timetable, at: number): number {
  const minute = minuteOfDay(at, zone);
  return (steps.findLast((step) => step.minute <= minute) ?? steps.at(-1)!).limit;
}

/** How long so many requests take from a time on, ms. */
export function msWithin(timetable: Timetable, requests: number, from: number): number {
  let left = requests;
  let at = from;
  for (;;) {
    const perMs = (limitAt(timetable, at) * STEADY_SHARE) / MINUTE;
    const minute = minuteOfDay(at, timetable.zone);
    const later = timetable.steps.map((step) => (step.minute - minute + DAY) % DAY || DAY);
    // In a night in which the clocks change, a step comes an hour sooner or later: looked at every half hour.
    const step = Math.min(Math.min(...later) * MINUTE - (at % MINUTE), HALF_HOUR - (at % HALF_HOUR));
    if (left <= perMs * step) return at - from + left / perMs;
    left -= perMs * step;
    at += step;
  }
}

function minuteOfDay(at: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...(timeZone !== undefined && { timeZone }),
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}
