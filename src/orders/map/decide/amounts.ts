// How the amounts of an export add up. Each reading is a way to make the total of an order from its lines, shipping, tax
// and discount; the orders themselves show which reading is right.
import { centsOf, type DecimalSign } from '../../../input/mapping/values/money.ts';
import type { Row } from '../look/columns.ts';
import type { AmountColumn, AmountColumns } from './amount-columns.ts';

/** Regular expression for the cells with an amount other than zero. */
export const NOT_ZERO = '[1-9]';

export interface Reading {
  /** Undefined where no column holds the total: then it is what the others make. */
  readonly total: number | undefined;
  readonly price: number;
  /** Whether the price is that of one unit or of the whole line. */
  readonly per: 'unit' | 'line';
  /** Of prices of units: those of this column were taken off, and the total leaves them out. */
  readonly canceled: number | undefined;
  /** Shipping that the total contains. */
  readonly shipping: AmountColumn | undefined;
  /** Tax that is added to the prices; undefined when the prices include it. */
  readonly tax: AmountColumn | undefined;
  /** Tax on shipping when it is added besides `tax`. */
  readonly shippingTax: AmountColumn | undefined;
  /** Discounts that are taken off, of the order and of the lines; none when the prices are after discount. */
  readonly discounts: readonly AmountColumn[];
}

type PricedLines = Pick<Reading, 'price' | 'per' | 'canceled'>;

/** What the orders say about a reading. */
export type Evidence = ReturnType<ReadingCounts['list']>[number];
export type Seen = Evidence['watched'][number];

/** Every way in which the amounts could make up the total. */
function* readingsOf(columns: AmountColumns): Generator<Reading> {
  const { quantity, ofLine, prices, taxes } = columns;
  const takenOff = [undefined, ...columns.canceled];
  const allDiscounts = discountsOf(columns.discounts);
  // Only a total shows that money under another name belongs to it.
  const mayShip = ({ index }: AmountColumn, total: number | undefined) =>
    total !== undefined || !columns.unnamed.has(index);
  // Nor does anything but a total show that percentages are taken off these prices.
  const discountsIn = (total: number | undefined) =>
    allDiscounts.filter((all) => total !== undefined || !all.some(({ isRate }) => isRate));
  // Without a column that holds the total, it is what the others make.
  // That an amount is itself shows nothing.
  for (const total of [...columns.total, undefined])
    for (const price of prices.filter((one) => one !== total)) {
      // What the name says comes first: it counts where no total decides.
      const ways: Reading['per'][] = ofLine.has(price) ? ['line', 'unit'] : ['unit', 'line'];
      const counted = ways.flatMap((per): Pick<Reading, 'per' | 'canceled'>[] => {
        if (per === 'line') return [{ per, canceled: undefined }];
        return quantity === undefined ? [] : takenOff.map((canceled) => ({ per, canceled }));
      });
      for (const { per, canceled } of counted)
        for (const tax of [...taxes, undefined])
          for (const shipping of [...columns.shipping.filter((one) => mayShip(one, total)), undefined])
            for (const shippingTax of [undefined, ...(tax ? columns.shippingTax : [])])
              for (const discounts of discountsIn(total)) {
                const reading = { total, price, per, canceled, shipping, tax, shippingTax, discounts };
                if (partsOf(reading).every((part, i, all) => all.indexOf(part) === i)) yield reading;
              }
    }
}

/** The columns of a sum: each has one part in it. */
export function partsOf({ total, price, canceled, ...parts }: Reading): readonly number[] {
  const columns = [parts.shipping, parts.tax, parts.shippingTax, ...parts.discounts];
  return [total, price, canceled, ...columns.map((one) => one?.index)].filter((one) => one !== undefined);
}

