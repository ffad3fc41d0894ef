// Reads the small text files that flags and variables name: secrets, credentials, root certificates.
import path from 'node:path';
import { usageFailure } from '../basics/failure.ts';
import { LARGEST_SECRET, readSecret, type SecretSource } from '../basics/secret.ts';
import type { Files } from '../platform/platform.ts';

export interface FilePlace {
  readonly files: Files;
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
