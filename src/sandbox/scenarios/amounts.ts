// What refunds have to be by the order, as a range where units do not divide evenly, and what explains an amount that is
// outside of it. Independent of the client, which decides one amount: here every right one is allowed.
import { formatCents } from '../../basics/units.ts';
import type { Order, OrderItem, OrderRefund } from '../../contract/order.ts';
import type { ShippingRefund } from '../../contract/refund-amount.ts';
import { type ReturnFees, withheldOf } from '../../contract/return-fees.ts';
import type { Reason } from './reasons.ts';

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

export function unitsOf(refunds: readonly OrderRefund[]): Record<string, number> {
  const units: Record<string, number> = {};
  for (const { refund_line_items: lines } of refunds)
    for (const { order_item_identifier: line, quantity } of lines)
      units[line] = (units[line] ?? 0) + quantity;
  return units;
}

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

/** Every reason that fits. @param estimate of the last message for these units */
export function reasonsOf(
  order: Order,
  own: readonly OrderRefund[],
  wanted: Pick<Amount, 'least' | 'most'> & { readonly rule?: ShippingRefund },
  estimate: number | undefined,
): Reason[] {
  const units = unitsOf(own);
  const lines = itemsOf(order, units);
  const count = lines.reduce((all, [, many]) => all + many, 0);
  const sum = sumOf(own);
  const off = sum - (wanted.least + wanted.most) / 2;
  const over = sum > wanted.most ? sum - wanted.most : sum - wanted.least;
  const total = (of: (item: OrderItem) => number, by = (item: OrderItem) => item.quantity_shipped) =>
    lines.reduce((cents, [item, many]) => cents + (of(item) * many) / Math.max(1, by(item)), 0);
  const near = (found: number, is: number) =>
    is !== 0 && Math.abs(found - is) <= count + (wanted.most - wanted.least) / 2;
  const worth = (item: OrderItem) =>
    item.product_amount_cents + item.tax_amount_cents - item.discount_amount_cents;
  const tax = total((item) => item.tax_amount_cents);
  const discount = total((item) => item.discount_amount_cents);
  const whole = lines.reduce((cents, [item, many]) => cents + item.discount_amount_cents * many, 0);
  const shipping = order.shipping_amount_cents + order.shipping_tax_amount_cents;
  const cancelled = lines.reduce(
    (cents, [item]) => cents + item.quantity_canceled * item.unit_price_amount_cents,
    0,
  );
  const isOther = order.items.some(
    (other) =>
      lines.some(([item]) => item !== other) &&
      near(sum, (worth(other) * count) / Math.max(1, other.quantity_shipped)),
  );
  const isMore = own.some((_, i) => near(off, shipping * (i + 1)) && off > 0);
  const isLess = near(off, -shipping);
  const agreed = (rule: ShippingRefund) => (wanted.rule ?? 'single') === rule && (isMore || isLess);
  const fits: Readonly<Record<Reason, boolean>> = {
    'more shipping': agreed('single') && isMore,
    'less shipping': agreed('single') && isLess,
    last: agreed('last'),
    first: agreed('first'),
    never: agreed('never'),
    'less tax': near(off, -tax),
    'more tax': near(off, tax),
    'more discount': near(off, discount),
    'less discount': near(off, -discount) || near(off, discount - whole),
    hundredth: Math.abs(sum * 100 - wanted.least) <= 100 * own.length,
    'by quantity':
      near(
        sum,
        total(worth, ({ quantity }) => quantity),
      ) && lines.some(([item]) => item.quantity !== item.quantity_shipped),
    cancelled: near(off, cancelled),
    total: sum === order.total_amount_cents * own.length,
    line: isOther,
    estimate: sum === estimate,
    cent: Math.abs(over) <= Math.max(2, count),
  };
  const found = (Object.keys(fits) as Reason[]).filter((reason) => fits[reason]);
  // A cent is near to everything that is small.
  if (fits.cent) return ['cent'];
  return found;
}
