// Turns rows with the columns of the template into messages: groups them by the key of each level, ignoring repeated
// rows.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import { type CellColumn, type CellRow, cellReader, type ReadCell } from './cells.ts';
import {
  addTo,
  allBlank,
  type Cells,
  type Fields,
  type FileFacts,
  type Layout,
  nest,
  pairFinding,
  put,
  type RowsMessage,
  type RowsPart,
  spotInRows,
} from './layout.ts';
import type { MessageTable, TableField } from './message-table.ts';
import type { RowPlace, SourceCell } from './types.ts';

interface PlannedColumn extends CellColumn {
  readonly field: TableField;
  readonly read: ReadCell | undefined;
}

/** How a row is read at one level: computed once per header, because there may be a million rows. */
interface PlannedLevel {
  readonly list: string;
  readonly columns: readonly PlannedColumn[];
  /** Index of each key; -1 where the header has no such column. */
  readonly key: readonly number[];
  /** Indexes of its columns; and of those that are equal on all rows of an element, which the key columns always are. */
  readonly own: readonly number[];
  readonly repeated: readonly number[];
}

/** The state of one message while it is built. */
interface Building {
  readonly rows: readonly Cells[];
  readonly places: readonly RowPlace[];
  readonly around: FileFacts;
  readonly findings: Finding[];
  line: number;
  /** Decimals of the order's currency. */
  readonly digits: number | undefined;
}

/** What the template of one kind of message needs besides. */
export interface TemplateSteps {
  /** Decimals of the message's currency, for its decimal amounts. @throws Failure exit 6 */
  readonly digitsOf?: (rows: readonly Cells[], names: readonly string[], place: Place) => number | undefined;
  /** The last step of building a message, which may change it. */
  readonly last?: (raw: Fields, findings: Finding[]) => void;
}

/** At most so many conflicts of one message are reported. */
const MOST_CONFLICTS = 10;
const ONE = [0];
const NONE: readonly never[] = [];

export class TemplateLayout implements Layout {
  private readonly levels: readonly PlannedLevel[];
  private readonly version: number;

  /** For a header that was checked; columns that begin with `_` are ignored. */
  constructor(
    private readonly table: MessageTable,
    readonly names: readonly string[],
    private readonly steps: TemplateSteps = {},
  ) {
    this.version = table.version === undefined ? -1 : names.indexOf(table.version);
    this.levels = table.levels.map(({ list, key, prefix }, depth) => {
      const columns = names.flatMap((name, index): PlannedColumn[] => {
        const meaning = table.columns.get(name);
        if (meaning?.level !== depth) return [];
        const column = { index, name, ...meaning };
        return [{ ...column, read: cellReader(column) }];
      });
      const indexes = key.map((path) => names.indexOf(prefix + path));
      const grouping = depth === 0 ? [...indexes, this.version] : indexes;
      const own = columns.map(({ index }) => index);
      const repeated = own.filter((index) => !grouping.includes(index));
      return { list, columns, key: indexes, own, repeated };
    });
  }

  keyOf(cells: Cells): string {
    return keyIn(cells, this.levels[0]!.key);
  }

  versionOf(cells: Cells): string {
    return cells[this.version] ?? '';
  }

  build(rows: readonly Cells[], places: readonly RowPlace[], around: FileFacts): RowsMessage {
    const digits = this.steps.digitsOf?.(rows, this.names, {
      ...places[0]!,
      file: around.nameOf(places[0]!.file),
    });
    const building: Building = { rows, places, around, findings: [], line: 0, digits };
    const raw: Fields = {};
    const all = rows.length === 1 ? ONE : rows.map((_, row) => row);
    const { head, parts, lines } = this.part(building, 0, all, '', raw);
    this.steps.last?.(raw, building.findings);
    return { raw, findings: building.findings, head, parts, lines };
  }

  placeOf(message: RowsMessage, places: readonly RowPlace[], path: string, around: FileFacts): Place {
    const { row, column } = this.sourceOf(message, path);
    const { file, line } = places[row]!;
    return { file: around.nameOf(file), line, ...(column && { column: column.index + 1 }), path };
  }

