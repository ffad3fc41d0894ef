// Lines that are parts of another line: components of a kit, of which the line above has the price and the units.
import { speaksOf } from '../../audit/suspicion.ts';
import type { Column, Row } from '../look/columns.ts';
import { meansOf, unaccented } from '../look/words.ts';
import type { MappingJson } from '../types.ts';
import { NOT_ZERO } from './amounts.ts';
import type { Roles } from './roles.ts';

interface Parts {
  readonly reason: string;
  /** The condition in a mapping, and the same for a row. */
  readonly when: MappingJson;
  readonly isPart: (row: Row) => boolean;
}

const KIT =
  /^(?:kits?$|bundles?$|sets?$|bom$|assembl|configurable|grouped|stucklist|lot$|pack$|conjunt|zestaw)/;
const COMPONENT =
  /component|komponent|bestandteil|composant|onderdeel|skladnik|stucklistenpos|(?:kit|set|bundled?|pack)[ _-]?(?:part|teil|item|artikel|article)/;

/** By a column of other lines, or by one of kinds of lines; undefined where no line is a part. */
export const partsIn = (
  columns: readonly Column[],
  roles: Roles,
  orders: readonly (readonly Row[])[],
  prices: readonly number[],
): Parts | undefined => byParent(columns, roles, orders) ?? byKind(columns, orders, prices);

/** Of a parent column: all its values are identifiers of other lines of the order. */
function byParent(
  columns: readonly Column[],
  roles: Roles,
  orders: readonly (readonly Row[])[],
): Parts | undefined {
  const own = roles.get('item.identifier')?.column.index ?? -1;
  const isParent = (rows: readonly Row[], row: Row, parent: string) =>
    parent === '' || rows.some((one) => one !== row && one[own] === parent);
  const isOne = ({ index }: Column) =>
    orders.every((rows) => rows.every((row) => isParent(rows, row, row[index]!)));
  const found = columns.find(
    (one) => one.filled > 0 && meansOf(one.meaning, ['parent', 'related']) && isOne(one),
  );
  if (!found) return undefined;
  const { name, index } = found;
  const reason = `part of the line in ${name}, which has the price and the units`;
  return { reason, when: { column: name, empty: false }, isPart: (row) => row[index] !== '' };
}

/**
 * Lines without a price that are called components, or that stand below a bundle in all orders, whatever they are called: a simple
 * article, as elsewhere one with a price.
 */
function byKind(
  columns: readonly Column[],
  orders: readonly (readonly Row[])[],
  prices: readonly number[],
): Parts | undefined {
  const isFree = (row: Row) => prices.every((at) => !/[1-9]/.test(row[at]!));
  const free = orders.flat().filter(isFree);
  const [price] = prices;
  if (free.length === 0 || price === undefined) return undefined;
  for (const { name, index, words } of columns) {
    const isComponent = (word: string) => COMPONENT.test(unaccented(word).toLowerCase());
    const isKit = (word: string) => !isComponent(word) && speaksOf(word, KIT);
    const all = [...(words?.keys() ?? [])];
    if (all.length < 2 || !all.some(isKit)) continue;
    const isBelowKit = (rows: readonly Row[], at: number) => {
      const above = rows.slice(0, at).findLast((row) => !isFree(row));
      return above !== undefined && isKit(above[index]!);
    };
    const named = all.filter(isComponent);
    const equals = named.length > 0 ? named : [...new Set(free.map((row) => row[index]!))];
    const isPart = (row: Row) => isFree(row) && equals.includes(row[index]!);
    const isBelow = (rows: readonly Row[]) => rows.every((row, at) => !isPart(row) || isBelowKit(rows, at));
    if (equals.some(isKit) || !free.some(isPart) || !orders.every(isBelow)) continue;
    const isPriced = { column: columns[price]!.name, matches: NOT_ZERO };
    const reason = `part of a line above it by ${name}, which has the price`;
    return { reason, when: { all: [{ column: name, equals }, { not: isPriced }] }, isPart };
  }
  return undefined;
}
