// Groups rows into snapshots. The first pass groups adjacent rows and counts them; the second finds all rows
// that were counted.
import { inputFailure } from '../../basics/failure.ts';
import { canonicalJson, isObject, type JsonObject } from '../../basics/json.ts';
import { bareOf, hashText } from '../../basics/text.ts';
import { formatBytes } from '../../basics/units.ts';
import { found } from '../../contract/finding.ts';
import { createdApart } from '../../contract/order-rules/accepted.ts';
import { identifierAlike } from '../../contract/order-rules/input.ts';
import { formatInstant, microsOf } from '../../contract/time.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import { ORDERS } from '../../input/message-table.ts';
import { parseMessageText, textOf, unwrap } from '../../input/message-text.ts';
import { changed } from '../../input/open-file.ts';
import {
  type CompactSnapshotIndex,
  type SnapshotKey,
  unreadableInstant,
} from '../../input/snapshot-versions.ts';
import type { ReadMode, RowPlace, Snapshot } from '../../input/types.ts';
import {
  cellsOf,
  type Group,
  type GroupFiles,
  JsonGroup,
  TableGroup,
  versionConflict,
} from './build-snapshot.ts';
import type { Spill } from './spill.ts';

interface GroupingOptions {
  readonly mode: ReadMode;
  readonly snapshotIndex: CompactSnapshotIndex;
  readonly around: GroupFiles;
  /** Maximum bytes for rows of incomplete snapshots. */
  readonly memory: number;
  /** The layout of a table; undefined for files of whole orders. */
  layoutOf(file: number): MappedLayout | undefined;
  /** Lower-case hexadecimal SHA-256. */
  sha256(bytes: Uint8Array): string;
  /** Where rows go that do not fit into memory. */
  spill(): Spill;
}

/** Share of the memory that several snapshots may take. The rest is for garbage that is not collected yet. */
const SHARE = 0.5;

export class Grouping {
  private ready: Snapshot[] = [];
  /** The snapshot of the last row. */
  private current: Group | undefined;
  /** Counted mode: incomplete snapshots by ordinal. After the first spill, at most the current one. */
  private readonly held = new Map<number, Group>();
  private spill: Spill | undefined;
  private hasEnded = false;
  private heldSize = 0;

  constructor(private readonly options: GroupingOptions) {}

  /** The snapshots completed since the last call. */
  take(): Snapshot[] {
    const ready = this.ready;
    this.ready = [];
    return ready;
  }

  /** @param bytes the size of the row */
  row(cells: string[], layout: MappedLayout, place: RowPlace, bytes: number): void {
    const id = layout.keyOf(cells);
    const updatedAt = layout.versionOf(cells);
    const current = this.current;
    if (current instanceof TableGroup && current.id === id && id !== '' && current.updatedAt === updatedAt) {
      const { size } = current;
      current.add(cells, layout, place, bytes);
      this.grown(current, size);
      return;
    }
    const key = this.keyOf(id, updatedAt, layout.createdOf(cells), place);
    const group = this.groupFor(key, place, (ordinal) => new TableGroup(id, updatedAt, ordinal));
    if (!(group instanceof TableGroup)) return;
    const { size } = group;
    group.add(cells, layout, place, bytes);
    this.grown(group, size);
  }

  order(value: JsonObject, place: RowPlace): void {
    const { id, updatedAt, createdAt } = keysOf(value);
    const order = unwrap(value, ORDERS);
    const bytes = Buffer.from(canonicalJson(order));
    const canonical = { bytes, sha256: this.options.sha256(bytes) };
    const sorted = withSortedLines(order);
    const sha256 =
      sorted === order ? canonical.sha256 : this.options.sha256(Buffer.from(canonicalJson(sorted)));
    const key = this.keyOf(id, updatedAt, createdAt, place);
    key.content1 = Number.parseInt(sha256.slice(0, 8), 16);
    // Never 0, 0, which marks rows of a table.
    key.content2 = Number.parseInt(sha256.slice(8, 16), 16) || 1;
    const group = this.groupFor(key, place, (ordinal) => new JsonGroup(id, ordinal, value, canonical));
    if (!(group instanceof JsonGroup)) return;
    const { size } = group;
    group.add(place);
    this.grown(group, size);
  }

