// How the rows of an export are told apart into orders: the column with the number of the order.
import type { Column, Row } from './columns.ts';
import { conceptsIn, meansOf } from './words.ts';

/** Concepts with which a number is not that of the order. */
const OTHERS = conceptsIn(
  'customer item product line sku tracking phone tax barcode variant payment date email zip price total quantity ship status state company currency country count cents place other house coupon address recipient unit note',
);

export interface KeyCandidate {
  readonly column: Column;
  readonly score: number;
  readonly isApart: boolean;
}

/** Markets number their orders so, and businesses the orders that they place: then several orders may have one. */
const PURCHASE = /(?:^|[^a-z])(?:po|purchase.?order)(?:[^a-z]|$)/i;
export const isPurchase = ({ name }: Column): boolean => PURCHASE.test(name);
/** A few may come back, as when an export was put together from two. */
const MOST_REPEATED = 1.1;
/** Rows of a file that may hold one order only. */
const MOST_OF_ONE = 20;
/** More than any name is worth. */
const APART = 20;

/** Columns that can be the number of the order, the best first. Columns that part the rows in the same way tie. */
export function keyCandidates(columns: readonly Column[], rows: readonly Row[]) {
  const found = columns
    .flatMap((column) => {
      const { concepts, unknown } = column.meaning;
      // 6 for `Order number`, 4 for `Order`, 3 for `No`.
      const named =
        (concepts.has('order') ? 4 : 0) +
        (concepts.has('number') || concepts.has('reference') ? 3 : concepts.has('code') ? 2 : 0) +
        (concepts.has('name') && concepts.has('order') ? 1 : 0);
      // Some systems know the invoice only.
      const invoice = named === 3 && concepts.has('bill') ? -2 : 0;
      if (named === 0 || meansOf(column.meaning, OTHERS)) return [];
      if (column.filled < rows.length * 0.98) return [];
      if (column.share.date > 0.5 && column.share.whole < 0.5) return [];
      // A small file may hold one order.
      if (column.texts.every((text) => /^https?:/i.test(text))) return [];
      if (column.share.email > 0.5 || (column.distinct < 2 && rows.length > MOST_OF_ONE)) return [];
      // It comes back after other orders, as the number of a seller does, or of an order in a file that is sorted by something else.
      const isApart = runsOf(rows, column.index) > column.distinct * MOST_REPEATED;
      const score = named + invoice - unknown * 0.7 - (isApart ? APART : 0) - (isInternal(column) ? 1 : 0);
      return [{ column, score, isApart }];
    })
    .map((one, _, all) => {
      const isFiner = ({ column }: KeyCandidate) => column.distinct > one.column.distinct;
      if (!isPurchase(one.column)) return one;
      return { ...one, score: one.score - (all.some(isFiner) ? 4 : 0.1) };
    })
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
  // What differs on the rows of an order may number its lines.
  const isOfRow = ({ column }: KeyCandidate) => column.distinct === column.filled;
  const plain = found.find((one) => isNumberOfOrder(one.column) && !one.isApart && !isOfRow(one));
  return plain && isOfRow(found[0]!) ? [plain, ...found.filter((one) => one !== plain)] : found;
}

/**
 * Under a name that says nothing: the only text that parts the rows as the e-mail addresses and dates do together. Only where orders
 * have several rows.
 */
export function keyByValues(columns: readonly Column[], rows: readonly Row[]): Column | undefined {
  const common = columns.filter(({ share }) => share.email > 0.9 || share.date > 0.9);
  if (!common.some(({ share }) => share.email > 0.9) || !common.some(({ share }) => share.date > 0.9))
    return undefined;
  const together = rows.map((row) => common.map(({ index }) => row[index]).join('\n'));
  const orders = new Set(together).size;
  if (orders < ENOUGH || orders === rows.length) return undefined;
  const [found, ...more] = columns.filter(
    (one) =>
      !common.includes(one) &&
      mayBeKey(one, orders, rows) &&
      partAlike(
        rows.map((row, i) => [row[one.index]!, together[i]!]),
        0,
        1,
      ),
  );
  return more.length === 0 ? found : undefined;
}

/** Whether a column has one text for each of so many orders, rows of one together, and is not called anything else. */
export const mayBeKey = (one: Column, orders: number, rows: readonly Row[]): boolean =>
  !meansOf(one.meaning, OTHERS) &&
  one.share.email < 0.5 &&
  one.share.date < 0.5 &&
  // A name or a street is that of a person, who comes again.
  one.texts.every((text) => /\d/.test(text) && !/\s\S+\s/.test(text)) &&
  one.distinct === orders &&
  one.filled === rows.length &&
  runsOf(rows, one.index) === orders;

