// Every question of `orders map` that is not about one column: its choices, what is wrong with an answer, and what an answer does
// to the mapping. What is asked, and when, stands in table-questions.ts, trial-questions.ts and audit-questions.ts.

import { quote } from '../../../basics/text.ts';
import { countryMeant, isCountry } from '../../../contract/countries.ts';
import { isZone, zoneMeant } from '../../../input/mapping/values/dates.ts';
import { isOtherCurrency } from '../../../input/mapping/values/money.ts';
import { countryCode } from '../../../input/mapping/values/place-codes.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { BLOCKS } from '../decide/rules.ts';
import { CURRENCIES, countsOf, type Row } from '../look/columns.ts';
import { wordSet } from '../look/word-lists.ts';
import type { Answers, MappingJson, Question } from '../types.ts';
import { withDiscountRows, withLeftOut, withRefusedUnlike, withShippingRows } from '../write/edit-rows.ts';
import * as units from '../write/edit-statuses.ts';
import { withStatuses } from '../write/edit-statuses.ts';
import * as edit from '../write/edits.ts';
import { withoutRevoked } from './audit-questions.ts';

type Choices = Question['choices'];

export interface Kind {
  readonly choices?: Choices;
  /** What is wrong with an answer that is none of the choices. */
  readonly check?: (answer: string) => string | undefined;
  /** `refunds`: where the refunds stand. Without it the answer is for the proposal itself. */
  readonly edit?: (mapping: MappingJson, answer: never, refunds: edit.RefundPlace | undefined) => MappingJson;
}

const DOMAIN = /^placeholder:\s*@?(?:[\w-]+\.)+[a-z]{2,}$/i;
/** Each choice with what it means. */
const listOf = (choices: Readonly<Record<string, string>>): Choices =>
  Object.entries(choices).map(([value, text]) => ({ value, text }));

const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** `meantBy`: the code that was probably meant by one that is none. */
const codeCheck =
  (what: string, isCode: (code: string) => boolean, meantBy: (code: string) => string | undefined) =>
  (code: string): string | undefined => {
    const meant = [meantBy(code) ?? ''].filter(isCode).map((one) => ` Did you mean ${quote(one)}?`);
    return isCode(code) ? undefined : `${quote(code)} is no ${what}.${meant.join('')}`;
  };