  cellOf(message: RowsMessage, rows: readonly Cells[], path: string): SourceCell | undefined {
    const { row, column } = this.sourceOf(message, path);
    return column && this.sourceCell(rows[row]!, column.index);
  }

  private sourceOf(message: RowsMessage, path: string) {
    const { row, depth, path: name } = spotInRows(this.table, message, path);
    return { row, column: this.levels[depth]!.columns.find(({ field }) => field.path === name) };
  }

  cellsOf(cells: Cells): SourceCell[] {
    return this.names.flatMap((_, index) => (cells[index] ? [this.sourceCell(cells, index)] : []));
  }

  private sourceCell(cells: Cells, index: number): SourceCell {
    const name = this.names[index]!;
    const meaning = this.table.columns.get(name);
    const fields = meaning ? [meaning.field.path] : [];
    return { name, text: cells[index] ?? '', column: index + 1, fields };
  }

  withNames(names: readonly string[]): TemplateLayout {
    return new TemplateLayout(this.table, names, this.steps);
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
    const head = own.length === 1 ? own[0]! : this.sharedRow(building, depth, own, prefix);
    const read = building.findings.length;
    fill(into, columns, building, head);
    if (building.findings.length > read) nest(building.findings, read, prefix);
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
      const before = building.findings.length;
      fill(fields, below.columns, building, lines[n]!);
      if (building.findings.length > before) nest(building.findings, before, `${at}[${n}].`);
      list.push(fields);
    }
    return { head, parts: NONE, lines };
  }

  /**
   * Compares the shared columns of these rows; returns the row that their values are taken from. Rows in which they are
   * all empty are not a conflict: exports often fill them on the first row only.
   */
  private sharedRow(
    { rows, places, around, findings }: Building,
    depth: number,
    own: readonly number[],
    prefix: string,
  ): number {
    const { repeated, columns } = this.levels[depth]!;
    let head = own[0]!;
    for (const row of own) {
      const first = rows[head]!;
      const cells = rows[row]!;
      for (const index of repeated) {
        if (cells[index] === first[index]) continue;
        if (allBlank(cells, repeated)) break;
        // The rows so far have no values in the shared columns, so this row is used for all of them.
        if (allBlank(first, repeated)) {
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

  /** The rows that are separate lines: a repeated row is left out, a conflicting one is reported. */
  private distinctLines(
    { rows, places, around, findings }: Building,
    { columns, key, own: cellsOfLine }: PlannedLevel,
    own: readonly number[],
    at: string,
  ): number[] {
    const seen = own.length === 1 ? undefined : new Map<string, number>();
    const lines: number[] = [];
    for (const row of own) {
      const cells = rows[row]!;
      if (allBlank(cells, cellsOfLine)) continue;
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

/** The cells of a key as one text; empty when the first key column is empty. */
function keyIn(cells: Cells, key: readonly number[]): string {
  const first = cells[key[0]!] ?? '';
  return key.length === 1 || first === '' ? first : JSON.stringify(key.map((index) => cells[index] ?? ''));
}

function groups(rows: readonly Cells[], own: readonly number[], key: readonly number[]): number[][] {
  const byKey = new Map<string, number[]>();
  for (const row of own) addTo(byKey, keyIn(rows[row]!, key), row);
  return [...byKey.values()];
}

/**
 * Sets the values of a row in the message. An empty cell means that the field is missing, or an empty list where a list
 * is required.
 */
function fill(into: Fields, columns: readonly PlannedColumn[], building: Building, row: number): void {
  const cells = building.rows[row]!;
  building.line = building.places[row]!.line;
  for (const { index, field, read } of columns) {
    const text = cells[index]!;
    const { keys, isNeededList } = field;
    if (text !== '') put(into, keys, read ? read(text, building satisfies CellRow) : text);
    else if (isNeededList) put(into, keys, []);
  }
}
