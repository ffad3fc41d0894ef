// Reads amounts as exports write them. The decimal sign is given or decided from all amounts; nothing is ever rounded.
import { parseCents } from '../../../basics/units.ts';
import { type Fraction, fractionIn } from './fraction.ts';

export type DecimalSign = '.' | ',';

const SPACES = /[ \u00a0\u2007\u2009\u202f]/g;
const SYMBOL = String.raw`(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3}|Rp|Rs|RM|kr|zł|Kč|Ft|Fr)`;
const DRESSED = new RegExp(
  String.raw`^(?<open>\()?\s*(?<before>[-\u2212+])?\s*(?:(?<mark>${SYMBOL})\.?)?\s*(?<inner>[-\u2212+])?\s*(?<number>\d[\d.,'\u2019 \u00a0\u2007\u2009\u202f]*?)\s*(?:(?<unit>${SYMBOL})\.?)?(?:/-)?(?<after>[-\u2212])?\s*(?<close>\))?$`,
  'u',
);

/** Removes currency and sign from an amount; undefined when the text is not an amount, or is one of another currency. */
function bareAmount(
  text: string,
  currency?: string,
): { readonly number: string; readonly negative: boolean } | undefined {
  const groups = DRESSED.exec(text.trim())?.groups;
  if (!groups) return undefined;
  const { open, close, before, inner, after, number = '', mark, unit } = groups;
  // `15,00-` is an amount as SAP takes it off; `15,-` and `5-` are none.
  if (after !== undefined && !/[.,]\d+$/.test(number)) return undefined;
  if (
    currency !== undefined &&
    [mark, unit].some((one) => one !== undefined && isOtherCurrency(one, currency))
  )
    return undefined;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const signs = [before, inner, after].filter((sign) => sign !== undefined);
  if (signs.length > 1 || (signs.length > 0 && open !== undefined)) return undefined;
  return { number, negative: open !== undefined || (signs[0] !== undefined && signs[0] !== '+') };
}

/** Whether the amount names another currency than the one of its order. */
export const isInOther = (text: string, currency: string | undefined): boolean =>
  currency !== undefined && bareAmount(text) !== undefined && !bareAmount(text, currency);

/**
 * Cents of an amount with this decimal sign; undefined when it is not an amount, names another currency or is finer than a
 * cent. @param digits decimals of the currency
 */
export function centsOf(text: string, sign: DecimalSign, digits = 2, currency?: string): number | undefined {
  const given = parseCents(text, sign, digits);
  if (given !== undefined) return given;
  const plain = plainOf(text, sign, currency);
  return plain === undefined ? undefined : parseCents(plain, '.', digits);
}

/** The amount as a plain decimal such as `-1200.50`. */
function plainOf(text: string, sign: DecimalSign, currency?: string): string | undefined {
  const bare = bareAmount(text, currency);
  const plain = bare && ungrouped(bare.number, sign);
  return plain === undefined || !bare!.negative ? plain : `-${plain}`;
}

/** As in India: thousands, then groups of two digits. One comma alone groups thousands only. */
const INDIAN = /^[1-9]\d?([, ])\d\d(?:\1\d\d)*\1\d{3}$/;

/**
 * Without thousands separators and with a decimal point; undefined when groups do not have three digits, nor those of
 * India, or signs are mixed.
 */
