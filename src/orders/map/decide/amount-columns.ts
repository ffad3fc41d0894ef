// Which columns with numbers may take part in the amounts of an order, and which of them may hold cents.
import type { Column, Level, Row } from '../look/columns.ts';
import { type Concept, conceptsIn, meansOf } from '../look/words.ts';
import type { Roles } from './roles.ts';
import type { Role } from './rules.ts';

/** A column with amounts, by its index, and where it stands: once for the order, or to be added over its rows. */
export interface AmountColumn {
  readonly index: number;
  readonly level: 'order' | 'item';
}

/** What a column that takes no part in a reading says against it. */
export type WatchedKind = 'shipping' | 'tax' | 'discount' | 'total' | 'fee' | 'credit';
export interface Watched extends AmountColumn {
  readonly kind: WatchedKind;
}

/** The columns that may take part, each list beginning with the most likely one. */
export interface AmountColumns extends ReturnType<typeof amountColumns> {
  /** Fees are sent with the shipping. */
  readonly shipsFees: boolean;
  /** The total is what was left to pay: it is sent with what was paid by gift card. */
  readonly addsCredits: boolean;
  /** Columns with whole cents: their numbers are not multiplied by 100. */
  readonly cents: ReadonlySet<number>;
}

export interface CentsColumns {
  readonly columns: readonly Column[];
  /** What the values look like; null where they say nothing. */
  readonly proposed: 'cents' | 'units' | null;
  /** The names say cents. */
  readonly isNamed: boolean;
}

const MOST_PRICES = 4;
/** Orders with several rows that show what stands once for the order. */
const ENOUGH_ORDERS = 3;

/** Concepts of columns with money that are neither the price of a line nor a total. */
const NO_PRICE_NOR_TOTAL =
  'tax discount ship refund coupon other cost bought freight payment weight rate place count quantity number';
const NO_PRICE = conceptsIn(`order ${NO_PRICE_NOR_TOTAL}`);
const NO_TOTAL = conceptsIn(`line item product unit ${NO_PRICE_NOR_TOTAL}`);
const OF_LINE = conceptsIn('price unit line item product');

/** Every column with numbers that may take part in the total, the one with the fitting name first. */
export function amountColumns(
  columns: readonly Column[],
  levels: readonly Level[],
  roles: Roles,
  /** Orders with several rows. */
  several: number,
) {
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
  const has =
    (concepts: readonly Concept[]) =>
    ({ meaning }: Column) =>
      meansOf(meaning, concepts);
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
  const asked = columns.filter(
    (one) =>
      one.share.number > 0.9 &&
      one.share.date < 0.5 &&
      [...(one.words?.keys() ?? [one.example])].some((text) => /\d[.,]\d\d(?!\d)/.test(text)) &&
      (one.meaning.concepts.has('cost') || one.meaning.concepts.has('other')) &&
      ![...roles.values()].some(({ column }) => column === one),
  );
  const isCredit = has(['credit']);
  const fees = once(indexes(asked.filter((one) => !isCredit(one))));
  const credits = once(indexes(asked.filter(isCredit)));
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
    ...watch('fee', fees),
    ...watch('credit', credits),
  ];
  return {
    quantity: roles.get('item.quantity')?.column.index,
    prices: isGiven('item.price')
      ? of('item.price')
      : [...new Set([...of('item.price', 'item.total'), ...indexes(lines)])]
          // With one row an order, a subtotal or an amount may be that of several lines; what all lines share is no price of one.
          .filter((index) => several > 0 || has(OF_LINE)(columns[index]!))
          .filter((index) => several < ENOUGH_ORDERS || levels[index] !== 'order')
          .slice(0, MOST_PRICES),
    total: isGiven('total') ? of('total') : total.slice(0, MOST_PRICES),
    /** Columns whose names say that they are the sum of the lines only. */
    subtotals: new Set(indexes(money.filter(has(['subtotal'])))),
    shipping: shipping.slice(0, 2),
    shippingTax: once(of('shipping_tax')).slice(0, 1),
    // The tax of a line says more than that of the order.
    taxes: taxes.slice(0, 3),
    discounts: discounts.slice(0, 3),
    /** Money that the interface has no field for: orders with it prove nothing, and are refused one by one. */
    fees,
    /** What was paid with gift cards. */
    credits,
    /** Prices whose names say that they are of a whole line. In a list of JSON every path is one of a line. */
    ofLine: new Set(
      indexes(
        money.filter(
          (one) =>
            !has(['unit'])(one) &&
            (has(['total', 'subtotal'])(one) || (has(['line'])(one) && !one.name.includes('[].'))),
        ),
      ),
    ),
    /** Every column that looks like shipping, tax, discount or a total. */
    watched: watched.filter(({ index }, i) => watched.findIndex((one) => one.index === index) === i),
  };
}

export const MONEY_ROLES =
  'item.price item.total item.tax item.discount total subtotal shipping shipping_tax tax discount refunded'.split(
    ' ',
  );

/**
 * Columns that hold cents by their names; else all with money, when no cell of them has decimals. An amount of 2498 says nothing of
 * its unit; amounts of which half are below 1.00 as cents are none.
 */
export function centsIn(
  columns: readonly Column[],
  roles: Roles,
  rows: readonly Row[],
): CentsColumns | undefined {
  const cellsOf = ({ index }: Column) => rows.map((row) => row[index]!).filter((text) => /\d/.test(text));
  const isWhole = (one: Column) => cellsOf(one).every((text) => /^\D*\d+\D*$/.test(text));
  const named = columns.filter(
    (one) => one.meaning.concepts.has('cents') && one.share.number > 0.9 && isWhole(one),
  );
  if (named.length > 0) return { columns: named, proposed: 'cents', isNamed: true };
  const money = MONEY_ROLES.flatMap((role) => roles.get(role)?.column ?? []);
  if (money.length === 0 || !money.every(isWhole)) return undefined;
  const numbers = money
    .flatMap(cellsOf)
    .map((text) => Number(text.replace(/\D/g, '')))
    .filter((number) => number > 0);
  const share = (fits: (number: number) => boolean) => numbers.filter(fits).length / numbers.length;
  if (numbers.length < 3) return undefined;
  const isSmall = share((number) => number < 100) >= 0.5;
  const isRound = share((number) => number % 100 === 0) >= 0.5;
  return { columns: money, proposed: isSmall ? 'units' : isRound ? null : 'cents', isNamed: false };
}
