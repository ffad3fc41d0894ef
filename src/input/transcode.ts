// Decodes bytes strictly, as UTF-8 or in the encoding of --encoding: a byte sequence that is not a character is reported with its byte
// and line.
import { type Failure, inputFailure, type Place } from '../basics/failure.ts';
import { badValue } from '../basics/units.ts';
import { Utf8Check } from '../basics/utf8.ts';
import type { FileReader } from '../platform/platform.ts';

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

  private fault(bytes: Uint8Array): Failure {
    const { encoding, file, line } = this;
    const decoder = decoderFor(encoding)!;
    const index = bytes.findIndex((_, i) => decoded(decoder, bytes.subarray(i, i + 1)) === undefined);
    const byte = bytes[index];
    const at = this.at + Math.max(0, index);
    return inputFailure('input.encoding.wrong', `The file is not in ${encoding}`, {
      place: { file, line, byte: decoder.encoding.startsWith('utf-16') ? at - (at % 2) : at },
      expected: encoding,
      found:
        byte === undefined
          ? 'the end of the file inside a character'
          : `the byte 0x${byte.toString(16).padStart(2, '0')}`,
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
