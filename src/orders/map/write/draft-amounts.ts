// The line items of a draft, and its amounts: prices, shipping, discounts and tax as the reading of the sums says.
import { centsOf, type DecimalSign } from '../../../input/mapping/values/money.ts';
import type { AmountColumn } from '../decide/amounts.ts';
import type { Row } from '../look/columns.ts';
import type { Confidence } from '../proposal.ts';
import type { Json, Writing } from './draft-fields.ts';

export function lines(w: Writing): void {
  const numbered = w.role('item.identifier');
  if (numbered && !w.survey.repeated.has(numbered.index) && numbered.filled > 0)
    w.take('identifier', 'item.identifier', numbered, 'sure', 'different on all lines of an order', w.item);
  else {
    w.item['identifier'] = { generate: 'line' };
    w.limits.push(
      'The export has no line identifiers: they are the order number and the position of the line',
    );
  }
  const sku = w.role('item.sku');
  const title = w.role('item.title');
  if (sku) w.field(w.item, 'sku', 'item.sku');
  const product = w.role('item.product');
  if (product && product !== sku) w.field(w.item, 'product_identifier', 'item.product');
  if (!w.field(w.item, 'variant_identifier', 'item.variant'))
    if (sku) w.take('variant_identifier', 'item.sku', sku, 'likely', 'no other identifier', w.item);
  if (title) w.field(w.item, 'title', 'item.title');
  else if (sku) w.take('title', 'item.sku', sku, 'likely', 'no title in the export', w.item);
  w.item['tags'] = { constant: [] };
  if (!w.field(w.item, 'quantity', 'item.quantity')) {
    w.item['quantity'] = { constant: 1 };
    w.limits.push('The export has no quantity: each line counts as one unit');
  }
  w.field(w.item, 'weight', 'item.weight');
  w.field(w.item, 'image_url', 'item.image_url');
  w.field(w.item, 'upc', 'item.upc');
}

export function amounts(w: Writing): void {
  const { reading, hypothesis, order, item } = w;
  const { amounts, columns } = hypothesis;
  const nameAt = (index: number) => columns[index]!.name;
  const chosen = reading?.reading;
  const price = chosen?.price ?? amounts.prices[0];
  const sure: Confidence = reading?.kind === 'open' ? 'likely' : reading ? 'sure' : 'likely';
  const why = reading ? `${reading.fits} of ${reading.of} orders add up` : 'name';
  const set = (into: Json, field: string, index: number, spec: unknown = nameAt(index)) => {
    into[field] = spec;
    w.note(into === item ? `item.${field}` : field, field, columns[index]!, sure, why);
  };
  if (price !== undefined) {
    const quantity = w.role('item.quantity')?.name;
    const isLine = chosen?.per === 'line' && quantity !== undefined;
    const spec = isLine ? { divide: [nameAt(price), quantity] } : nameAt(price);
    set(item, 'unit_price_amount_cents', price, spec);
  }
  const shipping = chosen ? chosen.shipping : amounts.shipping[0];
  if (shipping === undefined) order['shipping_amount_cents'] = { constant: 0 };
  else set(order, 'shipping_amount_cents', shipping, { column: nameAt(shipping), default: 0 });
  // A tax on top that is shared over the lines contains that on shipping, when the file names it.
  const shippingTax = chosen?.shippingTax ?? (hasTaxBlock(w) ? amounts.shippingTax[0] : undefined);
  if (shippingTax === undefined) order['shipping_tax_amount_cents'] = { constant: 0 };
  else set(order, 'shipping_tax_amount_cents', shippingTax, { column: nameAt(shippingTax), default: 0 });
  discounts(w, chosen?.discount ?? amounts.discounts[0], set);
  const total = chosen?.total ?? amounts.total[0];
  if (total !== undefined) set(order, 'total_amount_cents', total);
  if (chosen?.tax?.level === 'item')
    set(item, 'tax_amount_cents', chosen.tax.index, { column: nameAt(chosen.tax.index), default: 0 });
  else if (!hasTaxBlock(w)) {
    item['tax_amount_cents'] = { constant: 0 };
    if (amounts.taxes.length > 0) w.limits.push('Prices include the tax: the tax of a line is sent as 0');
  }
}

function discounts(
  w: Writing,
  column: AmountColumn | undefined,
  set: (into: Json, field: string, index: number, spec?: unknown) => void,
): void {
  const { columns, amounts } = w.hypothesis;
  const amountOf = ({ index }: AmountColumn): unknown => {
    const { name } = columns[index]!;
    return isNegative(w.hypothesis.orders, index, w.hypothesis.decimal ?? '.')
      ? { multiply: [-1, name], default: 0 }
      : { column: name, default: 0 };
  };
  const ofLine = column?.level === 'item' ? column : amounts.discounts.find(({ level }) => level === 'item');
  const ofOrder =
    column?.level === 'order' ? column : amounts.discounts.find(({ level }) => level === 'order');
  if (ofLine) set(w.item, 'discount_amount_cents', ofLine.index, amountOf(ofLine));
  else w.item['discount_amount_cents'] = { constant: 0 };
  if (ofOrder) set(w.order, 'discount_amount_cents', ofOrder.index, amountOf(ofOrder));
  else if (ofLine)
    set(w.order, 'discount_amount_cents', ofLine.index, {
      sum: [amountOf(ofLine)],
      over: 'items',
      default: 0,
    });
  else w.order['discount_amount_cents'] = { constant: 0 };
}

function hasTaxBlock(w: Writing): boolean {
  const { reading } = w;
  return reading !== undefined && reading.reading.tax?.level === 'order';
}

/** The tax of the order is shared over its lines; the block says from which amounts. */
export function tax(w: Writing): Json | undefined {
  const { reading, hypothesis } = w;
  if (!hasTaxBlock(w)) return undefined;
  const { total, tax, discount, shippingTax } = reading!.reading;
  const { columns, amounts } = hypothesis;
  const ofTax = { column: columns[tax!.index]!.name, default: 0 };
  const ofShipping = shippingTax ?? amounts.shippingTax[0];
  // Amounts of lines are added as they are: prices of units that are made from them may be rounded.
  const { price, per } = reading!.reading;
  const worth =
    per === 'line'
      ? columns[price]!.name
      : { multiply: [w.item['unit_price_amount_cents'], w.item['quantity']] };
  const subtotal = { sum: [worth], over: 'items' };
  return {
    mode: reading!.kind === 'auto' ? 'auto' : 'on_top',
    total: columns[total]!.name,
    subtotal,
    shipping: w.order['shipping_amount_cents'],
    tax: shippingTax === undefined ? ofTax : { sum: [ofTax.column, columns[shippingTax]!.name], default: 0 },
    ...(ofShipping !== undefined && { shipping_tax: { column: columns[ofShipping]!.name, default: 0 } }),
    ...(discount && { discount: w.order['discount_amount_cents'], subtotal_is: 'before_discount' }),
  };
}

const isNegative = (orders: readonly (readonly Row[])[], index: number, sign: DecimalSign): boolean =>
  orders.some((rows) => rows.some((row) => (centsOf(row[index]!, sign) ?? 0) < 0));
