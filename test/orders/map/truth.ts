// What the service must hold of a drawn shop, worked out from the facts and the conventions of docs/mapping.md, without the mapping
// engine; and what somebody who knows the shop answers to each question.

import type { Answer, AskedQuestion } from '../../../src/orders/map/proposal.ts';
import { equationChoice } from './corpus/equations.ts';
import { type Address, type Order, sum } from './facts.ts';
import { lineName } from './line-name.ts';
import type { Block, Meaning, Style } from './styles.ts';
import { anyAddress, linesOf, type Table } from './table.ts';
import { instantOf, streetOf } from './table-text.ts';

/** Fields with the values that are right; several where the conventions leave a choice. */
export type Expected = ReadonlyMap<string, readonly unknown[]>;

/** What must become of an order: its fields, or nothing at all. */
export function truthOf(style: Style, order: Order): Expected | 'not sent' {
  if (order.meaning === 'leave out') return 'not sent';
  // The prices of several lines are not in the table.
  if (isText(style) && order.lines.length > 1) return 'not sent';
  if (order.email === '' && !style.answers.email.startsWith('placeholder:')) return 'not sent';
  if (order.lines.some(({ sku }) => sku === '') && style.answers.sku === 'refuse') return 'not sent';
  const { has, home } = style;
  const expected = new Map<string, readonly unknown[]>();
  const is = (field: string, ...values: unknown[]) => expected.set(field, values);
  const isShipped = order.meaning === 'Shipped';
  is('identifier', order.number);
  is('status', order.meaning);
  is('currency', home.currency);
  is('created_at', instantOf(style, order.created));
  const dates = [
    order.created,
    has.has('paid') ? order.paid : undefined,
    has.has('shipped') ? order.shipped : undefined,
    has.has('cancelled') ? order.cancelled : undefined,
  ];
  is(
    'updated_at',
    has.has('modified')
      ? instantOf(style, order.modified)
      : Math.max(...dates.map((one) => (one ? instantOf(style, one) : 0))),
  );
  // Sums are those of the shipped units; tax on top is shared by the price of the lines unless each line has its own.
  const taxes = lineTaxes(style, order);
  const goods = linePrices(order);
  const left = order.lines.map((line) => line.meaning === 'Shipped');
  const shipped = (amounts: readonly number[]) =>
    sum(
      amounts.filter((_, i) => left[i]),
      (cents) => cents,
    );
  const isPartly = left.includes(true) && left.includes(false);
  is('product_amount_cents', shipped(goods));
  is('tax_amount_cents', shipped(taxes));
  if (!isPartly) is('total_amount_cents', isShipped ? order.total : 0);
  // The interface does not say whether the discount of an order contains those of its lines, so a table with one kind decides.
  // Nor does an order have a discount before it ships.
  const discounts = [
    order.discount,
    ...(style.discount === 'both' ? [order.discount + linesOf(order, 'discount')] : []),
  ];
  if (style.discount !== 'line' && !isPartly) is('discount_amount_cents', ...(isShipped ? discounts : [0]));
  is('shipping_amount_cents', order.shipping);
  is('shipping_tax_amount_cents', order.shippingTax);
  customer(style, order, is);
  for (const block of ['billing', 'shipping'] as const) address(style, order, block, is);
  is('items.length', order.lines.length);
  for (const [i, line] of order.lines.entries()) {
    const at = `items.${i}.`;
    const sku = line.sku === '' ? line.title : line.sku;
    is(
      `${at}identifier`,
      has.has('lineId') && !isText(style) ? line.id : lineName(order.number, order.lines, i),
    );
    is(`${at}sku`, sku);
    is(`${at}product_identifier`, sku);
    is(`${at}variant_identifier`, sku);
    if (has.has('title') && !isText(style)) is(`${at}title`, line.title);
    if (has.has('ean') && !isText(style)) is(`${at}upc`, line.ean);
    is(`${at}quantity`, line.quantity);
    is(`${at}quantity_shipped`, left[i] ? line.quantity : 0);
    is(`${at}quantity_canceled`, line.meaning === 'Cancelled' ? line.quantity : 0);
    is(`${at}unit_price_amount_cents`, line.unit);
    is(`${at}product_amount_cents`, left[i] ? goods[i] : 0);
    is(`${at}tax_amount_cents`, left[i] ? taxes[i] : 0);
    if (style.discount !== 'order') is(`${at}discount_amount_cents`, left[i] ? line.discount : 0);
    if (has.has('tracking') && isShipped) is(`${at}tracking_number`, order.tracking);
    if (has.has('shipped') && isShipped) is(`${at}shipped_date`, instantOf(style, order.shipped!));
  }
  return expected;
}

/** The items are one text: whoever does not read it must refuse the order. */
export const isText = ({ forms }: Style): boolean => forms.items === 'text';

const linePrices = ({ lines }: Order): number[] => lines.map(({ unit, quantity }) => unit * quantity);

function lineTaxes({ tax }: Style, order: Order): number[] {
  if (tax === 'top-line') return order.lines.map((line) => line.tax);
  if (tax !== 'top-order') return order.lines.map(() => 0);
  return shared(order.tax - order.shippingTax, linePrices(order));
}

