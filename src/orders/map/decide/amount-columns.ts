// Which columns with numbers may take part in the amounts of an order, and which of them may hold cents.
import { type Column, hasNumbers, type Level, type Row } from '../look/columns.ts';
import { type Concept, conceptsIn, meansOf } from '../look/words.ts';
import type { Roles } from './roles.ts';
import type { Role } from './rules.ts';
import { FEWEST, foundSum } from './sums.ts';

/** A column with amounts, by its index, and where it stands: once for the order, or to be added over its rows. */
export interface AmountColumn {
  readonly index: number;
  readonly level: 'order' | 'item';
  /** The same on the rows of an order, and yet added. */
  readonly isEach?: boolean;
  /** Of one unit: it counts for each. */
  readonly isOfUnit?: boolean;
  readonly kind: 'shipping' | 'tax' | 'discount' | 'total' | 'fee' | 'credit';
}

/** The columns that may take part, each list beginning with the most likely one. */
export interface AmountColumns extends ReturnType<typeof amountColumns> {
  /** A person wrote the equation. */
  readonly isTyped: boolean;
  /** Fees are sent with the shipping. */
  readonly shipsFees: boolean;
  /** The total is what was left to pay: it is sent with what was paid by gift card. */
  readonly addsCredits: boolean;
  /** Columns that hold whole cents, if they hold money: then their numbers are not multiplied by 100. */
  readonly cents: ReadonlySet<number>;
}

const MOST_PRICES = 4;
const NO_MONEY = conceptsIn(
  'rate code place count quantity number zip phone weight unit credit refund bought',
);
const hasCents = ({ texts }: Column): boolean => texts.some((text) => /\d[.,]\d\d0*(?!\d)/.test(text));
/** Numbers that count no units. */
const NO_COUNT = conceptsIn(
  'total price weight zip phone place cents rate number tax discount code refund cancel ship other',
);
const MOST_OTHERS = 8;
/** Orders with several rows that show what stands once for the order. */
const ENOUGH_ORDERS = 3;

/** Concepts of columns with money that are neither the price of a line nor a total. */
const NO_PRICE_NOR_TOTAL =
  'tax discount ship refund coupon other cost bought freight payment weight rate place count quantity number';
const NO_PRICE = conceptsIn(`order ${NO_PRICE_NOR_TOTAL}`);
const NO_UNIT_PRICE = conceptsIn(NO_PRICE_NOR_TOTAL);
const NO_TOTAL = conceptsIn(`line item product unit ${NO_PRICE_NOR_TOTAL}`);
const OF_LINE = conceptsIn('price unit line item product');

