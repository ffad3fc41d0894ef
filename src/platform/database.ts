// Databases on SQLite: one connection per file and process, prepared statements are reused, errors become Failures of the disk.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { isBusy, isFull, networkFailure, removedFailure, sqliteFailure } from './database-failure.ts';
import { codeOf, makeFolder } from './files.ts';
import { networkFileSystem } from './network-file-systems.ts';
import type { Database, Databases, SqlRow, SqlValue } from './platform.ts';

/** How long a transaction waits for one of another process, ms. Transactions take milliseconds unless the process is suspended. */
const BUSY_TIMEOUT_MS = 20_000;

/** How long closing waits for readers in other processes before it gives up the checkpoint, ms. The data is safe in the log. */
const CLOSE_TIMEOUT_MS = 100;

interface Connection {
  readonly db: DatabaseSyncInstance;
  readonly inode: number;
  readonly durable: boolean;
  /** How long a statement waits for another process, ms. */
  readonly waitMs: number;
  readonly statements: Map<string, StatementSyncInstance>;
  /** Number of opens that were not closed yet. */
  users: number;
  /** True after a wait for another process timed out, until a statement succeeds again. */
  hasTimedOut: boolean;
}

const connectionOf = (
  db: DatabaseSyncInstance,
  inode: number,
  durable: boolean,
  waitMs = BUSY_TIMEOUT_MS,
): Connection => ({
  ...{ db, inode, durable, waitMs, statements: new Map() },
  ...{ users: 1, hasTimedOut: false },
});

/** SQLite's name of a database without a file. */
const IN_MEMORY = ':memory:';

/** By real path: a second connection of the same process to a file would wait for the first. */
const connections = new Map<string, Connection>();

/**
 * Connections without users, for reuse. The package frees statements only at garbage collection, and SQLite holds the file
 * open until then, so a file that a long run opens repeatedly (machine.db) reuses its connection. A durable database is
 * opened again: the file may have been replaced by a backup.
 */
const idle = new Map<string, WeakRef<Connection>>();

/** Locks that are held. Without this reference, garbage collection would close the database and release the lock. */
const held = new Set<DatabaseSyncInstance>();

/** Statements whose rows are being iterated. */
const iterated = new Set<{ readonly statement: StatementSyncInstance }>();

export const realDatabases: Databases = {
  open(file, { durable, waitMs = BUSY_TIMEOUT_MS }) {
    return orFailure(file, () => {
      makeFolder(path.dirname(file));
      const real = path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
      const known = connections.get(real) ?? idle.get(real)?.deref();
      idle.delete(real);
      // A file that was removed and created again is another file.
      if (known && inodeOf(real) === known.inode) {
        if (known.users++ === 0) setBusyTimeout(known, true);
        connections.set(real, known);
        return databaseOf(file, known, () => release(real, known));
      }
      const remote = networkFileSystem(real);
      if (remote) throw networkFailure(file, remote);
      makePrivate(real);
      const db = connect(real, waitMs);
      try {
        // In WAL mode a reader never waits for the writer, nor the writer for a reader.
        retryWhileBusy(() => db.exec('PRAGMA journal_mode = WAL'), waitMs);
        db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
        const inode = fs.statSync(real).ino;
        const connection = connectionOf(db, inode, durable, waitMs);
        connections.set(real, connection);
        return databaseOf(file, connection, () => release(real, connection));
      } catch (error) {
        db.close();
        throw error;
      }
    });
  },

  copy(from, to) {
    orFailure(to, () => makePrivate(to));
    // Whoever has the database open has its log there, maybe empty: then the copy is made under SQLite's own locks.
    const isInUse = fs.existsSync(`${from}-wal`);
    try {
      // Without a log the file has everything, and SQLite must not make one beside it.
      const db = connect(isInUse ? from : `${pathToFileURL(from)}?immutable=1`, BUSY_TIMEOUT_MS, true);
      try {
        db.prepare('VACUUM INTO ?').run(to);
      } finally {
        db.close();
      }
    } catch (error) {
      throw sqliteFailure(isFull(error) ? to : from, error);
    }
    if (isInUse || !fs.existsSync(`${from}-wal`)) return;
    // Somebody opened it meanwhile.
    fs.rmSync(to);
    realDatabases.copy(from, to);
  },

  memory() {
    const connection = connectionOf(connect(IN_MEMORY, 0), 0, false);
    // Bytes: rows of 2 to 4 kB, such as orders, would each take a page of the usual 4,096.
    connection.db.exec('PRAGMA page_size = 16384');
    return databaseOf(IN_MEMORY, connection, () => {
      connection.statements.clear();
      connection.db.close();
    });
  },

  /** Uses SQLite's own lock: it lies on bytes beyond the end of the file, so the file stays empty. */
  tryLock(file) {
    return orFailure(file, () => {
      makeFolder(path.dirname(file));
      const remote = networkFileSystem(file);
      if (remote) throw networkFailure(file, remote);
      makePrivate(file);
      // On a read-only file, SQLite starts a read transaction without an error although an exclusive lock was requested.
      fs.accessSync(file, fs.constants.W_OK);
      const inode = inodeOf(file);
      const db = connect(file, 0);
      try {
        // Nothing is ever written, so no journal file is needed.
        db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      } catch (error) {
        db.close();
        if (isBusy(error)) return undefined;
        throw error;
      }
      // The previous holder removed the file meanwhile: the locked inode is no longer the file that other processes open.
      if (inode === undefined || inodeOf(file) !== inode) {
        db.close();
        return undefined;
      }
      held.add(db);
      return {
        release() {
          if (held.delete(db)) db.close();
        },
      };
    });
  },
};

