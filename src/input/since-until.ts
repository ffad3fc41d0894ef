// --since and --until: selects the orders with an `updated_at`, or for --since a refund, inside a window.
import { usageFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { badValue } from '../basics/units.ts';
import { parseInstant } from '../contract/time.ts';

interface WindowOptions {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export type Window = NonNullable<ReturnType<typeof windowOf>>;

const EXPECTED = 'a date (2026-05-01), a time (2026-05-01T00:00:00Z) or an age (6mo, 90d, 2w, 1y, 12h)';
const DAY = 86_400_000;

/**
 * The window that the flags give at `now` (ms); undefined without the flags. For `--since`, a date means its beginning
 * in UTC; for `--until` its end, so that `--until 2026-05-31` includes the 31st. @throws Failure exit 2
 */
export function windowOf(options: WindowOptions, now: number) {
  if (options.since === undefined && options.until === undefined) return undefined;
  const from =
    options.since === undefined ? Number.NEGATIVE_INFINITY : momentOf(options.since, '--since', now, 0);
  const to =
    options.until === undefined ? Number.POSITIVE_INFINITY : momentOf(options.until, '--until', now, DAY);
  if (from >= to)
    throw usageFailure('usage.window', '--since is not before --until: no order can lie between them', {
      expected: '--since earlier than --until',
      hint: 'Exchange the two, or omit one.',
    });
  return {
    /** Microseconds since the epoch: from (inclusive) and to (exclusive). */
    from,
    to,
    /**
     * False when the order is outside, and each of its refunds was before it or is in the future. An order without a readable time is inside, so that its check reports the fault.
     */
    includes(raw: unknown) {
      const updated = timeIn(raw, 'updated_at');
      if (updated === undefined) return true;
      return updated < to && (updated >= from || hasRefundIn(raw, from, Math.min(to, now * 1000)));
    },
  };
}

/** Microseconds since the epoch; undefined when the time is not readable. */
function timeIn(raw: unknown, field: string): number | undefined {
  const text = isObject(raw) ? raw[field] : undefined;
  return typeof text === 'string' ? parseInstant(text)?.micros : undefined;
}

/** Not every shop moves `updated_at` of an order with its refunds. */
function hasRefundIn(raw: unknown, from: number, to: number): boolean {
  const refunds = isObject(raw) ? raw.refunds : undefined;
  const isIn = (at = Number.NEGATIVE_INFINITY) => at >= from && at < to;
  return Array.isArray(refunds) && refunds.some((refund) => isIn(timeIn(refund, 'created_at')));
}

/**
 * A date, a time, or an age before `now`, in microseconds. A date means its beginning plus `dateLasts` ms. @throws
 * Failure exit 2
 */
export function momentOf(text: string, flag: string, now: number, dateLasts: number): number {
  const trimmed = text.trim();
  const age = /^(\d{1,5})\s*(h|d|w|mo|y)$/.exec(trimmed);
  if (age) return before(now, Number(age[1]), age[2]!) * 1000;
  const date = /^\d{4}-\d{2}-\d{2}$/.test(trimmed);
  const instant = parseInstant(date ? `${trimmed}T00:00:00Z` : trimmed);
  if (!instant) throw badValue(flag, text, EXPECTED);
  return instant.micros + (date ? dateLasts * 1000 : 0);
}

function before(now: number, count: number, unit: string): number {
  if (unit === 'h') return now - count * 3_600_000;
  if (unit === 'd') return now - count * DAY;
  if (unit === 'w') return now - count * 7 * DAY;
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - count * (unit === 'y' ? 12 : 1));
  // In a shorter month the 31st becomes the last day.
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}
