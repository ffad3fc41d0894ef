// The columns of the template: rows are grouped by the key of each level, blank or repeated ones left aside.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import { type CellColumn, type CellRow, cellValue } from './cells.ts';
import {
  type Around,
  type Cells,
  type Fields,
  type Layout,
  pairFinding,
  put,
  type RowsMessage,
  type RowsPart,
  spotInRows,
} from './layout.ts';
import type { MessageTable, TableField } from './message-table.ts';
import type { RowPlace } from './types.ts';

interface PlannedColumn extends CellColumn {
  readonly field: TableField;
}

/** What to do with the cells of a row for one level: decided once per header, a million rows only follow it. */
interface PlannedLevel {
  readonly list: string;
  readonly columns: readonly PlannedColumn[];
  /** Index of each key; -1 where the header has no such column. */
  readonly key: readonly number[];
  /** Indexes of the columns that are the same on all its rows, without those by which rows are grouped. */
  readonly repeated: readonly number[];
}

/** The rows of one message while it is built. */
interface Building {
  readonly rows: readonly Cells[];
  readonly places: readonly RowPlace[];
  readonly around: Around;
  readonly findings: Finding[];
  prefix: string;
  line: number;
}

/** So many contradictions of one message are named. */
const MOST_CONFLICTS = 10;
const ONE = [0];
const NONE: readonly never[] = [];

export class TemplateLayout implements Layout {
  private readonly levels: readonly PlannedLevel[];
  private readonly version: number;

  /** Of a header that was checked; columns that begin with `_` are left out. */
  constructor(
    private readonly table: MessageTable,
    readonly names: readonly string[],
  ) {
    this.version = table.version === undefined ? -1 : names.indexOf(table.version);
    this.levels = table.levels.map(({ list, key, prefix }, depth) => {
      const columns = names.flatMap((name, index): PlannedColumn[] => {
        const meaning = table.columns.get(name);
        return meaning?.level === depth ? [{ index, name, ...meaning }] : [];
      });
      const indexes = key.map((path) => names.indexOf(prefix + path));
      const grouping = depth === 0 ? [...indexes, this.version] : indexes;
      const repeated = columns.map(({ index }) => index).filter((index) => !grouping.includes(index));
      return { list, columns, key: indexes, repeated };
    });
  }

  keyOf(cells: Cells): string {
    return keyIn(cells, this.levels[0]!.key);
  }

  versionOf(cells: Cells): string {
    return cells[this.version] ?? '';
  }

  build(rows: readonly Cells[], places: readonly RowPlace[], around: Around): RowsMessage {
    const building: Building = { rows, places, around, findings: [], prefix: '', line: 0 };
    const raw: Fields = {};
    const all = rows.length === 1 ? ONE : rows.map((_, row) => row);
    const { head, parts, lines } = this.part(building, 0, all, '', raw);
    return { raw, findings: building.findings, head, parts, lines };
  }

  placeOf(message: RowsMessage, places: readonly RowPlace[], path: string, around: Around): Place {
    const spot = spotInRows(this.table, message, path);
    const column = this.levels[spot.depth]!.columns.find(({ field }) => field.path === spot.path);
    const { file, line } = places[spot.row]!;
    return { file: around.nameOf(file), line, ...(column && { column: column.index + 1 }), path };
  }

  withNames(names: readonly string[]): TemplateLayout {
    return new TemplateLayout(this.table, names);
  }

  /** The element of a level that these rows describe. */
  private part(
    building: Building,
    depth: number,
    own: readonly number[],
    prefix: string,
    into: Fields,
  ): RowsPart {
    const { columns } = this.levels[depth]!;
    const below = this.levels[depth + 1]!;
    const head = own.length === 1 ? own[0]! : this.speaker(building, depth, own, prefix);
    fill(into, columns, building, head, prefix);
    const list: Fields[] = [];
    into[below.list] = list;
    const at = prefix + below.list;
    if (depth + 2 < this.levels.length) {
      const parts = groups(building.rows, own, below.key).map((rows, n) => {
        const fields: Fields = {};
        list.push(fields);
        return this.part(building, depth + 1, rows, `${at}[${n}].`, fields);
      });
      return { head, parts, lines: NONE };
    }
    const lines = this.distinctLines(building, below, own, at);
    for (let n = 0; n < lines.length; n++) {
      const fields: Fields = {};
      fill(fields, below.columns, building, lines[n]!, `${at}[${n}].`);
      list.push(fields);
    }
    return { head, parts: NONE, lines };
  }

