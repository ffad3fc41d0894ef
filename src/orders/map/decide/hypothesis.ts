// What the head of the file says about an unknown table: how orders are told apart, which column has which role, and which
// columns may make up the amounts. The whole file then confirms it.
import { type DecimalSign, decimalSignIn } from '../../../input/mapping/values/money.ts';
import { type Column, columnsOf, type Level, levelOf, ordersOf, type Row } from '../look/columns.ts';
import { type WrittenDates, writtenDates } from '../look/date-columns.ts';
import { type KeyCandidate, keyCandidates, partAlike } from '../look/order-key.ts';
import type { AmountColumn, AmountColumns } from './amounts.ts';
import type { Role } from './fields.ts';
import { type Assigned, areEqual, rolesOf } from './roles.ts';

export interface Hypothesis {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly levels: readonly Level[];
  /** Undefined when no column looks like the number of an order. */
  readonly key: Column | undefined;
  /** Columns that are as good a number of the order as `key`. */
  readonly keyRivals: readonly Column[];
  readonly roles: ReadonlyMap<Role, Assigned>;
  /** Roles of which a person said that no column has them. */
  readonly absent: ReadonlySet<Role>;
  readonly amounts: AmountColumns;
  readonly decimal: DecimalSign | undefined;
  readonly dates: WrittenDates;
  readonly orders: readonly (readonly Row[])[];
}

/** `given`: the column of the order's number and roles as a person chose them. */
export function hypothesisOf(
  names: readonly string[],
  rows: readonly Row[],
  given: Readonly<Record<string, string>> = {},
): Hypothesis {
  const columns = columnsOf(names, rows);
  const keys = keyCandidates(columns, rows);
  const chosen = columns.find(({ name }) => name === given['identifier']);
  const key = chosen ?? keys[0]?.column;
  const orders = key ? ordersOf(rows, key.index) : rows.map((row) => [row]);
  const levels = columns.map(({ index }) => levelOf(orders, index));
  const roles = rolesOf(columns, levels, key?.index ?? -1);
  for (const [role, name] of Object.entries(given)) {
    const column = columns.find((one) => one.name === name);
    if (column && role !== 'identifier') roles.set(role, { column, named: true, proven: true, rivals: [] });
    if (name === 'none') roles.delete(role);
  }
  for (const block of BLOCKS) completeNames(roles, block, rows);
  return {
    names,
    columns,
    levels,
    key,
    keyRivals: chosen ? [] : key ? rivalsOf(keys, key, rows) : [],
    roles,
    absent: new Set(Object.keys(given).filter((role) => given[role] === 'none')),
    amounts: amountColumns(columns, levels, roles),
    decimal: decimalOf(columns),
    dates: writtenDates(roles, rows),
    orders,
  };
}

const BLOCKS = ['shipping_address', 'billing_address', 'address'];

/** `Nombre` beside `Apellidos` is the first name, `Nom` beside `Prenom` the last one, unless it holds the other one as well. */
function completeNames(roles: Map<Role, Assigned>, block: string, rows: readonly Row[]): void {
  const whole = roles.get(`${block}.name`);
  const first = roles.get(`${block}.first_name`);
  const last = roles.get(`${block}.last_name`);
  const other = first ?? last;
  if (!whole || !other || (first && last)) return;
  const isWhole = (row: Row) =>
    row[whole.column.index]!.toLowerCase().includes(row[other.column.index]!.toLowerCase());
  const filled = rows.filter((row) => row[whole.column.index] !== '' && row[other.column.index] !== '');
  if (filled.length === 0 || filled.filter(isWhole).length > filled.length / 2) return;
  roles.delete(`${block}.name`);
  roles.set(`${block}.${first ? 'last_name' : 'first_name'}`, whole);
}

/** Columns that part the rows alike and are named as well: `Order number` and `Order reference`. */
function rivalsOf(keys: readonly KeyCandidate[], key: Column, rows: readonly Row[]): Column[] {
  const best = keys[0]!.score;
  return keys
    .filter(({ column, score }) => column !== key && score >= best - 1)
    .filter(
      ({ column }) => partAlike(rows, key.index, column.index) && !areEqual(rows, key.index, column.index),
    )
    .map(({ column }) => column);
}

const MOST_PRICES = 4;

/** Every column with numbers that may take part in the total, the one with the fitting name first. */
function amountColumns(
  columns: readonly Column[],
  levels: readonly Level[],
  roles: ReadonlyMap<Role, Assigned>,
): AmountColumns {
  const of = (...wanted: Role[]): number[] => {
    const found = wanted.flatMap((role) => {
      const assigned = roles.get(role);
      return assigned ? [assigned.column, ...assigned.rivals].map(({ index }) => index) : [];
    });
    return [...new Set(found)];
  };
  const at = (level: AmountColumn['level'], indexes: readonly number[]): AmountColumn[] =>
    indexes.flatMap((index): AmountColumn[] => {
      const stands = levels[index]!;
      // In a file with one row an order both are possible.
      return stands !== 'unknown' && stands !== level && level === 'order' ? [] : [{ index, level }];
    });
  const money = columns.filter(
    ({ share, meaning: { concepts } }) =>
      share.number > 0.9 &&
      (concepts.has('price') || concepts.has('total') || concepts.has('subtotal') || concepts.has('unit')),
  );
  const lines = money.filter(({ index }) => levels[index] !== 'order').map(({ index }) => index);
  const totals = money.filter(({ index }) => levels[index] !== 'item').map(({ index }) => index);
  const prices = [...of('item.price', 'item.total'), ...lines];
  return {
    quantity: roles.get('item.quantity')?.column.index,
    prices: [...new Set(prices)].slice(0, MOST_PRICES),
    total: [...new Set([...of('total'), ...totals])]
      .filter((index) => !of('item.price', 'shipping', 'shipping_tax', 'tax', 'discount').includes(index))
      .slice(0, MOST_PRICES),
    shipping: of('shipping').slice(0, 2),
    shippingTax: of('shipping_tax').slice(0, 1),
    // The tax of a line says more than that of the order.
    taxes: [...at('item', of('item.tax')), ...at('order', of('tax'))].slice(0, 3),
    discounts: [...at('order', of('discount')), ...at('item', of('item.discount'))].slice(0, 3),
  };
}

/** The sign before the decimals, from all columns with numbers; undefined when no cell decides it. */
function decimalOf(columns: readonly Column[]): DecimalSign | undefined {
  for (const { share, words, example, filled } of columns) {
    if (filled === 0 || share.number < 0.9 || share.date > 0.5 || share.phone > 0.9) continue;
    for (const text of words?.keys() ?? [example]) {
      const sign = decimalSignIn(text);
      if (sign === '.' || sign === ',') return sign;
    }
  }
  return undefined;
}
