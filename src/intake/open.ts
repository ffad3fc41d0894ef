// Opens input files: resolves, spools what cannot be read twice, and checks everything that can be known at once.
import path from 'node:path';
import { type Failure, inputFailure, usageFailure } from '../base/failure.ts';
import type { FileReader, FileStat, Host } from '../base/host.ts';
import { ByteCheck } from './byte-faults.ts';
import { readHeader } from './header.ts';
import { OpenedInputs } from './inputs.ts';
import { TemplateLayout } from './layout.ts';
import { readJoin } from './mapping/joins.ts';
import { Mapper } from './mapping/mapper.ts';
import { closeFile, type OpenedFile } from './opened.ts';
import { firstContent, formatOf, hasUtf8Bom, headFault, isGzip } from './sniff.ts';
import { spool, sweepSpools } from './spool.ts';
import { decoderFor } from './transcode.ts';
import type { Inputs, IntakeOptions } from './types.ts';

const HEAD = 1024 * 1024;

/**
 * Opens all inputs; `-` is stdin. The caller closes them. An aborted signal breaks off the spooling with any error.
 * @throws Failure exit 6 for the first thing that is wrong, exit 7 when the spool cannot be written
 */
export async function openInputs(
  host: Host,
  names: readonly string[],
  options: IntakeOptions,
  spoolFolder: string,
  signal?: AbortSignal,
): Promise<Inputs> {
  if (names.filter((name) => name === '-').length > 1)
    throw usageFailure('usage.stdin.twice', 'Standard input (-) can only be read once', {
      hint: 'Name - once.',
    });
  const mapper = options.map && new Mapper(options.map, options);
  const { file } = options.map?.mapping ?? {};
  // What is given on the command line wins over the mapping.
  const settled: Settled = {
    ...options,
    delimiter: options.delimiter ?? file?.delimiter,
    encoding: options.encoding ?? file?.encoding,
    mapper,
  };
  decoderFor(settled.encoding);
  sweepSpools(host, spoolFolder);
  const files: OpenedFile[] = [];
  try {
    if (mapper) await openJoins(host, mapper, settled, spoolFolder, signal);
    for (const name of names) files.push(await openOne(host, name, settled, spoolFolder, files, signal));
    await mapper?.decide(files);
  } catch (error) {
    for (const file of files) closeFile(host, file);
    throw error;
  }
  return new OpenedInputs(host, files, settled, spoolFolder, mapper?.info(), signal);
}

interface Settled extends IntakeOptions {
  readonly mapper: Mapper | undefined;
  /** Columns that a joined file is known by: any header will do. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** Joined files are read whole, once, before the columns of the mapping are looked for. */
async function openJoins(
  host: Host,
  mapper: Mapper,
  options: Settled,
  spoolFolder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const spec of options.joins ?? []) {
    // The dialect of the export says nothing about that of another system.
    const { delimiter: _, ...rest } = options;
    const own: Settled = { ...rest, format: 'auto', mapper: undefined, known: new Set([spec.column]) };
    const file = await openOne(host, spec.path, own, spoolFolder, [], signal);
    try {
      mapper.joins.push(await readJoin(spec, file, options.memory));
    } finally {
      closeFile(host, file);
    }
  }
}

async function openOne(
  host: Host,
  name: string,
  options: Settled,
  spoolFolder: string,
  before: readonly OpenedFile[],
  signal: AbortSignal | undefined,
): Promise<OpenedFile> {
  if (name === '-') {
    const stdin = host.terminal.stdin(signal);
    const spooled = await spool(host, spoolFolder, name, stdin, options.encoding, signal);
    return look(host, { name, path: undefined, stat: undefined, spooled }, options, before);
  }
  const file = path.resolve(host.cwd, name);
  const reader = openReader(host, name, file);
  const { stat } = reader;
  const head = reader.read(0, 4);
  const decoder = hasUtf8Bom(head) ? undefined : decoderFor(options.encoding);
  if (!isGzip(head) && !decoder)
    return look(host, { name, path: file, stat, spooled: undefined }, options, before, reader);
  try {
    const spooled = await spool(host, spoolFolder, name, reader.stream(), options.encoding, signal);
    return look(host, { name, path: file, stat, spooled }, options, before);
  } finally {
    reader.close();
  }
}

function openReader(host: Host, name: string, file: string): FileReader {
  try {
    const stat = host.files.stat(file);
    if (stat === undefined)
      throw inputFailure('input.file.missing', 'The file does not exist', {
        place: { file: name },
        hint: `Check the path; it was looked for at ${file}.`,
      });
    if (stat.kind !== 'file') throw notAFile(name, stat);
    return host.files.open(file);
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

function notAFile(name: string, stat: FileStat): Failure {
  const place = { file: name };
  if (stat.kind === 'directory')
    return inputFailure('input.file.folder', 'This is a folder, not a file', {
      place,
      expected: 'a file',
      found: 'a folder',
      hint: 'Name the files inside it, for example FOLDER/*.csv.',
    });
  return inputFailure('input.file.special', 'This is not a regular file', {
    place,
    expected: 'a file',
    found: stat.kind === 'pipe' ? 'a pipe or device' : 'something else',
    hint: 'Pipe it in and name - as the file: `... | returns orders upload -`.',
  });
}

/** Looks at the plain bytes: emptiness, encoding, format, header. */
function look(
  host: Host,
  opened: Pick<OpenedFile, 'name' | 'path' | 'stat' | 'spooled'>,
  options: Settled,
  before: readonly OpenedFile[],
  given?: FileReader,
): OpenedFile {
  const { name, spooled } = opened;
  const reader = given ?? host.files.open(spooled!.path);
  const file: OpenedFile = { ...opened, reader, format: 'csv', bom: false, csv: undefined };
  try {
    const head = reader.read(0, HEAD);
    const whole = head.length === reader.stat.size;
    const fault = headFault(name, head);
    if (fault) throw fault;
    // Before anything in it is taken for a header.
    const check = new ByteCheck(name, reader);
    check.write(head);
    if (whole) check.end();
    if (firstContent(head) === -1) throw empty(name);
    const format = options.format === 'auto' ? formatOf(name, head, whole) : options.format;
    const bom = hasUtf8Bom(head);
    if (format !== 'csv') return { ...file, format, bom };
    const header = readHeader(name, head, whole, options.delimiter, options.mapper?.columns ?? options.known);
    if (whole && firstContent(head.subarray(header.end)) === -1) throw onlyHeader(name, header.line);
    if (options.mapper)
      return { ...file, bom, csv: { header, layout: options.mapper.layoutOf(name, header) } };
    // Files with the same header share one layout, so that their rows compare cell by cell.
    const same = before.find(
      (other) => other.csv && other.csv.header.names.join('\n') === header.names.join('\n'),
    );
    return { ...file, bom, csv: { header, layout: same?.csv?.layout ?? new TemplateLayout(header.names) } };
  } catch (error) {
    closeFile(host, file);
    throw error;
  }
}

function empty(name: string): Failure {
  return inputFailure('input.file.empty', name === '-' ? 'Standard input is empty' : 'The file is empty', {
    place: { file: name },
    expected: 'orders as CSV, JSON or NDJSON',
    hint: 'Check the export; `returns orders template` prints a sample.',
  });
}

function onlyHeader(name: string, line: number): Failure {
  return inputFailure('input.header.only', 'The file has a header but no rows', {
    place: { file: name, line },
    expected: 'at least one row below the header',
    hint: 'Check the filter of the export.',
  });
}
