// A list of ASN numbers: one per line, or a table with the column asn_number and, if needed,
// program_identifier.
import path from 'node:path';
import { inputFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { CsvRecords } from '../../input/csv-records.ts';
import type { Platform } from '../../platform/platform.ts';

export interface ListedNumber {
  readonly number: string;
  readonly program: string | undefined;
  readonly line: number;
}

export interface NumberList {
  /** Without duplicates, in the order of the file. */
  readonly numbers: readonly ListedNumber[];
  readonly file: {
    readonly path: string;
    readonly bytes: number;
    readonly rows: number;
    readonly sha256: string;
  };
}

const MOST_BYTES = 64 * 1024 * 1024;
const COLUMNS = ['asn_number', 'program_identifier'];

/** Reads a list; `-` is stdin. @throws Failure exit 6 */
export async function readNumbers(platform: Platform, name: string): Promise<NumberList> {
  const bytes = await bytesOf(platform, name);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw inputFailure('input.encoding', `${quote(name)} is not UTF-8`, {
      place: { file: name },
      hint: 'Save the list as UTF-8.',
    });
  }
  const all = /^[^\r\n]*\basn_number\b/.test(text) ? table(name, text) : lines(text);
  const seen = new Set<string>();
  const numbers = all.filter(({ number, program }) => {
    const key = JSON.stringify([number, program ?? null]);
    return seen.size < seen.add(key).size;
  });
  if (numbers.length === 0)
    throw inputFailure('input.empty', `${quote(name)} names no ASN`, {
      place: { file: name },
      hint: 'Write one ASN number a line, or a CSV file with the column asn_number.',
    });
  const sha256 = platform.crypto.sha256(bytes);
  return { numbers, file: { path: name, bytes: bytes.length, rows: all.length, sha256 } };
}

async function bytesOf(platform: Platform, name: string): Promise<Uint8Array> {
  const tooLarge = () =>
    inputFailure('input.size', `${quote(name)} is larger than a list of ASN numbers can be (64 MiB)`, {
      place: { file: name },
      hint: 'Check that this is the right file.',
    });
  if (name === '-') {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of platform.terminal.stdin()) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) throw tooLarge();
    }
    return Buffer.concat(chunks);
  }
  const file = path.resolve(platform.cwd, name);
  const stat = platform.files.stat(file);
  if (stat?.kind === 'directory')
    throw inputFailure('input.file.folder', `${quote(name)} is a folder, not a list of ASN numbers`, {
      place: { file: name },
      hint: 'Name the file with the numbers.',
    });
  if (stat?.kind !== 'file')
    throw inputFailure('input.file.missing', `There is no file ${quote(name)}`, {
      place: { file: name },
      hint: `Check the path; it was looked for at ${file}.`,
    });
  if (stat.size > MOST_BYTES) throw tooLarge();
  const reader = platform.files.open(file);
  try {
    return reader.read(0, stat.size);
  } finally {
    reader.close();
  }
}

function lines(text: string): ListedNumber[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: line.trim(), program: undefined, line: index + 1 }))
    .filter(({ number }) => number !== '');
}

function table(file: string, text: string): ListedNumber[] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t', '|'].find((sign) => first.includes(sign)) ?? ',';
  let columns: Map<string, number> | undefined;
  const found: ListedNumber[] = [];
  const records = new CsvRecords(file, delimiter, (cells, line) => {
    if (!columns) {
      columns = columnsOf(file, cells);
      return;
    }
    const cell = (name: string) => cells[columns?.get(name) ?? -1]?.trim() || undefined;
    const number = cell('asn_number');
    if (number !== undefined) found.push({ number, program: cell('program_identifier'), line });
  });
  records.write(Buffer.from(text));
  records.end();
  return found;
}

function columnsOf(file: string, names: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [index, raw] of names.entries()) {
    const name = raw.trim();
    const meant = meantText(name, COLUMNS);
    // Other columns of an export are ignored, but a misspelt program_identifier must be reported.
    if (!COLUMNS.includes(name) && meant)
      throw inputFailure('input.header.unknown', `Unknown column ${quote(name)}.${meant}`, {
        place: { file, line: 1, column: index + 1 },
        hint: `Columns of a list: ${COLUMNS.join(', ')}.`,
      });
    if (COLUMNS.includes(name)) columns.set(name, index);
  }
  return columns;
}
