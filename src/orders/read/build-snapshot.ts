// Collects the rows of one snapshot while they are read, and builds the snapshot.
import type { Place } from '../../basics/failure.ts';
import type { JsonObject } from '../../basics/json.ts';
import { type Finding, found } from '../../contract/finding.ts';
import { identifierNul, nulBytes } from '../../contract/order-rules/input.ts';
import type { MappedLayout } from '../../input/mapping/rows/mapped-layout.ts';
import { ORDERS } from '../../input/message-table.ts';
import { isReject, placesInMessage, unwrap } from '../../input/message-text.ts';
import { type Cells, type FileFacts, finding, placeArgs, type RowsMessage } from '../../input/rows.ts';
import type { CanonicalText, RowPlace, Snapshot, SnapshotTable, SourceCell } from '../../input/types.ts';

/** What a group needs to know about the files of the input. */
export interface GroupFiles extends FileFacts {
  bytesOf(place: RowPlace): Uint8Array;
}

/** Rows with the same identifier and `updated_at`. Rows can be added until `snapshot` is called. */
export abstract class Group {
  readonly places: RowPlace[] = [];
  /** Estimated size in memory. */
  size = 0;

  constructor(
    public id: string,
    readonly ordinal: number,
  ) {}

  /**
   * The versions of the order, the latest last. `olderOf` gives the ordinals of the others, by that of the latest and
   * their number from 0.
   */
  abstract snapshots(
    around: GroupFiles,
    findings: readonly Finding[],
    olderOf: (ordinal: number, version: number) => number,
  ): readonly Snapshot[];

  /** Called when the next row may be far away; saves memory. */
  pack(): void {}

  /** The cells of a row as JSON, for the disk: parsing them as CSV again would take several times as long. */
  packed(_row: number): string {
    return '';
  }
}

/** Rows of a table. */
export class TableGroup extends Group {
  /** Cells, or their JSON text when they may wait long: one string takes half the memory of fifty. */
  private readonly rows: (string[] | string)[] = [];
  private readonly layouts: MappedLayout[] = [];

  constructor(
    id: string,
    public updatedAt: string,
    ordinal: number,
  ) {
    super(id, ordinal);
  }

  /** `bytes` is the size of the row in the file. */
  add(cells: string[] | string, layout: MappedLayout, place: RowPlace, bytes: number): void {
    this.rows.push(cells);
    this.places.push(place);
    // Stored per row only when an order has rows of files with different headers.
    if (this.layouts.length !== 1 || this.layouts[0] !== layout) {
      while (this.layouts.length < this.rows.length - 1) this.layouts.push(this.layouts[0]!);
      this.layouts.push(layout);
    }
    this.size += bytes * 2 + layout.names.length * 16 + 200;
  }

  override pack(): void {
    for (let row = this.rows.length - 1; row >= 0 && typeof this.rows[row] !== 'string'; row--)
      this.rows[row] = JSON.stringify(this.rows[row]);
    this.id = copyOf(this.id);
    this.updatedAt = copyOf(this.updatedAt);
  }

  override packed(row: number): string {
    const cells = this.rows[row]!;
    return typeof cells === 'string' ? cells : JSON.stringify(cells);
  }

  snapshots(
    around: GroupFiles,
    findings: readonly Finding[],
    olderOf: (ordinal: number, version: number) => number,
  ): readonly Snapshot[] {
    const nul = this.places.find(({ file, start }) => around.edgesOf(file).nul === start);
    const inId = this.places.find(({ hasNulId }) => hasNulId);
    const at = inId ?? nul;
    const about = at
      ? [...findings, found(inId ? identifierNul : nulBytes, '', placeArgs(at, around))]
      : findings;
    const read = this.rows.map((cells) => (typeof cells === 'string' ? cellsOf(cells) : cells));
    const isMerged = this.layouts.length > 1;
    const { layout, rows } = isMerged ? unify(this.layouts, read) : { layout: this.layouts[0]!, rows: read };
    const versions = layout.versions({ cells: rows, places: this.places, around });
    return versions.map(({ message, rows: own, repeats, isTie, findings: more }, i) => {
      const some = versions.length > 1 || repeats.length > 0 ? [...own, ...repeats] : undefined;
      const places = chosen(this.places, some);
      const ordinal = i === versions.length - 1 ? this.ordinal : olderOf(this.ordinal, i);
      const isPlain = about.length === 0 && more.length === 0 && !isTie;
      const all = isPlain ? message.findings : [...message.findings, ...about, ...more];
      if (isTie) all.push(versionConflict(places[0]!, around));
      const table = { message, layout, rows: chosen(rows, some), isMerged, around };
      return new RowsSnapshot(ordinal, places, all, table);
    });
  }
}

