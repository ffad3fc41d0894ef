// The rows of the sample exports, read by csv-parse, and what `orders check` makes of files.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { inProcess } from '../../orders/map/in-process.ts';

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

export type Json = Record<string, unknown>;

export const textOf = (name: string): string => fs.readFileSync(sample(name), 'utf8');
export const linesOf = (name: string): Json[] =>
  Array.from(textOf(`exports/${name}`).trim().split('\n'), (line) => JSON.parse(line));

/** What `orders check` makes of files: those that are text or JSON are written first. */
export async function checked<Sent>(files: Readonly<Record<string, unknown>>, ...flags: readonly string[]) {
  const here = inProcess();
  for (const [name, content] of Object.entries(files))
    here.file(name, typeof content === 'string' ? content : JSON.stringify(content));
  const args = ['orders', 'check', ...flags];
  const { stdout, stderr, code } = await here.run([...args, '--out', '-', '--quiet']);
  const orders = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Sent]));
  return { orders, code, stderr, document: <Document>() => here.json<Document>(args) };
}
