// The values that the rows of an order, an ASN or a carton share: fills blank cells, and decides between rows that
// differ as the mapping says.
import { minorDigits, undecidedUnits } from '../../../basics/minor-units.ts';
import type { Finding } from '../../../contract/finding.ts';
import { createdApart } from '../../../contract/order-rules/accepted.ts';
import { parseInstant } from '../../../contract/time.ts';
import type { MessageTable, TableLevel } from '../../message-table.ts';
import {
  allBlank,
  type Cells,
  type Fields,
  isBlank,
  pairFinding,
  placeArgs,
  placeOfCell,
  put,
  type RowReading,
  type RowsAt,
  readWithoutFindings,
  someRows,
} from '../../rows.ts';
import type { IntakeOptions } from '../../types.ts';
import type { SharedField } from './value.ts';

/** The rows that share values, and the cells of their columns. */
export type Sharing = ReturnType<typeof sharingOf>;

export function sharingOf(
  {
    table,
    fills,
    isLiteral,
    allNames,
    ofLines = [],
  }: {
    table: Pick<MessageTable, 'of'>;
    fills: boolean;
    isLiteral: boolean;
    allNames: readonly string[];
    /** Columns in which a blank cell is a value of its row. */
    ofLines?: readonly number[];
  },
  columns: readonly number[],
  at: RowsAt,
) {
  // Exports often fill the shared cells on one row only.
  const said = isLiteral && at.cells.length > 1 ? rowsWith(columns, at.cells) : [];
  const { cells: rows, places, around } = said.length > 0 ? someRows(at, said) : at;
  // The first row, with blank shared columns filled from later rows; and where some row has another value.
  const head = headOf(rows, columns, fills);
  const shared = differingColumns(rows, head, columns, fills);
  const own = ofLines.length > 0 ? differingColumns(rows, head, ofLines, false) : undefined;
  const differing = own ? new Set([...own, ...(shared ?? [])]) : shared;
  return { table, fills, isLiteral, allNames, rows, places, columns, head, differing, around };
}

const rowsWith = (columns: readonly number[], rows: readonly Cells[]): number[] =>
  [...rows.keys()].filter((row) => !allBlank(rows[row]!, columns));

function headOf(rows: readonly Cells[], columns: readonly number[], fills: boolean): Cells {
  const first = rows[0]!;
  if (rows.length === 1 || !fills) return first;
  let head: string[] | undefined;
  for (const index of columns) {
    if (first[index] !== '') continue;
    const text = firstText(rows, index);
    if (text === '') continue;
    head ??= [...first];
    head[index] = text;
  }
  return head ?? first;
}

function firstText(rows: readonly Cells[], index: number): string {
  for (const cells of rows) if (cells[index] !== '') return cells[index]!;
  return '';
}