/** Some items of a list; all of them where none are named. */
const chosen = <T>(list: readonly T[], some: readonly number[] | undefined): readonly T[] =>
  some === undefined ? list : some.map((row) => list[row]!);

/**
 * Converts rows of files with different headers to one layout. A column that a file lacks becomes an empty
 * cell.
 */
function unify(
  layouts: readonly MappedLayout[],
  rows: readonly Cells[],
): { layout: MappedLayout; rows: Cells[] } {
  const numbered = layouts.map((layout) => withNumbers(layout.names));
  const names = [...new Set(numbered.flat())];
  return {
    layout: layouts[0]!.withNames(names),
    rows: rows.map((cells, i) => names.map((name) => cells[numbered[i]!.indexOf(name)] ?? '')),
  };
}

/** `Name`, `Name#2`: gives every column of a header a unique name. */
function withNumbers(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}

/** A cell is a part of the text of its record, all of which it keeps in memory. A copy is not. */
const copyOf = (cell: string): string => Buffer.from(cell).toString();

/** The cells of a row that was packed. */
export const cellsOf = (packed: string): string[] => JSON.parse(packed) as string[];

/** What an order was built from, and how; whether files with different headers were merged. */
interface Table {
  readonly message: RowsMessage;
  readonly layout: MappedLayout;
  readonly rows: readonly Cells[];
  readonly isMerged: boolean;
  readonly around: FileFacts;
}

/** A class: a million of them are made, and closures of its methods would be made for each. */
class RowsSnapshot implements Snapshot {
  readonly id: string;
  readonly raw: unknown;
  readonly skip: string | undefined;
  readonly skippedRows: Snapshot['skippedRows'];
  readonly matches: Snapshot['matches'];
  readonly namesLines: boolean;

  constructor(
    readonly ordinal: number,
    readonly rows: readonly RowPlace[],
    readonly findings: readonly Finding[],
    private readonly of: Table,
  ) {
    const { message } = of;
    this.id = message.id;
    this.raw = message.raw;
    this.skip = message.skip;
    this.skippedRows = message.skippedRows;
    this.matches = message.matches;
    this.namesLines = of.layout.namesLines;
  }

  ruleOf(path: string): string | undefined {
    return this.of.layout.ruleOf(this.of.message, path);
  }

  cellOf(path: string): SourceCell | undefined {
    return this.of.layout.cellOf(this.of.message, path);
  }

  placeOf(path: string): Place {
    const { message, layout, isMerged, around } = this.of;
    const place = layout.placeOf(message, this.rows, path, around);
    if (!isMerged) return place;
    const { column: _, ...rest } = place;
    return rest;
  }

  get table(): SnapshotTable {
    const { layout, rows, isMerged } = this.of;
    return {
      names: layout.names,
      // In a merged layout the number of a cell is not the one in its file.
      cellsOf: (row) =>
        layout.cellsOf(rows[row]!).map((cell) => (isMerged ? { ...cell, column: null } : cell)),
      textsOf: (row) => rows[row]!,
      fieldsOf: (index) => layout.fieldsOf(index),
    };
  }
}

export const versionConflict = (place: RowPlace, around: GroupFiles): Finding =>
  finding('warning', 'order.version.conflict', 'updated_at', placeArgs(place, around));

/** One order of a JSON or NDJSON file, with its repetitions. */
export class JsonGroup extends Group {
  constructor(
    id: string,
    ordinal: number,
    private readonly value: JsonObject,
    private readonly canonical?: CanonicalText,
  ) {
    super(id, ordinal);
  }

  add(place: RowPlace): void {
    this.size += this.places.length === 0 ? (place.end - place.start) * 3 + 500 : 80;
    this.places.push(place);
  }

  snapshots(around: GroupFiles, findings: readonly Finding[]): readonly Snapshot[] {
    const { id, ordinal, places, value, canonical } = this;
    const inside = isReject(value, ORDERS) ? 'order.' : '';
    const snapshot: Snapshot = {
      id,
      ordinal,
      raw: unwrap(value, ORDERS),
      ...(canonical && { canonical }),
      findings,
      rows: places,
      placeOf(path) {
        const first = places[0]!;
        const spot = { file: around.nameOf(first.file), line: first.line };
        return placesInMessage(() => around.bytesOf(first), spot, inside)(path);
      },
    };
    return [snapshot];
  }
}
