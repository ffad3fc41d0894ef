// The index of RMAs: a small database derived from the calls record, so that nobody has to read gigabytes to know what is open.
// No personal data: identifiers, statuses, units and digests. It may be removed at any time; it is then made again.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from './folders.ts';
import { migrate } from './ledger-migrations.ts';

/**
 * days: how far each file of the record was read. tail: digest of the last bytes before `offset`, which tells whether it is still
 * the same file. generation: grows when a file was replaced; rows of an older generation are of calls that were removed from it.
 * rmas: the newest message of each RMA. They stay when their calls are purged. newest: its updated_at in microseconds.
 */
const TABLES = `
CREATE TABLE days (
  day TEXT PRIMARY KEY, inode TEXT NOT NULL, offset INTEGER NOT NULL, modified REAL NOT NULL, tail TEXT NOT NULL,
  generation INTEGER NOT NULL, calls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE rmas (
  no INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, orders TEXT NOT NULL, status TEXT,
  newest REAL, arrived INTEGER NOT NULL, first_at INTEGER NOT NULL, due TEXT, due_since INTEGER
) STRICT;
CREATE INDEX rmas_by_arrival ON rmas (arrived);
CREATE TABLE refused_calls (
  id TEXT PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, generation INTEGER NOT NULL, kind TEXT NOT NULL, rma TEXT,
  content TEXT, settled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_calls ON refused_calls (content) WHERE settled = 0;
CREATE TABLE error_calls (
  id TEXT PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, generation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
/**
 * source: who sent the message, as in SOURCES. label_since, scan_since: since when some unit has a label that was not scanned, or was
 * scanned and is not refunded. The record is read once more for them.
 */
const SOURCES_AND_STEPS = `
ALTER TABLE rmas ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rmas ADD COLUMN label_since INTEGER;
ALTER TABLE rmas ADD COLUMN scan_since INTEGER;
ALTER TABLE refused_calls ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
ALTER TABLE error_calls ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
DELETE FROM days;
`;
const NAMES = ['days', 'rmas', 'refused_calls', 'error_calls'];

/** Units of one order line that are due for a refund by the newest message of an RMA. Identifiers are as columnText makes them. */
export interface DueUnits {
  readonly order: string;
  readonly line: string;
  readonly units: number;
}

/** Who sends a message: the service, a sandbox that a person started, or something that plays: a scenario, certify, trigger. */
export const SOURCES = { service: 0, sandbox: 1, play: 2 } as const;
export type Source = (typeof SOURCES)[keyof typeof SOURCES];

export const rmaIndexPath = (folders: Folders): string => path.join(folders.state, 'rma-index.db');

const isDamage = (error: unknown): boolean => error instanceof Failure && error.code === 'state.damaged';

/** How often an index that turns out to be damaged is made anew before its failure is reported. */
const ROUNDS = 3;

/** With `waits` false it is given up at once while another process writes, instead of holding up this one. */
interface IndexUse {
  readonly waits?: boolean;
}

/**
 * Opens the index and closes it after `work`. A damaged one is removed and made anew; `work` is then called again.
 * @throws Failure exit 7
 */
export async function withRmaIndex<T>(
  platform: Platform,
  folders: Folders,
  work: (index: Database) => Promise<T>,
  use: IndexUse = {},
): Promise<T> {
  for (let round = 1; ; round++) {
    let index: Database | undefined;
    try {
      index = openIndex(platform, folders, use);
      return await work(index);
    } catch (error) {
      if (!isDamage(error) || round === ROUNDS) throw error;
      index?.close();
      index = undefined;
      await removeDamaged(platform, folders);
    } finally {
      index?.close();
    }
  }
}

function openIndex(platform: Platform, folders: Folders, { waits = true }: IndexUse = {}): Database {
  platform.files.makeFolder(folders.state);
  const options = waits ? { durable: true } : { durable: true, waitMs: 0 };
  const index = platform.databases.open(rmaIndexPath(folders), options);
  try {
    const tables = index.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(([name]) => name);
    const isNew = tables.length === 0 && index.get('PRAGMA user_version')?.[0] === 0;
    if (isNew || NAMES.every((name) => tables.includes(name))) {
      migrate(index, [TABLES, SOURCES_AND_STEPS]);
      return index;
    }
    throw stateFailure('state.damaged', `${index.file} has other tables than an index of RMAs`, {
      hint: 'Remove it: it is made again from the calls record.',
    });
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Only one process removes it, and only while it is damaged: another process may have made it anew meanwhile. */
async function removeDamaged(platform: Platform, folders: Folders): Promise<void> {
  const file = rmaIndexPath(folders);
  for (let tries = 0; tries < 100; tries++) {
    const lock = platform.databases.tryLock(path.join(folders.state, 'locks', 'rma-index.lock'));
    if (!lock) {
      await platform.clock.sleep(50);
      continue;
    }
    try {
      if (!isIntact(platform, folders))
        for (const name of [`${file}-wal`, `${file}-shm`, file]) platform.files.remove(name);
      return;
    } finally {
      lock.release();
    }
  }
}

function isIntact(platform: Platform, folders: Folders): boolean {
  try {
    const index = openIndex(platform, folders);
    try {
      return index.get('PRAGMA quick_check(1)')?.[0] === 'ok';
    } finally {
      index.close();
    }
  } catch {
    return false;
  }
}
