// Dates of an ASN: ship_date has only one valid form, and a day that a text in another form means; the others are date-times.
import { leafOf, type Report, ruleList } from '../finding.ts';
import { sampleAsn } from '../sample.ts';
import { microsOf } from '../time.ts';

const rules = ruleList({ source: 'ASN (body of the inbound ASN requests)' });

const shipDateForm = rules.error('asn.ship_date.form', {
  title: 'ship_date has the form YYYY-MM-DDT00:00:00',
  explanation:
    'A day with a midnight that has no zone: not Z, no offset, no fraction, no other hour. --ship-date and the form complete a plain day; in a file the date is never changed.',
  say: (args) =>
    `ship_date must have the form YYYY-MM-DDT00:00:00 without a zone${args.meant === undefined ? '' : `; write ${args.meant}`}${args.or === undefined ? '' : `, or ${args.or} if that is the day`}.`,
  good: sampleAsn({ ship_date: '2026-03-02T00:00:00' }),
  bad: sampleAsn({ ship_date: '2026-03-02T00:00:00Z' }),
});

const asnDateInvalid = rules.error('asn.date.invalid', {
  title: 'Other dates of an ASN are ISO 8601 date-times',
  explanation: 'For example 2026-03-02T10:00:00Z.',
  say: (args, path) =>
    `${leafOf(path)} (${args.length} characters) is not an ISO 8601 date-time such as 2026-03-02T10:00:00Z.`,
  good: sampleAsn({ messagetimestamp: '2026-03-02T10:00:00Z' }),
  bad: sampleAsn({ messagetimestamp: '2026-03-02' }),
});

export const asnDateRules = rules.all;

/** For sell_date, return_date and messagetimestamp. */
export function checkDate(value: unknown, path: string, report: Report): void {
  if (typeof value === 'string' && Number.isNaN(microsOf(value)))
    report(asnDateInvalid, path, { length: value.length });
}

/** Checks ship_date. When the day can be recognised, the finding says how to write it (`meant`, and `or` when two days are possible). */
export function checkShipDate(value: unknown, report: Report): void {
  if (typeof value !== 'string') return;
  const [meant, or] = shipDatesOf(value);
  if (meant !== value) report(shipDateForm, 'ship_date', { ...(meant && { meant }), ...(or && { or }) });
}

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
