// Tax and sums of a mapped order: decided from what the export states, and for shipped units only where not all shipped.
import type { Finding } from '../../contract/finding.ts';
import type { Compiled } from './compile.ts';
import { type Items, isAmount, taxLineOf } from './items.ts';
import {
  ofUnits,
  type Stated,
  subtotalFinding,
  type TaxLine,
  taxMode,
  taxOfLines,
  undecidable,
} from './tax.ts';

const SUMS = ['total_amount_cents', 'product_amount_cents', 'tax_amount_cents'] as const;

/** Changes `raw` and its items. Without readable prices and quantities nothing is touched: those are refused anyway. */
export function settleMoney(
  raw: Record<string, unknown>,
  { items, taxable }: Items,
  { tax, item: itemFields }: Compiled,
  stated: Stated | undefined,
  findings: Finding[],
): void {
  const lines: TaxLine[] = [];
  for (const [i, item] of items.entries()) {
    const line = taxLineOf(item, taxable[i]!);
    if (!line) return;
    lines.push(line);
  }
  if (lines.length === 0) return;
  let hasOwnTax = itemFields.some(({ field }) => field.key === 'tax_amount_cents');
  if (tax && stated) {
    const mode = taxMode(stated, tax.spec);
    if (!mode) findings.push(undecidable(stated, tax.spec.mode ?? 'auto'));
    const mismatch = subtotalFinding(stated, lines);
    if (mismatch) findings.push(mismatch);
    if (mode) {
      setTax(raw, items, lines, stated, mode === 'on_top', hasOwnTax, findings);
      hasOwnTax &&= mode === 'on_top';
    }
  }
  if (lines.every(({ quantity, shipped }) => shipped >= quantity)) return;
  // Tax that was shared out is that of the shipped units already.
  toShippedUnits(items, lines, hasOwnTax);
  sumsOfShipped(raw, items, lines, findings);
}

function setTax(
  raw: Record<string, unknown>,
  items: Record<string, unknown>[],
  lines: readonly TaxLine[],
  stated: Stated,
  onTop: boolean,
  hasItemTax: boolean,
  findings: Finding[],
): void {
  const whole = stated.tax ?? 0;
  const ofShipping = stated.shipping_tax ?? 0;
  if (!onTop && whole > 0)
    findings.push({
      code: 'order.tax.inside',
      severity: 'note',
      path: 'tax_amount_cents',
      args: { tax: whole },
    });
  if (onTop && ofShipping > 0) raw['shipping_tax_amount_cents'] ??= ofShipping;
  // A line's own tax counts where it is on top; inside the prices there is none to add.
  if (onTop && hasItemTax) return;
  const taxes = taxOfLines(onTop ? Math.max(0, whole - ofShipping) : 0, lines);
  for (const [i, item] of items.entries()) item['tax_amount_cents'] = taxes[i]!;
  // The sum over the lines, whatever column the mapping names: inside it is 0, with tax on shipping it is less.
  delete raw['tax_amount_cents'];
}

/** What the export states of a whole line, for its shipped units. */
function toShippedUnits(
  items: readonly Record<string, unknown>[],
  lines: readonly TaxLine[],
  hasOwnTax: boolean,
): void {
  for (const [i, item] of items.entries()) {
    const { unitPrice, quantity, shipped } = lines[i]!;
    if (shipped >= quantity) continue;
    if (item['product_amount_cents'] === unitPrice * quantity) delete item['product_amount_cents'];
    const tax = item['tax_amount_cents'];
    if (hasOwnTax && isAmount(tax)) item['tax_amount_cents'] = ofUnits(tax, shipped, quantity);
  }
}

/** The interface counts shipped units only: what the export states of the whole order is not that. */
function sumsOfShipped(
  raw: Record<string, unknown>,
  items: readonly Record<string, unknown>[],
  lines: readonly TaxLine[],
  findings: Finding[],
): void {
  const stated = SUMS.filter((key) => raw[key] !== undefined);
  for (const key of SUMS) delete raw[key];
  let total = 0;
  for (const [i, item] of items.entries()) {
    const tax = item['tax_amount_cents'];
    if (!Number.isSafeInteger(tax)) return;
    const { unitPrice, shipped } = lines[i]!;
    total += unitPrice * shipped + (tax as number);
  }
  raw['total_amount_cents'] = total;
  if (stated.length > 0)
    findings.push({
      code: 'order.total.shipped',
      severity: 'note',
      path: 'total_amount_cents',
      args: { total },
    });
}