export const KINDS = {
  identifier: {},
  /** Which of two addresses is that of the parcel. */
  delivery: {},
  amounts: {},
  /** What each word of the status means. */
  statuses: {
    choices: listOf({
      Shipped: 'all units have left: they can be returned',
      Created: 'not yet shipped, or not completely',
      Cancelled: 'nothing will be sent to the shopper',
      'leave out': 'do not send orders with this word',
      refuse: 'nobody knows yet: refuse orders with this word',
    }),
    edit: withStatuses,
  },
  /** Of a file without a status. */
  status: {
    choices: listOf({
      Shipped: 'yes, all have shipped',
      Created: 'no, none has',
      none: 'some have: stop here, and export a column that says it',
    }),
  },
  updated_at: {
    choices: listOf({
      latest: 'the latest of its dates (a change that moves none goes unseen)',
      stop: 'nothing: stop here, and export a column such as "last modified"',
    }),
  },
  fill_down: {
    choices: listOf({ yes: 'yes, as where cells were merged', no: 'no: stop here' }),
  },
  head_rows: {
    choices: listOf({
      yes: 'yes: what they hold is of the order, and they are no lines',
      no: 'no, they are lines',
    }),
  },
  date_order: {
    choices: listOf({ 'day first': '31/12/2026', 'month first': '12/31/2026' }),
    edit: edit.withDateOrder,
  },
  date_serial: {
    choices: listOf({
      serial: 'days since 1899-12-30: 46266.5 is 2026-09-01 12:00',
      'serial-1904': 'days since 1904-01-01: 46266.5 is 2030-09-02 12:00',
    }),
  },
  timezone: {
    check: (zone) =>
      isZone(zone)
        ? undefined
        : `There is no time zone ${quote(zone)}.${zoneMeant(zone) || ' Give a name such as Europe/London.'}`,
    edit: (mapping, timezone: string) => edit.withPart(mapping, 'dates', { timezone }),
  },
  minor_units: {
    choices: listOf({
      iso: 'the parts that ISO 4217 gives the currency: 1 yen is 1, 1 dinar is 1000',
      hundredths: 'hundredths, as in every currency: 1 yen is 100',
    }),
    edit: (mapping, units: string) => ({ ...mapping, minor_units: units }),
  },
  decimal: {
    choices: listOf({ '.': 'a point: 1,234.50', ',': 'a comma: 1.234,50' }),
    edit: (mapping, sign: string) => ({ ...mapping, decimal: sign }),
  },
  cents: {
    choices: listOf({ cents: 'cents: 2498 is 24.98', units: 'units of the currency: 2498 is 2498.00' }),
  },
  /** Of the amount of a line of which units were taken off. */
  line_units: {
    choices: listOf({ left: 'of the units that are left', all: 'of all units that were ordered' }),
  },
  /** Money of an order that the interface has no field for. */
  fees: {
    choices: listOf({
      shipping: 'send it with the shipping: the shopper paid it for the whole order',
      discount: 'take it off as a discount: the order costs so much less, as with points',
      'leave out': 'leave it out: it is no money of the shopper, such as a commission',
      refuse: 'nothing: refuse these orders',
    }),
  },
  /** A discount of the amount of the shipping, which is always the same. */
  free_shipping: {
    choices: listOf({
      yes: 'yes: nothing was paid for the shipping, and the goods are refunded in full',
      no: 'no, it is a discount on the goods',
    }),
  },
  gift_cards: {
    choices: listOf({
      payment: 'yes: the order costs so much more than the total in the file',
      discount: 'no, it is a discount: the order costs so much less',
      refuse: 'nobody knows: refuse these orders',
    }),
  },
  currency: {
    check: codeCheck('currency. Give its three letters, such as EUR', isCurrency, (code) =>
      code.toUpperCase(),
    ),
    edit: edit.withCurrency,
  },
  country: {
    check: codeCheck('country. Give its two letters, such as DE', isCountry, countryMeant),
  },
  round: {
    choices: listOf({ half_up: 'yes, to the nearest cent', refuse: 'no: refuse these orders' }),
    edit: edit.withRound,
  },
  email: {
    choices: listOf({
      refuse: 'refuse them, and list them in the rejects file',
      'leave out': 'leave them out, counted as skipped',
      'placeholder:': 'with an address at a domain of yours (placeholder:example.com)',
    }),
    check: (answer) =>
      answer.startsWith('placeholder:') && !DOMAIN.test(answer)
        ? 'Name a domain of yours: placeholder:example.com'
        : undefined,
    edit: edit.withEmail,
  },
  sku: {
    choices: listOf({ title: 'the title of the line', refuse: 'nothing: refuse these orders' }),
    edit: edit.withSku,
  },
  shipping_address: {
    choices: listOf({
      billing: 'yes, take the billing address',
      refuse: 'no: refuse orders without a shipping address',
    }),
    edit: edit.withAddress('shipping_address', 'billing_address', 'billing'),
  },
  billing_address: {
    choices: listOf({
      shipping: 'yes, take the shipping address',
      refuse: 'no: refuse orders without a billing address',
    }),
    edit: edit.withAddress('billing_address', 'shipping_address', 'shipping'),
  },
  postal_code: {
    choices: listOf({
      send: 'send them without, with a warning',
      refuse: 'refuse them, and list them in the rejects file',
    }),
    edit: edit.withoutPostalCode,
  },
  /** A column that says which orders, lines or units were cancelled. */
  canceled: { edit: units.withCanceled },
  canceled_units: { edit: units.withCanceledUnits },
  /** Units in the elements of a list beside that of the lines, and units that have not left. */
  shipped_units: { edit: units.withShippedUnits },
  open_units: { edit: units.withOpenUnits },
  /** Texts of lines that were cancelled or have not left, and of orders that are none, each with its column. */
  canceled_lines: { edit: units.withTexts('Cancelled') },
  open_lines: { edit: units.withTexts('Created') },
  left_out: { edit: withLeftOut },
  /** Columns of units, each with one that has as many, or the order is refused. */
  refused_unlike: { edit: withRefusedUnlike },
  /** A column of the lines, which says something of the order, too. */
  line_column: { edit: edit.withLineColumn },
  /** Texts of rows that are the shipping, each with its column. */
  shipping_rows: { edit: withShippingRows },
  /** The price, where rows have it below zero: these are a discount of the order. */
  discount_rows: { edit: withDiscountRows },
  refunds: {
    choices: listOf({
      send: 'send them with their orders',
      warn: 'report it, and send the order without a refund',
      refuse: 'refuse these orders',
    }),
    edit: edit.withRefunds,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindId = keyof typeof KINDS;
/** An answer that may be given about several columns has its column behind the kind: `left_out:Type`. */
export const kindIn = (id: string): string => id.split(':', 1)[0]!;
export const kindOf = (id: string): Kind | undefined => {
  const kind = kindIn(id);
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as KindId] : undefined;
};

/** The mapping with all answers that are not for the proposal itself. */
export function withAnswers(mapping: MappingJson, answers: Answers, refunds?: edit.RefundPlace): MappingJson {
  let edited = withoutRevoked(mapping, answers);
  for (const [id, answer] of Object.entries(answers))
    edited = id.startsWith('field:')
      ? edit.withColumn(edited, id.slice('field:'.length), String(answer))
      : (kindOf(id)?.edit?.(edited, answer as never, refunds) ?? edited);
  return edited;
}

// What most shops mean where the data says nothing: the zone and the currency of their country, the country of their currency.

/** Of countries with several zones, the town in whose zone nearly everybody lives. */
const MAIN_TOWNS = wordSet(
  'Madrid Lisbon Sao_Paulo Mexico_City Santiago Auckland Berlin Shanghai Buenos_Aires Kuala_Lumpur Nicosia Almaty Tashkent Jakarta',
);
/** Countries in whose zones many people live: none is likely, or one is not taken unasked. */
const SEVERAL_ZONES = wordSet('US CA AU ID');
export const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  R$: 'BRL',
  zł: 'PLN',
  '₹': 'INR',
  Kč: 'CZK',
  Ft: 'HUF',
  '₺': 'TRY',
  Rp: 'IDR',
};
const EUROS = wordSet('AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK');

