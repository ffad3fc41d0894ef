// A second file beside the export: read once into memory, found again by the order's key.
import { inputFailure, usageFailure } from '../../base/failure.ts';
import { meantText, quote } from '../../base/text.ts';
import { formatBytes } from '../../base/units.ts';
import { CsvRecords } from '../csv-records.ts';
import type { OpenedFile } from '../opened.ts';

/** `--with NAME=FILE` with its `--on`. */
export interface JoinSpec {
  readonly name: string;
  readonly path: string;
  /** Column of the export that is held against it; the order's own key when absent. */
  readonly key: string | undefined;
  readonly column: string;
}

interface Entry {
  readonly cells: readonly string[];
  readonly line: number;
  /** Line of another record with the same key and other cells. */
  other: number | undefined;
}

export interface Join {
  readonly spec: JoinSpec;
  readonly names: readonly string[];
  readonly keys: number;
  /** Keys that stand there more than once with other cells. */
  readonly duplicates: number;
  find(key: string): Entry | undefined;
}

/**
 * The values of `--with` and `--on`: `COLUMN`, `NAME:COLUMN`, `KEY=COLUMN`, `NAME:KEY=COLUMN`.
 * @throws Failure exit 2
 */
export function joinSpecs(withs: readonly string[], ons: readonly string[]): JoinSpec[] {
  const named = new Map<string, { key: string | undefined; column: string }>();
  let common: { key: string | undefined; column: string } | undefined;
  const names = withs.map((text) => {
    const m = /^(\w+)=(.+)$/s.exec(text);
    if (m) return { name: m[1]!, path: m[2]! };
    throw usageFailure('usage.with', `--with does not understand ${quote(text)}`, {
      expected: 'NAME=FILE',
      found: quote(text),
      hint: 'Give the second file a name for the mapping: --with oms=dump.csv, and "oms.shipped" there.',
    });
  });
  for (const text of ons) {
    const prefix = /^(\w+):/.exec(text)?.[1];
    const own = names.some(({ name }) => name === prefix);
    const [first, ...rest] = (own ? text.slice(prefix!.length + 1) : text).split('=');
    const on = rest.length > 0 ? { key: first!, column: rest.join('=') } : { key: undefined, column: first! };
    if (own) named.set(prefix!, on);
    else common = on;
  }
  if (new Set(names.map(({ name }) => name)).size < names.length)
    throw usageFailure('usage.with', 'Two files of --with have the same name', {
      hint: 'Give each its own: --with oms=a.csv --with stock=b.csv.',
    });
  if (ons.length > 0 && names.length === 0)
    throw usageFailure('usage.with', '--on is for the second file of --with', {
      hint: 'Add --with NAME=FILE.',
    });
  return names.map((one) => ({ ...one, ...(named.get(one.name) ?? common ?? IDENTIFIER) }));
}

const IDENTIFIER = { key: undefined, column: 'identifier' };

/** @throws Failure exit 6 */
export async function readJoin(spec: JoinSpec, file: OpenedFile, memory: number): Promise<Join> {
  if (!file.csv)
    throw inputFailure('join.format', 'The second file of --with is no CSV', {
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
  for await (const chunk of file.reader.stream()) records.write(chunk);
  records.end();
  let duplicates = 0;
  for (const { other } of entries.values()) if (other !== undefined) duplicates++;
  return { spec, names, keys: entries.size, duplicates, find: (key) => entries.get(key) };
}

const tooLarge = (spec: JoinSpec, line: number, memory: number) =>
  inputFailure('join.memory', `The second file takes more than ${formatBytes(memory)}`, {
    place: { file: spec.path, line },
    expected: 'a file that fits into memory',
    hint: 'Leave away the columns that the mapping does not use, or raise --memory.',
  });
