// Writes the table of a drawn shop: columns in the style of the seed, orders as rows, and what each column is.
import type { AmountColumn } from './corpus/equations.ts';
import type { Address, Line, Order, Wall } from './facts.ts';
import type { Column, Place } from './header-words.ts';
import { NOISE } from './noise.ts';
import { type Dice, diceOf, type Style } from './styles.ts';
import { around, decoyColumns, itemColumns } from './table-forms.ts';
import { countryName, dateText, moneyText, noiseText, streetOf } from './table-text.ts';

export interface Table {
  readonly bytes: Buffer;
  /** Header of each column that the table has, by what it is: `number`, `shipping.city`. */
  readonly headers: ReadonlyMap<string, string>;
  readonly amounts: readonly AmountColumn<Order, Line>[];
}

export interface Written {
  readonly role: string;
  readonly label: string;
  readonly of: 'order' | 'line';
  readonly cell: (order: Order, line: Line, row: number) => string;
  /** For columns of numbers that sums are made of. */
  readonly amount?: (order: Order, line: Line) => number;
}

export function tableOf(style: Style, orders: readonly Order[]): Table {
  const draw = diceOf(style.seed + 900_000);
  const columns = named(
    style,
    withNoise(
      [
        ...orderColumns(style, draw),
        ...addressColumns(style, draw),
        ...itemColumns(style, lineColumns(style, draw)),
        ...decoyColumns(style, draw),
      ],
      style,
      draw,
    ),
  );
  const records: string[][] = [columns.map(({ header }) => header)];
  for (const order of orders)
    for (const [row, line] of (style.rows === 'order' ? order.lines.slice(0, 1) : order.lines).entries())
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
    bytes: encoded(around(style, `${text}\r\n`, orders), style),
    headers: new Map(
      columns.filter(({ role }) => role !== 'noise').map(({ role, header }) => [role, header]),
    ),
    amounts: columns.map(({ role, header, of, amount }) => ({
      header,
      of,
      isTotal: role === 'total',
      amount,
    })),
  };
}

function orderColumns(style: Style, draw: Dice): Written[] {
  const { words, has } = style;
  const columns: Written[] = [];
  const put = (role: Column, cell: Written['cell'], suffix = '') =>
    columns.push({ role, label: draw.one(words.columns[role]) + suffix, of: 'order', cell });
  const when = (role: Column, of: (order: Order) => Wall | undefined) =>
    put(role, (order) => dateText(style, of(order)));
  const money = (role: Column, of: (order: Order) => number, blank = false) => {
    put(
      role,
      (order) => (blank && of(order) === 0 ? '' : moneyText(style, of(order))),
      moneySuffix(style, role),
    );
    columns.push({ ...columns.pop()!, amount: of });
  };
  if (has.has('internalId')) put('internalId', (order) => order.internalId);
  put('number', (order) => order.number);
  when('created', (order) => order.created);
  if (style.status !== 'dates' && !style.forms.lineStatus) put('status', (order) => order.word);
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
  for (const role of style.forms.zeros) {
    money(role, () => 0);
    columns.push({ ...columns.pop()!, role: 'noise' });
  }
  if (has.has('shipping') && style.forms.freightBy === 'order')
    money('shipping', (order) => order.shipping, style.blankZero);
  if (has.has('shippingTax')) money('shippingTax', (order) => order.shippingTax);
  if (style.tax.endsWith('order') || (style.tax.endsWith('line') && draw.chance(40)))
    money('tax', (order) => order.tax);
  if (style.forms.total) money('total', (order) => order.total);
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
  const money = (role: Column, of: (line: Line) => number, blank = false) => {
    put(
      role,
      (line) => (blank && of(line) === 0 ? '' : moneyText(style, of(line))),
      moneySuffix(style, role),
    );
    columns.push({ ...columns.pop()!, amount: (_, line) => of(line) });
  };
  if (style.forms.lineStatus) put('status', ({ word }) => word);
  if (has.has('lineId')) put('lineId', ({ id }) => id);
  put('sku', ({ sku }) => sku);
  if (has.has('title')) put('title', ({ title }) => title);
  if (has.has('ean')) put('ean', ({ ean }) => ean);
  put('quantity', ({ quantity }) => String(quantity));
  columns.push({ ...columns.pop()!, amount: (_, { quantity }) => quantity });
  if (style.price !== 'amount') money('unit', ({ unit }) => unit);
  if (style.price !== 'unit')
    money('amount', ({ amount, discount }) => (style.lineAmountAfter ? amount - discount : amount));
  if (style.discount === 'line' || style.discount === 'both')
    money('lineDiscount', ({ discount }) => (style.negative ? -discount : discount), style.blankZero);
  if (style.tax.endsWith('line')) money('lineTax', ({ tax }) => tax);
  if (has.has('shipping') && style.forms.freightBy === 'line') money('shipping', ({ shipping }) => shipping);
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

function moneySuffix({ money, words, tax, home, forms, case: how }: Style, role: Column): string {
  if (forms.minor === 'named') return ' cents';
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
const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function encoded(text: string, { encoding, mark }: Style): Buffer {
  if (encoding === 'utf-8') return Buffer.from(`${mark ? '\ufeff' : ''}${text}`);
  return Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))));
}
