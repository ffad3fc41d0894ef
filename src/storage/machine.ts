// What all processes of this user on this machine share: the pace of each environment and short locks.
// It need not survive a restart of the machine, so the file carries the boot in its name and is never synced.
import path from 'node:path';
import { Failure, stateFailure } from '../basics/failure.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from './folders.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = [
  `CREATE TABLE pace (key TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE locks (
     name TEXT NOT NULL, part TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
     since INTEGER NOT NULL, command TEXT NOT NULL,
     PRIMARY KEY (name, part)
   ) STRICT, WITHOUT ROWID;`,
];

/** The states that processes share, as texts by key; `transaction` lets nobody else in between reading and writing. */
export interface SharedStates {
  get(key: string): string | undefined;
  put(key: string, state: string): void;
  transaction<T>(work: () => T): T;
}

/** Opens the shared database, a damaged one anew; the caller closes it. @throws Failure exit 7 */
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

function openAt(platform: Platform, file: string): Database {
  const database = platform.databases.open(file, { durable: false });
  try {
    migrate(database, MIGRATIONS);
    // A few pages: damage behind the first one would end every command from here on.
    if (database.get('PRAGMA quick_check(1)')?.[0] !== 'ok')
      throw stateFailure('state.damaged', `${file} is damaged`, { hint: 'Remove it: it is made anew.' });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Files of earlier boots are removed. */
function machineFile(platform: Platform, folders: Folders): string {
  platform.files.makeFolder(folders.machine);
  const present = platform.files.list(folders.machine);
  const names = idsOfBoot(platform.system.identity.boot).map(
    (boot) => `machine-${platform.crypto.sha256(boot).slice(0, 12)}.db`,
  );
  const current = names.find((name) => present.includes(name)) ?? names[0]!;
  for (const name of present)
    if (/^machine-[0-9a-f]{12}\.db(-wal|-shm)?$/.test(name) && !name.startsWith(current))
      platform.files.remove(path.join(folders.machine, name));
  return path.join(folders.machine, current);
}

export const sharedStates = (database: Database): SharedStates => ({
  get: (key) => database.get('SELECT state FROM pace WHERE key = ?', key)?.[0] as string | undefined,
  put: (key, state) => void database.run('INSERT OR REPLACE INTO pace VALUES (?, ?)', key, state),
  transaction: (work) => database.transaction(work),
});
// Boots of a machine by their ids: Linux gives each one a name; elsewhere its minute is all there is.

/** The minute of a boot is wall clock minus uptime, so it moves when somebody sets the clock. */
const TOLERANCE_MIN = 3;

/** Every id by which the boot with this id may be known, its own first. */
export function idsOfBoot(boot: string): readonly string[] {
  if (!/^\d+$/.test(boot)) return [boot];
  const near = Array.from({ length: TOLERANCE_MIN }, (_, i) => [Number(boot) - i - 1, Number(boot) + i + 1]);
  return [boot, ...near.flat().map(String)];
}
