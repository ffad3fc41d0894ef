// Computes tax and sums of a mapped order from the values of the export. When not all units shipped, only shipped ones
// count.

import type { Finding } from '../../contract/finding.ts';
import { checkTotal } from '../../contract/order-rules/total.ts';
import { reportTo } from '../../contract/report.ts';
import type { LoadedMapping } from '../../input/mapping/language/mapping.ts';
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
  lineUnitsOf,
  type MappedAmounts,
  STATED,
  type Stated,
  toShippedAmounts,
} from './shipped-amounts.ts';
import { leavesUnitsOut, subtotalFinding, type TaxLine, taxMode, taxOfLines, undecidable } from './tax.ts';

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
  const count = rows?.count === undefined ? undefined : to.column(rows.count, ['rows', 'count']);
  const unitsInSums = tax?.units === undefined ? undefined : unitsValue(tax.units, to);
  const readUnits = readWithoutFindings();
  const columns = [...(taxable?.columns ?? []), count ?? [], unitsInSums?.columns ?? []].flat();
  const sum = tax ? (tax.subtotal ?? tax.total) : mapping.order?.['total_amount_cents'];
  // Sums that are made of the lines close for any lines.
  const isMade = JSON.stringify(sum)?.includes('"over":"items"');
  const take: LastStep['take'] = (raw, found, cells, findings) => {
    const items = raw['items'] as Fields[];
    const lines: TaxLine[] = [];
    for (let i = 0; i < items.length; i++) {
      const line = lineUnitsOf(items[i]!);
      if (!line) return undefined;
      const units = unitsInSums && readUnits(unitsInSums, cells[i]!);
      const { unitPrice, quantity, shipped } = line;
      const remaining = isAmount(units) ? Math.min(units, quantity) : line.remaining;
      // Not spread: that would cost more than the rest of the loop.
      lines.push({ unitPrice, quantity, shipped, remaining, taxable: taxable?.holds(cells[i]!) ?? true });
    }
    if (lines.length === 0) return undefined;
    if (count !== undefined) checkCount(cells[0]![count]!, lines, findings);
    let hasOwnTax = fields?.['tax_amount_cents'] !== undefined;
    const stated = tax ? amountsIn(found, isNumber) : amountsIn(raw, isAmount);
    const closes = isMade ? undefined : addsUp(stated, items, lines);
    if (tax) {
      const mode = taxMode(stated, tax);
      if (!mode) findings.push(undecidable(stated, tax.mode ?? 'auto'));
      const mismatch = subtotalFinding(stated, lines);
      if (mismatch) findings.push(mismatch);
      if (mode) {
        // The tax of sums without the units that were taken off is that of the others.
        const isLeft = lines.every(({ shipped, remaining }) => shipped === remaining);
        const taxed =
          isLeft && leavesUnitsOut(stated, lines)
            ? lines.map((line) => ({ ...line, quantity: line.remaining }))
            : lines;
        setTax({ raw, items, lines: taxed, findings }, stated, mode === 'on_top', hasOwnTax);
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

const unitsValue = (spec: ValueSpec, to: Binding): Value =>
  compileValue(spec, ORDER_TABLE.columns.get('item.quantity')!.field, ['tax', 'units'], 'item', to);

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
