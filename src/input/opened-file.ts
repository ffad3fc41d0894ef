// An input file after opening: reads its bytes again, and checks that it is still the same file.
import { inputFailure } from '../basics/failure.ts';
import type { FileReader, FileStat, Platform } from '../platform/platform.ts';
import type { Header, HeaderFault } from './header.ts';
import type { Spooled } from './spool.ts';
import type { Dialect, Format, RowPlace } from './types.ts';

const CR = 0x0d;
const LF = 0x0a;

export interface OpenedFile {
  /** The name as given. */
  readonly name: string;
  /** The resolved path; undefined for stdin. */
  readonly path: string | undefined;
  readonly stat: FileStat | undefined;
  readonly format: Format;
  /** Reads the decoded bytes: the file itself or its spooled copy. */
  readonly reader: FileReader;
  readonly spooled: Spooled | undefined;
  readonly bom: boolean;
  readonly csv: { readonly header: Header } | undefined;
  /** Why the columns are not those of the template. Only a mapping can read the file. */
  readonly fault?: HeaderFault | undefined;
}

/** Receives a row of cells; `start` and `end` are the byte offsets of the record that it was made from. */
export type OnRow = (cells: string[], line: number, start: number, end: number) => void;

/** Consumes the bytes of a file. Both methods throw a Failure, exit 6. */
export interface RowReading {
  write(chunk: Uint8Array): void;
  end(): void;
}

export function closeFile(file: OpenedFile): void {
  file.reader.close();
  file.spooled?.remove();
}

/** Checks files that are read directly; nothing else changes the spooled copy of a file. @throws Failure exit 6 */
export function checkUnchanged(platform: Platform, file: OpenedFile): void {
  if (file.spooled || file.path === undefined) return;
  const now = platform.files.stat(file.path);
  const then = file.reader.stat;
  if (
    !now ||
    now.size !== then.size ||
    now.modified !== then.modified ||
    now.inode !== then.inode ||
    now.device !== then.device
  )
    throw changed(file.name);
}

/** The second pass found other rows than the first one. */
export function changed(file?: string) {
  return inputFailure(
    'input.changed',
    file === undefined ? 'The input changed while it was read' : 'The file changed while it was read',
    {
      place: file === undefined ? undefined : { file },
      expected: 'the same bytes in both passes',
      hint: 'Wait until the export is finished, or copy the file first, then run the command again.',
    },
  );
}

/** The exact bytes of a row or message. */
export function bytesIn(file: OpenedFile, place: Pick<RowPlace, 'start' | 'end'>): Uint8Array {
  let bytes = file.reader.read(place.start, place.end - place.start);
  // Blank lines before a record belong to its byte range but not to the record.
  if (file.csv) {
    let from = 0;
    while (bytes[from] === LF || bytes[from] === CR) from++;
    bytes = bytes.subarray(from);
  }
  return bytes;
}

/** The header record of a CSV file with its delimiter, without the byte order mark. */
export function headerIn(file: OpenedFile): Uint8Array {
  if (!file.csv) return new Uint8Array(0);
  const { end, titleLines = 0 } = file.csv.header;
  // Title lines belong to it: the mapping counts them when it reads the rows again.
  const start = titleLines > 0 ? 0 : file.csv.header.start;
  return bytesIn(file, { start: file.bom ? Math.max(start, 3) : start, end });
}

/** The dialect of a CSV file; undefined for JSON and NDJSON. */
export function dialectIn(file: OpenedFile): Dialect | undefined {
  if (!file.csv) return undefined;
  const header = headerIn(file);
  const recordDelimiter = header.at(-1) === CR ? '\r' : header.at(-2) === CR ? '\r\n' : '\n';
  const { delimiter, isQuoted, isEscaped } = file.csv.header;
  return { delimiter, isQuoted, isEscaped, recordDelimiter, bom: file.bom };
}

/** Told after each part of a file: bytes that were read, of how many. */
export type OnPart = (bytes: number, totalBytes: number) => void;

/** The bytes of a file, part by part. @throws the reason of the signal once it is aborted */
export async function* partsOf(
  { reader }: Pick<OpenedFile, 'reader'>,
  signal: AbortSignal | undefined,
  onPart: OnPart = () => {},
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of reader.stream()) {
    signal?.throwIfAborted();
    yield part;
    bytes += part.length;
    onPart(bytes, reader.stat.size);
  }
}