/** The zone of a country, for the question about it; nothing where none is likely. */
export function zoneOf(country = ''): Pick<Partial<Question>, 'proposed' | 'unattended'> {
  const locale = new Intl.Locale(country === '' ? 'und' : `und-${country}`);
  const { timeZones: all = [] } = locale as { readonly timeZones?: readonly string[] };
  const zone = all.length === 1 ? all[0] : all.find((one) => MAIN_TOWNS.has(one.split('/').at(-1)!));
  return {
    ...(zone !== undefined && { proposed: zone }),
    ...(SEVERAL_ZONES.has(country) && { unattended: null }),
  };
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
      : Intl.supportedValuesOf('currency').find(
          (code) => code === `${country}D` || (OWN.has(code) && code.startsWith(country)),
        );
const OWN = wordSet('GBP CHF PLN SEK NOK DKK CZK HUF JPY BRL MXN ARS CLP TRY INR CNY KRW IDR');

/** Whether amounts in this currency are written without decimals. */
export const isWhole = (currency: string | undefined): boolean =>
  currency !== undefined &&
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 0;

export type Place = ReturnType<typeof placeOf>;

const COUNTRIES = BLOCKS.map((block) => `${block}.country_code`);
const countryIn = (text: string): string | undefined => [countryCode(text)].find(isCountry);

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
