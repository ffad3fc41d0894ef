// Rows of a whole order above those of its lines, as markets write them: they have the shopper and the sums, and no article.
import { type Column, ordersOf, type Row } from '../look/columns.ts';
import type { Roles } from './roles.ts';

/** The column with the article, which such rows lack; undefined where there are none, or some other row lacks it as well. */
export function headRowsIn(roles: Roles, rows: readonly Row[], key: Column | undefined): Column | undefined {
  const [article, email] = ['item.title', 'customer.email'].map((role) => roles.get(role)?.column);
  if (!article || !email || !key) return undefined;
  const has = (row: Row, { index }: Column) => row[index] !== '';
  const several = ordersOf(rows, key.index).filter((order) => order.length > 1);
  const headed = several.filter(([head]) => !has(head!, article));
  const isHeaded = ([head, ...lines]: readonly Row[]) =>
    has(head!, email) && lines.every((row) => has(row, article) && !has(row, email));
  return headed.length > 0 && headed.every(isHeaded) ? article : undefined;
}

/** The lines of an order; what stands above them is in the first. */
export function withoutHead(order: readonly Row[], article: Column | undefined): readonly Row[] {
  const [head, first, ...more] = order;
  if (!article || !first || head![article.index] !== '') return order;
  return [first.map((cell, at) => (cell === '' ? head![at]! : cell)), ...more];
}
