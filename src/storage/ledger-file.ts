// The file of the ledger: its head is looked at before SQLite opens it, it is made whole, and brought to this version.
import { damagedFailure, Failure, stateFailure, troubleFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { guardDisk } from './folders.ts';
import { LEDGER_MIGRATIONS, migrate } from './ledger-migrations.ts';

/** Bytes of the head of an SQLite file. Ours has one from the moment it has its name. */
const HEAD = 100;

/** How the head begins, and where its `user_version` stands: 1 or more in a ledger, 0 where no program has set it. */
const MAGIC = 'SQLite format 3\0';
const VERSION_AT = 60;

/** Before SQLite sees it: a file of another program must not be changed. @throws Failure exit 7 */
export function checkHead({ files }: Platform, file: string): void {
  if (files.stat(file)?.kind !== 'file') return;
  const reader = guardDisk(file, () => files.open(file));
  try {
    const head = guardDisk(file, () => reader.read(0, HEAD));
    if (head.length < HEAD) throw damagedFailure(file, head.length === 0 ? 'it is empty' : 'it is cut off');
    const isDatabase = Buffer.from(head.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
    if (isDatabase && Buffer.from(head).readUInt32BE(VERSION_AT) === 0)
      throw stateFailure('state.foreign', `${file} is a database of another program, not a ledger`, {
        hint: 'Name another folder with --state-dir DIR; this file was not changed.',
      });
  } finally {
    reader.close();
  }
}

/**
 * The file gets its name when it is complete: a process that is killed before leaves no empty ledger, which would look like
 * a lost one. It is a copy, because SQLite may still have the other file open, and its locks belong to the file and not to the name.
 */
export function createLedger(platform: Platform, file: string): void {
  const { files } = platform;
  const made = `${file}.${platform.random.hex(4)}.tmp`;
  try {
    openMigrated(platform, made).close();
    if ((files.stat(`${made}-wal`)?.size ?? 0) > 0)
      throw troubleFailure('full', file, { code: 'ENOSPC', message: 'its log has no room in it' });
    guardDisk(file, () => files.make(file, contentOf(platform, made)));
  } finally {
    for (const part of [made, `${made}-wal`, `${made}-shm`]) files.remove(part);
  }
}

function contentOf({ files }: Platform, file: string): Uint8Array {
  const reader = files.open(file);
  try {
    return reader.read(0, reader.stat.size);
  } finally {
    reader.close();
  }
}

export function openMigrated({ databases }: Platform, file: string, named = file): Database {
  const database = databases.open(file, { durable: true });
  try {
    migrate(database, LEDGER_MIGRATIONS);
    // Another database, or another program changed this one.
    database.get('SELECT o.no, r.mapping FROM orders o, runs r LIMIT 0');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Failure) throw error;
    throw damagedFailure(named, (error as Error).message, error);
  }
}
