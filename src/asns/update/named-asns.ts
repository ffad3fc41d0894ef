// What an update names: a list of ASN numbers (one per line, or a table with the column asn_number and, if needed,
// program_identifier), or a file with the whole shape of one ASN.
import path from 'node:path';
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { csvRows } from '../../input/csv-records.ts';
import { textOfFile } from '../../input/file-text.ts';
import { openReader } from '../../input/open-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Folders } from '../../storage/folders.ts';
import type { ReadAsn } from '../input/asn-rows.ts';
import { ASNS, type AsnSource, openAsnSource } from '../input/read.ts';
import { checkSameNumber, type NewBody } from './plan-update.ts';
import type { AsnToUpdate } from './update-rows.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const COLUMNS = ['asn_number', 'program_identifier'];

/** Reads a list, without duplicates, in the order of the file; `-` is stdin. @throws Failure exit 6 */
export async function readNumbers(platform: Platform, name: string) {
  const bytes = await bytesOf(platform, name);
  const text = textOfFile(bytes, name);
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
  const reader =
    name === '-' ? undefined : openReader(platform, name, path.resolve(platform.cwd, name), ASNS);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of reader?.stream() ?? platform.terminal.stdin()) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES)
        throw inputFailure(
          'input.size',
          `${quote(name)} is larger than a list of ASN numbers can be (64 MiB)`,
          {
            place: { file: name },
            hint: 'Check that this is the right file.',
          },
        );
    }
    return Buffer.concat(chunks);
  } finally {
    reader?.close();
  }
}

function lines(text: string): AsnToUpdate[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => ({ number: line.trim(), program: undefined }))
    .filter(({ number }) => number !== '');
}

function table(file: string, text: string): AsnToUpdate[] {
  const [head, ...rows] = csvRows(text, file);
  const columns = columnsOf(file, head?.cells ?? []);
  return rows.flatMap(({ cells }) => {
    const cell = (name: string) => cells[columns.get(name) ?? -1]?.trim() || undefined;
    const number = cell('asn_number');
    return number === undefined ? [] : [{ number, program: cell('program_identifier') }];
  });
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

/**
 * Reads the ASN with that number, complete, with the places of its fields; the caller closes the input. @throws Failure exit 2 when the file has another one, exit 6 when it cannot
 * be read
 */
export async function wholeShape(
  platform: Platform,
  folders: Folders,
  source: AsnSource,
  subject: AsnToUpdate,
) {
  const file = source.path;
  const input = await openAsnSource(platform, folders, source);
  try {
    const all: ReadAsn[] = [];
    for await (const asn of input.read()) all.push(asn);
    const isMeant = ({ raw }: ReadAsn) =>
      isObject(raw) && raw['asn_number'] === subject.number && isOf(raw, subject);
    // A file with one ASN is that one: the error says how it differs.
    const meant = all.length === 1 ? all : all.filter(isMeant);
    const [asn, other] = meant;
    if (!asn || other)
      throw usageFailure(
        asn ? 'asn.twice' : 'asn.number.mismatch',
        `${quote(file)} holds ASN ${quote(subject.number)} ${meant.length} times`,
        { place: { file }, hint: 'Check number and file, or name the program with --program.' },
      );
    checkSameNumber(asn.raw, subject);
    const program = isObject(asn.raw) ? asn.raw['program_identifier'] : undefined;
    const key = { number: subject.number, program: typeof program === 'string' ? program : '' };
    const body: NewBody = { kind: 'whole', asn: asn.raw, key, findings: asn.findings };
    return { asn, input, body };
  } catch (error) {
    input.close();
    throw error;
  }
}

const isOf = (asn: Record<string, unknown>, { program }: AsnToUpdate) =>
  program === undefined || asn['program_identifier'] === program;
