// What the service must get of an order of the corpus, worked out from the facts and the conventions of docs/mapping.md. Several
// values where the conventions leave a choice.
import { lineName } from '../line-name.ts';
import { instantOf } from './cells.ts';
import type { Description, Role } from './describe.ts';
import { type Address, type Fact, type Line, sum } from './facts.ts';
import type { NamedColumn, WrittenExport } from './write.ts';

/** Fields with the values that are right; several where the conventions leave a choice. */
type Expected = ReadonlyMap<string, readonly unknown[]>;

/** Dates that move an order, newest of them where nothing says when it changed. */
const MOVES: Readonly<Record<Role, (order: Fact) => number | undefined>> = {
  created_at: (o) => o.created,
  paid_at: (o) => o.paid,
  shipped_date: (o) => o.shipped,
  cancelled_at: (o) => o.cancelled,
};

/** Whether the interface can take an order: e-mail address, street and city. */
export const isCountable = (
  { mustBeRefused }: Description,
  { headers }: WrittenExport,
  order: Fact,
): boolean => {
  const address = order.shipping ?? order.billing;
  const isKnown = order.meaning !== 'partly' || headers.has('item.quantity_shipped');
  return (
    mustBeRefused === undefined &&
    order.meaning !== 'leave out' &&
    isKnown &&
    order.email !== '' &&
    address !== undefined &&
    address.street !== '' &&
    address.city !== ''
  );
};

export function expectedOf(description: Description, file: WrittenExport, order: Fact): Expected {
  const { headers, columns } = file;
  const { shop, holds = [] } = description;
  const expected = new Map<string, readonly unknown[]>();
  const is = (field: string, ...values: unknown[]) => expected.set(field, [...new Set(values)]);
  const has = (role: Role) => headers.has(role) || holds.includes(role);
  const dated = (role: Role) => columns.find((column) => column.role === role);
  const unitsKnown = has('item.quantity_shipped') || shop.lineWords !== undefined;
  const shippedOf = (line: Line) =>
    unitsKnown ? line.shipped : order.meaning === 'Shipped' ? line.quantity : 0;
  const isShipped =
    order.meaning === 'Shipped' && order.lines.every((line) => shippedOf(line) === line.quantity);
  is('identifier', order.number);
  is('status', order.meaning === 'partly' ? 'Created' : order.meaning);
  is('currency', order.currency);
  const created = dated('created_at');
  is('created_at', ...instants(created, order.created, has('created_at.time')));
  const moved = columns.filter(({ role }) => MOVES[role]);
  const modified = dated('updated_at');
  is(
    'updated_at',
    ...(modified ? instants(modified, order.modified, false) : latest(moved, order, has('created_at.time'))),
  );
  const units = order.lines.map(shippedOf);
  const goods = order.lines.map(({ unit }, i) => unit * units[i]!);
  const taxes = lineTaxes(description, file, order).map((tax, i) =>
    order.lines[i]!.quantity === units[i] ? tax : units[i] === 0 ? 0 : Number.NaN,
  );
  const products = sum(goods, (one) => one);
  const tax = sum(taxes, (one) => one);
  is('product_amount_cents', products);
  if (!Number.isNaN(tax)) is('tax_amount_cents', tax);
  // Fees and tips have no field: they are sent with the shipping, or a tip is taken off the total.
  const extra = order.fee + order.tip;
  const isPartly = units.some((count) => count > 0) && !isShipped;
  if (isShipped) is('total_amount_cents', order.total, order.total - order.tip);
  else if (!isPartly) is('total_amount_cents', 0);
  if (!isPartly) {
    const ofLines = sum(order.lines, ({ discount }) => discount);
    is('discount_amount_cents', ...(isShipped ? [order.discount, order.discount + ofLines] : [0]));
  }
  const freights = [order.freight, order.freight + order.freightTax].slice(0, has('shipping.gross') ? 2 : 1);
  is('shipping_amount_cents', ...freights.flatMap((one) => [one, one + order.fee, one + extra]));
  is('shipping_tax_amount_cents', ...(isOnTop(shop.tax) ? [order.freightTax] : [0, order.freightTax]));
  customer(order, has, is);
  for (const block of ['billing', 'shipping'] as const) address(description, file, order, block, is);
  is('items.length', order.lines.length);
  const named = order.lines.map((line) => (has('item.sku') ? line : { ...line, sku: '' }));
  for (const [i, line] of order.lines.entries()) {
    const at = `items.${i}.`;
    const sku = line.sku === '' || !has('item.sku') ? line.title : line.sku;
    is(`${at}identifier`, has('item.identifier') ? line.id : lineName(order.number, named, i));
    is(`${at}sku`, sku);
    if (has('item.title')) is(`${at}title`, line.title);
    if (has('item.upc')) is(`${at}upc`, line.ean);
    is(`${at}quantity`, line.quantity);
    is(`${at}quantity_shipped`, units[i]);
    is(`${at}quantity_canceled`, line.cancelled);
    is(`${at}unit_price_amount_cents`, line.unit);
    is(`${at}product_amount_cents`, goods[i]);
    if (!Number.isNaN(taxes[i])) is(`${at}tax_amount_cents`, taxes[i]);
    if (has('item.discount') && !isPartly)
      is(`${at}discount_amount_cents`, ...(isShipped ? discountsOf(order, goods, i) : [0]));
    if (has('tracking_number') && isShipped) is(`${at}tracking_number`, order.tracking);
    const shippedAt = dated('shipped_date');
    if (shippedAt && isShipped) is(`${at}shipped_date`, instantOf(order.shipped!, shippedAt.form));
  }
  return expected;
}

