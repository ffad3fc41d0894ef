// Durations and points in time as they are given to the sandbox's clock.
import { inputFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';
import { parseInstant } from '../../contract/time.ts';

/** The last time that a clock may show: the end of the year 9999, ms. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);

/** ms of a number of ms, or of a text such as `2h`. @throws Failure */
export function durationOf(given: number | string, name: string): number {
  const ms = typeof given === 'string' ? parsed(given, name) : given;
  if (Number.isFinite(ms) && ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrong(name, given, 'a duration such as 30s, 15m, 2h or 3d');
}

/** ms since the epoch of the same, or of a text such as `2026-11-20T13:12:22Z`. @throws Failure */
export function timeOf(given: number | string, name: string): number {
  const ms = typeof given === 'string' ? (parseInstant(given.trim())?.micros ?? Number.NaN) / 1000 : given;
  if (Number.isFinite(ms) && ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrong(name, given, 'a time such as 2026-11-20T13:12:22Z');
}

function parsed(text: string, name: string): number {
  try {
    return parseDuration(text, name);
  } catch {
    return Number.NaN;
  }
}

const wrong = (name: string, found: unknown, expected: string) =>
  inputFailure('sandbox.time', `${name} does not understand ${quote(found)}`, {
    place: { path: name },
    expected,
    found: quote(found),
    hint: `Give ${expected}.`,
  });
