// Compact stores for numbers of millions of snapshots, by ordinal: a column of numbers, and a hash table that finds an ordinal
// again by the hash of a text.

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const BITS = 16;
const CHUNK = 1 << BITS;

/**
 * Grows in chunks: each number takes a few bytes, also for 3 million orders, and growing copies no chunk.
 * Stores numbers as multiples of `unit` in the array type that `make` returns. When a number does not fit into it (a
 * fraction of the unit, or too large), its chunk is converted to doubles; the other chunks stay as they are.
 */
export class Column {
  private chunks: Numbers[] = [];

  constructor(
    private readonly make: (length: number) => Numbers,
    private readonly unit = 1,
  ) {}

  /** 0 where no number was set. */
  get(ordinal: number): number {
    const chunk = this.chunks[ordinal >>> BITS];
    if (chunk === undefined) return 0;
    const value = chunk[ordinal & (CHUNK - 1)]!;
    return this.unit === 1 || chunk instanceof Float64Array ? value : value * this.unit;
  }

  set(ordinal: number, value: number): void {
    const number = ordinal >>> BITS;
    while (this.chunks.length <= number) this.chunks.push(this.make(CHUNK));
    const chunk = this.chunks[number]!;
    const at = ordinal & (CHUNK - 1);
    if (chunk instanceof Float64Array) chunk[at] = value;
    else {
      const before = chunk[at]!;
      chunk[at] = value / this.unit;
      if (chunk[at]! * this.unit === value) return;
      chunk[at] = before;
      const wide = new Float64Array(chunk);
      if (this.unit !== 1) for (let i = 0; i < CHUNK; i++) wide[i]! *= this.unit;
      wide[at] = value;
      this.chunks[number] = wide;
    }
  }

  clear(): void {
    this.chunks = [];
  }
}

export const bytes = () => new Column((length) => new Uint8Array(length));
export const shorts = () => new Column((length) => new Uint16Array(length));
/** Whole numbers from 0 to 2^32. */
export const counts = () => new Column((length) => new Uint32Array(length));
/** Microseconds since the epoch. Most times are whole seconds, which take half the memory. */
export const instants = () => new Column((length) => new Uint32Array(length), 1_000_000);
const PARTS = 256;
const FIRST_SIZE = 8;
const POSITION = 0xff_ffff;

/**
 * An open-addressing hash table that grows by 1/256 at a time, so that growing never doubles the memory.
 * Holds ordinals only; the caller knows their hashes and compares them. An index combines part and position.
 */
export class OrdinalTable {
  private parts: Uint32Array[] = [];
  private readonly counts = new Uint32Array(PARTS);

  constructor(private readonly hashOf: (ordinal: number) => number) {
    this.clear();
  }

  clear(): void {
    this.parts = Array.from({ length: PARTS }, () => new Uint32Array(FIRST_SIZE));
    this.counts.fill(0);
  }

  /** The index of the ordinal with this hash that is looked for, or the free one where it would stand. */
  find(hash: number, isIt: (ordinal: number) => boolean): number {
    const number = hash >>> 24;
    const part = this.parts[number]!;
    let at = home(hash, part.length);
    while (part[at] !== 0 && !isIt(part[at]! - 1)) at = at + 1 === part.length ? 0 : at + 1;
    return number * 2 ** 24 + at;
  }

  /** The ordinal at an index, or -1 where it is free. */
  get(index: number): number {
    return this.parts[index >>> 24]![index & POSITION]! - 1;
  }

  replace(index: number, ordinal: number): void {
    this.parts[index >>> 24]![index & POSITION] = ordinal + 1;
  }

  /** Stores an ordinal at a free index that a search found. Earlier indexes are invalid afterwards. */
  insert(index: number, ordinal: number): void {
    const number = index >>> 24;
    const part = this.parts[number]!;
    part[index & POSITION] = ordinal + 1;
    const count = this.counts[number]! + 1;
    this.counts[number] = count;
    if (count * 4 > part.length * 3) this.parts[number] = this.grown(part);
  }

  private grown(part: Uint32Array): Uint32Array {
    const size = Math.ceil(part.length * 1.5);
    const wide = new Uint32Array(size);
    for (const entry of part) {
      if (entry === 0) continue;
      let at = home(this.hashOf(entry - 1), size);
      while (wide[at] !== 0) at = at + 1 === size ? 0 : at + 1;
      wide[at] = entry;
    }
    return wide;
  }
}

/** First position for a hash in a part of any size: its lower 24 bits, scaled. */
const home = (hash: number, size: number): number => Math.floor(((hash & 0xff_ffff) * size) / 2 ** 24);
