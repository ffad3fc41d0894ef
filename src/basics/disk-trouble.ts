// What errors mean, in one place: codes of the disk, the messages shown to the user, and what to do next.
import { defectFailure, Failure, stateFailure } from './failure.ts';

/** `full`: no space left. `denied`: no permission. `unusable`: any other error that makes the file unusable. */
export type DiskTrouble = 'full' | 'denied' | 'unusable';

const CODES: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EIO: 'unusable',
  ENOTDIR: 'unusable',
  EISDIR: 'unusable',
  EEXIST: 'unusable',
  EMFILE: 'unusable',
  ENFILE: 'unusable',
};

const HINTS: Readonly<Record<DiskTrouble, string>> = {
  full: 'Free some disk space, then run the same command again: what was written before is intact. Another place is named with --state-dir DIR or --config-dir DIR.',
  denied:
    'See who may write it and its folder (a run with sudo leaves files of root behind), or name another folder with --state-dir DIR or --config-dir DIR.',
  unusable:
    'Check the disk and the permissions of the folder, or name another one with --state-dir DIR or --config-dir DIR.',
};

/** @returns undefined when the error is not a disk error */
export function troubleOf(error: unknown): DiskTrouble | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // Making a folder on a broken disk ends as "no such file": Node asks again for the folder above until none is left.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'unusable';
  return typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code] : undefined;
}

/** Exit 7, `state.full` or `state.unusable`. */
export function troubleFailure(trouble: DiskTrouble, file: string, error: unknown): Failure {
  const { code, message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  const isFull = trouble === 'full';
  const reason = typeof code === 'string' && code ? `(${code})` : '';
  const text = isFull
    ? `No space left to write ${file}`
    : `Cannot use ${file}${reason ? '' : `: ${message}`}`;
  return stateFailure(isFull ? 'state.full' : 'state.unusable', `${text} ${reason}`.trim(), {
    hint: HINTS[trouble],
    cause: error,
  });
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message = String(error), path = 'a file' } = error as NodeJS.ErrnoException;
  const trouble = troubleOf(error);
  if (trouble) return troubleFailure(trouble, path, error);
  return defectFailure('defect', `Internal error: ${message.split('\n')[0]}`, {
    hint: 'This is a defect of the tool. Run the command again with --verbose and report what it prints.',
    cause: error,
  });
}
