// A keychain of files in a folder, one an entry, that counts what it is asked and fails on request: for tests without a Secret Service.
import fs from 'node:fs';
import path from 'node:path';
import { stateFailure } from '../../src/basics/failure.ts';
import type { Keychain } from '../../src/platform/programs.ts';

export interface FolderKeychain {
  /** For `testPlatform({ platform: { keychain } })`. */
  readonly open: () => Promise<Keychain>;
  /** Account -> secret, of all entries. */
  entries(): Record<string, string>;
  /** What was asked, in order: `open`, `get ACCOUNT`, `set ACCOUNT`, `remove ACCOUNT`. */
  readonly asked: string[];
  /** The next steps that begin with one of these words fail, until it is set anew. */
  locked: readonly string[];
}

export function folderKeychain(folder: string, before: (step: string) => void = () => {}): FolderKeychain {
  fs.mkdirSync(folder, { recursive: true });
  const file = (account: string) => path.join(folder, encodeURIComponent(account));
  const asked: string[] = [];
  const step = (words: string) => {
    asked.push(words);
    before(words);
    if (keychain.locked.some((word) => words.startsWith(word)))
      throw stateFailure('state.keychain', 'The keychain cannot be used: it is locked', {
        hint: 'Unlock it and run the same command again, or keep the secret in a file: returns login --store file',
      });
  };
  const keychain: FolderKeychain = {
    asked,
    locked: [],
    entries: () =>
      Object.fromEntries(
        fs
          .readdirSync(folder)
          .map((name) => [decodeURIComponent(name), fs.readFileSync(path.join(folder, name), 'utf8')]),
      ),
    async open() {
      step('open');
      return {
        service: 'returns-cli',
        async get(account) {
          step(`get ${account}`);
          return fs.existsSync(file(account)) ? fs.readFileSync(file(account), 'utf8') : undefined;
        },
        async set(account, secret) {
          step(`set ${account}`);
          fs.writeFileSync(file(account), secret);
        },
        async remove(account) {
          step(`remove ${account}`);
          const found = fs.existsSync(file(account));
          fs.rmSync(file(account), { force: true });
          return found;
        },
      };
    },
  };
  return keychain;
}
