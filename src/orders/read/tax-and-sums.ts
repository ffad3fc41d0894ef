// Computes tax and sums of a mapped order from the values of the export. When not all units shipped, only shipped ones
// count.

import { rateIn, sharesOf } from '../../basics/units.ts';
import { type Finding, reportTo } from '../../contract/finding.ts';
import { checkTotal } from '../../contract/order-rules/total.ts';
import type { LoadedMapping } from '../../input/mapping/language/mapping.ts';
import type { TaxSpec } from '../../input/mapping/language/shape.ts';
import type { ValueSpec } from '../../input/mapping/language/value-shape.ts';
import type { Extension, LastStep } from '../../input/mapping/rows/compile.ts';
import type { Binding } from '../../input/mapping/values/binding.ts';
import { compileValue } from '../../input/mapping/values/compile-value.ts';
import { compileCondition } from '../../input/mapping/values/conditions.ts';
import type { SharedField, Value } from '../../input/mapping/values/value.ts';
import { ORDER_TABLE } from '../../input/message-table.ts';
import { type Fields, finding, type RowsMessage, readWithoutFindings } from '../../input/rows.ts';
import {
  amountsIn,
  isAmount,
  isOfShipped,
  type LineUnits,
  lineUnitsOf,
  type MappedAmounts,
  ofUnits,
  STATED,
  type Stated,
  toShippedAmounts,
} from './shipped-amounts.ts';

// Tax of an order, from the values of the export: added on top or included, whichever adds up; shared exactly
// over the lines.

