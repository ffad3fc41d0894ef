// Small private files (profiles, secrets, tokens): written whole or not at all, and a full or read-only disk said plainly.
import path from 'node:path';
import { stateFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  // From mkdir on a broken disk; readers look first whether the file is there.
  'ENOENT',
  'EISDIR',
  'EEXIST',
  'EMFILE',
  'ENFILE',
  'EIO',
]);

/** Runs file work on `file`; what the disk refuses becomes exit 7. */
export function guardDisk<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFailure(file, error);
  }
}

/** What the disk refused as a failure (exit 7); any other error as it is. */
export function diskFailure(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (FULL.has(code))
    return stateFailure('state.full', `No room left to write ${file}`, {
      hint: 'Free some disk space, then run the same command again: what was written before is intact.',
      cause: error,
    });
  if (UNUSABLE.has(code))
    return stateFailure('state.unusable', `Cannot use ${file} (${code})`, {
      hint: 'Check who owns the folder and its permissions, or name another one with --config-dir DIR or --state-dir DIR.',
      cause: error,
    });
  return error;
}

/** The whole content, 0600 in a 0700 folder, or the old content stays. @throws Failure exit 7 */
export function writePrivate(host: Host, file: string, content: string): void {
  guardDisk(file, () => {
    host.files.makeFolder(path.dirname(file));
    host.files.replace(file, content);
  });
}

/** The text of a file, undefined when there is none. @throws Failure exit 7 */
export function readPrivate(host: Host, file: string): string | undefined {
  return guardDisk(file, () => (host.files.stat(file) ? host.files.readText(file) : undefined));
}
