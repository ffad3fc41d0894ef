// Splits CSV bytes into records, each with its line and byte range. Plain records are cut from the bytes. From the first
// other one on, csv-parse reads in its strict mode, and it alone says what is wrong.
import { CsvError, Parser } from 'csv-parse';
import { type Failure, inputFailure } from '../basics/failure.ts';
import { hasUtf8Bom } from './file-format.ts';
import { type Header, strayHeader, type WrittenRows, withoutQuotes } from './header.ts';
import { PlainRecords } from './plain-records.ts';
import { RaggedRows } from './ragged-rows.ts';

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

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

/** How records are written, and where the first one begins. */
interface FirstRecord extends WrittenRows, Partial<Pick<Header, 'start' | 'line'>> {}

export class CsvRecords {
  /** While all records are plain: the bytes after the last record. */
  private rest: Buffer = NOTHING;
  private parser: RecordParser | undefined;
  /** Offset of the first byte that the parser got, and behind the last one. */
  private base: number;
  private fed: number;
  /** Line on which the current record begins, and the line by csv-parse's count. */
  private line: number;
  private parserLine = 1;
  private emptyLines = 0;
  /** Where the last record ends. */
  private start: number;
  /** Bytes above the first record that were not read yet. */
  private above: number;
  private header: readonly string[] | undefined;
  /** Rows whose number of cells differs from the header. Once there is one, no more records are passed on. */
  private readonly ragged = new RaggedRows();

