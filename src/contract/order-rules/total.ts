// The total of an order: checks whether some sum of the other amounts equals it.
import { isCount, itemPrefix, type Loose, type Report, ruleList } from '../finding.ts';
import { sampleLine, sampleOrder } from '../sample.ts';

/** The highest standard sales tax (VAT) rate, that of Hungary: the upper limit for the unknown tax of units not shipped yet. */
const HIGHEST_TAX = 0.27;

const rules = ruleList({ source: 'Order object' });

const totalBasis = rules.note('order.total.basis', {
  title: 'A total that is more or less than product plus tax names what it is made of',
  explanation:
    'In the samples of the interface the total is product_amount_cents + tax_amount_cents, with shipping and discount at 0; anything else is not shown. This total follows from the amounts of the order in another way: with the tax inside the prices, with shipping or discount, or by ordered instead of shipped units. It is sent as it is. A full refund is compared with it, so look at one order in the portal before a large upload.',
  say: (args) => `The total ${args.found} is ${args.basis}.`,
  good: sampleOrder(),
  bad: sampleOrder({ total_amount_cents: 5000 }),
});

const totalUnexplained = rules.error('order.total.unexplained', {
  title: 'The total follows from the other amounts of the order',
  explanation:
    'Accepted are product + tax, the same with the tax inside the prices, each with or without shipping, its tax and the discounts of the order or of its lines, by shipped or by ordered units; with shipping or discount it may miss the sum by what unit prices of whole cents lose, half a cent a unit. This total is none of these sums. A column of the export is probably mapped to the wrong field, or an amount such as a gift card or a fee is in the total and nowhere else.',
  say: (args) =>
    `Expected ${args.expected} (product ${args.product} + tax ${args.tax}), found ${args.found}; no other sum${args.others} gives it.`,
  good: sampleOrder({ shipping_amount_cents: 500, total_amount_cents: 5900 }),
  bad: sampleOrder({ total_amount_cents: 5399 }),
});

const lineDiscountShare = rules.warning('item.discount.share', {
  title: 'The discount of a line is that of its shipped units',
  explanation:
    'Only shipped units count, so the discount of a line that has not shipped as a whole is their share of it. It is more here when it is higher than their price, or when the total counts ordered units and takes off this discount. A refund divides the discount by the shipped units, so the shopper would get too little.',
  source: 'this tool',
  say: (args) =>
    `Expected at most ${args.expected} (the share of ${args.shipped} of ${args.quantity} units), found ${args.found}.`,
  good: partlyShipped(500),
  bad: partlyShipped(6000),
});

/** An order of four units at 25.00, of which two have shipped. */
function partlyShipped(discount: number): Record<string, unknown> {
  const line = { quantity: 4, quantity_shipped: 2, discount_amount_cents: discount };
  return sampleOrder({ status: 'Created', items: [sampleLine(line)] });
}

export const totalRules = rules.all;

/** The amounts that make up a total; all whole numbers of cents from 0. */
type Amounts = Readonly<
  Record<'total' | 'product' | 'tax' | 'discount' | 'shipping' | 'shippingTax', number>
>;

/** Undefined where one of them is no amount. */
function amountsOf(order: Loose): Amounts | undefined {
  const { total_amount_cents: total, product_amount_cents: product, tax_amount_cents: tax } = order;
  const { discount_amount_cents: discount, shipping_amount_cents: shipping } = order;
  const shippingTax = order.shipping_tax_amount_cents;
  if (!isCount(total) || !isCount(product) || !isCount(tax)) return undefined;
  if (!isCount(discount) || !isCount(shipping) || !isCount(shippingTax)) return undefined;
  return { total, product, tax, discount, shipping, shippingTax };
}

