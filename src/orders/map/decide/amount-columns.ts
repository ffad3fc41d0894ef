// Which columns with numbers may take part in the amounts of an order, and which of them may hold cents.
import { type Column, hasNumbers, type Level, type Row } from '../look/columns.ts';
import { type Concept, conceptsIn, meansOf, unaccented } from '../look/words.ts';
import { CANCELED_UNITS, canceledIn } from './canceled-units.ts';
import { isRate } from './cell-tests.ts';
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
  /** A percentage of the line. */
  readonly isRate?: boolean;
  readonly kind: 'shipping' | 'tax' | 'discount' | 'total' | 'fee' | 'credit';
}

/** The columns that may take part, each list beginning with the most likely one. */
export interface AmountColumns extends FoundColumns {
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

/** What is known of the table before its amounts. */
interface Known {
  readonly columns: readonly Column[];
  readonly levels: readonly Level[];
  readonly roles: Roles;
  readonly orders: readonly (readonly Row[])[];
  /** Both by a person; `isUntaxed`: no column is the tax. */
  readonly takenOut: ReadonlySet<Column>;
  readonly isUntaxed: boolean;
}

export type FoundColumns = ReturnType<typeof amountColumns>;

/** Every column with numbers that may take part in the total, the one with the fitting name first. */
export function amountColumns(known: Known) {
  const named = new NamedAmounts(known);
  return withSum(known, named, foundSum(sumsToTry(known, named)));
}

const indexes = (list: readonly Column[]) => [...new Set(list.map(({ index }) => index))];

const has =
  (concepts: readonly Concept[]) =>
  ({ meaning }: Column) =>
    meansOf(meaning, concepts);
const isCredit = has(['credit']);
const isRelated = has(['related']);

/** The columns by what their names say. */
class NamedAmounts {
  readonly numbers: readonly Column[];
  /** Taxes and discounts in percent: no amounts. */
  readonly rates: ReadonlySet<number>;
  readonly money: readonly Column[];
  /** Orders with several rows. */
  readonly several: number;
  readonly total: readonly number[];
  readonly prices: readonly number[];
  /** Money that a name calls a cost or something else: a person is asked about it. */
  readonly asked: readonly Column[];
  /** Money under a name that says nothing: the sums alone show what it is. */
  readonly others: readonly Column[];

  constructor(private readonly known: Known) {
    const { columns, levels, orders } = known;
    this.several = orders.filter((rows) => rows.length > 1).length;
    const isFine = columns.some((one) => hasCents(one) && has(['price', 'total', 'unit'])(one));
    this.rates = new Set(isFine ? indexes(columns.filter(isRate)) : []);
    this.numbers = columns.filter((one) => hasNumbers(one) && !this.rates.has(one.index));
    this.money = this.numbers.filter(has(['price', 'total', 'subtotal', 'unit', 'cents']));
    // `lineItemCost`: what the shop paid, or the price of a line; only a sum can tell.
    const costs = this.money.filter(
      (one) => levels[one.index] === 'item' && has(['line'])(one) && has(['cost'])(one),
    );
    const totals = this.money.filter((one) => levels[one.index] !== 'item' && !has(NO_TOTAL)(one));
    const parts = this.of('shipping', 'shipping_tax', 'tax', 'discount', 'refunded', 'item.price');
    const total = [...new Set([...this.of('total'), ...indexes(totals)])];
    this.total = total.filter((index) => !parts.includes(index));
    const free = this.numbers.filter(
      (one) => hasCents(one) && ![...known.roles.values()].some(({ column }) => column === one),
    );
    this.asked = free.filter((one) => has(['cost', 'other'])(one) && !costs.includes(one));
    this.others = free.filter(
      (one) => !has(NO_MONEY)(one) && !known.takenOut.has(one) && !this.total.includes(one.index),
    );
    this.prices = this.pricesWith(costs);
  }

  /** The columns of some roles, and those that fit as well. */
  of(...wanted: Role[]): number[] {
    const found = wanted.flatMap((role) => this.known.roles.get(role) ?? []);
    const all = indexes(found.flatMap(({ column, rivals }) => [column, ...rivals]));
    return all.filter((index) => !this.rates.has(index));
  }

  isGiven(role: Role): boolean {
    return this.known.roles.get(role)?.isGiven === true;
  }

