// Rows of one message in two files: repeated rows, a message that continues in the next file, or a conflict.
import type { Finding } from '../../../contract/finding.ts';
import { addTo, type Cells, type FileFacts, rowsIn } from '../../rows.ts';
import type { RowPlace } from '../../types.ts';

/** The indexes of the rows to use. */
export function rowsOfFiles(
  of: string,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  names: readonly string[],
  around: FileFacts,
): { readonly rows: readonly number[]; readonly finding: Finding | undefined } {
  if (places.length === 1 || places[0]!.file === places[places.length - 1]!.file)
    return { rows: rowsIn(rows), finding: undefined };
  const byFile = new Map<number, number[]>();
  for (const [row, { file }] of places.entries()) addTo(byFile, file, row);
  // The columns of a rejects file (`_code`, `_line` ...) differ between files, so they are not compared.
  const compared = names.flatMap((name, index) => (name.startsWith('_') ? [] : [index]));
  const text = (list: readonly number[]) =>
    list
      .map((row) => JSON.stringify(compared.map((index) => rows[row]![index])))
      .sort()
      .join('\n');
  const distinct: { readonly file: number; readonly rows: number[]; readonly text: string }[] = [];
  let repeated: RowPlace | undefined;
  for (const [file, list] of byFile) {
    const own = text(list);
    if (distinct.some((part) => part.text === own)) {
      repeated ??= places[list[0]!]!;
      continue;
    }
    distinct.push({ file, rows: list, text: own });
  }
  for (let i = 1; i < distinct.length; i++) {
    const before = distinct[i - 1]!;
    const after = distinct[i]!;
    const last = places[before.rows.at(-1)!]!;
    const first = places[after.rows[0]!]!;
    const joined =
      after.file === before.file + 1 &&
      last.start === around.edgesOf(before.file).last &&
      first.start === around.edgesOf(after.file).first;
    if (!joined)
      return {
        rows: distinct[0]!.rows,
        finding: finding(`${of}.files.overlap`, 'error', last, first, around),
      };
  }
  return {
    rows: distinct.flatMap((part) => part.rows),
    finding:
      repeated && finding(`${of}.files.repeated`, 'note', places[distinct[0]!.rows[0]!]!, repeated, around),
  };
}

function finding(
  code: string,
  severity: Finding['severity'],
  one: RowPlace,
  two: RowPlace,
  around: FileFacts,
): Finding {
  return {
    code,
    severity,
    path: '',
    args: {
      line: two.line,
      file: around.nameOf(two.file),
      first_line: one.line,
      first_file: around.nameOf(one.file),
    },
  };
}
