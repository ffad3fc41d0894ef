// What the rows of a table mean: which message a row belongs to, and what its rows come to. Template columns, or a mapping.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import type { MessageTable } from './message-table.ts';
import type { RowPlace } from './types.ts';

export type Cells = readonly string[];
export type Fields = Record<string, unknown>;

/** What building a message needs to know of the files around it. */
export interface Around {
  nameOf(file: number): string;
  /** Bytes at which the first and the last row of a file begin, as far as it has been read. */
  edgesOf(file: number): { readonly first: number; readonly last: number };
}

/** An element of a level, by the numbers of the rows that it was made of. */
export interface RowsPart {
  /** The row that its own values are taken from. */
  readonly head: number;
  /** Elements of the level below, or, where that is the last one, the row of each. */
  readonly parts: readonly RowsPart[];
  readonly lines: readonly number[];
}

/** What the rows of a message came to. */
export interface RowsMessage extends RowsPart {
  readonly raw: Fields;
  readonly findings: Finding[];
  /** Under a mapping: what the message is called where rows are grouped by something else. */
  readonly id?: string;
  /** Under a mapping: why all rows are left out; the rows that are left out, by reason; which joined files have the message. */
  readonly skip?: string | undefined;
  readonly skippedRows?: readonly { readonly reason: string; readonly rows: number }[] | undefined;
  readonly matches?: readonly boolean[] | undefined;
}

export interface Layout {
  /** The header's columns. */
  readonly names: readonly string[];
  /** What the rows of one message (one version of it) have in common; empty for a row that is known by its place alone. */
  keyOf(cells: Cells): string;
  /** What tells versions of a message apart; always empty where the input holds each message once. */
  versionOf(cells: Cells): string;
  build(rows: readonly Cells[], places: readonly RowPlace[], around: Around): RowsMessage;
  /** The place that a field path came from; columns count in this layout's header. */
  placeOf(message: RowsMessage, places: readonly RowPlace[], path: string, around: Around): Place;
  /** How a field came about, where more than its column is to be said. */
  ruleOf?(message: RowsMessage, path: string): string | undefined;
  /** The same for the columns of several files together. */
  withNames(names: readonly string[]): Layout;
}

/** Where in the rows of a message a field path such as `cartons[0].details[1].sku` leads. */
export interface Spot {
  readonly depth: number;
  readonly row: number;
  /** Below its level; without the element of a list. */
  readonly path: string;
  /** The parts on the way, from the message on; a line is no part. */
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

/** Puts a value where its keys lead. */
export function put(into: Fields, keys: readonly string[], value: unknown): void {
  let holder = into;
  const last = keys.length - 1;
  for (let i = 0; i < last; i++) {
    holder[keys[i]!] ??= {};
    holder = holder[keys[i]!] as Fields;
  }
  holder[keys[last]!] = value;
}

/** Two rows that say something else of one message; files are only named where there is more than one. */
export function pairFinding(
  code: string,
  column: string,
  place: RowPlace,
  first: RowPlace,
  around: Around,
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
