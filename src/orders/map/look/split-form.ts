// Rows that hold several lines of an order: finds the cells with JSON, the numbered columns or the texts in which they stand,
// and says it as `rows.split` of a mapping.

import { isObject, type Json } from '../../../basics/json.ts';
import { LIST } from '../../../input/mapping/json/json-paths.ts';
import {
  elementsIn,
  literalsIn,
  partsIn,
  partsReader,
  type SplitSpec,
} from '../../../input/mapping/rows/split.ts';
import { isNumber, kindsOf, type Row } from './columns.ts';
import { itemListOf, pathsOf } from './json-export.ts';
import { type Concept, conceptsIn, meaningOf, meansOf } from './words.ts';

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
      cells.some((cell) => !kindsOf(cell).includes('date')) &&
      !has(name, OTHERS) &&
      names.indexOf(name) === names.lastIndexOf(name),
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

// Columns whose cells hold several items as text, `2 x Shirt; 1 x Hose (B-2)`: finds the pattern that they are written by.

const SEPARATORS = [';', '|', '\n', '<br>', '<br/>', '<br />', ' / ', ' + ', ','];
const SIGNS = ['x', '×', 'X', '*'];
const UNITS = [
  ...SIGNS.flatMap((sign) => [`{quantity} ${sign} _`, `{quantity}${sign} _`]),
  ...SIGNS.flatMap((sign) => [`_ ${sign} {quantity}`, `_ ${sign}{quantity}`, `_ (${sign}{quantity})`]),
  ...['_ ({quantity})', '_: {quantity}', '_:{quantity}', '_={quantity}'],
];
const BODIES = [
  ...['{title} (SKU: {sku})', '{title} ({sku})', '{title} [{sku}]', '{sku} - {title}', '{sku}: {title}'],
  ...['{title} - {sku}', '{sku}', '{title}'],
];
const PRICES = ['_ @ {price}', '_ à {price}', '_ - {price}', '_ ({price})', '_: {price}', '_'];

/** With most parts first: a pattern with fewer parts takes what it does not know into the title. */
const PATTERNS = PRICES.flatMap((price) =>
  BODIES.flatMap((body) => UNITS.map((units) => price.replace('_', units.replace('_', body)))),
);
const MOST_CELLS = 100;
/** Share of the filled cells that must fit. */
const ENOUGH = 0.95;
/** A number of units beside a sign of multiplication. */
const HAS_UNITS = /(?:^|[\s(])\d{1,6} ?[x×X*] ?(?=\S)|[\s(][x×X*] ?\d{1,6}(?=\D|$)/;
const hasSku = (pattern: string): boolean => pattern.includes('{sku}');
const SKU = /^(?=.*\d)[^\s,;]{2,40}$/;

const LOOKS: Readonly<Record<string, (text: string) => boolean>> = {
  sku: (text) => SKU.test(text),
  // A number alone may be a size.
  price: (text) => /[.,]\d{2}0*\D*$/.test(text) && isNumber(text.replace(/^[^\d-]+|[^\d]+$/g, '')),
};

/** The separator that divides cells into items: the one with which most elements have a number of units. */
function separatorOf(cells: readonly string[], isItem: (text: string) => boolean): string | undefined {
  const scored = SEPARATORS.map((separator) => {
    const several = cells.map((cell) => elementsIn(cell, separator)).filter(({ length }) => length > 1);
    return { separator, score: several.filter((elements) => elements.every(isItem)).length };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0]!;
  return best.score > 0 ? best.separator : undefined;
}

/** `isNamed`: the name of the column means items. Undefined when no pattern fits nearly all cells. */
function textItemsOf(given: readonly string[], isNamed: boolean) {
  const cells = given.slice(0, MOST_CELLS);
  const hasUnits = (text: string) => HAS_UNITS.test(text) || (isNamed && /\d\)?$/.test(text));
  const separator = separatorOf(cells, hasUnits) ?? (isNamed && cells.every(hasUnits) ? ';' : undefined);
  if (separator === undefined) return undefined;
  const elements = cells.map((cell) => elementsIn(cell, separator));
  const fits = (one: string, least: number): boolean => {
    const signs = literalsIn(one);
    const fitting = elements.filter((texts) =>
      texts.every((text) => signs.every((sign) => text.includes(sign))),
    );
    if (fitting.length < least) return false;
    const read = partsReader(one);
    const names = partsIn(one);
    const [sku, title] = [names.indexOf('sku'), names.indexOf('title')];
    const titles = new Map<string, string>();
    const isOne = (text: string): boolean => {
      const parts = read(text);
      if (!parts?.every((part, i) => LOOKS[names[i]!]?.(part) ?? true)) return false;
      if (sku < 0 || title < 0) return true;
      // What several articles have, such as a size, is no sku.
      const known = titles.get(parts[sku]!) ?? parts[title]!;
      titles.set(parts[sku]!, known);
      return known === parts[title];
    };
    // Cells that do not fit are counted down, so that most patterns end at the first ones.
    let left = fitting.length;
    for (const texts of fitting) if (!texts.every(isOne) && --left < least) return false;
    return true;
  };
  const pattern = PATTERNS.find((one) => fits(one, cells.length * ENOUGH));
  if (pattern === undefined) return undefined;
  // Where many items have a sku, a title that takes it in is none.
  const hidesSku = !hasSku(pattern) && PATTERNS.some((one) => hasSku(one) && fits(one, cells.length * 0.6));
  return hidesSku ? undefined : { pattern, separator };
}

/** Written between items, and hardly ever inside a title: `Tee - Black / M`, `Candle; Cedar`. */
const BETWEEN_ITEMS = new Set(['\n', '<br>', '<br/>', '<br />']);

/**
 * Cells that hold several items, in whatever form: in a tenth of them most parts have units, or parts are skus, or stand alone in
 * other cells.
 */
export function looksLikeItems(given: readonly string[], isNamed: boolean): boolean {
  const cells = given.slice(0, MOST_CELLS);
  const alone = new Set(cells);
  const isSeveral = (cell: string) =>
    SEPARATORS.some((separator) => {
      const elements = elementsIn(cell, separator);
      if (elements.length < 2) return false;
      if (elements.filter((text) => HAS_UNITS.test(text)).length * 2 > elements.length) return true;
      if (!isNamed) return false;
      const isItem = (text: string) => SKU.test(text) || alone.has(text);
      return BETWEEN_ITEMS.has(separator) || elements.every(isItem);
    });
  return cells.filter(isSeveral).length > cells.length * 0.1;
}
