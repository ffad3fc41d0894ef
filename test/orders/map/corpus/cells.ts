// How an export of the corpus writes amounts, dates and texts.
import type { Wall } from './facts.ts';

/** What a column holds before it is written. */
export type Cell = string | number | { readonly money: number } | { readonly at: Wall | undefined };

export type DateForm =
  | 'iso'
  | 'iso minute'
  | 'iso day'
  | 'offset'
  | 'utc'
  | 'd/m/y'
  | 'm/d/y'
  | 'm/d/yy'
  | 'd/m/yy'
  | 'd/m/y day'
  | 'd.m.y'
  | 'd.m.yy'
  | 'd.m.y day'
  | 'y/m/d'
  | 'd-mon-y'
  | 'german'
  | 'epoch'
  | 'epoch ms';

export interface Form {
  readonly decimal: '.' | ',';
  readonly thousands?: '.' | ',' | ' ' | "'";
  /** Decimals that are written, where these are not the decimals of the currency. */
  readonly digits?: number;
  /** Whole numbers of the smallest unit. */
  readonly minor?: boolean;
  /** Around every amount, such as `€ *`. */
  readonly sign?: string;
  readonly negative?: boolean;
  /** How nothing is written. */
  readonly zero?: string;
  readonly date: DateForm;
  /** JSON numbers in place of texts. */
  readonly numbers?: boolean;
  readonly zone: string;
  /** Decimals of the currency. */
  readonly decimals: number;
}

export function written(cell: Cell, form: Form): string | number {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return form.numbers ? cell : String(cell);
  if ('at' in cell) {
    if (cell.at === undefined) return '';
    const text = dateText(cell.at, form);
    return form.numbers && form.date.startsWith('epoch') ? Number(text) : text;
  }
  const amount = form.negative ? -cell.money || 0 : cell.money;
  if (amount === 0 && form.zero !== undefined) return form.zero;
  if (form.minor) return form.numbers ? amount : String(amount);
  return form.numbers ? amount / 10 ** form.decimals : moneyText(amount, form);
}

function moneyText(amount: number, { decimal, thousands, digits, sign, decimals }: Form): string {
  const shown = digits ?? decimals;
  const all = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const rest = all
    .slice(all.length - decimals)
    .padEnd(shown, '0')
    .slice(0, shown);
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
  const text = `${amount < 0 ? '-' : ''}${grouped}${rest === '' ? '' : decimal + rest}`;
  return sign ? sign.replace('*', text) : text;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONATE = 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez.'.split(' ');
const two = (n: number): string => String(n).padStart(2, '0');

function dateText(at: Wall, { date, zone }: Form): string {
  const wall = new Date(at);
  const [y, m, d] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()];
  const [h, min, s] = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()];
  const day = `${y}-${two(m)}-${two(d)}`;
  const time = `${two(h)}:${two(min)}`;
  const american = `${h % 12 === 0 ? 12 : h % 12}:${two(min)} ${h < 12 ? 'AM' : 'PM'}`;
  switch (date) {
    case 'iso':
      return `${day} ${time}:${two(s)}`;
    case 'iso minute':
      return `${day} ${time}`;
    case 'iso day':
      return day;
    case 'offset':
      return `${day}T${time}:${two(s)}${offset(at, zone)}`;
    case 'utc':
      return new Date(instant(at, zone)).toISOString().replace('.000', '');
    case 'd/m/y':
      return `${two(d)}/${two(m)}/${y} ${time}`;
    case 'd/m/yy':
      return `${two(d)}/${two(m)}/${two(y % 100)} ${time}`;
    case 'm/d/y':
      return `${m}/${d}/${y} ${american}`;
    case 'm/d/yy':
      return `${m}/${d}/${two(y % 100)} ${time}`;
    case 'd/m/y day':
      return `${two(d)}/${two(m)}/${y}`;
    case 'd.m.y':
      return `${two(d)}.${two(m)}.${y} ${time}:${two(s)}`;
    case 'd.m.yy':
      return `${two(d)}.${two(m)}.${two(y % 100)} ${time}`;
    case 'd.m.y day':
      return `${two(d)}.${two(m)}.${y}`;
    case 'y/m/d':
      return `${y}/${two(m)}/${two(d)} ${time}`;
    case 'd-mon-y':
      return `${two(d)}-${MONTHS[m - 1]}-${y} ${time}`;
    case 'german': {
      const isSummer = offset(at, zone) === '+02:00';
      return `${d}. ${MONATE[m - 1]} ${y}, ${time} Uhr ${isSummer ? 'CEST(UTC+2)' : 'CET(UTC+1)'}`;
    }
    case 'epoch':
      return String(instant(at, zone) / 1000);
    case 'epoch ms':
      return String(instant(at, zone));
  }
}

const MINUTES: readonly DateForm[] = ['iso minute', 'd/m/y', 'd/m/yy', 'm/d/y', 'm/d/yy', 'd.m.yy', 'y/m/d'];

/** The instant that a written date says: no finer than it is written. */
export function instantOf(at: Wall, { date, zone }: Pick<Form, 'date' | 'zone'>): number {
  if (date.endsWith('day')) return instant(at - (at % 86_400_000), zone);
  const isCoarse = MINUTES.includes(date) || date === 'd-mon-y' || date === 'german';
  return instant(isCoarse ? at - (at % 60_000) : at, zone);
}

/** One for each zone: making one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** Of a wall-clock time in a zone, such as `+02:00`. */
function offset(at: Wall, zone: string): string {
  const name = (instant: number) =>
    formatOf(zone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')!
      .value.slice(3) || '+00:00';
  const whole = at - (at % 1000);
  return name(whole - Number(name(whole).slice(0, 3)) * 3_600_000);
}

const instant = (at: Wall, zone: string): number =>
  Date.parse(`${new Date(at).toISOString().slice(0, 19)}${offset(at, zone)}`);
