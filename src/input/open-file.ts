// Opens one input file: resolves its path, spools input that cannot be read twice, and checks encoding, format and
// header.
import path from 'node:path';
import { Failure, inputFailure } from '../basics/failure.ts';
import type { FileReader, FileStat, Platform } from '../platform/platform.ts';
import {
  type Header,
  type HeaderFault,
  type HeaderOptions,
  type RowSplit,
  readHeader,
} from './csv-header.ts';
import {
  ByteCheck,
  decoderFor,
  firstContent,
  formatOf,
  hasUtf8Bom,
  headFault,
  isGzip,
} from './file-format.ts';
import { ORDERS, type Subject } from './message-table.ts';
import type { Spooled, SpoolPlace } from './spool.ts';
import type { Dialect, Format, IntakeOptions, RowPlace } from './types.ts';

const HEAD = 1024 * 1024;

/** Options for opening one file. */
export interface OpenOptions extends Pick<IntakeOptions, 'format' | 'encoding'>, HeaderOptions {
  /** What makes several rows of one, for a header. @throws Failure exit 6 when the header lacks a column */
  readonly split?: ((file: string, line: number, names: readonly string[]) => RowSplit) | undefined;
}

/** Closes a file that has a fault. @throws Failure exit 6: the fault */
export function checkOpened(file: OpenedFile): void {
  if (!file.fault) return;
  closeFile(file);
  throw file.fault.failure;
}

/**
 * Without `known`, a file whose columns are not those of the template is returned with its fault: see `checkOpened`.
 * @throws Failure exit 6, exit 7 when the spool cannot be written
 */
export async function openOne(
  platform: Platform,
  name: string,
  options: OpenOptions,
  at: SpoolPlace,
): Promise<OpenedFile> {
  if (name === '-') {
    const stdin = platform.terminal.stdin(at.signal);
    const { spool } = await import('./spool.ts');
    const spooled = await spool(platform, at, stdin, { name, encoding: options.encoding });
    return look(platform, { name, path: undefined, stat: undefined, spooled }, options);
  }
  // resolve('') would return the working directory.
  if (name === '')
    throw inputFailure('input.file.missing', 'The name of the file is empty', {
      hint: 'Name a file, or - for stdin; in a script, look at the variable that should hold the name.',
    });
  const file = path.resolve(platform.cwd, name);
  const reader = openReader(platform, name, file, options.subject);
  const { stat } = reader;
  const head = reader.read(0, 4);
  const decoder = hasUtf8Bom(head) ? undefined : decoderFor(options.encoding);
  if (!isGzip(head) && !decoder)
    return look(platform, { name, path: file, stat, spooled: undefined }, options, reader);
  try {
    const { spool } = await import('./spool.ts');
    const spooled = await spool(platform, at, reader.stream(), { name, encoding: options.encoding });
    return look(platform, { name, path: file, stat, spooled }, options);
  } finally {
    reader.close();
  }
}

/**
 * Opens a file again with other options, and closes it as it was opened before. What came from standard input is read
 * from its copy.
 * @throws Failure exit 6 and 7
 */
export async function openAgain(
  platform: Platform,
  file: OpenedFile,
  options: OpenOptions,
  at: SpoolPlace,
): Promise<OpenedFile> {
  const { name, path: place, stat, spooled } = file;
  if (!spooled || name !== '-') {
    closeFile(file);
    return openOne(platform, name, options, at);
  }
  if (file.bom || !decoderFor(options.encoding))
    return look(platform, { name, path: place, stat, spooled }, options, file.reader);
  try {
    const { spool } = await import('./spool.ts');
    const source = file.reader.stream();
    const copied = await spool(platform, at, source, { name, encoding: options.encoding });
    // Size and digest are those of what standard input gave.
    const { bytes, sha256 } = spooled;
    return look(platform, { name, path: place, stat, spooled: { ...copied, bytes, sha256 } }, options);
  } finally {
    closeFile(file);
  }
}

