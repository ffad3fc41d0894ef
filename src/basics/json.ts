// Strict JSON reading and canonical JSON writing: no duplicate keys, no rounded integers, bounded nesting, each error with its place.
import { inputFailure, type Place } from './failure.ts';
import { eachUnsafeValue, syntaxFaultAt, type UnsafeJsonValue } from './json-text.ts';
import { characterAt } from './text.ts';

export const MAX_NESTING = 64;
/** Maximum nesting of texts from other systems whose values are only searched. */
export const MAX_WALKED = 1000;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of others, where a wrong text is no error: undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: unknown, steps: readonly PropertyKey[]): unknown {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step];
    else if (isObject(found) && typeof step === 'string' && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

/** Every scalar, and every empty list or object, with its path. */
export function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value) && value.some(isObject))
    return value.flatMap((one, i) => leaves(one, `${path}[${i}]`));
  if (!isObject(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path === '' ? key : `${path}.${key}`));
}

/** Why a text is not acceptable JSON; `offset` counts UTF-16 units from the start of the text. */
interface JsonFault {
  readonly code: 'syntax' | 'duplicate' | 'integer' | 'number' | 'nesting';
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds errors that JSON.parse ignores: a duplicate key in one object, an integer beyond 2^53, a number beyond 1e308. The
 * text must be valid and not nested too deeply; offsets point at the key or number with the error. With `anyNumber`, only
 * keys are checked.
 */
export function findJsonFault(text: string, anyNumber = false): JsonFault | undefined {
  let fault: JsonFault | undefined;
  eachUnsafeValue(text, ({ code, offset, raw }) => {
    if (anyNumber && code !== 'duplicate') return false;
    const message = messageOf(code, raw);
    if (message !== undefined) fault = { code: code as JsonFault['code'], offset, message };
    return fault !== undefined;
  });
  return fault;
}

function messageOf(code: UnsafeJsonValue['code'], raw: string): string | undefined {
  const number = raw.slice(0, 40);
  if (code === 'duplicate') return `the key ${JSON.stringify(JSON.parse(raw))} stands twice in one object`;
  if (code === 'integer')
    return `the integer ${number} is beyond 2^53 and would be rounded; write it as a text`;
  // JSON.parse returns Infinity for it, which JSON cannot represent.
  if (code === 'number') return `the number ${number} is larger than any that can be held`;
  return undefined;
}

function tooDeep(offset: number, maxNesting: number): JsonFault {
  return { code: 'nesting', offset, message: `nested deeper than ${maxNesting} levels` };
}

/** Checks the nesting of a text that may not be valid JSON, without recursion: protects later recursive code from a stack overflow. */
export function nestingFault(text: string, maxNesting: number): JsonFault | undefined {
  if (isShallow(text, maxNesting)) return undefined;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > maxNesting) return tooDeep(i, maxNesting);
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return undefined;
}

/**
 * Number of keys in a valid JSON text: its colons outside of strings. Returns -1 when the text has a number that must be
 * checked in detail. The scan jumps over strings, so it costs a fraction of findJsonFault.
 */
function countKeys(text: string, anyNumber: boolean): number {
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      do i = text.indexOf('"', i + 1);
      while (text.charCodeAt(i - 1) === 0x5c && isEscaped(text, i));
    } else if (c === 0x3a) keys++;
    else if (!anyNumber && (c === 0x2d || (c >= 0x30 && c <= 0x39))) {
      const start = i;
      let hasExponent = false;
      for (let next = text.charCodeAt(i + 1); isOfNumber(next); next = text.charCodeAt(i + 1)) {
        hasExponent ||= next === 0x65 || next === 0x45;
        i++;
      }
      // Shorter numbers are neither beyond 2^53 nor beyond 1e308.
      if (hasExponent || i - start >= 15) return -1;
    }
  }
  return keys;
}

const isOfNumber = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) || c === 0x2e || c === 0x2b || c === 0x2d || c === 0x65 || c === 0x45;

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === 0x5c) before--;
  return (quote - before) % 2 === 0;
}

/** Number of keys in a parsed value. It is lower than in the text when the text has a duplicate key. */
function keysHeld(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) keys += keysHeld(value[i]!);
  else {
    const names = Object.keys(value);
    keys = names.length;
    for (let i = 0; i < names.length; i++) {
      const member = value[names[i]!];
      if (typeof member === 'object' && member !== null) keys += keysHeld(member);
    }
  }
  return keys;
}

