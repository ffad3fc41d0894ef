// Units that were taken off the order, and units that have left: which column counts them.
import { REFUND } from '../../audit/money.ts';
import { OPEN } from '../../audit/statuses.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { Column, Row } from '../look/columns.ts';
import type { Roles } from './roles.ts';
import type { Role } from './rules.ts';

interface Table {
  readonly columns: readonly Column[];
  readonly roles: Roles;
  readonly orders: readonly (readonly Row[])[];
}

export const CANCELED_UNITS: Role = 'item.quantity_canceled';
/** Columns under another name that may count units that were taken off. */
const MOST_CANCELED = 2;

/** Units that have left, written as those that were ordered are: where they are the same text, all of a line have. */
export function shippedUnitsIn({ roles, orders }: Omit<Table, 'columns'>): Column | undefined {
  const [shipped, ordered] = ['item.quantity_shipped', 'item.quantity'].map(
    (role) => roles.get(role)?.column,
  );
  if (!shipped || !ordered) return undefined;
  const isText = (row: Row) => {
    const [left, all] = [row[shipped.index]!, row[ordered.index]!];
    return left === all || left === '' || Number(left) !== Number(all);
  };
  return orders.flat().every(isText) ? shipped : undefined;
}

/** The one whose name says it; else counts that are mostly zero, and never more than the units of their line. */
export function canceledIn(
  { columns, roles, orders }: Table,
  quantity: number | undefined,
): readonly number[] {
  if (quantity === undefined) return [];
  const rows = orders.flat();
  const isTaken = ({ index }: Column) => rows.some((row) => Number(row[index]) > 0);
  const own = roles.get(CANCELED_UNITS)?.column;
  if (own) return isTaken(own) ? [own.index] : [];
  const taken = new Set([...roles.values()].map(({ column }) => column));
  const isOne = (one: Column) =>
    !taken.has(one) &&
    one.share.whole > 0.98 &&
    isTaken(one) &&
    !speaksOf(one.name, REFUND) &&
    !speaksOf(one.name, OPEN) &&
    rows.every((row) => Number(row[one.index]) <= Number(row[quantity])) &&
    rows.filter((row) => Number(row[one.index]) > 0).length < rows.length / 2;
  return columns
    .filter(isOne)
    .slice(0, MOST_CANCELED)
    .map(({ index }) => index);
}

/** Some units were taken off a line, and others are left: its amount may be that of all units, or of those. */
export function isPartlyOff({
  orders,
  amounts: { quantity, canceled },
}: {
  readonly orders: readonly (readonly Row[])[];
  readonly amounts: { readonly quantity: number | undefined; readonly canceled: readonly number[] };
}): boolean {
  const unitsAt = (row: Row, at = -1) => Number(row[at] ?? 0);
  return orders
    .flat()
    .some((row) => unitsAt(row, canceled[0]) > 0 && unitsAt(row, canceled[0]) < unitsAt(row, quantity));
}
