// How durations and points in time are given to the sandbox.
import { quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';
import { microsOf } from '../../contract/time.ts';
import { wrongRequest } from './read-request.ts';

/** The last time that a clock may show: the end of the year 9999, ms. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);

/** ms of a number of ms, or of a text such as `2h`. @throws Failure */
export const durationOf = (given: number | string, name: string): number =>
  checked(given, name, msOf, 'a duration such as 30s, 15m, 2h or 3d');

/** ms since the epoch of the same, or of a text such as `2026-11-20T13:12:22Z`. @throws Failure */
export const timeOf = (given: number | string, name: string): number =>
  checked(given, name, (text) => microsOf(text.trim()) / 1000, 'a time such as 2026-11-20T13:12:22Z');

function msOf(text: string): number {
  try {
    return parseDuration(text, '');
  } catch {
    return Number.NaN;
  }
}

function checked(
  given: number | string,
  name: string,
  read: (text: string) => number,
  expected: string,
): number {
  const ms = typeof given === 'string' ? read(given) : given;
  if (ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrongRequest(name, expected, quote(given));
}
