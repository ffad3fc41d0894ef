// What to do with each cell of a row, decided once per header: the reading of a million rows only follows it.
import type { CellColumn } from './cells.ts';
import { COLUMNS, type Field } from './fields.ts';

export interface PlannedColumn extends CellColumn {
  readonly field: Field;
}

export interface Plan {
  readonly names: readonly string[];
  readonly identifier: number;
  readonly updatedAt: number;
  /** Columns of the order and of its lines, in the file's order. */
  readonly order: readonly PlannedColumn[];
  readonly item: readonly PlannedColumn[];
  /** Index of `item.identifier`, or -1. */
  readonly itemIdentifier: number;
  /** Indexes of the order's columns except `identifier` and `updated_at`. */
  readonly repeated: readonly number[];
}

/** Plans a header that `checkHeader` has passed; columns that begin with `_` are left out. */
export function planOf(names: readonly string[]): Plan {
  const columns: PlannedColumn[] = [];
  for (const [index, name] of names.entries()) {
    const meaning = COLUMNS.get(name);
    if (meaning) columns.push({ index, name, field: meaning.field, decimal: meaning.decimal });
  }
  const order = columns.filter((column) => column.field.level === 'order');
  const identifier = names.indexOf('identifier');
  const updatedAt = names.indexOf('updated_at');
  return {
    names,
    identifier,
    updatedAt,
    order,
    item: columns.filter((column) => column.field.level === 'item'),
    itemIdentifier: names.indexOf('item.identifier'),
    repeated: order.map((column) => column.index).filter((i) => i !== identifier && i !== updatedAt),
  };
}

/** The column that a field of the order (`currency`, `refunds[0].note`) or of an item (`sku`) came from. */
export function columnOf(plan: Plan, level: Field['level'], path: string): PlannedColumn | undefined {
  const plain = path.replace(/\[\d+\].*$/, '');
  const name = level === 'item' ? `item.${plain}` : plain;
  return plan[level].find((column) => column.field.name === name);
}

/** Brings rows of files with different headers under one plan; a column that a file lacks is an empty cell. */
export function unify(
  plans: readonly Plan[],
  rows: readonly (readonly string[])[],
): { plan: Plan; rows: string[][] } {
  const names = [...new Set(plans.flatMap((plan) => plan.names.filter((name) => COLUMNS.has(name))))];
  return {
    plan: planOf(names),
    rows: rows.map((cells, i) =>
      names.map((name) => {
        const index = plans[i]!.names.indexOf(name);
        return index < 0 ? '' : cells[index]!;
      }),
    ),
  };
}