/** Orders that show something. */
const ENOUGH = 5;

/** The first row below another one without the number and most cells of its order, as where cells were merged. */
export function mergedRow(key: Column, rows: readonly Row[]): number | undefined {
  const isMerged = (row: Row, i: number) => {
    const above = rows.slice(0, i).findLast((one) => one[key.index] !== '');
    const filled = [...row.keys()].filter((at) => above?.[at]);
    const blank = filled.filter((at) => row[at] === '');
    return row[key.index] === '' && filled.length - blank.length > 1 && blank.length * 2 > filled.length;
  };
  const at = rows.findIndex(isMerged);
  return at < 0 ? undefined : at;
}

const NO_SHOP = conceptsIn('line quantity status');
/** Shops of one file, and numbers that two of them have, to show something. */
const MOST_SHOPS = 20;
const SEVERAL = 3;

/**
 * The column of a few words, such as the shop, and that of the number, where several shops number alike: the number alone has the
 * e-mail addresses of several shoppers, and that of one together with the word. Of several such columns the one with the fewest.
 */
export function shopBeside(
  key: Column,
  columns: readonly Column[],
  all: readonly Row[],
): readonly Column[] | undefined {
  const email = columns.find(({ share }) => share.email > 0.9)?.index;
  const rows = all.filter((row) => row[email ?? -1] !== '');
  const isOrder =
    key.meaning.unknown === 0 && key.meaning.concepts.size === 1 && key.meaning.concepts.has('order');
  if (
    email === undefined ||
    !(isNumberOfOrder(key) || isOrder) ||
    textsIn(rows, key.index, email) < textsIn(rows, key.index) + SEVERAL
  )
    return undefined;
  const isOne = (one: Column) =>
    one !== key &&
    one.distinct > 1 &&
    one.distinct <= MOST_SHOPS &&
    one.filled === all.length &&
    !meansOf(one.meaning, NO_SHOP) &&
    textsIn(rows, key.index, one.index, email) === textsIn(rows, key.index, one.index);
  const [shop] = columns.filter(isOne).sort((a, b) => a.distinct - b.distinct);
  return shop && [shop, key].sort((a, b) => a.distinct - b.distinct);
}

/** Columns whose texts together tell the orders apart, as a template: `{Shop}-{Order number}`. */
export const together = (...columns: readonly Column[]): string =>
  columns.map(({ name }) => `{${name}}`).join('-');

/** The columns of a table, with one more where a template of them is the number of the order, and each of its rows. */
export function withTogether(names: readonly string[], template: unknown) {
  const parts = typeof template === 'string' ? partsOfKey(template) : [];
  if (parts.length < 2) return { names, whole: (cells: Row) => cells };
  const at = parts.map((name) => names.indexOf(name));
  const whole = (cells: Row): Row => [...cells, at.map((index) => cells[index] ?? '').join('-')];
  return { names: [...names, String(template)], whole };
}

/** The columns of the number of an order: several of a template. */
export const partsOfKey = (name: string): readonly string[] => {
  const parts = [...name.matchAll(/\{([^{}]+)\}/g)].map(([, part]) => part!);
  return parts.length > 1 ? parts : [name];
};

/** How often the text changes from row to row. */
function runsOf(rows: readonly Row[], index: number): number {
  return rows.filter((row, i) => i === 0 || row[index] !== rows[i - 1]![index]).length;
}

/** `Order number`, `Order name`; no number of an invoice. */
export const isNumberOfOrder = ({ meaning }: Column): boolean =>
  meaning.unknown === 0 &&
  meaning.concepts.has('order') &&
  !meaning.concepts.has('bill') &&
  meansOf(meaning, NUMBER);
const NUMBER = conceptsIn('number reference name');

/** `id` is more often the number of the program than that of the shopper. */
export const isInternal = ({ name }: Column): boolean =>
  /^id[^a-z]|(?:^|[^a-z])id$/i.test(name.replace(/([a-z])(I[Dd])$/, '$1 $2'));

/** True when both columns hold the same text in every row. */
export const areEqual = (rows: readonly Row[], one: number, other: number): boolean =>
  rows.every((row) => row[one] === row[other]);

/** How many different texts these columns have together. */
export const textsIn = (rows: readonly Row[], ...columns: readonly number[]): number =>
  new Set(rows.map((row) => columns.map((index) => row[index]).join('\n'))).size;

/** True when two columns part the rows into the same orders. */
export function partAlike(rows: readonly Row[], one: number, other: number): boolean {
  const pairs = textsIn(rows, one, other);
  return pairs === textsIn(rows, one) && pairs === textsIn(rows, other);
}
