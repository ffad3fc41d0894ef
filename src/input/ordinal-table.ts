// An open-addressing hash table of ordinals that grows by 1/256 at a time, so that growing never doubles the memory.

const PARTS = 256;
const FIRST_SIZE = 8;
const POSITION = 0xff_ffff;

/**
 * Holds ordinals only; the caller knows their hashes and compares them. An index combines part and position. Start at
 * `start(hash)` and go on with `after` until `get` returns the ordinal that is looked for, or -1.
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

  start(hash: number): number {
    const part = hash >>> 24;
    return part * 2 ** 24 + home(hash, this.parts[part]!.length);
  }

  after(index: number): number {
    const part = index >>> 24;
    const next = (index & POSITION) + 1;
    return part * 2 ** 24 + (next === this.parts[part]!.length ? 0 : next);
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
