// How a drawn table writes amounts, dates, addresses and columns of no use, and the instant that a date says.
import type { Address, Order, Wall } from './facts.ts';
import type { Noise } from './noise.ts';
import type { Dice, Style } from './styles.ts';

export const streetOf = ({
  street,
  house,
  country,
}: Pick<Address, 'street' | 'house' | 'country'>): string =>
  country.numberFirst ? `${house} ${street}` : `${street} ${house}`;
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code)!;

export function moneyText({ decimal, thousands, sign, short, home, forms }: Style, cents: number): string {
  if (forms.minor !== 'no') return String(cents);
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',') : whole;
  const part = forms.whole ? '' : short ? rest.replace(/0+$/, '') : rest;
  const number = `${cents < 0 ? '-' : ''}${grouped}${part === '' ? '' : decimal + part}`;
  const symbol = SYMBOLS[home.currency] ?? '$';
  return sign === 'before'
    ? `${symbol}${number}`
    : sign === 'after'
      ? `${number} ${symbol}`
      : sign === 'code'
        ? `${number} ${home.currency}`
        : number;
}
const SYMBOLS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', BRL: 'R$', CHF: 'CHF' };

export function dateText({ date, time, home }: Style, wall: Wall | undefined): string {
  if (!wall) return '';
  const [y, m, d, h, min, s] = wall;
  const two = (n: number) => String(n).padStart(2, '0');
  const day = date.startsWith('iso')
    ? `${y}-${two(m)}-${two(d)}`
    : date === 'D.M.Y'
      ? `${two(d)}.${two(m)}.${y}`
      : date === 'D/M/Y'
        ? `${two(d)}/${two(m)}/${y}`
        : `${m}/${d}/${y}`;
  if (date === 'iso-offset') return `${day}T${two(h)}:${two(min)}:${two(s)}${offsetOf(wall, home.zone)}`;
  if (time === 'none') return day;
  if (date === 'M/D/Y') return `${day} ${h % 12 === 0 ? 12 : h % 12}:${two(min)} ${h < 12 ? 'AM' : 'PM'}`;
  return `${day} ${two(h)}:${two(min)}${time === 'seconds' ? `:${two(s)}` : ''}`;
}

/** The instant (milliseconds) that the table says: no finer than its dates are written. */
export function instantOf({ date, time, home }: Style, [y, m, d, h, min, s]: Wall): number {
  const day = date !== 'iso-offset' && time === 'none';
  const coarse = day || (date !== 'iso-offset' && (time === 'minutes' || date === 'M/D/Y'));
  const wall: Wall = [y, m, d, day ? 0 : h, day ? 0 : min, coarse ? 0 : s];
  return Date.parse(`${isoOf(wall)}${offsetOf(wall, home.zone)}`);
}

const isoOf = ([y, ...rest]: Wall): string => {
  const [m, d, h, min, s] = rest.map((n) => String(n).padStart(2, '0'));
  return `${y}-${m}-${d}T${h}:${min}:${s}`;
};

/** One for each zone: making one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** Of a wall-clock time in a zone, such as `+02:00`. */
export function offsetOf(wall: Wall, zone: string): string {
  const utc = Date.parse(`${isoOf(wall)}Z`);
  const name = (at: number) =>
    formatOf(zone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')!
      .value.slice(3) || '+00:00';
  const first = name(utc);
  const minutes = Number(first.slice(0, 3)) * 60;
  return name(utc - minutes * 60_000);
}

export function noiseText(style: Style, noise: Noise, { below, one }: Dice, order: Order): string {
  switch (noise.kind) {
    case 'words':
      return one(noise.values);
    case 'number':
      return String(noise.from + below(noise.to - noise.from + 1));
    case 'money':
      return moneyText(style, noise.from + below(noise.to - noise.from + 1));
    case 'code':
      return `${noise.prefix}${String(1 + below(10 ** noise.digits - 1)).padStart(noise.digits, '0')}`;
    case 'date':
      return dateText(style, [
        order.created[0],
        order.created[1] + 1,
        Math.min(order.created[2], 12),
        12,
        0,
        0,
      ]);
    case 'weight':
      return `${below(4)}${style.decimal}${100 + below(800)}`;
    case 'hash':
      return Array.from({ length: 16 }, () => below(16).toString(16)).join('');
    case 'ip':
      return `203.0.113.${below(255)}`;
  }
}
