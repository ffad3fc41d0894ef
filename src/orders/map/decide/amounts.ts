// How the amounts of an export add up. Each reading is a way to make the total of an order from its lines, shipping, tax
// and discount; the orders themselves show which reading is right.
import { centsOf, type DecimalSign } from '../../../input/mapping/values/money.ts';
import type { Row } from '../look/columns.ts';
import type { AmountColumn, AmountColumns, Watched } from './amount-columns.ts';

/** Regular expression for the cells with an amount other than zero. */
export const NOT_ZERO = '[1-9]';

export interface Reading {
  /** Undefined where no column holds the total: then it is what the others make. */
  readonly total: number | undefined;
  readonly price: number;
  /** Whether the price is that of one unit or of the whole line. */
  readonly per: 'unit' | 'line';
  /** Shipping that the total contains. */
  readonly shipping: AmountColumn | undefined;
  /** Tax that is added to the prices; undefined when the prices include it. */
  readonly tax: AmountColumn | undefined;
  /** Tax on shipping when it is added besides `tax`. */
  readonly shippingTax: AmountColumn | undefined;
  /** Discounts that are taken off, of the order and of the lines; none when the prices are after discount. */
  readonly discounts: readonly AmountColumn[];
}

export interface Evidence {
  readonly reading: Reading;
  /** Orders whose total this reading gives. */
  readonly fits: number;
  /** Those of them in which neither the total nor the lines are zero. */
  readonly solid: number;
  /** Orders with all amounts that are needed. */
  readonly of: number;
  /** How many of shipping, tax, tax on shipping and discount are not zero in some order that fits. */
  readonly used: number;
  readonly watched: readonly Seen[];
}

/** A column that looks like money of the order: in how many orders it is not zero, and how many of these add up. */
export interface Seen {
  readonly column: Watched;
  /** It takes part in the reading. */
  readonly isUsed: boolean;
  orders: number;
  fits: number;
  /** In how many orders it is more than the total. */
  above: number;
}

/** Every way in which the amounts could make up the total. */
function readingsOf(columns: AmountColumns): Reading[] {
  const { prices, total } = columns;
  const none = [undefined];
  // Without one that holds the total, it is what the others make.
  return [...total, ...none].flatMap((total) =>
    // That an amount is itself shows nothing.
    prices
      .filter((price) => price !== total)
      .flatMap((price) =>
        waysOf(columns, price).flatMap((per) =>
          [...columns.taxes, ...none].flatMap((tax) =>
            [...columns.shipping, ...none].flatMap((shipping) =>
              (tax === undefined ? none : [...none, ...columns.shippingTax]).flatMap((shippingTax) =>
                discountsOf(columns.discounts).map((discounts) => ({
                  ...{ total, price, per, shipping, tax, shippingTax, discounts },
                })),
              ),
            ),
          ),
        ),
      ),
  );
}

/** What the name says comes first: it counts where no total decides. */
function waysOf({ quantity, ofLine }: AmountColumns, price: number): readonly ('unit' | 'line')[] {
  if (quantity === undefined) return ['line'];
  return ofLine.has(price) ? ['line', 'unit'] : ['unit', 'line'];
}

/** Each alone, one of the order with one of the lines, and none. */
function discountsOf(all: readonly AmountColumn[]): AmountColumn[][] {
  const both = all.flatMap((one) =>
    all.flatMap((other) =>
      one.level === 'order' && other.level === 'item' && one.index !== other.index ? [[one, other]] : [],
    ),
  );
  return [...both, ...all.map((one) => [one]), []];
}

/** Counts for each reading the orders that it explains. Orders are given one by one, so that a large file needs no memory. */
export class ReadingCounts {
  private counts;

  constructor(
    private readonly columns: AmountColumns,
    private readonly sign: DecimalSign,
  ) {
    this.counts = readingsOf(columns).map((reading) => {
      const parts = [reading.shipping, reading.tax, reading.shippingTax, ...reading.discounts];
      const used = new Set([reading.total, reading.price, ...parts.map((one) => one?.index)]);
      const watched = columns.watched.map(
        (column): Seen => ({ column, isUsed: used.has(column.index), orders: 0, fits: 0, above: 0 }),
      );
      return { reading, fits: 0, solid: 0, of: 0, mask: 0, watched };
    });
  }

