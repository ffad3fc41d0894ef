// Converts SQLite errors to failures (exit 7) with the file and what to do.
import fs from 'node:fs';
import path from 'node:path';
import {
  type DiskTrouble,
  damagedFailure,
  diskHint,
  Failure,
  stateFailure,
  troubleFailure,
  troubleOf,
} from '../basics/failure.ts';

/** Primary result codes (the low byte of an extended code). */
const BUSY = 5;
const LOCKED = 6;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;
const TROUBLE: Readonly<Record<number, DiskTrouble>> = {
  3: 'denied',
  8: 'denied',
  [IO_ERROR]: 'unusable',
  [FULL]: 'full',
  14: 'unusable',
  15: 'unusable',
  23: 'denied',
};

/** On a network file system, other machines see a lock late or never. */
export const networkFailure = (file: string, kind: string) =>
  stateFailure('state.network', `${file} lies on a network file system (${kind})`, {
    hint: diskHint('network'),
  });

/** Somebody removed, moved or replaced a file that this process has open. */
export const removedFailure = (file: string) =>
  stateFailure('state.removed', `${file} was removed or replaced while this command had it open`, {
    hint: 'Put it back, or restore a backup, then run the same command again. Without it every order is sent again.',
  });

/** SQLite's message texts of these codes: an error thrown while rows are iterated carries only the text, no code. */
const SENTENCES: Readonly<Record<string, number>> = {
  'database is locked': BUSY,
  'attempt to write a readonly database': 8,
  'disk I/O error': IO_ERROR,
  'database disk image is malformed': CORRUPT,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'locking protocol': 15,
  'file is not a database': NOT_A_DATABASE,
};

function codeOf(error: unknown): number | undefined {
  const {
    code,
    errcode,
    message = '',
  } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: string };
  if (typeof errcode === 'number') return errcode & 0xff;
  return code === 'ERR_SQLITE_ERROR' ? SENTENCES[message] : undefined;
}

export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY || codeOf(error) === LOCKED;

export const isFull = (error: unknown): boolean => codeOf(error) === FULL;

/** A Failure for an error of the database or the disk; any other error unchanged. */
export function sqliteFailure(file: string, error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === undefined) {
    const trouble = troubleOf(error);
    return trouble ? troubleFailure(trouble, file, error) : error;
  }
  if (code === BUSY || code === LOCKED)
    return stateFailure('state.locked', `Another process has locked ${file} for more than 20 s`, {
      hint: 'It is probably suspended: continue it or end it, then run the same command again.',
      cause: error,
    });
  if (code === CORRUPT || code === NOT_A_DATABASE)
    return damagedFailure(file, (error as Error).message, error);
  const trouble = code === IO_ERROR && hasNoRoom(file) ? 'full' : TROUBLE[code];
  // The remaining codes are defects of our SQL, not something that the user can fix.
  return trouble ? troubleFailure(trouble, file, named(error)) : error;
}

/** SQLite reports an I/O error when there is no space for the index of its log (WAL). That index takes 32 KiB. */
function hasNoRoom(file: string): boolean {
  try {
    const { blocks, bavail, bsize } = fs.statfsSync(path.dirname(file));
    // Some in-memory file systems report 0 blocks.
    return blocks > 0 && bavail * bsize < 32 * 1024;
  } catch {
    return false;
  }
}

/** SQLite's name of a code (SQLITE_IOERR_WRITE) says more than its message text. */
function named(error: unknown): unknown {
  const { message, sqliteCodeName } = error as { message?: string; sqliteCodeName?: string };
  return { code: sqliteCodeName ?? message };
}
