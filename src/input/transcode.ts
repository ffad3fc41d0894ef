// Decodes bytes strictly, as UTF-8 or in the encoding of --encoding: a byte sequence that is not a character is reported with its byte
// and line.
import { type Failure, inputFailure, type Place } from '../basics/failure.ts';
import { badValue } from '../basics/units.ts';
import { Utf8Check } from '../basics/utf8.ts';
import type { FileReader } from '../platform/platform.ts';

type Decoder = InstanceType<typeof TextDecoder>;

const NOTHING = new Uint8Array(0);
const MOST_HELD = 1024 * 1024;

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

export class Transcoder {
  private readonly decoder: Decoder;
  private readonly isUtf16: boolean;
  /** The bytes since the last line end, their offset, and their line. */
  private held: Uint8Array = NOTHING;
  private heldAt = 0;
  private line = 1;

  constructor(
    private readonly file: string,
    private readonly encoding: string,
  ) {
    this.decoder = decoderFor(encoding)!;
    this.isUtf16 = this.decoder.encoding.startsWith('utf-16');
  }

  /** @throws Failure exit 6 */
  write(chunk: Uint8Array): string {
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    const text = this.decode(this.decoder, chunk);
    if (text === undefined) throw this.fault(bytes);
    this.hold(bytes);
    return text;
  }

  end(): string {
    const text = this.decode(this.decoder);
    if (text === undefined) throw this.fault(this.held);
    return text;
  }

  /**
   * The text, or undefined when some bytes are not text. Always decoded with `stream`, because Node 20 otherwise reads
   * windows-1252 as ISO-8859-1. For bytes without a character, the tables of the encoding standard have control
   * characters from U+0080 to U+009F. They do not occur in real text: a file with them is in another encoding.
   */
  private decode(decoder: Decoder, chunk?: Uint8Array): string | undefined {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
      return !this.isUtf16 && /[\u0080-\u009f]/.test(text) ? undefined : text;
    } catch {
      return undefined;
    }
  }

  /**
   * Stores the bytes in which the position of a fault in the next chunk is searched. They begin at a character
   * boundary.
   */
  private hold(bytes: Uint8Array): void {
    let from = 0;
    const step = this.isUtf16 ? 2 : 1;
    for (let at = 0; at + step <= bytes.length; at += step) {
      const sign = this.signAt(bytes, at);
      if (sign !== 0x0a && sign !== 0x0d) continue;
      // A CRLF is one line end, even when a chunk ends inside it.
      const next = at + step;
      if (sign === 0x0d && (next + step > bytes.length || this.signAt(bytes, next) === 0x0a)) continue;
      this.line++;
      from = next;
    }
    // In a very long line the fault is reported by line only.
    if (bytes.length - from > MOST_HELD) from = bytes.length - (bytes.length % step);
    this.held = bytes.slice(from);
    this.heldAt += from;
  }

  private signAt(bytes: Uint8Array, at: number): number {
    if (!this.isUtf16) return bytes[at]!;
    const [low, high] =
      this.decoder.encoding === 'utf-16le' ? [bytes[at]!, bytes[at + 1]!] : [bytes[at + 1]!, bytes[at]!];
    return low | (high << 8);
  }

  private fault(bytes: Uint8Array): Failure {
    const decoder = decoderFor(this.encoding)!;
    let line = this.line;
    let before = '';
    let at = 0;
    for (; at < bytes.length; at++) {
      const text = this.decode(decoder, bytes.subarray(at, at + 1));
      if (text === undefined) break;
      for (const sign of text) {
        if (sign === '\r' || (sign === '\n' && before !== '\r')) line++;
        before = sign;
      }
    }
    if (this.isUtf16) at -= at % 2;
    const found = bytes[at];
    return inputFailure('input.encoding.wrong', `The file is not in ${this.decoder.encoding}`, {
      place: { file: this.file, line, byte: this.heldAt + at },
      expected: this.decoder.encoding,
      found:
        found === undefined
          ? 'the end of the file inside a character'
          : `the byte 0x${found.toString(16).padStart(2, '0')}`,
      hint: 'Try another --encoding (utf-8, windows-1252, iso-8859-15, utf-16le), or save the file as UTF-8.',
    });
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** Checks that the input is text, chunk by chunk from the beginning. */
export class ByteCheck {
  private readonly utf8 = new Utf8Check();
  private at = 0;

  constructor(
    private readonly name: string,
    private readonly reader: FileReader,
  ) {}

  /** @throws Failure exit 6 for the first byte that is not text */
  write(chunk: Uint8Array): void {
    const bad = this.utf8.write(chunk);
    const zero = chunk.indexOf(0);
    if (zero >= 0 && (bad < 0 || this.at + zero < bad))
      throw zeroByte(this.name, this.reader, this.at + zero);
    if (bad >= 0) throw notUtf8(this.name, this.reader, bad);
    this.at += chunk.length;
  }

  /** @throws Failure exit 6 when the last character is cut off */
  end(): void {
    const bad = this.utf8.end();
    if (bad >= 0) throw notUtf8(this.name, this.reader, bad);
  }
}

function notUtf8(name: string, reader: FileReader, offset: number): Failure {
  const [byte] = reader.read(offset, 1);
  return inputFailure('input.encoding.utf8', 'The file is not in UTF-8', {
    place: placeOf(name, reader, offset),
    expected: 'UTF-8',
    ...(byte === undefined ? {} : { found: `the byte 0x${byte.toString(16).padStart(2, '0')}` }),
    hint: 'Save the file as UTF-8, or name its encoding: --encoding windows-1252 (Excel in western Europe and America), iso-8859-15, or macintosh.',
  });
}

function zeroByte(name: string, reader: FileReader, offset: number): Failure {
  return inputFailure('input.binary', 'The file holds binary data', {
    place: placeOf(name, reader, offset),
    expected: 'CSV, JSON or NDJSON in UTF-8',
    found: 'a zero byte',
    hint: 'Export the orders as text (CSV, JSON or NDJSON) and give that file.',
  });
}

function placeOf(file: string, reader: FileReader, offset: number): Place {
  let line = 1;
  let after = 0;
  for (let at = 0; at < offset; ) {
    const bytes = reader.read(at, Math.min(1024 * 1024, offset - at));
    if (bytes.length === 0) break;
    for (const byte of bytes) {
      if (byte === CR || (byte === LF && after !== CR)) line++;
      after = byte;
    }
    at += bytes.length;
  }
  return { file, line, byte: offset };
}
