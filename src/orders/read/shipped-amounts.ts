// Turns the amounts of ordered units into those of the shipped ones: each line keeps its share of tax and discount, and
// the sums follow from the lines.

import { sharesOf } from '../../basics/units.ts';
import type { Finding } from '../../contract/finding.ts';
import { finding } from '../../input/rows.ts';

/** What is known of a line; amounts in cents. */
export interface LineUnits {
  readonly unitPrice: number;
  readonly quantity: number;
  readonly shipped: number;
  /** Ordered units that were not taken off the order: some shops leave the others out of its sums. */
  readonly remaining: number;
}

/** The fields that hold the amounts which an order states. */
export const STATED = {
  total: 'total_amount_cents',
  subtotal: 'product_amount_cents',
  shipping: 'shipping_amount_cents',
  tax: 'tax_amount_cents',
  shipping_tax: 'shipping_tax_amount_cents',
  discount: 'discount_amount_cents',
} as const;

/** The amounts of the whole order as the input states them, in cents; undefined when a cell is empty or unreadable. */
export type Stated = Readonly<Record<keyof typeof STATED, number | undefined>>;

type Draft = Record<string, unknown>;

/** An order whose amounts are worked out; what is said about them. */
export interface MappedAmounts<Line extends LineUnits = LineUnits> {
  readonly raw: Draft;
  readonly items: readonly Draft[];
  readonly lines: readonly Line[];
  readonly findings: Finding[];
}

const SUMS = ['total_amount_cents', 'product_amount_cents', 'tax_amount_cents'] as const;

export const isAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

export function amountsIn(values: Readonly<Draft>, isGiven: (value: unknown) => value is number): Stated {
  const of = (name: keyof Stated) => {
    const value = values[STATED[name]];
    return isGiven(value) ? value : undefined;
  };
  const [total, subtotal, shipping] = [of('total'), of('subtotal'), of('shipping')];
  const [tax, discount] = [of('tax'), of('discount')];
  return { total, subtotal, shipping, tax, shipping_tax: of('shipping_tax'), discount };
}

/** The part of an amount of all `quantity` units that belongs to some of them, rounded down: the last unit gets the rest. */
export function ofUnits(cents: number, units: number, quantity: number): number {
  if (units >= quantity) return cents;
  return Number((BigInt(cents) * BigInt(units)) / BigInt(quantity));
}

/**
 * "Tax for all shipped units", "unshipped line with quantity_shipped 0 and amounts 0" (interface, Item object and multi-line
 * story): the amounts of lines and order become those of the shipped units. `sharesTax`: the tax of the lines is still that
 * of all their units. The total is without shipping, which no unit bears.
 */
export function toShippedAmounts(
  { raw, items, lines, findings }: MappedAmounts,
  stated: Stated,
  sharesTax: boolean,
): void {
  const tax = stated.tax ?? sumOf(items, taxOf);
  const outside = discountOutside(items, lines, { ...stated, tax });
  const isStated = SUMS.some((key) => raw[key] !== undefined);
  for (const key of SUMS) delete raw[key];
  let total = 0;
  let discounts = 0;
  for (const [i, item] of items.entries()) {
    const { unitPrice, quantity, shipped } = lines[i]!;
    if (shipped < quantity) {
      if (item['product_amount_cents'] === unitPrice * quantity) delete item['product_amount_cents'];
      for (const field of sharesTax ? SHARED : SHARED.slice(0, 1))
        if (isAmount(item[field])) item[field] = ofUnits(item[field], shipped, quantity);
    }
    if (!isAmount(item['tax_amount_cents'])) return;
    discounts += discountOf(item);
    total += unitPrice * shipped + item['tax_amount_cents'] - discountOf(item) - outside.shares[i]!;
  }
  raw['total_amount_cents'] = Math.max(0, total);
  const shared = outside.shares.reduce((sum, cents) => sum + cents, 0);
  if (isAmount(raw['discount_amount_cents']))
    raw['discount_amount_cents'] = outside.isApart
      ? shared
      : Math.min(raw['discount_amount_cents'], discounts + shared);
  if (isStated)
    findings.push(
      finding('note', 'order.total.shipped', 'total_amount_cents', { total: Math.max(0, total) }),
    );
}

const SHARED = ['discount_amount_cents', 'tax_amount_cents'] as const;

const discountOf = (item: Draft): number =>
  isAmount(item['discount_amount_cents']) ? item['discount_amount_cents'] : 0;

interface Outside {
  /** For each line, the part of its shipped units in the discount that is given for the order alone, in cents. */
  readonly shares: readonly number[];
  /** Whether the discount of the order is other money than the discounts of the lines. */
  readonly isApart: boolean;
}

