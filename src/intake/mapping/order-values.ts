// The values of an order from all of its rows: blank cells filled, differing rows settled as the mapping says.

import { parseInstant } from '../../base/time.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Field } from '../fields.ts';
import type { RowPlace } from '../types.ts';
import type { Cells } from './conditions.ts';
import { pathOfField, type RowReading } from './convert.ts';
import type { Take } from './shape.ts';
import type { Value } from './value.ts';

export interface OrderField {
  readonly field: Field;
  readonly value: Value;
  readonly take: Take;
  /** The mapping itself says which row counts: no note. */
  readonly chosen: boolean;
}

/** The first row with its blank order columns filled from below. */
export function headOf(rows: readonly Cells[], columns: readonly number[], fills: boolean): Cells {
  const first = rows[0]!;
  if (rows.length === 1 || !fills) return first;
  let head: string[] | undefined;
  for (const index of columns) {
    if (first[index] !== '') continue;
    const from = rows.find((cells) => cells[index] !== '');
    if (!from) continue;
    head ??= [...first];
    head[index] = from[index]!;
  }
  return head ?? first;
}

/** Order columns in which some row says something else than the head. */
export function differingColumns(
  rows: readonly Cells[],
  head: Cells,
  columns: readonly number[],
  fills: boolean,
): ReadonlySet<number> | undefined {
  let differing: Set<number> | undefined;
  for (let row = 1; row < rows.length; row++) {
    const cells = rows[row]!;
    for (const index of columns) {
      if (cells[index] === head[index] || (fills && cells[index] === '')) continue;
      differing ??= new Set();
      differing.add(index);
    }
  }
  return differing;
}

/** A row with its blank cells in these columns filled from the head. */
export function filled(cells: Cells, head: Cells, columns: readonly number[]): Cells {
  let copy: string[] | undefined;
  for (const index of columns) {
    if (cells[index] !== '' || head[index] === '') continue;
    copy ??= [...cells];
    copy[index] = head[index]!;
  }
  return copy ?? cells;
}

/** One value of rows that differ. */
export function settle(
  { field, value, take, chosen }: OrderField,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  reading: RowReading,
  names: readonly string[],
): unknown {
  const found: unknown[] = [];
  let other = -1;
  for (const [row, cells] of rows.entries()) {
    reading.cells = cells;
    reading.line = places[row]!.line;
    const one = value.read(reading);
    found.push(one);
    if (other < 0 && row > 0 && one !== undefined && keyOf(one) !== keyOf(found[0])) other = row;
  }
  const known = found.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  const at = other < 0 ? undefined : other;
  if (at !== undefined && new Set(known.map(keyOf)).size > 1 && (take === 'same' || !chosen))
    reading.findings.push(differing(field, value, names, rows, places, at, take));
  if (take === 'last') return known[known.length - 1];
  if (take !== 'max' && take !== 'min') return known[0];
  const sign = take === 'max' ? 1 : -1;
  return known.reduce((best, one) => (compare(one, best) * sign > 0 ? one : best));
}

const keyOf = (value: unknown): unknown => (Array.isArray(value) ? value.join('\u0000') : value);

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = parseInstant(String(a));
  const right = parseInstant(String(b));
  if (left && right) return left.micros - right.micros;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function differing(
  field: Field,
  value: Value,
  names: readonly string[],
  rows: readonly Cells[],
  places: readonly RowPlace[],
  row: number,
  take: Take,
): Finding {
  const args = {
    column: names[value.source(rows[row]!)] ?? '',
    line: places[row]!.line,
    file: null,
    first_line: places[0]!.line,
    first_file: null,
  };
  const path = pathOfField(field);
  return take === 'same'
    ? { code: 'order.rows.conflict', severity: 'error', path, args }
    : { code: 'order.rows.differ', severity: 'note', path, args: { ...args, take } };
}
