// Turns rows of an export into messages as a mapping says: rows are grouped by the message's columns alone, and a
// message is built when all its rows are there.
import type { Place } from '../../../basics/failure.ts';
import {
  type Cells,
  type Fields,
  type FileFacts,
  finding,
  isHidden,
  type MappedPart,
  pick,
  type RowReading,
  type RowsAt,
  type RowsMessage,
  rowsIn,
  SEVERAL,
  someRows,
  spotInRows,
} from '../../rows.ts';
import type { RowPlace, SourceCell } from '../../types.ts';
import type { OrderRefunds, refundSpot } from '../refunds/order-refunds.ts';
import { orderRowsFirst, putShared, sharingOf } from '../values/shared-values.ts';
import type { Compiled } from './compile.ts';
import { addRemarks, joinedPlace, joinRows } from './joined-rows.ts';
import type { nameLines } from './line-identifiers.ts';
import { type Building, partsBelow, putLateValues, putLists, viewOf } from './mapped-parts.ts';
import type { crossedRows } from './row-kinds.ts';
import type { Version, versionsIn } from './versions.ts';

const NONE: readonly never[] = [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Unfinished = { -readonly [Key in keyof RowsMessage]: RowsMessage[Key] };

/** What only a mapping needs: an input with the columns of the template loads none of it. */
interface MappingParts {
  readonly versionsIn: typeof versionsIn;
  readonly nameLines: typeof nameLines;
  readonly OrderRefunds: typeof OrderRefunds;
  readonly refundSpot: typeof refundSpot;
  readonly crossedRows: typeof crossedRows;
  /** Hexadecimal; given where identifiers of lines are made from their articles. */
  readonly sha256: ((text: string) => string) | undefined;
}

export class MappedLayout {
  /** Names of the header's columns. */
  readonly names: readonly string[];
  private readonly fieldsByColumn = new Map<number, readonly string[]>();
  private readonly created: number;

  constructor(
    readonly compiled: Compiled,
    /** Compiles the same mapping for the columns of several files together. */
    readonly withNames: (names: readonly string[]) => MappedLayout,
    private readonly parts?: MappingParts,
  ) {
    this.names = compiled.names;
    this.created = this.names.indexOf('created_at');
  }

  /** Whether identifiers of lines are made from their articles: those of an accepted order win over them. */
  get namesLines(): boolean {
    return this.parts?.sha256 !== undefined;
  }

  /** A text that is equal for all rows of one message; empty for a row without an identifier, which is a message by itself. */
  keyOf(cells: Cells): string {
    return this.compiled.key(cells);
  }

  /** A text that differs between versions of a message; always empty when the input holds each message once. */
  versionOf(cells: Cells): string {
    return cells[this.compiled.version] ?? '';
  }

  /** `created_at` in the template; empty with a mapping. */
  createdOf(cells: Cells): string {
    return this.compiled.version < 0 ? '' : (cells[this.created] ?? '');
  }

  /** The versions of an order among its rows, the latest last: see `versionsIn`. */
  versions(at: RowsAt): readonly Version[] {
    const rows = rowsIn(at.cells);
    const message = this.build(at);
    const whole: Version = { rows, repeats: NONE, message, isTie: false, findings: NONE };
    // Versions of the template have another key.
    if (!this.parts || rows.length === 1) return [whole];
    return this.parts.versionsIn({ compiled: this.compiled, ...at }, whole, (some) =>
      this.build(someRows(at, some)),
    );
  }

  build(at: RowsAt): RowsMessage {
    const { compiled } = this;
    const { cells: given, places, around } = at;
    const { fills, joins, inRecord } = compiled;
    const top = compiled.levels[0]!;
    const own = compiled.rowsOf(at);
    const findings = own.finding ? [own.finding] : [];
    const joined = joins.length > 0 ? joinRows(compiled, pick(given, own.rows), findings) : undefined;
    const cells = joined ? given.map((row) => [...row, ...joined.cells]) : given;
    const rows = pick(cells, own.rows);
    addRemarks(compiled, { cells, places, around }, own.rows, findings);
    const { kinds } = compiled;
    const { rows: ordered, cells: sharedRows } = kinds
      ? orderRowsFirst(kinds, cells, own.rows, fills ? top.columns : undefined)
      : { rows: own.rows, cells: rows };
    const shared = kinds ? ordered.map((row) => places[row]!) : pick(places, own.rows);
    const sharing = sharingOf(compiled, top.columns, { cells: sharedRows, places: shared, around });
    const { head } = sharing;
    const { line, file } = sharing.places[0]!;
    const reading: RowReading = {
      cells: head,
      line,
      file: around.nameOf(file),
      findings,
      // A column of a joined file has no cell number in the record: it is shown by its name.
      pathOf:
        inRecord &&
        ((row, index) =>
          index < this.names.length ? inRecord.pathIn(row, index) : compiled.allNames[index]),
    };
    const skip = compiled.skipOf?.(rows, head);
    const raw: Fields = {};
    // Every property is written out: a million of these objects are made, and a spread would cost more than all the rest.
    const message: Unfinished = {
      raw,
      findings,
      head: ordered[0]!,
      parts: [],
      lines: [],
      rows: ordered,
      cells,
      filledHead: head,
      id: '',
      from: joined?.from,
      refunds: undefined,
      matches: joined?.matches,
      closes: undefined,
      skip: skip?.whole,
      skippedRows: skip?.reasons,
    };
    if (skip?.whole !== undefined) {
      message.id = textOf(top.fields.find(({ field }) => field.path === top.key[0])?.value.read(reading));
      findings.length = 0;
      message.closes = skip.skips[0]?.whole || undefined;
      return message;
    }
    if (compiled.digitsOf) reading.digits = compiled.digitsOf(rows, reading);
    const isLine = kinds?.isItem && cells.map(kinds.isItem);
    const building: Building = { compiled, cells, places, around, reading, id: '', lines: [], isLine };
    putShared(top.early, sharing, reading, raw);
    putLists(top, raw);
    building.id = textOf(raw[top.key[0]!]);
    const counted = skip ? own.rows.filter((_, i) => !skip.skips[i]) : own.rows;
    if (skip?.credit) {
      const { reason, row } = skip.credit;
      findings.push(
        finding('warning', 'order.map.credit', '', { reason, line: places[own.rows[row]!]!.line }),
      );
    }
    const crossed = kinds?.refunds && this.parts?.crossedRows(compiled.levels, kinds.refunds, cells, counted);
    const below = partsBelow(
      building,
      0,
      { rows: crossed?.items ?? counted, heads: [head], prefix: '' },
      raw,
    );
    if (compiled.wholeOrder)
      putLateValues(building, compiled.wholeOrder, { sharing, rows: below.lines }, raw);
    const items = raw['items'] as Fields[];
    const order = { filledHead: head, lines: below.lines, items };
    const { nameLines, sha256, OrderRefunds } = this.parts ?? {};
    if (sha256) {
      const skipped = skip ? own.rows.filter((_, i) => skip.skips[i] && !skip.skips[i].isCredit) : [];
      nameLines!(building, order, skipped, sha256);
    }
    if (kinds?.refunds)
      message.refunds = new OrderRefunds!(building, kinds.refunds, order, items).put(
        crossed?.refunds ?? this.onceEach(cells, counted),
        raw,
      );
    if (compiled.lastStep) {
      const stated: Fields = {};
      putShared(compiled.stated, sharing, reading, stated);
      message.closes = compiled.lastStep.take(raw, stated, building.lines, findings);
    }
    message.id = building.id;
    message.parts = below.parts;
    message.lines = below.lines;
    return message;
  }

  /** Each row once, where a line stands several times: its order was exported again, and so were its refunds. */
  private onceEach(cells: readonly Cells[], rows: readonly number[]): readonly number[] {
    const isItem = this.compiled.kinds?.isItem;
    if (this.namesLines || !isItem) return rows;
    const seen = new Set<string>();
    const again = rows.filter((row) => seen.size === seen.add(JSON.stringify(cells[row])).size);
    return again.some((row) => isItem(cells[row]!)) ? rows.filter((row) => !again.includes(row)) : rows;
  }

  /** The place that a field path came from; columns count in this layout's header. */
  placeOf(message: RowsMessage, places: readonly RowPlace[], path: string, around: FileFacts): Place {
    const { row, index } = this.sourceOf(message, path);
    const beside = joinedPlace(this.compiled, index, message.from);
    if (beside) return { ...beside, path };
    const { file, line } = places[row]!;
    return { file: around.nameOf(file), line, ...this.cellAt(message.cells[row]!, index), path };
  }

  /** The cell that a field came from; undefined when no cell gave the value. */
  cellOf(message: RowsMessage, path: string): SourceCell | undefined {
    const { row, index } = this.sourceOf(message, path);
    if (index < 0) return undefined;
    return this.sourceCell(message.cells[row]!, index);
  }

  /** The cells of a row that have a text. */
  cellsOf(cells: Cells): SourceCell[] {
    const found: SourceCell[] = [];
    for (const [index, name] of this.names.entries())
      if (cells[index] && !isHidden(name)) found.push(this.sourceCell(cells, index));
    return found;
  }

  /** Where a cell stands in its file: the number of its column, or its path in a JSON record. */
  private cellAt(cells: Cells, index: number): { readonly column?: number; readonly jsonPath?: string } {
    if (index < 0) return {};
    return this.compiled.inRecord?.cellAt(cells, index) ?? { column: index + 1 };
  }

  /** The paths of the fields that a column gives values to. */
  fieldsOf(index: number): readonly string[] {
    let fields = this.fieldsByColumn.get(index);
    if (fields) return fields;
    const { levels, stated, kinds } = this.compiled;
    const below = levels.flatMap(({ list, fields: its }) =>
      its.map(({ field, value }) => ({ value, path: list === '' ? field.path : `${list}.${field.path}` })),
    );
    const beside = [...stated, ...(kinds?.refunds?.fields.flat() ?? [])];
    const all = [...below, ...beside.map(({ field, value }) => ({ value, path: field.path }))];
    fields = all.filter(({ value }) => value.columns.includes(index)).map(({ path }) => path);
    this.fieldsByColumn.set(index, fields);
    return fields;
  }

  /** Columns of joined files come after those of the rows. */
  private sourceCell(cells: Cells, index: number): SourceCell {
    const { allNames, inRecord } = this.compiled;
    const fields = this.fieldsOf(index);
    const column = index < this.names.length ? (this.cellAt(cells, index).column ?? null) : null;
    const text = (cells[index] ?? '').replaceAll(SEVERAL, ', ');
    return { name: inRecord?.pathIn(cells, index) ?? allNames[index] ?? '', text, column, fields };
  }

  /** The rule by which a field got its value, when there is more to say than its column. */
  ruleOf(message: RowsMessage, path: string): string | undefined {
    if (this.compiled.isLiteral) return undefined;
    const { value, view } = this.valueAt(message, path);
    return this.compiled.ruleOf?.(message, path, value !== undefined) ?? value?.rule(view) ?? 'derived';
  }

  private valueAt(message: RowsMessage, path: string) {
    const { compiled } = this;
    const { kinds, levels } = compiled;
    const refund = kinds?.refunds && this.parts!.refundSpot(kinds.refunds, levels.at(-1)!, message, path);
    if (refund) return { ...refund, columns: [levels[0]!.columns, kinds.refunds.columns] };
    const spot = spotInRows(compiled.table, message, path);
    const parts = spot.parts as readonly MappedPart[];
    const { fields } = levels[spot.depth]!;
    const stated = spot.depth === 0 ? compiled.stated : [];
    const value = [...fields, ...stated].find(({ field }) => field.path === spot.path)?.value;
    const heads = parts.map(({ filledHead }) => filledHead);
    const view = heads[spot.depth] ?? viewOf(compiled, message.cells[spot.row]!, heads);
    return { value, view, row: spot.row, parts, columns: levels.map((level) => level.columns) };
  }

  /** The cell (from 0, -1 for none) and the row that a field came from: blank cells are filled from other rows. */
  private sourceOf(message: RowsMessage, path: string) {
    const { value, view, row, parts, columns } = this.valueAt(message, path);
    const { cells } = message;
    const index = value?.source(view) ?? -1;
    if (index < 0 || cells[row]![index] !== '') return { row, index };
    const part = parts.find((_, depth) => columns[depth]!.includes(index));
    return { row: part?.rows.find((other) => cells[other]![index] !== '') ?? row, index };
  }
}
