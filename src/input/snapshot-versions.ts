// A compact index of the snapshots, filled by the first pass: how many rows each has, and which snapshot of an order is
// the latest. It holds no texts: an identifier is 64 bits of hash, a snapshot about 24 bytes whatever its size.
import { hashText } from '../basics/text.ts';
import { bytes, counts, instants, OrdinalTable } from './compact-numbers.ts';

/** What the first pass found. */
export type SnapshotIndex = Readonly<
  Omit<
    CompactSnapshotIndex,
    'addRows' | 'olderOf' | 'createdTwice' | 'find' | 'enter' | 'addAlike' | 'alikeBefore' | 'clear'
  >
>;

/** The key of a snapshot. `content` is 0 for rows of a table: they are one snapshot, whatever their values are. */
export interface SnapshotKey {
  id1: number;
  id2: number;
  /** Microseconds since the epoch, or a replacement value for unreadable text: see `unreadableInstant`. */
  instant: number;
  content1: number;
  content2: number;
  /** `created_at`, microseconds since the epoch; 0 where it is unknown. */
  created?: number;
}

/** One byte for each snapshot: two flags, and the number of rows if it fits into six bits. */
const SUPERSEDED = 0x80;
const CONFLICT = 0x40;
const ROWS = 0x3f;

/** Index of the file, and the line from 1. */
interface Spot {
  readonly file: number;
  readonly line: number;
}
const LINES = 2 ** 32;

/** At most so many identifiers that hold what nobody sees are compared with others. */
const MOST_ALIKE = 100_000;

const UNREADABLE = -(2 ** 62);

/**
 * A number below every instant, different for different texts (from their hash): an unreadable time is never the
 * latest.
 */
export const unreadableInstant = (hash: number): number => UNREADABLE - hash * 4096;
const isReadable = (instant: number): boolean => instant > UNREADABLE;

export class CompactSnapshotIndex {
  /** True when rows of a snapshot are not adjacent: the input is then read again in counted mode. */
  scattered = false;
  snapshots = 0;
  orders = 0;
  rows = 0;
  private readonly id1 = counts();
  private readonly id2 = counts();
  private readonly instant = instants();
  // Only orders from JSON have a hash of their content.
  private readonly content1 = counts();
  private readonly content2 = counts();
  /** `created_at`, 0 where it is unknown. */
  private readonly created = instants();
  /** Two different `created_at`, by the id of an order whose versions differ in it. */
  private readonly createdApart = new Map<string, readonly [number, number]>();
  /** Of the first row: `file * LINES + line`. */
  private readonly place = counts();
  private readonly meta = bytes();
  /** The first identifier that holds what nobody sees, by the same without it. */
  private readonly alike = new Map<string, string>();
  /** Rows of the snapshots with more rows than fit into `meta`. */
  private readonly many = new Map<number, number>();
  /** Older versions of an order, found once all its rows were read. They have no rows of their own here. */
  private readonly older = new Map<number, number[]>();
  /** Order id -> its latest snapshot. */
  private readonly latest = new OrdinalTable((ordinal) => this.id1.get(ordinal));
  /** Id, instant and content -> a snapshot that is not, or was once not, the latest of its order. */
  private readonly others = new OrdinalTable((ordinal) =>
    otherHash(this.id1.get(ordinal), this.instant.get(ordinal), this.content1.get(ordinal)),
  );

  /**
   * False when another snapshot of the same order has a later updated_at, or the same and comes later in the input.
   * Always true for a snapshot whose updated_at is unreadable: it is refused anyway, and must not count as older.
   */
  isLatest(ordinal: number): boolean {
    return (this.meta.get(ordinal) & SUPERSEDED) === 0;
  }

  /** True when an earlier snapshot had the same updated_at and other content. */
  hasConflict(ordinal: number): boolean {
    return (this.meta.get(ordinal) & CONFLICT) !== 0;
  }

  /** True when two snapshots are versions of one order. */
  isSameOrder(ordinal: number, other: number): boolean {
    return this.id1.get(ordinal) === this.id1.get(other) && this.id2.get(ordinal) === this.id2.get(other);
  }

  /** Two times of creation, microseconds since the epoch, that versions of one order have; undefined where they agree. */
  createdTwice(ordinal: number): readonly [created: number, other: number] | undefined {
    return this.createdApart.size > 0 ? this.createdApart.get(this.idOf(ordinal)) : undefined;
  }

  /** Notes an identifier that holds what nobody sees; `bare` is the same without it. */
  addAlike(bare: string, id: string): void {
    if (this.alike.size < MOST_ALIKE && !this.alike.has(bare)) this.alike.set(bare, id);
  }

  /** Where the first order before this one begins whose identifier differs only in what nobody sees. */
  alikeBefore(ordinal: number, bare: string): Spot | undefined {
    const alike = this.alike.get(bare);
    if (alike === undefined) return undefined;
    const others = [bare, alike]
      .map((id) => hashText(id, { h1: 0, h2: 0 }))
      .map(({ h1, h2 }) => this.latest.get(this.latestIndex({ id1: h1, id2: h2 })))
      .filter((other) => other >= 0 && other < ordinal && !this.isSameOrder(other, ordinal));
    if (others.length === 0) return undefined;
    const place = this.place.get(Math.min(...others));
    return { file: Math.floor(place / LINES), line: place % LINES };
  }

  /** The ordinal of an older version of an order whose rows are counted together, from 0; added when it is new. */
  olderOf(ordinal: number, version: number): number {
    const older = this.older.get(ordinal) ?? [];
    this.older.set(ordinal, older);
    if (older[version] === undefined) {
      const key = { ...this.keyOf(ordinal), instant: UNREADABLE, content1: 0, content2: 0 };
      older[version] = this.newSlot(key, { file: 0, line: 0 });
      this.mark(older[version], SUPERSEDED);
    }
    return older[version];
  }

