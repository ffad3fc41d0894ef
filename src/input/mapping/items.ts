// The lines of an order under a mapping: one row each, but for rows that are left out, blank or repeated.
import type { Finding } from '../../contract/finding.ts';
import type { Drafting } from './drafting.ts';
import { filled } from './shared-values.ts';
import { report } from './skips.ts';
import type { TaxLine } from './tax.ts';

export interface Items {
  readonly items: Record<string, unknown>[];
  /** Row of each item. */
  readonly rows: readonly number[];
  /** Whether each item bears tax; the numbers are taken from the item itself. */
  readonly taxable: readonly boolean[];
}

export function buildItems(drafting: Drafting, id: string, skips: readonly boolean[] | undefined): Items {
  const { compiled, rows, places, head, reading } = drafting;
  const items: Record<string, unknown>[] = [];
  const kept: number[] = [];
  const taxable: boolean[] = [];
  const generated = compiled.itemIdentifier.generated;
  const seen = generated || rows.length === 1 ? undefined : new Map<string, number>();
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    if (skips?.[row]) continue;
    reading.cells =
      compiled.fills && row > 0 ? filled(cells, head, compiled.shared) : row === 0 ? head : cells;
    reading.line = places[row]!.line;
    const blank = isBlank(cells, compiled.lineColumns);
    if (compiled.reports.length > 0)
      report(compiled.reports, 'order', reading, blank ? '' : `items[${items.length}]`);
    if (blank) continue;
    reading.prefix = `items[${items.length}].`;
    const before = reading.findings.length;
    const item: Record<string, unknown> = {};
    for (const { field, value } of compiled.item) {
      const one = value.generated ? `${id}-${items.length + 1}` : value.read(reading);
      if (one !== undefined) item[field.key] = one;
    }
    item['tags'] ??= [];
    const identifier = seen ? item['identifier'] : undefined;
    const first = typeof identifier === 'string' ? seen!.get(identifier) : undefined;
    if (first !== undefined) {
      reading.findings.length = before;
      reading.findings.push(repetition(items[first]!, item, first, kept[first]!, row, drafting));
      continue;
    }
    if (typeof identifier === 'string') seen!.set(identifier, items.length);
    items.push(item);
    kept.push(row);
    taxable.push(compiled.tax?.taxable(reading.cells) ?? true);
  }
  reading.prefix = '';
  return { items, rows: kept, taxable };
}

/** Whether none of these columns has anything. */
export function isBlank(cells: readonly string[], columns: readonly number[]): boolean {
  if (columns.length === 0) return false;
  for (const index of columns) if (cells[index] !== '') return false;
  return true;
}

/** A row with the identifier of an earlier line: the same line again, or a contradiction. */
function repetition(
  first: Record<string, unknown>,
  second: Record<string, unknown>,
  line: number,
  firstRow: number,
  row: number,
  { places, compiled }: Drafting,
): Finding {
  const differing = Object.keys({ ...first, ...second }).find(
    (key) => JSON.stringify(first[key]) !== JSON.stringify(second[key]),
  );
  const source = compiled.item.find(({ field }) => field.key === differing)?.value.columns[0] ?? -1;
  return {
    code: differing === undefined ? 'order.line.repeated' : 'order.line.conflict',
    severity: differing === undefined ? 'note' : 'error',
    path: `items[${line}]`,
    args: {
      column: compiled.names[source] ?? '',
      line: places[row]!.line,
      file: null,
      first_line: places[firstRow]!.line,
      first_file: null,
    },
  };
}

/** The numbers of a line that tax and sums need; undefined when one of them is missing or was unreadable. */
export function taxLineOf(item: Readonly<Record<string, unknown>>, taxable: boolean): TaxLine | undefined {
  const { unit_price_amount_cents: unitPrice, quantity, quantity_shipped: shipped } = item;
  if (!isAmount(unitPrice) || !isAmount(quantity) || !isAmount(shipped)) return undefined;
  return { unitPrice, quantity, shipped, taxable };
}

export const isAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
