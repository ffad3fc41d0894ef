// The rows of the sample exports, read by csv-parse.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

export const repository = path.resolve(import.meta.dirname, '../../..');
export const sample = (name: string) => path.join(repository, 'samples', name);

export type Row = Readonly<Record<string, string>>;

export function rowsOf(file: string, delimiter: string): Row[] {
  return parse(fs.readFileSync(file), { bom: true, columns: true, delimiter }) as Row[];
}

/** Rows by order, in the order of the file, wherever they stand. */
export function ordersIn(rows: readonly Row[], column: string): Map<string, Row[]> {
  const orders = new Map<string, Row[]>();
  for (const row of rows) orders.set(row[column]!, [...(orders.get(row[column]!) ?? []), row]);
  return orders;
}

/** Rows as a CSV file again. */
export function csvText(rows: readonly Row[], delimiter = ','): string {
  const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `${cells.map(quoted).join(delimiter)}\n`).join('');
}