/** Rounded down each, and the cents that are left go to the largest remainders, the first line first. */
export function shared(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights, (one) => one);
  const shares = weights.map((weight) => Math.floor((amount * weight) / all));
  const rests = weights
    .map((weight, i) => ({ rest: (amount * weight) % all, i }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (let left = amount - sum(shares, (one) => one), k = 0; left > 0; left--, k++) shares[rests[k]!.i]!++;
  return shares;
}

type Is = (field: string, ...values: unknown[]) => void;

function customer({ has, names, split, answers }: Style, order: Order, is: Is): void {
  const isPlaceholder = order.email === '';
  if (isPlaceholder) is('customer.email', `@${answers.email.replace('placeholder:', '')}`);
  else is('customer.email', order.email);
  if (has.has('customerId')) is('customer.identifier', order.customerId);
  else if (!isPlaceholder) is('customer.identifier', order.email);
  // Where a name of one column is cut is nobody's to say.
  const { first, last } = anyAddress(order);
  if (names !== 'block' && split) {
    is('customer.first_name', first);
    is('customer.last_name', last);
  }
  if (has.has('phone')) is('customer.phone', order.phone);
}

function address(
  { blocks, house, has, names, state, country }: Style,
  order: Order,
  block: 'billing' | 'shipping',
  is: Is,
): void {
  const from: Block = blocks.includes(block) ? block : blocks[0]!;
  const own: Address = order.addresses[from]!;
  const at = `${block}_address.`;
  const named = names === 'customer' ? anyAddress(order) : own;
  is(`${at}name`, `${named.first} ${named.last}`);
  is(`${at}street1`, house ? `${own.street} ${own.house}` : streetOf(own));
  if (has.has('street2')) is(`${at}street2`, own.street2);
  is(`${at}city`, own.city);
  is(`${at}zip_code`, own.zip);
  // Names of states become codes where the tool has a table of them.
  if (state === 'code') is(`${at}state`, own.stateCode);
  if (state === 'name')
    is(
      `${at}state`,
      ...(['US', 'CA', 'AU'].includes(own.country.code) ? [own.stateCode] : [own.stateName, own.stateCode]),
    );
  if (state === 'none') is(`${at}state`, '');
  is(`${at}country_code`, country === 'none' ? order.addresses[from]!.country.code : own.country.code);
  if (has.has('blockPhone') && from !== 'only') is(`${at}phone`, own.phone);
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

/** What somebody who knows the shop answers; undefined for a question that this shop cannot be asked. */
export function answerTo(
  style: Style,
  { headers, amounts }: Table,
  orders: readonly Order[],
  { id, choices, words }: AskedQuestion,
): Answer | undefined {
  const { home, has, answers, blocks } = style;
  const offered = (value: string | undefined) =>
    value !== undefined && choices.some((one) => one.value === value) ? value : undefined;
  if (words) {
    const meanings = new Map<string, Meaning>(style.statusWords);
    return Object.fromEntries(words.map(({ word }) => [word, meanings.get(word) ?? 'leave out']));
  }
  switch (id) {
    case 'identifier':
      return offered(headers.get('number'));
    case 'updated_at':
      return has.has('modified') ? (offered(headers.get('modified')) ?? 'stop') : 'latest';
    case 'timezone':
      return home.zone;
    case 'date_order':
      return style.date === 'M/D/Y' ? 'month first' : 'day first';
    case 'decimal':
      return style.decimal;
    case 'currency':
      return home.currency;
    case 'country':
      return home.code;
    case 'round':
      return 'half_up';
    case 'email':
      return answers.email;
    case 'sku':
      return answers.sku;
    case 'shipping_address':
      return blocks.includes('shipping') ? 'refuse' : 'billing';
    case 'amounts':
      return equationChoice(amounts, orders, (sum, { total }) => sum === total, choices);
    case 'cents':
      return style.forms.minor === 'no' ? 'units' : 'cents';
    case 'postal_code':
      return 'send';
    case 'billing_address':
      return offered('shipping');
    case 'refunds':
      return 'warn';
    case 'status':
      return undefined;
    case 'column:item.price':
      return offered(headers.get('unit')) ?? offered(headers.get('amount')) ?? offered('none');
  }
  if (id.startsWith('column:'))
    return offered(headers.get(COLUMN_OF[id.slice('column:'.length)] ?? '')) ?? offered('none');
  return undefined;
}

/** The columns of amounts, for somebody who finds the right sum among no choices: the sums are searched anew with them. */
export function amountAnswers({ headers }: Table): Readonly<Record<string, string>> {
  const roles = {
    shipping: 'shipping',
    shipping_tax: 'shippingTax',
    tax: 'tax',
    discount: 'discount',
    total: 'total',
  };
  const named = Object.entries(roles).map(([field, role]) => [
    `field:${field}_amount_cents`,
    headers.get(role),
  ]);
  const known = named.filter(([, header]) => header !== undefined);
  return Object.fromEntries([['field:total_amount_cents', 'none'], ...known]) as Record<string, string>;
}

/** What the roles that questions name are in a drawn table. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  created_at: 'created',
  updated_at: 'modified',
  status: 'status',
  currency: 'currency',
  shipped_date: 'shipped',
  'address.last_name': 'lastName',
  'shipping_address.last_name': 'shipping.last',
  'billing_address.last_name': 'billing.last',
  'customer.email': 'email',
  'item.sku': 'sku',
  'item.title': 'title',
  'item.quantity': 'quantity',
};
