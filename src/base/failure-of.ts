// Any error as a failure: the disk's errors are exit 7, what nobody expected is a defect of ours.
import { defectFailure, Failure, stateFailure } from './failure.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const DISK = new Set([...FULL, 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE']);

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code = '', syscall, message = String(error), path = 'a file' } = error as NodeJS.ErrnoException;
  if (FULL.has(code))
    return stateFailure('state.full', `No room left to write ${path} (${code})`, {
      hint: 'Free some disk space, then run the same command again: what was written before is intact.',
      cause: error,
    });
  // Making a folder on a broken disk ends as "no such file": Node asks again for the folder above until none is left.
  if (DISK.has(code) || (code === 'ENOENT' && syscall === 'mkdir'))
    return stateFailure('state.unwritable', `Cannot use ${path} (${code})`, {
      hint: 'Check the permissions of the folder, or name another one with --state-dir or --config-dir.',
      cause: error,
    });
  return defectFailure('defect', `Internal error: ${message.split('\n')[0]}`, {
    hint: 'This is a defect of the tool. Run the command again with --verbose and report what it prints.',
    cause: error,
  });
}
