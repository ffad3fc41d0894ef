// Reads the body and the query of a request strictly: an unknown key is an error that names the one that was probably meant.
import { isObject, lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import { utf8Body } from '../../contract/serve.ts';
import type { ServerRequest } from '../../platform/platform.ts';
import type { BadRequestDocument } from '../documents.ts';
import type { BodyOf, Field, Fields } from './fields.ts';

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

/** No body is an empty object. @throws UnreadableRequest */
export function readBody<B extends Fields>(request: ServerRequest, fields: B): BodyOf<B> {
  const { value } = readJson(request);
  return objectAt(value === undefined ? {} : value, fields, '') as BodyOf<B>;
}

/** The body as one value. @throws UnreadableRequest */
export function readWhole(request: ServerRequest, field: Field): unknown {
  const { value } = readJson(request);
  if (value === undefined) throw new UnreadableRequest('the body', 'nothing', field.text);
  checkField(value, field, 'the body');
  return value;
}

/** `value` is undefined for an empty body. */
function readJson(request: ServerRequest): { readonly value: unknown } {
  const text = utf8Body(request);
  if (text === undefined)
    throw new UnreadableRequest('the body', 'bytes that are not UTF-8', 'JSON in UTF-8');
  if (text.trim() === '') return { value: undefined };
  const { value, fault } = { value: undefined, fault: undefined, ...parseJsonStrictly(text) };
  if (!fault) return { value };
  const { line, column } = lineAndColumn(text, fault.offset);
  throw new UnreadableRequest(`line ${line}, column ${column} of the body`, fault.message, 'JSON');
}

/** @throws UnreadableRequest */
export function readQuery<B extends Fields>(query: URLSearchParams, fields: B): BodyOf<B> {
  const given: Record<string, unknown> = {};
  for (const [key, text] of query) {
    if (key in given) throw new UnreadableRequest(`?${key}`, 'it twice', 'it once');
    const isNumber = Object.hasOwn(fields, key) && fields[key]?.kind === 'count';
    given[key] = isNumber && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }
  return objectAt(given, fields, '?') as BodyOf<B>;
}

function objectAt(value: unknown, fields: Fields, at: string): Record<string, unknown> {
  const known = Object.keys(fields);
  if (!isObject(value)) throw new UnreadableRequest(at || 'the body', named(value), 'an object');
  for (const key of Object.keys(value))
    if (!Object.hasOwn(fields, key))
      throw new UnreadableRequest(
        inside(at, key),
        'an unknown key',
        known.length === 0 ? 'no keys' : `one of ${known.join(', ')}`,
        meantText(key, known),
      );
  for (const [key, field] of Object.entries(fields)) {
    if (value[key] !== undefined) checkField(value[key], field, inside(at, key));
    else if (field.required) throw new UnreadableRequest(inside(at, key), 'nothing', field.text);
  }
  return value;
}

const inside = (at: string, key: string) => (at === '?' ? `?${key}` : at === '' ? key : `${at}.${key}`);

function checkField(value: unknown, field: Field, at: string): void {
  if (field.kind === 'list') {
    if (!Array.isArray(value)) throw new UnreadableRequest(at, named(value), `a list of ${field.text}`);
    for (const [index, one] of value.entries()) objectAt(one, field.of, `${at}[${index}]`);
    return;
  }
  const wrong = (expected: string, more = '') => new UnreadableRequest(at, quote(value), expected, more);
  if (field.kind === 'word') {
    const isWord = typeof value === 'string';
    if (!isWord || !field.oneOf.includes(value))
      throw wrong(`one of ${field.oneOf.join(', ')}`, isWord ? meantText(value, field.oneOf) : '');
    return;
  }
  const most = field.most ?? Number.MAX_SAFE_INTEGER;
  const isGood = TESTS[field.kind](value) && !(typeof value === 'number' && value > most);
  if (!isGood) throw wrong(`${EXPECTED[field.kind]}${field.most === undefined ? '' : ` to ${most}`}`);
}

const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 10_000;
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;
const every = (value: unknown, test: (one: unknown) => boolean) =>
  isObject(value) && Object.values(value).every(test);

type Simple = Exclude<Field['kind'], 'list' | 'word'>;

const TESTS: Readonly<Record<Simple, (value: unknown) => boolean>> = {
  text: isText,
  nullable: (value) => value === null || isText(value),
  count: isCount,
  number: isNumber,
  flag: (value) => typeof value === 'boolean',
  true: (value) => value === true,
  duration: (value) => isText(value) || isNumber(value),
  counts: (value) => every(value, (one) => isCount(one) && one !== 0),
  texts: (value) => every(value, isText),
  any: () => true,
};

const EXPECTED: Readonly<Record<Simple, string>> = {
  text: 'a text',
  nullable: 'a text, or null',
  count: 'a whole number from 0',
  number: 'a number from 0',
  flag: 'true or false',
  true: 'true',
  duration: 'a duration such as "2h", or a number of ms',
  counts: 'an object of whole numbers from 1, such as {"L1": 1}',
  texts: 'an object of texts',
  any: 'JSON',
};

const named = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : quote(value);
