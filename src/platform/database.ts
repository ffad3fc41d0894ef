// Databases on SQLite: one connection a file and process, statements prepared once, errors told as what the disk refused.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { isBusy, networkFailure, sqliteFailure } from './database-failure.ts';
import { makeFolder, realFiles } from './files.ts';
import type { Database, Databases, SqlRow, SqlValue } from './platform.ts';

/** How long a transaction waits for another process's, ms; theirs take milliseconds, unless one is suspended. */
const PATIENCE = 20_000;

/** How long another process's read may keep the log from going into the file at the end, ms: it is there all the same. */
const PATIENCE_AT_END = 100;

interface Connection {
  readonly db: DatabaseSyncInstance;
  readonly inode: number;
  readonly durable: boolean;
  readonly statements: Map<string, StatementSyncInstance>;
  /** How often it was opened and not closed again. */
  users: number;
  /** Transactions that were taken back. */
  rollbacks: number;
  /** Waited in vain for another process, and nothing has worked since. */
  isImpatient: boolean;
}

/** By real path: a second connection of one process to a file would wait for the first. */
const connections = new Map<string, Connection>();

/**
 * What nobody uses any more. The package lets go of statements only with the garbage, and SQLite keeps the file open until
 * then: a file that a long run opens again and again (the machine's) goes on with the same connection. A durable one is
 * read anew: somebody may have put a backup in its place.
 */
const idle = new Map<string, WeakRef<Connection>>();

/** Locks that are held: one that nobody refers to would be closed, and so let go of, with the garbage. */
const held = new Set<DatabaseSyncInstance>();

/** Statements whose rows are being gone through. */
const walked = new Set<{ readonly statement: StatementSyncInstance }>();

export const realDatabases: Databases = {
  open(file, { durable }) {
    return orFailure(file, () => {
      makeFolder(path.dirname(file));
      const real = path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
      const known = connections.get(real) ?? idle.get(real)?.deref();
      idle.delete(real);
      // A file that was removed and made again is another file.
      if (known && inodeOf(real) === known.inode) {
        if (known.users++ === 0) setPatience(known, true);
        connections.set(real, known);
        return databaseOf(file, real, known);
      }
      const remote = realFiles.networkFileSystem(real);
      if (remote) throw networkFailure(file, remote);
      makePrivate(real);
      const db = connect(real, PATIENCE);
      try {
        // In WAL a reader never waits for the writer, nor the writer for a reader.
        patiently(() => db.exec('PRAGMA journal_mode = WAL'));
        db.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
        const inode = fs.statSync(real).ino;
        const connection: Connection = {
          ...{ db, inode, durable, statements: new Map() },
          ...{ users: 1, rollbacks: 0, isImpatient: false },
        };
        connections.set(real, connection);
        return databaseOf(file, real, connection);
      } catch (error) {
        db.close();
        throw error;
      }
    });
  },

  /** The lock is SQLite's own: it lies on bytes of the file beyond its end, so the file stays empty. */
  tryLock(file) {
    return orFailure(file, () => {
      makeFolder(path.dirname(file));
      const remote = realFiles.networkFileSystem(file);
      if (remote) throw networkFailure(file, remote);
      makePrivate(file);
      // Of a file that it may only read, SQLite begins a read in silence where an exclusive lock was asked for.
      fs.accessSync(file, fs.constants.W_OK);
      const inode = inodeOf(file);
      const db = connect(file, 0);
      try {
        // Nothing is ever written, so there is nothing to keep a journal of.
        db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      } catch (error) {
        db.close();
        if (isBusy(error)) return undefined;
        throw error;
      }
      // Somebody removed it meanwhile, who had it: what is locked is no longer what others find under the name.
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
 * A file that is there is not opened: closing it again would let go of the locks that this process has on it, by the rules
 * of POSIX.
 */
function makePrivate(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const inodeOf = (file: string): number | undefined => fs.statSync(file, { throwIfNoEntry: false })?.ino;

/** Of two that make a file a log at once, SQLite tells one at once that it is busy: it could wait for ever. */
function patiently(work: () => void): void {
  for (const start = performance.now(); ; ) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > PATIENCE) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function connect(file: string, timeout: number): DatabaseSyncInstance {
  const { DatabaseSync } = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  ) as typeof import('@photostructure/sqlite');
  return new DatabaseSync(file, { timeout, returnArrays: true });
}

function orFailure<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(file, error);
  }
}

function setPatience(connection: Connection, isPatient: boolean): void {
  connection.db.exec(`PRAGMA busy_timeout = ${isPatient ? PATIENCE : PATIENCE_AT_END}`);
  connection.isImpatient = !isPatient;
}

function databaseOf(file: string, real: string, connection: Connection): Database {
  const { db, statements } = connection;
  const statement = (sql: string): StatementSyncInstance => {
    let prepared = statements.get(sql);
    if (!prepared) {
      prepared = db.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  };
  const rows = (values: unknown) => values as SqlRow[];
  /** Who has waited in vain does not wait as long again until something works: a run that ends has only to say so. */
  const failing = <T>(name: string, work: () => T): T =>
    orFailure(name, () => {
      try {
        const result = work();
        if (connection.isImpatient) setPatience(connection, true);
        return result;
      } catch (error) {
        if (isBusy(error) && db.isOpen) setPatience(connection, false);
        throw error;
      }
    });
  let isOpen = true;
  return {
    file,
    get: (sql, ...values) =>
      failing(file, () => statement(sql).get(...values) as unknown as SqlRow | undefined),
    all: (sql, ...values) => failing(file, () => rows(statement(sql).all(...values))),
    *each(sql, ...values: readonly SqlValue[]) {
      // A statement of its own: between two rows the same one may be asked something else. It is kept here: the iterator
      // alone does not keep it from the garbage, and reads on in memory that is somebody else's by then.
      const own = { statement: failing(file, () => db.prepare(sql)) };
      walked.add(own);
      const iterator = failing(file, () => own.statement.iterate(...values)) as IterableIterator<unknown>;
      try {
        for (;;) {
          const next = failing(file, () => iterator.next());
          if (next.done) return;
          yield next.value as SqlRow;
        }
      } finally {
        // Who stops early ends the read, too: as long as it is open, all others of this process see what it saw.
        if (db.isOpen) iterator.return?.();
        walked.delete(own);
      }
    },
    run: (sql, ...values) => failing(file, () => Number(statement(sql).run(...values).changes)),
    exec: (sql) => failing(file, () => db.exec(sql)),
    transaction<T>(work: () => T): T {
      if (db.isTransaction) return work();
      failing(file, () => db.exec('BEGIN IMMEDIATE'));
      try {
        const result = work();
        failing(file, () => db.exec('COMMIT'));
        return result;
      } catch (error) {
        connection.rollbacks++;
        rollBack(db);
        throw error;
      }
    },
    snapshot<T>(work: () => T): T {
      if (db.isTransaction) return work();
      failing(file, () => db.exec('BEGIN'));
      try {
        return work();
      } finally {
        rollBack(db);
      }
    },
    rollbacks: () => connection.rollbacks,
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (--connection.users > 0) return;
      if (connections.get(real) === connection) connections.delete(real);
      try {
        db.exec(
          `PRAGMA busy_timeout = ${PATIENCE_AT_END}; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory`,
        );
      } catch {
        // Another process reads, or the disk refuses: what was committed is in the log, which belongs to the file.
      }
      if (connection.durable) db.close();
      else idle.set(real, new WeakRef(connection));
    },
  };
}

/** Some errors have taken the transaction back already. */
function rollBack(db: DatabaseSyncInstance): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The error that led here is the one to tell.
  }
}
