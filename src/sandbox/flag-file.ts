// The text of a file that a flag names.
import path from 'node:path';
import { inputFailure } from '../basics/failure.ts';
import type { FilePlace } from '../basics/secret.ts';

/** Without its byte order mark. @throws Failure exit 6 */
export function textOfFile({ files, cwd }: FilePlace, file: string, flag: string): string {
  try {
    return files.readText(path.resolve(cwd, file)).replace(/^\ufeff/, '');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw inputFailure('input.file', `Cannot read the file of ${flag} (${code})`, {
      ...{ place: { file }, cause: error },
      hint: `Give ${flag} the path of a readable JSON file.`,
    });
  }
}
