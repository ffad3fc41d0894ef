// The result as CSV (RFC 4180): one row for each difference. Cells that a spreadsheet would run begin with an apostrophe.
import { quoteCell } from '../input/cells.ts';
import type { Difference } from './kinds.ts';

/** The header. Later versions may add columns at the end, and never rename or remove one. */
export const CSV_COLUMNS = [
  'kind',
  'order_identifier',
  'updated_at_export',
  'updated_at_accepted',
  'rma_identifier',
  'refund_identifier',
  'amount_cents_export',
  'amount_cents_accepted',
  'currency',
  'code',
  'detail',
  'next',
] as const;

export const CSV_HEADER = `${CSV_COLUMNS.join(',')}\r\n`;

/** The cells of a row as values, by the names of the columns. */
export const columnsOf = (row: Difference, next: string) =>
  ({
    kind: row.kind,
    order_identifier: row.order,
    updated_at_export: row.updatedAtExport,
    updated_at_accepted: row.updatedAtAccepted,
    rma_identifier: row.rma,
    refund_identifier: row.refund,
    amount_cents_export: row.centsExport,
    amount_cents_accepted: row.centsAccepted,
    currency: row.currency,
    code: row.code,
    detail: row.detail,
    next,
  }) satisfies Record<(typeof CSV_COLUMNS)[number], string | number | null>;

export function csvRow(row: Difference, next: string): string {
  const values = columnsOf(row, next);
  return `${CSV_COLUMNS.map((name) => quoteCell(safeCell(values[name]), ',')).join(',')}\r\n`;
}

/**
 * A text that begins like a formula gets an apostrophe, and so does one that begins with an apostrophe: whoever removes
 * one apostrophe from the front of a cell always has the exact text. Amounts are numbers and stay as they are.
 */
export const safeCell = (value: string | number | null): string =>
  typeof value === 'string' ? value.replace(/^(?=[=+\-@'\t\r\n])/, "'") : String(value ?? '');
