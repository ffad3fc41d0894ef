// The dense memory of the survey: which snapshots there are, how many rows each has, which one of an order is the latest.
// No texts are kept: an identifier is 64 bits of hash, a snapshot about 33 bytes whatever its size.
import { SlotTable } from './slot-table.ts';

/** What the survey counted. */
export interface Tally {
  /** Rows of a snapshot stand apart: read again in counted mode. */
  readonly scattered: boolean;
  readonly snapshots: number;
  readonly orders: number;
  readonly rows: number;
  /**
   * False when another snapshot of the same order has a later updated_at, or the same and stands further down.
   * Always true for a snapshot whose updated_at is unreadable: it is known to be wrong, not to be older.
   */
  isLatest(slot: number): boolean;
  rowsOf(slot: number): number;
  /** Line (from 1) and index of the file of the snapshot's first row. */
  firstOf(slot: number): { readonly file: number; readonly line: number };
  /** True when another snapshot had the same updated_at and other content, and this one came later. */
  hasConflict(slot: number): boolean;
}

/** What tells snapshots apart. `content` is 0 for rows of a table, which are one snapshot whatever they hold. */
export interface SnapshotKey {
  id1: number;
  id2: number;
  /** Microseconds, or a stand-in for unreadable text: see `unreadableInstant`. */
  instant: number;
  content1: number;
  content2: number;
}

const CHUNK_BITS = 15;
const CHUNK = 1 << CHUNK_BITS;
const MASK = CHUNK - 1;
const SUPERSEDED = 0x8000_0000;
const CONFLICT = 0x4000_0000;
const ROWS = 0x3fff_ffff;

const UNREADABLE = -(2 ** 62);

/** A number below every instant, different for different texts (their hash): unreadable ones never look later. */
export const unreadableInstant = (hash: number): number => UNREADABLE - hash * 4096;
const isReadable = (instant: number): boolean => instant > UNREADABLE;

class Chunk {
  readonly id1 = new Uint32Array(CHUNK);
  readonly id2 = new Uint32Array(CHUNK);
  readonly instant = new Float64Array(CHUNK);
  /** Row count, with the two flags on top. */
  readonly meta = new Uint32Array(CHUNK);
  readonly line = new Uint32Array(CHUNK);
  readonly file = new Uint16Array(CHUNK);
  // Only orders from JSON have content of their own.
  content: Uint32Array | undefined;
}

export class SurveyTally implements Tally {
  scattered = false;
  snapshots = 0;
  orders = 0;
  rows = 0;
  private chunks: Chunk[] = [];
  /** Order id -> its latest snapshot. */
  private readonly latest = new SlotTable((slot) => this.chunkOf(slot).id1[slot & MASK]!);
  /** Id, instant and content -> a snapshot that is not (or was once not) the latest of its order. */
  private readonly others = new SlotTable((slot) => {
    const chunk = this.chunkOf(slot);
    const i = slot & MASK;
    return otherHash(chunk.id1[i]!, chunk.instant[i]!, chunk.content?.[i * 2] ?? 0);
  });

  isLatest(slot: number): boolean {
    return (this.chunkOf(slot).meta[slot & MASK]! & SUPERSEDED) === 0;
  }

  hasConflict(slot: number): boolean {
    return (this.chunkOf(slot).meta[slot & MASK]! & CONFLICT) !== 0;
  }

  rowsOf(slot: number): number {
    return this.chunkOf(slot).meta[slot & MASK]! & ROWS;
  }

  firstOf(slot: number): { file: number; line: number } {
    const chunk = this.chunkOf(slot);
    return { file: chunk.file[slot & MASK]!, line: chunk.line[slot & MASK]! };
  }

  addRows(slot: number, count: number): void {
    this.chunkOf(slot).meta[slot & MASK]! += count;
    this.rows += count;
  }

  /** The slot of a snapshot, or -1 when it was never entered. */
  find(key: SnapshotKey): number {
    const latest = this.latest.get(this.latestIndex(key));
    if (latest < 0) return -1;
    if (this.isSame(latest, key)) return latest;
    return this.others.get(this.otherIndex(key));
  }

