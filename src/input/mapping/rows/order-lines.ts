// The line items of an order after they were read, and what is then still to be done with them. What is done is in
// whole-order.ts.
import { type Cells, type Fields, nest } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import type { Take } from '../language/value-shape.ts';
import type { RowReading } from '../values/row-reading.ts';

/** An amount of the order, to be read from its rows as its shared values are. */
export interface OrderAmount {
  readonly field: TableField;
  readonly value: { read(row: RowReading): unknown; source(cells: Cells): number };
  readonly take: Take;
  readonly chosen: boolean;
}

/** The line items of an order that was read. */
export interface OrderLines {
  readonly reading: RowReading;
  readonly lines: readonly OrderLine[];
  /** One value from the rows of the order, with a finding where they differ. */
  shared(amount: OrderAmount): unknown;
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
  /** Index of the line item that is read. */
  line = 0;

  get isUsed(): boolean {
    return this.steps.length + this.pricedSteps.length > 0;
  }

  /** Reads something for each line item; findings about it get a prefix for their paths. */
  each(
    { lines, reading }: OrderLines,
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
