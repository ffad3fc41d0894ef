// A column of numbers by slot that grows in chunks: 3 million orders cost a few bytes each and no copy of everything.

type Numbers = Uint8Array | Uint16Array | Float64Array;

const CHUNK = 1 << 16;

export class Column {
  private readonly chunks: Numbers[] = [];

  constructor(private readonly make: (length: number) => Numbers) {}

  get(slot: number): number {
    return this.chunks[slot >>> 16]?.[slot & (CHUNK - 1)] ?? 0;
  }

  set(slot: number, value: number): void {
    const chunk = slot >>> 16;
    while (this.chunks.length <= chunk) this.chunks.push(this.make(CHUNK));
    this.chunks[chunk]![slot & (CHUNK - 1)] = value;
  }
}

export const bytes = (): Column => new Column((length) => new Uint8Array(length));
export const shorts = (): Column => new Column((length) => new Uint16Array(length));
export const doubles = (): Column => new Column((length) => new Float64Array(length));
