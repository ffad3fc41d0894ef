// What most shops mean where the data says nothing: the zone and the currency of their country, the country of their currency.
import { countryMeant, isCountry } from '../../../contract/countries.ts';
import { isOtherCurrency } from '../../../input/mapping/values/money.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { BLOCKS } from '../decide/rules.ts';
import { CURRENCIES } from '../look/cell-kinds.ts';
import { countsOf, type Row } from '../look/columns.ts';
import type { Question } from '../types.ts';

/** Zones of countries with several, where nearly everybody lives in one. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  ...{ ES: 'Europe/Madrid', PT: 'Europe/Lisbon', BR: 'America/Sao_Paulo', MX: 'America/Mexico_City' },
  ...{ CL: 'America/Santiago', NZ: 'Pacific/Auckland', DE: 'Europe/Berlin', CN: 'Asia/Shanghai' },
  ...{ AR: 'America/Argentina/Buenos_Aires', MY: 'Asia/Kuala_Lumpur', CY: 'Asia/Nicosia' },
  ...{ KZ: 'Asia/Almaty', UZ: 'Asia/Tashkent' },
};
/** Countries in whose zones many people live: none is likely. */
const SEVERAL_ZONES = new Set('US CA AU'.split(' '));
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    '€': 'EUR',
    '£': 'GBP',
    R$: 'BRL',
    zł: 'PLN',
    '₹': 'INR',
    Kč: 'CZK',
    Ft: 'HUF',
    '₺': 'TRY',
    Rp: 'IDR',
  },
};
const EUROS = new Set('AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The zone of a country, for the question about it; nothing where none is likely. */
export function zoneOf(country = ''): Pick<Partial<Question>, 'proposed' | 'unattended'> {
  if (MAIN_ZONES[country] !== undefined) return { proposed: MAIN_ZONES[country] };
  if (SEVERAL_ZONES.has(country)) return { unattended: null };
  if (country === 'ID') return { proposed: 'Asia/Jakarta', unattended: null };
  const locale = new Intl.Locale(country === '' ? 'und' : `und-${country}`) as {
    timeZones?: readonly string[];
  };
  const zones = locale.timeZones ?? [];
  return zones.length === 1 ? { proposed: zones[0]! } : {};
}

/** Codes of ISO 4217 begin with the country; a currency of several countries names none. */
export const countryOfCurrency = (currency: string | undefined): string | undefined => {
  const country = currency?.slice(0, 2);
  return country !== undefined && currency !== 'USD' && isCountry(country) ? country : undefined;
};

const currencyOfCountry = (country: string | undefined): string | undefined =>
  country === undefined
    ? undefined
    : EUROS.has(country)
      ? 'EUR'
      : Intl.supportedValuesOf('currency').find((code) => code === `${country}D` || code === OWN[country]);
const OWN: Readonly<Record<string, string>> = {
  ...{ GB: 'GBP', CH: 'CHF', PL: 'PLN', SE: 'SEK', NO: 'NOK', DK: 'DKK', CZ: 'CZK', HU: 'HUF', JP: 'JPY' },
  ...{ BR: 'BRL', MX: 'MXN', AR: 'ARS', CL: 'CLP', TR: 'TRY', IN: 'INR', CN: 'CNY', KR: 'KRW', ID: 'IDR' },
};

/** Whether amounts in this currency are written without decimals. */
export const isWhole = (currency: string | undefined): boolean =>
  currency !== undefined &&
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 0;

export type Place = ReturnType<typeof placeOf>;

const COUNTRIES = BLOCKS.map((block) => `${block}.country_code`);
const countryIn = (text: string): string | undefined => (isCountry(text) ? text : countryMeant(text));

/** Where the shop is, as far as its columns and amounts say. */
export function placeOf({ roles, orders, columns }: Hypothesis) {
  const rows = orders.flat();
  const most = (roleNames: readonly string[], meant: (text: string) => string | undefined) => {
    const indexes = roleNames.flatMap((role) => roles.get(role)?.column.index ?? []);
    const codes = indexes.flatMap((index) => rows.flatMap((row) => meant(row[index]!.trim()) ?? []));
    return [...countsOf(codes)].sort((a, b) => b[1] - a[1])[0]?.[0];
  };
  const country = most(COUNTRIES, countryIn);
  const written = most(['currency'], (text) => (text === '' ? undefined : text.toUpperCase()));
  const signs = columns.some(({ share }) => share.number > 0.9) ? signsIn(rows) : [];
  const codes = new Set(signs.map((sign) => SIGNS[sign] ?? sign).filter((code) => CURRENCIES.has(code)));
  const currency = written ?? (codes.size === 1 ? [...codes][0] : undefined);
  const local = currencyOfCountry(country);
  const isOther = (sign: string) => /\p{Sc}/u.test(sign) && isOtherCurrency(sign, local!);
  return {
    country: country ?? countryOfCurrency(currency),
    currency: currency ?? (local !== undefined && signs.some(isOther) ? undefined : local),
  };
}

/** What stands beside amounts. */
function signsIn(rows: readonly Row[]): string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, 200))
    for (const cell of row) {
      const sign = /^(?:([^\d\s.,+-]{1,3}) ?-?\d[\d.,]*|-?\d[\d.,]* ?([^\d\s.,+-]{1,3}))$/.exec(cell.trim());
      found.add(sign?.[1] ?? sign?.[2] ?? '');
    }
  return [...found];
}
