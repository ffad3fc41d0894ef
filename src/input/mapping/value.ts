// The interface of a compiled value of a mapping, and what compiling one needs.
import type { Cells } from '../layout.ts';
import type { TableField } from '../message-table.ts';
import type { Compiling } from './conditions.ts';
import { type Convert, converterOf, type RowReading } from './convert.ts';
import type { DateRules } from './dates.ts';
import type { ColumnValue } from './value-shape.ts';

export interface Value {
  /** Undefined when the row has no value. */
  read(row: RowReading): unknown;
  /** Index of the column that a row's value comes from; -1 for none. */
  source(cells: Cells): number;
  /** How the value was found, for --trace. */
  rule(cells: Cells): ValueRule;
  /** Columns that the value depends on. */
  readonly columns: readonly number[];
  /** True when the value is the line's generated identifier. */
  readonly generated: boolean;
}

export type ValueRule = 'mapped' | 'value map' | 'constant' | 'default' | 'generated' | 'joined';

export interface ValueCompiling extends Compiling {
  readonly names: readonly string[];
  /** Number of columns of the file itself; the columns after them are of joined files. */
  readonly own: number;
  /** The field whose value may be generated from the number of the line. */
  readonly numbered: string;
  /**
   * True when whole numbers help to decide the decimal sign: in a message without amounts there are no other numbers.
   */
  readonly decidesWholes: boolean;
  /** How the dates of these columns are read. Records the columns whose order of day and month must be decided. */
  dates(
    columns: readonly number[],
    format: string | readonly string[] | undefined,
    parts: readonly PropertyKey[],
  ): DateRules;
  /** Records that these columns hold decimal amounts. */
  amounts(columns: readonly number[], strip: string | undefined): void;
}

/** Reads values without findings, which are made later when the message is built. Uses one object for all rows. */
export function readWithoutFindings(): (value: Value, cells: Cells) => unknown {
  const reading: RowReading = { cells: [], line: 0, file: '', prefix: '', findings: [] };
  return (value, cells) => {
    reading.cells = cells;
    const found = value.read(reading);
    reading.findings.length = 0;
    return found;
  };
}

export const isBlank = (text: string): boolean => text === '' || text.trim() === '';

export const NO_DATES: DateRules = { formats: [], dayOrder: () => undefined, zone: undefined };

export function converter(
  spec: ColumnValue,
  field: TableField,
  columns: readonly number[],
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Convert {
  const isTime = field.kind === 'timestamp' || field.kind === 'day';
  const decides = field.kind === 'cents' || (field.kind === 'integer' && to.decidesWholes);
  if (decides && spec.unit === undefined && spec.values === undefined) to.amounts(columns, spec.strip);
  const dates = isTime ? to.dates(columns, spec.format, parts) : NO_DATES;
  return converterOf(field, {
    decimal: to.decimal,
    wholeCents: spec.unit === 'cents',
    dates,
    split: spec.split,
    column: to.names[columns[0]!] ?? '',
  });
}
