// Databases on SQLite: one connection a file and process, statements prepared once, errors told as what the disk refused.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Databases, SqlRow, SqlValue } from '../base/host.ts';
import { isBusy, networkFailure, sqliteFailure } from './database-failure.ts';
import { makeFolder, realFiles } from './files.ts';

/** How long a transaction waits for another process's, ms; theirs take milliseconds, unless one is suspended. */
const PATIENCE = 20_000;

interface Connection {
  readonly db: DatabaseSyncInstance;
  readonly inode: number;
  readonly statements: Map<string, StatementSyncInstance>;
  /** How often it was opened and not closed again. */
  users: number;
}

/** By real path: a second connection of one process to a file would wait for the first. */
const connections = new Map<string, Connection>();

export const realDatabases: Databases = {
  open(file, { durable }) {
    return failing(file, () => {
      makeFolder(path.dirname(file));
      const real = path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
      const known = connections.get(real);
      // A file that was removed and made again is another file.
      if (known && fs.statSync(real, { throwIfNoEntry: false })?.ino === known.inode) {
        known.users++;
        return databaseOf(file, real, known);
      }
      const remote = realFiles.networkFileSystem(real);
      if (remote) throw networkFailure(file, remote);
      makePrivate(real);
      const db = connect(real, PATIENCE);
      try {
        // In WAL a reader never waits for the writer, nor the writer for a reader.
        db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`);
        const connection = { db, inode: fs.statSync(real).ino, statements: new Map(), users: 1 };
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
    return failing(file, () => {
      makeFolder(path.dirname(file));
      const remote = realFiles.networkFileSystem(file);
      if (remote) throw networkFailure(file, remote);
      makePrivate(file);
      const db = connect(file, 0);
      try {
        // Nothing is ever written, so there is nothing to keep a journal of.
        db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      } catch (error) {
        db.close();
        if (isBusy(error)) return undefined;
        throw error;
      }
      return { release: () => db.close() };
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

function connect(file: string, timeout: number): DatabaseSyncInstance {
  const { DatabaseSync } = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  ) as typeof import('@photostructure/sqlite');
  return new DatabaseSync(file, { timeout, returnArrays: true });
}

function failing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(file, error);
  }
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
  let isOpen = true;
  return {
    file,
    get: (sql, ...values) =>
      failing(file, () => statement(sql).get(...values) as unknown as SqlRow | undefined),
    all: (sql, ...values) => failing(file, () => rows(statement(sql).all(...values))),
    *each(sql, ...values: readonly SqlValue[]) {
      // A statement of its own: between two rows the same one may be asked something else.
      const iterator = failing(file, () => db.prepare(sql).iterate(...values)) as IterableIterator<unknown>;
      for (;;) {
        const next = failing(file, () => iterator.next());
        if (next.done) return;
        yield next.value as SqlRow;
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
        rollBack(db);
        throw error;
      }
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (--connection.users > 0) return;
      if (connections.get(real) === connection) connections.delete(real);
      try {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Another process reads, or the disk refuses: what was committed is in the log, which belongs to the file.
      }
      db.close();
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
