// Splits CSV bytes into records, each with its line and byte range. csv-parse does the parsing, in its strict mode.
import { CsvError, Parser } from 'csv-parse';
import { type Failure, inputFailure } from '../basics/failure.ts';
import { RaggedRows } from './ragged-rows.ts';

const CR = 0x0d;

/**
 * A longer record is refused: with a quote that is not closed, a record could otherwise take up gigabytes before the
 * error is reported.
 */
export const MAX_RECORD = 16 * 1024 * 1024;

/** Receives a record; `start` and `end` are byte offsets, `end` after its delimiter. */
export type OnRecord = (cells: string[], line: number, start: number, end: number) => void;

/**
 * csv-parse without the stream around it. `push` is called during parsing, when `info` still describes this record.
 * This is not part of csv-parse's public interface, so package.json names the exact version and a test fails with
 * another. The public ways, `info: true` and `on_record`, copy `info` for every record: parsing takes 40 and 30 %
 * longer.
 */
class RecordParser extends Parser {
  deliver: (cells: string[]) => void = () => {};

  override push(record: string[] | null): boolean {
    if (record !== null) this.deliver(record);
    return true;
  }

  feed(chunk: Uint8Array | undefined): Error | undefined {
    let failed: Error | undefined;
    const done = (error?: Error | null) => {
      failed = error ?? undefined;
    };
    if (chunk) this._transform(chunk, 'buffer' as BufferEncoding, done);
    else this._flush(done);
    return failed;
  }
}

export class CsvRecords {
  private parser: RecordParser | undefined;
  /** One record delimiter instead of three makes parsing a tenth faster, so the parser begins with LF alone. */
  private onlyLf = true;
  /** While only LF was seen: the bytes after the last complete record. */
  private tail: Uint8Array[] = [];
  /** Offset of the first byte that the current parser got. */
  private base = 0;
  /** Line on which the current record begins, and the line by csv-parse's count. */
  private line = 1;
  private parserLine = 1;
  private emptyLines = 0;
  private start = 0;
  private fed = 0;
  private header: readonly string[] | undefined;
  /** Rows whose number of cells differs from the header. Once there is one, no more records are passed on. */
  private readonly ragged = new RaggedRows();