  add(order: readonly Row[]): void {
    const amounts = new Amounts(order, this.columns, this.sign);
    const { shipsFees, fees, addsCredits, credits } = this.columns;
    const asked = [...(shipsFees ? [] : fees), ...(addsCredits ? [] : credits)];
    const hasFee = asked.some((one) => amounts.of(one) !== 0);
    for (const count of this.counts) {
      const made = amounts.explain(count.reading);
      if (made === undefined) continue;
      const fits = made !== false;
      const isCounted = fits || !hasFee;
      for (const one of count.watched)
        if ((isCounted || isAsked(one.column)) && amounts.of(one.column) !== 0) {
          one.orders++;
          if (fits) one.fits++;
          if (amounts.of(one.column) > amounts.ofOrder(count.reading.total!)!) one.above++;
        }
      if (!isCounted) continue;
      count.of++;
      if (!fits) continue;
      count.fits++;
      count.mask |= made & 15;
      if ((made & SOLID) !== 0) count.solid++;
    }
  }

  /** Counts on only for the best ones. */
  keepBest(most: number): void {
    this.counts = this.sorted().slice(0, most);
  }

  /** The best first; of equal ones the one that uses more amounts, else the first. */
  list(): Evidence[] {
    return this.sorted().map(({ mask, watched, ...count }) => ({
      ...{ ...count, used: bitsIn(mask) },
      watched: watched.filter(({ orders }) => orders > 0),
    }));
  }

  private sorted() {
    return [...this.counts].sort(
      (a, b) => b.solid - a.solid || b.fits - a.fits || bitsIn(b.mask) - bitsIn(a.mask),
    );
  }
}

/** Money that is asked about by itself. */
export const isAsked = ({ kind }: Watched): boolean => kind === 'fee' || kind === 'credit';

const SOLID = 16;
const bitsIn = (mask: number): number => [1, 2, 4, 8].filter((bit) => (mask & bit) !== 0).length;

/** The amounts of one order, each cell read once. */
export class Amounts {
  private readonly known = new Map<number, (number | undefined)[]>();
  private readonly units: (number | undefined)[];

  constructor(
    private readonly rows: readonly Row[],
    private readonly columns: AmountColumns,
    private readonly sign: DecimalSign,
  ) {
    const { quantity } = columns;
    this.units = rows.map((row) =>
      quantity === undefined
        ? 1
        : /^\s*-?\d+(?:[.,]0+)?\s*$/.test(row[quantity]!)
          ? Number.parseInt(row[quantity]!, 10)
          : undefined,
    );
  }

  /**
   * Which amounts that are not zero make the total, as bits, with a bit more when total and lines are not zero; false when they
   * do not make it. Undefined when an amount that is needed is missing or cannot be read.
   */
  explain({ total, price, per, shipping, tax, shippingTax, discounts }: Reading): number | false | undefined {
    const stated = total === undefined ? undefined : this.ofOrder(total);
    if (stated === undefined) return undefined;
    const lines = this.lines(price, per);
    if (lines === undefined) return undefined;
    const more = [
      (shipping ? this.of(shipping) : 0) + this.fees(),
      tax ? this.of(tax) : 0,
      shippingTax ? this.of(shippingTax) : 0,
      // Some exports write a discount as a negative amount.
      -discounts.reduce((sum, one) => sum + Math.abs(this.of(one)), 0),
    ];
    if (more.reduce((sum, one) => sum + one, lines) !== stated + this.credits()) return false;
    const solid = stated !== 0 && lines !== 0 ? SOLID : 0;
    return more.reduce((mask, one, i) => (one === 0 ? mask : mask | (1 << i)), solid);
  }

  /** The amounts of a column on all rows, in ten-thousandths. */
  private cells(index: number): (number | undefined)[] {
    let cells = this.known.get(index);
    if (!cells) {
      // Ten-thousandths, so that prices finer than a cent take part as well.
      const digits = this.columns.cents.has(index) ? 2 : 4;
      cells = this.rows.map((row) =>
        row[index] === '' ? undefined : centsOf(row[index]!, this.sign, digits),
      );
      this.known.set(index, cells);
    }
    return cells;
  }

  private fees(): number {
    const { fees, shipsFees } = this.columns;
    return shipsFees ? fees.reduce((sum, fee) => sum + this.of(fee), 0) : 0;
  }

  private credits(): number {
    const { credits, addsCredits } = this.columns;
    return addsCredits ? credits.reduce((sum, one) => sum + Math.abs(this.of(one)), 0) : 0;
  }

  ofOrder(index: number): number | undefined {
    return this.cells(index).find((cents) => cents !== undefined);
  }

  of({ index, level }: AmountColumn): number {
    if (level === 'order') return this.ofOrder(index) ?? 0;
    return this.cells(index).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  }

  private lines(index: number, per: 'unit' | 'line'): number | undefined {
    let sum = 0;
    const cells = this.cells(index);
    for (let i = 0; i < cells.length; i++) {
      const cents = cells[i];
      const units = this.units[i];
      if (cents === undefined) continue;
      if (per === 'unit' && units === undefined) return undefined;
      sum += per === 'unit' ? cents * units! : cents;
    }
    return cells.some((cents) => cents !== undefined) ? sum : undefined;
  }
}