/**
 * Creates the file with mode 0600. It does not open an existing file: by the rules of POSIX, closing that descriptor would
 * release the locks that this process has on the file.
 */
function makePrivate(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const inodeOf = (file: string): number | undefined => fs.statSync(file, { throwIfNoEntry: false })?.ino;

/** Retries: when two processes switch a file to WAL at the same time, SQLite reports busy to one at once, without waiting. */
function retryWhileBusy(work: () => void, waitMs: number): void {
  for (const start = performance.now(); ; ) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > waitMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function connect(file: string, timeout: number, readOnly = false) {
  const { DatabaseSync } = createRequire(import.meta.filename)(
    '@photostructure/sqlite',
  ) as typeof import('@photostructure/sqlite');
  return new DatabaseSync(file, { timeout, readOnly, returnArrays: true });
}

function orFailure<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(file, error);
  }
}

function setBusyTimeout(connection: Connection, isLong: boolean): void {
  const { db, waitMs } = connection;
  db.exec(`PRAGMA busy_timeout = ${isLong ? waitMs : Math.min(waitMs, CLOSE_TIMEOUT_MS)}`);
  connection.hasTimedOut = !isLong;
}

/** `release` is called once, when the database is closed. */
function databaseOf(file: string, connection: Connection, release: () => void): Database {
  const { db, statements } = connection;
  const statement = (sql: string) => {
    let prepared = statements.get(sql);
    if (!prepared) {
      prepared = db.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  };
  /** After a wait timed out, later statements do not wait as long again until one succeeds: a run that is ending would only be delayed. */
  const failing = <T>(work: () => T): T =>
    orFailure(file, () => {
      try {
        const result = work();
        if (connection.hasTimedOut) setBusyTimeout(connection, true);
        return result;
      } catch (error) {
        if (isBusy(error) && db.isOpen) setBusyTimeout(connection, false);
        throw error;
      }
    });
  /** What an outer transaction keeps when it goes on after an error in `work` has nothing of `work` in it. */
  const nested = <T>(work: () => T): T => {
    failing(() => db.exec('SAVEPOINT nested'));
    try {
      const result = work();
      failing(() => db.exec('RELEASE nested'));
      return result;
    } catch (error) {
      rollBack(db, 'ROLLBACK TO nested; RELEASE nested');
      throw error;
    }
  };
  const checkThere = () => {
    if (connection.durable && inodeOf(file) !== connection.inode) throw removedFailure(file);
  };
  let isOpen = true;
  return {
    file,
    get: (sql, ...values) => failing(() => statement(sql).get(...values) as unknown as SqlRow | undefined),
    all: (sql, ...values) => failing(() => statement(sql).all(...values) as unknown as SqlRow[]),
    *each(sql, ...values: readonly SqlValue[]) {
      // A separate statement: the shared one may be executed with other values between two rows. The set holds a reference,
      // because the iterator does not: after garbage collection it would read freed memory.
      const own = { statement: failing(() => db.prepare(sql)) };
      iterated.add(own);
      const iterator = failing(() => own.statement.iterate(...values)) as IterableIterator<unknown>;
      try {
        for (;;) {
          const next = failing(() => iterator.next());
          if (next.done) return;
          yield next.value as SqlRow;
        }
      } finally {
        // When the caller stops early, end the read: while it is open, all other reads of this process see its old snapshot.
        if (db.isOpen) iterator.return?.();
        iterated.delete(own);
      }
    },
    run: (sql, ...values) => failing(() => statement(sql).run(...values).changes),
    insert: (sql, ...values) => failing(() => Number(statement(sql).run(...values).lastInsertRowid)),
    exec: (sql) => failing(() => db.exec(sql)),
    transaction<T>(work: () => T, { durable = connection.durable } = {}): T {
      if (db.isTransaction) return nested(work);
      const isLess = connection.durable && !durable;
      // The log is in order: whoever waits for its end waits for this, too.
      if (isLess) db.exec('PRAGMA synchronous = NORMAL');
      try {
        failing(() => db.exec('BEGIN IMMEDIATE'));
        const result = work();
        failing(() => {
          // Whoever puts a removed file back must not find in it what was said to be not done.
          checkThere();
          db.exec('COMMIT');
          // What goes into a removed file is not on disk, although SQLite writes it without an error.
          checkThere();
        });
        return result;
      } catch (error) {
        rollBack(db);
        throw error;
      } finally {
        if (isLess && db.isOpen) db.exec('PRAGMA synchronous = FULL');
      }
    },
    snapshot<T>(work: () => T): T {
      if (db.isTransaction) return work();
      failing(() => db.exec('BEGIN'));
      try {
        return work();
      } finally {
        rollBack(db);
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      release();
    },
  };
}

/** Closes the connection after its last user, or keeps it for reuse. */
function release(real: string, connection: Connection): void {
  const { db } = connection;
  if (--connection.users > 0) return;
  if (connections.get(real) === connection) connections.delete(real);
  try {
    db.exec(
      `PRAGMA busy_timeout = ${CLOSE_TIMEOUT_MS}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory`,
    );
  } catch {
    // Another process reads, or the disk refuses the checkpoint: committed data is in the log, which belongs to the file.
  }
  if (connection.durable) db.close();
  else idle.set(real, new WeakRef(connection));
}

/**
 * Ignores errors: for some errors SQLite has rolled back already. `statement`: another one for the innermost
 * savepoint; when it fails, the outer transaction cannot be committed, which is another error.
 */
function rollBack(db: DatabaseSyncInstance, statement = 'ROLLBACK'): void {
  try {
    if (db.isTransaction) db.exec(statement);
  } catch {
    // Report the error that caused the rollback, not this one.
  }
}
