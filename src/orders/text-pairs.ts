// Pairs of texts in memory, packed in chunks: a million characters of JSON take some 100 kB.
import type { Packing } from '../platform/platform.ts';

/** Bytes that are packed together, and come back together. */
const CHUNK = 1 << 18;
/** Before each pair: how many bytes its texts have. */
const LENGTHS = 8;
/** Most bytes that a character takes. */
const WIDEST = 3;

export class TextPairs {
  private chunks: Uint8Array[] = [];
  private open = Buffer.alloc(0);
  private used = 0;
  /** Of the chunks, packed. */
  bytes = 0;

  constructor(private readonly packing: Packing) {}

  add(first: string, second: string): void {
    const most = LENGTHS + WIDEST * (first.length + second.length);
    if (this.used + most > this.open.length) {
      this.close();
      if (this.open.length < most) this.open = Buffer.allocUnsafe(Math.max(CHUNK, most));
    }
    const { open, used } = this;
    const firstBytes = open.write(first, used + LENGTHS);
    const secondBytes = open.write(second, used + LENGTHS + firstBytes);
    open.writeUInt32LE(firstBytes, used);
    open.writeUInt32LE(secondBytes, used + 4);
    this.used = used + LENGTHS + firstBytes + secondBytes;
  }

  /** What was added last is packed, too. */
  close(): void {
    if (this.used === 0) return;
    const chunk = this.packing.pack(this.open.subarray(0, this.used));
    this.used = 0;
    this.bytes += chunk.length;
    this.chunks.push(chunk);
  }

  /** All pairs in their order, a chunk at a time; what was handed out is gone. */
  async *take(): AsyncGenerator<(readonly [first: string, second: string])[]> {
    this.close();
    this.open = Buffer.alloc(0);
    for (let next = this.chunks.shift(); next; next = this.chunks.shift()) {
      const bytes = Buffer.from(await this.packing.unpack(next));
      const pairs: [string, string][] = [];
      for (let at = 0; at < bytes.length; ) {
        const middle = at + LENGTHS + bytes.readUInt32LE(at);
        const end = middle + bytes.readUInt32LE(at + 4);
        // Each text by itself: a foreign letter in one must not make all of them twice as wide.
        pairs.push([bytes.toString('utf8', at + LENGTHS, middle), bytes.toString('utf8', middle, end)]);
        at = end;
      }
      yield pairs;
    }
  }
}
