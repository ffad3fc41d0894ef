// What a cell looks like by itself: a date, an amount, an e-mail address and so on. A text can be several of them.
import { countryMeant, isCountry } from '../../../contract/countries.ts';
import { type DayOrder, readCommon, readerOf } from '../../../input/mapping/values/date-format.ts';
import { decimalSignIn, numberOf } from '../../../input/mapping/values/money.ts';

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

/** Seconds and milliseconds since 1970, days of spreadsheets. Other numbers look alike: only the name of a column tells them apart. */
const COUNTED = ['X', 'x', 'serial', 'serial-1904'];
/** From 2004 to 2035; of days from 2000 to 2050. */
const IS_COUNTED = /^(?:(?:1[1-9]|20)\d{8}(?:\d{3})?|(?:3[6-9]|4\d|5[0-4])\d{3}(?:[.,]\d+)?)$/;
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
  'YYYY.MM.DD',
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
    ? [IS_SERIAL.test(text) ? 'serial' : text.length > 10 ? 'x' : 'X']
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
const MAY_BE_DATE = /^\S{1,12}[ .,/-]+\S{1,12}[ .,/-]+\d|^\d{8}(?!\d)/;

/** The kinds that a trimmed, filled cell fits. `isTime`: the name of the column means a time. */
export function kindsOf(text: string, isTime = false): CellKind[] {
  const kinds: CellKind[] = [];
  const hasDigit = /\d/.test(text);
  const isCounted = IS_COUNTED.test(text);
  if (
    hasDigit &&
    (isCounted
      ? isTime
      : isCommonDate(text) ||
        (text.length <= MOST_DATE && MAY_BE_DATE.test(text) && moreDaysOf(text).length > 0))
  )
    kinds.push('date');
  if (hasDigit && TIME.test(text)) kinds.push('time');
  if (hasDigit && text.length <= 24 && isNumber(text)) kinds.push('number');
  if (hasDigit && /^-?\d{1,4}(?:[.,]0+)?$/.test(text)) kinds.push('whole');
  if (text.includes('@') && EMAIL.test(text)) kinds.push('email');
  if (!hasDigit && (isCountry(text) || countryMeant(text) !== undefined)) kinds.push('country');
  if (text.length === 3 && CURRENCIES.has(text.toUpperCase())) kinds.push('currency');
  if (hasDigit && PHONE.test(text) && text.replace(/\D/g, '').length >= 7) kinds.push('phone');
  if (hasDigit && /^\d{1,5}\s?(?:[A-Za-z]|bis|ter)?$/.test(text)) kinds.push('house');
  if (/\p{L}/u.test(text)) kinds.push('word');
  return kinds;
}
