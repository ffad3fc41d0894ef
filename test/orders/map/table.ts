// Writes the table of a drawn shop: columns in the style of the seed, orders as rows, and what each column is.
import type { Address, Line, Order, Wall } from './facts.ts';
import type { Column, Place } from './header-words.ts';
import { NOISE, type Noise } from './noise.ts';
import { type Dice, diceOf, type Style } from './styles.ts';

export interface Table {
  readonly bytes: Buffer;
  /** Header of each column that the table has, by what it is: `number`, `shipping.city`. */
  readonly headers: ReadonlyMap<string, string>;
}

interface Written {
  readonly role: string;
  readonly label: string;
  readonly of: 'order' | 'line';
  readonly cell: (order: Order, line: Line, row: number) => string;
}

export function tableOf(style: Style, orders: readonly Order[]): Table {
  const draw = diceOf(style.seed + 900_000);
  const columns = named(
    style,
    withNoise(
      [...orderColumns(style, draw), ...addressColumns(style, draw), ...lineColumns(style, draw)],
      style,
      draw,
    ),
  );
  const records: string[][] = [columns.map(({ header }) => header)];
  for (const order of orders)
    for (const [row, line] of order.lines.entries())
      records.push(
        columns.map(({ of, role, cell }) =>
          row > 0 && style.rows === 'first' && of === 'order' && role !== 'number'
            ? ''
            : cell(order, line, row),
        ),
      );
  const text = records
    .map((cells) => cells.map((cell) => quoted(cell, style.delimiter)).join(style.delimiter))
    .join('\r\n');
  return {
    bytes: encoded(`${text}\r\n`, style),
    headers: new Map(
      columns.filter(({ role }) => role !== 'noise').map(({ role, header }) => [role, header]),
    ),
  };
}

function orderColumns(style: Style, draw: Dice): Written[] {
  const { words, has } = style;
  const columns: Written[] = [];
  const put = (role: Column, cell: Written['cell'], suffix = '') =>
    columns.push({ role, label: draw.one(words.columns[role]) + suffix, of: 'order', cell });
  const when = (role: Column, of: (order: Order) => Wall | undefined) =>
    put(role, (order) => dateText(style, of(order)));
  const money = (role: Column, of: (order: Order) => number, blank = false) =>
    put(
      role,
      (order) => (blank && of(order) === 0 ? '' : moneyText(style, of(order))),
      moneySuffix(style, role),
    );
  if (has.has('internalId')) put('internalId', (order) => order.internalId);
  put('number', (order) => order.number);
  when('created', (order) => order.created);
  if (style.status !== 'dates') put('status', (order) => order.word);
  if (has.has('paid')) when('paid', (order) => order.paid);
  if (has.has('shipped')) when('shipped', (order) => order.shipped);
  if (has.has('cancelled')) when('cancelled', (order) => order.cancelled);
  if (has.has('modified')) when('modified', (order) => order.modified);
  if (has.has('customerId')) put('customerId', (order) => order.customerId);
  if (style.names !== 'block') nameColumns(style, (role, of) => put(role, (order) => of(anyAddress(order))));
  put('email', (order) => order.email);
  if (has.has('phone')) put('phone', (order) => order.phone);
  if (has.has('currency')) put('currency', () => style.home.currency);
  if (has.has('tracking')) put('tracking', (order) => order.tracking);
  if (style.subtotal !== 'none') money('subtotal', (order) => subtotalOf(style, order));
  if (style.discount === 'order' || style.discount === 'both')
    money(
      'discount',
      (order) =>
        (style.negative ? -1 : 1) *
        (order.discount + (style.discount === 'both' ? linesOf(order, 'discount') : 0)),
      style.blankZero,
    );
  if (has.has('shipping')) money('shipping', (order) => order.shipping, style.blankZero);
  if (has.has('shippingTax')) money('shippingTax', (order) => order.shippingTax);
  if (style.tax.endsWith('order') || (style.tax.endsWith('line') && draw.chance(40)))
    money('tax', (order) => order.tax);
  money('total', (order) => order.total);
  return columns;
}

function nameColumns(
  { split }: Style,
  put: (role: 'firstName' | 'lastName' | 'fullName', of: (address: Address) => string) => void,
): void {
  if (split) {
    put('firstName', ({ first }) => first);
    put('lastName', ({ last }) => last);
  } else put('fullName', ({ first, last }) => `${first} ${last}`);
}

function addressColumns(style: Style, draw: Dice): Written[] {
  const { words, has, blocks } = style;
  const columns: Written[] = [];
  const form = { billing: draw.one(words.billing), shipping: draw.one(words.shipping), only: '*' };
  // One word for a thing in all blocks, as programs write it.
  const label = new Map<Place, string>();
  for (const block of blocks) {
    const put = (role: Place, of: (address: Address) => string) => {
      const word = label.get(role) ?? draw.one(words.places[role]);
      label.set(role, word);
      columns.push({
        role: `${block}.${role}`,
        label: form[block].replace('*', word),
        of: 'order',
        cell: (order) => of(order.addresses[block]!),
      });
    };
    if (style.names !== 'customer') {
      if (style.split) {
        put('first', ({ first }) => first);
        put('last', ({ last }) => last);
      } else put('name', ({ first, last }) => `${first} ${last}`);
    }
    if (has.has('company')) put('company', ({ company }) => company);
    put('street', (address) => (style.house ? address.street : streetOf(address)));
    if (style.house) put('house', ({ house }) => house);
    if (has.has('street2')) put('street2', ({ street2 }) => street2);
    put('zip', ({ zip }) => zip);
    put('city', ({ city }) => city);
    if (style.state !== 'none')
      put('state', ({ stateCode, stateName }) => (style.state === 'code' ? stateCode : stateName));
    if (style.country !== 'none')
      put('country', ({ country }) =>
        style.country === 'code' ? country.code : countryName(country.code, style.language),
      );
    if (has.has('blockPhone') && block !== 'only') put('phone', ({ phone }) => phone);
  }
  return columns;
}

