// Tax and sums of a mapped order: decided from what the export states, and for shipped units only where not all shipped.
import type { Finding } from '../../contract/finding.ts';
import type { Cells, Fields, RowsMessage } from '../layout.ts';
import { type Building, pick, viewOf } from './mapped-parts.ts';
import { differingColumns, sharedValue } from './shared-values.ts';
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

/**
 * Changes `raw` and its items, of which each has its row in `rowOf`. Without readable prices and quantities nothing is
 * touched: those are refused anyway.
 */
export function settleMoney(
  building: Building,
  raw: Fields,
  rowOf: readonly number[],
  own: readonly number[],
  head: Cells,
): void {
  const { compiled, rows, reading } = building;
  const { tax } = compiled;
  const { findings } = reading;
  const stated = statedIn(building, own, head);
  const items = raw['items'] as Fields[];
  const lines: TaxLine[] = [];
  for (const [i, item] of items.entries()) {
    const taxable = tax?.taxable(viewOf(compiled, rows[rowOf[i]!]!, [head])) ?? true;
    const line = taxLineOf(item, taxable);
    if (!line) return;
    lines.push(line);
  }
  if (lines.length === 0) return;
  let hasOwnTax = compiled.levels[1]!.fields.some(({ field }) => field.path === 'tax_amount_cents');
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

/** How an amount came about that was settled here. */
export function moneyRule({ findings }: RowsMessage, path: string, isMapped: boolean): string | undefined {
  const isShipped = findings.some(({ code }) => code === 'order.total.shipped');
  if (isShipped && path === 'total_amount_cents') return 'derived';
  return !isMapped && /^items\[\d+\]\.tax_amount_cents$/.test(path) ? 'tax share' : undefined;
}

/** What the export states of the whole order. */
function statedIn(
  { compiled, rows, places, reading }: Building,
  own: readonly number[],
  head: Cells,
): Stated | undefined {
  const { tax, table, fills, allNames: names } = compiled;
  if (!tax) return undefined;
  const { columns } = compiled.levels[0]!;
  const rowsOf = pick(rows, own);
  const sharing = {
    of: table.of,
    rows: rowsOf,
    places: pick(places, own),
    head,
    reading,
    columns,
    fills,
    names,
  };
  const differing = differingColumns(rowsOf, head, columns, fills);
  const stated: { -readonly [K in keyof Stated]: Stated[K] } = {
    total: undefined,
    subtotal: undefined,
    shipping: undefined,
    tax: undefined,
    shipping_tax: undefined,
    discount: undefined,
  };
  for (const field of tax.stated) {
    const value = sharedValue(field, sharing, differing);
    if (typeof value === 'number') stated[field.name] = value;
  }
  return stated;
}

/** The numbers of a line that tax and sums need; undefined when one of them is missing or was unreadable. */
function taxLineOf(item: Readonly<Fields>, taxable: boolean): TaxLine | undefined {
  const { unit_price_amount_cents: unitPrice, quantity, quantity_shipped: shipped } = item;
  if (!isAmount(unitPrice) || !isAmount(quantity) || !isAmount(shipped)) return undefined;
  return { unitPrice, quantity, shipped, taxable };
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

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
