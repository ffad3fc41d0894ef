// The key-value store on LMDB: synchronous transactions that are on disk when they return, and a look at the file first.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RootDatabase } from 'lmdb';
import { EXIT } from '../base/exit.ts';
import { Failure } from '../base/failure.ts';
import type { KeyValue, KeyValues } from '../base/host.ts';
import { fileGuard } from './file-guard.ts';
import { makeFolder } from './files.ts';
import { checkMdb, makeLockFile, makeRoom, needRoom, rehearseOpening, storeFailure } from './mdb-file.ts';

type Guard = ReturnType<typeof fileGuard>;

interface Environment {
  db: RootDatabase<string, string>;
  readonly guard: Guard;
  readonly durable: boolean;
  readonly inode: number;
  /** To look at the header, and to make the file longer ahead of the next transaction. */
  readonly fd: number;
  /** Opens the file anew. */
  readonly reopen: () => RootDatabase<string, string>;
  /** Reads and writes since it was opened, and what is under way now. */
  operations: number;
  busy: number;
  /** Inside of a write. */
  writing: boolean;
  /**
   * Something failed inside LMDB: after some failed writes it frees pages that are not its own, and whatever is asked of it
   * from there on may end the process. So it is never called again, by no method, and says the same failure each time.
   */
  broken: Failure | undefined;
}

/**
 * Every page that was read or written stays mapped and counts as this process's memory, up to the whole file. After so
 * many operations the file is opened anew, which lets go of them: 2 ms, and at most 40 MB in between.
 */
const OPERATIONS_A_MAPPING = 10_000;

/** One environment per file for the life of the process: opening and closing are the dangerous moments (see `open`). */
const opened = new Map<string, Environment>();

export const realKeyValues: KeyValues = {
  /**
   * In lmdb 3.5 whoever opens a file reads its header and then sets the shared "last transaction" to what stood there
   * (mdb_env_open2). A commit of another process in between would be taken back by that, silently. So no write
   * transaction runs while anybody opens: both take the guard. So does the close at the end of the process: the last
   * one out destroys the shared mutexes, and whoever opens in that moment could never lock them.
   */
  open(file, { durable }) {
    try {
      makeFolder(path.dirname(file));
      const real = path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
      const known = opened.get(real);
      if (known) checkMdb(file);
      // A file that was removed and made again is another file.
      if (known && fs.statSync(real, { throwIfNoEntry: false })?.ino === known.inode)
        return wrap(known, file);
      const guard = fileGuard(`${real}-guard`);
      const db = guard(() => {
        checkMdb(file);
        makeLockFile(`${real}-lock`);
        return openEnvironment(real, durable);
      });
      const fd = fs.openSync(real, 'r+');
      guard(() => makeRoom(fd));
      const environment: Environment = {
        db,
        guard,
        durable,
        inode: fs.fstatSync(fd).ino,
        fd,
        reopen: () => openEnvironment(real, durable),
        operations: 0,
        busy: 0,
        writing: false,
        broken: undefined,
      };
      if (opened.size === 0) process.once('exit', closeAll);
      opened.set(real, environment);
      return wrap(environment, file);
    } catch (error) {
      throw error instanceof Failure ? error : storeFailure(file, error);
    }
  },
};

function closeAll(): void {
  for (const { db, guard, broken } of opened.values()) {
    if (broken) continue;
    try {
      guard(() => void db.close());
    } catch {
      // The folder is gone, or somebody keeps the guard: LMDB's own exit handler closes it then.
    }
  }
  if ([...opened.values()].some(({ broken }) => broken)) endAtOnce();
}

/**
 * The heap may be damaged by then, and the clean-up that Node does last would end in SIGABRT instead of the exit code.
 * Everything was said and written before: this runs when nothing is left to do.
 */
function endAtOnce(): void {
  const { reallyExit } = process as unknown as { reallyExit?: (code: number) => never };
  reallyExit?.call(process, Number(process.exitCode ?? EXIT.state));
}

