// What a cell of an export says: its meaning, and how a format writes it.
import type { Draw } from '../draw.ts';
import type { Format } from './formats.ts';
import type { Line, Order, Shop } from './truth.ts';

/** An amount in cents, a time in milliseconds, or a text (a number stays one in JSON). */
export type Cell = string | number | { readonly cents: number } | { readonly ms: number };

export interface Column {
  /** In JSON a path. */
  readonly name: string;
  /** A key of `MEANINGS`, or `decoy:KIND`. */
  readonly meaning: string;
  readonly level: 'order' | 'line';
  cell(order: Order, line: Line): Cell;
}

const cents = (amount: number) => ({ cents: amount });
const ms = (time: number) => ({ ms: time });
const sum = (order: Order, part: (line: Line) => number) =>
  order.lines.reduce((total, line) => total + part(line), 0);

const COUNTRIES: Readonly<Record<string, string>> = {
  US: 'United States',
  DE: 'Germany',
  FR: 'France',
  GB: 'United Kingdom',
};

type Meaning = readonly [level: 'order' | 'line', cell: (order: Order, line: Line) => Cell];

const address = (which: 'shipTo' | 'billTo', prefix: string): [string, Meaning][] =>
  (['name', 'street1', 'city', 'state', 'zip_code', 'country_code', 'phone'] as const).map((key) => [
    `${prefix}.${key}`,
    ['order', (order) => order[which][key]],
  ]);

const MEANINGS: Readonly<Record<string, Meaning>> = {
  number: ['order', (order) => order.number],
  created: ['order', (order) => ms(order.created)],
  updated: ['order', (order) => ms(order.updated)],
  currency: ['order', (order) => order.currency],
  customer: ['order', (order) => order.customer],
  email: ['order', (order) => order.email],
  first: ['order', (order) => order.first],
  last: ['order', (order) => order.last],
  phone: ['order', (order) => order.shipTo.phone],
  ...Object.fromEntries([...address('shipTo', 'ship'), ...address('billTo', 'bill')]),
  shipping: ['order', (order) => cents(order.shipping)],
  orderTax: ['order', (order) => cents(sum(order, (line) => line.tax))],
  orderDiscount: ['order', (order) => cents(sum(order, (line) => line.discount))],
  total: ['order', (order) => cents(order.total)],
  lineId: ['line', (_, line) => line.id],
  sku: ['line', (_, line) => line.sku],
  title: ['line', (_, line) => line.title],
  units: ['line', (_, line) => line.units],
  shipped: ['line', (_, line) => line.shipped],
  price: ['line', (_, line) => cents(line.price)],
  lineTax: ['line', (_, line) => cents(line.tax)],
  lineDiscount: ['line', (_, line) => cents(line.discount)],
};

const wordOf = (format: Format, order: Order): string =>
  order.isPartly ? format.words.Partly : format.words[order.status];

export function columnsOf(format: Format): Column[] {
  return format.columns.map(([name, meaning]) => {
    if (meaning === 'status')
      return { name, meaning, level: 'order', cell: (order) => wordOf(format, order) };
    const [level, cell] = MEANINGS[meaning]!;
    if (meaning.endsWith('country_code') && format.countryNames)
      return { name, meaning, level, cell: (order, line) => COUNTRIES[cell(order, line) as string]! };
    return { name, meaning, level, cell };
  });
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Year, month, day, hour and minute on the clock of a zone. */
export function wallTime(time: number, zone: string): string[] {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    clock = new Intl.DateTimeFormat(
      'en-GB',
      Object.assign({ timeZone: zone, hourCycle: 'h23' as const }, parts),
    );
    clocks.set(zone, clock);
  }
  const found = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  return [found['year']!, found['month']!, found['day']!, found['hour']!, found['minute']!];
}

