// Reads what somebody gave strictly: a wrong value is named with its place, an unknown key with the one that was
// probably meant; and durations and points in time.

import * as z from 'zod';
import { type Failure, inputFailure } from '../../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly, valueAt } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';
import { utf8Body } from '../../contract/router.ts';
import { microsOf } from '../../contract/time.ts';
import type { ServerRequest } from '../../platform/platform.ts';
import type { BadRequestDocument } from '../documents.ts';

/** Makes the failure of a value that is not as it should be. `where`: its path, empty for the whole. `more`: what was meant. */
export type Wrong = (where: string, expected: string, found: string, more: string) => Failure;

/** Of a file: `The scenario is wrong at steps[0].do: ...`. @param said what of it is wrong: `The scenario is` */
export const wrongIn =
  (code: string, said: string, file: string, hint: string): Wrong =>
  (path, expected, found, more) =>
    inputFailure(
      code,
      `${said} wrong at ${path || 'the top'}: expected ${expected}, found ${found}.${more}`,
      { place: { file, ...(path && { path }) }, expected, found, hint },
    );

/** Over HTTP it is answered 400 with where, found and expected. */
export const wrongRequest = (where: string, expected: string, found: string, more = ''): Failure =>
  inputFailure(
    'sandbox.request',
    `The request is wrong at ${where || 'the body'}: expected ${expected}, found ${found}.${more}`,
    { ...(where && { place: { path: where } }), expected, found, hint: `Give ${expected}.` },
  );

export const badRequestDocument = ({ message, place, found = '', expected = '' }: Failure) =>
  ({
    ...{ schema: 'sandbox-bad-request/1', message, where: place?.path ?? 'the body', found, expected },
  }) satisfies BadRequestDocument;

/** Where an object is wanted, no body is an empty one. @throws Failure */
export function readBody<S extends z.ZodType>(request: ServerRequest, shape: S): z.infer<S> {
  const text = utf8Body(request);
  if (text === undefined) throw wrongRequest('', 'JSON in UTF-8', 'bytes that are not UTF-8');
  if (text.trim() === '') return readShape(shape.type === 'object' ? {} : undefined, shape);
  const { value, fault } = { value: undefined, fault: undefined, ...parseJsonStrictly(text) };
  if (!fault) return readShape(value, shape);
  const { line, column } = lineAndColumn(text, fault.offset);
  throw wrongRequest(`line ${line}, column ${column} of the body`, 'JSON', fault.message);
}

/** @throws Failure */
export function readQuery<S extends z.ZodObject>(query: URLSearchParams, shape: S): z.infer<S> {
  const given: Record<string, unknown> = {};
  for (const [key, text] of query) {
    if (Object.hasOwn(given, key)) throw wrongRequest(`?${key}`, 'it once', 'it twice');
    const field = Object.hasOwn(shape.shape, key) ? (shape.shape[key] as z.ZodType) : undefined;
    const isNumber = /^\d{1,15}$/.test(text) && field?.safeParse(Number(text)).success;
    given[key] = isNumber ? Number(text) : text;
  }
  return readShape(given, shape, (where, ...rest) => wrongRequest(`?${where}`, ...rest));
}

