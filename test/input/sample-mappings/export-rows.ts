// The second, independent computation of the figures of the sample exports: csv-parse and a few sums, without code of
// src/.
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

/** Cents of `12.50`, or of `1.029,00` with the comma as the decimal sign. */
export function cents(text: string, sign: '.' | ',' = '.'): number {
  const plain = sign === '.' ? text : text.replaceAll('.', '').replace(',', '.');
  const match = /^(\d+)\.(\d\d?)$/.exec(plain);
  if (!match) throw new Error(`no amount: ${text}`);
  return Number(match[1]) * 100 + Number(match[2]!.padEnd(2, '0'));
}

/** The first cell of a column that holds something. */
export const firstOf = (rows: readonly Row[], column: string): string =>
  rows.find((row) => row[column] !== '')?.[column] ?? '';

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** An amount over weights, exact to the cent, the largest remainders first. */
export function shared(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  const parts = weights.map((weight, index) => ({
    index,
    cents: whole === 0 ? 0 : Math.floor((amount * weight) / whole),
    rest: whole === 0 ? 0 : (amount * weight) % whole,
  }));
  let left = whole === 0 ? 0 : amount - sum(parts.map((part) => part.cents));
  for (const part of [...parts].sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left-- <= 0) break;
    part.cents++;
  }
  return parts.map((part) => part.cents);
}

/** Rows as a CSV file again. */
export function csvText(rows: readonly Row[], delimiter = ','): string {
  const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `${cells.map(quoted).join(delimiter)}\n`).join('');
}

/** Without the keys whose value is empty, null or undefined: an empty cell is an absent field. */
export const filled = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value != null && value !== ''));
