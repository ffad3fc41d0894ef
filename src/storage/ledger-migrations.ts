// Migrations: how the tables of a database are brought to the version of this program, and those of ledger.db; how that file is
// made and opened. Each leads from one `user_version` to the next and is never changed after its release.
// Times are ms since the epoch, amounts are cents. No personal data: only identifiers, units, amounts, digests.

import { damagedFailure, diskHint, Failure, stateFailure, troubleFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { guardDisk } from './folders.ts';

/** The views are for users (`returns help files`): they need only SQLite 3.37, so that many programs can read them. */
const FIRST = `
-- Texts that stand in many rows: ids of runs, names of files.
CREATE TABLE names (no INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;

-- Where things are sent: an address as a client id.
CREATE TABLE targets (no INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT) STRICT;

CREATE TABLE runs (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL,
  target INTEGER NOT NULL REFERENCES targets (no), profile TEXT NOT NULL, environment TEXT NOT NULL, shard TEXT,
  user TEXT NOT NULL, host TEXT NOT NULL, command TEXT NOT NULL,
  started_at INTEGER NOT NULL, ended_at INTEGER, exit_code INTEGER,
  orders TEXT NOT NULL, asns TEXT, levels TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_start ON runs (started_at);
CREATE TABLE run_files (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  path TEXT NOT NULL, bytes INTEGER NOT NULL, rows INTEGER NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;

-- The version of each order that was accepted last. previous: the whole record before it, to take a run back.
CREATE TABLE orders (
  no INTEGER PRIMARY KEY,
  target INTEGER NOT NULL REFERENCES targets (no), identifier TEXT NOT NULL,
  digest BLOB NOT NULL, content_digest BLOB NOT NULL,
  updated_at TEXT NOT NULL, status TEXT NOT NULL, currency TEXT NOT NULL, total_cents INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES names (no),
  file INTEGER NOT NULL REFERENCES names (no), line INTEGER NOT NULL, previous TEXT
) STRICT;
CREATE UNIQUE INDEX orders_by_identifier ON orders (target, identifier);
CREATE TABLE order_lines (
  order_no INTEGER NOT NULL REFERENCES orders (no) ON DELETE CASCADE, position INTEGER NOT NULL,
  identifier TEXT NOT NULL, sku TEXT NOT NULL,
  ordered INTEGER NOT NULL, shipped INTEGER NOT NULL, canceled INTEGER NOT NULL, unit_price_cents INTEGER NOT NULL,
  product_cents INTEGER NOT NULL, tax_cents INTEGER NOT NULL, discount_cents INTEGER NOT NULL,
  PRIMARY KEY (order_no, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_versions (
  order_no INTEGER NOT NULL REFERENCES orders (no) ON DELETE CASCADE, version INTEGER NOT NULL,
  updated_at TEXT NOT NULL, status TEXT NOT NULL, digest BLOB NOT NULL,
  accepted_at INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES names (no),
  PRIMARY KEY (order_no, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE refunds (
  order_no INTEGER NOT NULL REFERENCES orders (no) ON DELETE CASCADE, position INTEGER NOT NULL,
  identifier TEXT NOT NULL, amount_cents INTEGER NOT NULL, rma TEXT, created_at TEXT NOT NULL,
  PRIMARY KEY (order_no, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_by_identifier ON refunds (identifier);
CREATE TABLE refund_lines (
  order_no INTEGER NOT NULL REFERENCES orders (no) ON DELETE CASCADE, refund INTEGER NOT NULL,
  position INTEGER NOT NULL, identifier TEXT NOT NULL, order_line TEXT NOT NULL, units INTEGER NOT NULL,
  PRIMARY KEY (order_no, refund, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX refund_lines_by_identifier ON refund_lines (identifier);

-- Orders that were refused last: by the service, or (status 0) by our own check.
CREATE TABLE refusals (
  target INTEGER NOT NULL REFERENCES targets (no), identifier TEXT NOT NULL,
  digest TEXT NOT NULL, code TEXT NOT NULL, field TEXT NOT NULL, status INTEGER NOT NULL,
  refused_at INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES names (no),
  PRIMARY KEY (target, identifier)
) STRICT, WITHOUT ROWID;

CREATE TABLE asns (
  no INTEGER PRIMARY KEY, target INTEGER NOT NULL REFERENCES targets (no),
  program TEXT NOT NULL, number TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX asns_by_number ON asns (target, number, program);
-- Every body that was queued, the newest with the highest version.
CREATE TABLE asn_versions (
  asn_no INTEGER NOT NULL REFERENCES asns (no) ON DELETE CASCADE, version INTEGER NOT NULL,
  body TEXT NOT NULL, digest TEXT NOT NULL, api_version INTEGER NOT NULL, status TEXT NOT NULL,
  queued_at INTEGER NOT NULL, run TEXT NOT NULL, how TEXT NOT NULL,
  PRIMARY KEY (asn_no, version)
) STRICT;
CREATE TABLE asn_units (
  target INTEGER NOT NULL REFERENCES targets (no), identifier TEXT NOT NULL,
  asn_no INTEGER NOT NULL REFERENCES asns (no) ON DELETE CASCADE,
  PRIMARY KEY (target, identifier)
) STRICT, WITHOUT ROWID;
CREATE INDEX asn_units_by_asn ON asn_units (asn_no);
-- What was about to be sent when a process may have died.
CREATE TABLE asn_intents (
  target INTEGER NOT NULL REFERENCES targets (no), program TEXT NOT NULL, number TEXT NOT NULL,
  digest TEXT NOT NULL, body TEXT, others TEXT, intended_at INTEGER NOT NULL, run TEXT NOT NULL,
  PRIMARY KEY (target, number, program)
) STRICT;
CREATE TABLE refund_intents (
  target INTEGER NOT NULL REFERENCES targets (no), refund TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (target, refund)
) STRICT, WITHOUT ROWID;

-- RMAs as far as they are remembered: those that a refund was decided upon for.
CREATE TABLE rmas (
  no INTEGER PRIMARY KEY, target INTEGER NOT NULL REFERENCES targets (no), identifier TEXT NOT NULL,
  is_settled INTEGER NOT NULL, said TEXT
) STRICT;
CREATE UNIQUE INDEX rmas_by_identifier ON rmas (target, identifier);
CREATE TABLE rma_refunds (
  rma_no INTEGER NOT NULL REFERENCES rmas (no) ON DELETE CASCADE, position INTEGER NOT NULL,
  state TEXT NOT NULL, refund TEXT NOT NULL,
  PRIMARY KEY (rma_no, position)
) STRICT, WITHOUT ROWID;

-- Who holds a lock: shown to those who wait. The lock itself is on a file of its own.
CREATE TABLE locks (
  name TEXT NOT NULL, part TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
  since INTEGER NOT NULL, command TEXT NOT NULL,
  PRIMARY KEY (name, part)
) STRICT, WITHOUT ROWID;

CREATE VIEW v_orders AS
  SELECT t.name AS target, o.identifier, o.status, o.currency, o.total_cents, o.updated_at,
    strftime('%Y-%m-%dT%H:%M:%SZ', o.accepted_at / 1000, 'unixepoch') AS accepted_at, r.text AS run,
    f.text AS file, o.line,
    (SELECT count(*) FROM order_lines l WHERE l.order_no = o.no) AS lines,
    (SELECT count(*) FROM refunds x WHERE x.order_no = o.no) AS refunds,
    (SELECT count(*) FROM order_versions v WHERE v.order_no = o.no) AS earlier_versions
  FROM orders o JOIN targets t ON t.no = o.target JOIN names r ON r.no = o.run JOIN names f ON f.no = o.file;
CREATE VIEW v_runs AS
  SELECT r.id AS run, r.kind, r.state, r.exit_code, t.name AS target, r.profile, r.environment, r.shard,
    strftime('%Y-%m-%dT%H:%M:%SZ', r.started_at / 1000, 'unixepoch') AS started_at,
    strftime('%Y-%m-%dT%H:%M:%SZ', r.ended_at / 1000, 'unixepoch') AS ended_at,
    round((r.ended_at - r.started_at) / 1000.0, 1) AS seconds, r.user, r.host, r.command,
    json_extract(r.orders, '$.accepted') AS orders_accepted,
    json_extract(r.orders, '$.refused') AS orders_refused, r.asns
  FROM runs r JOIN targets t ON t.no = r.target;
CREATE VIEW v_asns AS
  SELECT t.name AS target, a.program AS program_identifier, a.number AS asn_number, v.status, v.how,
    v.api_version, strftime('%Y-%m-%dT%H:%M:%SZ', v.queued_at / 1000, 'unixepoch') AS queued_at, v.run,
    (SELECT count(*) FROM asn_versions w WHERE w.asn_no = a.no) AS versions, v.body
  FROM asns a JOIN targets t ON t.no = a.target
    JOIN asn_versions v ON v.asn_no = a.no AND v.version = (SELECT max(w.version) FROM asn_versions w WHERE w.asn_no = a.no);
CREATE VIEW v_refusals AS
  SELECT t.name AS target, x.identifier, x.code, x.field, x.status,
    strftime('%Y-%m-%dT%H:%M:%SZ', x.refused_at / 1000, 'unixepoch') AS refused_at, r.text AS run
  FROM refusals x JOIN targets t ON t.no = x.target JOIN names r ON r.no = x.run;
CREATE VIEW v_refunds AS
  SELECT t.name AS target, x.identifier, o.identifier AS order_identifier, x.amount_cents, o.currency,
    x.rma AS rma_identifier, x.created_at,
    (SELECT sum(l.units) FROM refund_lines l WHERE l.order_no = x.order_no AND l.refund = x.position) AS units
  FROM refunds x JOIN orders o ON o.no = x.order_no JOIN targets t ON t.no = o.target;
`;

/** Which mapping read the input of a run, as JSON. */
const MAPPING_OF_RUN = 'ALTER TABLE runs ADD COLUMN mapping TEXT;';

/** Which fields the warnings of a run were about, as JSON. */
const WARNINGS_OF_RUN = 'ALTER TABLE runs ADD COLUMN warned TEXT;';

/** Requests that ended without an answer, with the versions that they held: a list of identifier and digest, as JSON. */
const DOUBTS = `CREATE TABLE doubts (
  no INTEGER PRIMARY KEY, target INTEGER NOT NULL REFERENCES targets (no),
  ended_at INTEGER NOT NULL, orders TEXT NOT NULL
) STRICT;`;

/** When the order was created, as it was sent; null for what was accepted before. */
const CREATED_AT = 'ALTER TABLE orders ADD COLUMN created_at TEXT;';

/** Of the lines of an order, in their sequence, 32 bits of a hash of order and title, as JSON; null where there was none. */
const LINE_TITLES = `CREATE TABLE line_titles (
  order_no INTEGER PRIMARY KEY REFERENCES orders (no) ON DELETE CASCADE, marks TEXT NOT NULL
) STRICT;`;

/** What the total of an order counts of its shipping; null for what was accepted before. */
const SHIPPING = 'ALTER TABLE orders ADD COLUMN shipping_cents INTEGER;';

/** Orders whose newest version was forgotten, which the service still holds; and which run posted a refund of this tool. */
const FORGOTTEN =
  'ALTER TABLE orders ADD COLUMN is_restored INTEGER; ALTER TABLE refunds ADD COLUMN run TEXT;';

/** The hash stands beside its line: one row less for every order that is written. */
const TITLE_OF_LINE = `ALTER TABLE order_lines ADD COLUMN title INTEGER;
UPDATE order_lines SET title = (SELECT json_extract(t.marks, '$[' || position || ']') FROM line_titles t WHERE t.order_no = order_lines.order_no);
DROP TABLE line_titles;`;

/** In order. The newest `user_version` is the length of the list. */
export const LEDGER_MIGRATIONS: readonly string[] = [
  FIRST,
  MAPPING_OF_RUN,
  WARNINGS_OF_RUN,
  DOUBTS,
  CREATED_AT,
  LINE_TITLES,
  SHIPPING,
  FORGOTTEN,
  TITLE_OF_LINE,
];
const versionOf = (database: Database): number => Number(database.get('PRAGMA user_version')?.[0] ?? 0);

/**
 * Runs the missing migrations in one transaction: all of them or none.
 * @throws Failure exit 7 `state.newer` for a file that a newer version of the tool made
 */
export function migrate(database: Database, migrations: readonly string[]): void {
  const newest = migrations.length;
  if (versionOf(database) === newest) return;
  database.transaction(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    const version = versionOf(database);
    if (version > newest)
      throw stateFailure('state.newer', `${database.file} was made by a newer version of this tool`, {
        expected: `version ${newest} of the file or older`,
        found: `version ${version}`,
        hint: diskHint('newer'),
      });
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${newest}`);
  });
}

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
