// What jsonc-parser knows of a JSON text: where it stops being JSON, where each value stands, and what readers change in it.
import { type JSONPath, type JSONVisitor, visit } from 'jsonc-parser';

/** The way to a value: names of members and numbers of elements. */
export type Steps = readonly (string | number)[];

export interface JsonPlace {
  readonly steps: Steps;
  /** UTF-16 offsets of the value itself. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'object' | 'array' | 'text' | 'other';
}

/** Numbers of jsonc-parser's ParseErrorCode: a const enum, which no build that compiles file by file can read. */
const INVALID_SYMBOL = 1;
const FIRST_OF_STRINGS = 12;

/**
 * Offset (in UTF-16 units) of the first character that cannot stand where it stands; the length of a text that is cut off.
 * (JSON.parse says so only for some faults, and differently in every version of Node.)
 */
export function syntaxFaultAt(text: string): number {
  let fault = text.length;
  /** A string with a fault inside counts only if a string may stand there. */
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
      // A number or word that goes wrong is named by its beginning.
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

/** The first raw control character or wrong escape in the string that begins at `start`; the text's length if it just ends. */
function faultInString(text: string, start: number): number {
  IN_STRING.lastIndex = start + 1;
  for (let found = IN_STRING.exec(text); found; found = IN_STRING.exec(text))
    // A text that is cut off within an escape is cut off, not wrong.
    if (found[0].length === 1)
      return found[0] === '\\' && found.index === text.length - 1 ? text.length : found.index;
  return text.length;
}

/**
 * Every value of a syntactically valid text, containers after what they hold; with `deepest`, only those so deep (the whole
 * text is at depth 0). Of a key that stands twice, both come in their order.
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

/** `items[0].sku`, as findings have it. */
export const stepsText = (steps: Steps): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${step}`),
    '',
  );

/** A place of a JSON text that a reader would quietly change. */
export interface JsonOddity {
  readonly code: 'duplicate' | 'integer' | 'number' | 'surrogate' | 'nul';
  readonly steps: Steps;
  /** Of the key or value, and how it is written. */
  readonly offset: number;
  readonly raw: string;
}

/**
 * Hands over the oddities of a syntactically valid text in their order until one is enough: keys twice, numbers that cannot be
 * held, half characters, NUL.
 */
export function eachOddity(text: string, isEnough: (oddity: JsonOddity) => boolean): void {
  const names: Set<string>[] = [];
  const add = (code: JsonOddity['code'], steps: Steps, offset: number, length: number) => {
    if (isEnough({ code, steps, offset, raw: text.slice(offset, offset + length) })) throw STOP;
  };
  const checkText = (value: string, path: () => Steps, offset: number, length: number) => {
    if (LONE_SURROGATE.test(value)) add('surrogate', path(), offset, length);
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

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