  /** Adds a row that was spilled to disk, after the end of the input. */
  spilled(ordinal: number, place: RowPlace, packed: string): void {
    const layout = this.options.layoutOf(place.file);
    if (layout) {
      const group = this.counted(ordinal, () => {
        const cells = cellsOf(packed);
        return new TableGroup(layout.keyOf(cells), layout.versionOf(cells), ordinal);
      }) as TableGroup;
      const bytes = Math.min(place.end - place.start, packed.length);
      const { size } = group;
      group.add(packed, layout, place, bytes);
      this.grown(group, size);
      return;
    }
    const group = this.counted(ordinal, () => {
      const { nameOf, bytesOf } = this.options.around;
      const value = parseMessageText(ORDERS, textOf(bytesOf(place)), {
        file: nameOf(place.file),
        line: place.line,
        column: 1,
      });
      return new JsonGroup(keysOf(value).id, ordinal, value);
    }) as JsonGroup;
    const { size } = group;
    group.add(place);
    this.grown(group, size);
  }

  /** Ends the input, or a part of what was spilled. @throws Failure exit 6 when a row is missing that the first pass counted */
  end(): void {
    this.closeCurrent();
    this.hasEnded = true;
    if (this.held.size > 0) throw changed();
  }

  private keyOf(id: string, updatedAt: string, createdAt: string, place: RowPlace): SnapshotKey {
    // A row without an identifier is a snapshot of its own, identified by its place.
    const { h1: id1, h2: id2 } = hashText(id === '' ? `\u0000${place.file}:${place.start}` : id, HASH);
    const bare = bareOf(id);
    if (bare !== id) this.options.snapshotIndex.addAlike(bare, id);
    const micros = microsOf(updatedAt);
    const instant = Number.isNaN(micros) ? unreadableInstant(hashText(updatedAt, HASH).h1) : micros;
    return { id1, id2, instant, content1: 0, content2: 0, created: microsOf(createdAt) || 0 };
  }

  /** The group of a row with this key; undefined when rows are only counted. */
  private groupFor(key: SnapshotKey, place: RowPlace, make: (ordinal: number) => Group): Group | undefined {
    const { snapshotIndex, mode } = this.options;
    if (mode === 'first') {
      const known = snapshotIndex.snapshots;
      const ordinal = snapshotIndex.enter(key, place);
      const current = this.current;
      // The same instant in another notation, or a repetition of the order directly after it.
      if (current && current.ordinal === ordinal) return current;
      this.closeCurrent();
      if (ordinal < known) snapshotIndex.scattered = true;
      if (snapshotIndex.scattered) {
        snapshotIndex.addRows(ordinal, 1);
        return undefined;
      }
      this.current = make(ordinal);
      return this.current;
    }
    const ordinal = snapshotIndex.find(key);
    if (ordinal < 0) throw changed();
    return this.counted(ordinal, make);
  }

  private counted(ordinal: number, make: (ordinal: number) => Group): Group {
    if (this.current?.ordinal === ordinal) return this.current;
    this.closeCurrent();
    let group = this.held.get(ordinal);
    if (!group) {
      group = make(ordinal);
      this.held.set(ordinal, group);
    }
    this.current = group;
    return group;
  }

  /** After a row was added to a group, which was so large before. In counted mode this may complete the group. */
  private grown(group: Group, before: number): void {
    this.heldSize += group.size - before;
    const { mode, snapshotIndex } = this.options;
    if (mode === 'counted' && group.places.length === snapshotIndex.rowsOf(group.ordinal)) {
      this.held.delete(group.ordinal);
      this.current = undefined;
      this.hand(group);
      return;
    }
    const { memory } = this.options;
    if (group.size > memory) throw this.tooMuch(group);
    if (this.heldSize > memory * SHARE && this.held.size > 1 && !this.hasEnded) this.startSpilling();
  }

