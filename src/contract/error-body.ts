// Answers of the token endpoint and of refusals: a reader of refusals that accepts any body, and a reader of token answers that
// uses what can be used. Every command loads them, so their shapes stand apart (small-shapes.ts).
import { isObject, MAX_NESTING, nestingFault, parsedJson } from '../basics/json.ts';
import { characterName } from '../basics/text.ts';
import type { FieldError } from './field-error.ts';
import { typeInWords } from './finding.ts';

const MAX_BODY = 1_000_000;
const MAX_ERRORS = 1000;
const MAX_TEXT = 500;

/**
 * What could be read of any error body, also of an HTML page or an empty one; `errors` is empty when none could be read. Never
 * throws; the length of texts and list is limited.
 */
export function readErrorBody(text: string) {
  const isHostile = text.length > MAX_BODY || nestingFault(text, MAX_NESTING) !== undefined;
  const body = isHostile ? undefined : parsedJson(text.replace(/^\ufeff/, ''));
  if (!isObject(body)) return { errors: [] };
  return {
    message: textOf(body.message),
    errors: Array.isArray(body.errors) ? readErrors(body.errors) : [],
    /** OAuth error code of the token endpoint, for example `invalid_client`. */
    error: textOf(body.error),
    error_description: textOf(body.error_description),
  };
}

function readErrors(list: readonly unknown[]) {
  const errors: FieldError[] = [];
  for (const entry of list.slice(0, MAX_ERRORS)) {
    if (typeof entry === 'string') errors.push({ field: '', code: entry.slice(0, MAX_TEXT) });
    if (!isObject(entry)) continue;
    const field = textOf(entry.field) ?? '';
    const code = textOf(entry.code) ?? '';
    if (field || code) errors.push({ field, code });
  }
  return errors;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  return typeof value === 'number' ? String(value) : undefined;
}

/** Lifetime of a token in seconds: 25 hours (interface: Authentication). */
export const TOKEN_LIFETIME_SECONDS = 90_000;

const LONGEST_TOKEN = 16_384;

interface ReadToken {
  readonly access_token: string;
  /** Seconds; as the interface says where the answer does not. */
  readonly expires_in: number;
  /** Seconds since the epoch; 0 when the service does not say it in a form that can be used. */
  readonly created_at: number;
}

/** The answer of the token endpoint; or, as a text, which field of it is wrong, and how. No text of the answer is repeated. */
export function readTokenAnswer(answer: Readonly<Record<string, unknown>>): ReadToken | string {
  const { access_token: token, token_type: type, expires_in: life, created_at: made } = answer;
  if (!isTokenText(token)) return `access_token ${tokenFault(token)}`;
  if (typeof type !== 'string')
    return `token_type ${type === undefined ? 'is missing' : `is ${typeInWords(type)} in place of text`}`;
  const lifetime = secondsOf(life ?? TOKEN_LIFETIME_SECONDS);
  if (lifetime === undefined)
    return `expires_in is ${typeof life === 'number' ? life : typeInWords(life)} in place of a number of seconds`;
  return { access_token: token, expires_in: lifetime, created_at: secondsOf(made) ?? 0 };
}

/** Whole seconds of a number, or of a number in quotes. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER;
  return isTime ? Math.floor(seconds) : undefined;
}

/** Why a token cannot be used in a header and in a file, which takes printable ASCII without spaces; undefined when it can. */
function tokenFault(token: unknown): string | undefined {
  if (typeof token !== 'string') return `is ${typeInWords(token)} in place of text`;
  if (token === '') return 'is empty';
  const odd = /[^\x21-\x7e]/u.exec(token);
  if (odd) return `cannot be sent in a header: it holds ${characterName(odd[0])}`;
  return token.length <= LONGEST_TOKEN ? undefined : `is too long (${token.length} characters)`;
}

export const isTokenText = (token: unknown): token is string => tokenFault(token) === undefined;
