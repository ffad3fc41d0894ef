// Messages as CSV, also those of the templates: the inverse of reading a template.
import { valueAt } from '../basics/json.ts';
import { fieldsOf, type MessageTable, type TableField } from './message-table.ts';
import { quoteCell } from './rows.ts';

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
  const own = level.fields.map((field) => valueAt(element, field.keys));
  const list = table.levels[depth + 1]?.list;
  const held = list === undefined ? undefined : valueAt(element, [list]);
  const elements = Array.isArray(held) && held.length > 0 ? held : [{}];
  return elements.flatMap((one) => rowsOf(table, depth + 1, one).map((rest) => [...own, ...rest]));
}

function cellText({ kind }: TableField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'list' && Array.isArray(value)) return value.join('|');
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value);
}