/** Whether a text has so few opening brackets that it cannot be nested too deeply. */
function isShallow(text: string, maxNesting: number): boolean {
  let left = maxNesting;
  for (const sign of '{[')
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
      if (--left < 0) return false;
  return true;
}

/**
 * Parses strictly. Returns the value, or the error with its offset. With `anyNumber`, numbers that a double cannot hold are
 * no error: the caller reads their text.
 */
export function parseJsonStrictly(
  text: string,
  maxNesting = MAX_NESTING,
  anyNumber = false,
): { value: Json; fault?: undefined } | { fault: JsonFault } {
  const deep = nestingFault(text, maxNesting);
  if (deep) return { fault: deep };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { fault: { code: 'syntax', ...syntaxPlace(text) } };
  }
  // Fast path: most texts have no errors, and equal key counts prove it.
  if (countKeys(text, anyNumber) === keysHeld(value)) return { value };
  const fault = findJsonFault(text, anyNumber);
  return fault ? { fault } : { value };
}

/** The offset and our own message: V8's message differs between versions and may quote personal data. */
function syntaxPlace(text: string): { offset: number; message: string } {
  const offset = syntaxFaultAt(text);
  if (offset >= text.length)
    return { offset: text.length, message: 'the text ends in the middle of a value' };
  return { offset, message: `not JSON: ${characterAt(text, offset)} stands where it may not` };
}

/** Line and column (from 1) of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) {
    line++;
    start = i + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The place of an offset in a text that begins at a place of its file. */
export function placeIn(text: string, offset: number, at: Place): Place {
  const { line, column } = lineAndColumn(text, offset);
  const before = line === 1 ? (at.column ?? 1) - 1 : 0;
  return { ...at, line: (at.line ?? 1) + line - 1, column: before + column };
}

/** Parses strictly or throws a Failure (exit 6) that names the place. `at` is where the text begins. */
export function parseJsonInput(text: string, at: Place, anyNumber = false): Json {
  const parsed = parseJsonStrictly(text, MAX_NESTING, anyNumber);
  if (!parsed.fault) return parsed.value;
  throw inputFailure(`input.json.${parsed.fault.code}`, parsed.fault.message, {
    place: placeIn(text, parsed.fault.offset, at),
    hint: 'Correct the file at that place and run the command again; nothing was sent.',
  });
}

interface Keys {
  /** `given`: keys in the object's own order; `sorted`: the order in which they are written. */
  readonly given: readonly string[];
  readonly sorted: readonly string[];
  /** What is written before each value: of the first that is written, and of a later one. */
  readonly first: readonly string[];
  readonly later: readonly string[];
}

// Messages have only a few shapes: sorting their keys once per shape, not once per order, halves the time of a digest.
const shapes = new Map<string, Keys>();
const MOST_SHAPES = 500;

function keysOf(object: object): Keys {
  const given = Object.keys(object);
  const name = `${given[0]} ${given.length}`;
  const known = shapes.get(name);
  if (known?.given.every((key, i) => key === given[i])) return known;
  const sorted = [...given].sort();
  const names = sorted.map((key) => `${JSON.stringify(key)}:`);
  const keys = { given, sorted, first: names.map((key) => `{${key}`), later: names.map((key) => `,${key}`) };
  if (shapes.size < MOST_SHAPES || known) shapes.set(name, keys);
  return keys;
}

/** Characters that must be escaped in a JSON string. */
const TO_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** JSON with sorted keys and no white space: equal values give equal text. Undefined members are left out. */
export function canonicalJson(value: unknown): string {
  // Most strings need no escaping: adding quotes is faster than a call of JSON.stringify.
  if (typeof value === 'string') return TO_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) text += (i ? ',' : '') + canonicalJson(value[i]);
    return `[${text}]`;
  }
  const object = value as Record<string, unknown>;
  const { sorted, first, later } = keysOf(object);
  for (let i = 0; i < sorted.length; i++) {
    const member = object[sorted[i]!];
    if (member !== undefined) text += (text ? later[i]! : first[i]!) + canonicalJson(member);
  }
  return text ? `${text}}` : '{}';
}
