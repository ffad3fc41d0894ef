// What stands beside the cells of an export's rows: the records of joined files, and findings about the texts of the rows.
import type { Place } from '../../../basics/failure.ts';
import type { Finding } from '../../../contract/finding.ts';
import { type Cells, finding, type RowsAt, type RowsMessage, readWithoutFindings } from '../../rows.ts';
import type { Compiled } from './compile.ts';

/** What was found about the texts that rows were made from. */
export function addRemarks(
  { remarks }: Compiled,
  { cells, places }: RowsAt,
  rows: readonly number[],
  findings: Finding[],
): void {
  for (const index of remarks)
    for (const row of rows) {
      const text = cells[row]![index]!;
      if (text !== '') findings.push(remarkOf(text, places[row]!.line));
    }
}

/** A finding about the text that a row was made from. */
function remarkOf(text: string, line: number): Finding {
  const { args, ...finding } = JSON.parse(text) as Finding;
  return { ...finding, args: { ...args, line } };
}

/** Finds the records of the joined files for the message of these rows. */
export function joinRows(compiled: Compiled, rows: readonly Cells[], findings: Finding[]) {
  // The cells are to be added at the end of every row.
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
    findings.push(finding('error', 'join.duplicate', '', args));
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
  from: RowsMessage['from'],
): Place | undefined {
  let first = names.length;
  for (const [i, { join }] of index < first ? [] : joins.entries()) {
    const line = from?.[i];
    if (index < first + join.names.length)
      return line === undefined ? undefined : { file: join.spec.path, line, ...join.cellAt(index - first) };
    first += join.names.length;
  }
  return undefined;
}