/** What the total of an order counts of the shipping, with its tax, cents; 0 where it follows from no known sum. */
export function shippingInTotal(order: Loose): number {
  const amounts = amountsOf(order);
  if (amounts === undefined) return 0;
  const { total, product, tax, discount, shipping, shippingTax } = amounts;
  const all = shipping + shippingTax;
  if (all === 0 || total === product + tax + all - discount) return all;
  const lines = countLines(order.items);
  return basisOf(amounts, lines, lines?.rounding)?.shipping ?? 0;
}

/** Checks the total; when it is simply product + tax, this costs only a few comparisons. */
export function checkTotal(order: Loose, report: Report): void {
  const amounts = amountsOf(order);
  if (amounts === undefined) return;
  const { total, product, tax, discount, shipping, shippingTax } = amounts;
  // When shipping and discount are 0, the interface defines the sum: no rounding is accepted.
  const isShown = discount === 0 && shipping === 0 && shippingTax === 0;
  if (isShown && total === product + tax) return;
  const lines = countLines(order.items);
  const basis = basisOf(amounts, lines, isShown ? 0 : lines?.rounding);
  if (basis) {
    report(totalBasis, 'total_amount_cents', { found: total, basis: basis.text });
    if (basis.countsOrdered) checkDiscountShares(order.items, report);
    return;
  }
  const ordered = lines?.ordered === product ? 0 : (lines?.ordered ?? 0);
  const others = Object.entries({
    'product by ordered units': ordered,
    shipping,
    'shipping tax': shippingTax,
    discount,
  }).flatMap(([name, cents]) => (cents > 0 ? `${name} ${cents}` : []));
  report(totalUnexplained, 'total_amount_cents', {
    expected: product + tax,
    found: total,
    product,
    tax,
    others: others.length === 0 ? '' : ` with ${others.join(', ')}`,
  });
}

/** The total takes off the discounts of all ordered units, so those of lines that have not shipped as a whole are too high. */
function checkDiscountShares(items: unknown, report: Report): void {
  if (!Array.isArray(items)) return;
  for (const [index, item] of (items as readonly Loose[]).entries()) {
    const { unit_price_amount_cents: price, quantity, quantity_shipped: shipped } = item;
    const discount = item.discount_amount_cents;
    if (!isCount(price) || !isCount(quantity) || !isCount(shipped) || !isCount(discount)) continue;
    if (discount > 0 && shipped > 0 && shipped < quantity && discount <= price * shipped)
      reportDiscount(report, index, { discount, shipped, quantity, most: discount });
  }
}

/** A discount that is more than that of the shipped units; `most`: cents that it may not exceed in any case. */
export const reportDiscount = (
  report: Report,
  index: number,
  {
    discount,
    shipped,
    quantity,
    most,
  }: Readonly<Record<'discount' | 'shipped' | 'quantity' | 'most', number>>,
): void =>
  report(lineDiscountShare, `${itemPrefix(index)}discount_amount_cents`, {
    expected: Math.min(most, Math.floor((discount * shipped) / Math.max(quantity, shipped))),
    found: discount,
    shipped,
    quantity,
  });

type Lines = ReturnType<typeof countLines>;

/**
 * Sums over the lines at their unit prices; undefined when a line lacks a value. `rounding`: largest rounding error in cents, since
 * a unit price is rounded to a whole cent, so it can be off by half a cent per unit.
 */
function countLines(items: unknown) {
  if (!Array.isArray(items)) return undefined;
  let ordered = 0;
  let uncancelled = 0;
  let discount = 0;
  let rounding = 0;
  for (const item of items as readonly (Loose | null)[]) {
    const price = item?.unit_price_amount_cents;
    const quantity = item?.quantity;
    const canceled = item?.quantity_canceled;
    if (!isCount(price) || !isCount(quantity) || !isCount(canceled)) return undefined;
    ordered += price * quantity;
    if (quantity > 1) rounding += Math.floor(quantity / 2);
    uncancelled += price * Math.max(0, quantity - canceled);
    if (isCount(item?.discount_amount_cents)) discount += item.discount_amount_cents;
  }
  return { ordered, uncancelled, discount, rounding };
}

