// Units that were taken off the order: which column counts them, and whether the amount of a line is that of all its units.
import { centsOf, type DecimalSign } from '../../../input/mapping/values/money.ts';
import { REFUND } from '../../audit/money.ts';
import { OPEN } from '../../audit/statuses.ts';
import { speaksOf } from '../../audit/suspicion.ts';
import type { Column, Row } from '../look/columns.ts';
import type { Roles } from './roles.ts';
import type { Role } from './rules.ts';

interface Table {
  readonly roles: Roles;
  readonly orders: readonly (readonly Row[])[];
}

export const CANCELED_UNITS: Role = 'item.quantity_canceled';
/** Columns under another name that may count units that were taken off. */
const MOST_CANCELED = 2;

/** The one whose name says it; else counts that are mostly zero, and never more than the units of their line. */
export function canceledIn(
  { columns, roles, orders }: Table & { readonly columns: readonly Column[] },
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

/**
 * Where units were taken off a line, whether its amount is that of all its units or of those that are left: it has the price of the
 * same article in other lines. Undefined where nothing shows it.
 */
export function unitsOfLine(
  { amounts: { quantity, canceled }, orders, roles, decimal = '.' }: LineAmounts,
  price: number,
): 'all' | 'left' | undefined {
  const [off] = canceled;
  const article = (roles.get('item.sku') ?? roles.get('item.title'))?.column.index;
  if (quantity === undefined || off === undefined) return 'all';
  const rows = orders.flat().map((row) => ({
    article: article === undefined ? '' : row[article]!,
    amount: centsOf(row[price]!, decimal) ?? 0,
    all: Number(row[quantity]),
    off: Number(row[off]),
  }));
  const known = new Set(rows.flatMap((row) => (row.off > 0 ? [] : `${row.article} ${row.amount / row.all}`)));
  const some = rows.filter((row) => row.off > 0 && row.off < row.all && row.amount > 0);
  const isLike = (units: (row: (typeof rows)[number]) => number) =>
    some.filter((row) => known.has(`${row.article} ${row.amount / units(row)}`)).length;
  const [all, left] = [isLike((row) => row.all), isLike((row) => row.all - row.off)];
  if (all === left) return some.length === 0 ? 'all' : undefined;
  return all > left ? 'all' : 'left';
}

interface LineAmounts extends Table {
  readonly amounts: { readonly quantity: number | undefined; readonly canceled: readonly number[] };
  readonly decimal: DecimalSign | undefined;
}
