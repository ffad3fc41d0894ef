// A table together with the files of --with: finds the columns that belong together by their values, and puts the columns of
// the second file behind those of the first, as the mapping names them.
import { inputFailure } from '../../../basics/failure.ts';
import { quote, shellWord } from '../../../basics/text.ts';
import { formatBytes } from '../../../basics/units.ts';
import type { MappingJson } from '../types.ts';
import type { Row } from './columns.ts';
import type { Table } from './table.ts';

interface SecondFile {
  readonly name: string;
  readonly table: Table;
  /** From `--on`. */
  readonly on: { readonly key: string | undefined; readonly column: string } | undefined;
}

/** Share of the rows that must find their order in the second file. */
const ENOUGH = 0.8;

/** `memory`: bytes that the second files may take. @throws Failure exit 6 when no columns belong together */
export async function joinTables(main: Table, seconds: readonly SecondFile[], memory: number) {
  const head = main.head();
  const spec: MappingJson = {};
  const lookups: { key: number; rows: ReadonlyMap<string, Row>; width: number }[] = [];
  const names = [...main.names];
  for (const { name, table, on } of seconds) {
    const pair = on ? givenPair(main, table, on) : bestPair(main, head, table);
    if (!pair)
      throw bestPair(table, table.head(), main)
        ? turnedAround(name, main, table)
        : noPair(main, name, table, on);
    const rows = await rowsByKey(main, { name, table, column: pair.column, memory });
    lookups.push({ key: pair.key, rows, width: table.names.length });
    names.push(...table.names.map((column) => `${name}.${column}`));
    spec[name] = { on: table.names[pair.column], key: main.names[pair.key] };
  }
  const extended = (row: Row): Row => {
    const cells = [...row];
    for (const { key, rows, width } of lookups) {
      const found = rows.get(row[key]!);
      for (let i = 0; i < width; i++) cells.push(found?.[i] ?? '');
    }
    return cells;
  };
  const table: Table = {
    ...main,
    names,
    head: () => main.head().map(extended),
    read: (onRow, onPart) => main.read((row) => onRow(extended(row)), onPart),
  };
  /** `spec`: for `with` of the mapping. */
  return { table, spec };
}

function givenPair(main: Table, second: Table, on: NonNullable<SecondFile['on']>) {
  const column = second.names.indexOf(on.column);
  const key = main.names.indexOf(on.key ?? on.column);
  return column < 0 || key < 0 ? undefined : { key, column };
}

/** The columns with most values in common: those of the second file are different in each row. */
function bestPair(main: Table, head: readonly Row[], second: Table) {
  const others = second.head();
  let best: { readonly key: number; readonly column: number; readonly share: number } | undefined;
  for (let column = 0; column < second.names.length; column++) {
    const values = new Set(others.map((row) => row[column]!).filter((text) => text !== ''));
    if (values.size < others.length * 0.99) continue;
    for (let key = 0; key < main.names.length; key++) {
      const filled = head.filter((row) => row[key] !== '');
      if (filled.length < head.length * 0.5) continue;
      const share = filled.filter((row) => values.has(row[key]!)).length / filled.length;
      if (share > (best?.share ?? 0)) best = { key, column, share };
    }
  }
  return best && best.share >= ENOUGH ? best : undefined;
}

interface Keyed {
  readonly name: string;
  readonly table: Table;
  readonly column: number;
  readonly memory: number;
}

async function rowsByKey(main: Table, { name, table, column, memory }: Keyed) {
  const rows = new Map<string, Row>();
  let size = 0;
  let repeated = 0;
  await table.read((row) => {
    const key = row[column]!;
    if (rows.has(key)) repeated++;
    for (const cell of row) size += cell.length * 2 + 24;
    if (size > memory)
      throw inputFailure('join.large', `The file of --with ${name} does not fit into memory`, {
        place: { file: table.name },
        expected: `at most ${formatBytes(memory)}`,
        hint: 'Leave out the columns that are not needed, or allow more with --memory.',
      });
    rows.set(key, row);
  });
  if (repeated > rows.size * 0.05) throw turnedAround(name, main, table);
  return rows;
}

const turnedAround = (name: string, main: Table, second: Table) =>
  inputFailure(
    'join.lines',
    `${quote(second.name)} has several rows for one order: it holds the line items`,
    {
      place: { file: second.name },
      expected: 'the file with the line items first, and the one with one row an order behind --with',
      hint: `Turn them around: returns orders map ${shellWord(second.name)} --with ${name}=${shellWord(main.name)}`,
    },
  );

const noPair = (main: Table, name: string, second: Table, on: SecondFile['on']) =>
  inputFailure(
    'join.none',
    `No column of ${quote(second.name)} holds the values of a column of ${quote(main.name)}`,
    {
      place: { file: second.name },
      expected:
        'a column that is different in each row, and whose values stand in the other file, such as the order number',
      ...(on && { found: `${quote(on.key ?? on.column)} and ${quote(on.column)}` }),
      hint: `Name both columns: --on ${name}:KEY=COLUMN, with KEY in ${main.name} and COLUMN in ${second.name}.`,
    },
  );
