// The text of a refused order that the search looks through.
import type { RefusedOrder, ReportData } from '../types.ts';

/** The text of an order that words are looked for in: its name, reasons, files, columns and cells. */
export function searchTextOf(
  { order, findings, rows }: RefusedOrder,
  { columns }: Pick<ReportData, 'columns'>,
): string {
  const parts = [order];
  for (const { code, field, message, file, line, cell } of findings) {
    parts.push(code, field, message, file, `line ${line}`);
    if (cell) parts.push(columns[cell[0]] ?? '');
  }
  for (const { line, cells } of rows) {
    parts.push(`line ${line}`);
    for (const [, text] of cells) if (typeof text === 'string') parts.push(text);
  }
  return parts.join('\n').toLowerCase();
}
