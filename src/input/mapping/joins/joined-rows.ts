// Adds the cells of joined files to the rows of a message, and finds the place of a value in a joined file.
import type { Place } from '../../../basics/failure.ts';
import type { Finding } from '../../../contract/finding.ts';
import type { Cells } from '../../layout.ts';
import { ELEMENT, pathOf } from '../json/json-paths.ts';
import type { Compiled } from '../rows/compile.ts';
import { readWithoutFindings } from '../values/value.ts';
import type { Join } from './joins.ts';

export interface Joined {
  /** Cells of the joined files, to be added at the end of every row. */
  readonly cells: readonly string[];
  readonly matches: readonly boolean[];
  readonly from: readonly (number | undefined)[];
}

/** Finds the records of the joined files for the message of these rows. */
export function joinRows(compiled: Compiled, rows: readonly Cells[], findings: Finding[]): Joined {
  const joined = { cells: [] as string[], matches: [] as boolean[], from: [] as (number | undefined)[] };
  for (const { join, key } of compiled.joins) {
    const entry = keysOf(compiled, rows, key)
      .map((text) => join.find(text))
      .find((found) => found !== undefined);
    joined.matches.push(entry !== undefined);
    joined.from.push(entry?.line);
    joined.cells.push(...(entry?.cells ?? join.names.map(() => '')));
    if (entry?.other === undefined) continue;
    const { name, path } = join.spec;
    const args = { name, file: path, line: entry.line, other: entry.other };
    findings.push({ code: 'join.duplicate', severity: 'error', path: '', args });
  }
  return joined;
}

/** Keys under which the joined file may have the message: as in the rows, and as it is sent. */
function keysOf({ levels, key }: Compiled, rows: readonly Cells[], index: number | undefined): string[] {
  if (index !== undefined) return [rows.find((cells) => cells[index] !== '')?.[index] ?? ''];
  const top = levels[0]!;
  const identifier = top.fields.find(({ field }) => field.path === top.key[0])!.value;
  // Rows of items and refunds may lack it.
  const cells = rows.find((one) => one[identifier.source(one)] !== '') ?? rows[0]!;
  const id = readWithoutFindings()(identifier, cells);
  const source = identifier.source(cells);
  return [key(cells), typeof id === 'string' ? id : '', cells[source] ?? ''];
}

/** The place of a value in a joined file; undefined for columns of the export. */
export function joinedPlace(
  { names, joins }: Compiled,
  index: number,
  from: Joined['from'] | undefined,
): Place | undefined {
  let first = names.length;
  for (const [i, { join }] of index < first ? [] : joins.entries()) {
    const line = from?.[i];
    if (index < first + join.names.length)
      return line === undefined ? undefined : { file: join.spec.path, line, ...cellIn(join, index - first) };
    first += join.names.length;
  }
  return undefined;
}

/** A cell of a joined file: the number of its column, or the path in its JSON record. */
const cellIn = ({ names }: Join, index: number): Place =>
  names[0] === ELEMENT ? { jsonPath: pathOf(names[index]!) } : { column: index + 1 };
