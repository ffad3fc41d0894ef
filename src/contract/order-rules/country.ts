// The country of an address: an ISO 3166-1 alpha-2 code, with the one that was probably meant.
import { quote } from '../../basics/text.ts';
import { countryMeant, isCountry } from '../countries.ts';
import type { Finding, Rule } from '../finding.ts';
import { found } from '../report.ts';
import { sampleAddress, sampleOrder } from '../sample.ts';

export const countryUnknown: Rule = {
  code: 'order.country.unknown',
  severity: 'warning',
  title: 'country_code is an ISO 3166-1 code of two capital letters',
  explanation:
    'The interface says "country_code" and no more; carriers and tax rules read the two letters of ISO 3166-1, such as US, GB or DE. A name, three letters or small letters are probably not understood. In a mapping a value map turns them into codes.',
  source: 'this tool',
  say: (args) => {
    const meant = args.meant === undefined ? '' : `. Did you mean ${quote(args.meant)}?`;
    const what = args.found === undefined ? `The text (${args.length} characters)` : quote(args.found);
    return `${what} is not an ISO 3166-1 code of two capital letters${meant || '.'}`;
  },
  good: sampleOrder({ shipping_address: sampleAddress({ country_code: 'GB' }) }),
  bad: sampleOrder({ shipping_address: sampleAddress({ country_code: 'United Kingdom' }) }),
};

/** Checks the country of one address; `prefix` is its path with a dot. Other rules report an empty value or one that is not a text. */
export function checkCountry(country: unknown, prefix: string, findings: Finding[]): void {
  if (typeof country !== 'string' || isCountry(country) || country.trim() === '') return;
  // Another rule reports this text for every field.
  if (country === 'NULL') return;
  const meant = countryMeant(country);
  // A text that is not a country may be a name or a street in the wrong column, so only its length is shown.
  const shown = meant !== undefined || country.length <= 3 ? { found: country } : { length: country.length };
  findings.push(
    found(countryUnknown, `${prefix}country_code`, { ...shown, ...(meant === undefined ? {} : { meant }) }),
  );
}
