// Compares a rejects file with its corrected copy and lists the changes of each order.
import { isObject } from '../basics/json.ts';
import { mask } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { csvRows, type Row } from './refused-orders.ts';

export interface CellChange {
  /** The column name. For a column with JSON, followed by the path of the changed member. */
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

export interface Correction {
  readonly order: string;
  readonly changes: readonly CellChange[];
}

/** Columns with personal data: their values are masked. */
const PERSONAL = /^(customer|shipping_address|billing_address)\./;

/** The orders that are in both `corrected` and `rejects`, in the order of `corrected`. @throws Failure exit 6 */
export function readCorrections(
  platform: Platform,
  rejects: string,
  corrected: string,
): readonly Correction[] {
  const before = byOrder(csvRows(platform, rejects));
  return [...byOrder(csvRows(platform, corrected))].flatMap(([order, rows]) => {
    const old = before.get(order);
    return old ? [{ order, changes: changesOf(old, rows) }] : [];
  });
}

function byOrder(rows: readonly Row[]): Map<string, Row[]> {
  const orders = new Map<string, Row[]>();
  for (const row of rows) {
    const id = row['identifier'] ?? '';
    orders.set(id, [...(orders.get(id) ?? []), row]);
  }
  return orders;
}

function changesOf(before: readonly Row[], after: readonly Row[]): CellChange[] {
  const changes: CellChange[] = [];
  if (before.length !== after.length)
    changes.push({ column: 'rows', from: String(before.length), to: String(after.length) });
  after.forEach((row, index) => {
    for (const [column, to] of Object.entries(row)) {
      const from = before[index]?.[column] ?? '';
      if (column.startsWith('_') || !before[index] || from === to) continue;
      changes.push(...cellChanges(column, from, to));
    }
  });
  // Order columns are repeated in every row of an order, so equal changes count once.
  const distinct = new Map(changes.map((change) => [JSON.stringify(change), change]));
  return [...distinct.values()];
}

function cellChanges(column: string, from: string, to: string): CellChange[] {
  if (PERSONAL.test(column)) return [{ column, from: from && mask(from), to: to && mask(to) }];
  const [old, now] = [parsed(from), parsed(to)];
  if (old === undefined || now === undefined) return [{ column, from, to }];
  return leaves(column, old, now);
}

/** Parses a list or an object; other texts are compared as they are. */
function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The innermost members that differ. */
function leaves(name: string, from: unknown, to: unknown): CellChange[] {
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((value, index) => leaves(name, value, to[index]));
  if (isObject(from) && isObject(to)) {
    const [column] = name.split(' ');
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
      leaves(`${column} ${key}`, from[key], to[key]),
    );
  }
  const [old, now] = [textOf(from), textOf(to)];
  return old === now ? [] : [{ column: name, from: old, to: now }];
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