function lineColumns(style: Style, draw: Dice): Written[] {
  const { words, has } = style;
  const columns: Written[] = [];
  const put = (role: Column, of: (line: Line) => string, suffix = '') =>
    columns.push({
      role,
      label: draw.one(words.columns[role]) + suffix,
      of: 'line',
      cell: (_, line) => of(line),
    });
  const money = (role: Column, of: (line: Line) => number, blank = false) =>
    put(
      role,
      (line) => (blank && of(line) === 0 ? '' : moneyText(style, of(line))),
      moneySuffix(style, role),
    );
  if (has.has('lineId')) put('lineId', ({ id }) => id);
  put('sku', ({ sku }) => sku);
  if (has.has('title')) put('title', ({ title }) => title);
  if (has.has('ean')) put('ean', ({ ean }) => ean);
  put('quantity', ({ quantity }) => String(quantity));
  if (style.price !== 'amount') money('unit', ({ unit }) => unit);
  if (style.price !== 'unit')
    money('amount', ({ amount, discount }) => (style.lineAmountAfter ? amount - discount : amount));
  if (style.discount === 'line' || style.discount === 'both')
    money('lineDiscount', ({ discount }) => (style.negative ? -discount : discount), style.blankZero);
  if (style.tax.endsWith('line')) money('lineTax', ({ tax }) => tax);
  return columns;
}

function withNoise(columns: Written[], style: Style, draw: Dice): Written[] {
  const all = [...columns];
  const kinds = [...NOISE];
  for (let i = 0; i < style.noise; i++) {
    const [{ of, noise, names }] = kinds.splice(draw.below(kinds.length), 1) as [(typeof NOISE)[number]];
    const values = new Map<string, string>();
    const cell: Written['cell'] = (order, line, row) => {
      const key = of === 'order' ? order.number : `${order.number}-${row}-${line.id}`;
      const known = values.get(key) ?? noiseText(style, noise, draw, order);
      values.set(key, known);
      return known;
    };
    all.splice(draw.below(all.length + 1), 0, { role: 'noise', label: names[style.language], of, cell });
  }
  return all;
}

/** The columns with their headers; a header that two columns share is told apart as spreadsheets do it. */
function named(style: Style, columns: readonly Written[]): (Written & { readonly header: string })[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    let header = cased(column.label, style.case);
    for (let n = 2; seen.has(header.toLowerCase()); n++)
      header = `${cased(column.label, style.case)}${style.case === 'snake' ? '_' : ' '}${n}`;
    seen.add(header.toLowerCase());
    return { ...column, header };
  });
}

function cased(label: string, how: Style['case']): string {
  if (how === 'title') return label;
  if (how === 'upper') return label.toUpperCase();
  const plain = label
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ä', 'Ae')
    .replaceAll('ß', 'ss')
    .replace(/[º°]/g, 'o')
    .replaceAll('#', 'no')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const parts = plain
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  if (how === 'snake') return parts.join('_');
  return parts.map((part, i) => (i === 0 ? part : part[0]!.toUpperCase() + part.slice(1))).join('');
}

function moneySuffix({ money, words, tax, home, case: how }: Style, role: Column): string {
  if (money === 'unit') return how === 'title' ? ` (${home.currency})` : ` ${home.currency}`;
  if (money !== 'tax' || tax === 'none' || !['unit', 'amount', 'subtotal', 'shipping'].includes(role))
    return '';
  return ` (${(tax.startsWith('top') ? words.net : words.gross)[0]})`;
}

export const subtotalOf = ({ subtotal }: Style, order: Order): number =>
  linesOf(order, 'amount') - (subtotal === 'after' ? order.discount + linesOf(order, 'discount') : 0);
export const linesOf = ({ lines }: Order, of: 'amount' | 'discount' | 'tax'): number =>
  lines.reduce((all, line) => all + line[of], 0);
export const anyAddress = ({ addresses }: Order): Address =>
  (addresses.billing ?? addresses.only ?? addresses.shipping)!;
export const streetOf = ({
  street,
  house,
  country,
}: Pick<Address, 'street' | 'house' | 'country'>): string =>
  country.numberFirst ? `${house} ${street}` : `${street} ${house}`;
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code)!;

export function moneyText({ decimal, thousands, sign, short, home }: Style, cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',') : whole;
  const part = short ? rest.replace(/0+$/, '') : rest;
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

function dateText({ date, time, home }: Style, wall: Wall | undefined): string {
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

/** Of a wall-clock time in a zone, such as `+02:00`. */
export function offsetOf(wall: Wall, zone: string): string {
  const utc = Date.parse(`${isoOf(wall)}Z`);
  const name = (at: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')!
      .value.slice(3) || '+00:00';
  const first = name(utc);
  const minutes = Number(first.slice(0, 3)) * 60;
  return name(utc - minutes * 60_000);
}

function noiseText(style: Style, noise: Noise, { below, one }: Dice, order: Order): string {
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

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function encoded(text: string, { encoding, mark }: Style): Buffer {
  if (encoding === 'utf-8') return Buffer.from(`${mark ? '\ufeff' : ''}${text}`);
  return Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))));
}
