// Turns rows of an export into messages as a mapping says: rows are grouped by the message's columns alone, and a
// message is built when all its rows are there.
import type { Place } from '../../basics/failure.ts';
import type { Finding } from '../../contract/finding.ts';
import {
  type Cells,
  type Fields,
  type FileFacts,
  type Layout,
  type RowsMessage,
  spotInRows,
} from '../layout.ts';
import type { RowPlace } from '../types.ts';
import type { Compiled } from './compile.ts';
import type { RowReading } from './convert.ts';
import { type Joined, joinedPlace, joinRows } from './joined-rows.ts';
import { type Building, type MappedPart, partsBelow, pick, putLists, viewOf } from './mapped-parts.ts';
import { rowsOfFiles } from './rows-of-files.ts';
import { differingColumns, headOf, putShared } from './shared-values.ts';
import { type Skipped, skipOf } from './skips.ts';

/** A message with the data that is needed to find the place of a value. */
interface MappedRows extends RowsMessage, MappedPart {
  readonly parts: readonly MappedPart[];
  /** The rows themselves. */
  readonly cells: readonly Cells[];
  /** The line of each joined file that was used. */
  readonly from: Joined['from'] | undefined;
}

const NOTHING = { parts: [], lines: [] };

export class MappedLayout implements Layout {
  readonly names: readonly string[];

  constructor(
    readonly compiled: Compiled,
    /** Compiles the same mapping for the columns of several files together. */
    readonly withNames: (names: readonly string[]) => MappedLayout,
  ) {
    this.names = compiled.names;
  }

  keyOf(cells: Cells): string {
    return this.compiled.key(cells);
  }

  versionOf(): string {
    return '';
  }

  build(given: readonly Cells[], places: readonly RowPlace[], around: FileFacts): MappedRows {
    const { compiled } = this;
    const { table, fills, joins } = compiled;
    const top = compiled.levels[0]!;
    const own = rowsOfFiles(table.of, given, places, this.names, around);
    const findings = own.finding ? [own.finding] : [];
    const joined = joins.length > 0 ? joinRows(compiled, pick(given, own.rows), findings) : undefined;
    const cells = joined ? given.map((row) => [...row, ...joined.cells]) : given;
    const rows = pick(cells, own.rows);
    const first = own.rows[0]!;
    const head = headOf(rows, top.columns, fills);
    const { line, file } = places[first]!;
    const reading: RowReading = { cells: head, line, file: around.nameOf(file), findings };
    const skip = skipOf(compiled, rows, head);
    const raw: Fields = {};
    const named = (value: unknown) => (typeof value === 'string' ? value : '');
    if (skip?.whole !== undefined) {
      const id = named(top.fields.find(({ field }) => field.path === top.key[0])?.value.read(reading));
      findings.length = 0;
      return this.message(own.rows, cells, head, raw, findings, id, NOTHING, joined, skip);
    }
    const building: Building = { compiled, rows: cells, places, around, reading, id: '', lines: [] };
    const differing = differingColumns(rows, head, top.columns, fills);
    const { columns } = top;
    const shared = pick(places, own.rows);
    const names = compiled.allNames;
    const sharing = { of: table.of, rows, places: shared, head, reading, columns, fills, names };
    putShared(top.fields, sharing, differing, '', raw);
    putLists(top, raw);
    building.id = named(raw[top.key[0]!]);
    const counted = skip ? own.rows.filter((_, i) => !skip.skips[i]) : own.rows;
    const below = partsBelow(building, 0, counted, [head], '', raw);
    if (compiled.lastStep) {
      const stated: Fields = {};
      putShared(compiled.stated, sharing, differing, '', stated);
      compiled.lastStep(raw, stated, building.lines, findings);
    }
    return this.message(own.rows, cells, head, raw, findings, building.id, below, joined, skip);
  }

  /**
   * Every property is written out: a million of these objects are made, and spreading another object into each would
   * cost more than all the rest.
   */
  private message(
    rows: readonly number[],
    cells: readonly Cells[],
    filledHead: Cells,
    raw: Fields,
    findings: Finding[],
    id: string,
    { parts, lines }: Pick<MappedRows, 'parts' | 'lines'>,
    joined: Joined | undefined,
    skip: Skipped | undefined,
  ): MappedRows {
    return {
      raw,
      findings,
      head: rows[0]!,
      parts,
      lines,
      rows,
      cells,
      filledHead,
      id,
      from: joined?.from,
      matches: joined?.matches,
      skip: skip?.whole,
      skippedRows: skip?.reasons,
    };
  }

  placeOf(given: RowsMessage, places: readonly RowPlace[], path: string, around: FileFacts): Place {
    const message = given as MappedRows;
    const { row, index } = this.sourceOf(message, path);
    const beside = joinedPlace(this.compiled, index, message.from);
    if (beside) return { ...beside, path };
    const { file, line } = places[row]!;
    const column = index < 0 ? {} : { column: index + 1 };
    return { file: around.nameOf(file), line, ...column, path };
  }

  ruleOf(given: RowsMessage, path: string): string | undefined {
    const { value, view } = this.valueAt(given as MappedRows, path);
    return this.compiled.ruleOf?.(given, path, value !== undefined) ?? value?.rule(view) ?? 'derived';
  }

  private valueAt(message: MappedRows, path: string) {
    const { compiled } = this;
    const spot = spotInRows(compiled.table, message, path);
    const parts = spot.parts as readonly MappedPart[];
    const { fields } = compiled.levels[spot.depth]!;
    const stated = spot.depth === 0 ? compiled.stated : [];
    const value = [...fields, ...stated].find(({ field }) => field.path === spot.path)?.value;
    const heads = parts.map(({ filledHead }) => filledHead);
    const view = heads[spot.depth] ?? viewOf(compiled, message.cells[spot.row]!, heads);
    return { value, view, row: spot.row, parts };
  }

  /** The cell (from 0, -1 for none) and the row that a field came from: blank cells are filled from other rows. */
  private sourceOf(message: MappedRows, path: string) {
    const { value, view, row, parts } = this.valueAt(message, path);
    const { cells } = message;
    const index = value?.source(view) ?? -1;
    if (index < 0 || cells[row]![index] !== '') return { row, index };
    const part = parts.find((_, depth) => this.compiled.levels[depth]!.columns.includes(index));
    return { row: part?.rows.find((other) => cells[other]![index] !== '') ?? row, index };
  }
}
