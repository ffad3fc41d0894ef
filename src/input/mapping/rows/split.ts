// Makes several rows of one whose cells hold several lines of an order (`rows.split`): items as text, a JSON list, or
// numbered columns. Other cells are repeated.

import { Failure } from '../../../basics/failure.ts';
import { type Json, parseJsonStrictly } from '../../../basics/json.ts';
import { meantText, quote } from '../../../basics/text.ts';
import type { RowSplit } from '../../csv-header.ts';
import { ELEMENT, REMARK } from '../../rows.ts';
import { jsonColumns } from '../json/json-columns.ts';
import { LIST, pathOf, splitCell } from '../json/json-paths.ts';
import { exactly, JsonRows } from '../json/json-rows.ts';
import type { LoadedMapping } from '../language/mapping.ts';
import type { RowsSpec } from '../language/shape.ts';

export type SplitSpec = NonNullable<RowsSpec['split']>;

/** An element of a row: its cells in the order of the names, and its path; `unfit` is a text that is no element. */
interface Element {
  readonly path: string;
  readonly cells: readonly string[];
  readonly unfit?: string;
}

interface Splitter extends Pick<RowSplit, 'names' | 'sources'> {
  elementsOf(cells: readonly string[]): readonly Element[];
}

/** Signs of a text that a finding names. */
const MOST_SHOWN = 60;

/** `named`: the columns that the mapping names; those of a JSON list are taken from it. @throws Failure exit 6 */
export function splitOf(
  spec: SplitSpec,
  header: readonly string[],
  named: Iterable<string>,
  fault: (parts: readonly PropertyKey[], message: string) => Error,
): RowSplit {
  const { names, sources, elementsOf } = splitterOf(spec, header, named, fault);
  const blank = names.map(() => '');
  return {
    names: [ELEMENT, ...names, REMARK],
    sources,
    rowsOf(cells) {
      const elements = elementsOf(cells);
      if (elements.length === 0) return [[...cells, splitCell(''), ...blank, '']];
      return elements.map(({ path, cells: own, unfit }) => {
        if (unfit === undefined) return [...cells, splitCell(path), ...own, ''];
        const found = unfit.length > MOST_SHOWN ? `${unfit.slice(0, MOST_SHOWN)}…` : unfit;
        const args = { column: path, cell: path, found };
        const remark = JSON.stringify({ code: 'cell.split', severity: 'error', path: '', args });
        return [...cells, splitCell(''), ...blank, remark];
      });
    },
  };
}

function splitterOf(
  { column, pattern, separator = ';', numbered }: SplitSpec,
  header: readonly string[],
  named: Iterable<string>,
  fault: (parts: readonly PropertyKey[], message: string) => Error,
): Splitter {
  if ((column === undefined) === (numbered === undefined))
    throw fault([], 'rows.split has either "column" or "numbered"');
  if (numbered) return ofNumbers(numbered, header, fault);
  const index = header.indexOf(column!);
  if (index < 0)
    throw fault(['column'], `The file has no column ${quote(column)}.${meantText(column!, header)}`);
  if (pattern === undefined) return ofJson(column!, index, named);
  if (partsIn(pattern).length === 0) throw fault(['pattern'], 'The pattern names no part');
  return ofText(column!, index, pattern, separator);
}

/** `Items[].title`: the column and the name of the part. */
const partName = (column: string, part: string) => `${column}${LIST}.${part}`;

function ofText(column: string, index: number, pattern: string, separator: string): Splitter {
  const read = partsReader(pattern);
  return {
    names: partsIn(pattern).map((part) => partName(column, part)),
    sources: new Set([index]),
    elementsOf: (cells) =>
      elementsIn(cells[index]!, separator).map((text, i): Element => {
        const path = `${column}[${i}]`;
        const parts = read(text);
        return parts ? { path, cells: parts } : { path, cells: [], unfit: text };
      }),
  };
}