  /** Without a `level` what differs from row to row is added. In a file with one row an order both are possible. */
  at(kind: AmountColumn['kind'], found: readonly number[], wanted?: AmountColumn['level']): AmountColumn[] {
    return found.flatMap((index): AmountColumn[] => {
      const isOfLine = this.known.levels[index] === 'item';
      const level = wanted ?? (isOfLine ? 'item' : 'order');
      return isOfLine && level === 'order' ? [] : [{ index, level, kind }];
    });
  }

  /** Of orders with one row a discount is that of the line as well. */
  discounts(found: readonly number[], level?: AmountColumn['level']): AmountColumn[] {
    const { levels } = this.known;
    return found.flatMap((index) =>
      this.at('discount', [index], levels[index] === 'unknown' ? 'item' : level),
    );
  }

  /** The same on several rows of an order counts once, or for each of them. */
  shipping(): AmountColumn[] {
    const { levels, orders } = this.known;
    const isOnRows = (index: number) =>
      levels[index] === 'order' &&
      orders.some((rows) => rows.length > 1 && rows.every((row) => /[1-9]/.test(row[index]!)));
    return this.at('shipping', this.of('shipping')).flatMap((one) =>
      isOnRows(one.index) ? [one, { ...one, level: 'item', isEach: true }] : [one],
    );
  }