/** Its own, and with its part of the discount of the order, which is shared over the lines to a cent. */
function discountsOf({ discount, lines }: Fact, goods: readonly number[], i: number): number[] {
  const own = lines[i]!.discount;
  if (discount === 0) return [own];
  const bases = [goods, goods.map((cents, n) => cents - lines[n]!.discount)];
  const parts = bases.map((base) => Math.round((discount * base[i]!) / sum(base, (one) => one)));
  return [own, ...parts.flatMap((part) => [own + part - 1, own + part, own + part + 1])];
}

const isOnTop = (tax: string | undefined): boolean => tax?.startsWith('top') ?? false;

function instants(column: NamedColumn | undefined, at: number, hasTime: boolean): number[] {
  if (!column) return [];
  // The time stands in a column of its own.
  return [instantOf(at, hasTime ? { ...column.form, date: 'iso minute' } : column.form)];
}

function latest(columns: readonly NamedColumn[], order: Fact, hasTime: boolean): number[] {
  const all = columns.flatMap((column) => {
    const at = MOVES[column.role]!(order);
    return at === undefined ? [] : instants(column, at, hasTime && column.role === 'created_at');
  });
  return [Math.max(...all)];
}

function lineTaxes({ shop }: Description, { headers }: WrittenExport, order: Fact): number[] {
  if (!isOnTop(shop.tax)) return order.lines.map(() => 0);
  if (headers.has('item.tax') && shop.tax === 'top by line') return order.lines.map((line) => line.tax);
  return shared(
    order.tax - order.freightTax,
    order.lines.map(({ unit, quantity }) => unit * quantity),
  );
}

type Is = (field: string, ...values: unknown[]) => void;

function customer(order: Fact, has: (role: Role) => boolean, is: Is): void {
  if (order.email !== '') is('customer.email', order.email);
  if (has('customer.identifier')) is('customer.identifier', order.customerId);
  else if (order.email !== '') is('customer.identifier', order.email);
  if (has('customer.first_name')) is('customer.first_name', (order.billing ?? order.shipping)!.first);
  if (has('customer.last_name')) is('customer.last_name', (order.billing ?? order.shipping)!.last);
  if (has('customer.phone')) is('customer.phone', order.phone);
}

/** An address that is blank, or that the export does not have, is that of the other block; a blank billing address may stay so. */
function address(
  { shop }: Description,
  { headers }: WrittenExport,
  order: Fact,
  block: 'billing' | 'shipping',
  is: Is,
): void {
  const has = (one: string, part: string) => headers.has(`${one}.${part}`);
  const hasBlock = (one: string) =>
    has(`${one}_address`, 'city') || has(`${one}_address`, 'street1') || has(`${one}_address`, 'street');
  const other = block === 'billing' ? 'shipping' : 'billing';
  const source = hasBlock(block) && order[block] ? block : hasBlock(other) ? other : 'only';
  const from = source === 'only' ? (order.billing ?? order.shipping) : order[source];
  const name = source === 'only' ? 'address' : `${source}_address`;
  if (!from || (from.street === '' && from.city === '')) return;
  const blank = block === 'billing' && hasBlock('billing') && !order.billing ? [''] : [];
  const put = (field: string, ...values: string[]) => is(`${block}_address.${field}`, ...values, ...blank);
  const person: Address = has(name, 'name') || has(name, 'last_name') ? from : (order.billing ?? from);
  put('name', `${person.first} ${person.last}`);
  put('street1', from.country.numberFirst ? `${from.house} ${from.street}` : `${from.street} ${from.house}`);
  if (has(name, 'street2')) put('street2', from.street2);
  put('city', from.city);
  if (has(name, 'zip_code')) put('zip_code', from.zip);
  if (has(name, 'state') || has(name, 'state_name')) put('state', from.stateCode, from.stateName);
  put('country_code', shop.foreign || hasCountry(headers, name) ? from.country.code : shop.home.code);
}

const hasCountry = (headers: ReadonlyMap<Role, string>, block: string): boolean =>
  [...headers.keys()].some((role) => role.startsWith(`${block}.country_`));

/** Rounded down each, and the cents that are left go to the largest remainders, the first line first. */
function shared(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights, (one) => one);
  const shares = weights.map((weight) => Math.floor((amount * weight) / all));
  const rests = weights
    .map((weight, i) => ({ rest: (amount * weight) % all, i }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (let left = amount - sum(shares, (one) => one), k = 0; left > 0; left--, k++) shares[rests[k]!.i]!++;
  return shares;
}

/** The place and the two values where an order differs; undefined when it is right. */
export function difference(expected: Expected, order: object): string | undefined {
  for (const [field, values] of expected) {
    const found = field
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], order);
    const given =
      field.endsWith('_at') || field.endsWith('shipped_date') ? Date.parse(String(found)) : (found ?? '');
    const isRight =
      field === 'customer.email' && String(values[0]).startsWith('@')
        ? String(found).endsWith(String(values[0]))
        : values.includes(given);
    if (!isRight)
      return `${field}: ${JSON.stringify(given)}, not ${values.map((one) => JSON.stringify(one)).join(' or ')}`;
  }
  return undefined;
}