  /** The slot of a snapshot, made when it is new. A known one of equal instant moves up to be the latest again. */
  enter(key: SnapshotKey, file: number, line: number): number {
    const index = this.latestIndex(key);
    const latest = this.latest.get(index);
    if (latest < 0) {
      const slot = this.newSlot(key, file, line);
      this.orders++;
      this.latest.insert(index, slot);
      return slot;
    }
    if (this.isSame(latest, key)) return latest;
    const known = this.others.get(this.otherIndex(key));
    const slot = known < 0 ? this.newSlot(key, file, line) : known;
    const before = this.chunkOf(latest).instant[latest & MASK]!;
    const both = isReadable(before) && isReadable(key.instant);
    if (isReadable(key.instant) && key.instant >= before) {
      this.latest.replace(index, slot);
      this.addOther(latest);
      this.unmark(slot, SUPERSEDED);
      if (both) this.mark(latest, SUPERSEDED);
      if (key.instant === before) this.mark(slot, CONFLICT);
    } else if (known < 0) {
      this.addOther(slot);
      if (both) this.mark(slot, SUPERSEDED);
    }
    return slot;
  }

  clear(): void {
    this.scattered = false;
    this.snapshots = 0;
    this.orders = 0;
    this.rows = 0;
    this.chunks = [];
    this.latest.clear();
    this.others.clear();
  }

  private newSlot(key: SnapshotKey, file: number, line: number): number {
    const slot = this.snapshots++;
    if ((slot & MASK) === 0) this.chunks.push(new Chunk());
    const chunk = this.chunkOf(slot);
    const i = slot & MASK;
    chunk.id1[i] = key.id1;
    chunk.id2[i] = key.id2;
    chunk.instant[i] = key.instant;
    chunk.line[i] = line;
    chunk.file[i] = file;
    if (key.content1 !== 0 || key.content2 !== 0) {
      chunk.content ??= new Uint32Array(CHUNK * 2);
      chunk.content[i * 2] = key.content1;
      chunk.content[i * 2 + 1] = key.content2;
    }
    return slot;
  }

  private chunkOf(slot: number): Chunk {
    return this.chunks[slot >>> CHUNK_BITS]!;
  }

  private isSame(slot: number, key: SnapshotKey): boolean {
    const chunk = this.chunkOf(slot);
    const i = slot & MASK;
    return (
      chunk.id1[i] === key.id1 &&
      chunk.id2[i] === key.id2 &&
      chunk.instant[i] === key.instant &&
      (chunk.content?.[i * 2] ?? 0) === key.content1 &&
      (chunk.content?.[i * 2 + 1] ?? 0) === key.content2
    );
  }

  private latestIndex(key: SnapshotKey): number {
    const table = this.latest;
    let index = table.start(key.id1);
    for (let slot = table.get(index); slot >= 0; index = table.after(index), slot = table.get(index)) {
      const chunk = this.chunkOf(slot);
      if (chunk.id1[slot & MASK] === key.id1 && chunk.id2[slot & MASK] === key.id2) break;
    }
    return index;
  }

  private otherIndex(key: SnapshotKey): number {
    const table = this.others;
    let index = table.start(otherHash(key.id1, key.instant, key.content1));
    for (let slot = table.get(index); slot >= 0; index = table.after(index), slot = table.get(index))
      if (this.isSame(slot, key)) break;
    return index;
  }

  private addOther(slot: number): void {
    const chunk = this.chunkOf(slot);
    const i = slot & MASK;
    const index = this.otherIndex({
      id1: chunk.id1[i]!,
      id2: chunk.id2[i]!,
      instant: chunk.instant[i]!,
      content1: chunk.content?.[i * 2] ?? 0,
      content2: chunk.content?.[i * 2 + 1] ?? 0,
    });
    if (this.others.get(index) < 0) this.others.insert(index, slot);
  }

  private mark(slot: number, flag: number): void {
    this.chunkOf(slot).meta[slot & MASK]! |= flag;
  }

  private unmark(slot: number, flag: number): void {
    this.chunkOf(slot).meta[slot & MASK]! &= ~flag;
  }
}

/** Spreads the snapshots of one order over the whole table: an order may have very many. */
function otherHash(id1: number, instant: number, content1: number): number {
  const high = Math.floor(instant / 2 ** 32);
  let hash = id1 ^ Math.imul(instant - high * 2 ** 32, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b) ^ content1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb_352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
