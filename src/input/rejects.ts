// Writes refused messages to files that can be read as input again: CSV rows byte for byte with the reasons in further
// columns, JSON as NDJSON.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import type { JsonObject } from '../basics/json.ts';
import { locate } from '../basics/json-text.ts';
import type { FileWriter, Platform } from '../platform/platform.ts';
import { checkUnused } from '../storage/out-file.ts';
import { ORDERS, type Subject } from './message-table.ts';
import { isReject } from './message-text.ts';
import { quoteCell } from './rows.ts';
import type { Dialect, InputFile, Inputs, RowPlace } from './types.ts';

/** Why a message was refused: a finding of this tool, or an error of the service. */
export interface Problem {
  readonly code: string;
  /** Field path; empty when the whole message is meant. */
  readonly field: string;
  readonly message: string;
  /** Status of the service's answer; empty when the message was not sent. */
  readonly status: number | '';
}

export interface Rejects {
  /** Adds all rows of the message. */
  add(message: { readonly rows: readonly RowPlace[] }, problems: readonly Problem[]): void;
  /** Writes everything to disk. Returns the files that were written; none when no message was refused. */
  close(): { readonly files: readonly string[] };
}

/**
 * `target` is a file; or a folder, when it is an existing folder or there are several inputs. Files are created at the
 * first refusal. @throws Failure exit 2 when a file would overwrite an input
 */
export function openRejects(
  platform: Platform,
  inputs: Pick<Inputs, 'files' | 'bytesOf' | 'headerOf' | 'dialectOf'> & { readonly mapping?: unknown },
  target: string,
  subject: Subject = ORDERS,
): Rejects {
  const paths = rejectPaths(platform, inputs.files, target);
  const writers = new Map<number, FileWriter>();
  const writerOf = (index: number) => {
    let writer = writers.get(index);
    if (!writer) {
      platform.files.makeFolder(path.dirname(paths[index]!));
      writer = platform.files.create(paths[index]!, { mode: 0o600 });
      writers.set(index, writer);
      const dialect = inputs.dialectOf(index);
      if (dialect) writer.write(headerBytes(inputs.headerOf(index), dialect));
    }
    return writer;
  };
  // With a mapping, a record may have several rows, also of several messages: it is written once.
  const written = new Set<string>();
  return {
    add({ rows }, problems) {
      for (const place of rows) {
        const dialect = inputs.dialectOf(place.file);
        if (inputs.mapping && written.size === written.add(`${place.file}:${place.start}`).size) continue;
        const bytes = inputs.bytesOf(place);
        const source = { file: inputs.files[place.file]!.path, line: place.line };
        writerOf(place.file).write(
          dialect
            ? rowBytes(bytes, inputs.headerOf(place.file), dialect, cellsOf(problems, source))
            : messageLine(bytes, problems, source, subject),
        );
      }
    },
    close() {
      const failed: unknown[] = [];
      // When one file fails, the others must still be written.
      for (const writer of writers.values())
        for (const step of [() => writer.sync(), () => writer.close()])
          try {
            step();
          } catch (error) {
            failed.push(error);
          }
      if (failed.length > 0) throw failed[0];
      const files = [...writers.keys()].sort((a, b) => a - b).map((index) => paths[index]!);
      writers.clear();
      return { files };
    },
  };
}

