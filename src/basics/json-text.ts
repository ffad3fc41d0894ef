// Inspects JSON texts with jsonc-parser: the offset of a syntax error, the place of a field or value, and values that JSON.parse changes.
import { type JSONPath, type JSONVisitor, visit } from 'jsonc-parser';

/** The path to a value: member names and element indexes. */
export type Steps = readonly (string | number)[];

export interface JsonPlace {
  readonly steps: Steps;
  /** UTF-16 offsets of the value itself. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'object' | 'array' | 'text' | 'other';
}

/** Values of jsonc-parser's ParseErrorCode, copied: it is a const enum, which file-by-file compilation cannot import. */
const INVALID_SYMBOL = 1;
const FIRST_OF_STRINGS = 12;

/**
 * UTF-16 offset of the first character that is a syntax error; the length of the text when the text is cut off.
 * (JSON.parse reports an offset for some errors only, and the format differs between Node versions.)
 */
export function syntaxFaultAt(text: string): number {
  let fault = text.length;
  /** Offset of a string that has an error inside. It is reported only if a string is allowed at that place. */
  let string = -1;
  const taken = (_: unknown, offset: number) => {
    if (offset !== string) return;
    fault = faultInString(text, offset);
    throw STOP;
  };
  visitUntilStop(text, {
    onObjectProperty: taken,
    onLiteralValue: taken,
    onError(code, offset) {
      if (offset !== string && code >= FIRST_OF_STRINGS && text[offset] === '"') {
        string = offset;
        return;
      }
      fault = offset;
      if (code === INVALID_SYMBOL) fault += WORD.exec(text.slice(offset, offset + 6))?.[0].length ?? 0;
      // For an error inside a number or word, report the offset where the number or word begins.
      if (OF_WORD.test(text[fault] ?? '')) while (OF_WORD.test(text[fault - 1] ?? '')) fault--;
      throw STOP;
    },
  });
  return fault;
}

const STOP = new Error('Found: what follows is not read.');

function visitUntilStop(text: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (error !== STOP) throw error;
  }
}

const WORD = /^(?:true|false|null)(?![\w.+-])/;
const OF_WORD = /[\w.+-]/;
const IN_STRING = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|["\\\u0000-\u001f]/g;

/**
 * Offset of the first raw control character or wrong escape in the string that begins at `start`; the text's length if the
 * string only lacks its end.
 */
function faultInString(text: string, start: number): number {
  IN_STRING.lastIndex = start + 1;
  for (let found = IN_STRING.exec(text); found; found = IN_STRING.exec(text))
    // An escape sequence that is cut off by the end of the text is not a wrong escape.
    if (found[0].length === 1)
      return found[0] === '\\' && found.index === text.length - 1 ? text.length : found.index;
  return text.length;
}

/**
 * Every value of a syntactically valid text, containers after their contents. With `deepest`, only values up to that depth
 * (the whole text has depth 0). For a duplicate key, both values are returned in their order.
 */
export function jsonPlaces(text: string, deepest = Number.POSITIVE_INFINITY): JsonPlace[] {
  const places: JsonPlace[] = [];
  const open: { readonly start: number; readonly steps: Steps }[] = [];
  const begin = (start: number, _1: number, _2: number, _3: number, path: () => JSONPath) =>
    open.push({ start, steps: path() }) <= deepest;
  const end = (kind: JsonPlace['kind']) => (offset: number, length: number) => {
    places.push({ ...open.pop()!, end: offset + length, kind });
  };
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end('object'),
    onArrayEnd: end('array'),
    onLiteralValue: (value, start, length, _1, _2, path) => {
      const kind = typeof value === 'string' ? 'text' : 'other';
      places.push({ steps: path(), start, end: start + length, kind });
    },
  });
  return places;
}

/** Formats a path as findings show it: `items[0].sku`. */
export const stepsText = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${step}`),
    '',
  );

/** A place in a JSON text whose value a reader would change without an error. */
export interface UnsafeJsonValue {
  readonly code: 'duplicate' | 'integer' | 'number' | 'surrogate' | 'nul';
  readonly steps: Steps;
  /** Offset of the key or value; `raw` is its text in the source. */
  readonly offset: number;
  readonly raw: string;
}

/**
 * Calls `isEnough` with each unsafe value of a syntactically valid text, in order, until it returns true. These are duplicate
 * keys, numbers that a double cannot hold, lone surrogates and NUL.
 */
export function eachUnsafeValue(text: string, isEnough: (value: UnsafeJsonValue) => boolean): void {
  const names: Set<string>[] = [];
  const add = (code: UnsafeJsonValue['code'], steps: Steps, offset: number, length: number) => {
    if (isEnough({ code, steps, offset, raw: text.slice(offset, offset + length) })) throw STOP;
  };
  const checkText = (value: string, path: () => Steps, offset: number, length: number) => {
    if (!value.isWellFormed()) add('surrogate', path(), offset, length);
    if (value.includes('\0')) add('nul', path(), offset, length);
  };
  visitUntilStop(text, {
    onObjectBegin: () => {
      names.push(new Set());
    },
    onObjectEnd: () => names.pop(),
    onObjectProperty(name, offset, length, _1, _2, path) {
      const here = names.at(-1)!;
      if (here.has(name)) add('duplicate', [...path(), name], offset, length);
      here.add(name);
      checkText(name, () => [...path(), name], offset, length);
    },
    onLiteralValue(value: unknown, offset, length, _1, _2, path) {
      if (typeof value === 'string') checkText(value, path, offset, length);
      else if (typeof value !== 'number') return;
      else if (!Number.isSafeInteger(value) && /^-?\d+$/.test(text.slice(offset, offset + length)))
        add('integer', path(), offset, length);
      else if (!Number.isFinite(value)) add('number', path(), offset, length);
    },
  });
}

/**
 * The range [start, end) of the value at a path such as `items[1].sku` in a valid JSON text. When the field is missing,
 * the range of the innermost value on the path that exists.
 */
export function locate(text: string, path: string): { start: number; end: number } {
  return locateSteps(text, stepsIn(path));
}

/** `items[0].sku` as steps. */
export const stepsIn = (path: string): Steps =>
  [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));

/** The same for a path given as steps, for keys that contain dots. */
export function locateSteps(text: string, steps: readonly PropertyKey[]): { start: number; end: number } {
  const { start, end } = jsonPlaces(text, steps.length)
    .filter((place) => place.steps.every((step, i) => step === steps[i]))
    // A container comes before its values.
    .reduce((innermost, place) => (place.steps.length > innermost.steps.length ? place : innermost));
  return { start, end };
}

/** The places of all values of a valid JSON text, found in one pass: for messages with many findings. */
export class JsonPlaces {
  private readonly offsets = new Map<string, number>();
  /** Offsets at which lines begin. */
  private readonly lines: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines.push(at + 1);
    for (const { steps, start } of jsonPlaces(text)) this.offsets.set(stepsText(steps), start);
  }

  /**
   * Line and column (from 1) of the value at a path such as `items[1].sku`. When the field is missing, of the innermost
   * value on the path that exists.
   */
  at(path: string) {
    let known = path;
    while (known !== '' && !this.offsets.has(known)) known = known.replace(/(^|\.)[^.[\]]*$|\[\d*\]$|.$/, '');
    const offset = this.offsets.get(known) ?? 0;
    let low = 0;
    for (let high = this.lines.length; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.lines[low]! + 1 };
  }
}
