// Everything that a sandbox keeps, in one SQLite database: in memory, or in DIR/sandbox.db with `--data DIR`. All tables are
// here. Nothing is read when it is opened: each store asks for what it needs.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Databases, SqlRow } from '../platform/platform.ts';
import { migrate } from '../storage/ledger-migrations.ts';

/**
 * Times are ms since the epoch on the sandbox's clock, unless the name says otherwise.
 * orders: no is the order of first arrival; newest the latest updated_at that ever arrived, microseconds; body the last
 * snapshot as canonical JSON, null when bodies are not stored. refund_ids: kind is refunds or lines; owner what the identifier
 * belongs to. asns: state is queued, created or rejected; due_at when it is worked on; reason why it is rejected then, null
 * when it is created. rmas: rma is its JSON; exchange_order the retailer's identifier of the exchange order. log: assumed is a
 * JSON list of the assumptions that the line rests on. later: commands that are due later, for example the carrier's label;
 * command is JSON. tokens: only digests of bearer tokens.
 */
const TABLES = `
CREATE TABLE orders (
  no INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, status TEXT NOT NULL, updated_at TEXT NOT NULL,
  received INTEGER NOT NULL, newest REAL NOT NULL, body TEXT
) STRICT;
CREATE TABLE order_versions (
  sequence INTEGER PRIMARY KEY, order_no INTEGER NOT NULL, request INTEGER NOT NULL, time INTEGER NOT NULL,
  updated_at TEXT NOT NULL, sha256 TEXT NOT NULL
) STRICT;
CREATE INDEX order_versions_by_order ON order_versions (order_no);
CREATE TABLE refund_ids (
  kind TEXT NOT NULL, identifier TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (kind, identifier)
) STRICT, WITHOUT ROWID;

CREATE TABLE asns (
  no INTEGER PRIMARY KEY, number TEXT NOT NULL, program TEXT NOT NULL, status TEXT NOT NULL, body TEXT NOT NULL,
  state TEXT NOT NULL, due_at INTEGER NOT NULL, worked_at INTEGER, reason TEXT,
  UNIQUE (number, program)
) STRICT;
CREATE INDEX asns_queued ON asns (due_at) WHERE state = 'queued';
CREATE TABLE asn_versions (
  sequence INTEGER PRIMARY KEY, asn_no INTEGER NOT NULL, request INTEGER NOT NULL, time INTEGER NOT NULL,
  version TEXT NOT NULL, status TEXT NOT NULL, sha256 TEXT NOT NULL
) STRICT;
CREATE INDEX asn_versions_by_asn ON asn_versions (asn_no);
CREATE TABLE units (identifier TEXT PRIMARY KEY, asn_no INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX units_by_asn ON units (asn_no);
CREATE TABLE receptions (sequence INTEGER PRIMARY KEY, asn_no INTEGER NOT NULL, time INTEGER NOT NULL) STRICT;
CREATE INDEX receptions_by_asn ON receptions (asn_no);

CREATE TABLE rmas (
  no INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, order_identifier TEXT NOT NULL, exchange_order TEXT,
  rma TEXT NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rmas_by_order ON rmas (order_identifier);
CREATE INDEX rmas_by_exchange_order ON rmas (exchange_order) WHERE exchange_order IS NOT NULL;
CREATE TABLE log (
  sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, order_identifier TEXT NOT NULL, rma TEXT, text TEXT NOT NULL,
  assumed TEXT NOT NULL
) STRICT;
CREATE INDEX log_by_rma ON log (rma, sequence);

CREATE TABLE later (
  id INTEGER PRIMARY KEY, at INTEGER NOT NULL, order_identifier TEXT NOT NULL, command TEXT NOT NULL
) STRICT;

CREATE TABLE tokens (sha256 TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export const DELIVERY_TABLES = `
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    rma TEXT,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    body TEXT,
    created_at INTEGER NOT NULL,
    is_single INTEGER NOT NULL,
    first_note TEXT,
    state TEXT NOT NULL,
    next_at INTEGER,
    reason TEXT,
    tries INTEGER NOT NULL,
    first_at INTEGER,
    copies INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries (state, id);
  CREATE INDEX IF NOT EXISTS deliveries_by_rma ON deliveries (rma, id);
  CREATE TABLE IF NOT EXISTS delivery_attempts (
    delivery INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    status INTEGER,
    fault TEXT,
    answer TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (delivery, number)
  ) STRICT, WITHOUT ROWID;
`;

/** JSON of what the refunds of the last snapshot have too much; null when nothing. */
const OVER_REFUNDED = 'ALTER TABLE orders ADD COLUMN over_refunded TEXT';

/** A row as an object, by the columns that were selected: `at, created_at AS createdAt`. */
export function rowOf<T>(columns: string): (row: SqlRow) => T {
  const names = columns.split(', ').map((column) => column.replace(/^.* AS /, ''));
  return (row) => Object.fromEntries(names.map((name, i) => [name, row[i]])) as T;
}

/** What a reset leaves: clients go on with their token, and the clock does not jump. */
const KEPT = ['tokens', 'settings'];

/**
 * Opens the state, in memory without a file. Takes constant time. What was written survives the end of the process, however it
 * ends, but not a power cut.
 * @throws Failure exit 7 when the file cannot be used, or while another sandbox uses it
 */
export function openState(databases: Databases, file: string | undefined): SavedState {
  if (file === undefined) return stateOf(databases.memory());
  const folder = path.dirname(file);
  try {
    const lock = databases.tryLock(path.join(folder, 'sandbox.lock'));
    if (!lock)
      throw stateFailure('state.locked', `Another sandbox uses the folder ${folder}`, {
        hint: 'Stop that sandbox, or give this one a folder of its own with --data DIR.',
      });
    try {
      const database = databases.open(file, { durable: false });
      return stateOf(database, () => lock.release());
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw error instanceof Failure ? withOwnHint(error) : error;
  }
}

export type SavedState = ReturnType<typeof stateOf>;

function stateOf(database: Database, release = () => {}) {
  try {
    migrate(database, [TABLES + DELIVERY_TABLES, OVER_REFUNDED]);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    database,
    /** Adds 1 to a counter. @returns its new value, from 1 */
    count: (name: string): number =>
      Number(
        database.get(
          'INSERT INTO counters VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value',
          name,
        )![0],
      ),
    counted: (name: string): number =>
      Number(database.get('SELECT value FROM counters WHERE name = ?', name)?.[0] ?? 0),
    setting: (name: string) =>
      database.get('SELECT value FROM settings WHERE name = ?', name)?.[0] as string | undefined,
    set: (name: string, value: string): void =>
      void database.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, value),
    /** Empties every table but those of tokens and settings. */
    clear(): void {
      const names = database.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(([name]) => name);
      // A DELETE of all rows takes milliseconds, also for many: SQLite frees whole pages.
      database.transaction(() => {
        for (const name of names) if (!KEPT.includes(String(name))) database.run(`DELETE FROM ${name}`);
      });
    },
    close(): void {
      database.close();
      release();
    },
  };
}

/** A sandbox has a folder of its own. */
const withOwnHint = (error: Failure): Failure =>
  error.code === 'state.locked'
    ? error
    : stateFailure(error.code, error.message, {
        hint: 'Check the disk and the permissions of the folder, remove its files to start empty, or name another one with --data DIR.',
        cause: error,
      });
