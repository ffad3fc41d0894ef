// An order as the tool would send it, beside the truth: which fields are wrong. What is absent and may be absent is not wrong.
import { type Cell, moneyText } from './cells.ts';
import type { Export } from './exports.ts';
import { type Address, type Line, type Order, totalOf } from './truth.ts';

type Json = Record<string, unknown>;
export type Sent = Json & {
  readonly identifier: string;
  readonly items?: readonly Json[];
  readonly customer?: Json;
  readonly shipping_address?: Json;
  readonly billing_address?: Json;
};

/** The field as the order message names it, what was sent and what is right. */
export interface Wrong {
  readonly field: string;
  readonly found: unknown;
  readonly right: unknown;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';
const same = (found: unknown, right: string) =>
  String(found).trim().toLowerCase() === right.trim().toLowerCase();
const instant = (value: unknown) => Date.parse(String(value));
const whole = (value: unknown) => (typeof value === 'number' ? value : 0);

function cellText(cell: Cell, given: Export): string {
  if (typeof cell !== 'object') return String(cell);
  return 'cents' in cell ? String(moneyText(cell.cents, given.format)) : String(cell.ms);
}

/** Values of columns beside the format's own that are right for a field as well. */
function allowed(given: Export, field: string, order: Order, line: Line): string[] {
  const kinds = given.kinds.filter(({ allows }) => allows.includes(field)).map(({ name }) => `decoy:${name}`);
  return given.columns
    .filter(({ meaning }) => kinds.includes(meaning))
    .map((column) => cellText(column.cell(order, line), given));
}

export function differences(given: Export, order: Order, sent: Sent): Wrong[] {
  const wrong: Wrong[] = [];
  const { shop, columns } = given;
  const has = (...meanings: string[]) => columns.some(({ meaning }) => meanings.includes(meaning));
  const must = (isRight: boolean, field: string, found: unknown, right: unknown) => {
    if (!isRight) wrong.push({ field, found, right });
  };
  /** One of these texts, or absent. */
  const optional = (field: string, found: unknown, texts: readonly string[]) =>
    must(
      isAbsent(found) || texts.some((text) => same(found, text)),
      field,
      found,
      [...new Set(texts)].join(' or ') || 'absent',
    );
  const first = order.lines[0]!;

  must(sent['status'] === order.status, 'status', sent['status'], order.status);
  must(sent['currency'] === order.currency, 'currency', sent['currency'], order.currency);
  must(
    instant(sent['created_at']) === order.created,
    'created_at',
    sent['created_at'],
    new Date(order.created),
  );
  must(
    instant(sent['updated_at']) === order.updated,
    'updated_at',
    sent['updated_at'],
    new Date(order.updated),
  );
  const lists = ['tags', 'refunds'] as const;
  for (const list of lists) must((sent[list] as unknown[] | undefined)?.length === 0, list, sent[list], []);

  const customer = sent.customer ?? {};
  must(same(customer['email'], order.email), 'customer.email', customer['email'], order.email);
  optional('customer.first_name', customer['first_name'], [order.first]);
  optional('customer.last_name', customer['last_name'], [order.last]);
  const identifiers = [order.email, ...(has('customer') ? [order.customer] : [])];
  optional('customer.identifier', customer['identifier'], [
    ...identifiers,
    ...allowed(given, 'customer.identifier', order, first),
  ]);
  optional('customer.phone', customer['phone'], has('phone') ? [order.shipTo.phone] : []);

  const address = (key: 'shipping_address' | 'billing_address', truth: Address, prefix: string) => {
    const found = sent[key] ?? {};
    for (const part of ['name', 'street1', 'city', 'zip_code', 'country_code'] as const)
      must(same(found[part], truth[part]), `${key}.${part}`, found[part], truth[part]);
    optional(`${key}.state`, found['state'], has(`${prefix}.state`, 'ship.state') ? [truth.state] : []);
    optional(`${key}.phone`, found['phone'], has('phone') ? [truth.phone] : []);
    optional(`${key}.street2`, found['street2'], []);
  };
  address('shipping_address', order.shipTo, 'ship');
  address('billing_address', order.billTo, 'bill');

  const items = sent.items ?? [];
  must(items.length === order.lines.length, 'items', items.length, order.lines.length);
  if (items.length !== order.lines.length) return wrong;
  const names = items.map((item) => item['identifier']);
  must(new Set(names).size === names.length, 'items[].identifier', names, 'one for each line');
  for (const [at, line] of order.lines.entries()) {
    const item = items[at]!;
    const check = (field: string, right: unknown) =>
      must(item[field] === right, `items[].${field}`, item[field], right);
    check('sku', line.sku);
    check('title', line.title);
    check('quantity', line.units);
    check('quantity_shipped', line.shipped);
    check('unit_price_amount_cents', line.price);
    check('product_amount_cents', line.price * line.shipped);
    if (line.shipped === line.units) {
      if (has('lineTax')) check('tax_amount_cents', shop.taxInside ? 0 : line.tax);
      if (has('lineDiscount')) check('discount_amount_cents', line.discount);
    }
    const also = (field: string) => allowed(given, `item.${field}`, order, line);
    // A wrong sku is one fault, also where it stands for the other identifiers.
    const sku = [line.sku, String(item['sku'])];
    const variants = [...sku, ...also('variant_identifier'), ...also('product_identifier')];
    optional('items[].variant_identifier', item['variant_identifier'], variants);
    optional('items[].product_identifier', item['product_identifier'], [
      ...sku,
      ...also('product_identifier'),
    ]);
    for (const field of ['upc', 'image_url', 'tracking_number', 'shipped_date'])
      optional(`items[].${field}`, item[field], also(field));
    const weights = also('weight').map((text) => Number(text.replace(',', '.')));
    must(
      isAbsent(item['weight']) || weights.includes(Number(item['weight'])),
      'items[].weight',
      item['weight'],
      weights,
    );
    must((item['tags'] as unknown[] | undefined)?.length === 0, 'items[].tags', item['tags'], []);
  }
  if (order.status === 'Shipped') moneyOf(given, order, sent, must);
  return wrong;
}

/** The amounts of an order that has left whole. */
function moneyOf(
  { shop }: Export,
  order: Order,
  sent: Sent,
  must: (isRight: boolean, field: string, found: unknown, right: unknown) => void,
): void {
  const sum = (part: (line: Line) => number) => order.lines.reduce((total, line) => total + part(line), 0);
  const tax = shop.taxInside ? 0 : sum((line) => line.tax);
  const discount = sum((line) => line.discount);
  const found = (field: string) => whole(sent[field]);
  must(found('tax_amount_cents') === tax, 'tax_amount_cents', sent['tax_amount_cents'], tax);
  const ofLines = (sent.items ?? []).reduce((total, item) => total + whole(item['discount_amount_cents']), 0);
  const taken = Math.max(found('discount_amount_cents'), ofLines);
  must(taken === discount, 'discount_amount_cents', taken, discount);
  const goods = sum((line) => line.price * line.units);
  must(found('product_amount_cents') === goods, 'product_amount_cents', sent['product_amount_cents'], goods);
  const shipping = found('shipping_amount_cents') + found('shipping_tax_amount_cents');
  const isShipping = [order.shipping, order.shipping + order.surcharge].includes(shipping);
  must(isShipping, 'shipping_amount_cents', shipping, order.shipping);
  const total = totalOf(order, shop.taxInside);
  must(found('total_amount_cents') === total, 'total_amount_cents', sent['total_amount_cents'], total);
}
