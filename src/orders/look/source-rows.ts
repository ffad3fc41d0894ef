// The rows that an order was made from, cell by cell, and the cell behind one field. For samples and the report page.
import { leaves, valueAt } from '../../basics/json.ts';
import { stepsIn } from '../../basics/json-text.ts';
import type { Snapshot, SnapshotTable, SourceCell } from '../../input/types.ts';

/** The cells of a table, or else the value of JSON. */
export interface RowsSource extends Pick<Snapshot, 'raw' | 'rows'> {
  readonly table?: SnapshotTable | undefined;
}

/** A row of a table; of JSON the record itself, each value with its path. */
export interface SourceRow {
  readonly file: string;
  readonly line: number;
  /** The cells with a text, in the order of the columns. */
  readonly cells: readonly SourceCell[];
}

/** `rows`: numbers of the rows, from 0. Rows that were made from one record are one. */
export function sourceRowsOf(
  { table, raw, rows: places }: RowsSource,
  fileName: (index: number) => string,
  rows: readonly number[] = places.map((_, row) => row),
): SourceRow[] {
  const place = (row: number) => ({ file: fileName(places[row]!.file), line: places[row]!.line });
  // Further places of an order in JSON are repetitions of the same content.
  if (!table) return rows.slice(0, 1).map((row) => ({ ...place(row), cells: leaves(raw).map(valueCell) }));
  const records = new Map<string, { readonly row: number; readonly cells: Map<string, SourceCell> }>();
  for (const row of rows) {
    const { file, start } = places[row]!;
    const record = records.get(`${file}:${start}`) ?? { row, cells: new Map() };
    records.set(`${file}:${start}`, record);
    for (const cell of table.cellsOf(row)) {
      const name = `${cell.column} ${cell.name}`;
      // A path that leads through a list has a cell with its first value, and one with all of them.
      const before = record.cells.get(name);
      const fields = [...(before?.fields ?? []), ...cell.fields];
      record.cells.set(name, {
        ...(before && before.text.length > cell.text.length ? before : cell),
        fields,
      });
    }
  }
  return [...records.values()].map(({ row, cells }) => ({ ...place(row), cells: [...cells.values()] }));
}

/** The cell that a field came from: of JSON the value at its path. Null when no cell gave it. */
export function sourceCellOf(snapshot: Snapshot, path: string): SourceCell | null {
  if (snapshot.table) return snapshot.cellOf?.(path) ?? null;
  const value = valueAt(snapshot.raw, stepsIn(path));
  return value === undefined ? null : valueCell([path, value]);
}

const valueCell = ([path, value]: readonly [string, unknown]): SourceCell => ({
  name: path,
  text: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  column: null,
  fields: [path.replace(/\[\d+\]/g, '')],
});
