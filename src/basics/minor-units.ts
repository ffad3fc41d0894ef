// How decimal amounts become the integers of `*_cents`. The interface says cents, and not what that means in a currency whose
// unit has not a hundred parts: so it is asked, never assumed.

import { type Failure, inputFailure, type Place } from './failure.ts';
import { quote } from './text.ts';

/** `iso`: the parts that ISO 4217 gives the currency (1 yen is 1, 1 dinar is 1000). `hundredths`: always hundredths. */
export const MINOR_UNITS = ['iso', 'hundredths'] as const;
export type MinorUnits = (typeof MINOR_UNITS)[number];

/** Currencies of ISO 4217 that have not two decimals. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const
  ).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
);

/** Decimals of the currency by ISO 4217; 2 for one that is not known. */
const isoDigits = (currency: unknown): number =>
  (typeof currency === 'string' ? DIGITS.get(currency.toUpperCase()) : undefined) ?? 2;

/** Decimals that an amount in this currency may have; undefined when that has to be asked. */
export function minorDigits(currency: unknown, units: MinorUnits | undefined): number | undefined {
  const digits = isoDigits(currency);
  if (digits === 2 || units === 'hundredths') return 2;
  return units === 'iso' ? digits : undefined;
}

/** An amount of the input. */
interface Example {
  readonly text: string;
  readonly column: string;
  readonly place: Place;
}

/** The failure that shows both readings. @param read what is sent with this number of decimals; undefined when it is finer */
export function undecidedUnits(
  currency: string,
  { text, column, place }: Example,
  read: (digits: number) => number | undefined,
): Failure {
  const sent = (digits: number) => read(digits) ?? 'nothing (it is finer)';
  const iso = isoDigits(currency);
  return inputFailure(
    'input.minor_units',
    `Column ${quote(column)} has decimal amounts in ${currency}, which has ${iso} decimals: the interface says cents, and not what they are there`,
    {
      place,
      expected: 'what the integers of *_cents count: iso (the decimals of ISO 4217) or hundredths',
      found: `${quote(text)}, sent as ${sent(iso)} (iso) or as ${sent(2)} (hundredths)`,
      hint: 'Ask the service. Then put "minor_units": "iso" or "hundredths" into the mapping, or run: returns profile set minor-units iso. Integers in columns that end in _cents are sent as they stand.',
    },
  );
}
