// The files of --with: how they are joined (by "with" of the mapping, or by the identifier of the order), and the
// file itself, read once into memory and looked up by the order's key.
import { inputFailure, type Place } from '../../../basics/failure.ts';
import { didYouMean, meantText, quote } from '../../../basics/text.ts';
import { formatBytes } from '../../../basics/units.ts';
import type { Header } from '../../csv-header.ts';
import { rowsBehind } from '../../csv-records.ts';
import { ByteCheck } from '../../file-format.ts';
import { ORDERS } from '../../message-table.ts';
import { type OpenedFile, partsOf } from '../../open-file.ts';
import type { JoinFlag, JoinSpec } from '../../types.ts';
import { jsonColumns } from '../json/json-columns.ts';
import { pathOf } from '../json/json-paths.ts';
import { JsonTable } from '../json/json-table.ts';
import { HeaderColumns } from '../language/columns.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import { conditionsIn } from '../language/value-shape.ts';
import { compileCondition, type Test } from '../values/conditions.ts';
import type { DecimalSign } from '../values/money.ts';

interface Entry {
  readonly cells: readonly string[];
  readonly line: number;
  /** Line of another record with the same key and different cells in columns that the mapping uses. */
  other: number | undefined;
  /** Whether an order of the input has been found with it. */
  isUsed: boolean;
}

export type Join = Awaited<ReturnType<typeof readJoin>>;

interface JoinReading {
  /** Bytes that the file may take. */
  readonly memory: number;
  /**
   * Those that the mapping names in the file. A report with a line for each item has an order several times: what is the same
   * on all of its lines in these columns can still be taken.
   */
  readonly columns: readonly string[];
  /** Path of the records of a JSON document. */
  readonly records: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** `testOf` makes the test for the rows that count, from the header. @throws Failure exit 6, and the reason of the signal */
export async function readJoin(
  spec: JoinSpec,
  file: OpenedFile,
  options: JoinReading,
  testOf: (header: Pick<Header, 'names' | 'line'>) => Test | undefined = () => undefined,
) {
  const { memory, columns, records, signal } = options;
  const table = file.csv ? undefined : recordsOf(spec, file, columns, records);
  const { names, line: headerLine } = file.csv?.header ?? { names: table!.columns.names, line: 1 };
  const fault = (message: string) =>
    inputFailure('join.column', message, {
      place: { file: spec.path, line: headerLine },
      expected: 'one column with the identifier of the order',
      hint: spec.parts
        ? `Correct ${spec.parts.join('.')}.on in the mapping.`
        : `Name it in the mapping: "with": {"${spec.name}": {"on": "COLUMN"}}`,
    });
  const index = names.indexOf(spec.column);
  if (index < 0)
    throw fault(`${spec.path} has no column ${quote(spec.column)}.${meantText(spec.column, names)}`);
  if (names.indexOf(spec.column, index + 1) >= 0)
    throw fault(`${spec.path} has more than one column ${quote(spec.column)}.`);
  const counts = testOf({ names, line: headerLine });
  const used = [...names.keys()].filter((i) => columns.includes(names[i]!));
  const entries = new Map<string, Entry>();
  let size = 0;
  const take = (cells: readonly string[], line: number) => {
    if (counts && !counts.holds(cells)) return;
    const key = cells[index]!;
    if (key.trim() === '') return;
    const known = entries.get(key);
    if (known) {
      if (used.some((i) => known.cells[i] !== cells[i])) known.other ??= line;
      return;
    }
    for (const cell of cells) size += cell.length * 2 + 24;
    if (size > memory)
      throw inputFailure('join.memory', `The second file takes more than ${formatBytes(memory)}`, {
        place: { file: spec.path, line },
        expected: 'a file that fits into memory',
        hint: 'Remove the columns that the mapping does not use, or raise --memory.',
      });
    entries.set(key, { cells, line, other: undefined, isUsed: false });
  };
  const reading = table?.reading(take) ?? rowsBehind(file.csv!.header, spec.path, take);
  const check = new ByteCheck(spec.path, file.reader);
  for await (const chunk of partsOf(file, signal)) {
    check.write(chunk);
    reading.write(chunk);
  }
  check.end();
  reading.end();
  if (table && !table.seen.met[index]) throw fault(`No record of ${spec.path} has ${quote(spec.column)}`);
  return {
    spec,
    names,
    keys: entries.size,
    /** Where a cell stands: the number of its column, or its path in a JSON record. */
    cellAt: (at: number): Place => (table ? { jsonPath: pathOf(names[at]!) } : { column: at + 1 }),
    /** Keys with several records that differ in columns that the mapping uses. */
    duplicates: [...entries.values()].filter(({ other }) => other !== undefined).length,
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry) entry.isUsed = true;
      return entry;
    },
    /** Keys with which nothing has been found so far. */
    unused: () => [...entries.values()].filter(({ isUsed }) => !isUsed).length,
    /** One record for each key. */
    records: (): Iterable<Pick<Entry, 'cells' | 'line'>> => entries.values(),
  };
}