  /**
   * Holds the columns that all of these rows share against each other; gives the row that they are taken from. Rows on
   * which they are all empty are no contradiction: exports often fill them on the first row only.
   */
  private speaker(
    { rows, places, around, findings }: Building,
    depth: number,
    own: readonly number[],
    prefix: string,
  ): number {
    const { repeated, columns } = this.levels[depth]!;
    const blank = (cells: Cells) => repeated.every((index) => cells[index] === '');
    let head = own[0]!;
    for (const row of own) {
      const first = rows[head]!;
      const cells = rows[row]!;
      for (const index of repeated) {
        if (cells[index] === first[index]) continue;
        if (blank(cells)) break;
        // Only so far unnamed rows may be blank: from here on this one speaks for all.
        if (blank(first)) {
          head = row;
          break;
        }
        const { name, field } = columns.find((column) => column.index === index)!;
        const code = `${this.table.of}.rows.conflict`;
        findings.push(pairFinding(code, name, places[row]!, places[head]!, around, prefix + field.path));
        if (findings.length >= MOST_CONFLICTS) return head;
      }
    }
    return head;
  }

  /** The rows that are lines of their own: a repeated one is none, a contradicting one is reported. */
  private distinctLines(
    { rows, places, around, findings }: Building,
    { columns, key }: PlannedLevel,
    own: readonly number[],
    at: string,
  ): number[] {
    const seen = own.length === 1 ? undefined : new Map<string, number>();
    const lines: number[] = [];
    for (const row of own) {
      const cells = rows[row]!;
      if (isBlank(columns, cells)) continue;
      const name = seen ? keyIn(cells, key) : '';
      const number = name === '' ? undefined : seen!.get(name);
      if (number === undefined) {
        if (name !== '') seen!.set(name, lines.length);
        lines.push(row);
        continue;
      }
      const first = lines[number]!;
      const differing = columns.find(({ index }) => cells[index] !== rows[first]![index]);
      const code = `${this.table.of}.line.${differing ? 'conflict' : 'repeated'}`;
      findings.push(
        pairFinding(code, differing?.name ?? '', places[row]!, places[first]!, around, `${at}[${number}]`),
      );
    }
    return lines;
  }
}

/** What the columns of a key say together; empty where the first says nothing. */
function keyIn(cells: Cells, key: readonly number[]): string {
  const first = cells[key[0]!] ?? '';
  return key.length === 1 || first === '' ? first : JSON.stringify(key.map((index) => cells[index] ?? ''));
}

function groups(rows: readonly Cells[], own: readonly number[], key: readonly number[]): number[][] {
  const byKey = new Map<string, number[]>();
  for (const row of own) {
    const name = keyIn(rows[row]!, key);
    const group = byKey.get(name);
    if (group) group.push(row);
    else byKey.set(name, [row]);
  }
  return [...byKey.values()];
}

function isBlank(columns: readonly PlannedColumn[], cells: Cells): boolean {
  for (const { index } of columns) if (cells[index] !== '') return false;
  return true;
}

/** Puts the cells of a row where their columns say; an empty cell is an absent field, of a needed list an empty one. */
function fill(
  into: Fields,
  columns: readonly PlannedColumn[],
  building: Building,
  row: number,
  prefix: string,
): void {
  const cells = building.rows[row]!;
  building.prefix = prefix;
  building.line = building.places[row]!.line;
  for (const column of columns) {
    const text = cells[column.index]!;
    const { keys, isNeededList } = column.field;
    if (text !== '') put(into, keys, cellValue(column, text, building satisfies CellRow));
    else if (isNeededList) put(into, keys, []);
  }
}
