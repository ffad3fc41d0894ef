// How the rows of an export are told apart into orders: the column with the number of the order.
import type { Column, Row } from './columns.ts';
import type { Concept } from './words.ts';

/** Concepts with which a number is not that of the order. */
const OTHERS: readonly Concept[] = [
  ...([
    'customer',
    'item',
    'product',
    'line',
    'sku',
    'tracking',
    'phone',
    'tax',
    'barcode',
    'variant',
  ] as const),
  ...([
    'payment',
    'date',
    'email',
    'zip',
    'price',
    'total',
    'quantity',
    'ship',
    'status',
    'company',
    'other',
    'house',
    'coupon',
    'address',
    'recipient',
  ] as const),
];

export interface KeyCandidate {
  readonly column: Column;
  /** By the name: 6 for `Order number`, 4 for `Order`, 3 for `No`. */
  readonly score: number;
}

/** Columns that can be the number of the order, the best first. Columns that part the rows in the same way tie. */
export function keyCandidates(columns: readonly Column[], rows: readonly Row[]): KeyCandidate[] {
  return columns
    .flatMap((column): KeyCandidate[] => {
      const { concepts, unknown } = column.meaning;
      const named =
        (concepts.has('order') ? 4 : 0) +
        (concepts.has('number') || concepts.has('reference') ? 3 : concepts.has('code') ? 2 : 0) +
        (concepts.has('name') && concepts.has('order') ? 1 : 0);
      // Some systems know the invoice only.
      const invoice = named === 3 && concepts.has('bill') ? -2 : 0;
      const others = OTHERS.filter((concept) => concepts.has(concept)).length;
      const isWhole = column.filled >= rows.length * 0.98;
      if (!isWhole || named === 0 || others > 0) return [];
      if (column.share.date > 0.5 && column.share.whole < 0.5) return [];
      if (column.share.email > 0.5 || column.distinct < Math.min(2, rows.length)) return [];
      return [{ column, score: named + invoice - unknown * 0.7 }];
    })
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

/** True when two columns part the rows into the same orders. */
export function partAlike(rows: readonly Row[], one: number, other: number): boolean {
  const pairs = new Map<string, string>();
  const back = new Map<string, string>();
  for (const row of rows) {
    const a = row[one]!;
    const b = row[other]!;
    if ((pairs.get(a) ?? b) !== b || (back.get(b) ?? a) !== a) return false;
    pairs.set(a, b);
    back.set(b, a);
  }
  return true;
}
