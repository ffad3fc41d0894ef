// State shared by all processes of this user on this machine: the request rate of each environment and short locks.
// It is not needed after a restart of the machine, so the file name contains the boot id and the file is never synced.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { diskFailure, type Folders } from './folders.ts';
import { migrate } from './ledger-migrations.ts';
import { type LockOptions, takeLock } from './locks.ts';

const MIGRATIONS = [
  `CREATE TABLE pace (key TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE locks (
     name TEXT NOT NULL, part TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
     since INTEGER NOT NULL, command TEXT NOT NULL,
     PRIMARY KEY (name, part)
   ) STRICT, WITHOUT ROWID;`,
];

/** Opens the shared database, and creates it again when it is damaged; the caller closes it. @throws Failure exit 7 */
export function openMachine(platform: Platform, folders: Folders): Database {
  const file = machineFile(platform, folders);
  try {
    return openAt(platform, file);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'state.damaged') throw error;
    for (const end of ['', '-wal', '-shm']) platform.files.remove(`${file}${end}`);
    return openAt(platform, file);
  }
}

function openAt(platform: Platform, file: string) {
  const database = platform.databases.open(file, { durable: false });
  try {
    migrate(database, MIGRATIONS);
    // Checks all pages (there are few): damage after the first page would otherwise end every later command.
    if (database.get('PRAGMA quick_check(1)')?.[0] !== 'ok')
      throw stateFailure('state.damaged', `${file} is damaged`, { hint: 'Remove it: a new one is created.' });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

interface MachineLockOptions extends Omit<LockOptions, 'hasFlag'> {
  readonly name: string;
  /** For work that several processes may do at a time, though they should not: it is done without a lock where the folder cannot be written. */
  readonly ifAny?: boolean;
}

/** Runs work that one process of this user does at a time. @throws Failure exit 7 when the lock stays taken */
export async function withMachineLock<T>(
  platform: Platform,
  folders: Folders,
  { name, ifAny = false, ...options }: MachineLockOptions,
  work: () => T | Promise<T>,
): Promise<T> {
  const machine = (ifAny ? openIfWritable : openMachine)(platform, folders);
  if (machine instanceof Failure) return await work();
  try {
    const lock = await takeLock(platform, machine, name, { ...options, hasFlag: false });
    try {
      return await work();
    } finally {
      lock.release();
    }
  } finally {
    machine.close();
  }
}

/** How long one process waits for another that changes what stands in the config folder, ms. */
const CONFIG_WAIT = 20_000;

/** As `withMachineLock`, for changes of the profiles or the mappings of a config folder. */
export function withConfigLock<T>(
  platform: Platform,
  folders: Folders,
  what: 'profiles' | 'mappings',
  work: () => T | Promise<T>,
): Promise<T> {
  const name = `${what}/${platform.crypto.sha256(folders.config).slice(0, 32)}`;
  const options = { name, purpose: `the ${what} in ${folders.config}`, waitMs: CONFIG_WAIT };
  return withMachineLock(platform, folders, options, work);
}

/** The path of the file. Removes the files of earlier boots. */
function machineFile(platform: Platform, folders: Folders): string {
  platform.files.makeFolder(folders.machine);
  const present = platform.files.list(folders.machine);
  const nameOf = (boot: string) => `machine-${platform.crypto.sha256(boot).slice(0, 12)}.db`;
  const near = idsOfBoot(platform.system.identity.boot);
  const current = nameOf(bootInUse(near, (boot) => present.includes(nameOf(boot))));
  // The file of another minute of this boot may be open in a process that made it at the same moment.
  const ours = near.map(nameOf);
  for (const name of present)
    if (/^machine-[0-9a-f]{12}\.db(-wal|-shm)?$/.test(name) && !ours.some((one) => name.startsWith(one)))
      platform.files.remove(path.join(folders.machine, name));
  return path.join(folders.machine, current);
}

/**
 * Which of the ids that a boot may have names the file: the lowest that has one, else the first. Two processes that took the
 * time of the boot for two minutes, because it lies between them, agree on the lower one as soon as it has a file.
 */
export function bootInUse(near: readonly string[], hasFile: (boot: string) => boolean): string {
  const known = near.filter(hasFile).sort((a, b) => Number(a) - Number(b));
  return known[0] ?? near[0]!;
}

/** Those without a file, by folder: all connections of this process count together. */
const inMemory = new Map<string, Database>();
const said = new Set<string>();

/**
 * As `openMachine`, for the pace, which need not survive the process: where its folder cannot be written, it is counted in the
 * memory of this process, and `warn` says so once.
 */
export function openPace(platform: Platform, folders: Folders, warn?: (text: string) => void) {
  const opened = openIfWritable(platform, folders);
  if (!(opened instanceof Failure)) return { states: sharedStates(opened), close: () => opened.close() };
  const folder = folders.machine;
  let own = inMemory.get(folder);
  if (!own) {
    own = platform.databases.memory();
    migrate(own, MIGRATIONS);
    inMemory.set(folder, own);
  }
  if (warn && !said.has(folder)) {
    said.add(folder);
    warn(
      `The pace is counted for this process alone. ${opened.message}. Other processes of this machine use the same limit: name another folder with the variable XDG_CACHE_HOME.`,
    );
  }
  return { states: sharedStates(own), close() {} };
}

/** The failure when the folder cannot be written. @throws Failure exit 7 for any other reason, such as a full disk, which concerns all folders */
function openIfWritable(platform: Platform, folders: Folders) {
  try {
    return openMachine(platform, folders);
  } catch (error) {
    const failure = error instanceof Failure ? error : diskFailure(folders.machine, error);
    if (failure instanceof Failure && failure.code === 'state.unusable') return failure;
    throw failure;
  }
}

export type SharedStates = ReturnType<typeof sharedStates>;

/** Shared states, as texts by key. `transaction` prevents changes by other processes between reading and writing. */
export const sharedStates = (database: Database) => ({
  get: (key: string) => database.get('SELECT state FROM pace WHERE key = ?', key)?.[0] as string | undefined,
  put: (key: string, state: string) =>
    void database.run('INSERT OR REPLACE INTO pace VALUES (?, ?)', key, state),
  transaction: <T>(work: () => T): T => database.transaction(work),
});

// Boot ids: Linux gives each boot an id; on other systems only the minute of the boot is known.

/**
 * The minute of the boot is wall clock minus uptime: it changes when the clock is set, and where the boot lies between two
 * minutes, from one process to the next.
 */
const TOLERANCE_MIN = 3;

/** Every id that the boot with this id may have, the given id first. */
export function idsOfBoot(boot: string): readonly string[] {
  if (!/^\d+$/.test(boot)) return [boot];
  const near = Array.from({ length: TOLERANCE_MIN }, (_, i) => [Number(boot) - i - 1, Number(boot) + i + 1]);
  return [boot, ...near.flat().map(String)];
}
