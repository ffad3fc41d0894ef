// Turns the text of a JSON record into rows of cells: one for each element of the lists whose elements are rows. The text is
// valid JSON already; it is read here because numbers keep their text: 12.10 stays 12.10.
import { type Failure, inputFailure } from '../../../basics/failure.ts';
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../../../basics/json-signs.ts';
import { quote } from '../../../basics/text.ts';
import type { JsonColumns, PathNode, PathsSeen } from './json-columns.ts';
import { elementCell, LIST, placedEntry, SEVERAL } from './json-paths.ts';

/** An element that becomes a row, or several: where its text begins, and its path. */
interface Pending {
  readonly node: PathNode;
  readonly start: number;
  readonly path: string;
}

export interface JsonRowsOptions {
  /** Columns that take the text of an object or a list as it is. */
  readonly structures: ReadonlySet<number>;
  /** The cell of a number. */
  number(text: string): string;
}

export class JsonRows {
  private text = '';
  private at = 0;
  private file = '';
  private line = 0;
  /** A key stands twice in an object of the text. */
  private hasRepeated = false;
  private row: string[] = [];
  private pending: Pending[] = [];

  constructor(
    private readonly columns: JsonColumns,
    private readonly options: JsonRowsOptions,
    private readonly seen: PathsSeen,
  ) {}

  /** The rows of a record that begins at an offset of a valid text. @throws Failure exit 6 when a path leads to no value */
  rowsOf(text: string, start: number, file: string, line: number, hasRepeated = false): string[][] {
    this.text = text;
    this.hasRepeated = hasRepeated;
    this.file = file;
    this.line = line;
    const rows: string[][] = [];
    const blank = this.columns.names.map(() => '');
    this.expand({ node: this.columns.root, start, path: '' }, blank, rows);
    this.text = '';
    return rows;
  }

