// Every way in which a client secret comes in: what an editor adds at its ends is not sent, any other strange character is named
// before a request, and `doctor` says the same.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderKeychain } from '../helpers/keychain.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { addresses, world as diskOf, CANARY as SECRET, server, useAuthServer } from './support.ts';

useAuthServer();

function world() {
  const keychain = folderKeychain(temporaryFolder('returns-keychain-'));
  const disk = diskOf({ platform: { keychain: keychain.open } });
  const returns = async (line: readonly string[], env: Record<string, string> = {}, stdin = '') => {
    const given = { ...addresses(), RETURNS_CLIENT_ID: 'shop', ...env };
    const { code, stdout, stderr } = await disk.returns(line, { env: given, stdin });
    return { code, said: stdout + stderr };
  };
  return { ...disk, returns, keychain };
}
type World = ReturnType<typeof world>;

async function signedIn(w: World, ...more: string[]) {
  expect(await w.returns(['login', '--client-secret-stdin', ...more], {}, SECRET)).toMatchObject({ code: 0 });
  fs.rmSync(path.join(w.folders.config, 'tokens'), { recursive: true });
  server.asked.length = 0;
}

/** A way, and the command that fetches a token with a secret that came that way. */
const WAYS: Readonly<Record<string, (w: World, text: string) => Promise<{ code: number; said: string }>>> = {
  RETURNS_CLIENT_SECRET: (w, text) => w.returns(['token'], { RETURNS_CLIENT_SECRET: text }),
  RETURNS_CLIENT_SECRET_FILE: (w, text) =>
    w.returns(['token'], { RETURNS_CLIENT_SECRET_FILE: w.file('secret.txt', text) }),
  'login, RETURNS_CLIENT_SECRET_FILE': (w, text) =>
    w.returns(['login', '--json'], { RETURNS_CLIENT_SECRET_FILE: w.file('secret.txt', text) }),
  'login --client-secret-stdin': (w, text) => w.returns(['login', '--client-secret-stdin'], {}, text),
  'the file of the profile': async (w, text) => {
    await signedIn(w);
    fs.writeFileSync(path.join(w.folders.config, 'secrets', 'default'), text);
    return await w.returns(['token']);
  },
  keychain: async (w, text) => {
    await signedIn(w, '--store', 'keychain');
    await (await w.keychain.open()).set(Object.keys(w.keychain.entries())[0]!, text);
    return await w.returns(['token']);
  },
};

describe.each(Object.entries(WAYS))('%s', (_way, fetch) => {
  test.each([`${SECRET}\r\n\r\n`, `${SECRET}\r`, `\ufeff${SECRET} \n`, ` \t${SECRET}`])(
    '%j',
    async (text) => {
      const w = world();
      const done = await fetch(w, text);
      expect(done, done.said).toMatchObject({ code: 0 });
      expect(server.asked.map((one) => one.client_secret)).toEqual([SECRET]);
    },
  );

  test.each([
    [`${SECRET}\u00a0\n`, 'character 26', 'U+00A0'],
    [`\u200b${SECRET}`, 'character 1', 'U+200B'],
    [`${SECRET}\nsecond`, 'character 26', 'U+000A'],
  ])('%j is named', async (text, character, code) => {
    const w = world();
    const done = await fetch(w, text);
    expect(done, done.said).toMatchObject({ code: 2 });
    expect(done.said).toMatch(new RegExp(`${character} of .* is ${code.replace('+', '[+]')}`));
    expect(done.said).not.toContain(SECRET);
    expect(done.said).not.toContain('second');
    expect(server.asked).toEqual([]);
  });
});
