// Paths of a JSON record as a mapping names them: `shipping_address.city`, `line_items[].price`. They are the names of the
// columns of the rows that a record becomes.
import { type Cells, ELEMENT, SEVERAL } from '../../rows.ts';

/** A key of an object, LIST for the elements of a list, or `[type=billing]` for the one with that value. */
export type PathStep = string;
export const LIST = '[]';

/** Between the lists and the path of the element in that column. A key with this sign is not told apart. */
const MARK = '\u001f';

/** `a.b[].c` -> `a`, `b`, LIST, `c`. */
export function stepsOf(path: string): PathStep[] {
  return path.split('.').flatMap((piece) => {
    const lists = /(?:\[(?:[^[\]=]+=[^[\]]+)?\])+$/.exec(piece)?.[0] ?? '';
    const key = piece.slice(0, piece.length - lists.length);
    return [...(key === '' && lists !== '' ? [] : [key]), ...(lists.match(/\[.*?\]/g) ?? [])];
  });
}

/** The step that leads to the element whose key has this value. */
export const chosenStep = (key: string, value: string): PathStep => `[${key}=${value}]`;

/** The lists on a path, from the outermost: `a[].b[].c` -> `a[]`, `a[].b[]`. */
export const listsOn = (path: string): string[] =>
  [...path.matchAll(/\[\]/g)].map(({ index }) => path.slice(0, index + LIST.length));

/** How many lists two paths have in common, from the outermost. */
export function commonLists(one: string, two: string): number {
  const others = listsOn(two);
  return listsOn(one).filter((list, i) => list === others[i]).length;
}

/** The hidden column with all values of a path that leads through a list of several. */
export const allValuesOf = (path: string): string => ELEMENT + path;

const PLACED = ELEMENT + MARK;
/** The hidden column with all values of a path, each with the indexes of the elements that it stands in: for `match`. */
export const placedValuesOf = (path: string): string => PLACED + path;
export const isPlaced = (name: string): boolean => name.includes(PLACED);

/** One entry of such a column; `path` has the indexes: `fulfillments[1].line_items[0].id`. */
export const placedEntry = (path: string, cell: string): string =>
  Array.from(path.matchAll(/\[(\d+)\]/g), ([, index]) => index).join(',') + MARK + cell;

export type PlacedValue = ReturnType<typeof placedValuesIn>[number];

/** The values, each with the indexes of the elements around it, from the outermost. */
export const placedValuesIn = (cell: string) =>
  cell === ''
    ? []
    : cell.split(SEVERAL).map((entry) => {
        const at = entry.indexOf(MARK);
        return { indexes: entry.slice(0, at).split(','), value: entry.slice(at + 1) };
      });

/** The path that the name of a column shows, also of a hidden one and of a joined file. */
export const pathOf = (name: string): string => name.replace(HIDDEN, '$1');
// A name such as `sku_[]` is no hidden one.
const HIDDEN = /(^|\.)_\[\]\u001f?/;

/**
 * The cell of the column ELEMENT. `list` is the list of the element at `path`, empty for a whole record; `lists` are the lists
 * inside it of which it has no element.
 */
export const elementCell = (list: string, lists: readonly string[], path: string): string =>
  [list, ...lists, path].join(MARK);

/** The cell of the column ELEMENT in a row that was made from a part of a row of a table; `path` is empty when it has no part. */
export const splitCell = (path: string): string => MARK + MARK + path;
const isSplitCell = (cell: string): boolean => cell.startsWith(MARK + MARK);

/** Whether a row was made from an element of the list. */
export const isElementOf = (cell: string, list: string): boolean => cell.startsWith(list + MARK);

/** The same, or from an element around the list that has nothing in it. */
export const isAroundOf = (cell: string, list: string): boolean =>
  isElementOf(cell, list) || cell.includes(MARK + list + MARK);

/** The path of a column in the record of a row: `line_items[].price` in the row of its third element is `line_items[2].price`. */
export function pathInRecord(name: string, cell: string): string {
  const path = pathOf(name);
  const element = cell.slice(cell.lastIndexOf(MARK) + 1);
  // The number in the name of a column: `Item [] Name` is `Item 2 Name`.
  if (/^\d+$/.test(element)) return path.replace(LIST, element);
  // The indexes of the element are put in as long as its lists are those of the path.
  let result = '';
  let rest = path;
  for (const [, before, index] of element.matchAll(/(.*?)\[(\d+)\]/g)) {
    if (!rest.startsWith(`${before}${LIST}`)) break;
    result += `${before}[${index}]`;
    rest = rest.slice(before!.length + LIST.length);
  }
  return result + rest;
}

/** Where cells stand in the records that their rows were made from; undefined for the rows of a plain table. */
export function recordPlaces(names: readonly string[]) {
  const element = names.indexOf(ELEMENT);
  if (element < 0) return undefined;
  /** The path of a cell; undefined for a cell of a table or of a joined file. */
  const pathIn = (cells: Cells, index: number): string | undefined => {
    const cell = cells[element]!;
    if (cell === '' || index < 0 || index >= names.length || (isSplitCell(cell) && index < element))
      return undefined;
    return pathInRecord(names[index]!, cell);
  };
  return {
    pathIn,
    /** Whether the lines stand in a list of the record, or of the row of a table, that this row was made from. */
    holdsLines(cells: Cells): boolean {
      const cell = cells[element]!;
      return isSplitCell(cell) ? cell.length > 2 : cell !== '' && !cell.startsWith(MARK);
    },
    /** Undefined for a cell that has its own column. */
    cellAt(
      cells: Cells,
      index: number,
    ): { readonly column?: number; readonly jsonPath?: string } | undefined {
      const path = pathIn(cells, index);
      if (path === undefined || !isSplitCell(cells[element]!))
        return path === undefined ? path : { jsonPath: path };
      return { column: 1 + names.findIndex((name) => path === name || path.startsWith(`${name}[`)) };
    },
  };
}

/** The values of a cell of a hidden column; of any other cell its text. */
export const valuesOf = (cell: string): readonly string[] =>
  cell.includes(SEVERAL) ? cell.split(SEVERAL) : [cell];
