// Migrates the tables of a database to the version of this program.
import { stateFailure } from '../basics/failure.ts';
import type { Database } from '../platform/platform.ts';

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
        hint: 'Install the newest version of returns-cli, or name another folder with --state-dir DIR.',
      });
    for (const step of migrations.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${newest}`);
  });
}