/** Each alone, one of the order with another of the order or of the lines, and none. */
function discountsOf(all: readonly AmountColumn[]): AmountColumn[][] {
  const both = all.flatMap((one, i) =>
    all.flatMap((other, n) => {
      const isOnce = other.level === 'item' || i < n;
      return one.level === 'order' && isOnce && one.index !== other.index ? [[one, other]] : [];
    }),
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
    this.counts = [...readingsOf(columns)].map((reading) => {
      const used = new Set(partsOf(reading));
      // A column that looks like money of the order: whether it takes part in the reading, in how many orders it is not zero, how
      // many of these add up, and in how many it is more than the total.
      const watched = columns.watched.map((column) => ({
        column,
        isUsed: used.has(column.index),
        orders: 0,
        fits: 0,
        above: 0,
        explains: 0,
      }));
      // Orders with all amounts that are needed; of these the ones whose total this reading gives; of these again the ones in which
      // neither the total nor the lines are zero; and which amounts are not zero in some order that fits.
      // `withFees`: those that it gives only with the money that is asked about. `all`: with that money or without.
      return { reading, all: 0, of: 0, fits: 0, solid: 0, withFees: 0, mask: 0, watched };
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
      count.all++;
      const fits = made !== false;
      const isCounted = fits || !hasFee;
      const withFees = !fits && hasFee && amounts.explain(count.reading, ALL);
      if (withFees) count.withFees++;
      for (const one of count.watched)
        if ((isCounted || isAsked(one.column)) && amounts.of(one.column) !== 0) {
          one.orders++;
          if (fits) one.fits++;
          else if (isAsked(one.column) && withFees) one.explains++;
          if (amounts.of(one.column) > amounts.ofOrder(count.reading.total!)! + amounts.paid()) one.above++;
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

  /** The best first; of equal ones the one that uses more amounts, else the first. `used`: how many amounts are not always zero. */
  list() {
    return this.sorted().map(({ mask, watched, ...count }) => ({
      ...count,
      used: bitsIn(mask),
      watched: watched.filter(({ orders }) => orders > 0),
    }));
  }

  private sorted() {
    const explained = ({ solid, withFees }: (typeof this.counts)[number]) => solid + withFees;
    return [...this.counts].sort(
      (a, b) => explained(b) - explained(a) || b.fits - a.fits || bitsIn(b.mask) - bitsIn(a.mask),
    );
  }
}

/** Money that is asked about by itself. */
export const isAsked = ({ kind }: AmountColumn): boolean => kind === 'fee' || kind === 'credit';

const ALL = { shipsFees: true, addsCredits: true };
const SOLID = 16;
const bitsIn = (mask: number): number => [1, 2, 4, 8].filter((bit) => (mask & bit) !== 0).length;

/** The amounts of one order, each cell read once. */
export class Amounts {
  private readonly known = new Map<number, (number | undefined)[]>();
  private readonly units = new Map<number | undefined, readonly number[]>();

  constructor(
    private readonly rows: readonly Row[],
    private readonly columns: AmountColumns,
    private readonly sign: DecimalSign,
  ) {}

  /** Not a number where they cannot be read. */
  private unitsBut(canceled: number | undefined): readonly number[] {
    const known = this.units.get(canceled);
    if (known) return known;
    const { quantity } = this.columns;
    const units = this.rows.map((row) => {
      const all = quantity === undefined ? 1 : unitsIn(row[quantity]!);
      return canceled === undefined || row[canceled] === '' ? all : all - unitsIn(row[canceled]!);
    });
    this.units.set(canceled, units);
    return units;
  }

  /**
   * Which amounts that are not zero make the total, as bits, with a bit more when total and lines are not zero; false when they
   * do not make it. Undefined when an amount that is needed is missing or cannot be read.
   */
  explain(
    { total, price, per, canceled, shipping, tax, shippingTax, discounts }: Reading,
    taken: Pick<AmountColumns, 'shipsFees' | 'addsCredits'> = this.columns,
  ): number | false | undefined {
    const stated = total === undefined ? undefined : this.ofOrder(total);
    const lines =
      stated === undefined
        ? undefined
        : this.lines(price, per === 'unit' ? this.unitsBut(canceled) : undefined);
    if (stated === undefined || lines === undefined || Number.isNaN(lines)) return undefined;
    const { fees } = this.columns;
    const { shipsFees, addsCredits } = taken;
    const added = fees.filter(({ index }) => index !== shipping?.index);
    const more = [
      this.of(shipping) + (shipsFees ? added.reduce((sum, one) => sum + this.of(one), 0) : 0),
      this.of(tax, canceled),
      this.of(shippingTax),
      -discounts.reduce((sum, one) => sum + this.takenOff(one, { price, per, canceled }), 0),
    ];
    if (more.reduce((sum, one) => sum + one, lines) !== stated + this.paid(addsCredits)) return false;
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

  /** A percentage of each line, in whole cents, or an amount. */
  private takenOff(one: AmountColumn, lines: PricedLines): number {
    if (!one.isRate) return this.unsigned([one]);
    return this.offLines([one], lines).reduce((sum, cents) => sum + cents, 0);
  }

  /** What discounts of lines take off each row; 0 where that is nothing. */
  offLines(discounts: readonly AmountColumn[], lines: PricedLines): readonly number[] {
    const worth = this.worth(lines);
    const own = discounts.filter(({ level }) => level === 'item');
    const rateIn = (text: string) => Number.parseFloat(text.replace(',', '.')) || 0;
    const offRow = ({ index, isRate }: AmountColumn, i: number) =>
      isRate
        ? Math.round((worth[i]! * rateIn(this.rows[i]![index]!)) / 100 / 100 + 1e-6) * 100
        : Math.abs(this.cells(index)[i] ?? 0);
    return this.rows.map((_, i) => own.reduce((sum, one) => sum + offRow(one, i), 0));
  }

  /** By gift card: what was left to pay is so much less. */
  paid(addsCredits = this.columns.addsCredits): number {
    return addsCredits ? this.unsigned(this.columns.credits) : 0;
  }

  /** Some exports write what is taken off as a negative amount. */
  private unsigned(columns: readonly AmountColumn[]): number {
    return columns.reduce((sum, one) => sum + Math.abs(this.of(one)), 0);
  }

  /** Of each row the price of its units; 0 where it cannot be read. */
  worth({ price, per, canceled }: PricedLines): readonly number[] {
    const units = per === 'unit' ? this.unitsBut(canceled) : undefined;
    return this.cells(price).map((cents, i) => (cents ?? 0) * (units?.[i] ?? 1) || 0);
  }

  ofOrder(index: number): number | undefined {
    return this.cells(index).find((cents) => cents !== undefined);
  }

  of(column: AmountColumn | undefined, canceled?: number): number {
    if (!column) return 0;
    if (column.level === 'order') return this.ofOrder(column.index) ?? 0;
    const units = column.isOfUnit ? this.unitsBut(canceled) : undefined;
    return this.lines(column.index, units) ?? 0;
  }

  /** Undefined where all cells are blank. */
  private lines(index: number, units: readonly number[] | undefined): number | undefined {
    let sum: number | undefined;
    for (const [i, cents] of this.cells(index).entries())
      if (cents !== undefined) sum = (sum ?? 0) + (units ? cents * units[i]! : cents);
    return sum;
  }
}

const unitsIn = (text: string): number =>
  /^\s*-?\d+(?:[.,]0+)?\s*$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
