// Opens an unknown table: finds its encoding and delimiter, and reads its rows, first those at the head, then all of them.

import { Failure } from '../../../basics/failure.ts';
import { type Header, headerReadings, separatorAbove, type WrittenRows } from '../../../input/csv-header.ts';
import { rowsBehind } from '../../../input/csv-records.ts';
import { ByteCheck } from '../../../input/file-format.ts';
import { splitOf } from '../../../input/mapping/rows/split.ts';
import { piecesIn } from '../../../input/mapping/values/money.ts';
import { ORDERS } from '../../../input/message-table.ts';
import { closeFile, type OnPart, type OpenedFile, openOne, partsOf } from '../../../input/open-file.ts';
import { isHidden } from '../../../input/rows.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MappingJson } from '../types.ts';
import type { Row } from './columns.ts';
import { encodingOf } from './encoding.ts';
import { openJson } from './json-export.ts';
import { splitFormOf } from './split-form.ts';
import { endOf, formOf, isTwice } from './table-form.ts';

interface TableOptions {
  readonly path: string;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
}

export type Table = Awaited<ReturnType<typeof openTable>>;

/** What the form of the file says. */
type Rows = ReturnType<typeof tableOf>;
type Json = Pick<ReturnType<typeof openJson>, 'items' | 'records' | 'refundNames'>;
type Writer = Pick<ReturnType<typeof rowsBehind>, 'write' | 'end'>;

const HEAD_BYTES = 1024 * 1024;
const HEAD_ROWS = 4000;
/** Bytes of lines that are no UTF-8, which show the encoding. */
const ENOUGH_BYTES = 1024 * 1024;

/**
 * An aborted signal ends the opening, and every later reading of all rows.
 * @throws Failure exit 6 when the file cannot be read as a table, exit 7 when it cannot be spooled
 */