/** @throws Failure */
export function readShape<S extends z.ZodType>(
  value: unknown,
  shape: S,
  wrong: Wrong = wrongRequest,
): z.infer<S> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const issue = innermost(read.error.issues, value);
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0]! : undefined;
  const found = valueAt(value, issue.path);
  const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])]
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`))
    .join('');
  const expected = issue.message;
  const words = expected.startsWith('one of ') ? expected.slice('one of '.length).split(', ') : [];
  const meant = unknown ?? (typeof found === 'string' ? found : '');
  throw wrong(
    path,
    expected,
    unknown === undefined ? named(found) : 'an unknown key',
    meantText(meant, words),
  );
}

/** The first unknown key, else the first fault; of a union of objects, in the one whose discriminating key is there. */
function innermost(issues: readonly z.core.$ZodIssue[], value: unknown): z.core.$ZodIssue {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const found = valueAt(value, issue.path);
  if (issue.code !== 'invalid_union' || !isObject(found)) return issue;
  const meant = issue.errors.find(
    ([first]) => first && (first.code !== 'invalid_union' || valueAt(found, first.path) !== undefined),
  );
  if (!meant) return issue;
  const inner = innermost(meant, found);
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function named(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : quote(value);
}

/** The last time that a clock may show: the end of the year 9999, ms. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);

/** ms of a number of ms, or of a text such as `2h`. @throws Failure */
export const durationOf = (given: number | string, name: string): number =>
  checked(given, name, msOf, 'a duration such as 30s, 15m, 2h or 3d');

/** ms since the epoch of the same, or of a text such as `2026-11-20T13:12:22Z`. @throws Failure */
export const timeOf = (given: number | string, name: string): number =>
  checked(given, name, (text) => microsOf(text.trim()) / 1000, 'a time such as 2026-11-20T13:12:22Z');

function msOf(text: string): number {
  try {
    return parseDuration(text, '');
  } catch {
    return Number.NaN;
  }
}

function checked(
  given: number | string,
  name: string,
  read: (text: string) => number,
  expected: string,
): number {
  const ms = typeof given === 'string' ? read(given) : given;
  if (ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrongRequest(name, expected, quote(given));
}

// What a request or a file may hold, as zod shapes: it is read by them, and the documentation is made from them. The message of
// each is what was expected.

const textOf = (what: string, expected: string) =>
  z.string(expected).min(1, expected).max(10_000, expected).describe(what);
export const text = (what: string) => textOf(what, 'a text');
export const textOrNull = (what: string) => textOf(what, 'a text, or null').nullable().describe(what);

export function count(what: string, most = Number.MAX_SAFE_INTEGER, least = 0) {
  const error = `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`;
  return z.int(error).min(least, error).max(most, error).describe(what);
}

export function share(what: string) {
  const error = 'a number from 0 to 1';
  return z.number(error).min(0, error).max(1, error).describe(what);
}

export const flag = (what: string) => z.boolean('true or false').describe(what);
export const yes = (what: string) => z.literal(true, 'true').describe(what);

/** ms, or a text such as `2h`. */
export function duration(what: string) {
  const expected = 'a duration such as "2h", or a number of ms';
  return z.union([textOf('', expected), z.number().min(0, expected)], expected).describe(what);
}

export const word = <const W extends string>(words: readonly W[], what: string) =>
  z.enum(words, `one of ${words.join(', ')}`).describe(what);

/** An object whose values have this shape; a wrong one is not named, because the keys are the asker's. */
const record = <T>(value: z.ZodType<T>, what: string, expected: string) =>
  z
    .custom<Readonly<Record<string, T>>>((given) => {
      const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given);
      return isRecord && Object.values(given).every((one) => value.safeParse(one).success);
    }, expected)
    .meta({ description: what, type: 'object', additionalProperties: z.toJSONSchema(value) });
/** Units by line: `{"L1": 1}`. */
export const counts = (what: string) =>
  record(z.int().min(1), what, 'an object of whole numbers from 1, such as {"L1": 1}');
export const texts = (what: string) => record(text(''), what, 'an object of texts');

export const json = (what: string) =>
  z
    .unknown()
    .refine((given) => given !== undefined, what)
    .describe(what);
export function list<S extends z.ZodType>(what: string, of: S, least = 0) {
  const error = least > 0 ? `a list with at least ${least} element` : 'a list';
  const shape = z.array(of, error);
  return (least > 0 ? shape.min(least, error) : shape).describe(what);
}

/** An object with these keys and no others. */
export function keys<const S extends z.core.$ZodLooseShape>(shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code !== 'unrecognized_keys' ? 'an object' : known === '' ? 'no keys' : `one of ${known}`,
  });
}

/** A body that may be empty, and holds nothing. */
export const NO_KEYS: z.ZodType<unknown> = keys({});
