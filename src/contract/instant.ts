// Fast timestamp parser: reads the two common forms by character codes and leaves all others to the base parser (time.ts).
import { parseInstant } from './time.ts';

const MINUTE = 60_000_000;
const DASH = 0x2d;
const COLON = 0x3a;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Microseconds since the epoch of an ISO 8601 date-time; NaN when it is not one. Without an offset it is read as UTC. */
export function microsOf(text: string): number {
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
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1]!)) return Number.NaN;
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