  rowsOf(ordinal: number): number {
    const rows = this.meta.get(ordinal) & ROWS;
    return rows === ROWS ? this.many.get(ordinal)! : rows;
  }

  /** The `updated_at` of a snapshot, microseconds since the epoch; -Infinity when it is unreadable. */
  updatedMicros(ordinal: number): number {
    const instant = this.instant.get(ordinal);
    return isReadable(instant) ? instant : Number.NEGATIVE_INFINITY;
  }

  addRows(ordinal: number, count: number): void {
    const rows = this.rowsOf(ordinal) + count;
    if (rows >= ROWS) this.many.set(ordinal, rows);
    this.meta.set(ordinal, (this.meta.get(ordinal) & ~ROWS) | Math.min(rows, ROWS));
    this.rows += count;
  }

  /** The ordinal of a snapshot, or -1 when it is not in the index. */
  find(key: SnapshotKey): number {
    const latest = this.latest.get(this.latestIndex(key));
    if (latest < 0) return -1;
    if (this.isSame(latest, key)) return latest;
    return this.others.get(this.otherIndex(key));
  }

  /**
   * The ordinal of a snapshot; added when it is new. A known snapshot with the same instant becomes the latest again.
   */
  enter(key: SnapshotKey, spot: Spot = { file: 0, line: 0 }): number {
    const index = this.latestIndex(key);
    const latest = this.latest.get(index);
    if (latest < 0) {
      const ordinal = this.newSlot(key, spot);
      this.orders++;
      this.latest.insert(index, ordinal);
      return ordinal;
    }
    if (this.isSame(latest, key)) return latest;
    const known = this.others.get(this.otherIndex(key));
    const ordinal = known < 0 ? this.newSlot(key, spot) : known;
    const [created, other] = [key.created, this.created.get(latest)];
    if (created && other && created !== other) this.createdApart.set(this.idOf(latest), [created, other]);
    const before = this.instant.get(latest);
    const both = isReadable(before) && isReadable(key.instant);
    if (isReadable(key.instant) && key.instant >= before) {
      this.latest.replace(index, ordinal);
      this.addOther(latest);
      this.unmark(ordinal, SUPERSEDED);
      if (both) this.mark(latest, SUPERSEDED);
      if (key.instant === before) this.mark(ordinal, CONFLICT);
    } else if (known < 0) {
      this.addOther(ordinal);
      if (both) this.mark(ordinal, SUPERSEDED);
    }
    return ordinal;
  }

  clear(): void {
    this.scattered = false;
    this.snapshots = 0;
    this.orders = 0;
    this.rows = 0;
    const { id1, id2, instant, content1, content2, place, meta, alike, many, older, latest, others } = this;
    for (const part of [this.created, this.createdApart]) part.clear();
    for (const part of [id1, id2, instant, content1, content2, place, meta]) part.clear();
    for (const part of [alike, many, older, latest, others]) part.clear();
  }

  private idOf(ordinal: number): string {
    return `${this.id1.get(ordinal)} ${this.id2.get(ordinal)}`;
  }

  private newSlot(key: SnapshotKey, { file, line }: Spot): number {
    const ordinal = this.snapshots++;
    this.id1.set(ordinal, key.id1);
    this.id2.set(ordinal, key.id2);
    this.place.set(ordinal, file * LINES + line);
    this.instant.set(ordinal, key.instant);
    if (key.created) this.created.set(ordinal, key.created);
    if (key.content1 === 0 && key.content2 === 0) return ordinal;
    this.content1.set(ordinal, key.content1);
    this.content2.set(ordinal, key.content2);
    return ordinal;
  }

  private isSame(ordinal: number, key: SnapshotKey): boolean {
    return (
      this.id1.get(ordinal) === key.id1 &&
      this.id2.get(ordinal) === key.id2 &&
      this.instant.get(ordinal) === key.instant &&
      this.content1.get(ordinal) === key.content1 &&
      this.content2.get(ordinal) === key.content2
    );
  }

  private latestIndex({ id1, id2 }: Pick<SnapshotKey, 'id1' | 'id2'>): number {
    return this.latest.find(id1, (one) => this.id1.get(one) === id1 && this.id2.get(one) === id2);
  }

  private otherIndex(key: SnapshotKey): number {
    const hash = otherHash(key.id1, key.instant, key.content1);
    return this.others.find(hash, (ordinal) => this.isSame(ordinal, key));
  }

  private keyOf(ordinal: number): SnapshotKey {
    return {
      id1: this.id1.get(ordinal),
      id2: this.id2.get(ordinal),
      instant: this.instant.get(ordinal),
      content1: this.content1.get(ordinal),
      content2: this.content2.get(ordinal),
    };
  }

  private addOther(ordinal: number): void {
    const index = this.otherIndex(this.keyOf(ordinal));
    if (this.others.get(index) < 0) this.others.insert(index, ordinal);
  }

  private mark(ordinal: number, flag: number): void {
    this.meta.set(ordinal, this.meta.get(ordinal) | flag);
  }

  private unmark(ordinal: number, flag: number): void {
    this.meta.set(ordinal, this.meta.get(ordinal) & ~flag);
  }
}

/** Distributes the snapshots of one order over the whole table: an order may have very many. */
function otherHash(id1: number, instant: number, content1: number): number {
  const high = Math.floor(instant / 2 ** 32);
  let hash = id1 ^ Math.imul(instant - high * 2 ** 32, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b) ^ content1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb_352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846c_a68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
