// Facts about each column, from the rows at the head of the file: what its cells look like, and whether it belongs to the
// order or to the line.

import { countryMeant, isCountry } from '../../../contract/countries.ts';
import { valuesOf } from '../../../input/mapping/json/json-paths.ts';
import { type DayOrder, readCommon, readerOf } from '../../../input/mapping/values/date-format.ts';
import { decimalSignIn, numberOf } from '../../../input/mapping/values/money.ts';
import { countryCode } from '../../../input/mapping/values/place-codes.ts';
import { HOUSE } from '../../audit/persons.ts';
import { conceptsIn, meaningOf, meansOf, type NameMeaning } from './words.ts';

// What a cell looks like by itself: a date, an amount, an e-mail address and so on. A text can be several of them.

export const KINDS = [
  ...(['date', 'time', 'number', 'whole', 'email'] as const),
  ...(['country', 'currency', 'phone', 'house', 'word'] as const),
];
export type CellKind = (typeof KINDS)[number];

const EMAIL = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]{2,}$/;
const TIME = /^\d{1,2}:\d\d(?::\d\d)?(?: [ap]m)?$/i;
const PHONE = /^'?\(?\+?[\d][\d\s()./-]{5,20}$/;
export const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Times that stand behind a day. */
const TIMES = ['H:mm', 'H:mm:ss', 'h:mm A', 'h:mm:ss A', 'H:mm:ss Z', 'H:mm Z', 'h:mm A Z'];
/** The formats of a day alone and with a time behind it. */
export const withTimes = (day: string, signs: readonly string[] = [' ']): string[] => [
  day,
  ...(COUNTED.includes(day) ? [] : signs.flatMap((sign) => TIMES.map((time) => `${day}${sign}${time}`))),
];

