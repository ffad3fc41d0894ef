// The machine for who only looks at it: nothing is created, changed or waited for.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { realFiles } from './files.ts';
import type { LookInto } from './platform.ts';

/** ms: whoever looks only has no time. */
const BUSY_TIMEOUT_MS = 20;

export const lookInto: LookInto = (file, look) => {
  const { DatabaseSync } = createRequire(import.meta.filename)(
    '@photostructure/sqlite',
  ) as typeof import('@photostructure/sqlite');
  const isInUse = sizeOf(`${file}-wal`) > 0 && sizeOf(`${file}-shm`) > 0;
  // SQLite would create the two files. Without them the database itself has everything, and nobody changes it.
  const address = isInUse ? file : `${pathToFileURL(file)}?immutable=1`;
  const db = new DatabaseSync(address, { readOnly: true, timeout: BUSY_TIMEOUT_MS, returnArrays: true });
  try {
    return look((sql, ...values) => db.prepare(sql).all(...values) as never);
  } finally {
    db.close();
  }
};

/** What is there without the rest of the platform. */
export const machineAsIs = () => ({
  env: process.env,
  cwd: process.cwd(),
  files: realFiles,
  system: { home: os.homedir() },
  lookInto,
  /** The command line without the program. */
  words: process.argv.slice(2),
  /** Prints to stdout; nobody may be there to read it. */
  print(text: string) {
    process.stdout.on('error', () => {});
    process.stdout.write(text);
  },
});

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
