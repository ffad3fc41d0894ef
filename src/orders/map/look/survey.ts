// What the whole file says about a hypothesis: rows, orders, how many orders each reading of the amounts explains, and the
// words of the columns that hold words.
import { NOT_ZERO, ReadingCounts } from '../decide/amounts.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Row } from './columns.ts';

export type Survey = ReturnType<Surveyor['end']>;

/** After so many orders only the readings that explain most are counted further. */
const FIRST = 2000;
const KEPT = 6;
/** A column with more words is not one of statuses. */
const MOST_WORDS = 200;
const HAS_MONEY = new RegExp(NOT_ZERO);

export class Surveyor {
  private rows = 0;
  private orders = 0;
  private refunded = 0;
  private readonly counts: ReadingCounts;
  private readonly words = new Map<number, Map<string, number>>();
  private readonly mixed = new Set<number>();
  private readonly repeated = new Set<number>();
  private held: Row[] = [];
  private last: string | undefined;
  private readonly key: number;

  constructor(
    private readonly hypothesis: Hypothesis,
    /** Columns whose words are counted, and columns that may number the lines. */
    wordColumns: readonly number[],
    private readonly numbering: readonly number[],
  ) {
    this.key = hypothesis.key?.index ?? -1;
    this.counts = new ReadingCounts(hypothesis.amounts, hypothesis.decimal ?? '.');
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

  end() {
    this.finishOrder();
    const { rows, orders, refunded, words, mixed, repeated } = this;
    return {
      rows,
      orders,
      /** The best reading first; empty when the file has no price. */
      readings: this.counts.list(),
      /** By index of the column: each word with the number of orders that have it. */
      words,
      /** Columns of such words of which an order has several. */
      mixed,
      /** Orders with an amount in the column of the money that went back. */
      refunded,
      /** Columns of lines in which an order has the same text twice. */
      repeated,
    };
  }

  private finishOrder(): void {
    const order = this.held;
    if (order.length === 0) return;
    this.held = [];
    this.orders++;
    const money = this.hypothesis.roles.get('refunded')?.column.index;
    if (money !== undefined && order.some((row) => HAS_MONEY.test(row[money]!))) this.refunded++;
    this.counts.add(order);
    if (this.orders === FIRST) this.counts.keepBest(KEPT);
    for (const [index, known] of this.words) {
      const texts = new Set(order.map((row) => row[index]!.trim()).filter((text) => text !== ''));
      if (texts.size > 1) this.mixed.add(index);
      for (const text of texts) if (known.size <= MOST_WORDS) known.set(text, (known.get(text) ?? 0) + 1);
    }
    if (order.length > 1)
      for (const index of this.numbering)
        if (new Set(order.map((row) => row[index])).size < order.length) this.repeated.add(index);
  }
}
