// How our pages write times, sizes, counts and amounts. Pure.

/** `13:12:22` in the user's time zone. */
const clockTime = (at: number): string => new Date(at).toLocaleTimeString('en-GB');

/** `13:12:22` for a call of today; `20 Nov 13:12` for any other day. */
export function rowTime(at: number, now: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return clockTime(at);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `${day} ${clockTime(at).slice(0, 5)}`;
}

/** `20 Nov 13:12:22.041` */
export function fullTime(at: number): string {
  const date = new Date(at);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${clockTime(at)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const number = (n: number): string => n.toLocaleString('en');

/** `1 order`, `2 orders` */
export const count = (n: number, one: string): string => `${number(n)} ${one}${n === 1 ? '' : 's'}`;

/**
 * `$25.00`; with a currency that the browser does not know: `25.00 XYZ`. What integers count in a currency that has not two
 * decimals is not known, so they are shown as they are.
 */
export function moneyText(cents: number, currency: string): string {
  const amount = cents / 100;
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    if (format.resolvedOptions().maximumFractionDigits === 2) return format.format(amount);
    return `${cents} ${currency} (minor units)`;
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}
