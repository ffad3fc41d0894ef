// Timestamps of the interface: ISO 8601 date-times, with an offset, `Z`, or (to be reported) neither. The form that most
// have is read fast.

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads an ISO 8601 date-time; undefined when it is not valid (a date without time, April 31, hour 24 ...). `micros`: since the
 * epoch (an integer well below 2^53); a time without an offset is read as UTC.
 */
export function parseInstant(text: string) {
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

// The two common forms are read by character codes; all others are left to `parseInstant`.
const MINUTE = 60_000_000;
const DASH = 0x2d;
const COLON = 0x3a;
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Microseconds since the epoch of an ISO 8601 date-time; NaN when it is not one. Without an offset it is read as UTC. */
export function microsOf(text: string): number {
  if (text === '') return Number.NaN;
  const fast = fastMicros(text);
  return Number.isNaN(fast) ? (parseInstant(text)?.micros ?? Number.NaN) : fast;
}

/** Whether a valid timestamp has an offset (`Z` or `+02:00`). */
export function hasOffset(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  if (last === 0x5a || last === 0x7a) return true;
  return text.indexOf('+', 10) > 0 || text.indexOf('-', 10) > 0;
}

/** Reads `YYYY-MM-DDThh:mm:ssZ` and `YYYY-MM-DDThh:mm:ss+hh:mm`; NaN for any other form and for every doubtful value. */
function fastMicros(text: string): number {
  const length = text.length;
  if (length !== 20 && length !== 25) return Number.NaN;
  if (
    text.charCodeAt(4) !== DASH ||
    text.charCodeAt(7) !== DASH ||
    text.charCodeAt(10) !== 0x54 ||
    text.charCodeAt(13) !== COLON ||
    text.charCodeAt(16) !== COLON
  )
    return Number.NaN;
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  // February 29 and leap seconds are left to the base parser. Two characters that are not a number give NaN, which fails each test.
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= DAYS_OF_MONTH[month - 1]!))
    return Number.NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN;
  const minutes = (daysSince1970(year, month) + day - 1) * 1440 + hour * 60 + minute;
  const micros = minutes * MINUTE + second * 1_000_000;
  const sign = text.charCodeAt(19);
  if (length === 20) return sign === 0x5a ? micros : Number.NaN;
  const offsetHours = pair(text, 20);
  const offsetMinutes = pair(text, 23);
  if (!(offsetHours <= 23 && offsetMinutes <= 59) || text.charCodeAt(22) !== COLON) return Number.NaN;
  const offset = (offsetHours * 60 + offsetMinutes) * MINUTE;
  if (sign === 0x2b) return micros - offset;
  return sign === DASH ? micros + offset : Number.NaN;
}

/** Days from 1970-01-01 to the first day of a month. Several times as quick as Date.UTC. */
function daysSince1970(year: number, month: number): number {
  const leapYears = month > 2 ? year : year - 1;
  const leapDays =
    Math.floor(leapYears / 4) - Math.floor(leapYears / 100) + Math.floor(leapYears / 400) - 477;
  return (year - 1970) * 365 + leapDays + DAYS_BEFORE[month - 1]!;
}

function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** A day at midnight, without a time zone. */
export const SHIP_DATE_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}T00:00:00$`;
