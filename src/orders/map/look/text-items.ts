// Columns whose cells hold several items as text, `2 x Shirt; 1 x Hose (B-2)`: finds the pattern that they are written by.
import { elementsIn, literalsIn, partsIn, partsReader } from '../../../input/mapping/rows/split.ts';
import { isNumber } from './cell-kinds.ts';

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
export function textItemsOf(given: readonly string[], isNamed: boolean) {
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
