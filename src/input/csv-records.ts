// Splits CSV bytes into records, each with its line and byte range. Records whose quotes are in place are cut from the bytes
// (plain-records.ts). The first other one ends the reading: csv-parse, in its strict mode, says what is wrong with it.
import { CsvError, parse } from 'csv-parse/sync';
import { inputFailure } from '../basics/failure.ts';
import { formatCount } from '../basics/units.ts';
import { type Header, strayHeader, type WrittenRows, withoutQuotes } from './csv-header.ts';
import { hasUtf8Bom } from './file-format.ts';
import type { OnRow } from './open-file.ts';
import { PlainRecords } from './plain-records.ts';
import { isBlank, tidied } from './rows.ts';

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * A longer record is refused: with a quote that is not closed, a record could otherwise take up gigabytes before the
 * error is reported.
 */
const MAX_RECORD = 16 * 1024 * 1024;

const ESCAPE_HINT = ', or read it with "file": {"escape": "backslash"} in a mapping';

/** What csv-parse says of a quote. */
const WRONG_QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'closes it before its end',
  INVALID_OPENING_QUOTE: 'opens it behind its beginning',
};

/** How records are written, and where the first one begins. */
interface FirstRecord extends WrittenRows, RowReadings, Partial<Pick<Header, 'start' | 'line'>> {}

/** What is made of the cells. */
interface RowReadings {
  /** Blanks at the ends of cells stay, as they do in the template. */
  readonly isLiteral?: boolean | undefined;
  /** Told where a record begins whose cells had NUL bytes, and those cells: the bytes are left out. */
  readonly onNul?: ((start: number, given: readonly string[]) => void) | undefined;
}

export class CsvRecords {
  /** The bytes after the last record, its end, and the line behind it. */
  private rest: Buffer = NOTHING;
  private start: number;
  private line: number;
  /** Bytes above the first record that were not read yet. */
  private above: number;
  private header: readonly string[] | undefined;
  /** Rows whose number of cells differs from the header. Once there is one, no more records are passed on. */
  private ragged = 0;
  private firstRagged = { line: 0, cells: 0 };
  private hasNul = false;

  /**
   * `written.footer`: lines with fewer cells than the header that hold one of these texts are no rows. `written.start`,
   * `written.line`: where the first record begins; what stands above is left out.
   */
  constructor(
    private readonly file: string,
    private readonly delimiter: string,
    private readonly onRecord: OnRow,
    private readonly written: FirstRecord = {},
  ) {
    const { start = 0, line = 1 } = written;
    this.above = start;
    this.start = start;
    this.line = line;
  }

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): void {
    const above = Math.min(this.above, chunk.length);
    this.above -= above;
    this.hasNul ||= chunk.includes(0);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset + above, chunk.length - above);
    // The rest is completed by one line of the chunk, so that the chunk is not copied.
    const line = this.rest.length === 0 ? 0 : bytes.indexOf(LF) + 1;
    if (line > 0) this.cut(bytes.subarray(0, line), false);
    this.cut(bytes.subarray(line), false);
    if (this.rest.length > MAX_RECORD) throw this.raggedFailure() ?? this.tooLong();
  }

  end(): void {
    this.cut(NOTHING, true);
    const failure = this.raggedFailure();
    if (failure) throw failure;
  }

  private cut(more: Buffer, isLast: boolean): void {
    const bytes = this.rest.length === 0 ? more : Buffer.concat([this.rest, more]);
    const offset = this.start;
    const from = offset === 0 && hasUtf8Bom(bytes) ? 3 : 0;
    const { delimiter, written } = this;
    const records = new PlainRecords(bytes, from, isLast, { ...written, delimiter });
    for (let cells = records.next(); cells; cells = records.next()) {
      const breaks = records.isMultiLine ? lineBreaks(records.text) : 0;
      this.take(cells, this.line + records.emptyLines, breaks, offset + records.end);
    }
    this.rest = bytes.subarray(this.start - offset);
    // A fault after a row with another number of cells may be caused by it, so that row is reported first.
    if (records.isStuck) throw this.raggedFailure() ?? this.quoteFailure(this.line + records.emptyLines);
  }

  private take(given: string[], line: number, breaks: number, end: number): void {
    const { start } = this;
    const cells = this.hasNul ? this.withoutNul(given, start) : given;
    const isEmpty = cells.every(this.written.isLiteral === false ? isBlank : isNothing);
    // The first record with something in it is the header.
    if (!isEmpty) this.header ??= cells;
    const fits = isEmpty || cells.length === this.header!.length;
    const isFooter = !fits && this.isFooter(cells);
    if (!fits && !isFooter && this.ragged++ === 0) this.firstRagged = { line, cells: cells.length };
    const cell = fits && breaks > 0 ? swallowing(cells, this.delimiter) : -1;
    if (cell >= 0) throw this.swallowed(cell, line);
    this.start = end;
    this.line = line + 1 + breaks;
    if (this.ragged === 0 && !isFooter && !isEmpty) this.onRecord(cells, line, start, end);
  }

  private withoutNul(given: string[], start: number): string[] {
    const cells = given.map((cell) => cell.replaceAll('\0', ''));
    if (cells.some((cell, i) => cell !== given[i])) this.written.onNul?.(start, given);
    return cells;
  }

  private isFooter(cells: readonly string[]): boolean {
    const { footer = [] } = this.written;
    return (
      cells.length < this.header!.length && footer.some((text) => cells.some((cell) => cell.includes(text)))
    );
  }

  /** All of them reported together: the first, and how many there are. Undefined when every row has the right number of cells. */
  private raggedFailure() {
    if (this.ragged === 0) return undefined;
    const { line, cells } = this.firstRagged;
    const expected = this.header!.length;
    return inputFailure(
      'input.row.cells',
      this.ragged === 1
        ? `A row has ${cells} cells instead of ${expected}`
        : `${formatCount(this.ragged)} rows have another number of cells than the header`,
      {
        place: { file: this.file, line },
        expected: `${expected} cells, as in the header`,
        found: `${cells} cells`,
        hint: 'Put a cell that contains the delimiter into double quotes; give an empty cell its delimiter. If the last row alone is short, the export may still be written; if many rows differ, look for an open quote above the first of them, or give --delimiter.',
      },
    );
  }

  /** What csv-parse says about the record at the beginning of the rest. */
  private quoteFailure(line: number) {
    try {
      parse(this.rest, {
        bom: this.start === 0,
        delimiter: this.delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        skip_empty_lines: true,
        relax_column_count: true,
        escape: this.written.isEscaped ? '\\' : '"',
      });
    } catch (error) {
      return this.failure(error, line);
    }
    return this.failure(undefined, line);
  }

  private failure(error: unknown, line: number) {
    const details = error instanceof CsvError ? error : undefined;
    const cell = typeof details?.index === 'number' ? details.index + 1 : undefined;
    const column = cell === undefined ? undefined : this.header?.[cell - 1];
    const where = column === undefined ? '' : ` in column ${JSON.stringify(column)}`;
    const place = { file: this.file, line, ...(cell === undefined ? {} : { column: cell }) };
    const wrong = WRONG_QUOTES[details?.code ?? ''];
    if (wrong !== undefined)
      return inputFailure('input.csv.quote', `A double quote of a cell${where} ${wrong}`, {
        place,
        expected: 'quotes around whole cells, closed before the end of the file',
        hint: `Close the quote; a double quote inside a quoted cell is written twice${this.rest.includes('\\"') ? ESCAPE_HINT : ''}.`,
      });
    return inputFailure('input.csv.unreadable', 'The row cannot be read as CSV', {
      place,
      hint: 'Correct the row and run the command again.',
      cause: error,
    });
  }

  private swallowed(cell: number, line: number) {
    const column = JSON.stringify(this.header?.[cell]);
    return inputFailure('input.csv.quote', `A cell in column ${column} holds whole rows`, {
      place: { file: this.file, line, column: cell + 1 },
      expected: 'a closing double quote before the end of the row',
      hint: 'Close the quote that opens this cell, or double it if it is a sign of the text; a later quote closes it now.',
    });
  }

  private tooLong() {
    return inputFailure('input.csv.quote', `A row is longer than ${MAX_RECORD / 1024 / 1024} MiB`, {
      place: { file: this.file, line: this.line },
      hint: 'Look for a double quote on that line that is never closed.',
    });
  }
}

