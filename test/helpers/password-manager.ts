// A password manager for tests: a real program that prints what a file holds and notes each run.
import fs from 'node:fs';
import path from 'node:path';
import { shellWord } from '../../src/basics/text.ts';
import { temporaryFolder } from './platform.ts';

export interface PasswordManager {
  /** The command line for client-secret-command. */
  readonly line: string;
  readonly folder: string;
  /** How often it ran. */
  runs(): number;
  /** What it prints from now on. */
  holds(secret: string): void;
}

/** `more`: shell words that run before it prints. */
export function passwordManager(secret: string, more = ''): PasswordManager {
  const folder = temporaryFolder('returns-passwords-');
  const at = (name: string) => path.join(folder, name);
  fs.writeFileSync(at('secret'), `${secret}\n`);
  fs.writeFileSync(at('runs'), '');
  fs.writeFileSync(
    at('manager'),
    `#!/bin/sh\ncd ${shellWord(folder)} || exit 9\necho "$$" >> runs\n${more}\ncat secret\n`,
    { mode: 0o755 },
  );
  return {
    line: `${shellWord(at('manager'))} show 'returns/client secret'`,
    folder,
    runs: () => fs.readFileSync(at('runs'), 'utf8').split('\n').length - 1,
    holds: (text) => fs.writeFileSync(at('secret'), `${text}\n`),
  };
}