/** Every column with numbers that may take part in the total, the one with the fitting name first; `takenOut` by a person. */
export function amountColumns(
  columns: readonly Column[],
  levels: readonly Level[],
  roles: Roles,
  orders: readonly (readonly Row[])[],
  takenOut: ReadonlySet<Column>,
) {
  const several = orders.filter((rows) => rows.length > 1).length;
  const indexes = (list: readonly Column[]) => [...new Set(list.map(({ index }) => index))];
  const of = (...wanted: Role[]): number[] => {
    const found = wanted.flatMap((role) => roles.get(role) ?? []);
    return indexes(found.flatMap(({ column, rivals }) => [column, ...rivals]));
  };
  const isGiven = (role: Role) => roles.get(role)?.isGiven === true;
  // Without a `level` what differs from row to row is added. In a file with one row an order both are possible.
  const at = (kind: AmountColumn['kind'], found: readonly number[], wanted?: AmountColumn['level']) =>
    found.flatMap((index): AmountColumn[] => {
      const isOfLine = levels[index] === 'item';
      const level = wanted ?? (isOfLine ? 'item' : 'order');
      return isOfLine && level === 'order' ? [] : [{ index, level, kind }];
    });
  const has =
    (concepts: readonly Concept[]) =>
    ({ meaning }: Column) =>
      meansOf(meaning, concepts);
  const numbers = columns.filter(hasNumbers);
  const money = numbers.filter(has(['price', 'total', 'subtotal', 'unit', 'cents']));
  // `order_unit_price` beside that of a settlement.
  const isNoPrice = (one: Column) => has(has(['unit'])(one) ? NO_UNIT_PRICE : NO_PRICE)(one);
  const lines = money.filter((one) => levels[one.index] !== 'order' && !isNoPrice(one));
  // `lineItemCost`: what the shop paid, or the price of a line; only a sum can tell.
  const costs = money.filter(
    (one) => levels[one.index] === 'item' && has(['line'])(one) && has(['cost'])(one),
  );
  const totals = money.filter((one) => levels[one.index] !== 'item' && !has(NO_TOTAL)(one));
  const parts = of('shipping', 'shipping_tax', 'tax', 'discount', 'refunded');
  const total = [...new Set([...of('total'), ...indexes(totals)])].filter(
    (index) => ![...of('item.price'), ...parts].includes(index),
  );
  const asked = numbers.filter(
    (one) =>
      hasCents(one) &&
      has(['cost', 'other'])(one) &&
      !costs.includes(one) &&
      ![...roles.values()].some(({ column }) => column === one),
  );
  // Money under a name that says nothing: the sums alone show what it is.
  const others = numbers.filter(
    (one) =>
      hasCents(one) &&
      !has(NO_MONEY)(one) &&
      !takenOut.has(one) &&
      ![...roles.values()].some(({ column }) => column === one) &&
      !total.includes(one.index),
  );
  const unasked = others.filter((one) => !asked.includes(one));
  const ofOrder = others.filter((one) => levels[one.index] !== 'item');
  const isCredit = has(['credit']);
  const fees = at('fee', indexes(asked.filter((one) => !isCredit(one))));
  const credits = at('credit', indexes(asked.filter(isCredit)));
  const isOnRows = (index: number) =>
    several > 0 &&
    levels[index] === 'order' &&
    orders.some((rows) => rows.length > 1 && rows.every((row) => /[1-9]/.test(row[index]!)));
  // The same on several rows of an order counts once, or for each of them.
  const shipping = at('shipping', of('shipping')).flatMap((one) =>
    isOnRows(one.index) ? [one, { ...one, level: 'item', isEach: true } as const] : [one],
  );
  const taxes = [...at('tax', of('item.tax'), 'item'), ...at('tax', of('tax'), 'order')];
  // Of orders with one row it is that of the line as well.
  const discountsAt = (found: readonly number[], level?: AmountColumn['level']) =>
    found.flatMap((index) => at('discount', [index], levels[index] === 'unknown' ? 'item' : level));
  const discounts = [...discountsAt(of('discount'), 'order'), ...at('discount', of('item.discount'), 'item')];
  const prices = isGiven('item.price')
    ? of('item.price')
    : [...new Set([...of('item.price', 'item.total'), ...indexes(lines), ...indexes(costs)])]
        // With one row an order, a subtotal or an amount may be that of several lines; what all lines share is no price of one.
        .filter((index) => several > 0 || has(OF_LINE)(columns[index]!))
        .filter((index) => several < ENOUGH_ORDERS || levels[index] !== 'order')
        .slice(0, MOST_PRICES);
  const own = roles.get('item.quantity')?.column.index;
  const subtotals = new Set(indexes(money.filter(has(['subtotal']))));
  const quantities = own === undefined ? [] : [own];
  const isCount = (one: Column) =>
    one.share.whole > 0.98 && levels[one.index] !== 'order' && !has(NO_COUNT)(one) && !takenOut.has(one);
  const mayBe = (role: Role, named: readonly number[], others: readonly Column[]) => ({
    named,
    all: isGiven(role) ? named : [...new Set([...named, ...indexes(others).slice(0, MOST_OTHERS)])],
  });
  const amounts = numbers.filter((one) => !has(NO_MONEY)(one) && !takenOut.has(one) && !one.share.phone);
  const sums = of('total', 'item.price', 'item.total');
  const isBeside = (one: Column) => !asked.includes(one) && !sums.includes(one.index);
  const made = foundSum({
    ...{ orders, levels, subtotals },
    quantities: mayBe('item.quantity', quantities, numbers.filter(isCount)),
    prices: mayBe(
      'item.price',
      prices,
      amounts.filter((one) => levels[one.index] !== 'order'),
    ),
    totals: mayBe(
      'total',
      [...total, ...indexes(unasked)],
      amounts.filter((one) => levels[one.index] !== 'item'),
    ),
    named: {
      shipping: of('shipping'),
      added: [...of('item.tax', 'tax'), ...indexes(asked.filter((one) => !isCredit(one)))],
      takenOff: [...of('discount', 'item.discount'), ...indexes(asked.filter(isCredit))],
    },
    others: indexes([...unasked, ...amounts.filter(isBeside)]),
  });
  const quantity = made?.quantity ?? own;
  shipping.unshift(...at('shipping', made?.shipping ?? []));
  taxes.unshift(...at('tax', made?.taxes ?? []));
  discounts.unshift(...discountsAt(made?.discounts ?? []));
  fees.push(...at('fee', made?.fees ?? []));
  const isElse = (index: number) => ![made?.quantity, made?.price, made?.total].includes(index);
  const first = (index: number | undefined, list: readonly number[]) =>
    index === undefined ? [...list] : [index, ...list.filter(isElse)];
  // In a few orders no sum shows what a larger amount without a name is.
  const unknown = ofOrder.filter((one) => !asked.includes(one));
  const totalsSeen = orders.length < FEWEST ? [...total, ...indexes(unknown)] : total;
  const watched = [...shipping, ...taxes, ...discounts, ...at('total', totalsSeen), ...fees, ...credits];
  return {
    quantity,
    /** The sum that the orders show where the names do not. */
    made,
    prices: first(made?.price, prices),
    total: isGiven('total')
      ? of('total')
      : first(made?.total, [...total.slice(0, MOST_PRICES), ...indexes(ofOrder).slice(0, 3)]),
    /** Columns whose names say that they are the sum of the lines only. */
    subtotals,
    shipping: shipping.slice(0, 4),
    /** What no name says: a person is asked. */
    unnamed: new Set(
      made &&
        [...made.shipping, ...made.taxes, ...made.discounts].filter((one) => !made.proven.includes(one)),
    ),
    shippingTax: at('tax', of('shipping_tax')).slice(0, 1),
    // The tax of a line says more than that of the order.
    taxes: taxes.slice(0, 3).flatMap((one): AmountColumn[] => {
      const mayBeOfUnit = levels[one.index] !== 'order' && quantity !== undefined;
      return mayBeOfUnit ? [one, { ...one, level: 'item', isOfUnit: true }] : [one];
    }),
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
 * its unit; amounts of which half are below 1.00 as cents are none. What may add up with them is in cents, too.
 */
export function centsIn(
  columns: readonly Column[],
  roles: Roles,
  rows: readonly Row[],
  { prices, total, watched }: ReturnType<typeof amountColumns>,
) {
  const cellsOf = ({ index }: Column) => rows.map((row) => row[index]!).filter((text) => /\d/.test(text));
  const isWhole = (one: Column) => cellsOf(one).every((text) => /^\D*\d+\D*$/.test(text));
  const whole = columns.filter((one) => one.share.number > 0.9 && isWhole(one));
  const named = whole.filter((one) => one.meaning.concepts.has('cents'));
  const beside = [...prices, ...total, ...watched.map(({ index }) => index)].map((index) => columns[index]!);
  const withBeside = (own: readonly Column[]) => [
    ...new Set([...own, ...beside.filter((one) => whole.includes(one))]),
  ];
  if (named.length > 0)
    return { columns: withBeside(named), whole, proposed: 'cents', isNamed: true } as const;
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
  // What the values look like; null where they say nothing.
  const proposed = isSmall ? 'units' : isRound ? null : 'cents';
  return { columns: withBeside(money), whole, proposed, isNamed: false } as const;
}
