// The text of a file that the user names.
import path from 'node:path';
import { inputFailure } from '../basics/failure.ts';
import type { FilePlace } from '../basics/secret.ts';

/** Without its byte order mark. @param what such as `the file of --order` @throws Failure exit 6 */
export function textOfFile({ files, cwd }: FilePlace, file: string, what: string): string {
  try {
    return files.readText(path.resolve(cwd, file)).replace(/^\ufeff/, '');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw inputFailure('input.file', `Cannot read ${what} (${code})`, {
      ...{ place: { file }, cause: error },
      hint: 'Give the path of a readable JSON file. Examples: returns samples',
    });
  }
}
