// Tax of an order, from the values of the export: added on top or included, whichever adds up; shared exactly
// over the lines.

import { sharesOf } from '../../basics/units.ts';
import type { Finding } from '../../contract/finding.ts';
import type { TaxSpec } from '../../input/mapping/language/shape.ts';
import { finding } from '../../input/rows.ts';
import { type LineUnits, ofUnits, type Stated } from './shipped-amounts.ts';

export interface TaxLine extends LineUnits {
  readonly taxable: boolean;
}

type TaxMode = 'on_top' | 'inside';

/**
 * Whether tax is on top of the prices or included. Undefined when neither adds up, or when both do with
 * different results.
 */
export function taxMode(stated: Stated, spec: TaxSpec): TaxMode | undefined {
  const { total, subtotal, shipping = 0, tax = 0, discount = 0 } = stated;
  if (total === undefined || subtotal === undefined) return undefined;
  const bases: number[] = [];
  if (spec.subtotal_is !== 'before_discount') bases.push(subtotal);
  if (spec.subtotal_is === 'before_discount' || (spec.subtotal_is === undefined && discount !== 0))
    bases.push(subtotal - discount);
  const onTop = bases.some((base) => base + shipping + tax === total);
  const inside = bases.some((base) => base + shipping === total);
  const mode = spec.mode ?? 'auto';
  if (mode === 'on_top') return onTop ? 'on_top' : undefined;
  if (mode === 'inside') return inside ? 'inside' : undefined;
  if (onTop && inside) return tax === 0 ? 'on_top' : undefined;
  return onTop ? 'on_top' : inside ? 'inside' : undefined;
}

/**
 * The tax of each line for its shipped units. The tax of the order is shared over all ordered units by price,
 * so that the tax of a line does not depend on when it ships. The share of unshipped units is added when they
 * ship.
 */
export function taxOfLines(tax: number, lines: readonly TaxLine[]): number[] {
  const bears = lines.some((line) => line.taxable) ? (line: TaxLine) => line.taxable : () => true;
  const amounts = lines.map((line) => (bears(line) ? line.unitPrice * line.quantity : 0));
  const weights = amounts.some((amount) => amount > 0) ? amounts : lines.map((line) => (bears(line) ? 1 : 0));
  const shares = sharesOf(tax, weights);
  return lines.map(({ quantity, shipped }, i) => ofUnits(shares[i]!, shipped, quantity));
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

export const undecidable = (
  { total = null, subtotal = null, shipping = null, tax = null, discount = null }: Nullable<Stated>,
  mode: string,
): Finding => {
  const args = { mode, total, subtotal, shipping, tax, discount };
  return finding('error', 'order.tax.undecidable', 'tax_amount_cents', args);
};

/** Checks that the sum of the lines is the subtotal, before or after the discount. */
export function subtotalFinding(stated: Stated, lines: readonly TaxLine[]): Finding | undefined {
  const { subtotal } = stated;
  if (subtotal === undefined) return undefined;
  const sum = sumOf(lines, 'quantity');
  if (isSubtotal(sum, stated) || isSubtotal(sumOf(lines, 'remaining'), stated)) return undefined;
  const args = { expected: sum, found: subtotal, discount: stated.discount ?? 0 };
  return finding('warning', 'order.subtotal.mismatch', 'product_amount_cents', args);
}

/** Whether the subtotal counts only the units that were not taken off the order, although some that were have shipped. */
export const leavesUnitsOut = (stated: Stated, lines: readonly TaxLine[]): boolean =>
  !isSubtotal(sumOf(lines, 'quantity'), stated) && isSubtotal(sumOf(lines, 'remaining'), stated);

const isSubtotal = (sum: number, { subtotal, discount = 0 }: Stated): boolean =>
  subtotal !== undefined && (sum === subtotal || sum === subtotal + discount);

const sumOf = (lines: readonly TaxLine[], units: 'quantity' | 'remaining'): number =>
  lines.reduce((total, line) => total + line.unitPrice * line[units], 0);
