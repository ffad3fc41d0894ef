// The interface of a compiled value of a mapping, and the rows and orders that it is read from.
import type { TableField } from '../../message-table.ts';
import { type Cells, type Fields, isBlank, nest, type RowReading } from '../../rows.ts';
import type { Take } from '../language/value-shape.ts';
import type { Fraction } from './fraction.ts';

/** A value of a mapping, compiled: that of a field, or a part of a calculation (`T` is Amount then). */
export interface Value<T = unknown> {
  /** Undefined when the row has no value. */
  read(row: RowReading): T;
  /** Index of the column that a row's value comes from; -1 for none. */
  source(cells: Cells): number;
  /** How the value was found, for --trace. */
  rule(cells: Cells): ValueRule;
  /** Columns that the value depends on. */
  readonly columns: readonly number[];
  /** Of an identifier that is generated: from what. */
  readonly generated?: 'line' | 'position' | 'refund';
  /** How the value is found when it is known only after all line items were read. */
  readonly late?: 'share' | 'sum of items' | undefined;
  /** Rows of one line are its parcels, whose units are added. */
  readonly isOfParcels?: boolean;
}

/** A text: it could not be read or calculated with, and has a finding. */
export type Amount = Fraction | string | undefined;

/** No row has it: to make others of. */
export const NO_VALUE: Value<undefined> = {
  read: () => undefined,
  source: () => -1,
  rule: () => 'mapped',
  columns: [],
};

type ValueRule =
  | 'mapped'
  | 'value map'
  | 'code'
  | 'fallback'
  | 'calculated'
  | 'share'
  | 'sum of items'
  | 'constant'
  | 'default'
  | 'generated'
  | 'joined';

/** The first of the columns that has a text; without one, the first of all. */
export function firstFilled(columns: readonly number[], cells: Cells): number {
  for (const index of columns) if (!isBlank(cells[index]!)) return index;
  return columns[0]!;
}

/** Into how many parts the unit of the order's currency is divided in `*_cents`. */
export const partsOf = ({ digits = 2 }: Pick<RowReading, 'digits'>): number => 10 ** digits;

/** A value that the rows of a message share. */
export interface SharedField<F extends TableField = TableField> {
  readonly field: F;
  readonly value: Value;
  readonly take: Take;
  /** True when the mapping says which row wins: then no note is made. */
  readonly chosen: boolean;
}

/** The line items of an order that was read. */
export interface OrderLines {
  readonly reading: RowReading;
  readonly lines: readonly OrderLine[];
  /** All rows, also those that are no lines. */
  readonly rows: readonly OrderLine[];
  /** One value from the rows of the order, with a finding where they differ. */
  shared(amount: SharedField): unknown;
}

export interface OrderLine {
  /** With blank cells filled. */
  readonly cells: Cells;
  /** In its file, from 1. */
  readonly line: number;
  /** What has been built so far. */
  readonly item: Fields;
}

type Step = (order: OrderLines) => void;

/** Made for each header. The values of the order that is being built are kept here, until the next order. */
export class WholeOrder {
  /** In the order in which they need each other. */
  readonly steps: Step[] = [];
  /** Steps that need the prices and quantities of the line items. */
  readonly pricedSteps: Step[] = [];
  /** Columns of the message and of its lines that values of another level use. */
  readonly columns = { message: [] as number[], lines: [] as number[] };
  /** Index of the line item that is read. */
  line = 0;

  get isUsed(): boolean {
    return this.steps.length + this.pricedSteps.length > 0;
  }

  /** Reads something for each line item; findings about it get a prefix for their paths. */
  each(
    { lines, reading }: Pick<OrderLines, 'lines' | 'reading'>,
    prefixOf: (index: number) => string,
    work: (line: OrderLine, index: number) => void,
  ): void {
    for (const [index, line] of lines.entries()) {
      this.line = index;
      reading.cells = line.cells;
      reading.line = line.line;
      const before = reading.findings.length;
      work(line, index);
      if (reading.findings.length > before) nest(reading.findings, before, prefixOf(index));
    }
  }
}
