// Reads the answer of the token endpoint: what can be used is used with a note, and what cannot is named with what is wrong with it.
import { characterName } from '../basics/secret.ts';
import { TOKEN_LIFETIME_SECONDS } from '../contract/error-body.ts';
import { typeInWords } from '../contract/report.ts';
import { isTokenText } from '../storage/token-cache.ts';

export interface ReadToken {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds since the epoch; 0 when the service does not say it in a form that can be used. */
  readonly created_at: number;
  /** What had to be read between the lines, each a sentence without its end. */
  readonly notes: readonly string[];
}

/** Of an object that holds an `access_token`. A text says which field is wrong, and how; it never repeats a text of the answer. */
export function readTokenAnswer(answer: Readonly<Record<string, unknown>>): ReadToken | string {
  const { access_token: token, token_type: type, expires_in: life, created_at: made } = answer;
  if (!isTokenText(token)) return `access_token ${tokenFault(token)}`;
  if (typeof type !== 'string')
    return `token_type ${type === undefined ? 'is missing' : `is ${typeInWords(type)} in place of text`}`;
  const notes: string[] = [];
  const lifetime = secondsOf(life);
  if (lifetime === undefined && life !== undefined && life !== null)
    return `expires_in is ${typeof life === 'number' ? life : typeInWords(life)} in place of a number of seconds`;
  if (lifetime === undefined)
    notes.push(`expires_in is missing; ${TOKEN_LIFETIME_SECONDS} seconds are taken, as the interface says`);
  else if (lifetime !== life) notes.push(`expires_in is no whole number; ${lifetime} seconds are taken`);
  const created = secondsOf(made);
  if (made !== undefined && made !== null && created !== made)
    notes.push(`created_at is no whole number; ${created ?? 'the time of the answer'} is taken`);
  return {
    access_token: token,
    expires_in: lifetime ?? TOKEN_LIFETIME_SECONDS,
    created_at: created ?? 0,
    notes,
  };
}

/** Whole seconds of a number, or of a number in quotes. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER;
  return isTime ? Math.floor(seconds) : undefined;
}

function tokenFault(token: unknown): string {
  if (typeof token !== 'string') return `is ${typeInWords(token)} in place of text`;
  const at = /[^\x21-\x7e]/u.exec(token);
  if (token === '') return 'is empty';
  if (at === null) return `is too long (${token.length} characters)`;
  const place = [...token.slice(0, at.index)].length + 1;
  return `cannot be sent in a header: its character ${place} of ${[...token].length} is ${characterName(at[0])}`;
}
