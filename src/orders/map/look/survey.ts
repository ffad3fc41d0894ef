// What the whole file says about a hypothesis: rows, orders, how many orders each reading of the amounts explains, and the
// words of the columns that hold words.
import { type Evidence, ReadingCounts } from '../decide/amounts.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { type Assigned, withoutHead } from '../decide/roles.ts';
import { STATUS_ROLES } from '../decide/rules.ts';
import { isBelowZero, type Row } from './columns.ts';
import { entriesIn } from './status-lists.ts';

export type Survey = Omit<Surveyor, 'row' | 'end'>;

/** After so many orders only the readings that explain most are counted further. */
const FIRST = 2000;
const KEPT = 6;
/** A column with more words is not one of statuses. */
const MOST_WORDS = 200;
const LINE_ROLES = ['item.identifier', 'item.sku', 'item.quantity', 'item.price'];

export class Surveyor {
  rows = 0;
  /** Those that are complete so far. */
  orders = 0;
  /** Orders with an amount in the column of the money that went back. */
  refunded = 0;
  /** By index of the column: each word with the number of orders that have it. */
  readonly words = new Map<number, Map<string, number>>();
  /** Columns of such words of which an order has several. */
  readonly mixed = new Set<number>();
  /** The column that may number the lines has a text twice in an order, on different lines. */
  isRepeated = false;
  /** Orders whose lines have dates of change of their own; and rows that repeat a line under another date, as versions do. */
  readonly dated = { lines: 0, versions: 0 };
  /** The best reading of the amounts first; empty when the file has no price. */
  readings: readonly Evidence[] = [];
  private readonly counts: ReadingCounts;
  private held: Row[] = [];
  private last: string | undefined;
  private readonly key: number;

  constructor(private readonly hypothesis: Hypothesis) {
    const { key, amounts, decimal = '.', roles } = hypothesis;
    this.key = key?.index ?? -1;
    this.counts = new ReadingCounts(amounts, decimal);
    for (const role of STATUS_ROLES) {
      const column = roles.get(role)?.column;
      if (column) this.words.set(column.index, new Map());
    }
  }

  /** The rows in the order of the file. */
  row(row: Row): void {
    this.rows++;
    const { parts, credits } = this.hypothesis;
    if (parts?.isPart(row) || isBelowZero(row, credits)) return;
    const id = this.key < 0 ? undefined : row[this.key]!;
    if (id === undefined || id !== this.last) this.finishOrder();
    this.last = id;
    this.held.push(row);
  }

  end(): Survey {
    this.finishOrder();
    this.readings = this.counts.list();
    return this;
  }

  private finishOrder(): void {
    if (this.held.length === 0) return;
    const { roles, heads } = this.hypothesis;
    const order = withoutHead(this.held, heads);
    this.held = [];
    this.orders++;
    const money = roles.get('refunded')?.column.index;
    if (money !== undefined && order.some((row) => /[1-9]/.test(row[money]!))) this.refunded++;
    const [changed, line] = [roles.get('updated_at'), roles.get('item.identifier') ?? roles.get('item.sku')];
    const textsIn = ({ column }: Assigned) => new Set(order.map((row) => row[column.index])).size;
    if (changed && line && textsIn(changed) > 1)
      this.dated[textsIn(line) === order.length ? 'lines' : 'versions']++;
    this.counts.add(this.linesOf(order));
    if (this.orders === FIRST) this.counts.keepBest(KEPT);
    for (const [index, known] of this.words) {
      const cells = new Set(order.map((row) => row[index]!.trim()).filter((text) => text !== ''));
      if (cells.size > 1) this.mixed.add(index);
      const texts = new Set([...cells].flatMap(entriesIn));
      for (const text of texts) if (known.size <= MOST_WORDS) known.set(text, (known.get(text) ?? 0) + 1);
    }
  }

  /** Rows with one number and the same article, units and price are one line: it stands once for each tax or coupon. */
  private linesOf(order: readonly Row[]): readonly Row[] {
    const { roles } = this.hypothesis;
    const [number, ...same] = LINE_ROLES.map((role) => roles.get(role)?.column.index);
    if (number === undefined) return order;
    const lines = new Map<string, Row>();
    for (const row of order) {
      const line = lines.get(row[number]!) ?? row;
      lines.set(row[number]!, line);
      if (
        line !== row &&
        (row[number] === '' || same.some((index) => index !== undefined && row[index] !== line[index]))
      )
        this.isRepeated = true;
    }
    return this.isRepeated ? order : [...lines.values()];
  }
}
