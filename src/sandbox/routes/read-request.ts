// Reads the body and the query of a request strictly: an unknown key is an error that names the one that was probably meant.
import type * as z from 'zod';
import { isObject, lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { utf8Body } from '../../contract/serve.ts';
import type { ServerRequest } from '../../platform/platform.ts';
import type { BadRequestDocument } from '../documents.ts';

/** A request that cannot be read: answered 400 with where, found and expected. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  constructor(
    readonly where: string,
    readonly found: string,
    readonly expected: string,
    more = '',
  ) {
    super(`The request is wrong at ${where}: expected ${expected}, found ${found}.${more}`);
  }
}

export const badRequestDocument = ({ message, where, found, expected }: UnreadableRequest) =>
  ({ schema: 'sandbox-bad-request/1', message, where, found, expected }) satisfies BadRequestDocument;

/** Where an object is wanted, no body is an empty one. @throws UnreadableRequest */
export function readBody<S extends z.ZodType>(request: ServerRequest, shape: S): z.infer<S> {
  const text = utf8Body(request);
  if (text === undefined)
    throw new UnreadableRequest('the body', 'bytes that are not UTF-8', 'JSON in UTF-8');
  if (text.trim() === '') return checked(shape.type === 'object' ? {} : undefined, shape, '');
  const { value, fault } = { value: undefined, fault: undefined, ...parseJsonStrictly(text) };
  if (!fault) return checked(value, shape, '');
  const { line, column } = lineAndColumn(text, fault.offset);
  throw new UnreadableRequest(`line ${line}, column ${column} of the body`, fault.message, 'JSON');
}

/** @throws UnreadableRequest */
export function readQuery<S extends z.ZodObject>(query: URLSearchParams, shape: S): z.infer<S> {
  const given: Record<string, unknown> = {};
  for (const [key, text] of query) {
    if (Object.hasOwn(given, key)) throw new UnreadableRequest(`?${key}`, 'it twice', 'it once');
    const field = Object.hasOwn(shape.shape, key) ? (shape.shape[key] as z.ZodType) : undefined;
    const isNumber = /^\d{1,15}$/.test(text) && field?.safeParse(Number(text)).success;
    given[key] = isNumber ? Number(text) : text;
  }
  return checked(given, shape, '?');
}

function checked<S extends z.ZodType>(value: unknown, shape: S, start: '' | '?'): z.infer<S> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0]! : undefined;
  const found = issue.path.reduce<unknown>(
    (inside, part) => (inside as Readonly<Record<PropertyKey, unknown>>)[part],
    value,
  );
  const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])]
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`))
    .join('');
  const expected = issue.message;
  const words = expected.startsWith('one of ') ? expected.slice('one of '.length).split(', ') : [];
  const meant = unknown ?? (typeof found === 'string' ? found : undefined);
  throw new UnreadableRequest(
    `${start}${path}` || 'the body',
    unknown === undefined ? named(found) : 'an unknown key',
    expected,
    meant === undefined ? '' : meantText(meant, words),
  );
}

function named(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : quote(value);
}
