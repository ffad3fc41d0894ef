// Dates of an ASN: ship_date has a special form, the others are date-times.
import { leafOf, type Report } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleAsn } from '../sample.ts';
import { shipDatesOf } from '../ship-date.ts';
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