  private pricesWith(costs: readonly Column[]): readonly number[] {
    const { columns, levels } = this.known;
    if (this.isGiven('item.price')) return this.of('item.price');
    // `order_unit_price` beside that of a settlement.
    const isNoPrice = (one: Column) => has(has(['unit'])(one) ? NO_UNIT_PRICE : NO_PRICE)(one);
    // A price of before is one where there is no other.
    const isOld = (one: Column) => isRelated(one) && this.known.roles.has('item.price');
    const lines = this.money.filter((one) => levels[one.index] !== 'order' && !isNoPrice(one) && !isOld(one));
    return (
      [...new Set([...this.of('item.price', 'item.total'), ...indexes([...lines, ...costs])])]
        // With one row an order, a subtotal or an amount may be that of several lines; what all lines share is no price of one.
        .filter((index) => this.several > 0 || has(OF_LINE)(columns[index]!))
        .filter((index) => this.several < ENOUGH_ORDERS || levels[index] !== 'order')
        .slice(0, MOST_PRICES)
    );
  }
}

/** What a sum may be made of, where the names do not make the total. */
function sumsToTry(
  { levels, orders, roles, takenOut, isUntaxed }: Known,
  named: NamedAmounts,
): Parameters<typeof foundSum>[0] {
  const { numbers, asked, others, total, prices } = named;
  const own = roles.get('item.quantity')?.column.index;
  const unasked = others.filter((one) => !asked.includes(one));
  const isCount = (one: Column) =>
    one.share.whole > 0.98 &&
    levels[one.index] !== 'order' &&
    !has(NO_COUNT)(one) &&
    !isRelated(one) &&
    !takenOut.has(one);
  const mayBe = (role: Role, first: readonly number[], more: readonly Column[]) => ({
    named: first,
    all: named.isGiven(role) ? first : [...new Set([...first, ...indexes(more).slice(0, MOST_OTHERS)])],
  });
  const amounts = numbers.filter((one) => !has(NO_MONEY)(one) && !takenOut.has(one) && !one.share.phone);
  const sums = named.of('total', 'item.price', 'item.total');
  const isBeside = (one: Column) => !asked.includes(one) && !sums.includes(one.index);
  return {
    orders,
    levels,
    isUntaxed,
    subtotals: subtotalsIn(named),
    quantities: mayBe('item.quantity', own === undefined ? [] : [own], numbers.filter(isCount)),
    prices: mayBe(
      'item.price',
      prices,
      amounts.filter((one) => levels[one.index] !== 'order' && !isRelated(one)),
    ),
    totals: mayBe(
      'total',
      [...total, ...indexes(unasked)],
      amounts.filter((one) => levels[one.index] !== 'item'),
    ),
    named: {
      shipping: named.of('shipping'),
      added: [...named.of('item.tax', 'tax'), ...indexes(asked.filter((one) => !isCredit(one)))],
      takenOff: [...named.of('discount', 'item.discount'), ...indexes(asked.filter(isCredit))],
    },
    others: indexes([...unasked, ...amounts.filter(isBeside)]),
    freights: freightsIn(named),
  };
}

const freightsIn = ({ numbers }: NamedAmounts) =>
  new Set(indexes(numbers.filter((one) => has(['ship', 'freight'])(one) && !has(['tax'])(one))));

const subtotalsIn = ({ money }: NamedAmounts) =>
  new Set(indexes(money.filter((one) => has(['subtotal'])(one) || NET.test(unaccented(one.name)))));
/** Without the tax. */
const NET =
  /(?:^|[^a-z])(?:net(?:to|t)?|ht|hors taxes?|excl?|exkl|(?:ohne|without|before) (?:mwst|ust|vat|tax)|sin iva|sem iva)(?![a-z])|^netto/i;

/** `made`: the sum that the orders show where the names do not. */
function withSum(
  { levels, roles, orders, columns }: Known,
  named: NamedAmounts,
  made: ReturnType<typeof foundSum>,
) {
  const { asked, others, money } = named;
  const quantity = made?.quantity ?? roles.get('item.quantity')?.column.index;
  const shipping = [...named.at('shipping', made?.shipping ?? []), ...named.shipping()];
  const taxes = [
    ...named.at('tax', made?.taxes ?? []),
    ...named.at('tax', named.of('item.tax'), 'item'),
    ...named.at('tax', named.of('tax'), 'order'),
  ];
  const discounts = [
    ...named.discounts(made?.discounts ?? []),
    ...named.discounts(named.of('discount'), 'order'),
    ...named.at('discount', named.of('item.discount'), 'item'),
  ];
  const ofRates = columns.filter((one) => named.rates.has(one.index) && has(['discount'])(one));
  const percent = ofRates.map(
    ({ index }): AmountColumn => ({ index, level: 'item', kind: 'discount', isRate: true }),
  );
  const fees = named.at('fee', [...indexes(asked.filter((one) => !isCredit(one))), ...(made?.fees ?? [])]);
  const credits = named.at('credit', indexes(asked.filter(isCredit)));
  const isElse = (index: number) => ![made?.quantity, made?.price, made?.total].includes(index);
  const first = (index: number | undefined, list: readonly number[]) =>
    index === undefined ? [...list] : [index, ...list.filter(isElse)];
  const ofOrder = others.filter((one) => levels[one.index] !== 'item');
  // In a few orders no sum shows what a larger amount without a name is.
  const unknown = ofOrder.filter((one) => !asked.includes(one));
  const totalsSeen = orders.length < FEWEST ? [...named.total, ...indexes(unknown)] : named.total;
  const watched = [
    ...shipping,
    ...taxes,
    ...discounts,
    ...named.at('total', totalsSeen),
    ...fees,
    ...credits,
  ];
  const canceled = canceledIn({ columns, roles, orders }, quantity);
  return {
    quantity,
    rates: named.rates,
    /** Columns with units that were taken off the order, which a total may leave out. */
    canceled,
    made,
    prices: first(made?.price, named.prices),
    total: named.isGiven('total')
      ? named.of('total')
      : first(made?.total, [...named.total.slice(0, MOST_PRICES), ...indexes(ofOrder).slice(0, 3)]),
    /** Columns whose names say that they are the sum of the lines only. */
    subtotals: subtotalsIn(named),
    shipping: shipping.slice(0, 4),
    freights: freightsIn(named),
    /** What no name says: a person is asked. */
    unnamed: new Set([
      ...canceled.filter((index) => index !== roles.get(CANCELED_UNITS)?.column.index),
      ...(made
        ? [...made.shipping, ...made.taxes, ...made.discounts].filter((one) => !made.proven.includes(one))
        : []),
    ]),
    shippingTax: named.at('tax', named.of('shipping_tax')).slice(0, 1),
    // The tax of a line says more than that of the order.
    taxes: taxes.slice(0, 3).flatMap((one): AmountColumn[] => {
      const mayBeOfUnit = levels[one.index] !== 'order' && quantity !== undefined;
      return mayBeOfUnit ? [one, { ...one, level: 'item', isOfUnit: true }] : [one];
    }),
    discounts: [...discounts.slice(0, 3), ...percent.slice(0, 1)],
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
