// Strict UTF-8 check over a stream of chunks: finds the offset of the first invalid byte.
import { isUtf8 } from 'node:buffer';
import { firstNotUtf8 } from './text.ts';

/** Takes the chunks in order; returns the offset of the first byte that is not UTF-8, or -1. */
export class Utf8Check {
  private offset = 0;
  /** The first bytes of a character that continues in the next chunk. */
  private incomplete: Uint8Array = new Uint8Array(0);

  write(chunk: Uint8Array): number {
    const bytes = this.incomplete.length === 0 ? chunk : Buffer.concat([this.incomplete, chunk]);
    const end = bytes.length - cutOff(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return this.offset + firstNotUtf8(bytes);
    this.offset += end;
    this.incomplete = bytes.slice(end);
    return -1;
  }

  end(): number {
    return this.incomplete.length === 0 ? -1 : this.offset;
  }
}

/** Number of bytes (0 to 3) at the end that begin a character without completing it. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0;
  }
  return 0;
}

const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);
