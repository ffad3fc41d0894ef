// Facts about each column, from the rows at the head of the file: what its cells look like, and whether it belongs to the
// order or to the line.
import { type CellKind, KINDS, kindsOf } from './cell-kinds.ts';
import { meaningOf, type NameMeaning } from './words.ts';

export type Row = readonly string[];

export interface Column {
  readonly index: number;
  readonly name: string;
  readonly meaning: NameMeaning;
  /** Number of rows of the head in which the cell has a text. */
  readonly filled: number;
  /** Share of the filled cells that are of a kind, 0 to 1. */
  readonly share: Readonly<Record<CellKind, number>>;
  /** Distinct texts, and how many rows have each, as long as there are few. */
  readonly words: ReadonlyMap<string, number> | undefined;
  readonly distinct: number;
  /** A cell that is typical of the column. */
  readonly example: string;
}

/** A column with more distinct texts than this does not hold words such as statuses. */
const MOST_WORDS = 60;

export function columnsOf(names: readonly string[], rows: readonly Row[]): Column[] {
  return names.map((name, index): Column => {
    const counts: Record<CellKind, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as never;
    const words = new Map<string, number>();
    const known = new Map<string, readonly CellKind[]>();
    let filled = 0;
    let example = '';
    const meaning = meaningOf(plainName(name, names));
    const isTime = (['date', 'created', 'updated'] as const).some((one) => meaning.concepts.has(one));
    for (const row of rows) {
      const text = row[index]!.trim();
      if (text === '') continue;
      if (filled++ === 0) example = text;
      words.set(text, (words.get(text) ?? 0) + 1);
      let kinds = known.get(text);
      if (!kinds) {
        kinds = kindsOf(text, isTime);
        known.set(text, kinds);
      }
      for (const kind of kinds) counts[kind]++;
    }
    const share = Object.fromEntries(
      KINDS.map((kind) => [kind, filled === 0 ? 0 : counts[kind] / filled]),
    ) as Record<CellKind, number>;
    return {
      index,
      name,
      meaning,
      filled,
      share,
      words: words.size <= MOST_WORDS ? words : undefined,
      distinct: words.size,
      example,
    };
  });
}

/** `Note` of `Note#2`, where several columns have that name. */
export function plainName(name: string, names: readonly string[]): string {
  const plain = /^(.+)#\d+$/.exec(name)?.[1];
  return plain !== undefined && names.includes(`${plain}#1`) && names.includes(`${plain}#2`) ? plain : name;
}

/** Rows that follow each other with the same text in the key. Rows without one continue the order before them. */
export function ordersOf(rows: readonly Row[], key: number): Row[][] {
  const orders: Row[][] = [];
  let last: string | undefined;
  for (const row of rows) {
    const text = row[key]!;
    if (last !== undefined && text === last) orders.at(-1)!.push(row);
    else orders.push([row]);
    last = text;
  }
  return orders;
}

/** Where the values of a column stand: the same on all rows of an order, on its first row only, or another one on each row. */
export type Level = 'order' | 'item' | 'unknown';

/** `unknown` when no order has several rows with a value that could differ. */
export function levelOf(orders: readonly (readonly Row[])[], index: number): Level {
  let same = 0;
  let differs = 0;
  for (const [first, ...more] of orders) {
    if (more.length === 0) continue;
    const text = first![index]!;
    if (more.every((row) => row[index] === text || row[index] === '')) same += text === '' ? 0 : 1;
    else differs++;
  }
  if (same + differs === 0) return 'unknown';
  return differs === 0 || differs < (same + differs) * 0.02 ? 'order' : 'item';
}
