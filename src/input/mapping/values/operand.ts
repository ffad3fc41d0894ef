// Part of a calculation of a mapping, compiled; and how a result becomes the value of a field.
import type { Cells } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import { cellOf, partsOf, type RowReading } from './convert.ts';
import { type Fraction, numberFrom, wholeFrom } from './fraction.ts';
import type { Value, ValueCompiling } from './value.ts';

/** Undefined: there is no value. A text: it could not be read or calculated with, and has a finding. */
export type Amount = Fraction | string | undefined;

export interface CompiledOperand {
  read(row: RowReading): Amount;
  /** Index of the column that is shown as the place; -1 for none. */
  source(cells: Cells): number;
  /** Columns of the level of the field that it depends on. */
  readonly columns: readonly number[];
  /** How the value is found when it is known only after all line items were read. */
  readonly late?: 'share' | 'sum of items' | undefined;
}

/** What a result is multiplied by to be the value of the field: amounts are calculated as the export writes them. */
export const scaleOf = ({ kind }: TableField, row: RowReading): number =>
  kind === 'cents' ? partsOf(row) : 1;

/** The value of the field that an operand gives. */
export function valueFrom(operand: CompiledOperand, field: TableField, to: ValueCompiling): Value {
  const { columns, source, late } = operand;
  const finished = finisher(field, to);
  return {
    read(row) {
      const amount = operand.read(row);
      return amount === undefined || typeof amount === 'string'
        ? amount
        : finished(amount, row, source(row.cells));
    },
    source,
    rule: () => late ?? 'calculated',
    columns,
    generated: false,
    late: late !== undefined,
  };
}

/** Turns a result into the value of the field. A result that cannot be one gets a finding and stays as a text. */
function finisher(
  field: TableField,
  { names }: ValueCompiling,
): (amount: Fraction, row: RowReading, index: number) => unknown {
  const { kind, path } = field;
  if (kind === 'number') return numberFrom;
  return (amount, row, index) => {
    const whole = wholeFrom(amount, scaleOf(field, row), undefined);
    if (typeof whole === 'number') return whole;
    const found = decimalText(amount);
    const code = whole === undefined ? 'cell.inexact' : 'cell.large';
    const args = { column: names[index] ?? '', cell: cellOf(row, index), line: row.line, found, of: kind };
    row.findings.push({ code, severity: 'error', path, args });
    return found;
  };
}

/** Six decimals, for messages. */
function decimalText(amount: Fraction): string {
  const digits = String(wholeFrom(amount, 1_000_000, 'down'))
    .replace('-', '')
    .padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '');
  const isExact = wholeFrom(amount, 1_000_000, undefined) !== undefined;
  const minus = amount.top < 0 ? '-' : '';
  return `${minus}${digits.slice(0, -6)}.${decimals === '' ? '00' : decimals}${isExact ? '' : '...'}`;
}
