// Finds bytes that are not valid UTF-8, and the line of the first one.
import { type Failure, inputFailure, type Place } from '../basics/failure.ts';
import { Utf8Check } from '../basics/utf8.ts';
import type { FileReader } from '../platform/platform.ts';

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
