// Child of the database test: as a user other than root, tries twice to take a lock on a read-only file.
import fs from 'node:fs';
import type { Failure } from '../../../src/basics/failure.ts';
import { realDatabases } from '../../../src/platform/database.ts';

const [file = ''] = process.argv.slice(2);
const NOBODY = 65534;
// The first call loads modules, which this user may not read later.
realDatabases.tryLock(`${file}.first`)?.release();
if (process.getuid?.() === 0) process.setuid?.(NOBODY);
fs.writeFileSync(file, '', { mode: 0o400 });
for (let i = 0; i < 2; i++) {
  try {
    process.stdout.write(realDatabases.tryLock(file) ? 'taken\n' : 'held\n');
  } catch (error) {
    process.stdout.write(`${(error as Failure).code}\n`);
  }
}