/** Seconds and milliseconds since 1970, days of spreadsheets, and times without signs. Other numbers look alike: only the name of a column tells them apart. */
const COUNTED = ['X', 'x', 'serial', 'serial-1904', 'YYYYMMDDHHmmss'];
/** From 2004 to 2035; of days from 2000 to 2050. */
const IS_COUNTED =
  /^(?:(?:1[1-9]|20)\d{8}(?:\d{3})?|20\d{2}[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d|(?:3[6-9]|4\d|5[0-4])\d{3}(?:[.,]\d+)?)$/;
const BY_LENGTH: Readonly<Record<number, string>> = { 13: 'x', 14: 'YYYYMMDDHHmmss' };
const IS_SERIAL = /^\d{5}(?:\D|$)/;

/** The formats that are read without being named, for a mapping that has to name them all. */
export const commonFormats = (order?: DayOrder): string[] => [
  ...['/', '.', '-'].flatMap((sign) =>
    order === undefined ? [] : withTimes(DAYS[order].join(sign), [' ', ', ']),
  ),
  ...withTimes('YYYY-MM-DD'),
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm:ssZ',
];
const DAYS: Readonly<Record<DayOrder, readonly string[]>> = {
  'day first': ['D', 'M', 'YYYY'],
  'month first': ['M', 'D', 'YYYY'],
};

/** Two digits for the year between slashes: only several dates together tell the day from the month. */
export const SHORT_DAYS: Readonly<Record<DayOrder, string>> = {
  'day first': 'D/M/YY',
  'month first': 'M/D/YY',
};

/** Days beyond the common ones, tried on columns that hold none of those. */
const MORE_DAYS = [
  ...'D MMM YYYY|D. MMM YYYY|D. MMMM YYYY|MMM D, YYYY|MMMM D, YYYY|D MMM YY|D-MMM-YYYY|D-MMM-YY'.split('|'),
  ...'MMM-DD-YY|MMM-DD-YYYY|MMM D YYYY|YYYYMMDD|D.M.YY'.split('|'),
  ...Object.values(SHORT_DAYS),
  ...'YYYY.MM.DD|ddd D MMM YYYY|ddd, D MMM YYYY|ddd MMM D YYYY|ddd, MMM D, YYYY'.split('|'),
];

const readersOf = (day: string) => ({
  day,
  reads: withTimes(day).flatMap((format) => readerOf(format) ?? []),
});
let readers: ReturnType<typeof readersOf>[] | undefined;
const moreReaders = () => (readers ??= MORE_DAYS.map(readersOf));

/** The days beyond the common ones that this text can be, as formats. */
export const moreDaysOf = (text: string): string[] =>
  IS_COUNTED.test(text)
    ? [IS_SERIAL.test(text) ? 'serial' : (BY_LENGTH[text.length] ?? 'X')]
    : moreReaders().flatMap(({ day, reads }) => (reads.some((read) => read(text)) ? [day] : []));

export const isCommonDate = (text: string): boolean =>
  readCommon(text, 'day first') !== undefined || readCommon(text, 'month first') !== undefined;

export const isNumber = (text: string): boolean =>
  decimalSignIn(text) !== undefined ||
  !Number.isNaN(numberOf(text, '.')) ||
  !Number.isNaN(numberOf(text, ','));

/** Signs of a date, also of one with words. */
const MOST_DATE = 45;
/** Day, month and year in some order, or eight digits: most texts that are no date differ, and are not read as one. */
const MAY_BE_DATE = /^(?:[a-z]{3},? )?\S{1,12}[ .,/-]+\S{1,12}[ .,/-]+\d|^\d{8}(?!\d)/i;

/** The kinds that a trimmed, filled cell fits. `means`: what the name of the column says. */
export function kindsOf(text: string, means?: 'time' | 'country'): CellKind[] {
  const kinds: CellKind[] = [];
  const hasDigit = /\d/.test(text);
  const isCounted = IS_COUNTED.test(text);
  if (
    hasDigit &&
    (isCounted
      ? means === 'time'
      : isCommonDate(text) ||
        (text.length <= MOST_DATE && MAY_BE_DATE.test(text) && moreDaysOf(text).length > 0))
  )
    kinds.push('date');
  if (hasDigit && TIME.test(text)) kinds.push('time');
  if (hasDigit && text.length <= 24 && isNumber(text)) kinds.push('number');
  if (hasDigit && /^-?\d{1,4}(?:[.,]0+)?$/.test(text)) kinds.push('whole');
  if (text.includes('@') && EMAIL.test(text)) kinds.push('email');
  // Names of countries in other languages, and the letters of their cars, are other words elsewhere.
  const code = means === 'country' ? countryCode(text) : (countryMeant(text) ?? text);
  if (!hasDigit && isCountry(code)) kinds.push('country');
  if (text.length === 3 && CURRENCIES.has(text.toUpperCase())) kinds.push('currency');
  if (hasDigit && PHONE.test(text) && text.replace(/\D/g, '').length >= 7) kinds.push('phone');
  if (hasDigit && HOUSE.test(text)) kinds.push('house');
  if (/\p{L}/u.test(text)) kinds.push('word');
  return kinds;
}

export type Row = readonly string[];

export interface Column {
  readonly index: number;
  readonly name: string;
  readonly meaning: NameMeaning;
  /** Number of rows of the head in which the cell has a text. */
  readonly filled: number;
  /** Share of the filled cells that are of a kind, 0 to 1. */
  readonly share: Readonly<Record<CellKind, number>>;
  /** Distinct texts, and how many rows have each, as long as there are few. */
  readonly words: ReadonlyMap<string, number> | undefined;
  /** The distinct texts as long as there are few, else one that is typical. */
  readonly texts: readonly string[];
  readonly distinct: number;
  /** A cell that is typical of the column. */
  readonly example: string;
  /** Of JSON: whether the path leads into the list of the lines. */
  readonly place: Level | undefined;
}

/** How often each value comes up. */
export function countsOf<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A column with more distinct texts than this does not hold words such as statuses. */
const MOST_WORDS = 60;

/** Numbers, some of which are not 0. */
export const isNumbers = ({ share, texts }: Column): boolean =>
  share.number > 0.9 && texts.some((text) => /[1-9]/.test(text));

/** Numbers that are no dates. */
export const hasNumbers = ({ share }: Column): boolean => share.number > 0.9 && share.date < 0.5;

/** A row of a credit note. */
export const isBelowZero = (row: Row, units: Column | undefined): boolean =>
  units !== undefined && row[units.index]!.startsWith('-');

/** `items`: in JSON the list of the line items. `delivery`: of two addresses, what the columns of that of the parcel begin with. */
export function columnsOf(
  names: readonly string[],
  rows: readonly Row[],
  items?: string,
  delivery?: unknown,
): Column[] {
  const placed = placedOf(addressesIn(names), delivery);
  return names.map((name, index): Column => {
    const share = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<CellKind, number>;
    const meaning = meaningOf(placed.get(name) ?? givenName(name, names) ?? plainName(name, names), items);
    const isTime = meansOf(meaning, ['date', 'created', 'updated']);
    const means = isTime ? 'time' : meaning.concepts.has('country') ? 'country' : undefined;
    const cells = rows.map((row) => row[index]!.trim()).filter((text) => text !== '');
    const [filled, example = ''] = [cells.length, cells[0]];
    const words = countsOf(cells);
    for (const [text, count] of words) for (const kind of kindsOf(text, means)) share[kind] += count;
    for (const kind of KINDS) share[kind] /= Math.max(1, filled);
    const isFew = words.size <= MOST_WORDS;
    const texts = isFew ? [...words.keys()] : [example];
    const found = { words: isFew ? words : undefined, texts, distinct: words.size, example };
    const place = items === undefined ? undefined : name.startsWith(`${items}.`) ? 'item' : 'order';
    return { index, name, meaning, filled, share, place, ...found };
  });
}

/** Japanese writes the given name as the whole one: beside a family name, 姓, it is no more than that. */
const givenName = (name: string, names: readonly string[]): string | undefined =>
  name.endsWith('名') && names.includes(`${name.slice(0, -1)}姓`) ? `${name}のみ` : undefined;

const PLACE = conceptsIn('name first last address house second city zip country');
/**
 * Whether a prefix is that of the invoice, or, false, of the delivery: by what the word means, else by its first letters, which no
 * language shares: `R_` and `L_`, `b_` and `s_`; and the partners of an order in an ERP: `AG_` buys, `WE_` receives. Of a longer
 * word a letter says nothing: `Registered`.
 */
export function isBilling(prefix: string): boolean | undefined {
  const meaning = meaningOf(prefix);
  if (meansOf(meaning, ['bill', 'payment'])) return true;
  if (meansOf(meaning, ['ship', 'recipient']) || /^(?:rec(?!h)|rcp|rcv)/i.test(prefix)) return false;
  const isShort = prefix.length <= SHORT;
  if (/^(?:ag$|kund|kauf|sold|deb|bill|inv|fa[ckt]t|rech)/i.test(prefix)) return true;
  if (/^(?:we$|waren|ship|deli|lief|livr|vers|sped|env|entr)/i.test(prefix)) return false;
  return isShort && /^[rbif]/i.test(prefix) ? true : isShort && /^[lsdev]/i.test(prefix) ? false : undefined;
}
const SHORT = 5;
/** What the word for a partner may mean beside it. */
const PARTNER = conceptsIn('customer recipient item product order bill ship payment');
const FEWEST_PARTS = 3;

/** Of one of several addresses by part: the name of the column, and what is left of it without its prefix. */
type Address = readonly [
  prefix: string,
  ReadonlyMap<string, { readonly name: string; readonly rest: string }>,
];

/** Columns of addresses that differ in their prefix only, with the address in words. */
function addressesIn(names: readonly string[]): Address[] {
  const groups = new Map<string, Map<string, { readonly name: string; readonly rest: string }>>();
  for (const name of names)
    for (const { 0: end, index } of name.matchAll(/(?<=^\p{L}[\p{L} ]{0,20})[_. -]+/gu)) {
      const [prefix, rest] = [name.slice(0, index), name.slice(index + end.length)];
      const { concepts } = meaningOf(rest);
      const isPart = concepts.size > 0 && [...concepts].every((one) => PLACE.includes(one));
      const isPartner = [...meaningOf(prefix).concepts].every((one) => PARTNER.includes(one));
      if (!isPart || !isPartner) continue;
      const part = [...concepts].sort().join(' ');
      groups.set(prefix, (groups.get(prefix) ?? new Map()).set(part, { name, rest }));
      break;
    }
  return [...groups].filter(([, parts]) => parts.size >= FEWEST_PARTS);
}

/** What the columns of two addresses stand for; nothing where neither prefix says which it is, and nobody has. */
function placedOf([one, other, ...more]: readonly Address[], delivery: unknown): ReadonlyMap<string, string> {
  if (!one || !other || more.length > 0) return new Map();
  const isSaid = one[0] === delivery || other[0] === delivery;
  const second = isSaid ? other[0] !== delivery : isBilling(other[0]);
  const bills = isSaid ? !second : (isBilling(one[0]) ?? (second === undefined ? undefined : !second));
  if (!areAlike(one, other) || bills === undefined || second === bills) return new Map();
  const placed = ([, parts]: Address, isBill: boolean) =>
    [...parts.values()].map(
      ({ name, rest }) => [name, `${isBill ? 'Billing' : 'Shipping'} ${rest}`] as const,
    );
  return new Map([...placed(one, bills), ...placed(other, !bills)]);
}

const areAlike = ([, own]: Address, [, others]: Address): boolean =>
  [...own.keys()].filter((part) => others.has(part)).length >= FEWEST_PARTS;

/** The prefixes of two addresses of shoppers of which none says which it is. */
export function unplacedIn(columns: readonly Column[]): readonly [string, string] | undefined {
  const [one, other, ...more] = addressesIn(columns.map(({ name }) => name));
  if (!one || !other || more.length > 0 || !areAlike(one, other)) return undefined;
  if (isBilling(one[0]) !== isBilling(other[0])) return undefined;
  // The addresses of branches come back.
  const isOfShoppers = ([, parts]: Address) =>
    columns.some(
      ({ name, distinct, filled }) =>
        distinct * 4 > filled && [...parts.values()].some((part) => part.name === name),
    );
  return isOfShoppers(one) && isOfShoppers(other) ? [one[0], other[0]] : undefined;
}

/** `Note` of `Note#2`, where several columns have that name; `price` of `price.$numberDecimal`, as MongoDB writes types. */
export function plainName(name: string, names: readonly string[]): string {
  if (MONGO_TYPE.test(name)) return name.replace(MONGO_TYPE, '');
  const plain = /^(.+)#\d+$/.exec(name)?.[1];
  return plain !== undefined && names.includes(`${plain}#1`) && names.includes(`${plain}#2`) ? plain : name;
}

const MONGO_TYPE = /\.\$(?:date|oid|number[A-Z][a-z]+)$/;

/** Rows that follow each other with the same text in the key. Rows without one continue the order before them. */
export function ordersOf(rows: readonly Row[], key: number): Row[][] {
  const orders: Row[][] = [];
  let last: string | undefined;
  for (const row of rows) {
    const text = row[key]!;
    if (last !== undefined && text === last) orders.at(-1)!.push(row);
    else orders.push([row]);
    last = text;
  }
  return orders;
}

/** Where the values of a column stand: the same on all rows of an order, on its first row only, or another one on each row. */
export type Level = 'order' | 'item' | 'unknown';

/** Zeros on all rows are those of lines as well as of the order. */
const NO_AMOUNT = /^[0.,]*$/;

/** `unknown` when no order has several rows with a value that could differ. */
export function levelOf(orders: readonly (readonly Row[])[], { index, place = 'unknown' }: Column): Level {
  let same = 0;
  let differs = 0;
  for (const [first, ...more] of orders) {
    if (more.length === 0) continue;
    const text = first![index]!;
    if (more.every((row) => row[index] === text || row[index] === '')) same += NO_AMOUNT.test(text) ? 0 : 1;
    else differs++;
  }
  if (same + differs === 0) return place;
  return differs === 0 || differs < (same + differs) * 0.02 ? 'order' : 'item';
}

/** Enough of a few values to recognise the column, and no more: words of a status whole, all others by their form. */
export function samplesOf({ texts, distinct, filled, share }: Column): string {
  if (filled === 0) return 'empty';
  const isPlain =
    distinct <= 8 && share.email === 0 && share.phone < 0.5 && distinct < Math.max(3, filled / 2);
  const shown = texts.slice(0, isPlain ? 3 : 2).map((text) => valuesOf(text).filter(Boolean).join('/'));
  return `such as ${shown.map((text) => (isPlain ? text.slice(0, 24) : masked(text))).join(', ')}`;
}

/** The first letters, and the form of the rest: `an…@…`, `2026-1…`, `88.…`. */
const masked = (text: string): string => {
  const [name, domain] = text.split('@');
  if (domain !== undefined) return `${name!.slice(0, 2)}…@…`;
  const shown = /^[\d.,:/-]+/.test(text) ? 6 : 4;
  return text.length <= 3 ? text : `${text.slice(0, Math.min(shown, text.length - 1))}…`;
};