function openEnvironment(file: string, durable: boolean): RootDatabase<string, string> {
  const lmdb = createRequire(import.meta.url)('lmdb') as typeof import('lmdb');
  rehearseOpening(file);
  const db = lmdb.open<string, string>({
    path: file,
    noSubdir: true,
    encoding: 'string',
    // A commit must be on disk when transactionSync returns, or a crash could forget what we reported.
    overlappingSync: false,
    noSync: !durable,
    // Fresh pages are cleared, or whatever the heap held before (orders as they were read) would stand in the file.
    noMemInit: false,
    maxReaders: 512,
    mapSize: 2 ** 26,
  } as Parameters<typeof lmdb.open>[0]);
  fs.chmodSync(file, 0o600);
  return db;
}

/** Counts an operation; true when many pages may be mapped, and nothing is under way that still needs them. */
const isWorn = (environment: Environment): boolean =>
  ++environment.operations >= OPERATIONS_A_MAPPING && environment.busy === 0;

/** Lets go of the mapped pages. */
function refresh(environment: Environment): void {
  environment.operations = 0;
  environment.guard(() => {
    void environment.db.close();
    // Without asynchronous work of its own LMDB closes at once; else it goes on as it is.
    if (isClosed(environment)) environment.db = environment.reopen();
  });
}

const isClosed = ({ db }: Environment): boolean => (db as unknown as { status: string }).status === 'closed';

function wrap(environment: Environment, file: string): KeyValue {
  const { guard } = environment;
  /** The failure that whoever called gets; from here on the store is not called again when it may be damaged or closed. */
  const failed = (error: unknown): Failure => {
    const failure = error instanceof Failure ? error : storeFailure(file, error);
    if (failure !== error || isClosed(environment)) environment.broken = failure;
    return failure;
  };
  /** Each step into LMDB. `isOwn` says which errors are the caller's. */
  const step = <T>(work: () => T, isOwn = (_error: unknown) => false): T => {
    if (environment.broken) throw environment.broken;
    try {
      return work();
    } catch (error) {
      throw isOwn(error) ? error : failed(error);
    }
  };
  const during = <T>(work: () => T, isOwn?: (error: unknown) => boolean): T => {
    if (isWorn(environment)) step(() => refresh(environment));
    environment.busy++;
    try {
      return step(work, isOwn);
    } finally {
      environment.busy--;
    }
  };
  const write = <T>(work: () => T, isOwn?: (error: unknown) => boolean): T =>
    during(
      () =>
        guard(() => {
          if (environment.writing) return work();
          needRoom(file, environment.durable ? fs.fstatSync(environment.fd).size : 0);
          environment.writing = true;
          try {
            // What all processes share for the pace is small, and written for every request: the room of the opening will do.
            if (!environment.durable) return work();
            makeRoom(environment.fd);
            const result = work();
            makeRoom(environment.fd);
            return result;
          } finally {
            environment.writing = false;
          }
        }),
      isOwn,
    );
  return {
    folder: path.dirname(file),
    get: (key) => during(() => environment.db.get(key)),
    put: (key, value) => write(() => void environment.db.putSync(key, value)),
    remove: (key) => write(() => void environment.db.removeSync(key)),
    *range(from, to, options = {}) {
      const bounds = options.reverse ? { start: to, end: from } : { start: from, end: to };
      const limit = options.limit === undefined ? {} : { limit: options.limit };
      const reverse = options.reverse ?? false;
      if (isWorn(environment)) step(() => refresh(environment));
      environment.busy++;
      let entries: Iterator<{ key: string; value: string }> | undefined;
      const advance = () => entries!.next();
      try {
        entries = step(() => environment.db.getRange({ ...bounds, ...limit, reverse })[Symbol.iterator]());
        for (let next = step(advance); !next.done; next = step(advance))
          yield [next.value.key, next.value.value];
        entries = undefined;
      } finally {
        environment.busy--;
        // Whoever reads had enough: its cursor goes. A broken store is left alone.
        if (!environment.broken) entries?.return?.();
      }
    },
    // What `work` itself throws passes unchanged; only the store's own errors become exit 7.
    transaction<T>(work: () => T): T {
      let thrown: { error: unknown } | undefined;
      const watched = () => {
        try {
          return work();
        } catch (error) {
          thrown = { error };
          throw error;
        }
      };
      return write(
        () => environment.db.transactionSync(watched),
        (error) => thrown?.error === error,
      );
    },
    // The environment stays open until the process ends (see above); what was written is already where it belongs.
    close() {},
  };
}
