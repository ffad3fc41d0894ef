// What refunds have to be by the order, as a range where units do not divide evenly, and what explains an amount that is
// outside of it. Independent of the client, which decides one amount: here every right one is allowed.
import { countBy } from '../../basics/groups.ts';
import { formatCents } from '../../basics/units.ts';
import type { Order, OrderItem, OrderRefund } from '../../contract/order.ts';
import { type ReturnFees, type ShippingRefund, withheldOf } from '../../contract/refund-amount.ts';

/** Cents. */
export interface Amount {
  readonly least: number;
  readonly most: number;
  /** Of the shipping that is in it. */
  readonly shipping: number;
  /** A refund of the whole order at once. */
  readonly isWhole: boolean;
  /** Which refund has the shipping. */
  readonly rule: ShippingRefund;
}

export type Units = Readonly<Record<string, number>>;

export const unitsOf = (refunds: readonly OrderRefund[]): Units =>
  Object.fromEntries(
    countBy(
      refunds.flatMap((refund) => refund.refund_line_items),
      (line) => line.order_item_identifier,
      ({ quantity }) => quantity,
    ),
  );

export const sumOf = (refunds: readonly OrderRefund[]): number =>
  refunds.reduce((sum, refund) => sum + refund.total_refund_amount_cents, 0);

const itemsOf = ({ items }: Order, units: Units): (readonly [item: OrderItem, units: number])[] =>
  items.flatMap((item) => {
    const count = units[item.identifier] ?? 0;
    return count > 0 ? [[item, count] as const] : [];
  });

/** All shipped units of the order, and no more, are in these refunds. */
export const isAll = ({ items }: Order, refunds: readonly OrderRefund[]): boolean => {
  const units = unitsOf(refunds);
  return items.every((item) => (units[item.identifier] ?? 0) === item.quantity_shipped);
};

/** What does not divide evenly may go to any unit; all units of a line together are the line. */
function goodsOf(order: Order, units: Units): Pick<Amount, 'least' | 'most'> {
  let [least, most] = [0, 0];
  for (const [item, count] of itemsOf(order, units)) {
    const { product_amount_cents: product, tax_amount_cents: tax, discount_amount_cents: discount } = item;
    const shipped = Math.max(1, item.quantity_shipped);
    const share = (round: (cents: number) => number, away: (cents: number) => number) =>
      (round(product / shipped) + round(tax / shipped) - away(discount / shipped)) * count;
    const isLine = count === item.quantity_shipped;
    least += isLine ? product + tax - discount : share(Math.floor, Math.ceil);
    most += isLine ? product + tax - discount : share(Math.ceil, Math.floor);
  }
  return { least, most };
}

/** Of some refunds of an order, by all that it has, in their order. */
export function amountOf(
  order: Order,
  all: readonly OrderRefund[],
  own: readonly OrderRefund[],
  fees: ReturnFees | undefined,
): Amount {
  const rule = fees?.shippingRefund ?? 'single';
  const hasShipping = (refund: OrderRefund, i: number): boolean => {
    if (rule === 'first') return i === 0;
    if (rule === 'never') return false;
    return isAll(order, rule === 'single' ? [refund] : all.slice(0, i + 1));
  };
  const names = new Set(own.map(({ identifier }) => identifier));
  const shipped = all.filter((refund, i) => names.has(refund.identifier) && hasShipping(refund, i)).length;
  const shipping = shipped * (order.shipping_amount_cents + order.shipping_tax_amount_cents);
  const { least, most } = goodsOf(order, unitsOf(own));
  const isWhole = own.length === 1 && isAll(order, own);
  return { least: least + shipping, most: most + shipping, shipping, isWhole, rule };
}

/** Less what the agreements take off. */
export function lessFees(amount: Amount, returnShipping: number, fees: ReturnFees | undefined): Amount {
  const less = (cents: number) => {
    const { restocking, shipping } = withheldOf(cents, returnShipping, fees);
    return cents - restocking - shipping;
  };
  return { ...amount, least: less(amount.least), most: less(amount.most) };
}

export const rangeText = ({ least, most }: Pick<Amount, 'least' | 'most'>): string =>
  least === most ? formatCents(least) : `${formatCents(least)} to ${formatCents(most)}`;

