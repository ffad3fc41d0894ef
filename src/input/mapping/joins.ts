// A joined file: read once into memory, and looked up by the order's key.
import { inputFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { formatBytes } from '../../basics/units.ts';
import { CsvRecords } from '../csv-records.ts';
import { strayHeader } from '../header.ts';
import type { OpenedFile } from '../opened-file.ts';
import { ByteCheck } from '../transcode.ts';
import type { JoinSpec } from '../types.ts';

interface Entry {
  readonly cells: readonly string[];
  readonly line: number;
  /** Line of another record with the same key and different cells. */
  other: number | undefined;
}

export interface Join {
  readonly spec: JoinSpec;
  readonly names: readonly string[];
  readonly keys: number;
  /** Keys with several records whose cells differ. */
  readonly duplicates: number;
  find(key: string): Entry | undefined;
  /** One record for each key. */
  records(): Iterable<Pick<Entry, 'cells' | 'line'>>;
}

/** @throws Failure exit 6 */
export async function readJoin(spec: JoinSpec, file: OpenedFile, memory: number): Promise<Join> {
  if (!file.csv)
    throw inputFailure('join.format', 'The second file of --with is not a CSV file', {
      place: { file: spec.path },
      expected: 'CSV with a header',
      hint: 'Export it as CSV.',
    });
  const { names, delimiter, line: headerLine } = file.csv.header;
  const index = names.indexOf(spec.column);
  if (index < 0 || names.indexOf(spec.column, index + 1) >= 0)
    throw inputFailure(
      'join.column',
      `${spec.path} has ${index < 0 ? 'no' : 'more than one'} column ${quote(spec.column)}.${index < 0 ? meantText(spec.column, names) : ''}`,
      {
        place: { file: spec.path, line: headerLine },
        expected: 'one column with the identifier of the order',
        hint: `Name it: --on ${spec.name}:COLUMN`,
      },
    );
  const entries = new Map<string, Entry>();
  let size = 0;
  let isHeader = true;
  const records = new CsvRecords(spec.path, delimiter, (cells, line) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const stray = strayHeader(spec.path, names, cells, line);
    if (stray) throw stray;
    const key = cells[index]!;
    if (key.trim() === '') return;
    const known = entries.get(key);
    if (known) {
      if (known.cells.some((cell, i) => cell !== cells[i])) known.other ??= line;
      return;
    }
    for (const cell of cells) size += cell.length * 2 + 24;
    if (size > memory) throw tooLarge(spec, line, memory);
    entries.set(key, { cells, line, other: undefined });
  });
  const check = new ByteCheck(spec.path, file.reader);
  for await (const chunk of file.reader.stream()) {
    check.write(chunk);
    records.write(chunk);
  }
  check.end();
  records.end();
  let duplicates = 0;
  for (const { other } of entries.values()) if (other !== undefined) duplicates++;
  return {
    spec,
    names,
    keys: entries.size,
    duplicates,
    find: (key) => entries.get(key),
    records: () => entries.values(),
  };
}

const tooLarge = (spec: JoinSpec, line: number, memory: number) =>
  inputFailure('join.memory', `The second file takes more than ${formatBytes(memory)}`, {
    place: { file: spec.path, line },
    expected: 'a file that fits into memory',
    hint: 'Remove the columns that the mapping does not use, or raise --memory.',
  });
