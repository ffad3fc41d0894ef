// Rows to snapshots: adjacent ones in the survey, all that were counted in the second pass.
import { inputFailure } from '../base/failure.ts';
import type { JsonObject } from '../base/json.ts';
import { formatBytes } from '../base/units.ts';
import type { Finding } from '../contract/finding.ts';
import { microsOf } from '../contract/instant.ts';
import { contentHash, type Group, JsonGroup, type Surroundings, TableGroup } from './group.ts';
import { hashText } from './hash.ts';
import type { Layout } from './layout.ts';
import { unwrap } from './order-text.ts';
import { type SnapshotKey, type SurveyTally, unreadableInstant } from './tally.ts';
import type { ReadMode, RowPlace, Snapshot } from './types.ts';

export interface GroupingOptions {
  readonly mode: ReadMode;
  readonly tally: SurveyTally;
  readonly around: Surroundings;
  /** Most bytes that rows of incomplete snapshots may take. */
  readonly memory: number;
}

export class Grouping {
  private ready: Snapshot[] = [];
  /** The snapshot that the last row belonged to. */
  private current: Group | undefined;
  /** Counted mode: incomplete snapshots by slot. Spilling them to disk would begin here. */
  private readonly held = new Map<number, Group>();
  private heldSize = 0;
  private readonly key: SnapshotKey = { id1: 0, id2: 0, instant: 0, content1: 0, content2: 0 };
  private micros = Number.NaN;

  constructor(private readonly options: GroupingOptions) {}

  /** The snapshots that are complete since the last call. */
  take(): Snapshot[] {
    const ready = this.ready;
    this.ready = [];
    return ready;
  }

  row(cells: string[], layout: Layout, file: number, line: number, start: number, end: number): void {
    const id = layout.keyOf(cells);
    const updatedAt = layout.versionOf(cells);
    const place: RowPlace = { file, line, start, end };
    const current = this.current;
    if (
      current instanceof TableGroup &&
      current.id === id &&
      id !== '' &&
      (current.updatedAt ?? '') === updatedAt
    ) {
      this.heldSize -= current.size;
      current.add(cells, layout, place);
      this.grown(current);
      return;
    }
    this.key.content1 = 0;
    this.key.content2 = 0;
    this.setKey(id, updatedAt, place);
    const group = this.groupFor(
      place,
      (slot) => new TableGroup(id, updatedAt || undefined, this.micros, slot),
    );
    if (!(group instanceof TableGroup)) return;
    this.heldSize -= group.size;
    group.add(cells, layout, place);
    this.grown(group);
  }

  order(value: JsonObject, file: number, line: number, start: number, end: number): void {
    const { identifier, updated_at } = unwrap(value);
    const id = typeof identifier === 'string' || typeof identifier === 'number' ? String(identifier) : '';
    const updatedAt = typeof updated_at === 'string' ? updated_at : undefined;
    const place: RowPlace = { file, line, start, end };
    contentHash(value, this.key);
    this.setKey(id, updatedAt ?? '', place);
    const group = this.groupFor(place, (slot) => new JsonGroup(id, updatedAt, this.micros, slot, value));
    if (!(group instanceof JsonGroup)) return;
    this.heldSize -= group.size;
    group.add(place);
    this.grown(group);
  }

  /** The input is over. @throws Failure exit 6 when rows are missing that the survey counted */
  end(): void {
    this.leave();
    if (this.held.size > 0) throw changed();
  }

  private setKey(id: string, updatedAt: string, place: RowPlace): void {
    const { key } = this;
    // A row without an identifier is a snapshot of its own, known by its place.
    const hash = hashText(id === '' ? `\u0000${place.file}:${place.start}` : id, HASH);
    key.id1 = hash.h1;
    key.id2 = hash.h2;
    this.micros = microsOf(updatedAt);
    key.instant = Number.isNaN(this.micros) ? unreadableInstant(hashText(updatedAt, HASH).h1) : this.micros;
  }

  /** The group that a row with the current key belongs to; undefined when rows are only counted. */
  private groupFor(place: RowPlace, make: (slot: number) => Group): Group | undefined {
    const { tally, mode } = this.options;
    if (mode === 'survey') {
      const known = tally.snapshots;
      const slot = tally.enter(this.key, place.file, place.line);
      const current = this.current;
      // The same instant in another spelling, or an order that is repeated at once.
      if (current && current.slot === slot) return current;
      this.leave();
      if (slot < known) tally.scattered = true;
      if (tally.scattered) {
        tally.addRows(slot, 1);
        return undefined;
      }
      this.current = make(slot);
      return this.current;
    }
    const slot = tally.find(this.key);
    if (slot < 0) throw changed();
    if (this.current?.slot === slot) return this.current;
    this.leave();
    let group = this.held.get(slot);
    if (!group) {
      group = make(slot);
      this.held.set(slot, group);
    }
    this.current = group;
    return group;
  }

  /** A group has one more row. In counted mode it may be complete with it. */
  private grown(group: Group): void {
    this.heldSize += group.size;
    const { mode, tally } = this.options;
    if (mode === 'counted' && group.places.length === tally.rowsOf(group.slot)) {
      this.held.delete(group.slot);
      this.current = undefined;
      this.hand(group);
    }
    if (this.heldSize > this.options.memory) throw this.tooMuch(group);
  }

  /** The current snapshot is over as far as adjacent rows tell. */
  private leave(): void {
    const group = this.current;
    this.current = undefined;
    if (!group || this.options.mode === 'counted') return;
    this.options.tally.addRows(group.slot, group.places.length);
    this.hand(group);
  }

  private hand(group: Group): void {
    const { tally, around } = this.options;
    this.heldSize -= group.size;
    const conflict = tally.hasConflict(group.slot);
    this.ready.push(group.snapshot(around, conflict ? [versionConflict(group, around)] : []));
  }

  private tooMuch(group: Group) {
    const { memory, mode, around } = this.options;
    const place = group.places[0]!;
    const scattered = mode === 'counted' && this.held.size > 1;
    return inputFailure(
      'input.memory',
      scattered
        ? `The rows of one order stand so far apart that more than ${formatBytes(memory)} would have to be held`
        : `The rows of one order take more than ${formatBytes(memory)}`,
      {
        place: { file: around.nameOf(place.file), line: place.line },
        expected: 'rows of one order near each other',
        hint: scattered
          ? 'Sort the file by order identifier, or raise --memory.'
          : 'Check that the column "identifier" differs from order to order, or raise --memory.',
      },
    );
  }
}

const HASH = { h1: 0, h2: 0 };

function versionConflict(group: Group, around: Surroundings): Finding {
  const place = group.places[0]!;
  return {
    code: 'order.version.conflict',
    severity: 'warning',
    path: 'updated_at',
    args: { line: place.line, file: around.nameOf(place.file) },
  };
}

/** The second pass meets other rows than the survey counted. */
export function changed(file?: string) {
  return inputFailure(
    'input.changed',
    file === undefined ? 'The input changed while it was read' : 'The file changed while it was read',
    {
      ...(file === undefined ? {} : { place: { file } }),
      expected: 'the same bytes in both passes',
      hint: 'Wait until the export is finished, or copy the file first, then run the command again.',
    },
  );
}
