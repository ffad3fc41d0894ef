// Timestamps of the interface: ISO 8601 date-times, with an offset, `Z`, or (to be reported) neither.

export interface Instant {
  /** Microseconds since the epoch (an integer well below 2^53); a time without an offset is read as UTC. */
  readonly micros: number;
  readonly hasOffset: boolean;
}

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reads an ISO 8601 date-time; undefined when it is not valid (a date without time, April 31, hour 24 ...). */
export function parseInstant(text: string): Instant | undefined {
  const m = TIMESTAMP.exec(text);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = [m[1], m[2], m[3], m[4], m[5], m[6] ?? '0'].map(
    Number,
  ) as [number, number, number, number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]! || hour > 23 || minute > 59 || second > 60)
    return undefined;
  if (month === 2 && day === 29 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)))
    return undefined;
  const fraction = Number((m[7] ?? '').padEnd(6, '0').slice(0, 6));
  const zone = m[8];
  let offsetMinutes = 0;
  if (zone && zone.toUpperCase() !== 'Z') {
    const digits = zone.slice(1).replace(':', '');
    const hours = Number(digits.slice(0, 2));
    const minutes = Number(digits.slice(2) || '0');
    if (hours > 23 || minutes > 59) return undefined;
    offsetMinutes = (hours * 60 + minutes) * (zone[0] === '-' ? -1 : 1);
  }
  const ms = Date.UTC(year, month - 1, day, hour, minute, second) - offsetMinutes * 60_000;
  return { micros: ms * 1000 + fraction, hasOffset: zone !== undefined };
}

/** `2026-11-20T13:12:22Z` of ms since the epoch. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.000Z$/, 'Z');
}

/** The two common forms, on days that every month has: Date.parse reads them rightly, and several times as fast. */
const COMMON =
  /^\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Microseconds since the epoch of an ISO 8601 date-time; NaN when it is not one. Without an offset it is read as UTC. */
export function microsOf(text: string): number {
  return COMMON.test(text) ? Date.parse(text) * 1000 : (parseInstant(text)?.micros ?? Number.NaN);
}

/** Whether a valid timestamp has an offset (`Z` or `+02:00`). */
export function hasOffset(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  if (last === 0x5a || last === 0x7a) return true;
  return text.indexOf('+', 10) > 0 || text.indexOf('-', 10) > 0;
}

/** A day at midnight, without a time zone. */
export const SHIP_DATE_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}T00:00:00$`;
