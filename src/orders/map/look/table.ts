// Opens an unknown table: finds its encoding and delimiter, and reads its rows, first those at the head, then all of them.
import { Failure } from '../../../basics/failure.ts';
import { CsvRecords, rowsBehind } from '../../../input/csv-records.ts';
import { ORDERS } from '../../../input/message-table.ts';
import { openOne } from '../../../input/open-file.ts';
import { closeFile, type OnPart, type OpenedFile, partsOf } from '../../../input/opened-file.ts';
import { ByteCheck } from '../../../input/transcode.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Row } from './columns.ts';
import { type JsonExport, openJson } from './json-export.ts';

interface TableOptions {
  readonly path: string;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
}

export interface Table {
  readonly name: string;
  /** Columns of a table; of JSON the paths of its values. */
  readonly names: readonly string[];
  /** Undefined for JSON. */
  readonly delimiter: string | undefined;
  /** What only JSON has. */
  readonly json: Pick<JsonExport, 'items' | 'orders' | 'records'> | undefined;
  /** Undefined for UTF-8. `isGuessed`: nobody named it, and the bytes are no UTF-8. */
  readonly encoding: string | undefined;
  readonly isGuessed: boolean;
  readonly bytes: number;
  /** The first rows, for a first look. */
  head(): Promise<Row[]>;
  /** All rows in the order of the file. @throws Failure exit 6, and the reason of the signal */
  read(onRow: (row: Row) => void, onPart?: OnPart): Promise<void>;
  close(): void;
}

const HEAD_BYTES = 1024 * 1024;
const HEAD_ROWS = 4000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** What is not UTF-8 is most often written by a spreadsheet on Windows. */
const FALLBACK = 'windows-1252';

/**
 * An aborted signal ends the opening, and every later reading of all rows.
 * @throws Failure exit 6 when the file cannot be read as a table, exit 7 when it cannot be spooled
 */
export async function openTable(
  platform: Platform,
  options: TableOptions,
  spoolFolder: string,
  signal: AbortSignal,
): Promise<Table> {
  const open = (encoding: string | undefined, delimiter: string | undefined) =>
    openOne(
      platform,
      options.path,
      { subject: ORDERS, format: 'auto', known: new Set(), encoding, delimiter },
      spoolFolder,
      signal,
    );
  let encoding = options.encoding;
  let file: OpenedFile;
  try {
    file = await open(encoding, options.delimiter);
    await checkBytes(file, signal);
  } catch (error) {
    const guess = encoding === undefined ? guessedEncoding(error) : undefined;
    if (guess === undefined) throw error;
    encoding = guess;
    file = await open(encoding, options.delimiter);
  }
  const found = { encoding, isGuessed: options.encoding === undefined && encoding !== undefined };
  if (!file.csv) return jsonTable(file, found, signal);
  if (options.delimiter === undefined) {
    const delimiter = delimiterOf(file);
    if (delimiter !== file.csv.header.delimiter) {
      closeFile(file);
      file = await open(encoding, delimiter);
    }
  }
  return tableOf(file, found, signal);
}

/** The whole file is looked at: an accent may stand in the last row only. */
async function checkBytes(file: OpenedFile, signal: AbortSignal): Promise<void> {
  const check = new ByteCheck(file.name, file.reader);
  try {
    for await (const part of partsOf(file, signal)) check.write(part);
    check.end();
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

function guessedEncoding(error: unknown): string | undefined {
  if (!(error instanceof Failure)) return undefined;
  if (error.code === 'input.encoding.utf16') return error.found?.toLowerCase();
  return error.code.startsWith('input.encoding') ? FALLBACK : undefined;
}

type FoundEncoding = Pick<Table, 'encoding' | 'isGuessed'>;

function tableOf(file: OpenedFile, found: FoundEncoding, signal: AbortSignal): Table {
  const { header } = file.csv!;
  const { names, delimiter } = header;
  return {
    name: file.name,
    names,
    delimiter,
    json: undefined,
    ...found,
    bytes: file.stat?.size ?? file.reader.stat.size,
    head: async () => headRows(file, delimiter),
    async read(onRow, onPart) {
      const records = rowsBehind(header, file.name, (cells) => {
        if (cells.some((cell) => cell !== '')) onRow(cells);
      });
      for await (const part of partsOf(file, signal, onPart)) records.write(part);
      records.end();
    },
    close: () => closeFile(file),
  };
}

function jsonTable(file: OpenedFile, found: FoundEncoding, signal: AbortSignal): Table {
  try {
    const json = openJson(file);
    return {
      ...{ name: file.name, names: json.names, delimiter: undefined, json, ...found },
      bytes: file.stat?.size ?? file.reader.stat.size,
      async head() {
        const rows: Row[] = [];
        try {
          await json.read([file.reader.read(0, HEAD_BYTES)], (row) => {
            if (rows.length < HEAD_ROWS) rows.push(row);
          });
        } catch (error) {
          // The head ends in the middle of a record; what is wrong with the file is said when all of it is read.
          if (!(error instanceof Failure)) throw error;
        }
        return rows;
      },
      read: (onRow, onPart) => json.read(partsOf(file, signal, onPart), onRow),
      close: () => closeFile(file),
    };
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

/** Complete rows at the head of the file; what is wrong with a row is said when all are read. */
function headRows(file: OpenedFile, delimiter: string): Row[] {
  const rows: Row[] = [];
  const bytes = file.reader.read(0, HEAD_BYTES);
  const isWhole = bytes.length === file.reader.stat.size;
  const records = new CsvRecords(file.name, delimiter, (cells) => {
    if (rows.length <= HEAD_ROWS && cells.some((cell) => cell !== '')) rows.push(cells);
  });
  try {
    records.write(bytes);
    if (isWhole) records.end();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return rows.slice(1);
}

/** The delimiter with which most rows have as many cells as the header; of equal ones the one with more cells. */
function delimiterOf(file: OpenedFile): string {
  const scored = DELIMITERS.map((delimiter) => {
    const counts: number[] = [];
    const records = new CsvRecords(file.name, delimiter, (cells) => counts.push(cells.length));
    try {
      records.write(file.reader.read(0, HEAD_BYTES / 8));
    } catch {
      // Rows of another width end the reading: the records before them count.
    }
    const width = counts[0] ?? 1;
    const same = counts.filter((count) => count === width).length;
    return { delimiter, score: width < 2 ? 0 : Math.min(same, 50) * Math.log(width) };
  });
  return scored.sort((a, b) => b.score - a.score)[0]!.delimiter;
}
