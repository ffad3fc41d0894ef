// The line items of a draft, and its amounts: prices, shipping, discounts and tax as the reading of the sums says.
import type { AmountColumn } from '../decide/amount-columns.ts';
import type { Reading } from '../decide/amounts.ts';
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
  const chosen = reading?.reading;
  const sure: Confidence = reading && reading.kind !== 'open' ? 'sure' : 'likely';
  const why = reading && reading.of > 0 ? `${reading.fits} of ${reading.of} orders add up` : 'name';
  const set: Set = (into, field, index, spec) => {
    into[field] = spec;
    w.note(into === item ? `item.${field}` : field, field, columns[index]!, sure, why);
  };
  const orZero = (into: Json, field: string, column: AmountColumn | undefined) => {
    if (column) set(into, field, column.index, ofOrder(w, column));
    else into[field] = { constant: 0 };
  };
  const price = chosen?.price ?? amounts.prices[0];
  if (price !== undefined) {
    const quantity = w.role('item.quantity')?.name;
    const isLine = chosen?.per === 'line' && quantity !== undefined;
    set(
      item,
      'unit_price_amount_cents',
      price,
      isLine ? { divide: [money(w, price), quantity] } : money(w, price),
    );
  }
  const shipping = chosen?.shipping ?? amounts.shipping[0];
  orZero(order, 'shipping_amount_cents', shipping);
  if (amounts.shipsFees) order['shipping_amount_cents'] = withFees(w, shipping);
  // A tax on top that is shared over the lines contains that on shipping, when the file names it.
  orZero(
    order,
    'shipping_tax_amount_cents',
    chosen?.shippingTax ?? (hasTaxBlock(w) ? amounts.shippingTax[0] : undefined),
  );
  discounts(w, chosen?.discounts.length ? chosen.discounts : amounts.discounts.slice(0, 1), set);
  const total = chosen ? chosen.total : amounts.total[0];
  if (total !== undefined) {
    const credits = amounts.addsCredits ? amounts.credits : [];
    const more = credits.map((one) => unsigned(w, one, ofOrder(w, one)));
    const left = money(w, total);
    set(order, 'total_amount_cents', total, more.length > 0 ? { sum: [left, ...more] } : left);
  } else if (chosen) {
    order['total_amount_cents'] = madeTotal(w, chosen);
    w.limits.push(
      'No column holds the total of an order: it is what its lines, shipping, tax and discount make',
    );
  }
  if (chosen?.tax?.level === 'item') orZero(item, 'tax_amount_cents', { ...chosen.tax, level: 'order' });
  else if (!hasTaxBlock(w)) {
    item['tax_amount_cents'] = { constant: 0 };
    if (amounts.taxes.length > 0) w.limits.push('Prices include the tax: the tax of a line is sent as 0');
  }
}

type Set = (into: Json, field: string, index: number, spec: unknown) => void;

/** The value of a column with money, in a calculation as well. */
const money = ({ hypothesis: { amounts, columns } }: Writing, index: number): string | Json => {
  const { name } = columns[index]!;
  return amounts.cents.has(index) ? { column: name, unit: 'cents' } : name;
};

/** Of the whole order: what stands on each of its rows is added. A blank cell is 0. */
const ofOrder = (w: Writing, { index, level }: AmountColumn): Json => {
  const one = money(w, index);
  if (level === 'item') return { sum: [one], over: 'items', default: 0 };
  return typeof one === 'string' ? { column: one, default: 0 } : { ...one, default: 0 };
};

/** Some exports write what is taken off as a negative amount. */
const unsigned = (w: Writing, { index }: AmountColumn, amount: Json): Json =>
  w.hypothesis.orders.some((rows) => rows.some((row) => /[-\u2212(]/.test(row[index]!)))
    ? { multiply: [-1, amount] }
    : amount;

/** Gift wrap, tips and the like, with the shipping. */
function withFees(w: Writing, shipping: AmountColumn | undefined): Json {
  const { fees } = w.hypothesis.amounts;
  const names = fees.map(({ index }) => w.hypothesis.columns[index]!.name);
  w.limits.push(`${names.join(' and ')}: sent with the shipping`);
  return { sum: [...(shipping ? [shipping] : []), ...fees].map((one) => ofOrder(w, one)), default: 0 };
}

/** The price of all units of a line. Amounts of lines are taken as they are: prices of units made from them may be rounded. */
const worthOf = (w: Writing, { price, per }: Reading): unknown =>
  per === 'line' ? money(w, price) : { multiply: [w.item['unit_price_amount_cents'], w.item['quantity']] };

function madeTotal(w: Writing, reading: Reading): Json {
  const { tax, shippingTax } = reading;
  const more = [tax, shippingTax].flatMap((one) => (one ? [ofOrder(w, one)] : []));
  const added = [w.order['shipping_amount_cents'], ...more];
  const taken = takenOff(w, reading).map((one) => ({ multiply: [-1, one] }));
  return { sum: [{ sum: [worthOf(w, reading)], over: 'items' }, ...added, ...taken] };
}

/** What is taken off the lines: of two discounts the order's own, and that of its lines. */
function takenOff(w: Writing, { discounts }: Reading): unknown[] {
  const own = w.order['discount_amount_cents'];
  return discounts.length < 2
    ? discounts.map(() => own)
    : [own, { sum: [w.item['discount_amount_cents']], over: 'items', default: 0 }];
}

function discounts(w: Writing, columns: readonly AmountColumn[], set: Set): void {
  const { amounts } = w.hypothesis;
  const amountOf = (one: AmountColumn): Json => unsigned(w, one, ofOrder(w, { ...one, level: 'order' }));
  const at = (wanted: AmountColumn['level']) =>
    [...columns, ...amounts.discounts].find(({ level }) => level === wanted);
  const [line, whole] = [at('item'), at('order')];
  if (line) set(w.item, 'discount_amount_cents', line.index, amountOf(line));
  else w.item['discount_amount_cents'] = { constant: 0 };
  if (whole) set(w.order, 'discount_amount_cents', whole.index, amountOf(whole));
  else if (line)
    set(w.order, 'discount_amount_cents', line.index, {
      sum: [amountOf(line)],
      over: 'items',
      default: 0,
    });
  else w.order['discount_amount_cents'] = { constant: 0 };
}

const hasTaxBlock = ({ reading }: Writing): boolean => reading?.reading.tax?.level === 'order';

/** The tax of the order is shared over its lines; the block says from which amounts. */
export function tax(w: Writing): Json | undefined {
  if (!hasTaxBlock(w)) return undefined;
  const { kind, reading } = w.reading!;
  const { tax, shippingTax } = reading;
  const taken = takenOff(w, reading);
  const ofTax = ofOrder(w, tax!);
  const ofShipping = shippingTax ?? w.hypothesis.amounts.shippingTax[0];
  return {
    mode: kind === 'auto' ? 'auto' : 'on_top',
    total: w.order['total_amount_cents'],
    subtotal: { sum: [worthOf(w, reading)], over: 'items' },
    shipping: w.order['shipping_amount_cents'],
    tax: shippingTax === undefined ? ofTax : { sum: [ofTax, ofOrder(w, shippingTax)], default: 0 },
    ...(ofShipping !== undefined && { shipping_tax: ofOrder(w, ofShipping) }),
    ...(taken.length > 0 && {
      discount: taken.length > 1 ? { sum: taken } : taken[0],
      subtotal_is: 'before_discount',
    }),
  };
}
