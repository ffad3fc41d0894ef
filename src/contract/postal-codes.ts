// A postal code that lost its zero: spreadsheets take 04109 for a number, and write 4109.

import { type Report, ruleList } from './finding.ts';
import { sampleAddress, sampleOrder } from './sample.ts';

/** Digits of a postal code, in countries where some begin with a zero. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [4, 'AU DK NO NZ PH ZA'],
      [5, 'DE EE ES FI FR IT KR MX MY PE PL PR SK TR UA US'],
      [6, 'CN KZ RO SG'],
      [7, 'JP'],
      [8, 'BR'],
    ] as const
  ).flatMap(([digits, countries]) => countries.split(' ').map((country) => [country, digits] as const)),
);

const rules = ruleList({});

export const zeroLost = rules.warning('order.zip_code.short', {
  title: 'A postal code has all its digits',
  explanation:
    'A spreadsheet, and every program that takes codes for numbers, writes 04109 as 4109. Format the column as text before the file is opened, or export again without the spreadsheet. Only countries are looked at in which postal codes begin with a zero.',
  say: ({ country, digits, found }) =>
    `zip_code has ${found} digits, and postal codes in ${country} have ${digits}: a zero was lost.`,
  good: sampleOrder({ shipping_address: sampleAddress({ country_code: 'DE', zip_code: '04109' }) }),
  bad: sampleOrder({ shipping_address: sampleAddress({ country_code: 'DE', zip_code: '4109' }) }),
});

/** At most so many zeros are lost: Rome has 00184. */
const MOST_LOST = 2;

/** Checks the postal code of one address; `prefix` is its path with a dot. */
export function checkPostalCode(zip: unknown, country: unknown, prefix: string, report: Report): void {
  const digits = DIGITS.get(String(country));
  if (digits === undefined || typeof zip !== 'string' || !/^[1-9]\d*$/.test(zip)) return;
  const lost = digits - zip.length;
  if (lost > 0 && lost <= MOST_LOST)
    report(zeroLost, `${prefix}zip_code`, { country: String(country), digits, found: zip.length });
}