  /** From here on only adjacent rows are held in memory. All incomplete groups are written to disk. */
  private startSpilling(): void {
    const spill = this.options.spill();
    this.spill = spill;
    this.current = undefined;
    for (const group of this.held.values()) this.spillOut(group, spill);
  }

  private spillOut(group: Group, spill: Spill): void {
    this.held.delete(group.ordinal);
    this.heldSize -= group.size;
    for (const [row, place] of group.places.entries()) spill.add(group.ordinal, place, group.packed(row));
  }

  /** Closes the current group: the next row belongs to another snapshot. */
  private closeCurrent(): void {
    const group = this.current;
    this.current = undefined;
    if (!group) return;
    if (this.options.mode === 'counted') {
      if (this.spill && !this.hasEnded) this.spillOut(group, this.spill);
      else group.pack();
      return;
    }
    this.options.snapshotIndex.addRows(group.ordinal, group.places.length);
    this.hand(group);
  }

  private hand(group: Group): void {
    const { snapshotIndex, around } = this.options;
    this.heldSize -= group.size;
    const { id, ordinal } = group;
    const findings = snapshotIndex.hasConflict(ordinal) ? [versionConflict(group.places[0]!, around)] : [];
    const alike = snapshotIndex.alikeBefore(ordinal, bareOf(id));
    if (alike) {
      const { file, line } = group.places[0]!;
      const first = { first_file: around.nameOf(alike.file), first_line: alike.line };
      const args = { file: around.nameOf(file), line, ...first };
      findings.push(found(identifierAlike, 'identifier', args));
    }
    const created = snapshotIndex.createdTwice(ordinal);
    if (created) {
      const [first, second] = created.map((micros) => formatInstant(micros / 1000));
      findings.push(createdApart(first!, second!, 'other'));
    }
    for (const snapshot of group.snapshots(around, findings, this.olderOf)) this.ready.push(snapshot);
  }

  private readonly olderOf = (ordinal: number, version: number) => {
    const { snapshotIndex, mode } = this.options;
    if (mode === 'counted') return snapshotIndex.olderOf(ordinal, version);
    // Further rows may follow: which versions there are is known in the second pass.
    snapshotIndex.scattered = true;
    return ordinal;
  };

  private tooMuch(group: Group) {
    const { memory, around } = this.options;
    const place = group.places[0]!;
    return inputFailure('input.memory', `The rows of one order take more than ${formatBytes(memory)}`, {
      place: { file: around.nameOf(place.file), line: place.line },
      expected: 'an order that fits into memory',
      hint: 'Check that the column of the order identifier differs from order to order, or raise --memory.',
    });
  }
}

const HASH = { h1: 0, h2: 0 };

function keysOf(value: JsonObject) {
  const { identifier, updated_at, created_at } = unwrap(value, ORDERS);
  return {
    id: typeof identifier === 'string' || typeof identifier === 'number' ? String(identifier) : '',
    updatedAt: typeof updated_at === 'string' ? updated_at : '',
    createdAt: typeof created_at === 'string' ? created_at : '',
  };
}

/** An order with its lines by identifier: in another sequence they are the same content. */
function withSortedLines(order: JsonObject): JsonObject {
  const { items } = order;
  if (!Array.isArray(items)) return order;
  const nameOf = (item: unknown) => String(isObject(item) && item['identifier']);
  const isSorted = items.every((item, i) => i === 0 || nameOf(items[i - 1]) <= nameOf(item));
  const compared = (a: unknown, b: unknown) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)));
  return isSorted ? order : { ...order, items: items.toSorted(compared) };
}
