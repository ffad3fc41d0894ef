// What SQLite's errors mean to a person: exit 7, with the file and what to do.
import fs from 'node:fs';
import path from 'node:path';
import { type DiskTrouble, troubleFailure, troubleOf } from '../basics/disk-trouble.ts';
import { Failure, stateFailure } from '../basics/failure.ts';

/** Primary result codes (the low byte of an extended one). */
const BUSY = 5;
const LOCKED = 6;
const IO_ERROR = 10;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const TROUBLE: Readonly<Record<number, DiskTrouble>> = {
  3: 'denied',
  8: 'denied',
  [IO_ERROR]: 'unusable',
  13: 'full',
  14: 'unusable',
  15: 'unusable',
  23: 'denied',
};

/** Locks of a network file system reach other machines late or never. */
export const networkFailure = (file: string, kind: string): Failure =>
  stateFailure('state.network', `${file} lies on a network file system (${kind})`, {
    hint: 'Put the state on a local disk: --state-dir DIR or RETURNS_STATE_DIR.',
  });

/** SQLite's sentences of these codes: what is thrown while rows are gone through has nothing else. */
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

/** The failure of an error of the database or the disk; any other error as it is. */
export function sqliteFailure(file: string, error: unknown): unknown {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === undefined) {
    const trouble = troubleOf(error);
    return trouble ? troubleFailure(trouble, file, error) : error;
  }
  if (code === BUSY || code === LOCKED)
    return stateFailure('state.locked', `Another process has kept ${file} for more than 20 s`, {
      hint: 'It is probably suspended: continue it or end it, then run the same command again.',
      cause: error,
    });
  if (code === CORRUPT || code === NOT_A_DATABASE)
    return stateFailure('state.damaged', `${file} is damaged (${(error as Error).message})`, {
      hint: 'Restore it from a backup, or move it away: the next upload then sends every order again, which the service accepts.',
      cause: error,
    });
  const trouble = code === IO_ERROR && isFull(file) ? 'full' : TROUBLE[code];
  // What is left is a defect of a statement: nothing that a person could mend.
  return trouble ? troubleFailure(trouble, file, named(error)) : error;
}

/** Where SQLite has no room for the index of its log it speaks of an I/O error. Bytes of that index: 32 KiB. */
function isFull(file: string): boolean {
  try {
    const { blocks, bavail, bsize } = fs.statfsSync(path.dirname(file));
    // Some file systems in memory count nothing.
    return blocks > 0 && bavail * bsize < 32 * 1024;
  } catch {
    return false;
  }
}

/** SQLite's names of a code say more than its sentence: SQLITE_IOERR_WRITE. */
function named(error: unknown): unknown {
  const { message, sqliteCodeName } = error as { message?: string; sqliteCodeName?: string };
  return { code: sqliteCodeName ?? message };
}