  /** Adds the rows of an element: of the elements inside it that are rows, or its own. */
  private expand({ node, start, path }: Pending, row: string[], rows: string[][]): void {
    this.row = row;
    this.at = start;
    this.pending = [];
    this.value(node, path);
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
  private value(node: PathNode, path: string): void {
    const { text } = this;
    const start = this.space();
    const first = text.charCodeAt(start);
    if (first === OPEN_OBJECT) {
      // A list of one is often written as its element.
      if (node.elements && node.keys.size === 0) {
        this.element(node.elements, path, 0);
        return;
      }
      this.structure(node, path, start, 'an object');
      if (node.keys.size > 0) this.object(node, path);
      else this.skip();
      return;
    }
    if (first === OPEN_ARRAY) {
      if (node.elements) {
        if (node.columns.length > 0) this.structure(node, path, start, 'a list');
        this.list(node.elements, node, path);
        return;
      }
      const end = this.end(start);
      const isEmpty = /^\[\s*\]$/.test(text.slice(start, Math.min(end, start + 1000)));
      if (isEmpty) this.markBelow(node);
      else if (node.keys.size > 0 && !node.isMixed)
        throw this.wrong(
          path,
          node,
          'a list',
          `${[...node.keys.values()][0]!.path.replace(node.path, node.path + LIST)}`,
        );
      else this.structure(node, path, start, 'a list');
      this.at = end;
      return;
    }
    const cell = this.scalar(start);
    if (node.columns.length > 0) this.put(node, cell, path);
    if (node.keys.size === 0 && !node.elements) return;
    const { elements } = node;
    if (cell === '' || cell === 'false') this.markBelow(node);
    else if (elements && elements.keys.size === 0 && elements.lists === undefined)
      this.put(elements, cell, `${path}[0]`);
    else if (node.columns.length === 0 && !node.isMixed)
      throw this.wrong(path, node, 'a single value', node.path);
  }

  private object(node: PathNode, path: string): void {
    const { text } = this;
    this.at++;
    if (!node.isReached) {
      node.isReached = true;
      for (const { columns } of node.keys.values())
        for (const index of columns) this.seen.reached[index] = true;
    }
    const last = this.hasRepeated ? this.lastOfKeys() : undefined;
    for (;;) {
      const start = this.space();
      const c = text.charCodeAt(start);
      if (c === CLOSE_OBJECT) {
        this.at = start + 1;
        return;
      }
      if (c === COMMA) {
        this.at = start + 1;
        continue;
      }
      const key = this.string(start);
      this.at = this.space() + 1;
      const next = node.keys.get(key);
      if (next && (last === undefined || last.get(key) === start))
        this.value(next, path === '' ? key : `${path}.${key}`);
      else this.skip();
    }
  }

  /** For each key of the object that is read, where it begins the last time. */
  private lastOfKeys(): ReadonlyMap<string, number> {
    const from = this.at;
    const found = new Map<string, number>();
    for (;;) {
      const start = this.space();
      const c = this.text.charCodeAt(start);
      if (c === CLOSE_OBJECT) break;
      if (c === COMMA) {
        this.at = start + 1;
        continue;
      }
      found.set(this.string(start), start);
      this.at = this.space() + 1;
      this.skip();
    }
    this.at = from;
    return found;
  }

  private list(elements: PathNode, node: PathNode, path: string): void {
    const { text } = this;
    this.at++;
    for (let index = 0; ; ) {
      const start = this.space();
      const c = text.charCodeAt(start);
      if (c === CLOSE_ARRAY) {
        this.at = start + 1;
        if (index === 0) this.markBelow(node);
        return;
      }
      if (c === COMMA) {
        this.at = start + 1;
        continue;
      }
      this.element(elements, path, index++);
    }
  }

  private element(node: PathNode, list: string, index: number): void {
    const path = `${list}[${index}]`;
    if (node.lists === undefined) {
      this.value(node, path);
      return;
    }
    const start = this.space();
    this.pending.push({ node, start, path });
    this.at = this.end(start);
  }

  /** Takes the text of an object or a list into the columns that hold JSON. */
  private structure(node: PathNode, path: string, start: number, found: string): void {
    if (node.columns.length === 0) {
      if (node.keys.size === 0 && !node.elements) throw this.wrong(path, node, found, node.path);
      return;
    }
    if (!node.isMixed && !node.columns.every((index) => this.options.structures.has(index)))
      throw this.wrong(path, node, found, found === 'a list' ? node.path + LIST : `${node.path}.KEY`);
    this.put(node, this.text.slice(start, this.end(start)), path);
  }

  private put({ columns, all, placed }: PathNode, cell: string, path: string): void {
    const { row } = this;
    for (const index of columns) {
      this.seen.met[index] = true;
      // The first value that is not blank.
      if (row[index] === '') row[index] = cell;
    }
    if ((all < 0 && placed < 0) || cell === '') return;
    if (cell.includes(SEVERAL)) throw this.separator(columns);
    const add = (index: number, text: string) => {
      row[index] = row[index] === '' ? text : row[index] + SEVERAL + text;
    };
    if (all >= 0) add(all, cell);
    if (placed >= 0) add(placed, placedEntry(path, cell));
  }

  private markBelow(node: PathNode): void {
    for (const index of node.columns) this.seen.ended[index] = true;
    for (const below of node.keys.values()) this.markBelow(below);
    if (node.elements) this.markBelow(node.elements);
  }

  /** The text of a value that is no object or list; null is blank. */
  private scalar(start: number): string {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE) return this.string(start);
    const end = this.end(start);
    this.at = end;
    const word = text.slice(start, end);
    if (word === 'null') return '';
    return word === 'true' || word === 'false' ? word : this.options.number(word);
  }

  private string(start: number): string {
    const end = this.end(start);
    this.at = end;
    const inside = this.text.slice(start + 1, end - 1);
    return inside.includes('\\') ? (JSON.parse(this.text.slice(start, end)) as string) : inside;
  }

  private skip(): void {
    this.at = this.end(this.space());
  }

  private space(): number {
    const { text } = this;
    let { at } = this;
    for (let c = text.charCodeAt(at); c === 0x20 || (c >= 0x09 && c <= 0x0d); c = text.charCodeAt(++at));
    this.at = at;
    return at;
  }

  /** Where the value ends that begins at `start`. */
  private end(start: number): number {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (first === QUOTE) return endOfString(text, start);
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) {
      let at = start;
      for (let c = first; !isEndOfWord(c); c = text.charCodeAt(++at));
      return at;
    }
    let depth = 0;
    for (let at = start; ; at++) {
      const c = text.charCodeAt(at);
      if (c === QUOTE) at = endOfString(text, at) - 1;
      else if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth++;
      else if ((c === CLOSE_OBJECT || c === CLOSE_ARRAY) && --depth === 0) return at + 1;
    }
  }

  private separator(columns: readonly number[]): Failure {
    return inputFailure('input.json.control', 'A text holds the control character U+001E', {
      place: { file: this.file, line: this.line, jsonPath: this.columns.names[columns[0]!]! },
      expected: 'texts without it in a list of which several values are taken',
      hint: 'Remove the character in the export.',
    });
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

function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (text.charCodeAt(at - 1) !== BACKSLASH) return at + 1;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at + 1;
  }
}

const isEndOfWord = (c: number): boolean =>
  Number.isNaN(c) || c === COMMA || c === CLOSE_OBJECT || c === CLOSE_ARRAY || c <= 0x20 || c === COLON;