function differingColumns(
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

/** Sets the values that the rows share. */
export function putShared(
  fields: readonly SharedField[],
  sharing: Sharing,
  reading: RowReading,
  into: Fields,
): void {
  const { head, differing } = sharing;
  const { line } = sharing.places[0]!;
  for (const shared of fields) {
    const { field, value } = shared;
    reading.cells = head;
    reading.line = line;
    const differs = differing !== undefined && value.columns.some((index) => differing.has(index));
    const one = differs ? valueOfDiffering(shared, sharing, reading) : value.read(reading);
    if (one !== undefined) put(into, field.keys, one);
  }
}

/** One value from rows that differ. */
function valueOfDiffering(shared: SharedField, sharing: Sharing, reading: RowReading): unknown {
  const { value, take, chosen } = shared;
  const { places, allNames, table, isLiteral, around } = sharing;
  if (isLiteral) {
    const [index] = value.columns;
    const other = sharing.rows.findIndex((cells) => cells[index!] !== sharing.head[index!]);
    const cell = { path: shared.field.path, column: allNames[index!]! };
    const pair = [places[0]!, places[other]!] as const;
    reading.findings.push(pairFinding(`${table.of}.rows.conflict`, cell, pair, around));
    return value.read(reading);
  }
  const keyOf = shared.field.kind === 'text' && shared.field.path.endsWith('email') ? emailKey : plainKey;
  const rows = sharing.fills
    ? sharing.rows.map((cells) => filled(cells, sharing.head, sharing.columns))
    : sharing.rows;
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
  if (other >= 0 && new Set(known.map(keyOf)).size > 1 && (take === 'same' || !chosen)) {
    const column = allNames[value.source(rows[other]!)] ?? '';
    const { path, name } = shared.field;
    const code = `${table.of}.rows.${take === 'same' ? 'conflict' : 'differ'}`;
    const pair = pairFinding(code, { path, column }, [places[0]!, places[other]!], around);
    const differ = { ...pair, severity: 'note', args: { ...pair.args, take: String(take) } } as const;
    const far = name === 'created_at' && table.of === 'order' && createdFarApart(found, sharing);
    reading.findings.push(far || (take === 'same' ? pair : differ));
  }
  if (typeof take === 'object') return take.find((one) => known.includes(one)) ?? known[0];
  if (take === 'last') return known[known.length - 1];
  if (take !== 'max' && take !== 'min') return known[0];
  const sign = take === 'max' ? 1 : -1;
  return known.reduce((best, one) => (compare(one, best) * sign > 0 ? one : best));
}

/** That rows were created more than a day apart: two orders under one number, of which nothing else tells them apart. */
const createdFarApart = (created: readonly unknown[], { places, around }: Sharing): Finding | undefined => {
  const first = String(created.find((one) => one !== undefined));
  return created
    .map((one, row) => createdApart(first, String(one), 'other', placeArgs(places[row]!, around)))
    .find(({ severity }) => severity === 'error');
};

const plainKey = (value: unknown): unknown => (Array.isArray(value) ? value.join('\u0000') : value);

/** Shops write one address in capitals and in small letters. */
const emailKey = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = parseInstant(String(a));
  const right = parseInstant(String(b));
  if (left && right) return left.micros - right.micros;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Tells line items and refunds by their cells, where a mapping says which rows are which. */
interface Kinds {
  readonly isItem: ((cells: Cells) => boolean) | undefined;
  readonly refunds: { isRefund(cells: Cells, head: Cells): boolean } | undefined;
}

/**
 * Puts rows that are neither items nor refunds first. Where one of them has a value of the order, other rows do not: the
 * same column may be the total of the order on one row and the price of an item on another. Returns the indexes of the rows
 * and their cells. `columns`: those of the order; undefined where blank cells are not filled.
 */
export function orderRowsFirst(
  { isItem, refunds }: Kinds,
  cells: readonly Cells[],
  rows: readonly number[],
  columns: readonly number[] | undefined,
): { readonly rows: readonly number[]; readonly cells: readonly Cells[] } {
  const isOfOrder = (row: number) => {
    const own = cells[row]!;
    return !isItem!(own) && !refunds?.isRefund(own, own);
  };
  const first = isItem ? rows.filter(isOfOrder) : [];
  if (first.length === 0) return { rows, cells: rows.map((row) => cells[row]!) };
  const own = first.map((row) => cells[row]!);
  if (!columns) return { rows: first, cells: own };
  const others = rows.filter((row) => !first.includes(row));
  const said = columns.flatMap((index) => {
    const text = own.find((one) => one[index] !== '')?.[index];
    return text === undefined ? [] : [[index, text] as const];
  });
  const silent = others.map((row) => {
    const copy = [...cells[row]!];
    for (const [index, text] of said) copy[index] = text;
    return copy;
  });
  return { rows: [...first, ...others], cells: [...own, ...silent] };
}

/** Uses the converted values, so that #1001 and 1001 are one order when the mapping strips `#`. */
export function valuesKey(
  level: Pick<TableLevel, 'key'>,
  fields: readonly SharedField[],
): (cells: Cells) => string {
  const [first, ...more] = level.key.map((path) => fields.find(({ field }) => field.path === path)!.value);
  const read = readWithoutFindings();
  return (cells) => {
    const text = read(first!, cells);
    if (typeof text !== 'string') return '';
    return more.length === 0 ? text : JSON.stringify([text, ...more.map((value) => read(value, cells))]);
  };
}

/**
 * Reads the currency of an order into the reading, and its decimals. `amounts` are the columns with decimal
 * amounts. @throws Failure exit 6 when
 * nobody said what the integers of its decimal amounts count
 */
export function digitsReader(
  fields: readonly SharedField[],
  amounts: readonly { readonly index: number; readonly name: string }[],
  { minorUnits, currency: usual }: Pick<IntakeOptions, 'minorUnits' | 'currency'>,
  centsOf: (text: string, digits: number) => number | undefined,
) {
  const currency = fields.find(({ field }) => field.path === 'currency')?.value;
  const read = readWithoutFindings();
  return (rows: readonly Cells[], reading: RowReading): number => {
    const code = (currency && read(currency, reading.cells)) ?? usual;
    reading.currency = typeof code === 'string' ? code : undefined;
    const digits = minorDigits(code, minorUnits);
    if (digits !== undefined) return digits;
    for (const cells of rows)
      for (const { index, name } of amounts) {
        const text = cells[index]!;
        if (isBlank(text)) continue;
        const example = { text, column: name, place: placeOfCell(reading, index) };
        throw undecidedUnits(String(code), example, (d) => centsOf(text, d));
      }
    return 2;
  };
}

/** The fields of a line item that a share is by when the mapping does not say. */
export const MAKES_WORTH: ReadonlySet<string> = new Set(['unit_price_amount_cents', 'quantity']);
