// Rows of a table: their cells, the row that is being read, the parts of a message that rows become, and findings about two
// rows.
import type { Place } from '../basics/failure.ts';
import { parseJsonStrictly } from '../basics/json.ts';
import { unprotected } from '../basics/text.ts';
import type { Finding } from '../contract/finding.ts';
import type { MessageTable } from './message-table.ts';
import { halfCharacterAt } from './message-text.ts';
import type { RowPlace } from './types.ts';

export type Cells = readonly string[];
/** The hidden column that says which lists of a record, and which element of them, a row was made from. */
export const ELEMENT = '_[]';
/** The hidden column with a finding about the text that a row was made from, as JSON. */
export const REMARK = '_!';
export const isHidden = (name: string): boolean => name === ELEMENT || name === REMARK;
/** Between several values in a cell of a hidden column. */
export const SEVERAL = '\u001e';

export type Fields = Record<string, unknown>;

interface RowEdges {
  readonly first: number;
  readonly last: number;
  /** The first row with NUL bytes; -1 without one. */
  readonly nul?: number;
}

/** What building a message needs to know about the files. */
export interface FileFacts {
  nameOf(file: number): string;
  /** Byte offsets at which rows of a file begin, as far as it has been read. */
  edgesOf(file: number): RowEdges;
}

/** The rows of a message, where they stand, and what is known of their files. */
export interface RowsAt {
  readonly cells: readonly Cells[];
  readonly places: readonly RowPlace[];
  readonly around: FileFacts;
}

/** Some of the rows; all of them, where as many are named. */
export const someRows = ({ cells, places, around }: RowsAt, rows: readonly number[]): RowsAt => ({
  cells: pick(cells, rows),
  places: pick(places, rows),
  around,
});

/** The row that is being read, and the list that its findings go to. */
export interface RowReading {
  cells: Cells;
  line: number;
  file: string;
  /** Decimals of the order's currency, when it has not two. */
  digits?: number;
  /** Of the order. */
  currency?: string | undefined;
  /** Their paths begin at the element that is read; the caller puts the way to it in front. */
  readonly findings: Finding[];
  /** The path of a cell in a JSON record; undefined for a cell of a table. */
  readonly pathOf?: ((cells: Cells, index: number) => string | undefined) | undefined;
}

export const readingOf = (cells: Cells): RowReading => ({ cells, line: 0, file: '', findings: [] });

/** The place of a cell: the number of its column, from 1, or its path in the JSON record. */
export function placeOfCell({ pathOf, cells, file, line }: RowReading, index: number): Place {
  const jsonPath = pathOf?.(cells, index);
  return { file, line, ...(jsonPath === undefined ? { column: index + 1 } : { jsonPath }) };
}

export const finding = (
  severity: Finding['severity'],
  code: string,
  path: string,
  args: Finding['args'],
): Finding => ({ code, severity, path, args });

/** A cell, with the field that its value is for. */
interface FieldCell {
  readonly path: string;
  readonly column: string;
  readonly index: number;
}

/** The arguments of a finding about a cell: its name is the number of its column, from 1, or its path in the JSON record. */
export const cellArgs = (row: RowReading, { column, index }: FieldCell): Finding['args'] => ({
  column,
  cell: row.pathOf?.(row.cells, index) ?? index + 1,
  line: row.line,
});

/** Adds an error about a cell. */
export function addFinding(code: string, row: RowReading, cell: FieldCell, more?: Finding['args']): void {
  row.findings.push(finding('error', code, cell.path, { ...cellArgs(row, cell), ...more }));
}

/** The text of a cell that cannot be read, with a finding. */
export function unreadableCell(
  code: string,
  text: string,
  row: RowReading,
  cell: FieldCell,
  more: Finding['args'] = {},
): string {
  const digits = (row.digits ?? 2) === 2 ? {} : { digits: row.digits! };
  addFinding(code, row, cell, { found: shown(text), reason: null, ...digits, ...more });
  return text;
}

/** The JSON value in a cell. */
export function jsonCell(text: string, row: RowReading, cell: FieldCell): unknown {
  const parsed = parseJsonStrictly(text);
  if (!parsed.fault && halfCharacterAt(text) === undefined) return parsed.value;
  const reason = parsed.fault?.message ?? 'an escape stands for half a character';
  return unreadableCell('cell.json', text, row, cell, { reason });
}

/** Reads values without findings, which are made later when the message is built. Uses one object for all rows. */
export function readWithoutFindings(): (value: { read(row: RowReading): unknown }, cells: Cells) => unknown {
  const reading = readingOf([]);
  return (value, cells) => {
    reading.cells = cells;
    const found = value.read(reading);
    if (reading.findings.length > 0) reading.findings.length = 0;
    return found;
  };
}