  /**
   * `isPlain`: all records so far were plain; with false, csv-parse reads all of them. A delimiter from U+D800 on may be
   * U+FFFD, which stands for invalid bytes, too. `written.footer`: lines with fewer cells than the header that hold one of
   * these texts are no rows. `written.start`, `written.line`: where the first record begins; what stands above is left out.
   */
  constructor(
    private readonly file: string,
    private readonly delimiter: string,
    private readonly onRecord: OnRecord,
    private isPlain = delimiter < '\ud800',
    private readonly written: FirstRecord = {},
  ) {
    const { start = 0, line = 1 } = written;
    this.above = start;
    this.base = start;
    this.fed = start;
    this.start = start;
    this.line = line;
  }

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): void {
    const left = Math.min(this.above, chunk.length);
    this.above -= left;
    this.add(Buffer.from(chunk.buffer, chunk.byteOffset + left, chunk.length - left));
  }

  private add(bytes: Buffer): void {
    // The rest is completed by one line of the chunk, so that the chunk is not copied.
    const line = this.rest.length === 0 ? 0 : bytes.indexOf(LF) + 1;
    if (line > 0) this.take(bytes.subarray(0, line));
    this.take(bytes.subarray(line));
    const left = this.isPlain ? this.rest.length : this.fed - this.start;
    if (left > MAX_RECORD) throw this.raggedFailure() ?? this.tooLong();
  }

  end(): void {
    if (this.isPlain) this.cut(NOTHING, true);
    if (!this.isPlain) this.parse(undefined);
    const failure = this.raggedFailure(true);
    if (failure) throw failure;
  }

  private take(bytes: Buffer): void {
    if (this.isPlain) this.cut(bytes, false);
    else this.parse(bytes);
  }

  /** Passes plain records on. The bytes from the first other record on go to csv-parse. */
  private cut(more: Buffer, isLast: boolean): void {
    const bytes = this.rest.length === 0 ? more : Buffer.concat([this.rest, more]);
    const offset = this.start;
    const records = new PlainRecords(
      bytes,
      offset === 0 && hasUtf8Bom(bytes) ? 3 : 0,
      this.delimiter,
      isLast,
      this.written.isQuoted,
    );
    // csv-parse takes these bytes for a mark of UTF-16.
    this.isPlain = offset > 0 || bytes[0] !== 0xff;
    while (this.isPlain) {
      const cells = records.next();
      if (!cells) break;
      const line = this.line + records.emptyLines;
      this.isPlain = this.isAsHeader(cells) && !(records.isMultiLine && this.swallowing(cells) >= 0);
      if (this.isPlain) this.handOn(cells, line, records.isMultiLine, offset + records.end);
    }
    if (records.isStuck) this.isPlain = false;
    this.rest = bytes.subarray(this.start - offset);
    if (this.isPlain) return;
    this.base = this.start;
    this.fed = this.start;
    this.parse(this.rest);
    this.rest = NOTHING;
  }

  private raggedFailure = (isEnd = false): Failure | undefined =>
    this.ragged.failure(this.file, this.header?.length ?? 0, isEnd);

  private parse(bytes: Uint8Array | undefined): void {
    this.parser ??= this.newParser();
    const error = this.parser.feed(bytes);
    // A parse error after such a row may be caused by it, so that row is reported first.
    if (error) throw this.raggedFailure() ?? this.failure(error);
    this.fed += bytes?.length ?? 0;
  }

  private newParser(): RecordParser {
    // All other options are off: columns, cast, trim and every relaxed mode.
    const parser = new RecordParser({
      bom: this.base === 0,
      delimiter: this.delimiter,
      ...(this.written.isQuoted === false ? { quote: null } : {}),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      // The number of cells is compared with the header here, so that all rows that differ are reported at once.
      relax_column_count: true,
    });
    parser.deliver = (cells) => this.parsed(cells, parser);
    return parser;
  }

  private parsed(cells: string[], parser: RecordParser): void {
    const { bytes, lines, empty_lines } = parser.info;
    const line = this.lineNow(parser);
    const fits = this.isAsHeader(cells);
    const isFooter = !fits && this.isFooter(cells);
    if (!fits && !isFooter) this.ragged.add(line, cells.length);
    else this.ragged.isLast = false;
    // False for a record of one line without empty lines before it.
    const isMultiLine = lines !== this.parserLine;
    this.parserLine = lines + 1;
    this.emptyLines = empty_lines;
    const cell = isMultiLine ? this.swallowing(cells) : -1;
    if (cell >= 0) throw this.swallowed(cell, line);
    this.handOn(cells, line, isMultiLine, this.base + bytes, isFooter);
  }

  private isFooter(cells: readonly string[]): boolean {
    const { footer = [] } = this.written;
    if (footer.length === 0 || cells.length >= this.header!.length) return false;
    return footer.some((text) => cells.some((cell) => cell.includes(text)));
  }

  /** The first record with something in it is the header. */
  private isAsHeader(cells: readonly string[]): boolean {
    if (isBlank(cells)) return true;
    this.header ??= cells;
    return cells.length === this.header.length;
  }

  private swallowing(cells: readonly string[]): number {
    return cells.length === this.header?.length ? swallowing(cells, this.delimiter) : -1;
  }

  private handOn(cells: string[], line: number, isMultiLine: boolean, end: number, isFooter = false): void {
    const { start } = this;
    this.start = end;
    // csv-parse counts a CRLF inside a cell twice, so the line breaks inside cells are counted here.
    this.line = line + 1 + (isMultiLine ? lineBreaks(cells) : 0);
    if (this.ragged.count === 0 && !isFooter && !isBlank(cells)) this.onRecord(cells, line, start, end);
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

/** The rows of a CSV file behind its header. @throws Failure exit 6 when the header stands among the rows again */
export function rowsBehind(header: Header, file: string, onRow: OnRecord): CsvRecords {
  const { isTwice, split } = header;
  let isHeader = true;
  const onRecord: OnRecord = (given, line, start, end) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const cells = isTwice ? given.map(withoutQuotes) : given;
    const stray = strayHeader(file, header.names, cells, line);
    if (stray) throw stray;
    if (!split) onRow(cells, line, start, end);
    else for (const row of split.rowsOf(cells)) onRow(row, line, start, end);
  };
  return new CsvRecords(file, header.delimiter, onRecord, undefined, header);
}
