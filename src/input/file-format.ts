// What the bytes of a file are: its first ones show compression, encoding, binary content and format. All are decoded strictly,
// as UTF-8 or in the encoding of --encoding: a byte sequence that is not a character is reported with its byte and line.
import { type Failure, inputFailure, type Place } from '../basics/failure.ts';
import { badValue } from '../basics/units.ts';
import { Utf8Check } from '../basics/utf8.ts';
import type { FileReader } from '../platform/platform.ts';
import type { Format } from './types.ts';

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, i) => bytes[i] === byte);

export const isGzip = (head: Uint8Array): boolean => startsWith(head, 0x1f, 0x8b);
export const hasUtf8Bom = (head: Uint8Array): boolean => startsWith(head, 0xef, 0xbb, 0xbf);

/** What is no text, by its first bytes. */
const KNOWN: readonly (readonly [what: string, ...magic: number[]])[] = [
  ['a zip archive or an Excel workbook (.xlsx)', 0x50, 0x4b, 0x03, 0x04],
  ['an old Excel workbook (.xls)', 0xd0, 0xcf, 0x11, 0xe0],
  ['a picture (PNG)', 0x89, 0x50, 0x4e, 0x47],
  // At this point the file has been decompressed once.
  ['compressed with gzip twice', 0x1f, 0x8b],
  ['a PDF document', 0x25, 0x50, 0x44, 0x46],
  ['compressed with zstd', 0x28, 0xb5, 0x2f, 0xfd],
  ['compressed with bzip2', 0x42, 0x5a, 0x68],
  ['compressed with xz', 0xfd, 0x37, 0x7a, 0x58, 0x5a],
];

/** The reason why these first bytes cannot be UTF-8 text, if there is one. */
export function headFault(file: string, head: Uint8Array): Failure | undefined {
  for (const [what, ...magic] of KNOWN)
    if (startsWith(head, ...magic))
      return inputFailure('input.binary', `The file is ${what}`, {
        place: { file },
        expected: 'CSV, JSON or NDJSON, also gzip-compressed',
        found: what,
        hint: 'Save the sheet as "CSV UTF-8", or unpack the file, and give that one.',
      });
  const utf16 = utf16Mark(head) ?? utf16Unmarked(head);
  if (utf16) return utf16Fault(file, utf16);
  return isMarkup(head) ? markup(file) : undefined;
}

type Utf16 = 'utf-16le' | 'utf-16be';

/** The UTF-16 encoding that a byte order mark names. */
export function utf16Mark(head: Uint8Array): Utf16 | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(head, 0xfe, 0xff) ? 'utf-16be' : undefined;
}

export function utf16Fault(file: string, kind: Utf16) {
  return inputFailure('input.encoding.utf16', `The file is encoded in ${kind.toUpperCase()}`, {
    place: { file, byte: 0 },
    expected: 'UTF-8',
    found: kind.toUpperCase(),
    hint: `Give --encoding ${kind}, or save the file as UTF-8.`,
  });
}

/** True for a web page that was saved instead of the export: a sign-in page, or a table for Excel that is HTML. */
function isMarkup(head: Uint8Array): boolean {
  const first = firstContent(head);
  const text = Buffer.from(head.subarray(first, first + 200)).toString('latin1');
  return first >= 0 && /^<(!doctype|!--|\?xml|[a-z][a-z0-9:]*[\s>/])/i.test(text);
}

function markup(file: string) {
  return inputFailure('input.markup', 'The file is a web page (HTML) or XML, not a table', {
    place: { file, line: 1 },
    expected: 'CSV, JSON or NDJSON',
    found: 'HTML or XML',
    hint: 'Open it: it may be the sign-in or error page of your shop, then export again; a table for Excel has to be saved as "CSV UTF-8".',
  });
}

/** Detects UTF-16 without a byte order mark: in western text every other byte is zero. */
function utf16Unmarked(head: Uint8Array): Utf16 | undefined {
  if (head.length < 8) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < 8; i++) if (head[i] === 0) zeros[i % 2]!++;
  if (zeros[1] === 4 && zeros[0] === 0) return 'utf-16le';
  return zeros[0] === 4 && zeros[1] === 0 ? 'utf-16be' : undefined;
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Index of the first byte that is not white space (after a byte order mark), or -1. */
export function firstContent(head: Uint8Array): number {
  return head.findIndex((byte, i) => !isSpace(byte) && !(i < 3 && hasUtf8Bom(head)));
}

/**
 * The format by content; `whole` means that `head` is the whole file. The name decides only when the content does not.
 */
export function formatOf(name: string, head: Uint8Array, whole: boolean): Format {
  const first = firstContent(head);
  const byte = head[first];
  const lines = /\.(ndjson|jsonl)(\.gz)?$/i.test(name);
  if (byte === 0x5b) return 'json';
  // A file named .json that is not valid JSON gets the error messages for JSON.
  if (byte !== 0x7b) return lines ? 'ndjson' : /\.json(\.gz)?$/i.test(name) ? 'json' : 'csv';
  const end = head.indexOf(0x0a, first);
  if (end === -1 && !whole) return lines ? 'ndjson' : 'json';
  try {
    JSON.parse(Buffer.from(head.subarray(first, end === -1 ? head.length : end)).toString());
  } catch {
    // In a file of lines, a damaged line gets the error message for that line.
    return lines ? 'ndjson' : 'json';
  }
  // The first line is one complete value. When more text follows, the file has one order per line.
  return end !== -1 && (!whole || firstContent(head.subarray(end)) !== -1) ? 'ndjson' : 'json';
}