/** An element of a level, with the numbers of the rows it was built from. */
interface RowsPart {
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
  /**
   * Whether the lines add up to the sums that the export states, or do so only without cancelled units; true where a rule
   * leaves the order out; undefined without both.
   */
  readonly closes: boolean | 'without cancelled' | undefined;
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

/** True for spaces only. Most texts begin with another ASCII character: one look at it is enough. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const first = text.charCodeAt(0);
  return (first <= 0x20 || first > 0x7f) && text.trim() === '';
}

/** Blanks, tabs and no-break spaces at an end of a text; a byte order mark is none of them. */
const ENDS = /^[^\S\ufeff]+|[^\S\ufeff]+$/g;
const BACKSLASH = 0x5c;
const EQUALS = 0x3d;
const APOSTROPHE = 0x27;
const mayBeBlank = (code: number): boolean =>
  code <= 0x20 || code === 0xa0 || (code > 0x1fff && code < 0x3001);

/**
 * Takes blanks off the ends of these cells, where they are, and what protects a cell for spreadsheets; `\N` of a database is
 * no value.
 */
export function tidied(cells: string[]): string[] {
  for (let i = 0; i < cells.length; i++) {
    let cell = cells[i]!;
    if (cell === '') continue;
    const first = cell.charCodeAt(0);
    if (first === BACKSLASH && cell === '\\N') cell = '';
    else if (mayBeBlank(first) || mayBeBlank(cell.charCodeAt(cell.length - 1))) cell = cell.replace(ENDS, '');
    const begins = cell.charCodeAt(0);
    if (begins === EQUALS || begins === APOSTROPHE) cell = unprotected(cell).replace(ENDS, '');
    cells[i] = cell;
  }
  return cells;
}

/** A whole number of at most 16 digits with an optional minus sign, and nothing else. */
export function wholeNumber(text: string): number | undefined {
  const first = text.charCodeAt(0) === 0x2d ? 1 : 0;
  if (text.length === first || text.length > first + 16) return undefined;
  let value = 0;
  for (let i = first; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (!Number.isSafeInteger(value)) return undefined;
  // Not -0: JSON would write it as 0.
  return first === 1 && value !== 0 ? -value : value;
}

// Texts of cells that a message may quote: numbers and times in any spelling. Other texts may be personal data.
const HARMLESS = /^[\d\s.,'+\-/eE$€£¥%()]{1,24}$/;
// A date has at most two digits in the middle; a phone number has more. A time may follow.
const TIME =
  /^(?:\d{4}|\d{1,2})[-/.]\d{1,2}[-/.](?:\d{4}|\d{1,2})(?:[T\s]+\d{1,2}:\d{2}[\d:.,\s+\-Z]*(?:[AaPp][Mm])?(?:\s*\(?[A-Z]{1,4}\)?)?)?$/;

/** A text with more digits than this may be a phone number. */
const MOST_DIGITS = 6;
/** Up to eight characters, of which one is in no name and none is that of an address. */
const SHORT = /^(?=.*[^\p{L}\p{M}\s'’.-])[^@]{1,8}$|^[-.]{1,8}$/u;
/** An amount of more digits, such as `1,36,301.78` or `46266.38542`, up to its sixth. */
const LARGE = /^(?:[A-Z]{3} ?)?[^\p{L}\d]{0,3}\d+(?:[.,'’]\d+)+\s*\D{0,4}$/u;

/** What a message may quote of a cell that is no amount, number or time: a text may be personal data. */
export function shown(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  if (digits > 0 && digits <= MOST_DIGITS && HARMLESS.test(text)) return text;
  if (SHORT.test(text) || (text.length <= 40 && TIME.test(text))) return text;
  if (text.length <= 40 && LARGE.test(text))
    return digits <= MOST_DIGITS ? text : `${/^(?:\D*\d){6}/.exec(text)![0]}…`;
  return `a text of ${text.length} characters`;
}

/** Quotes a cell when CSV requires it. */
export function quoteCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}

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

/** The place of a row in the arguments of a finding. */
export const placeArgs = ({ line, file }: RowPlace, around: FileFacts) => ({
  line,
  file: around.nameOf(file),
});

/** A finding about two rows of one message with different values. Files are named only when there are several. */
export function pairFinding(
  code: string,
  { path, column }: Pick<FieldCell, 'path' | 'column'>,
  [first, place]: readonly [RowPlace, RowPlace],
  around: FileFacts,
): Finding {
  const files = place.file !== first.file && {
    file: around.nameOf(place.file),
    first_file: around.nameOf(first.file),
  };
  const severity = code.endsWith('.repeated') ? 'note' : 'error';
  return finding(severity, code, path, { column, line: place.line, first_line: first.line, ...files });
}
