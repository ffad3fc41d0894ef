// What the whole file says about a hypothesis: rows, orders, how many orders each reading of the amounts explains, and the
// words of the columns that hold words.
import type { DecimalSign } from '../../../input/mapping/values/money.ts';
import {
  byEvidence,
  type Evidence,
  NOT_ZERO,
  ReadingCounts,
  readingsOf,
  type Seen,
} from '../decide/amounts.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Row } from './columns.ts';

export interface Survey {
  readonly rows: number;
  readonly orders: number;
  /** Orders with more than one row. */
  readonly several: number;
  /** The best reading first; empty when the file has no total. */
  readonly readings: readonly Evidence[];
  /** By index of the column: each word with the number of orders that have it. */
  readonly words: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Columns of such words of which an order has several. */
  readonly mixed: ReadonlySet<number>;
  /** Orders with an amount in the column of the money that went back. */
  readonly refunded: number;
  /** Columns of lines in which an order has the same text twice. */
  readonly repeated: ReadonlySet<number>;
}

/** After so many orders only the readings that explain most are counted further. */
const FIRST = 2000;
const KEPT = 6;
/** A column with more words is not one of statuses. */
const MOST_WORDS = 200;
const HAS_MONEY = new RegExp(NOT_ZERO);

export class Surveyor {
  private rows = 0;
  private orders = 0;
  private several = 0;
  private refunded = 0;
  private counts: ReadingCounts | undefined;
  private early: readonly Evidence[] = [];
  private readonly words = new Map<number, Map<string, number>>();
  private readonly mixed = new Set<number>();
  private readonly repeated = new Set<number>();
  private held: Row[] = [];
  private last: string | undefined;
  private readonly key: number;
  private readonly sign: DecimalSign;

  constructor(
    private readonly hypothesis: Hypothesis,
    /** Columns whose words are counted, and columns that may number the lines. */
    wordColumns: readonly number[],
    private readonly numbering: readonly number[],
  ) {
    this.key = hypothesis.key?.index ?? -1;
    this.sign = hypothesis.decimal ?? '.';
    const readings = readingsOf(hypothesis.amounts);
    if (readings.length > 0) this.counts = new ReadingCounts(readings, hypothesis.amounts, this.sign);
    for (const index of wordColumns) this.words.set(index, new Map());
  }

  /** Orders that are complete so far. */
  get complete(): number {
    return this.orders;
  }

  /** The rows in the order of the file. */
  row(row: Row): void {
    this.rows++;
    const id = this.key < 0 ? undefined : row[this.key]!;
    if (id === undefined || id !== this.last) this.finishOrder();
    this.last = id;
    this.held.push(row);
  }

  end(): Survey {
    this.finishOrder();
    const { rows, orders, several, refunded, words, mixed, repeated } = this;
    const readings = this.withEarly(this.counts?.list() ?? []);
    return { rows, orders, several, refunded, readings, words, mixed, repeated };
  }

  private finishOrder(): void {
    const order = this.held;
    if (order.length === 0) return;
    this.held = [];
    this.orders++;
    if (order.length > 1) this.several++;
    const money = this.hypothesis.roles.get('refunded')?.column.index;
    if (money !== undefined && order.some((row) => HAS_MONEY.test(row[money]!))) this.refunded++;
    this.counts?.add(order);
    if (this.orders === FIRST) this.keepBest();
    for (const [index, known] of this.words) {
      const texts = new Set(order.map((row) => row[index]!.trim()).filter((text) => text !== ''));
      if (texts.size > 1) this.mixed.add(index);
      for (const text of texts) if (known.size <= MOST_WORDS) known.set(text, (known.get(text) ?? 0) + 1);
    }
    if (order.length > 1)
      for (const index of this.numbering)
        if (new Set(order.map((row) => row[index])).size < order.length) this.repeated.add(index);
  }

  private keepBest(): void {
    const { counts, hypothesis } = this;
    if (!counts) return;
    this.early = counts.list().slice(0, KEPT);
    this.counts = new ReadingCounts(
      this.early.map(({ reading }) => reading),
      hypothesis.amounts,
      this.sign,
    );
  }

  private withEarly(readings: readonly Evidence[]): Evidence[] {
    return readings
      .map((one) => {
        const before = this.early.find(({ reading }) => reading === one.reading);
        return before ? together(before, one) : one;
      })
      .sort(byEvidence);
  }
}

const together = (a: Evidence, b: Evidence): Evidence => ({
  reading: a.reading,
  fits: a.fits + b.fits,
  solid: a.solid + b.solid,
  of: a.of + b.of,
  used: Math.max(a.used, b.used),
  watched: [...new Set([...a.watched, ...b.watched].map(({ column }) => column))].map((column) => {
    const both = [...a.watched, ...b.watched].filter((one) => one.column === column);
    const sum = (of: (one: Seen) => number) => both.reduce((all, one) => all + of(one), 0);
    return {
      ...both[0]!,
      orders: sum(({ orders }) => orders),
      fits: sum(({ fits }) => fits),
      above: sum(({ above }) => above),
    };
  }),
});
