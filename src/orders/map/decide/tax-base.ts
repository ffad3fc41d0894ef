// Which amounts bear the tax of an order: its lines less their discounts or not, and its shipping or not. The orders show it: what
// bears the tax bears it at the rates that a column names, or at few rates in all orders.

import { rateIn } from '../../../basics/units.ts';
import type { Column, Row } from '../look/columns.ts';
import { Amounts, type Reading } from './amounts.ts';
import type { Hypothesis } from './hypothesis.ts';
import { FEWEST, isMostly } from './sums.ts';

export interface TaxBase {
  readonly isOnShipping: boolean;
  readonly isBeforeDiscount: boolean;
  /** The column with the rates of the lines, when they make the tax. */
  readonly rate: Column | undefined;
  /** Neither a column of rates nor few rates explain the tax. */
  readonly isOpen: boolean;
}

/** An order with tax; amounts in ten-thousandths. */
interface Taxed {
  readonly rows: readonly Row[];
  readonly tax: number;
  readonly shipping: number;
  /** What each line bears the tax by, before the discounts and after them. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** The first that explains enough counts. */
const BASES = ['after', 'before'] as const;
const CENT = 100;

/** @param bears which rows are said to bear tax */
export function taxBaseOf(known: Hypothesis, reading: Reading, bears: (row: Row) => boolean): TaxBase {
  const orders = known.orders.flatMap((rows) => taxedIn(rows, known, reading));
  const isEnough = orders.length >= FEWEST;
  for (const rate of isEnough ? known.columns.filter((one) => isTaxRate(one, known)) : [])
    for (const base of BASES) {
      const borne = orders.map((order) => borneAt(rate, order, base));
      if (!isMostly(borne, (one) => one !== undefined)) continue;
      return {
        rate,
        isOnShipping: borne.includes('shipping'),
        isBeforeDiscount: base === 'before',
        isOpen: false,
      };
    }
  const ways = BASES.flatMap((base) =>
    [false, true].map((isOnShipping) => ({
      rates: isEnough ? fewestRates(orders, base, isOnShipping, bears) : 0,
      isOnShipping,
      isBeforeDiscount: base === 'before',
    })),
  );
  const best = ways.reduce((one, other) => (other.rates < one.rates * CLEARLY ? other : one));
  const isClear = ways.some(({ rates }) => best.rates < rates * 0.4);
  return { ...best, rate: undefined, isOpen: !isClear && best.rates > Math.max(1, Math.sqrt(orders.length)) };
}

/** The amounts that do not bear the tax would bear it at so many more rates. */
const CLEARLY = 0.55;

/** Filled on each line: a blank rate is none. */
const isTaxRate = ({ index, meaning, filled }: Column, { amounts, columns, levels }: Hypothesis): boolean =>
  amounts.rates.has(index) &&
  meaning.concepts.has('tax') &&
  (levels[index] === 'item' || filled === Math.max(...columns.map((one) => one.filled)));

function taxedIn(rows: readonly Row[], known: Hypothesis, reading: Reading): Taxed[] {
  const { amounts, decimal = '.' } = known;
  const order = new Amounts(rows, amounts, decimal);
  if (!order.explain(reading)) return [];
  const tax = order.of(reading.tax, reading.canceled);
  if (tax <= 0) return [];
  const fees = amounts.shipsFees ? amounts.fees.filter(({ index }) => index !== reading.shipping?.index) : [];
  const before = order.worth(reading);
  const own = order.offLines(reading.discounts, reading);
  const left = before.map((worth, i) => Math.max(0, worth - own[i]!));
  const ofOrder = reading.discounts.filter(({ level }) => level === 'order');
  const whole = sum(ofOrder.map((one) => Math.abs(order.of(one)))) / (sum(left) || 1);
  const after = left.map((worth) => worth * (1 - whole));
  return [
    { rows, tax, before, after, shipping: sum([reading.shipping, ...fees].map((one) => order.of(one))) },
  ];
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

/** Sums are rounded as a whole, or line by line. */
const roundingOf = ({ rows }: Taxed) => (CENT * (rows.length + 1)) / 2 + 1;

/** What bears the tax at the rates of a column: the lines alone, or the shipping as well, as they do on average or at the highest. */
function borneAt(
  { index }: Column,
  order: Taxed,
  base: (typeof BASES)[number],
): 'lines' | 'shipping' | undefined {
  const rates = order.rows.map((row) => (row[index]!.trim() === '' ? 0 : rateIn(row[index]!) / 100));
  const taxes = order[base].map((worth, i) => worth * rates[i]!);
  const isTax = (shipped: number) =>
    Math.abs(order.tax - sum(taxes) - shipped * order.shipping) <= roundingOf(order);
  if (isTax(0)) return 'lines';
  const ofShipping = [Math.max(...rates), sum(taxes) / (sum(order[base]) || 1)];
  return ofShipping.some(isTax) ? 'shipping' : undefined;
}

/** How many rates it takes at least to explain the tax of all orders by these amounts. */
function fewestRates(
  orders: readonly Taxed[],
  base: (typeof BASES)[number],
  isOnShipping: boolean,
  bears: (row: Row) => boolean,
): number {
  const ranges = orders.flatMap((order) => {
    const lines = sum(order[base].filter((_, i) => bears(order.rows[i]!)));
    const amount = lines + (isOnShipping ? order.shipping : 0);
    const rounding = roundingOf(order);
    return amount > 0 ? [{ from: (order.tax - rounding) / amount, to: (order.tax + rounding) / amount }] : [];
  });
  ranges.sort((a, b) => a.to - b.to);
  let [rates, last] = [0, -1];
  for (const { from, to } of ranges)
    if (from > last) {
      last = to;
      rates++;
    }
  return rates;
}