function ungrouped(number: string, sign: DecimalSign): string | undefined {
  const [whole, decimals, ...more] = number.split(sign);
  if (more.length > 0 || (decimals !== undefined && !/^\d*$/.test(decimals))) return undefined;
  const spaced = whole!.replace(SPACES, ' ');
  const groups = spaced.split(/[.,'\u2019 ]/);
  if (groups.length > 1 && !INDIAN.test(spaced)) {
    if (new Set(spaced.replace(/\d/g, '')).size > 1) return undefined;
    if (!/^\d{1,3}$/.test(groups[0]!) || groups.slice(1).some((group) => !/^\d{3}$/.test(group)))
      return undefined;
  }
  return decimals === undefined || decimals === '' ? groups.join('') : `${groups.join('')}.${decimals}`;
}

/**
 * The exact value of an amount, a number or a percentage (`19%` is 0.19), with all its decimals; undefined when the text
 * is none, or one of another currency.
 */
export function fractionOf(text: string, sign: DecimalSign, currency?: string): Fraction | undefined {
  if (PLAIN[sign].test(text)) return fractionIn(sign === '.' ? text : text.replace(',', '.'));
  const given = text.trim();
  const isPercent = given.endsWith('%');
  const plain = plainOf(isPercent ? given.slice(0, -1) : given, sign, currency);
  return plain === undefined ? undefined : fractionIn(isPercent ? `${plain}e-2` : plain);
}

/** What stands behind a number of pieces; `2X` is a size. */
const PIECES =
  /^(?:st|stc?k|stücke?|stuks?|pcs?|pce|pieces?|pièces?|units?|ea|each|uds?|unidades?|un|und|pz|pezz[io]|ks|szt|sztuk[ai]?|[個点本枚])\.?$/iu;

/** `2` of `2 Stk`, `2 pcs.` or `2x`; undefined for another text. */
export function piecesIn(text: string): string | undefined {
  const [, number, word = ''] = /^\s*(-?\d[\d.,]*)\s?(\S+)\s*$/u.exec(text) ?? [];
  return word === 'x' || word === '×' || PIECES.test(word) ? number : undefined;
}

/** Most amounts of most exports. */
const PLAIN = { '.': /^-?\d+(?:\.\d+)?$/, ',': /^-?\d+(?:,\d+)?$/ } as const;

/** The number that a text is with this decimal sign, for conditions and weights; NaN when it is not a number. */
export const numberOf = (text: string, sign: DecimalSign): number =>
  Number(plainOf(text, sign) ?? Number.NaN);

/**
 * What an amount shows about the decimal sign: the sign, `either` when both readings are valid, undefined for nothing.
 */
export function decimalSignIn(text: string): DecimalSign | 'either' | undefined {
  // A group of thousands has three digits, so one or two behind the only sign are decimals.
  if (/^\d+[.,]\d\d?$/.test(text)) return text.includes(',') ? ',' : '.';
  if (!/[.,]/.test(text)) return undefined;
  const number = bareAmount(text)?.number;
  if (number === undefined) return undefined;
  const point = ungrouped(number, '.');
  const comma = ungrouped(number, ',');
  if (point === undefined && comma === undefined) return undefined;
  if (comma === undefined) return '.';
  if (point === undefined) return ',';
  // In `0,500` the comma is not a thousands separator, because a number with thousands does not begin with 0.
  if (/^0\.\d/.test(number)) return '.';
  if (/^0,\d/.test(number)) return ',';
  return 'either';
}

/** Signs of all currencies with such a name; the signs of the others are as Intl has them. */
const NAMES: Readonly<Record<string, RegExp>> = {
  $: /dollar|peso|pataca|tala|balboa/i,
  '£': /pound/i,
  Rs: /rupee/i,
  Fr: /franc/i,
};

/** Whether a code or a sign can stand for a currency: `$` also for what is R$ in full; `US$` and `C$` begin as the code does. */
function canMean(mark: string, currency: string): boolean {
  const own = (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );
  if (own.some((sign) => sign === mark || (mark.length === 1 && sign.endsWith(mark)))) return true;
  if (NAMES[mark]?.test(own.at(-1)!)) return true;
  const [, start = ' ', sign = ''] = /^([A-Z]{1,3})(\p{Sc})$/u.exec(mark) ?? [];
  return (
    currency.startsWith(start) && (start.length > 1 || currency.endsWith('D')) && canMean(sign, currency)
  );
}

const others = new Map<string, boolean>();

/** Whether a code or a sign means another currency for sure: what nobody knows may be any. */
export function isOtherCurrency(mark: string, currency: string): boolean {
  const key = `${mark} ${currency}`;
  const known = others.get(key);
  if (known !== undefined) return known;
  const codes = Intl.supportedValuesOf('currency');
  // Wide signs (￥, ₨) are read as the usual ones.
  const plain = mark.normalize('NFKC');
  const code = currency.toUpperCase();
  const isOther = codes.includes(code) && !canMean(plain, code) && codes.some((one) => canMean(plain, one));
  others.set(key, isOther);
  return isOther;
}
