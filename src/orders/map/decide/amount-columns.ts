// Which columns with numbers may take part in the amounts of an order, and which of them may hold cents.
import type { Column, Level } from '../look/columns.ts';
import type { Concept } from '../look/words.ts';
import type { AmountColumn, AmountColumns, Watched, WatchedKind } from './amounts.ts';
import type { Assigned } from './roles.ts';
import type { Role } from './rules.ts';

export interface CentsColumns {
  readonly columns: readonly Column[];
  /** The names say cents; else only the values look like them. */
  readonly isNamed: boolean;
}

const MOST_PRICES = 4;

/** Concepts of columns with money that are neither the price of a line nor a total. */
const NO_PRICE = (
  'order tax discount ship refund coupon other cost bought freight payment weight rate place count quantity number' as const
).split(' ') as Concept[];
const OF_LINE: readonly Concept[] = ['price', 'unit', 'line', 'item', 'product'];
const NO_TOTAL = NO_PRICE.filter((concept) => concept !== 'order');

/** Every column with numbers that may take part in the total, the one with the fitting name first. */
export function amountColumns(
  columns: readonly Column[],
  levels: readonly Level[],
  roles: ReadonlyMap<Role, Assigned>,
  isOneRow: boolean,
): Omit<AmountColumns, 'cents'> {
  const of = (...wanted: Role[]): number[] => {
    const found = wanted.flatMap((role) => {
      const assigned = roles.get(role);
      return assigned ? [assigned.column, ...assigned.rivals].map(({ index }) => index) : [];
    });
    return [...new Set(found)];
  };
  const isGiven = (role: Role) => roles.get(role)?.isGiven === true;
  // In a file with one row an order both are possible; what differs from row to row is added.
  const at = (level: AmountColumn['level'], indexes: readonly number[]): AmountColumn[] =>
    indexes.flatMap((index): AmountColumn[] =>
      levels[index] === 'item' && level === 'order' ? [] : [{ index, level }],
    );
  const once = (indexes: readonly number[]): AmountColumn[] =>
    indexes.map((index) => ({ index, level: levels[index] === 'item' ? 'item' : 'order' }));
  const has = (concepts: readonly Concept[]) => (column: Column) =>
    concepts.some((concept) => column.meaning.concepts.has(concept));
  const money = columns.filter(
    (column) =>
      column.share.number > 0.9 &&
      column.share.date < 0.5 &&
      has(['price', 'total', 'subtotal', 'unit', 'cents'])(column),
  );
  const indexes = (list: readonly Column[]) => list.map(({ index }) => index);
  const lines = money.filter((one) => levels[one.index] !== 'order' && !has(NO_PRICE)(one));
  const totals = money.filter((one) => levels[one.index] !== 'item' && !has(NO_TOTAL)(one));
  const parts = of('shipping', 'shipping_tax', 'tax', 'discount', 'refunded');
  const total = [...new Set([...of('total'), ...indexes(totals)])].filter(
    (index) => ![...of('item.price'), ...parts].includes(index),
  );
  const fees = columns.filter(
    (one) =>
      one.share.number > 0.9 &&
      (one.meaning.concepts.has('cost') || one.meaning.concepts.has('other')) &&
      ![...roles.values()].some(({ column }) => column === one),
  );
  const watch = (kind: WatchedKind, list: readonly AmountColumn[]): Watched[] =>
    list.map((one) => ({ ...one, kind }));
  const shipping = once(of('shipping'));
  const taxes = [...at('item', of('item.tax')), ...at('order', of('tax'))];
  const discounts = [...at('order', of('discount')), ...at('item', of('item.discount'))];
  const watched = [
    ...watch('shipping', shipping),
    ...watch('tax', taxes),
    ...watch('discount', discounts),
    ...watch('total', once(total)),
  ];
  return {
    quantity: roles.get('item.quantity')?.column.index,
    prices: isGiven('item.price')
      ? of('item.price')
      : [...new Set([...of('item.price', 'item.total'), ...indexes(lines)])]
          // With one row an order, a subtotal or an amount may be that of several lines.
          .filter((index) => !isOneRow || has(OF_LINE)(columns[index]!))
          .slice(0, MOST_PRICES),
    total: isGiven('total') ? of('total') : total.slice(0, MOST_PRICES),
    shipping: shipping.slice(0, 2),
    shippingTax: once(of('shipping_tax')).slice(0, 1),
    // The tax of a line says more than that of the order.
    taxes: taxes.slice(0, 3),
    discounts: discounts.slice(0, 3),
    fees: once(indexes(fees)),
    watched: watched.filter(({ index }, i) => watched.findIndex((one) => one.index === index) === i),
  };
}

export const MONEY_ROLES =
  'item.price item.total item.tax item.discount total subtotal shipping shipping_tax tax discount refunded'.split(
    ' ',
  );

/** Columns that hold cents by their names; else all with money, when no cell has decimals and hardly one is round. */
export function centsIn(
  columns: readonly Column[],
  roles: ReadonlyMap<Role, Assigned>,
): CentsColumns | undefined {
  const money = MONEY_ROLES.flatMap((role) => roles.get(role)?.column ?? []);
  const isWhole = ({ words, example }: Column) =>
    [...(words?.keys() ?? [example])].every((text) => /^\D*\d+\D*$/.test(text));
  const named = columns.filter(
    (one) => one.meaning.concepts.has('cents') && one.share.number > 0.9 && isWhole(one),
  );
  if (named.length > 0) return { columns: named, isNamed: true };
  const texts = money.flatMap(({ words, example }) => [...(words?.keys() ?? [example])]);
  const numbers = texts.map((text) => Number(text.replace(/\D/g, ''))).filter((number) => number > 0);
  const isRound = (number: number) => number % 100 === 0;
  const looksSo =
    money.every(isWhole) &&
    numbers.length >= 3 &&
    numbers.every((number) => number >= 50) &&
    numbers.filter(isRound).length * 2 < numbers.length;
  return looksSo ? { columns: money, isNamed: false } : undefined;
}