/** Rounding errors have both signs, so even many lines together differ by only a few cents. */
const MOST_ROUNDING = 10;

/**
 * The first sum that equals the total: exactly, else with an assumed tax, else but for what unit prices lose. Shops whose net prices
 * have more than two decimals round the amount of the line, not the unit price.
 */
function basisOf(amounts: Amounts, lines: Lines, rounding = 0) {
  const { total } = amounts;
  const exact = firstSum(amounts, lines, (cents) => cents === total);
  if (exact) return exact;
  const open = firstSum(amounts, lines, (cents, openTax) => cents < total && total - cents <= openTax);
  if (open) {
    const text = `${open.text}, and ${total - open.cents} that can only be the tax of the units that have not shipped`;
    return { ...open, text };
  }
  for (let size = 1; size <= Math.min(rounding, MOST_ROUNDING); size++)
    for (const off of [size, -size]) {
      const near = firstSum(amounts, lines, (cents) => cents === total - off);
      if (near) return { ...near, text: `${near.text}, and ${off} by the rounding of unit prices` };
    }
  return undefined;
}

type Part = readonly [cents: number, text: string];

/** Each amount once, by its first name. */
const distinct = (...parts: readonly Part[]): readonly Part[] =>
  parts.filter(([cents], i) => parts.findIndex(([other]) => other === cents) === i);

const named = (cents: number, text: string): string => (cents > 0 ? text : '');

/**
 * The first sum of which `isIt` is true; the most common are tried first: with the tax on top, then with the tax inside the prices.
 * Most orders have one of the first, so no list of all is made. `openTax`: the most that may be missing, the tax of units that have
 * not shipped, which the message lacks.
 */
function firstSum(
  { product, tax, discount, shipping, shippingTax }: Amounts,
  lines: Lines,
  isIt: (cents: number, openTax: number) => boolean,
) {
  const { ordered = product, uncancelled = product, discount: ofLines = 0 } = lines ?? {};
  const products = distinct(
    [product, 'product'],
    [ordered, 'product by ordered units'],
    [uncancelled, 'product by ordered units less the cancelled ones'],
  );
  const shippings = distinct(
    [shipping + shippingTax, named(shipping, ' + shipping') + named(shippingTax, ' + shipping tax')],
    [shipping, named(shipping, ' + shipping, with its tax inside') || ', without the shipping'],
    [0, ', without the shipping'],
  );
  const taken = named(discount, ' - discount');
  // Prices may be stated before or after the discounts of the order and those of its lines.
  const discounts = distinct(
    [discount, taken],
    [ofLines === discount ? discount : discount + ofLines, `${taken} - discounts of the lines`],
    [0, ', with the discount taken off the prices already'],
    [ofLines, ' - discounts of the lines'],
  );
  for (const inside of [false, true])
    for (const [amount, name] of products) {
      const unshipped = Math.max(0, amount - product);
      const openTax = inside ? 0 : Math.ceil(unshipped * HIGHEST_TAX);
      // Shipping tax is added to shipping only when product tax is added to prices, too.
      for (const [withShipping, andShipping] of shippings.slice(inside && shippingTax > 0 ? 1 : 0))
        for (const [off, lessDiscount] of discounts) {
          const cents = amount + (inside ? 0 : tax) + withShipping - off;
          if (!isIt(cents, openTax)) continue;
          const andTax = inside ? '' : named(tax, ' + tax');
          const end = inside ? ', with the tax inside the price' : '';
          return {
            cents,
            /** Of it, the shipping with its tax. */
            shipping: withShipping,
            text: `${name}${andTax}${andShipping}${lessDiscount}${end}`,
            /** Whether units that have not shipped are in it, less the discounts of the lines. */
            countsOrdered: unshipped > 0 && ofLines > 0 && (off === ofLines || off === discount + ofLines),
          };
        }
    }
  return undefined;
}
