// Turns a JSON record into rows of cells: one for each element of the lists whose elements are rows.

import { type Failure, inputFailure } from '../../../basics/failure.ts';
import { isObject, type Json, type JsonObject } from '../../../basics/json.ts';
import { quote } from '../../../basics/text.ts';
import { SEVERAL } from '../../rows.ts';
import type { JsonColumns, PathNode, PathsSeen } from './json-columns.ts';
import { elementCell, LIST, placedEntry } from './json-paths.ts';

/** In front of the text of a number that has become a text: no character, so that no other text begins with it. */
const NUMBER = '\uffff';
const MARKED = new RegExp(`"${NUMBER}([^"]*)"`, 'g');
/** Numbers that JSON.parse would not give back as they are written, also inside texts. */
const CHANGED = /([:[,\s])(-0|-?(?:\d+\.(?:\d*0|0{6}\d+)|\d[\d.]*[eE][+-]?\d+|[\d.]{16,}))(?=[\s,}\]])/g;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Parses a text so that numbers keep theirs: 12.10 stays 12.10. `parse` throws for a text that is not valid. */
export function exactly<T>(text: string, parse: (text: string) => T): T {
  const marked = text.replace(CHANGED, `$1"${NUMBER}$2"`);
  if (marked === text) return parse(text);
  try {
    return parse(marked);
  } catch {
    parse(text);
    // The text is valid: what looks like a number stands inside a text, and the mark broke that.
    const mark = (found: string) => (found.startsWith('"') ? found : `"${NUMBER}${found}"`);
    return parse(text.replace(TEXT_OR_NUMBER, mark));
  }
}

/** An element that becomes a row, or several, and its path. */
interface Pending {
  readonly node: PathNode;
  readonly value: Json;
  readonly path: string;
}

export interface JsonRowsOptions {
  /** Columns that take the text of an object or a list. */
  readonly structures: ReadonlySet<number>;
  /** The cell of a number. */
  number(text: string): string;
}

export class JsonRows {
  private file = '';
  private line = 0;
  private row: string[] = [];
  private pending: Pending[] = [];

  constructor(
    private readonly columns: JsonColumns,
    private readonly options: JsonRowsOptions,
    private readonly seen: PathsSeen,
  ) {}

  /** The rows of a record, as parsed by `exactly`. @throws Failure exit 6 when a path leads to no value */
  rowsOf(value: Json, file: string, line: number): string[][] {
    this.file = file;
    this.line = line;
    const rows: string[][] = [];
    const blank = this.columns.names.map(() => '');
    this.expand({ node: this.columns.root, value, path: '' }, blank, rows);
    return rows;
  }

  /** Adds the rows of an element: of the elements inside it that are rows, or its own. */
  private expand({ node, value, path }: Pending, row: string[], rows: string[][]): void {
    this.row = row;
    this.pending = [];
    this.read(value, node, path);
    const { pending } = this;
    // The elements of one list stay together: lines before refunds.
    for (const list of this.columns.rowLists)
      for (const one of pending) if (list === one.node.lists![0]) this.expand(one, [...row], rows);
    if (pending.length > 0) return;
    const list = node.lists === undefined ? '' : node.path;
    row[0] = elementCell(list, node.lists?.filter((one) => one !== list) ?? [], path);
    rows.push(row);
  }

  /** Reads a value at a place that is of interest; `path` has the indexes of the elements that it is in. */
  private read(value: Json, node: PathNode, path: string): void {
    if (Array.isArray(value)) this.list(value, node, path);
    else if (isObject(value)) this.object(value as JsonObject, node, path);
    else this.scalar(value, node, path);
  }

  private object(value: JsonObject, node: PathNode, path: string): void {
    // A list of one is often written as its element.
    if ((node.elements || node.chosen.size > 0) && node.keys.size === 0) {
      this.chosen([value as Json], node, path);
      if (node.elements) this.element(value, node.elements, `${path}[0]`);
      return;
    }
    this.structure(value, node, path, 'an object');
    if (node.keys.size > 0 && !node.isReached) {
      node.isReached = true;
      for (const { columns } of node.keys.values())
        for (const index of columns) this.seen.reached[index] = true;
    }
    for (const [key, below] of node.keys)
      if (Object.hasOwn(value, key)) this.read(value[key]!, below, path === '' ? key : `${path}.${key}`);
  }

