// The one reader of secrets: client secrets, keys of headers, passwords. Takes off what an editor or a shell adds at both ends, and
// names any other character that a secret of its kind cannot hold. No message repeats anything else of the secret.
// It also reads the small files that flags and variables name.
import path from 'node:path';
import { type Place, usageFailure } from './failure.ts';
import { characterName } from './text.ts';

/** Bytes: what is larger is not a secret. */
export const LARGEST_SECRET = 65_536;

/** What a secret may hold, and the first character that it may not. */
interface Kind {
  readonly expected: string;
  readonly wrong: RegExp;
}

const SECRET_KINDS = {
  /** RFC 6749, appendix A: no other character can be in a client id or a client secret. */
  client: { expected: 'printable ASCII (U+0020 to U+007E) on one line', wrong: /[^\x20-\x7e]/u },
  /** RFC 9110, 5.5. Bytes above ASCII are sent as Latin-1 by some programs and as UTF-8 by others: such a key would match by luck. */
  header: { expected: 'printable ASCII (U+0020 to U+007E) and tabs on one line', wrong: /[^\t\x20-\x7e]/u },
  /** RFC 7617: a password may hold every letter, sent as UTF-8, but no control character; none that nobody sees is meant. */
  password: {
    expected: 'visible characters and spaces on one line',
    wrong: /[\p{C}\p{Zl}\p{Zp}\ufffd]|(?! )\p{Zs}/u,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export interface SecretSource {
  readonly kind: keyof typeof SECRET_KINDS;
  /** `client secret`, `key`. */
  readonly what: string;
  /** The file, the variable, stdin ... that it came from. */
  readonly from: string;
  readonly place?: Place | undefined;
}

/** Without a byte order mark in front, and without line ends, blanks and tabs at both ends. */
export const trimSecret = (text: string): string => text.replace(/^[\ufeff \t\r\n]+|[ \t\r\n]+$/g, '');

/** @throws Failure exit 2 when it is empty, too long, or holds a character that it cannot hold */
export function readSecret(given: string | Uint8Array, source: SecretSource): string {
  const { kind, what, from, place } = source;
  // A byte order mark is not counted below, because no editor shows it.
  const text = (typeof given === 'string' ? given : new TextDecoder().decode(given)).replace(/^\ufeff/, '');
  const secret = trimSecret(text);
  const details = { place, expected: `the ${what}, and nothing else` };
  if (secret === '')
    throw usageFailure('usage.secret.empty', `There is no ${what} in ${from}: it is empty`, {
      ...details,
      hint: `Write the ${what} there, and nothing else.`,
    });
  if (text.length > LARGEST_SECRET)
    throw usageFailure('usage.secret.size', `What is in ${from} is too long for a ${what}`, {
      ...details,
      found: `${text.length} characters`,
      hint: `Give the ${what} there, and nothing else.`,
    });
  const { expected, wrong } = SECRET_KINDS[kind];
  const at = wrong.exec(secret);
  if (at === null) return secret;
  const character = [...text.slice(0, text.indexOf(secret) + at.index)].length + 1;
  const named = characterName(at[0]);
  throw usageFailure(
    'usage.secret.character',
    `The ${what} cannot be used: character ${character} of ${from} is ${named}`,
    {
      place,
      expected,
      found: named,
      hint: `Copy the ${what} once more from where it was issued, and save it as one line of UTF-8 text.`,
    },
  );
}

export const CLIENT_SECRET = { kind: 'client', what: 'client secret' } as const;

/** @throws Failure exit 2 */
export const clientSecret = (given: string | Uint8Array, from: string, place?: Place): string =>
  readSecret(given, { ...CLIENT_SECRET, from, place });

/** The part of the platform that reads a file. */
export interface FilePlace {
  readonly files: {
    readText(file: string): string;
    stat(file: string): { readonly size: number } | undefined;
  };
  readonly cwd: string;
}

/** `name` as it was given, from `flag` (or a variable). @throws Failure exit 2 */
export function givenText({ files, cwd }: FilePlace, name: string, flag: string): string {
  try {
    return files.readText(path.resolve(cwd, name));
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw usageFailure('usage.file', `Cannot read the file that ${flag} names (${code})`, {
      place: { file: name },
      hint: 'Check the path and its permissions.',
      cause: error,
    });
  }
}

/** As `givenText`, of a file that holds a secret. A much larger one was named by mistake, and is not read. @throws Failure exit 2 */
export function givenSecretText(where: FilePlace, name: string, flag: string): string {
  const size = where.files.stat(path.resolve(where.cwd, name))?.size ?? 0;
  if (size <= LARGEST_SECRET) return givenText(where, name, flag);
  throw usageFailure('usage.secret.size', `The file that ${flag} names is too large for a secret`, {
    place: { file: name },
    expected: `at most ${LARGEST_SECRET} bytes`,
    found: `${size} bytes`,
    hint: 'Name the file that holds the secret, and nothing else.',
  });
}

/** @throws Failure exit 2 */
export const secretInFile = (
  where: FilePlace,
  name: string,
  flag: string,
  source: Pick<SecretSource, 'kind' | 'what'>,
): string => readSecret(givenSecretText(where, name, flag), { ...source, from: name, place: { file: name } });