/** The discount in the total that no line has, shared over the units by price. */
function discountOutside(
  items: readonly Draft[],
  lines: readonly LineUnits[],
  { discount = 0, ...stated }: Stated,
): Outside {
  if (discount === 0 && items.every((item) => discountOf(item) === 0))
    return { shares: lines.map(() => 0), isApart: false };
  const share = (cents: number, units: readonly number[]): number[] => {
    const weights = lines.map(({ unitPrice }, i) => unitPrice * units[i]!);
    if (cents <= 0 || weights.every((weight) => weight === 0)) return lines.map(() => 0);
    return sharesOf(cents, weights).map((part, i) => ofUnits(part, lines[i]!.shipped, units[i]!));
  };
  const ordered = lines.map(({ quantity }) => quantity);
  for (const units of [ordered, lines.map(({ remaining }) => remaining)]) {
    const ofLines = lines.reduce(
      (sum, { quantity }, i) => sum + ofUnits(discountOf(items[i]!), units[i]!, quantity),
      0,
    );
    const worth = worthOf(lines, units);
    const found = [discount, ofLines, discount + ofLines, 0].find((cents) => isTotal(worth, cents, stated));
    if (found === undefined) continue;
    const isApart = found > discount && found > ofLines;
    return { shares: share(isApart ? discount : found - ofLines, units), isApart };
  }
  return { shares: share(discount - sumOf(items, discountOf), ordered), isApart: false };
}

/** Nothing is still to be shipped, and the total leaves out what was taken off the order: it is that of the shipped units. */
export function isOfShipped(
  items: readonly Draft[],
  lines: readonly LineUnits[],
  { discount = 0, tax = sumOf(items, taxOf), ...stated }: Stated,
): boolean {
  const ofLines = sumOf(items, discountOf);
  const worth = worthOf(
    lines,
    lines.map(({ shipped }) => shipped),
  );
  return (
    lines.every(({ shipped, remaining }) => shipped === remaining) &&
    [discount, ofLines, discount + ofLines, 0].some((cents) => isTotal(worth, cents, { ...stated, tax }))
  );
}

const taxOf = (item: Draft): number => Number(item['tax_amount_cents'] ?? 0);

const worthOf = (lines: readonly LineUnits[], units: readonly number[]): number =>
  lines.reduce((sum, { unitPrice }, i) => sum + unitPrice * units[i]!, 0);

const sumOf = (items: readonly Draft[], amount: (item: Draft) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

/** Whether products less this discount are the total, with tax and shipping in it or not. */
function isTotal(
  products: number,
  discount: number,
  { total, tax = 0, shipping = 0, shipping_tax: shippingTax = 0 }: Omit<Stated, 'discount' | 'subtotal'>,
): boolean {
  const is = (sum: number) => sum === total || sum + shippingTax === total;
  const net = products - discount;
  return is(net) || is(net + tax) || is(net + shipping) || is(net + tax + shipping);
}

/**
 * The last step for rows with the columns of the template, which are taken as they stand, but for one case: the total shows
 * that the discount of a line that has not shipped as a whole is that of all its units.
 */
export function orderedToShipped(raw: Draft, findings: Finding[]): void {
  const items = raw['items'] as Draft[];
  const isPartlyShipped = (item: Draft) =>
    discountOf(item) > 0 && Number(item['quantity_shipped']) < Number(item['quantity']);
  if (!items.some(isPartlyShipped)) return;
  const lines = items.map(lineUnitsOf).filter((line) => line !== undefined);
  if (lines.length < items.length) return;
  const tax = sumOf(items, taxOf);
  const stated = { ...amountsIn(raw, isAmount), tax };
  const ofLines = sumOf(items, discountOf);
  const discounts = [ofLines, ofLines + (stated.discount ?? 0)];
  const isBy = (counted: 'shipped' | 'quantity', all: readonly number[]) => {
    const units = lines.map((line) => line[counted]);
    return all.some((discount) => isTotal(worthOf(lines, units), discount, stated));
  };
  if (isBy('shipped', [...discounts, stated.discount ?? 0, 0])) return;
  if (isBy('quantity', discounts)) toShippedAmounts({ raw, items, lines, findings }, stated, true);
}

/** Undefined when a price or quantity is missing or unreadable: such an order is refused anyway. */
export function lineUnitsOf(item: Draft): LineUnits | undefined {
  const { unit_price_amount_cents: unitPrice, quantity, quantity_shipped: shipped } = item;
  if (!isAmount(unitPrice) || !isAmount(quantity) || !isAmount(shipped)) return undefined;
  const canceled = item['quantity_canceled'];
  const remaining = Math.max(0, quantity - (isAmount(canceled) ? canceled : 0));
  return { unitPrice, quantity, shipped, remaining };
}