function rejectPaths(platform: Platform, files: readonly InputFile[], target: string): string[] {
  if (target === '-')
    throw usageFailure('usage.rejects.stdout', 'Refused rows cannot go to stdout: it carries the result', {
      hint: 'Give --rejects a file.',
    });
  const resolved = path.resolve(platform.cwd, target);
  const kind = platform.files.stat(resolved)?.kind;
  const inFolder = files.length > 1 || kind === 'directory' || target.endsWith('/');
  // Checked before anything is sent: otherwise the first refusal would fail and end the run.
  if (inFolder && kind !== undefined && kind !== 'directory')
    throw usageFailure('usage.rejects.folder', `--rejects ${target} is not a folder`, {
      expected: files.length > 1 ? 'a folder, since there are several inputs' : 'a folder',
      hint: 'Give --rejects the name of a folder; it is made when it is needed.',
    });
  const taken = new Set<string>();
  const paths = files.map((file) => {
    if (!inFolder) return resolved;
    const base = file.path === '-' ? 'stdin' : path.basename(file.path);
    const stem = base.replace(/\.gz$/i, '').replace(/\.(csv|tsv|txt|json|ndjson|jsonl)$/i, '');
    const extension = file.format === 'csv' ? 'csv' : 'ndjson';
    for (let n = 1; ; n++) {
      const name = `${stem}.rejects${n > 1 ? `-${n}` : ''}.${extension}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return path.join(resolved, name);
    }
  });
  const read = files.map((file) => file.path).filter((file) => file !== '-');
  for (const reject of paths.filter((one) => platform.files.stat(one) !== undefined))
    checkUnused(platform, '--rejects', reject, read);
  return paths;
}

function headerBytes(header: Uint8Array, dialect: Dialect): Uint8Array {
  const row = rowBytes(header, header, dialect, REJECT_COLUMNS);
  return dialect.bom ? Buffer.concat([Buffer.from('\ufeff'), row]) : row;
}

/** Appends the reject cells to a record, in place of those of an earlier rejects file. */
function rowBytes(
  bytes: Uint8Array,
  header: Uint8Array,
  dialect: Dialect,
  cells: readonly string[],
): Uint8Array {
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end--;
  if (bytes[end - 1] === 0x0d) end--;
  const original = withoutRejectCells(bytes.subarray(0, end), header, dialect);
  const { delimiter, isQuoted, isEscaped } = dialect;
  // A cell that cannot be quoted must not hold the delimiter; line breaks are spaces already.
  const written = (cell: string) => (isQuoted ? quoteCell(cell, delimiter) : cell.replaceAll(delimiter, ' '));
  const escaped = (cell: string) => written(isEscaped ? cell.replaceAll('\\', '\\\\') : cell);
  const added = cells.map((cell) => delimiter + escaped(cell)).join('');
  return Buffer.concat([original, Buffer.from(added + dialect.recordDelimiter)]);
}

function cellsOf(problems: readonly Problem[], source: { file: string; line: number }): string[] {
  const list = (of: (problem: Problem) => string | number) => problems.map((p) => oneLine(String(of(p))));
  return [
    list((p) => p.code).join('|'),
    list((p) => p.field).join('|'),
    list((p) => p.message).join(' | '),
    [...new Set(list((p) => p.status).filter(Boolean))].join('|'),
    source.file,
    String(source.line),
  ];
}

/** Prevents that a spreadsheet runs a text of the service as a formula: formulas begin with one of these characters. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/^(?=[=+\-@\t])/, "'");

/** Line breaks in valid JSON are white space between tokens, so a space can replace them. */
function messageLine(
  bytes: Uint8Array,
  problems: readonly Problem[],
  source: { file: string; line: number },
  subject: Subject,
): Uint8Array {
  const text = Buffer.from(bytes).toString();
  // The message itself, also when it stands in a line of an earlier rejects file.
  const { start, end } = locate(text, isReject(JSON.parse(text) as JsonObject, subject) ? subject.key : '');
  const own = text.slice(start, end).replace(/[\r\n]/g, ' ');
  const reasons = problems.map((problem) => ({ ...problem, status: problem.status || undefined }));
  return Buffer.from(
    `{"${subject.key}":${own},"errors":${JSON.stringify(reasons)},"source":${JSON.stringify(source)}}\n`,
  );
}

// The columns that a rejects file adds to those of its input, and how they are removed again.

const REJECT_COLUMNS: readonly string[] = ['_code', '_field', '_message', '_status', '_file', '_line'];

/** Removes the cells of an earlier rejects file from a record, if the header ends with their names. */
function withoutRejectCells(
  record: Uint8Array,
  header: Uint8Array,
  { delimiter, isQuoted, isEscaped }: Pick<Dialect, 'delimiter' | 'isQuoted' | 'isEscaped'>,
): Uint8Array {
  const names = REJECT_COLUMNS.map((name) => delimiter + name).join('');
  if (!Buffer.from(header).toString().trimEnd().endsWith(names)) return record;
  // Delimiters outside of quotes, searched from the front: from the end one cannot know whether a quote opens or
  // closes.
  const separators: number[] = [];
  const sign = Buffer.from(delimiter);
  let quoted = false;
  for (let i = 0; i < record.length; i++) {
    if (isEscaped && record[i] === 0x5c) i++;
    else if (isQuoted && record[i] === 0x22) quoted = !quoted;
    else if (!quoted && record[i] === sign[0] && sign.every((byte, k) => record[i + k] === byte))
      separators.push(i);
  }
  const cut = separators[separators.length - REJECT_COLUMNS.length];
  return cut === undefined ? record : record.subarray(0, cut);
}
