// ship_date: its only valid form, and the day that a text in another form means.
import { microsOf } from './time.ts';

const SIGN = '[-/. ]';
/** What may follow a day: a time, with or without a time zone. */
const REST = String.raw`(?:[T ,].*\d.*)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})(${SIGN}?)(\d{1,2})\2(\d{1,2})${REST}`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})(${SIGN})(\d{1,2})\2(\d{4})${REST}`, 'i');

/** `2026-05-01T00:00:00` from year, month and day; undefined when there is no such day. */
function midnight(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00`;
  return Number.isNaN(microsOf(`${text}Z`)) ? undefined : text;
}

/**
 * The days that a text may mean, in the form of ship_date, the most likely first: two when day and month are ambiguous, none
 * when the text is not a date. A time of day and its zone are ignored: the day counts as written.
 */
export function shipDatesOf(text: string): string[] {
  const found: (string | undefined)[] = [];
  const [year, last] = [YEAR_FIRST, YEAR_LAST].map((form) => form.exec(text.trim()));
  // Without separators, the position of month and day is fixed.
  if (year && (year[2] !== '' || /^\d{8}(?!\d)/.test(text.trim())))
    found.push(midnight(year[1]!, year[3]!, year[4]!));
  if (last) {
    const [, a = '', sign, b = '', y = ''] = last;
    const [monthFirst, dayFirst] = [midnight(y, a, b), midnight(y, b, a)];
    found.push(...(sign === '.' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]));
  }
  return [...new Set(found.filter((day) => day !== undefined))];
}

/** Completes a plain day (`2026-05-01`) with midnight; any other text is unchanged and is checked as it is. */
export function completeShipDate(text: string): string {
  const plain = text.trim();
  return /^\d{4}-\d{2}-\d{2}$/.test(plain) ? (shipDatesOf(plain)[0] ?? text) : text;
}
