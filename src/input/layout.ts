// Rows of a table and the parts of a message that they become: cells, fields, elements, and findings about two rows.
import type { Finding } from '../contract/finding.ts';
import type { MessageTable } from './message-table.ts';
import type { RowPlace } from './types.ts';

export type Cells = readonly string[];
export type Fields = Record<string, unknown>;

/** What building a message needs to know about the files. */
export interface FileFacts {
  nameOf(file: number): string;
  /** Byte offsets at which the first and the last row of a file begin, as far as it has been read. */
  edgesOf(file: number): { readonly first: number; readonly last: number };
}

/** An element of a level, with the numbers of the rows it was built from. */
export interface RowsPart {
  /** The row that its own values come from. */
  readonly head: number;
  /** Elements of the level below; at the last level, the row of each. */
  readonly parts: readonly RowsPart[];
  readonly lines: readonly number[];
}

/** An element with its rows and the cells of its columns after blank cells were filled. */
export interface MappedPart extends RowsPart {
  readonly rows: readonly number[];
  readonly filledHead: Cells;
  readonly parts: readonly MappedPart[];
}

/** A message that was built from rows, with the data that is needed to find the place of a value. */
export interface RowsMessage extends MappedPart {
  readonly raw: Fields;
  readonly findings: Finding[];
  /** The identifier of the message; empty when it has none. */
  readonly id: string;
  /** Why all rows are skipped; the skipped rows by reason; which joined files have the message. */
  readonly skip: string | undefined;
  readonly skippedRows: readonly { readonly reason: string; readonly rows: number }[] | undefined;
  readonly matches: readonly boolean[] | undefined;
  /** The rows themselves. */
  readonly cells: readonly Cells[];
  /** The line of each joined file that was used. */
  readonly from: readonly (number | undefined)[] | undefined;
  readonly refunds: readonly MappedPart[] | undefined;
}
/** The place that a field path such as `cartons[0].details[1].sku` names in the rows of a message. */
export interface Spot {
  readonly depth: number;
  readonly row: number;
  /** The path below its level, without the index of a list element. */
  readonly path: string;
  /** The parts on the path, from the message on; a line is not a part. */
  readonly parts: readonly RowsPart[];
}

export function spotInRows({ levels }: MessageTable, message: RowsPart, path: string): Spot {
  const parts = [message];
  let row = message.head;
  let depth = 0;
  let rest = path;
  for (const { list } of levels.slice(1)) {
    const [, key, index, below] = /^(\w+)\[(\d+)\]\.?(.*)$/.exec(rest) ?? [];
    const part = parts[depth]!.parts[Number(index)];
    const found = part?.head ?? parts[depth]!.lines[Number(index)];
    if (key !== list || found === undefined) break;
    if (part) parts.push(part);
    row = found;
    rest = below!;
    depth++;
  }
  return { depth, row, path: rest.replace(/\[\d+\].*$/, ''), parts };
}

const ONE = [0];

/** The numbers of all rows. */
export const rowsIn = (rows: readonly Cells[]): number[] =>
  rows.length === 1 ? ONE : rows.map((_, row) => row);

export const pick = <T>(list: readonly T[], rows: readonly number[]): readonly T[] =>
  rows.length === list.length ? list : rows.map((row) => list[row]!);

/** True when all these cells are empty. */
export function allBlank(cells: Cells, columns: readonly number[]): boolean {
  for (const index of columns) if (cells[index] !== '') return false;
  return true;
}

/** Adds one to the list of its group. */
export function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}

/** Sets a value at the path of `keys`. */
export function put(into: Fields, keys: readonly string[], value: unknown): void {
  const last = keys.length - 1;
  let holder = into;
  for (let i = 0; i < last; i++) {
    const key = keys[i]!;
    let below = holder[key];
    if (below === undefined) {
      below = {};
      holder[key] = below;
    }
    holder = below as Fields;
  }
  holder[keys[last]!] = value;
}

/**
 * Puts a prefix in front of the paths of the findings from `first` on. Reading a value names only the path inside its
 * element: most values have no findings, and then no path is made.
 */
export function nest(findings: Finding[], first: number, prefix: string): void {
  for (let i = first; i < findings.length; i++)
    findings[i] = { ...findings[i]!, path: prefix + findings[i]!.path };
}

/** A finding about two rows of one message with different values. Files are named only when there are several. */
export function pairFinding(
  code: string,
  column: string,
  place: RowPlace,
  first: RowPlace,
  around: FileFacts,
  path: string,
): Finding {
  const files = place.file !== first.file && {
    file: around.nameOf(place.file),
    first_file: around.nameOf(first.file),
  };
  return {
    code,
    severity: code.endsWith('.repeated') ? 'note' : 'error',
    path,
    args: { column, line: place.line, first_line: first.line, ...files },
  };
}
