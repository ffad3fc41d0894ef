// One message in two files: the same rows twice, a message cut in two where one file ends, or a contradiction.
import type { Finding } from '../../contract/finding.ts';
import type { Around, Cells } from '../layout.ts';
import type { RowPlace } from '../types.ts';

export interface OwnRows {
  /** Indexes of the rows that count. */
  readonly rows: readonly number[];
  readonly finding: Finding | undefined;
}

const ONE = [0];

export function rowsOfFiles(
  of: string,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  names: readonly string[],
  around: Around,
): OwnRows {
  if (places.length === 1 || places[0]!.file === places[places.length - 1]!.file)
    return { rows: rows.length === 1 ? ONE : rows.map((_, row) => row), finding: undefined };
  const byFile = new Map<number, number[]>();
  for (const [row, place] of places.entries()) {
    const known = byFile.get(place.file);
    if (known) known.push(row);
    else byFile.set(place.file, [row]);
  }
  // Reject columns say how a row came here, not what it is.
  const compared = names.flatMap((name, index) => (name.startsWith('_') ? [] : [index]));
  const text = (list: readonly number[]) =>
    list
      .map((row) => JSON.stringify(compared.map((index) => rows[row]![index])))
      .sort()
      .join('\n');
  const kept: { readonly file: number; readonly rows: number[]; readonly text: string }[] = [];
  let repeated: RowPlace | undefined;
  for (const [file, list] of byFile) {
    const own = text(list);
    if (kept.some((part) => part.text === own)) {
      repeated ??= places[list[0]!]!;
      continue;
    }
    kept.push({ file, rows: list, text: own });
  }
  for (let i = 1; i < kept.length; i++) {
    const before = kept[i - 1]!;
    const after = kept[i]!;
    const last = places[before.rows.at(-1)!]!;
    const first = places[after.rows[0]!]!;
    const joined =
      after.file === before.file + 1 &&
      last.start === around.edgesOf(before.file).last &&
      first.start === around.edgesOf(after.file).first;
    if (!joined)
      return { rows: kept[0]!.rows, finding: finding(`${of}.files.overlap`, 'error', last, first, around) };
  }
  return {
    rows: kept.flatMap((part) => part.rows),
    finding:
      repeated && finding(`${of}.files.repeated`, 'note', places[kept[0]!.rows[0]!]!, repeated, around),
  };
}

function finding(
  code: string,
  severity: Finding['severity'],
  one: RowPlace,
  two: RowPlace,
  around: Around,
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
