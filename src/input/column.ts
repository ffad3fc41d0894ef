// A column of numbers, indexed by ordinal, that grows in chunks: a number of one of 3 million orders takes a few bytes,
// and growing copies no chunk.

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const BITS = 16;
const CHUNK = 1 << BITS;

/**
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
      this.chunks[number] = Float64Array.from(chunk, (narrow) => narrow * this.unit);
      this.chunks[number]![at] = value;
    }
  }

  clear(): void {
    this.chunks = [];
  }
}

export const bytes = (): Column => new Column((length) => new Uint8Array(length));
export const shorts = (): Column => new Column((length) => new Uint16Array(length));
/** Whole numbers from 0 to 2^32. */
export const counts = (): Column => new Column((length) => new Uint32Array(length));
/** Whole numbers of either sign: amounts of up to 21 million in cents. */
export const integers = (): Column => new Column((length) => new Int32Array(length));
/** Microseconds since the epoch. Most times are whole seconds, which take half the memory. */
export const instants = (): Column => new Column((length) => new Uint32Array(length), 1_000_000);
/** Microseconds since the epoch, rounded down to the day: two bytes each, up to the year 2149. */
export const days = (): Column => new Column((length) => new Uint16Array(length), 86_400_000_000);