/** By the agreement which refund has the shipping. */
const SHIPPING: Readonly<Record<ShippingRefund, string>> = {
  single:
    'Leave the shipping out: exactly that is too much. Only one refund of the whole order has it, as long as nothing else is agreed (shipping_refund).',
  last: 'Give the shipping to the last refund of an order, the one that completes it, and to no other (shipping_refund): exactly that is too much or too little.',
  first:
    'Give the shipping to the first refund of an order, and to no other (shipping_refund): exactly that is too much or too little.',
  never:
    'Leave the shipping out: exactly that is too much. It was agreed that no refund has it (shipping_refund: never).',
};
const NO_SHIPPING =
  'Add the shipping: exactly that is too little. A refund of the whole order is its total_amount_cents.';
export const ESTIMATE =
  'Refund what the order costs when the refund is due: this is what the message estimates (refund_financials), which is from before the order was changed.';
export const BY_QUANTITY =
  'Divide the amounts of a line by quantity_shipped, not by quantity: too little where units were cancelled.';
export const CENT =
  'Calculate in whole cents, and give what does not divide evenly to one of the units: all units of a line together are the line, so a cent of rounding is too little or too much.';

/** What to change, of every reason that fits a wrong amount. @param estimate of the last message for these units */
export function reasonsOf(
  order: Order,
  own: readonly OrderRefund[],
  { least, most, rule = 'single' }: Pick<Amount, 'least' | 'most'> & { readonly rule?: ShippingRefund },
  estimate: number | undefined,
): readonly string[] {
  const lines = itemsOf(order, unitsOf(own));
  const count = lines.reduce((all, [, many]) => all + many, 0);
  const sum = sumOf(own);
  // A cent is near to everything that is small.
  if (Math.abs(sum - (sum > most ? most : least)) <= Math.max(2, count)) return [CENT];
  const off = sum - (least + most) / 2;
  const near = (found: number, is: number) => is !== 0 && Math.abs(found - is) <= count + (most - least) / 2;
  /** The share of the units, of an amount of each line. */
  const total = (of: (item: OrderItem) => number, by = (item: OrderItem) => item.quantity_shipped) =>
    lines.reduce((cents, [item, many]) => cents + (of(item) * many) / Math.max(1, by(item)), 0);
  const worth = (item: OrderItem) =>
    item.product_amount_cents + item.tax_amount_cents - item.discount_amount_cents;
  const tax = total((item) => item.tax_amount_cents);
  const discount = total((item) => item.discount_amount_cents);
  const undivided = lines.reduce((cents, [item, many]) => cents + item.discount_amount_cents * many, 0);
  const cancelled = lines.reduce((c, [item]) => c + item.quantity_canceled * item.unit_price_amount_cents, 0);
  const byQuantity = total(worth, ({ quantity }) => quantity);
  const shipping = order.shipping_amount_cents + order.shipping_tax_amount_cents;
  const isMore = own.some((_, i) => near(off, shipping * (i + 1)));
  const isOther = (item: OrderItem) =>
    lines.some(([one]) => one !== item) &&
    near(sum, (worth(item) * count) / Math.max(1, item.quantity_shipped));
  const fits: Readonly<Record<string, boolean>> = {
    [!isMore && rule === 'single' ? NO_SHIPPING : SHIPPING[rule]]: isMore || near(off, -shipping),
    'Add the tax: exactly the tax of the units is too little.': near(off, -tax),
    'Take the tax once: exactly the tax of the units is too much.': near(off, tax),
    'Take the discount off: exactly the discount of the units is too much.': near(off, discount),
    'Take only the share of the units off the discount: too little by it, as if each unit had the discount of its whole line, or had it twice.':
      near(off, -discount) || near(off, discount - undivided),
    'Give total_refund_amount_cents in cents: this is a hundredth of what it should be, as if in dollars: too little.':
      Math.abs(sum * 100 - least) <= 100 * own.length,
    [BY_QUANTITY]: near(sum, byQuantity) && lines.some(([item]) => item.quantity !== item.quantity_shipped),
    'Leave cancelled units out: exactly their price is too much. The amounts of a line are those of its shipped units.':
      near(off, cancelled),
    'Refund the units that came back: this is the total of the order, instead of their worth.':
      sum === order.total_amount_cents * own.length,
    'Take the amounts of the line that the refund names: this is the worth of units of another line.':
      order.items.some(isOther),
    [ESTIMATE]: sum === estimate,
  };
  return Object.keys(fits).filter((reason) => fits[reason]);
}