/** A record of JSON is one row: lists inside it give several values in a cell. */
function recordsOf(
  spec: JoinSpec,
  file: OpenedFile,
  named: readonly string[],
  records: string | undefined,
): JsonTable {
  const inWhere = conditionsIn(spec.where).flatMap(({ column, sameAs }) =>
    [column ?? [], sameAs ?? []].flat(),
  );
  const columns = jsonColumns([...new Set([spec.column, ...named, ...inWhere])], []);
  return new JsonTable(file, ORDERS, columns, { records, structures: new Set(), number: (text) => text });
}

/** @throws Failure exit 6 when the mapping needs a file that was not given */
export function joinsOf({ mapping, path, fault }: LoadedMapping, flags: readonly JoinFlag[]): JoinSpec[] {
  const given = flags.map(({ name }) => name);
  const lacking = Object.keys(mapping.with ?? {}).filter((name) => !given.includes(name));
  const [first] = lacking;
  if (first !== undefined) {
    const other = didYouMean(
      first,
      given.filter((name) => mapping.with?.[name] === undefined),
    );
    throw fault('input.map.with', ['with', first], `The mapping needs the file ${quote(first)}`, {
      expected: lacking.map((name) => `--with ${name}=FILE`).join(' '),
      found: given.length === 0 ? 'no --with' : given.map((name) => `--with ${name}=...`).join(' '),
      hint: other
        ? `Name it as ${path} does: --with ${first}=FILE instead of --with ${other}=FILE.`
        : `Export it as well, and give it with --with ${first}=FILE.`,
    });
  }
  return flags.map(({ name, path, on }): JoinSpec => {
    const own = mapping.with?.[name];
    // What the mapping says about its rows holds for any column.
    const parts = own && ['with', name];
    if (on) return { name, path, ...on, where: own?.where };
    if (!own) return { name, path, key: undefined, column: 'identifier' };
    const minMatch = own.min_match === undefined ? undefined : Number.parseFloat(own.min_match) / 100;
    return { name, path, key: own.key, column: own.on, where: own.where, minMatch, parts };
  });
}

/** The test for the rows of a joined file that count; undefined when all do. @throws Failure exit 6 */
export function rowsThatCount(
  map: LoadedMapping,
  { name, path, where }: JoinSpec,
  header: { readonly names: readonly string[]; readonly line: number },
  decimal: DecimalSign | undefined,
): Test | undefined {
  if (where === undefined) return undefined;
  const parts = ['with', name, 'where'];
  const fault = (at: readonly PropertyKey[], message: string, expected: string) =>
    map.fault('input.map.value', at, message, { expected, hint: 'Correct the mapping at that place.' });
  const columns = new HeaderColumns(path, header.line, header.names, [], map);
  const test = compileCondition(where, parts, {
    column: (column, at) => columns.find(column, at),
    decimal() {
      if (decimal) return decimal;
      // The rows of this file are chosen before its amounts are looked at.
      throw fault(parts, 'lessThan needs the decimal sign here', '"decimal" in the mapping, or --decimal');
    },
    element(_list, at) {
      throw fault(at, 'A record of a joined file is one row', 'a condition on a column');
    },
    fault,
  });
  columns.check();
  return test;
}
