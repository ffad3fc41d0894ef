// What the first bytes of a file tell: compression, encoding, binary content, and which format it is in.
import { type Failure, inputFailure } from '../base/failure.ts';
import type { Format } from './types.ts';

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);

export const isGzip = (head: Uint8Array): boolean => startsWith(head, 0x1f, 0x8b);
export const hasUtf8Bom = (head: Uint8Array): boolean => startsWith(head, 0xef, 0xbb, 0xbf);

const KNOWN: readonly [magic: number[], what: string, hint: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'a zip archive or an Excel workbook (.xlsx)',
    'Save the sheet as "CSV UTF-8", or unzip the archive, and give that file.',
  ],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'an old Excel workbook (.xls)',
    'Save the sheet as "CSV UTF-8" and give that file.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document', 'Export the orders as CSV, JSON or NDJSON.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with zstd', 'Decompress it first: `zstd -d FILE`.'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2', 'Decompress it first: `bunzip2 FILE`.'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz', 'Decompress it first: `unxz FILE`.'],
];

/** Why these first bytes cannot be text in UTF-8, if so. */
export function headFault(file: string, head: Uint8Array): Failure | undefined {
  for (const [magic, what, hint] of KNOWN)
    if (startsWith(head, ...magic))
      return inputFailure('input.binary', `The file is ${what}`, {
        place: { file },
        expected: 'CSV, JSON or NDJSON, also gzip-compressed',
        found: what,
        hint,
      });
  const utf16 = utf16Kind(head);
  if (utf16)
    return inputFailure('input.encoding.utf16', `The file is encoded in ${utf16.toUpperCase()}`, {
      place: { file, byte: 0 },
      expected: 'UTF-8',
      found: utf16.toUpperCase(),
      hint: `Add --encoding ${utf16}, or save the file as UTF-8.`,
    });
  const zero = head.indexOf(0);
  if (zero === -1) return undefined;
  return inputFailure('input.binary', 'The file holds binary data', {
    place: { file, byte: zero },
    expected: 'CSV, JSON or NDJSON in UTF-8',
    found: 'a zero byte',
    hint: 'Export the orders as text (CSV, JSON or NDJSON) and give that file.',
  });
}

/** By byte order mark, or because every other byte of the beginning is zero as in western text. */
function utf16Kind(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  if (head.length < 8) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < 8; i++) if (head[i] === 0) zeros[i % 2]!++;
  if (zeros[1] === 4 && zeros[0] === 0) return 'utf-16le';
  return zeros[0] === 4 && zeros[1] === 0 ? 'utf-16be' : undefined;
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Index of the first byte that is no white space (after a byte order mark), or -1. */
export function firstContent(head: Uint8Array): number {
  return head.findIndex((byte, i) => !isSpace(byte) && !(i < 3 && hasUtf8Bom(head)));
}

/** The format by content; `whole` says that `head` is the whole file. The name decides only where content cannot. */
export function formatOf(name: string, head: Uint8Array, whole: boolean): Format {
  const first = firstContent(head);
  const byte = head[first];
  if (byte === 0x5b) return 'json';
  if (byte !== 0x7b) return 'csv';
  const end = head.indexOf(0x0a, first);
  if (end === -1 && !whole) return /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? 'ndjson' : 'json';
  try {
    JSON.parse(Buffer.from(head.subarray(first, end === -1 ? head.length : end)).toString());
  } catch {
    // A line that goes wrong in a file of lines is better explained as a line.
    return /\.(ndjson|jsonl)(\.gz)?$/i.test(name) || looksLikeLines(head, end) ? 'ndjson' : 'json';
  }
  // One value on the first line: with more behind it the file is one order per line.
  return end !== -1 && (!whole || firstContent(head.subarray(end)) !== -1) ? 'ndjson' : 'json';
}

/** The first line begins and ends as an object, and so does the next begin: lines, one of them broken. */
function looksLikeLines(head: Uint8Array, end: number): boolean {
  if (end < 0) return false;
  let last = end - 1;
  while (last > 0 && isSpace(head[last]!)) last--;
  return head[last] === 0x7d && head[end + 1] === 0x7b;
}