  constructor(
    private readonly file: string,
    private readonly delimiter: string,
    private readonly onRecord: OnRecord,
  ) {}

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): void {
    if (this.onlyLf && chunk.indexOf(CR) !== -1) this.expectCr();
    this.feed(chunk);
    const from = this.start - this.fed;
    this.fed += chunk.length;
    if (this.onlyLf) {
      if (from >= 0) this.tail = [chunk.subarray(from)];
      else this.tail.push(chunk);
    }
    if (this.fed - this.start > MAX_RECORD) throw this.raggedFailure() ?? this.tooLong();
  }

  end(): void {
    this.feed(undefined);
    const failure = this.raggedFailure();
    if (failure) throw failure;
  }

  private raggedFailure = (): Failure | undefined => this.ragged.failure(this.file, this.header?.length ?? 0);

  private feed(chunk: Uint8Array | undefined): void {
    this.parser ??= this.newParser();
    const error = this.parser.feed(chunk);
    // A parse error after such a row may be caused by it, so that row is reported first.
    if (error) throw this.raggedFailure() ?? this.failure(error);
  }

  private newParser(): RecordParser {
    // All other options are off: columns, cast, trim and every relaxed mode.
    const parser = new RecordParser({
      bom: this.base === 0,
      delimiter: this.delimiter,
      record_delimiter: this.onlyLf ? ['\n'] : ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      // The number of cells is compared with the header here, so that all rows that differ are reported at once.
      relax_column_count: true,
    });
    parser.deliver = (cells) => this.take(cells, parser);
    return parser;
  }

  /** At the first CR of the file: the bytes after the last complete record are read again by a parser that knows CR. */
  private expectCr(): void {
    this.onlyLf = false;
    this.base = this.start;
    this.parserLine = 1;
    this.emptyLines = 0;
    this.parser = undefined;
    const again = this.tail;
    this.tail = [];
    for (const chunk of again) this.feed(chunk);
  }

  private take(cells: string[], parser: RecordParser): void {
    const { bytes, lines, empty_lines } = parser.info;
    const blank = isBlank(cells);
    if (!blank) this.header ??= cells;
    // csv-parse compares with the first record that it saw, which need not be the header.
    if (!blank && cells.length !== this.header!.length) this.ragged.add(this.lineNow(parser), cells.length);
    const before = this.start;
    this.start = this.base + bytes;
    if (lines === this.parserLine) {
      // The usual case: a record of one line without blank lines before it.
      this.parserLine = lines + 1;
      const line = this.line++;
      if (!blank && this.ragged.count === 0) this.onRecord(cells, line, before, this.start);
      return;
    }
    const line = this.line + empty_lines - this.emptyLines;
    this.emptyLines = empty_lines;
    this.parserLine = lines + 1;
    const cell = cells.length === this.header?.length ? swallowing(cells, this.delimiter) : -1;
    if (cell >= 0) throw this.swallowed(cell, line);
    // csv-parse counts a CRLF inside a cell twice, so the line breaks inside cells are counted here.
    this.line = line + 1 + lineBreaks(cells);
    if (!blank && this.ragged.count === 0) this.onRecord(cells, line, before, this.start);
  }

  /** The line on which the current record begins. */
  private lineNow(parser = this.parser): number {
    return this.line + (parser?.info.empty_lines ?? 0) - this.emptyLines;
  }

  private failure(error: Error): Failure {
    const line = this.lineNow();
    const details = error instanceof CsvError ? error : undefined;
    const cell = typeof details?.['index'] === 'number' ? details['index'] + 1 : undefined;
    const column = cell === undefined ? undefined : this.header?.[cell - 1];
    const where = column === undefined ? '' : ` in column ${JSON.stringify(column)}`;
    const place = { file: this.file, line, ...(cell === undefined ? {} : { column: cell }) };
    switch (details?.code as string | undefined) {
      case 'CSV_QUOTE_NOT_CLOSED':
        return inputFailure('input.csv.quote', `A double quote that opens a cell${where} is never closed`, {
          place,
          expected: 'a closing double quote',
          found: 'the end of the file',
          hint: 'Close the quote; a double quote inside a quoted cell is written twice.',
        });
      case 'CSV_INVALID_CLOSING_QUOTE':
        return inputFailure('input.csv.quote', `Text follows the closing double quote of a cell${where}`, {
          place,
          expected: 'the delimiter or the end of the row after a closing quote',
          hint: 'Write a double quote inside a quoted cell twice.',
        });
      case 'INVALID_OPENING_QUOTE':
        return inputFailure(
          'input.csv.quote',
          `A double quote stands in a cell${where} that does not begin with one`,
          {
            place,
            expected: 'quotes around the whole cell',
            hint: 'Put the whole cell into double quotes and write the quote inside twice.',
          },
        );
    }
    return inputFailure('input.csv.unreadable', 'The row cannot be read as CSV', {
      place,
      hint: 'Correct the row and run the command again.',
      cause: error,
    });
  }

  private swallowed(cell: number, line: number): Failure {
    const column = JSON.stringify(this.header?.[cell]);
    return inputFailure('input.csv.quote', `A cell in column ${column} holds whole rows`, {
      place: { file: this.file, line, column: cell + 1 },
      expected: 'a closing double quote before the end of the row',
      hint: 'Close the quote that opens this cell, or double it if it is a sign of the text; a later quote closes it now.',
    });
  }

  private tooLong(): Failure {
    const line = this.lineNow();
    return inputFailure('input.csv.quote', `A row is longer than ${MAX_RECORD / 1024 / 1024} MiB`, {
      place: { file: this.file, line },
      hint: 'Look for a double quote on that line that is never closed.',
    });
  }
}

/** Spreadsheets write empty rows as delimiters only. They count as blank lines. */
function isBlank(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '') return false;
  return true;
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

function lineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.match(/\r\n|\n|\r/g)!.length;
  return count;
}