/** A JSON list is read as the list of a JSON record is. */
function ofJson(column: string, index: number, named: Iterable<string>): Splitter {
  const names = [...named].filter((name) => name.startsWith(column + LIST));
  const columns = jsonColumns(
    names.map((name) => name.slice(column.length)),
    [LIST],
  );
  const rows = new JsonRows(
    columns,
    { structures: new Set(), number: (text) => text },
    { met: [], reached: [], ended: [] },
  );
  return {
    // The first column says which element it is, the last one is for findings.
    names: columns.names.slice(1, -1).map((name) => name.replace(pathOf(name), column + pathOf(name))),
    sources: new Set([index]),
    elementsOf(cells) {
      const text = cells[index]!.trim();
      if (text === '' || text === 'null') return [];
      const unfit = [{ path: column, cells: [], unfit: text }];
      if (!/^[[{]/.test(text) || parseJsonStrictly(text, undefined, true).fault) return unfit;
      try {
        const found = rows.rowsOf(
          exactly(text, (exact) => JSON.parse(exact) as Json),
          '',
          0,
        );
        return found.flatMap(([element, ...own]): Element[] => {
          const path = /\[\d+\]$/.exec(element!)?.[0];
          return path === undefined ? [] : [{ path: column + path, cells: own.slice(0, -1) }];
        });
      } catch (error) {
        // The value at a path has another shape.
        if (error instanceof Failure) return unfit;
        throw error;
      }
    },
  };
}

/** An element has something other than zeros in one of its columns. */
function ofNumbers(
  names: readonly string[],
  header: readonly string[],
  fault: (parts: readonly PropertyKey[], message: string) => Error,
): Splitter {
  const found = new Map<string, Map<number, number>>();
  for (const [part, name] of names.entries()) {
    const [before = '', after] = name.split(LIST);
    if (after === undefined)
      throw fault(['numbered', part], `The name ${quote(name)} has no ${LIST} for its number`);
    let isThere = false;
    for (const [index, column] of header.entries()) {
      const number = column.slice(before.length, column.length - after.length);
      if (column !== before + number + after || !/^\d+$/.test(number)) continue;
      isThere = true;
      found.set(number, (found.get(number) ?? new Map<number, number>()).set(part, index));
    }
    if (!isThere)
      throw fault(['numbered', part], `The file has no column such as ${quote(name.replace(LIST, '1'))}`);
  }
  const groups = [...found].sort(([a], [b]) => Number(a) - Number(b));
  return {
    names,
    sources: new Set(groups.flatMap(([, columns]) => [...columns.values()])),
    elementsOf: (cells) =>
      groups.flatMap(([path, columns]): Element[] => {
        const own = names.map((_, part) => cells[columns.get(part) ?? -1] ?? '');
        return own.every((text) => /^[\s0.,]*$/.test(text)) ? [] : [{ path, cells: own }];
      }),
  };
}

/** For the opening of a file with a mapping. */
export const splitFor =
  (map: LoadedMapping, spec: SplitSpec, named: Iterable<string>) =>
  (file: string, _line: number, header: readonly string[]): RowSplit =>
    splitOf(spec, header, named, (parts, message) =>
      map.fault('input.map.split', ['rows', 'split', ...parts], message, {
        expected: `columns of the header of ${file}: ${header.slice(0, 12).map(quote).join(', ')}`,
        hint: 'Correct rows.split in the mapping, or check that this is the right export.',
      }),
    );

/** The parts of a text in the order of the names; undefined when it does not fit, or fits in several ways. */
type ReadParts = (text: string) => readonly string[] | undefined;

/** On longer texts a regular expression may take very long. */
const MOST_MATCHED = 1000;
const PART = /\{(\w+)\}/;

export const partsIn = (pattern: string): string[] => pattern.split(PART).filter((_, i) => i % 2 === 1);

/** The signs between the parts of a pattern: a text without one of them does not fit. */
export const literalsIn = (pattern: string): string[] =>
  pattern
    .trim()
    .split(PART)
    .filter((text, i) => i % 2 === 0 && text !== '');

const escaped = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');

/**
 * A quantity is a whole number. A title may hold anything. Any other part does not hold the text that stands in front of it
 * or behind it in the pattern: of `Shirt (red) (A-1)` the sku is `A-1`.
 */
export function partsReader(pattern: string): ReadParts {
  const pieces = pattern.trim().split(PART);
  const sourceOf = (lazy: '' | '?') =>
    pieces
      .map((piece, i) => {
        if (i % 2 === 0) return escaped(piece);
        if (piece === 'quantity') return '(\\d{1,6})';
        const beside = [pieces[i - 1]!, pieces[i + 1]!].filter((text) => text !== undefined && text !== '');
        const other =
          piece === 'title' || beside.length === 0
            ? ''
            : `(?!${beside.map((text) => escaped(text!)).join('|')})`;
        return `(${other}\\S(?:(?:${other}.)*${lazy}${other}\\S)?${lazy})`;
      })
      .join('');
  const [long, short] = (['', '?'] as const).map((lazy) => new RegExp(`^${sourceOf(lazy)}$`, 'su'));
  return (text) => {
    if (text.length > MOST_MATCHED) return undefined;
    const found = long!.exec(text)?.slice(1);
    const other = short!.exec(text)?.slice(1);
    return found?.every((part, i) => part === other![i]) ? found : undefined;
  };
}

/** The texts between separators; blank ones do not count. */
export const elementsIn = (cell: string, separator: string): string[] =>
  cell
    .split(separator)
    .map((text) => text.trim())
    .filter((text) => text !== '');
