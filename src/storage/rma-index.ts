// The index of RMAs: a small database derived from the calls record, so that nobody has to read gigabytes to know what is open.
// No personal data: identifiers, statuses, units and digests. It may be removed at any time; it is then made again.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from './folders.ts';
import { migrate } from './ledger-migrations.ts';

/**
 * days: how far each file of the record was read. file: its inode and how it begins, which tell whether it is still the same file.
 * rmas: the newest message of each RMA. They stay when their calls are purged. newest: its updated_at in microseconds. label_since,
 * scan_since: since when some unit has a label that was not scanned, or was scanned and is not refunded.
 * noted_calls: those that were not answered 2xx (is_open, until something settles them), and those with errors.
 * source: who sent the message, as in SOURCES.
 */
const TABLES = `
CREATE TABLE days (
  day TEXT PRIMARY KEY, file TEXT NOT NULL, offset INTEGER NOT NULL, modified REAL NOT NULL, calls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE rmas (
  no INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, orders TEXT NOT NULL, status TEXT, newest REAL,
  arrived INTEGER NOT NULL, first_at INTEGER NOT NULL, due TEXT, due_since INTEGER, label_since INTEGER, scan_since INTEGER,
  source INTEGER NOT NULL
) STRICT;
CREATE INDEX rmas_by_arrival ON rmas (arrived);
CREATE TABLE noted_calls (
  id TEXT PRIMARY KEY, at INTEGER NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL, rma TEXT, content TEXT,
  source INTEGER NOT NULL, is_error INTEGER NOT NULL, is_open INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_calls ON noted_calls (content) WHERE is_open = 1;
`;
/**
 * sender: of a call that was refused because of its sender, a digest of the address that it came from. The calls are read again,
 * because those that were indexed before have none.
 */
const SENDERS = `
ALTER TABLE noted_calls ADD COLUMN sender TEXT;
DELETE FROM noted_calls;
DELETE FROM days;
`;
/**
 * rma_lines: the lines that the newest message of an RMA names, while it is not cancelled, also of one that is refunded: `units` to
 * be refunded, none of an exchange; shipping: what returning costs the order, null where that is not known. The calls are read
 * again; of RMAs whose calls were purged, what was due is known.
 */
const LINES = `
CREATE TABLE rma_lines (
  order_id TEXT NOT NULL, line TEXT NOT NULL, rma INTEGER NOT NULL, units INTEGER NOT NULL, shipping INTEGER,
  PRIMARY KEY (order_id, line, rma)
) STRICT, WITHOUT ROWID;
CREATE INDEX rma_lines_by_rma ON rma_lines (rma);
INSERT OR IGNORE INTO rma_lines SELECT d.value ->> 'order', d.value ->> 'line', r.no, d.value ->> 'units', NULL
  FROM rmas r, json_each(r.due) d;
DELETE FROM days;
`;
const NAMES = ['days', 'rmas', 'noted_calls'];

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

/** How often an index that turns out to be damaged, or that another process removed, is made anew before its failure is reported. */
const ROUNDS = 3;

/**
 * Opens the index and closes it after `work`. A damaged one is removed and made anew; `work` is then called again.
 * @throws Failure exit 7
 */
export async function withRmaIndex<T>(
  platform: Platform,
  folders: Folders,
  work: (index: Database) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    let index: Database | undefined;
    try {
      index = openIndex(platform, folders);
      return await work(index);
    } catch (error) {
      const code = error instanceof Failure ? error.code : '';
      if (!['state.damaged', 'state.removed'].includes(code) || round === ROUNDS) throw error;
      index?.close();
      if (code === 'state.removed') continue;
      for (const end of ['', '-wal', '-shm']) platform.files.remove(rmaIndexPath(folders) + end);
    } finally {
      index?.close();
    }
  }
}

/** To be closed. @throws Failure exit 7 */
export function openIndex(platform: Platform, folders: Folders): Database {
  platform.files.makeFolder(folders.state);
  const index = platform.databases.open(rmaIndexPath(folders), { durable: true });
  try {
    const tables = index.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(([name]) => name);
    const isNew = tables.length === 0 && index.get('PRAGMA user_version')?.[0] === 0;
    if (isNew || NAMES.every((name) => tables.includes(name))) {
      migrate(index, [TABLES, SENDERS, LINES]);
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
