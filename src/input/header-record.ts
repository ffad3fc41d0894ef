// Reads the first record of a CSV file for each possible delimiter without csv-parse, whose parser runs a tenth slower
// once a process has made a second one. The first pass reads the header again with csv-parse, so no decision depends on
// this file alone.

export interface HeaderRecord {
  readonly names: readonly string[];
  readonly line: number;
  /** Byte range including the record's delimiter, without byte order mark and blank lines before it. */
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Undefined when the record does not end within `head` or its quotes are wrong. `whole`: `head` is the whole file. Rows
 * that consist of delimiters only are blank lines, above the header, too.
 */
export function headerRecord(
  head: Uint8Array,
  from: number,
  delimiter: string,
  whole: boolean,
): HeaderRecord | undefined {
  const sign = Buffer.from(delimiter);
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const isSign = (at: number) => sign.every((byte, k) => bytes[at + k] === byte);
  let record: HeaderRecord | undefined;
  do record = recordAt(bytes, record?.end ?? from, record ? record.line + 1 : 1, isSign, sign.length, whole);
  while (record && record.end < bytes.length && record.names.every((name) => name === ''));
  return record;
}

function recordAt(
  bytes: Buffer,
  from: number,
  firstLine: number,
  isSign: (at: number) => boolean,
  signLength: number,
  whole: boolean,
): HeaderRecord | undefined {
  let at = from;
  let line = firstLine;
  for (; bytes[at] === CR || bytes[at] === LF; at++) if (bytes[at] === LF || bytes[at + 1] !== LF) line++;
  const start = at;
  const names: string[] = [];
  for (;;) {
    const begin = at;
    if (bytes[at] === QUOTE) {
      for (at++; at < bytes.length; at++) {
        if (bytes[at] !== QUOTE) continue;
        if (bytes[at + 1] !== QUOTE) break;
        at++;
      }
      if (at >= bytes.length) return undefined;
      names.push(bytes.toString('utf8', begin + 1, at).replaceAll('""', '"'));
      at++;
    } else {
      while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR && !isSign(at)) {
        if (bytes[at] === QUOTE) return undefined;
        at++;
      }
      names.push(bytes.toString('utf8', begin, at));
    }
    if (at >= bytes.length) return whole ? { names, line, start, end: at } : undefined;
    if (bytes[at] === LF) return { names, line, start, end: at + 1 };
    if (bytes[at] === CR) return { names, line, start, end: bytes[at + 1] === LF ? at + 2 : at + 1 };
    if (!isSign(at)) return undefined;
    at += signLength;
  }
}