function offset(time: number, zone: string): string {
  const [year, month, day, hour, minute] = wallTime(time, zone).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const minutes = Math.round((Date.UTC(year, month - 1, day, hour, minute) - time) / 60_000);
  const text = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${text.join(':')}`;
}

function dateText(time: number, format: Format, zone: string): string | number {
  if (format.date === 'epoch') return time / 1000;
  if (format.date === 'epochms') return time;
  if (format.date === 'iso') return new Date(time).toISOString().replace('.000', '');
  const [year, month, day, hour, minute] = wallTime(time, zone);
  if (format.date === 'offset') return `${year}-${month}-${day}T${hour}:${minute}:00${offset(time, zone)}`;
  if (format.date === 'sql') return `${year}-${month}-${day} ${hour}:${minute}:00`;
  const clock = `${hour}:${minute}`;
  if (format.date === 'mdy') return `${Number(month)}/${Number(day)}/${year} ${clock}`;
  return `${[day, month, year].join(format.date === 'dmy' ? '.' : '/')} ${clock}`;
}

export function moneyText(amount: number, format: Format): string | number {
  if (format.money === 'cents') return amount;
  const sign = amount < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(amount) / 100));
  const rest = String(Math.abs(amount) % 100).padStart(2, '0');
  if (format.money === 'point') return `${sign}${whole}.${rest}`;
  if (format.money === 'four') return `${sign}${whole}.${rest}00`;
  if (format.money === 'comma') return `${sign}${whole},${rest}`;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`;
}

export function textOf(cell: Cell, format: Format, zone: string): string | number {
  if (typeof cell !== 'object') return cell;
  return 'cents' in cell ? moneyText(cell.cents, format) : dateText(cell.ms, format, zone);
}

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The most lines that an order of a shop has. */
const MOST = 4;

function tableOf(format: Format, shop: Shop, columns: readonly Column[]): string {
  const { zone } = shop;
  const text = (column: Column, order: Order, line: Line) =>
    String(textOf(column.cell(order, line), format, zone));
  const isNumbered = (column: Column) => format.shape === 'numbered' && column.level === 'line';
  const times = (column: Column) => (isNumbered(column) ? MOST : 1);
  const header = columns.flatMap((column) =>
    Array.from({ length: times(column) }, (_, at) => column.name.replace('[]', String(at + 1))),
  );
  const rows = shop.orders.flatMap((order) => {
    const lines = format.shape === 'numbered' ? order.lines.slice(0, 1) : order.lines;
    return lines.map((line, nth) =>
      columns.flatMap((column) => {
        if (isNumbered(column))
          return Array.from({ length: MOST }, (_, at) =>
            order.lines[at] ? text(column, order, order.lines[at]) : '',
          );
        const isLeftOut =
          format.once && nth > 0 && column.level === 'order' && !['number', 'email'].includes(column.meaning);
        return [isLeftOut ? '' : text(column, order, line)];
      }),
    );
  });
  return [header, ...rows]
    .map((row) => `${row.map((cell) => quoted(cell, format.delimiter)).join(format.delimiter)}\n`)
    .join('');
}

type Node = { [key: string]: unknown };

function put(node: Node, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = node;
  for (const key of keys) {
    at[key] ??= {};
    at = at[key] as Node;
  }
  at[last] = value;
}

function recordOf(format: Format, shop: Shop, columns: readonly Column[], order: Order): Node {
  const record: Node = {};
  for (const column of columns) {
    if (column.level === 'order')
      put(record, column.name, textOf(column.cell(order, order.lines[0]!), format, shop.zone));
    else {
      const [list, rest] = column.name.split('[].') as [string, string];
      record[list] ??= order.lines.map(() => ({}));
      const elements = record[list] as Node[];
      for (const [at, line] of order.lines.entries())
        put(elements[at]!, rest, textOf(column.cell(order, line), format, shop.zone));
    }
  }
  return record;
}

/** The export as a file. */
export function fileOf(
  format: Format,
  shop: Shop,
  columns: readonly Column[],
): { name: string; text: string } {
  if (format.shape === 'rows' || format.shape === 'numbered')
    return { name: 'export.csv', text: tableOf(format, shop, columns) };
  const records = shop.orders.map((order) => recordOf(format, shop, columns, order));
  if (format.shape === 'json')
    return { name: 'export.json', text: `${JSON.stringify({ orders: records }, null, 1)}\n` };
  return { name: 'export.ndjson', text: records.map((record) => `${JSON.stringify(record)}\n`).join('') };
}

/** The place of new columns: before those that they are mistaken for, or anywhere. */
export function withDecoys(
  draw: Draw,
  own: readonly Column[],
  decoys: readonly Column[],
  isFirst: boolean,
): Column[] {
  if (isFirst) return [...decoys, ...own];
  const all = [...own];
  for (const decoy of decoys) all.splice(draw.from(0, all.length), 0, decoy);
  return all;
}
