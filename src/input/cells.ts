// The cells of a table. Reading turns the text of one into a value, literally: a text that cannot be read stays as it is and
// gets a finding. Writing is the inverse: messages, also those of the templates, as CSV.
import { isObject, parseJsonStrictly } from '../basics/json.ts';
import { parseCents } from '../basics/units.ts';
import type { Finding } from '../contract/finding.ts';
import { fieldsOf, type MessageTable, type TableField } from './message-table.ts';
import { loneSurrogateAt } from './message-text.ts';

/** A column of the header whose name is known. */
export interface CellColumn {
  /** Index of the cell in a row. */
  readonly index: number;
  readonly name: string;
  readonly field: Pick<TableField, 'kind' | 'path'>;
  /** True for a money field that is written as a decimal amount. */
  readonly decimal: boolean;
}

/** The row that is being read, and where findings go: their paths begin at the element of the row. */
export interface CellRow {
  readonly line: number;
  readonly findings: Finding[];
  /** Decimals of the order's currency, when it has not two. */
  readonly digits?: number | undefined;
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?$/;

export type ReadCell = (text: string, row: CellRow) => unknown;

/** Reads the cells of a column that are not empty; undefined when the text is the value. */
export function cellReader(column: CellColumn): ReadCell | undefined {
  const refusing =
    <T>(code: string, read: (text: string, row: CellRow) => T | undefined): ReadCell =>
    (text, row) =>
      read(text, row) ?? unreadable(code, column, text, row);
  switch (column.field.kind) {
    case 'text':
    case 'timestamp':
    case 'day':
      return undefined;
    case 'list':
      return (text) => text.split('|');
    case 'integer':
      return refusing('cell.integer', wholeNumber);
    case 'cents':
      return column.decimal
        ? refusing('cell.amount', (text, { digits }) => parseCents(text, '.', digits))
        : refusing('cell.integer', wholeNumber);
    case 'number':
      return refusing('cell.number', finiteNumber);
    case 'json':
      return (text, row) => {
        const parsed = parseJsonStrictly(text);
        if (parsed.fault) return unreadable('cell.json', column, text, row, parsed.fault.message);
        if (loneSurrogateAt(text) < 0) return parsed.value;
        return unreadable('cell.json', column, text, row, 'an escape stands for half a character');
      };
  }
}

function finiteNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** True for spaces only. Most texts begin with another ASCII character: one look at it is enough. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const first = text.charCodeAt(0);
  return (first <= 0x20 || first > 0x7f) && text.trim() === '';
}

/** A whole number of at most 16 digits with an optional minus sign, and nothing else. */
export function wholeNumber(text: string): number | undefined {
  const first = text.charCodeAt(0) === 0x2d ? 1 : 0;
  if (text.length === first || text.length > first + 16) return undefined;
  let value = 0;
  for (let i = first; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (!Number.isSafeInteger(value)) return undefined;
  // Not -0: JSON would write it as 0.
  return first === 1 && value !== 0 ? -value : value;
}

function unreadable(
  code: string,
  { index, name, field }: CellColumn,
  text: string,
  { line, findings }: CellRow,
  reason?: string,
): string {
  findings.push({
    code,
    severity: 'error',
    path: field.path,
    args: { column: name, cell: index + 1, line, found: shown(text), reason: reason ?? null },
  });
  return text;
}
// Texts of cells that a message may quote: numbers and times in any spelling. Other texts may be personal data.
const HARMLESS = /^[\d\s.,'+\-/eE$€£¥%()]{1,24}$/;
// A date has at most two digits in the middle; a phone number has more. A time may follow.
const TIME =
  /^(?:\d{4}|\d{1,2})[-/.]\d{1,2}[-/.](?:\d{4}|\d{1,2})(?:[T\s]+\d{1,2}:\d{2}[\d:.,\s+\-Z]*(?:[AaPp][Mm])?(?:\s*\(?[A-Z]{1,4}\)?)?)?$/;

/** A text with more digits than this may be a phone number. */
const MOST_DIGITS = 6;

export function shown(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  if (digits > 0 && digits <= MOST_DIGITS && HARMLESS.test(text)) return text;
  if (text.length <= 40 && TIME.test(text)) return text;
  return `a text of ${text.length} characters`;
}

/**
 * One row for each line (one for a message without lines), with the columns of the template and further columns that
 * some message needs. What a column cannot hold (unknown fields, a tag with `|` inside) is not written.
 */
export function writeCsv(table: MessageTable, messages: readonly unknown[], delimiter = ','): string {
  const rows = messages.flatMap((message) => rowsOf(table, 0, message));
  const columns = fieldsOf(table).flatMap((field, i) =>
    field.isShown || rows.some((cells) => cells[i] !== undefined) ? [{ field, i }] : [],
  );
  return [
    columns.map(({ field }) => field.name),
    ...rows.map((cells) => columns.map(({ field, i }) => cellText(field, cells[i]))),
  ]
    .map((cells) => `${cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter)}\n`)
    .join('');
}

/** The values of all fields, one row for each line below an element. */
function rowsOf(table: MessageTable, depth: number, element: unknown): unknown[][] {
  const level = table.levels[depth];
  if (!level) return [[]];
  const own = level.fields.map((field) => valueIn(element, field.keys));
  const list = table.levels[depth + 1]?.list;
  const held = list === undefined ? undefined : valueIn(element, [list]);
  const elements = Array.isArray(held) && held.length > 0 ? held : [{}];
  return elements.flatMap((one) => rowsOf(table, depth + 1, one).map((rest) => [...own, ...rest]));
}

function valueIn(owner: unknown, keys: readonly string[]): unknown {
  let value = owner;
  for (const key of keys) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Quotes a cell when CSV requires it. */
export function quoteCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellText({ kind }: TableField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'list' && Array.isArray(value)) return value.join('|');
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value);
}