export async function openTable(
  platform: Platform,
  options: TableOptions,
  spoolFolder: string,
  signal: AbortSignal,
) {
  const { path, delimiter } = options;
  const open = async (encoding: string | undefined, titleLines?: number): Promise<OpenedFile> => {
    const as = {
      subject: ORDERS,
      format: 'auto',
      known: new Set<string>(),
      encoding,
      delimiter,
      titleLines,
    } as const;
    try {
      return await openOne(platform, path, as, { folder: spoolFolder, signal });
    } catch (error) {
      // A line above the header may have quotes.
      const isAbove = error instanceof Failure && error.code === 'input.csv.quote';
      if (!isAbove || titleLines !== undefined) throw error;
      return await open(encoding, 1);
    }
  };
  /** By the lines with bytes beyond ASCII. */
  async function guessed(): Promise<string | undefined> {
    const as = { subject: ORDERS, format: 'auto' } as const;
    const raw = await openOne(platform, path, as, { folder: spoolFolder, signal });
    try {
      let lines = Buffer.alloc(0);
      for await (const part of partsOf(raw, signal)) {
        lines = Buffer.concat([lines, linesBeyondAscii(part)]);
        if (lines.length > ENOUGH_BYTES) break;
      }
      return encodingOf(lines);
    } finally {
      closeFile(raw);
    }
  }
  let encoding = options.encoding;
  let file: OpenedFile;
  try {
    file = await open(encoding);
    await checkBytes(file, signal);
  } catch (error) {
    if (encoding !== undefined || !(error instanceof Failure)) throw error;
    if (error.code === 'input.encoding.utf16') encoding = error.found?.toLowerCase();
    else if (error.code.startsWith('input.encoding')) encoding = await guessed();
    if (encoding === undefined) throw error;
    file = await open(encoding);
  }
  const opened = file;
  try {
    const { reading, ...rows } = file.csv ? tableOf(file, delimiter) : jsonTable(file);
    const head = headOf(opened, reading);
    const counts = new Set([...rows.names.keys()].filter((index) => areCounts(head, index)));
    const plain = (row: Row): Row =>
      counts.size === 0 ? row : row.map((cell, i) => (counts.has(i) ? (piecesIn(cell) ?? cell) : cell));
    return {
      ...rows,
      name: file.name,
      bytes: file.stat?.size ?? file.reader.stat.size,
      /** Undefined for UTF-8. `isGuessed`: nobody named it, and the bytes are no UTF-8. */
      encoding,
      isGuessed: options.encoding === undefined && encoding !== undefined,
      /** The first rows, for a first look. */
      head: () => head.map(plain),
      /** All rows in the order of the file. @throws Failure exit 6, and the reason of the signal */
      async read(onRow: (row: Row) => void, onPart?: OnPart) {
        const records = reading((row) => onRow(plain(row)));
        for await (const part of partsOf(opened, signal, onPart)) records.write(part);
        records.end();
      },
      close: () => closeFile(opened),
    };
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

/** The whole file is looked at: an accent may stand in the last row only. */
async function checkBytes(file: OpenedFile, signal: AbortSignal): Promise<void> {
  const check = new ByteCheck(file.name, file.reader, true);
  try {
    for await (const part of partsOf(file, signal)) check.write(part);
    check.end();
  } catch (error) {
    closeFile(file);
    throw error;
  }
}

/** A part of a file may end in a line. */
function linesBeyondAscii(part: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < part.length; ) {
    const feed = part.indexOf(0x0a, from);
    const end = feed < 0 ? part.length : feed + 1;
    const line = part.subarray(from, end);
    if (line.some((byte) => byte >= 0x80)) lines.push(line);
    from = end;
  }
  return Buffer.concat(lines);
}

function tableOf(file: OpenedFile, given: string | undefined) {
  const { header, split, end } = formsOf(file, given);
  const { delimiter, titleLines = 0, isTwice, footer = [] } = header;
  const isSeparated = titleLines === 1 && separatorAbove(file.reader.read(0, 16)) !== undefined;
  const names = [...header.names, ...(header.split?.names ?? [])];
  // The cells that were split are not shown a second time, nor what stands in hidden columns.
  const shown = [...names.keys()].filter(
    (index) => !isHidden(names[index]!) && !header.split?.sources.has(index),
  );
  const rules: readonly MappingJson[] = end.totals.map(({ index, text }) => ({
    when: { column: nameOf(header.names, index), equals: text },
    reason: 'a row with totals, no line of an order',
  }));
  return {
    /** Columns of a table, with its rows split; of JSON the paths of its values. */
    names: shown.map((index) => nameOf(names, index)) as readonly string[],
    /** The columns as they stand in the file. */
    header: header.names,
    /** Undefined for JSON. */
    delimiter: delimiter as string | undefined,
    /** What only JSON has. */
    json: undefined as Json | undefined,
    /** What the mapping has to say in `file`: title lines, a footer, cells that were quoted twice. */
    file: {
      // A line `sep=;` is read without being named, and may be absent tomorrow.
      ...(titleLines > 0 && !isSeparated && { title_lines: titleLines }),
      ...(header.isEscaped && { escape: 'backslash' }),
      ...(isTwice && { quote: 'twice' }),
      ...(header.isQuoted === false && { quote: 'none' }),
      ...(footer.length > 0 && { footer }),
    } as MappingJson,
    /** For `rows.skip`: rows with totals. They are not among the rows here. */
    rules,
    /** For `rows.split`: the rows here are split so. */
    split: split.split,
    /** Columns whose cells look like several items and could not be split. */
    unsplit: split.unsplit,
    /** Makes rows of the bytes that are written to it. */
    reading: (onRow: (row: Row) => void): Writer =>
      rowsBehind(header, file.name, (cells) => {
        if (isFilled(cells) && !end.totals.some(({ index, text }) => cells[index] === text))
          onRow(header.split ? shown.map((index) => cells[index]!) : cells);
      }),
  };
}

function jsonTable(file: OpenedFile): Rows {
  const json = openJson(file);
  return {
    names: json.names,
    header: json.names,
    delimiter: undefined,
    json,
    reading: json.reading,
    file: {},
    rules: [],
    split: undefined,
    unsplit: [],
  };
}

/** Whether a column has numbers of pieces, some of them as `2 Stk`: here they are numbers, as they are read later. */
function areCounts(rows: readonly Row[], index: number): boolean {
  const cells = rows.map((row) => row[index]!).filter((cell) => cell !== '');
  const isCount = (cell: string) => piecesIn(cell) !== undefined || /^\d+$/.test(cell);
  return cells.every(isCount) && cells.some((cell) => piecesIn(cell) !== undefined);
}

const isFilled = (cells: Row): boolean => cells.some((cell) => cell !== '');

/** Quotes stand inside cells, and around none: they are signs of the text, such as inches. */
function hasBareQuotes(head: Uint8Array, { delimiter, titleLines }: ReturnType<typeof formOf>): boolean {
  const lines = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1').split('\n');
  const text = lines.slice(titleLines).join('\n');
  if (!text.includes('"')) return false;
  return !text.startsWith('"') && !text.includes('\n"') && !text.includes(`${delimiter}"`);
}

/** `\N` as a whole cell: databases write it for no value. */
const NO_VALUE = /(?:^|[,;\t|\r\n"])\\N(?:[,;\t|\r\n"]|$)/;

/** How the table is written, and what is found out from the rows at its head and its last bytes. */
function formsOf(file: OpenedFile, given: string | undefined) {
  const { reader } = file;
  const head = reader.read(0, HEAD_BYTES);
  const isWhole = head.length === reader.stat.size;
  const form = formOf(head.subarray(0, HEAD_BYTES / 8), isWhole, given);
  const read = (written: WrittenRows): Header =>
    headerReadings(head, isWhole, form.delimiter, written)[0] ?? file.csv!.header;
  const written = { ...form, ...(hasBareQuotes(head, form) && { isQuoted: false }) };
  const rowsOf = (header: Header) =>
    headOf(file, (onRow) => rowsBehind(header, file.name, onRow)).filter(isFilled);
  let header = read(written);
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (text.includes('\\"') || NO_VALUE.test(text)) {
    // Backslashes take the meaning from signs where more rows can be read so.
    const escaped = read({ ...written, isEscaped: true });
    const more = rowsOf(escaped).length - rowsOf(header).length;
    if (more > 0 || (more === 0 && NO_VALUE.test(text))) header = escaped;
  }
  if (isTwice(header.names, rowsOf(header)))
    header = read({ ...written, isEscaped: header.isEscaped, isTwice: true });
  const rows = rowsOf(header);
  const { size } = reader.stat;
  const tail = Buffer.from(reader.read(Math.max(header.end, size - HEAD_BYTES), HEAD_BYTES));
  const end = endOf(tail, header, rows);
  const lines = rows.filter((cells) => !end.totals.some(({ index, text }) => cells[index] === text));
  const split = splitFormOf(header.names, lines);
  return {
    header: {
      ...header,
      footer: end.footer,
      split:
        split.split && splitOf(split.split, header.names, split.paths, (_, message) => new Error(message)),
    },
    split,
    end,
  };
}

/** A column as a mapping names it: `Note#2` is the second one of that name. */
const nameOf = (names: readonly string[], index: number): string => {
  const name = names[index]!;
  const number = names.slice(0, index + 1).filter((one) => one === name).length;
  return name === '' || names.indexOf(name) === names.lastIndexOf(name) ? name : `${name}#${number}`;
};

/** Complete rows at the head of the file; what is wrong with a row is said when all are read. */
function headOf({ reader }: OpenedFile, reading: Rows['reading']): Row[] {
  const rows: Row[] = [];
  const bytes = reader.read(0, HEAD_BYTES);
  const records = reading((row) => {
    if (rows.length < HEAD_ROWS) rows.push(row);
  });
  try {
    records.write(bytes);
    if (bytes.length === reader.stat.size) records.end();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return rows;
}
