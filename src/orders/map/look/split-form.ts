// Rows that hold several lines of an order: finds the cells with JSON, the numbered columns or the texts in which they stand,
// and says it as `rows.split` of a mapping.
import { isObject, type Json } from '../../../basics/json.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import type { SplitSpec } from '../../../input/mapping/rows/split.ts';
import { isNumber } from './cell-kinds.ts';
import type { Row } from './columns.ts';
import { itemListOf, pathsOf } from './json-export.ts';
import { looksLikeItems, textItemsOf } from './text-items.ts';
import { type Concept, conceptsIn, meaningOf, meansOf } from './words.ts';

const ENOUGH = 0.95;
const ITEMS = conceptsIn('item product line sku title quantity');
/** What is numbered as well, and is no item: `Address 2`. */
const OTHERS = conceptsIn(
  'address bill customer phone email city zip state country company recipient payment house first last',
);

const has = (name: string, concepts: readonly Concept[]): boolean => meansOf(meaningOf(name), concepts);

/**
 * `paths`: columns of the parts of a JSON list, as a mapping names them; `unsplit`: columns whose cells look like several items and
 * are written by no pattern that is known.
 */
export function splitFormOf(names: readonly string[], rows: readonly Row[]) {
  const nothing = {
    split: undefined as SplitSpec | undefined,
    paths: [] as string[],
    unsplit: [] as string[],
  };
  const numbered = numberedIn(names);
  const isThere = (...concepts: Concept[]) => numbered.some((name) => has(name, concepts));
  // The units may stand under a name that says nothing.
  if (isThere('quantity') || (isThere('price') && isThere('sku', 'title', 'name', 'number')))
    return { ...nothing, split: { numbered } };
  const columns = names.map((name, index) => ({
    name,
    isNamed: has(name, ITEMS) && !has(name, OTHERS),
    cells: rows.map((row) => row[index]!.trim()).filter((cell) => cell !== ''),
  }));
  for (const { name, cells } of columns) {
    const paths = jsonPathsOf(name, cells);
    if (paths) return { ...nothing, split: { column: name }, paths };
  }
  // A column is named once in a mapping.
  const texts = columns.filter(
    ({ name, cells }) =>
      cells.length > 0 && !has(name, OTHERS) && names.indexOf(name) === names.lastIndexOf(name),
  );
  // Every row has units and a price of its own.
  const hasOwn = (['quantity', 'price'] as const).every((concept) =>
    columns.some(
      ({ name, cells }) => cells.length === rows.length && has(name, [concept]) && cells.every(isNumber),
    ),
  );
  for (const { name, cells, isNamed } of texts) {
    // `2x roller + 1x serum` is the title of a set where the row has units and price of its own.
    if (hasOwn && !/s$/i.test(name)) continue;
    const found = textItemsOf(cells, isNamed);
    if (found) return { ...nothing, split: { column: name, ...found } };
  }
  const unsplit = texts
    .filter(({ cells, isNamed }) => looksLikeItems(cells, isNamed))
    .map(({ name }) => name);
  return { ...nothing, unsplit };
}

/** `Item [] Name`, of columns that are there with the same numbers; none when no such name means an item. */
function numberedIn(names: readonly string[]): string[] {
  const numbers = new Map<string, string[]>();
  // All of the digits first; in ean131 only the last one counts the items.
  for (const name of names)
    for (const { 0: digits, index } of name.matchAll(/\d+/g))
      for (let from = 0; from < digits.length; from++) {
        const numbered = name.slice(0, index + from) + LIST + name.slice(index + digits.length);
        numbers.set(numbered, [...(numbers.get(numbered) ?? []), digits.slice(from)]);
      }
  const several = [...numbers].filter(([name, list]) => list.length > 1 && !has(name, OTHERS));
  const items =
    several.find(([name]) => has(name, ['sku', 'quantity'])) ?? several.find(([name]) => has(name, ITEMS));
  const same = items?.[1].join();
  return several.filter(([, list]) => list.join() === same).map(([name]) => name);
}

/** The paths of the values in the lists of objects that these cells hold; undefined when they hold none, or no items. */
function jsonPathsOf(name: string, cells: readonly string[]): string[] | undefined {
  const lists = cells.filter((cell) => /^\[\s*\{/.test(cell));
  if (lists.length === 0 || lists.length < cells.filter((cell) => cell !== '[]').length * ENOUGH)
    return undefined;
  const values = lists.flatMap((cell): Json[] => {
    try {
      const list = JSON.parse(cell) as Json[];
      return list.every(isObject) ? [{ items: list }] : [];
    } catch {
      return [];
    }
  });
  if (values.length < lists.length * ENOUGH || itemListOf(values) !== `items${LIST}`) return undefined;
  return pathsOf(values, [`items${LIST}`]).map((path) => path.replace('items', () => name));
}
