// What the tests of mappings share: a small mapping to add to, tables from objects, and what they are read as.
import type { Failure } from '../../../src/basics/failure.ts';
import { parseMapping } from '../../../src/input/mapping/language/load.ts';
import type { LoadedMapping } from '../../../src/input/mapping/language/mapping.ts';
import { quoteCell } from '../../../src/input/rows.ts';
import type { IntakeOptions, Snapshot } from '../../../src/input/types.ts';
import { type Desk, desk } from '../support.ts';

export type Json = Record<string, unknown>;

/** Columns No, At, Sku, Qty; `more` is added key by key, also inside `order` and `item`. */
export function mappingOf(more: Json = {}): Json {
  const { order, item, ...rest } = more;
  return {
    name: 'Test export',
    decimal: '.',
    dates: { formats: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm Z'], timezone: 'Europe/London' },
    ...rest,
    order: { identifier: 'No', created_at: 'At', updated_at: 'At', ...(order as Json) },
    item: { identifier: { generate: 'line' }, sku: 'Sku', quantity: 'Qty', ...(item as Json) },
  };
}

export const load = (mapping: Json, file = 'map.json'): LoadedMapping =>
  parseMapping(JSON.stringify(mapping, null, 2), file, 'order');

export type Row = Record<string, string>;

/** A CSV of rows; columns in the order in which they first come up. */
export function csvOf(rows: readonly Row[], delimiter = ','): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  return lines
    .map((cells) => `${cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter)}\n`)
    .join('');
}

export const line = (no: string, more: Row = {}): Row => ({
  No: no,
  At: '2026-05-01 10:00',
  Sku: 'A',
  Qty: '1',
  ...more,
});

export async function readRows(
  rows: readonly Row[] | readonly (readonly Row[])[],
  mapping: Json = mappingOf(),
  options: Partial<IntakeOptions> = {},
  at: Desk = desk(),
): Promise<Snapshot[]> {
  const files = (Array.isArray(rows[0]) ? rows : [rows]) as readonly (readonly Row[])[];
  const names = files.map((file, i) => at.file(`f${i + 1}.csv`, csvOf(file)));
  return await at.read(names, { map: load(mapping), ...options });
}

export async function failRows(
  rows: readonly Row[] | string,
  mapping: Json = mappingOf(),
  options: Partial<IntakeOptions> = {},
): Promise<Failure> {
  const at = desk();
  at.file('f1.csv', typeof rows === 'string' ? rows : csvOf(rows));
  return await at.fail('f1.csv', { map: load(mapping), ...options });
}

/** The one order of one row. */
export async function one(row: Row, mapping: Json, options: Partial<IntakeOptions> = {}) {
  const [snapshot] = await readRows([line('1', row)], mapping, options);
  return { raw: snapshot!.raw as Json, item: itemsOf(snapshot!)[0]!, snapshot: snapshot! };
}

export const itemsOf = (snapshot: Snapshot): Json[] => (snapshot.raw as { items: Json[] }).items;
