// Every way in which a client secret comes in: what an editor adds at its ends is not sent, any other strange character is named
// before a request, and `doctor` says the same.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { askSecret } from '../../src/account/sign-in-questions.ts';
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

test('client-secret-command: the first line counts, without what a program adds', async () => {
  const w = world();
  const script = (text: string) => {
    fs.chmodSync(w.file('pass.sh', `#!/bin/sh\nprintf '${text}'\n`), 0o755);
    return ['profile', 'set', 'default', `client-secret-command=${path.join(w.platform.cwd, 'pass.sh')}`];
  };
  for (const text of [
    `\\357\\273\\277${SECRET} \\r\\nsecond\\n`,
    `${SECRET}\\rurl: x\\r`,
    ` ${SECRET}\\t\\n\\n`,
  ]) {
    await w.returns([
      ...script(text),
      `auth-url=${server.url}`,
      'client-id=shop',
      `orders-url=${server.url}/orders`,
    ]);
    expect(await w.returns(['token', '--refresh'])).toMatchObject({ code: 0 });
  }
  expect(new Set(server.asked.map((one) => one.client_secret))).toEqual(new Set([SECRET]));
  await w.returns(script(`${SECRET}\\302\\240\\n`));
  const done = await w.returns(['token', '--refresh']);
  expect(done).toMatchObject({ code: 2 });
  expect(done.said).toMatch(/character 26 of the output of .*pass\.sh.* is U\+00A0/);
  expect(done.said).not.toContain(SECRET);
});

test('the prompt says what is wrong and asks again', async () => {
  const complaints: (string | undefined)[] = [];
  const secret = async (_question: string, check?: (text: string) => string | undefined) => {
    complaints.push(check!(`${SECRET}\u00a0`), check!(` ${SECRET}\r`));
    return ` ${SECRET}\r`;
  };
  const resolved = { profile: { value: 'default' }, addresses: {} };
  expect(await askSecret(resolved as never, false, { secret } as never)).toBe(SECRET);
  expect(complaints).toEqual([expect.stringMatching(/character 26 of what was typed is U\+00A0/), undefined]);
});

test('doctor reads the secret of the profile in the same way; a wrong one can be replaced and removed', async () => {
  const w = world();
  await signedIn(w);
  const file = path.join(w.folders.config, 'secrets', 'default');
  fs.writeFileSync(file, `${SECRET}\n\n`);
  expect((await w.returns(['doctor', '--offline'])).said).not.toMatch(/character \d+/);
  fs.writeFileSync(file, `${SECRET}\u00a0`);
  for (const line of ['whoami', 'profile list', 'profile show'])
    expect(await w.returns(line.split(' '))).toMatchObject({ code: 0 });
  expect((await w.returns(['doctor', '--offline'])).said).toMatch(/character\s+26 of\s+\S+\s+is\s+U\+00A0/);
  expect(await w.returns(['login', '--rotate', '--client-secret-stdin'], {}, SECRET)).toMatchObject({
    code: 0,
  });
  fs.writeFileSync(file, `${SECRET}\u00a0`);
  expect(await w.returns(['logout'])).toMatchObject({ code: 0 });
});
