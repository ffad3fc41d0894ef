// The rows of one snapshot while they come in, and the snapshot that they become.
import type { Place } from '../basics/failure.ts';
import { canonicalJson, type JsonObject } from '../basics/json.ts';
import type { Finding } from '../contract/finding.ts';
import { hashText } from './hash.ts';
import type { Around, Layout } from './layout.ts';
import { isReject, placeInMessage, unwrap } from './message-text.ts';
import type { RowsOrder } from './snapshot-rows.ts';
import { ORDERS } from './subject.ts';
import type { SnapshotKey } from './tally.ts';
import type { RowPlace, Snapshot } from './types.ts';

/** What a group needs to know of the files it comes from. */
export interface Surroundings extends Around {
  bytesOf(place: RowPlace): Uint8Array;
}

/** Rows with the same identifier and updated_at; `add` may be called until `snapshot` is. */
export abstract class Group {
  readonly places: RowPlace[] = [];
  /** What it takes in memory, roughly. */
  size = 0;

  constructor(
    readonly id: string,
    readonly updatedAt: string | undefined,
    readonly micros: number,
    readonly slot: number,
  ) {}

  abstract snapshot(around: Surroundings, findings: readonly Finding[]): Snapshot;

  /** It may be long until the next row comes. */
  pack(): void {}

  /** What a row is built from again after it waited on disk. */
  abstract payloadOf(row: number, around: Surroundings): string | Uint8Array;
}

/** Rows of a table. */
export class TableGroup extends Group {
  /** Cells, or their text where they may have to wait long: one string takes half the room of fifty. */
  private readonly rows: (string[] | string)[] = [];
  private readonly layouts: Layout[] = [];

  add(cells: string[] | string, layout: Layout, place: RowPlace): void {
    this.rows.push(cells);
    this.places.push(place);
    // Kept for every row only when files with different headers meet in one order.
    if (this.layouts.length > 0 ? this.layouts.length > 1 || this.layouts[0] !== layout : true) {
      while (this.layouts.length < this.rows.length - 1) this.layouts.push(this.layouts[0]!);
      this.layouts.push(layout);
    }
    this.size += (place.end - place.start) * 2 + layout.names.length * 16 + 200;
  }

  override pack(): void {
    for (let row = this.rows.length - 1; row >= 0 && typeof this.rows[row] !== 'string'; row--)
      this.rows[row] = JSON.stringify(this.rows[row]);
  }

  /** The cells as they were read: parsing them as CSV again would take several times as long. */
  payloadOf(row: number): string {
    const cells = this.rows[row]!;
    return typeof cells === 'string' ? cells : JSON.stringify(cells);
  }

  snapshot(around: Surroundings, findings: readonly Finding[]): Snapshot {
    const [first] = this.layouts;
    const single = this.layouts.length === 1;
    const rows = this.rows.map((cells) => (typeof cells === 'string' ? cellsOf(cells) : cells));
    const merged = single ? { layout: first!, rows } : first!.merge(this.layouts, rows);
    const order = merged.layout.orderOf(merged.rows, this.places, around);
    const layouts = single ? undefined : this.layouts;
    return new RowsSnapshot(this, order, merged.layout, layouts, findings, around);
  }
}

/** The cells of a row that was packed. */
export const cellsOf = (packed: string): string[] => JSON.parse(packed) as string[];

class RowsSnapshot implements Snapshot {
  readonly id: string;
  readonly updatedAt: string | undefined;
  readonly micros: number;
  readonly slot: number;
  readonly raw: unknown;
  readonly findings: readonly Finding[];
  readonly rows: readonly RowPlace[];
  readonly skip: string | undefined;
  readonly skippedRows: Snapshot['skippedRows'];
  readonly matches: Snapshot['matches'];

  constructor(
    group: TableGroup,
    private readonly order: RowsOrder,
    private readonly layout: Layout,
    private readonly layouts: readonly Layout[] | undefined,
    findings: readonly Finding[],
    private readonly around: Surroundings,
  ) {
    const { own } = order;
    this.id = own ? own.id : group.id;
    this.updatedAt = own ? own.updatedAt : group.updatedAt;
    this.micros = own ? own.micros : group.micros;
    this.skip = own?.skip;
    this.skippedRows = own?.skippedRows;
    this.matches = own?.matches;
    this.slot = group.slot;
    this.raw = order.raw;
    this.findings = findings.length === 0 ? order.findings : [...order.findings, ...findings];
    this.rows = group.places;
  }

  ruleOf(path: string): string | undefined {
    return this.layout.ruleOf?.(this.order, path);
  }

  placeOf(path: string): Place {
    const place = this.layout.placeIn(this.order, this.rows, path, this.around);
    // Under a merged layout the number of the cell is not that of the file.
    if (!this.layouts || place.column === undefined) return place;
    const row = this.rows.findIndex(
      (r) => r.line === place.line && this.around.nameOf(r.file) === place.file,
    );
    const column = this.layouts[row]!.names.indexOf(this.layout.names[place.column - 1]!);
    const { column: _, ...rest } = place;
    return column < 0 ? rest : { ...rest, column: column + 1 };
  }
}

/** One order of a JSON or NDJSON file, with its repetitions. */
export class JsonGroup extends Group {
  constructor(
    id: string,
    updatedAt: string | undefined,
    micros: number,
    slot: number,
    private readonly value: JsonObject,
  ) {
    super(id, updatedAt, micros, slot);
  }

  add(place: RowPlace): void {
    this.size += this.places.length === 0 ? (place.end - place.start) * 3 + 500 : 80;
    this.places.push(place);
  }

  /** The order's own text; of what repeats it, the place is enough. */
  payloadOf(row: number, around: Surroundings): Uint8Array {
    return row === 0 ? around.bytesOf(this.places[0]!) : new Uint8Array(0);
  }

  snapshot(around: Surroundings, findings: readonly Finding[]): Snapshot {
    const { id, updatedAt, micros, slot, places, value } = this;
    const inside = isReject(value, ORDERS) ? 'order.' : '';
    return {
      id,
      updatedAt,
      micros,
      slot,
      raw: unwrap(value, ORDERS),
      findings,
      rows: places,
      placeOf(path) {
        const first = places[0]!;
        return placeInMessage(around.bytesOf(first), first, around.nameOf(first.file), inside, path);
      },
    };
  }
}

/** Hash of an order's content whatever the order of its keys. Never 0, 0: that is how tables are marked. */
export function contentHash(value: JsonObject, into: SnapshotKey): void {
  const hash = hashText(canonicalJson(unwrap(value, ORDERS)), { h1: 0, h2: 0 });
  into.content1 = hash.h1;
  into.content2 = hash.h2 || 1;
}