interface TaxLine extends LineUnits {
  /** Its share of the tax for each cent of its price, beside those of the other lines; 0 for one that bears none. */
  readonly rate: number;
  /** What is taken off all its units before they bear tax. */
  readonly discount?: number;
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
 * The tax of each line for its shipped units. The tax of the order is shared over all ordered units by price less discount
 * and rate, so that the tax of a line does not depend on when it ships. The share of unshipped units is added when they
 * ship.
 */
export function taxOfLines(tax: number, lines: readonly TaxLine[]): number[] {
  const isTaxed = lines.some(({ rate }) => rate > 0);
  const rates = lines.map(({ rate }) => (isTaxed ? rate : 1));
  const amounts = lines.map((line, i) => worthOf(line) * rates[i]!);
  const shares = taxShares(tax, amounts.some((amount) => amount > 0) ? amounts : rates);
  return lines.map(({ quantity, shipped }, i) => ofUnits(shares[i]!, shipped, quantity));
}

const worthOf = ({ unitPrice, quantity, discount = 0 }: TaxLine) =>
  Math.max(0, unitPrice * quantity - discount);

/** The part of the tax that is on the shipping: what the rates of the lines leave of it, else its share beside the lines. */
export function taxOfShipping(
  tax: number,
  shipping: number,
  lines: readonly TaxLine[],
  hasRates: boolean,
): number {
  const amounts = lines.map((line) => worthOf(line) * line.rate);
  if (!hasRates) return taxShares(tax, [...amounts, shipping]).at(-1)!;
  const rest = tax - amounts.reduce((sum, amount) => sum + Math.round(amount / WHOLE), 0);
  const most = (Math.max(...lines.map(({ rate }) => rate)) * shipping) / WHOLE;
  // Sums are rounded as a whole, or part by part.
  const rounding = (lines.length + 1) / 2;
  return rest > rounding && rest <= most + rounding ? rest : 0;
}

/** 100 % as a share is read. */
const WHOLE = 1_000_000;

/** At rates that are known, or at one that is a round percentage, each is rounded by itself, if the tax is their sum. */
function taxShares(tax: number, amounts: readonly number[]): number[] {
  const percent = (100 * tax) / amounts.reduce((sum, amount) => sum + amount, 0);
  const round = [1, 10, 100, 1000].map((parts) => Math.round(percent * parts) / parts / 100);
  for (const rate of [1 / WHOLE, ...round]) {
    // A rate such as 0.29 is a little less as a number.
    const shares = amounts.map((amount) => Math.round(Number((amount * rate).toFixed(6))));
    if (shares.reduce((sum, share) => sum + share, 0) === tax) return shares;
  }
  return sharesOf(tax, amounts);
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
function subtotalFinding(stated: Stated, lines: readonly TaxLine[]): Finding | undefined {
  const { subtotal } = stated;
  if (subtotal === undefined) return undefined;
  const sum = sumOf(lines, 'quantity');
  if (isSubtotal(sum, stated) || isSubtotal(sumOf(lines, 'remaining'), stated)) return undefined;
  const args = { expected: sum, found: subtotal, discount: stated.discount ?? 0 };
  return finding('warning', 'order.subtotal.mismatch', 'product_amount_cents', args);
}

/** Whether the subtotal counts only the units that were not taken off the order, although some that were have shipped. */
const leavesUnitsOut = (stated: Stated, lines: readonly TaxLine[]): boolean =>
  !isSubtotal(sumOf(lines, 'quantity'), stated) && isSubtotal(sumOf(lines, 'remaining'), stated);

const isSubtotal = (sum: number, { subtotal, discount = 0 }: Stated): boolean =>
  subtotal !== undefined && (sum === subtotal || sum === subtotal + discount);

const sumOf = (lines: readonly TaxLine[], units: 'quantity' | 'remaining'): number =>
  lines.reduce((total, line) => total + line.unitPrice * line[units], 0);

const NAMES = Object.keys(STATED) as (keyof Stated)[];

/** The tax settings in a mapping of orders. Sums are always those of shipped units. */
export const TAX_AND_SUMS: Extension = {
  stated(map, to) {
    const spec = map.mapping.tax;
    return NAMES.flatMap((name): SharedField[] => {
      const value = spec?.[name];
      if (value === undefined) return [];
      const { field } = ORDER_TABLE.columns.get(STATED[name])!;
      return [
        {
          field,
          value: compileValue(value, field, ['tax', name], 'order', to),
          take: 'first',
          chosen: false,
        },
      ];
    });
  },
  lastStep: computeTaxAndSums,
  ruleOf({ findings }, path, isMapped) {
    const isShipped = findings.some(({ code }) => code === 'order.total.shipped');
    if (isShipped && path === 'total_amount_cents') return 'derived';
    return !isMapped && /^items\[\d+\]\.tax_amount_cents$/.test(path) ? 'tax share' : undefined;
  },
};

/** Without readable prices and quantities nothing is changed: such an order is refused anyway. */
function computeTaxAndSums({ mapping }: LoadedMapping, to: Binding): LastStep {
  const { tax, item: fields, rows } = mapping;
  const taxable = tax?.taxable && compileCondition(tax.taxable, ['tax', 'taxable'], to);
  const rate = tax?.rate === undefined ? undefined : ofLine(tax.rate, 'rate', to);
  const count = rows?.count === undefined ? undefined : to.column(rows.count, ['rows', 'count']);
  const unitsInSums = tax?.units === undefined ? undefined : ofLine(tax.units, 'units', to);
  const read = readWithoutFindings();
  const columns = [taxable, rate, unitsInSums].flatMap((one) => one?.columns ?? []).concat(count ?? []);
  const sum = tax ? (tax.subtotal ?? tax.total) : mapping.order?.['total_amount_cents'];
  // Sums that are made of the lines close for any lines.
  const isMade = JSON.stringify(sum)?.includes('"over":"items"');
  const take: LastStep['take'] = (raw, found, cells, findings) => {
    const items = raw['items'] as Fields[];
    const lines: TaxLine[] = [];
    for (let i = 0; i < items.length; i++) {
      const line = lineUnitsOf(items[i]!);
      if (!line) return undefined;
      const units = unitsInSums && read(unitsInSums, cells[i]!);
      const share = rate ? shareIn(read(rate, cells[i]!)) : 1;
      const bears = taxable?.holds(cells[i]!) ?? true;
      const { unitPrice, quantity, shipped } = line;
      const remaining = isAmount(units) ? Math.min(units, quantity) : line.remaining;
      const off = items[i]!['discount_amount_cents'];
      const discount = tax?.base_is !== 'before_discount' && isAmount(off) ? off : 0;
      // Not spread: that would cost more than the rest of the loop.
      lines.push({ unitPrice, quantity, shipped, remaining, rate: bears ? share : 0, discount });
    }
    if (lines.length === 0) return undefined;
    if (count !== undefined) checkCount(cells[0]![count]!, lines, findings);
    let hasOwnTax = fields?.['tax_amount_cents'] !== undefined;
    const stated = tax ? amountsIn(found, isNumber) : amountsIn(raw, isAmount);
    const closes = isMade ? undefined : addsUp(stated, items, lines);
    if (tax) {
      const mode = lines.some(({ rate }) => Number.isNaN(rate)) ? undefined : taxMode(stated, tax);
      if (!mode) findings.push(undecidable(stated, tax.mode ?? 'auto'));
      const mismatch = subtotalFinding(stated, lines);
      if (mismatch) findings.push(mismatch);
      if (mode) {
        // The tax of sums without the units that were taken off is that of the others.
        const isLeft = lines.every(({ shipped, remaining }) => shipped === remaining);
        const taxed = isLeft && leavesUnitsOut(stated, lines) ? lines.map((line) => leftOf(line)) : lines;
        const onTop = mode === 'on_top';
        const all = stated.tax ?? 0;
        const ofShipping =
          tax.is_on === 'lines_and_shipping' && onTop && all > 0
            ? taxOfShipping(all, stated.shipping ?? 0, taxed, rate !== undefined)
            : stated.shipping_tax;
        const parts = { ...stated, shipping_tax: ofShipping };
        setTax({ raw, items, lines: taxed, findings }, parts, onTop, hasOwnTax);
        hasOwnTax &&= mode === 'on_top';
      }
    }
    // Shared tax is already that of the shipped units.
    const isPart = lines.some(({ quantity, shipped }) => shipped < quantity);
    // The stated total is of all units: it is held against them before those that have shipped are counted alone.
    if (isPart && !tax) findings.push(...totalErrors(raw, items, lines));
    if (isPart ? !isOfShipped(items, lines, stated) : leavesUnitsOut(stated, lines))
      toShippedAmounts({ raw, items, lines, findings }, stated, hasOwnTax);
    return closes;
  };
  return { columns, take };
}

/** An order must hold the units, or the lines, that the export counts. */
function checkCount(text: string, lines: readonly TaxLine[], findings: Finding[]): void {
  const expected = Number(text.replace(/[.,]0+$/, ''));
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (text === '' || expected === units || expected === lines.length) return;
  findings.push(finding('error', 'order.lines.count', '', { expected: text, units, lines: lines.length }));
}

/** Whether the lines are all that the stated subtotal counts, or else the total: see `closes` of a message. */
function addsUp(stated: Stated, items: readonly Fields[], lines: readonly TaxLine[]): RowsMessage['closes'] {
  if (leavesUnitsOut(stated, lines)) return 'without cancelled';
  if (stated.subtotal !== undefined) return subtotalFinding(stated, lines) === undefined;
  if (stated.total === undefined) return undefined;
  const given = NAMES.map((name) => [STATED[name], stated[name]] as const).filter(
    ([, one]) => one !== undefined,
  );
  return totalErrors(Object.fromEntries(given), items, lines).length === 0;
}

/** Why all units do not explain a total. */
function totalErrors(
  amounts: Readonly<Fields>,
  items: readonly Fields[],
  lines: readonly TaxLine[],
): readonly Finding[] {
  const taxes = items.map((item) => item['tax_amount_cents']).filter(isAmount);
  const units = items.map((item) => ({ quantity_canceled: 0, ...item }));
  const found: Finding[] = [];
  checkTotal(
    {
      discount_amount_cents: 0,
      shipping_amount_cents: 0,
      shipping_tax_amount_cents: 0,
      tax_amount_cents: taxes.reduce((sum, one) => sum + one, 0),
      ...amounts,
      product_amount_cents: lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      items: units,
    },
    reportTo(found),
  );
  return found.filter(({ severity }) => severity === 'error');
}

/** Units of a line, or its rate, which is a number as its weight is. */
function ofLine(spec: ValueSpec, key: 'units' | 'rate', to: Binding): Value {
  const { field } = ORDER_TABLE.columns.get(key === 'units' ? 'item.quantity' : 'item.weight')!;
  return compileValue(spec, field, ['tax', key], 'item', to);
}

/** Only the units that were not taken off the order. */
const leftOf = ({ discount = 0, ...line }: TaxLine): TaxLine => ({
  ...line,
  quantity: line.remaining,
  discount: ofUnits(discount, line.remaining, line.quantity),
});

/** Whole, as shares are made of; not a number for a rate that cannot be read. */
function shareIn(value: unknown): number {
  // The sign before the decimals of a rate may be another one than that of amounts, and words stand beside it: `7,7 % VAT`.
  const rate = !isNumber(value) ? rateIn(String(value)) : value < 100 ? value : value / 1000;
  return rate >= 0 ? Math.round(rate * 10_000) : Number.NaN;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function setTax(
  { raw, items, lines, findings }: MappedAmounts<TaxLine>,
  stated: Stated,
  onTop: boolean,
  hasItemTax: boolean,
): void {
  const whole = stated.tax ?? 0;
  const ofShipping = stated.shipping_tax ?? 0;
  if (!onTop && whole > 0)
    findings.push(finding('note', 'order.tax.inside', 'tax_amount_cents', { tax: whole }));
  if (stated.shipping_tax !== undefined) raw['shipping_tax_amount_cents'] ??= onTop ? ofShipping : 0;
  // The tax of a line counts when it is added on top. When prices include tax, there is none to add.
  if (onTop && hasItemTax) return;
  const taxes = taxOfLines(onTop ? Math.max(0, whole - ofShipping) : 0, lines);
  for (let i = 0; i < items.length; i++) items[i]!['tax_amount_cents'] = taxes[i]!;
  // The sum over the lines replaces the mapped value: it is 0 for included tax, and excludes the tax on
  // shipping.
  if (raw['tax_amount_cents'] !== undefined) delete raw['tax_amount_cents'];
}