/** @throws Failure exit 6 */
export function openReader(platform: Platform, name: string, file: string, subject: Subject): FileReader {
  try {
    const stat = platform.files.stat(file);
    if (stat === undefined)
      throw inputFailure('input.file.missing', 'The file does not exist', {
        place: { file: name },
        hint: `Check the path; it was looked for at ${file}.`,
      });
    if (stat.kind !== 'file') throw notAFile(name, stat, subject);
    return platform.files.open(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM')
      throw inputFailure('input.file.permission', 'No permission to read the file', {
        place: { file: name },
        found: code,
        hint: 'Let your user read it (`chmod u+r FILE`, or ask its owner), then run the command again.',
        cause,
      });
    if (code === 'EIO' || code === 'ELOOP' || code === 'ENAMETOOLONG' || code === 'EMFILE')
      throw inputFailure('input.file.unreadable', 'The file cannot be opened', {
        place: { file: name },
        found: code,
        hint: 'Copy it to a local disk and try again.',
        cause,
      });
    throw cause;
  }
}

function notAFile(name: string, stat: FileStat, subject: Subject) {
  const place = { file: name };
  if (stat.kind === 'directory')
    return inputFailure('input.file.folder', 'This is a folder, not a file', {
      place,
      expected: 'a file',
      found: 'a folder',
      hint: subject.severalFiles
        ? 'Name the files inside it, for example FOLDER/*.csv.'
        : 'Name one of the files inside it: one is read at a time.',
    });
  return inputFailure('input.file.special', 'This is not a regular file', {
    place,
    expected: 'a file',
    found: stat.kind === 'pipe' ? 'a pipe or device' : 'something else',
    hint: `Pipe it in and name - as the file: \`... | ${subject.stdin}\`.`,
  });
}

/** Checks the decoded bytes: whether they are empty, encoding, format, header. */
function look(
  platform: Platform,
  opened: Pick<OpenedFile, 'name' | 'path' | 'stat' | 'spooled'>,
  options: OpenOptions,
  given?: FileReader,
): OpenedFile {
  const { name, spooled } = opened;
  const { subject } = options;
  const reader = given ?? platform.files.open(spooled!.path);
  const file: OpenedFile = { ...opened, reader, format: 'csv', bom: false, csv: undefined };
  try {
    const head = reader.read(0, HEAD);
    const whole = head.length === reader.stat.size;
    const fault = headFault(name, head);
    if (fault) throw fault;
    // Checked before the first bytes are read as a header.
    const check = new ByteCheck(name, reader, subject === ORDERS);
    check.write(head);
    if (whole) check.end();
    if (firstContent(head) === -1) throw empty(name, subject);
    const format = options.format === 'auto' ? formatOf(name, head, whole) : options.format;
    const bom = hasUtf8Bom(head);
    if (format !== 'csv') return { ...file, format, bom };
    const { header, fault: wrong } = readHeader(name, head, whole, options);
    if (!wrong && whole && firstContent(head.subarray(header.end)) === -1)
      throw onlyHeader(name, header.line);
    const split = options.split?.(name, header.line, header.names);
    return { ...file, bom, csv: { header: { ...header, split } }, fault: wrong };
  } catch (error) {
    // A mapping may know the encoding.
    if (error instanceof Failure && /^input\.encoding/.test(error.code) && !options.known)
      return { ...file, fault: { failure: error, readings: [] } };
    closeFile(file);
    throw error;
  }
}

function empty(name: string, { many, template }: Subject) {
  return inputFailure('input.file.empty', name === '-' ? 'Standard input is empty' : 'The file is empty', {
    place: { file: name },
    expected: `${many} as CSV, JSON or NDJSON`,
    hint: `Check the export; \`${template}\` prints a sample.`,
  });
}

function onlyHeader(name: string, line: number) {
  return inputFailure('input.header.only', 'The file has a header but no rows', {
    place: { file: name, line },
    expected: 'at least one row below the header',
    hint: 'Check the filter of the export.',
  });
}

/** A file that was read to its end without a message in it. */
export function noMessages(name: string, { many, one, key }: Subject) {
  return inputFailure(`input.${key}s.none`, `The file holds no ${many}`, {
    place: { file: name },
    expected: `at least one ${one}`,
    hint: 'Check the filter of the export.',
  });
}

// An input file after opening: reads its bytes again, and checks that it is still the same file.

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
