// Whose weight a column has: that of a unit, of all units of the line, or of something else, such as the parcel.
import { groupBy } from '../../../basics/groups.ts';
import { numberOf } from '../../../input/mapping/values/money.ts';
import type { Hypothesis } from './hypothesis.ts';

/** Articles that are sold in several quantities, to show something. */
const ENOUGH = 3;
/** Weights are rounded. */
const ALIKE = 1.05;

export function weightIsOf({ roles, orders, decimal = '.' }: Hypothesis): 'unit' | 'line' | 'other' {
  const [weight, quantity, article] = ['item.weight', 'item.quantity', 'item.sku'].map(
    (role) => roles.get(role)?.column.index,
  );
  if (weight === undefined || quantity === undefined || article === undefined) return 'unit';
  const lines = orders.flat().map((row) => ({
    article: row[article]!,
    weight: numberOf(row[weight]!, decimal),
    units: Number(row[quantity]),
  }));
  const weighed = lines.filter((one) => one.weight > 0 && one.units > 0);
  const articles = [...groupBy(weighed, (one) => one.article).values()].filter(
    (list) => new Set(list.map(({ units }) => units)).size > 1,
  );
  const isMostly = (of: (line: (typeof lines)[number]) => number): boolean => {
    const areAlike = (list: readonly number[]) => Math.max(...list) <= Math.min(...list) * ALIKE;
    return articles.filter((list) => areAlike(list.map(of))).length > articles.length / 2;
  };
  const { meaning, place } = roles.get('item.weight')!.column;
  const isNamed = place === undefined && meaning.concepts.has('line') && !meaning.concepts.has('item');
  if (articles.length < ENOUGH) return isNamed ? 'line' : 'unit';
  if (isMostly((one) => one.weight)) return 'unit';
  return isMostly((one) => one.weight / one.units) ? 'line' : 'other';
}
