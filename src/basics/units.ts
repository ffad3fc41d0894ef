// Durations, sizes, counts and amounts of money: parses them and formats them for output. Decimals become integer cents
// digit by digit, never through a float and never rounded.
import { usageFailure } from './failure.ts';
import { type MinorUnits, minorDigits } from './minor-units.ts';

const DURATION: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SIZE: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
};

/** `30s`, `15m`, `500ms`, `2h`, `24h59m` -> ms; a bare number is seconds. @throws Failure exit 2 */
export function parseDuration(text: string, flag: string): number {
  const given = text.trim();
  if (!/^\d+(?:\.\d+)?$|^(?:\d+(?:\.\d+)?\s*(?:ms|s|m|h|d)\s*)+$/.test(given))
    throw badValue(flag, text, 'a duration such as 30s, 15m or 2h');
  let ms = 0;
  for (const [, count, unit] of given.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?/g))
    ms += Number(count) * DURATION[unit ?? 's']!;
  return ms;
}

/** `1MB`, `256MB`, `64KiB`, `500` -> bytes. @throws Failure exit 2 */
export function parseSize(text: string, flag: string): number {
  const m = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b?)$/i.exec(text.trim());
  let unit = m?.[2]?.toUpperCase() ?? '';
  if (m && unit && !unit.endsWith('B')) unit += 'B';
  const factor = SIZE[unit];
  const bytes = Math.round(Number(m?.[1]) * (factor ?? 0));
  // Nothing fits into none.
  if (!(bytes > 0)) throw badValue(flag, text, 'a size such as 1MB or 256MB');
  return bytes;
}

/** A whole number within bounds. @throws Failure exit 2 */
export function parseCount(text: string, flag: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw badValue(
      flag,
      text,
      max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`,
    );
  return value;
}

export function badValue(flag: string, found: string, expected: string) {
  return usageFailure('usage.value', `${flag} does not understand ${JSON.stringify(found)}`, {
    expected,
    found,
    hint: `Give ${flag} ${expected}.`,
  });
}

/** 1234567 -> `1,234,567`. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/**
 * Cents -> `1,234.56`. In a currency that has not two decimals: by what the integers count, or as they are sent when that is
 * not known.
 */
export function formatCents(cents: number, currency?: string, units?: MinorUnits): string {
  const digits = minorDigits(currency, units);
  if (digits === undefined) return `${formatCount(cents)} (minor units)`;
  const parts = 10 ** digits;
  const whole = `${cents < 0 ? '-' : ''}${formatCount(Math.floor(Math.abs(cents) / parts))}`;
  return digits === 0 ? whole : `${whole}.${String(Math.abs(cents) % parts).padStart(digits, '0')}`;
}

/** Bytes -> `12.3 MB`. */
export function formatBytes(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (bytes >= size) return `${(bytes / size).toFixed(bytes >= 10 * size ? 0 : 1)} ${unit}`;
  return `${bytes} B`;
}

/** From here on a time is said in days. */
const LONG_MINUTES = 3 * 1440;

/** ms -> `850 ms`, `4.2 s`, `3 min 05 s`, `2 h 10 min`, `30 days`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes >= LONG_MINUTES) return plural(Math.floor(minutes / 1440), 'day');
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `1 order`, `2 orders`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
// Money as text: decimals to integer cents, digit by digit (never through a float, never rounded), and currency codes.
/**
 * Cents of a plain decimal (`12`, `12.3`, `-12.34`, `12.340`); undefined when it is not one, has more than 14 digits before
 * the point, or a third decimal that is not 0. @param digits decimals of the currency, when it has not two
 */
export function parseCents(text: string, point: '.' | ',' = '.', digits = 2): number | undefined {
  const sign = text[0];
  let at = sign === '-' || sign === '+' ? 1 : 0;
  const first = at;
  let cents = 0;
  for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at)) cents = cents * 10 + digit;
  if (at === first || at > first + 14) return undefined;
  let decimals = 0;
  if (at < text.length) {
    if (text[at] !== point) return undefined;
    for (at++; at < text.length; at++) {
      const digit = digitAt(text, at);
      if (digit < 0 || (decimals === digits && digit > 0)) return undefined;
      if (decimals === digits) continue;
      cents = cents * 10 + digit;
      decimals++;
    }
  }
  for (; decimals < digits; decimals++) cents *= 10;
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** The only number below 100 in a text such as `19,00 %`, `8.875` or `VAT 7.7%`, whichever sign stands before its decimals. */
export function rateIn(text: string): number {
  const [, whole, decimals = '0'] = /^\D*(\d{1,2})(?:[.,](\d{1,4}))?\D*$/.exec(text) ?? [];
  return whole === undefined || text.includes('-') ? Number.NaN : Number(`${whole}.${decimals}`);
}

/** The digit at a place, or -1. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** A currency that is safe to show and store: a text that is not a code could be an e-mail address from a neighbouring column. */
export const currencyName = (text: string | undefined): string =>
  text === undefined ? '(none)' : /^[A-Za-z]{3}$/.test(text) ? text : '(other)';

/**
 * Shares of a whole amount that add up exactly: each is rounded down, then what is left goes one by one to the largest
 * remainders; for equal ones, to the earlier share. Nothing is shared when all weights are zero.
 *
 * @param amount below zero, too
 * @param weights whole numbers, none below zero
 */
export function sharesOf(amount: number, weights: readonly (number | bigint)[]): number[] {
  if (amount < 0) return sharesOf(-amount, weights).map((share) => 0 - share);
  const sum = weights.reduce<bigint>((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n || amount === 0) return weights.map(() => 0);
  if (weights.length === 1) return [amount];
  const parts = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { share: Number(exact / sum), rest: exact % sum, index };
  });
  const shares = parts.map(({ share }) => share);
  const left = amount - shares.reduce((a, b) => a + b, 0);
  parts.sort((a, b) => (b.rest > a.rest ? 1 : b.rest < a.rest ? -1 : a.index - b.index));
  for (const { index } of parts.slice(0, left)) shares[index]!++;
  return shares;
}
