// How the amounts of an export add up. Each reading is a way to make the total of an order from its lines, shipping, tax
// and discount; the orders themselves show which reading is right.
import { centsOf, type DecimalSign } from '../../../input/mapping/values/money.ts';
import type { Row } from '../look/columns.ts';

/** Regular expression for the cells with an amount other than zero. */
export const NOT_ZERO = '[1-9]';

/** A column with amounts, by its index, and where it stands. */
export interface AmountColumn {
  readonly index: number;
  readonly level: 'order' | 'item';
}

/** The columns that may take part, each list beginning with the most likely one. */
export interface AmountColumns {
  readonly quantity: number | undefined;
  readonly prices: readonly number[];
  readonly total: readonly number[];
  readonly shipping: readonly number[];
  readonly shippingTax: readonly number[];
  readonly taxes: readonly AmountColumn[];
  readonly discounts: readonly AmountColumn[];
}

export interface Reading {
  readonly total: number;
  readonly price: number;
  /** Whether the price is that of one unit or of the whole line. */
  readonly per: 'unit' | 'line';
  /** Column of the shipping that the total contains. */
  readonly shipping: number | undefined;
  /** Tax that is added to the prices; undefined when the prices include it. */
  readonly tax: AmountColumn | undefined;
  /** Column of the tax on shipping when it is added besides `tax`. */
  readonly shippingTax: number | undefined;
  /** Discount that is taken off; undefined when the prices are after discount. */
  readonly discount: AmountColumn | undefined;
}

export interface Evidence {
  readonly reading: Reading;
  /** Orders whose total this reading gives. */
  readonly fits: number;
  /** Orders with all amounts that are needed. */
  readonly of: number;
  /** How many of shipping, tax, tax on shipping and discount are not zero in some order that fits. */
  readonly used: number;
}

/** Every way in which the amounts could make up the total. */
export function readingsOf(columns: AmountColumns): Reading[] {
  const { prices, total, quantity } = columns;
  const none = [undefined];
  return total.flatMap((total) =>
    // That an amount is itself shows nothing.
    prices
      .filter((price) => price !== total)
      .flatMap((price) =>
        (quantity === undefined ? (['line'] as const) : (['unit', 'line'] as const)).flatMap((per) =>
          [...columns.taxes, ...none].flatMap((tax) =>
            [...columns.shipping, ...none].flatMap((shipping) =>
              (tax === undefined ? none : [...none, ...columns.shippingTax]).flatMap((shippingTax) =>
                [...columns.discounts, ...none].map((discount) => ({
                  ...{ total, price, per, shipping, tax, shippingTax, discount },
                })),
              ),
            ),
          ),
        ),
      ),
  );
}

/** Counts for each reading the orders that it explains. Orders are given one by one, so that a large file needs no memory. */
export class ReadingCounts {
  private readonly fits: number[];
  private readonly of: number[];
  private readonly used: number[];
  /** Orders that a reading explains and the best one does not, to tell files of two kinds. */
  constructor(
    private readonly readings: readonly Reading[],
    private readonly quantity: number | undefined,
    private readonly sign: DecimalSign,
  ) {
    this.fits = readings.map(() => 0);
    this.of = readings.map(() => 0);
    this.used = readings.map(() => 0);
  }

  add(order: readonly Row[]): void {
    const amounts = new Amounts(order, this.quantity, this.sign);
    for (let i = 0; i < this.readings.length; i++) {
      const fits = amounts.explain(this.readings[i]!);
      if (fits === undefined) continue;
      this.of[i]!++;
      if (fits === false) continue;
      this.fits[i]!++;
      this.used[i]! |= fits;
    }
  }

  /** The best first; of equal ones the one that uses more amounts, else the first. */
  list(): Evidence[] {
    return this.readings
      .map((reading, i) => ({ reading, fits: this.fits[i]!, of: this.of[i]!, used: bitsIn(this.used[i]!) }))
      .sort(byEvidence);
  }
}

export const byEvidence = (a: Evidence, b: Evidence): number => b.fits - a.fits || b.used - a.used;

const bitsIn = (mask: number): number => [1, 2, 4, 8].filter((bit) => (mask & bit) !== 0).length;

/** The amounts of one order, each cell read once. */
export class Amounts {
  private readonly known = new Map<number, (number | undefined)[]>();
  private readonly units: (number | undefined)[];

  constructor(
    private readonly rows: readonly Row[],
    quantity: number | undefined,
    private readonly sign: DecimalSign,
  ) {
    this.units = rows.map((row) =>
      quantity === undefined
        ? 1
        : /^\s*-?\d+(?:[.,]0+)?\s*$/.test(row[quantity]!)
          ? Number.parseInt(row[quantity]!, 10)
          : undefined,
    );
  }

  /**
   * Which amounts that are not zero make the total, as bits; false when they do not. Undefined when an amount that is needed is
   * missing or cannot be read.
   */
  explain({ total, price, per, shipping, tax, shippingTax, discount }: Reading): number | false | undefined {
    const stated = this.ofOrder(total);
    if (stated === undefined) return undefined;
    const lines = this.lines(price, per);
    if (lines === undefined) return undefined;
    const more = [
      shipping === undefined ? 0 : (this.ofOrder(shipping) ?? 0),
      tax ? this.amount(tax) : 0,
      shippingTax === undefined ? 0 : (this.ofOrder(shippingTax) ?? 0),
      // Some exports write a discount as a negative amount.
      discount ? -Math.abs(this.amount(discount)) : 0,
    ];
    if (more.reduce((sum, one) => sum + one, lines) !== stated) return false;
    return more.reduce((mask, one, i) => (one === 0 ? mask : mask | (1 << i)), 0);
  }

  /** The amounts of a column on all rows, in cents. */
  private cells(index: number): (number | undefined)[] {
    let cells = this.known.get(index);
    if (!cells) {
      cells = this.rows.map((row) => (row[index] === '' ? undefined : centsOf(row[index]!, this.sign)));
      this.known.set(index, cells);
    }
    return cells;
  }

  ofOrder(index: number): number | undefined {
    return this.cells(index).find((cents) => cents !== undefined);
  }

  private amount({ index, level }: AmountColumn): number {
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