/** A row with fewer columns could match by chance. */
const ROWLIKE = 8;

/**
 * Index of the cell that contains whole rows because of a quote that is not closed, or -1. Such a quote is closed by
 * the next quote, and if that ends a cell, the file is still valid CSV. But then the cell contains exactly the
 * delimiters of the rest of its row, of whole rows, and of the beginning of another row.
 */
function swallowing(cells: readonly string[], delimiter: string): number {
  const last = cells.length - 1;
  if (last + 1 < ROWLIKE) return -1;
  return cells.findIndex((cell, i) => {
    if (!/[\r\n]/.test(cell)) return false;
    const counts = cell.split(/\r\n|\n|\r/).map((text) => text.split(delimiter).length - 1);
    return counts.every((count, k) => count === (k === 0 ? last - i : k === counts.length - 1 ? i : last));
  });
}

const isNothing = (cell: string): boolean => cell === '';
const lineBreaks = (text: string): number => text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n').length - 1;

/** Gives a blank cell the text of the row above. */
export function fillerOf(index: number) {
  let last = '';
  return <T extends string[]>(cells: T): T => {
    if (index in cells) last = cells[index] ||= last;
    return cells;
  };
}

/** The rows of a CSV file behind its header. @throws Failure exit 6 when the header stands among the rows again */
export function rowsBehind(
  header: Header,
  file: string,
  onRow: OnRow,
  { isLiteral = false, onNul }: RowReadings = {},
): CsvRecords {
  const { isTwice, split, fillDown = [] } = header;
  const tidy = (cells: string[]) => (isLiteral ? cells : tidied(cells));
  const names = tidy([...header.names]);
  const fills = fillDown.map((name) => fillerOf(header.names.indexOf(name)));
  let isHeader = true;
  const onRecord: OnRow = (given, line, start, end) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const cells = tidy(isTwice ? given.map(withoutQuotes) : given);
    const stray = strayHeader(file, names, cells, line);
    if (stray) throw stray;
    for (const fill of fills) fill(cells);
    if (!split) onRow(cells, line, start, end);
    else for (const row of split.rowsOf(cells)) onRow(row, line, start, end);
  };
  return new CsvRecords(file, header.delimiter, onRecord, { ...header, isLiteral, onNul });
}

// The rows of a small CSV text, each with its line: its delimiter is the first known one that the header holds.

/** @throws Failure exit 6 */
export function csvRows(text: string, file: string) {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t', '|'].find((sign) => header.includes(sign)) ?? ',';
  const rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  const records = new CsvRecords(file, delimiter, (cells, line) => rows.push({ cells, line }));
  records.write(Buffer.from(text));
  records.end();
  return rows;
}