  private list(values: readonly Json[], node: PathNode, path: string): void {
    const { elements } = node;
    if (values.length === 0) this.markBelow(node);
    this.chosen(values, node, path);
    if (elements || node.chosen.size > 0 ? node.columns.length > 0 : values.length > 0) {
      const [key] = node.keys.values();
      if (!elements && key && !node.isMixed)
        throw this.wrong(path, node, 'a list', key.path.replace(node.path, node.path + LIST));
      this.structure(values, node, path, 'a list');
    }
    if (elements)
      for (const [index, value] of values.entries()) this.element(value, elements, `${path}[${index}]`);
  }

  private chosen(values: readonly Json[], node: PathNode, path: string): void {
    if (node.chosen.size > 0)
      for (const [below, value, index] of node.chosenIn(values)) this.read(value, below, `${path}[${index}]`);
  }

  private element(value: Json, node: PathNode, path: string): void {
    if (node.lists === undefined) this.read(value, node, path);
    else this.pending.push({ node, value, path });
  }

  /** A value that is no object or list; null is blank. */
  private scalar(value: Json, node: PathNode, path: string): void {
    const { elements } = node;
    const cell = this.cellOf(value);
    if (node.columns.length > 0) this.put(node, cell, path);
    if (node.keys.size === 0 && !elements) return;
    if (cell === '' || cell === 'false') this.markBelow(node);
    else if (elements && elements.keys.size === 0 && elements.lists === undefined)
      this.put(elements, cell, `${path}[0]`);
    else if (node.columns.length === 0 && !node.isMixed)
      throw this.wrong(path, node, 'a single value', node.path);
  }

  private cellOf(value: Json): string {
    if (typeof value === 'number') return this.options.number(String(value));
    if (typeof value !== 'string') return value === null ? '' : String(value);
    return value.startsWith(NUMBER) ? this.options.number(value.slice(NUMBER.length)) : value;
  }

  /** Takes the text of an object or a list into the columns that hold JSON. */
  private structure(value: JsonObject | readonly Json[], node: PathNode, path: string, found: string): void {
    if (node.columns.length === 0) {
      if (node.keys.size === 0 && !node.elements) throw this.wrong(path, node, found, node.path);
      return;
    }
    if (!node.isMixed && !node.columns.every((index) => this.options.structures.has(index)))
      throw this.wrong(path, node, found, found === 'a list' ? node.path + LIST : `${node.path}.KEY`);
    this.put(node, JSON.stringify(value).replace(MARKED, '$1'), path);
  }

  private put({ columns, all, placed }: PathNode, cell: string, path: string): void {
    const { row } = this;
    for (const index of columns) {
      this.seen.met[index] = true;
      // The first value that is not blank.
      if (row[index] === '') row[index] = cell;
    }
    if ((all < 0 && placed < 0) || cell === '') return;
    // The sign between the values cannot stand in one of them.
    const own = cell.replaceAll(SEVERAL, ' ');
    const add = (index: number, text: string) => {
      row[index] = row[index] === '' ? text : row[index] + SEVERAL + text;
    };
    if (all >= 0) add(all, own);
    if (placed >= 0) add(placed, placedEntry(path, own));
  }

  private markBelow(node: PathNode): void {
    for (const index of node.columns) this.seen.ended[index] = true;
    for (const below of [...node.keys.values(), ...node.chosen.values()]) this.markBelow(below);
    if (node.elements) this.markBelow(node.elements);
  }

  private wrong(path: string, node: PathNode, found: string, meant: string): Failure {
    const needed = node.keys.size > 0 || node.elements ? 'something that holds values' : 'a value';
    return inputFailure('input.map.path', `The path ${quote(node.path)} of the mapping leads to ${found}`, {
      place: { file: this.file, line: this.line, jsonPath: path },
      expected: needed,
      found,
      hint: `Write in the mapping where the value stands, such as ${quote(meant)}.`,
    });
  }
}