type Decoder = InstanceType<typeof TextDecoder>;

const NOTHING = new Uint8Array(0);

/** A decoder for `--encoding`, or undefined for UTF-8. @throws Failure exit 2 */
export function decoderFor(encoding: string | undefined): Decoder | undefined {
  if (encoding === undefined) return undefined;
  let decoder: Decoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw badValue(
      '--encoding',
      encoding,
      'an encoding such as utf-8, windows-1252, iso-8859-15 or utf-16le',
    );
  }
  return decoder.encoding === 'utf-8' ? undefined : decoder;
}

/**
 * The text, or undefined when some bytes are not text. Always decoded with `stream`, because Node 20 otherwise reads windows-1252
 * as ISO-8859-1. For bytes without a character, the tables of the encoding standard have control characters from U+0080 to
 * U+009F. They do not occur in real text: a file with them is in another encoding.
 */
function decoded(decoder: Decoder, bytes?: Uint8Array): string | undefined {
  try {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    return !decoder.encoding.startsWith('utf-16') && /[\u0080-\u009f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

export class Transcoder {
  private readonly decoder: Decoder;
  private line = 1;
  /** Of the bytes that were decoded. */
  private at = 0;

  constructor(
    private readonly file: string,
    private readonly encoding: string,
  ) {
    this.decoder = decoderFor(encoding)!;
  }

  /** Decodes line by line, so that the line of a fault is known. @throws Failure exit 6 */
  write(chunk: Uint8Array): string {
    let whole = '';
    const width = this.decoder.encoding === 'utf-16le' ? 2 : 1;
    for (let from = 0; from < chunk.length; ) {
      const feed = chunk.indexOf(LF, from);
      const end = feed < 0 ? chunk.length : feed + width;
      const bytes = chunk.subarray(from, end);
      const text = decoded(this.decoder, bytes);
      if (text === undefined) throw this.fault(bytes);
      if (text.includes('\n')) this.line++;
      this.at += bytes.length;
      whole += text;
      from = end;
    }
    return whole;
  }

  end(): string {
    const text = decoded(this.decoder);
    if (text === undefined) throw this.fault(NOTHING);
    return text;
  }

  private fault(bytes: Uint8Array) {
    const { encoding, file, line } = this;
    const decoder = decoderFor(encoding)!;
    const index = bytes.findIndex((_, i) => decoded(decoder, bytes.subarray(i, i + 1)) === undefined);
    const byte = bytes[index];
    const at = this.at + Math.max(0, index);
    return inputFailure('input.encoding.wrong', `The file is not in ${encoding}`, {
      place: { file, line, byte: decoder.encoding.startsWith('utf-16') ? at - (at % 2) : at },
      expected: encoding,
      found: byteText(byte) ?? 'the end of the file inside a character',
      hint: 'Try another --encoding (utf-8, windows-1252, iso-8859-15, shift_jis, utf-16le), or save the file as UTF-8.',
    });
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** So many zero bytes, or a hundredth of all, are left out of the cells of a text. */
const FEW_ZEROS = 8;

/** Checks that the input is text, chunk by chunk from the beginning. */
export class ByteCheck {
  private readonly utf8 = new Utf8Check();
  private at = 0;
  private zeros = 0;
  private firstZero = -1;

  /** `takesZeros`: a few zero bytes do no harm. */
  constructor(
    private readonly name: string,
    private readonly reader: FileReader,
    private readonly takesZeros = false,
  ) {}

  /** @throws Failure exit 6 for the first byte that is not text */
  write(chunk: Uint8Array): void {
    const bad = this.utf8.write(chunk);
    for (let zero = chunk.indexOf(0); zero >= 0; zero = chunk.indexOf(0, zero + 1))
      if (this.zeros++ === 0) this.firstZero = this.at + zero;
    this.at += chunk.length;
    const few = this.takesZeros ? Math.max(FEW_ZEROS, this.at / 100) : 0;
    if (this.zeros > few && (bad < 0 || this.firstZero < bad))
      throw inputFailure('input.binary', 'The file holds binary data', {
        place: this.placeOf(this.firstZero),
        expected: 'CSV, JSON or NDJSON in UTF-8',
        found: 'a zero byte',
        hint: 'Export the orders as text (CSV, JSON or NDJSON) and give that file.',
      });
    this.checkUtf8(bad);
  }

  /** @throws Failure exit 6 when the last character is cut off */
  end(): void {
    this.checkUtf8(this.utf8.end());
  }

  private checkUtf8(bad: number): void {
    if (bad < 0) return;
    throw inputFailure('input.encoding.utf8', 'The file is not in UTF-8', {
      place: this.placeOf(bad),
      expected: 'UTF-8',
      found: byteText(this.reader.read(bad, 1)[0]),
      hint: 'Save the file as UTF-8, or name its encoding: --encoding windows-1252 (Excel in western Europe and America), windows-1250 (central Europe), shift_jis (Japan), or macintosh.',
    });
  }

  private placeOf(offset: number): Place {
    let line = 1;
    let after = 0;
    for (let at = 0; at < offset; ) {
      const bytes = this.reader.read(at, Math.min(1024 * 1024, offset - at));
      if (bytes.length === 0) break;
      for (const byte of bytes) {
        if (byte === CR || (byte === LF && after !== CR)) line++;
        after = byte;
      }
      at += bytes.length;
    }
    return { file: this.name, line, byte: offset };
  }
}

export const byteText = (byte: number | undefined): string | undefined =>
  byte === undefined ? undefined : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
