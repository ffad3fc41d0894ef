// `returns login --store`: where the secret is afterwards, what each command says of it, and what a keychain that fails leaves.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { signIn } from '../../src/account/sign-in.ts';
import type { Ask } from '../../src/cli/ask.ts';
import { folderKeychain } from '../helpers/keychain.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { CANARY, world as diskOf, newSecret, server, useAuthServer } from './support.ts';

useAuthServer();

function world() {
  const keychain = folderKeychain(temporaryFolder('returns-keychain-'));
  const disk = diskOf({ platform: { keychain: keychain.open } });
  const profiles = () => JSON.parse(fs.readFileSync(path.join(disk.folders.config, 'profiles.json'), 'utf8'));
  return { ...disk, keychain, profiles };
}
const AN_ENTRY = /^default~[0-9a-f]{12}$/;

describe('login', () => {
  test('--store keychain: one entry, on the disk no secret, and the profile knows the entry', async () => {
    const w = world();
    const done = await w.login(['--store', 'keychain', '--json']);
    expect(done.json()).toMatchObject({ secret: { in: 'keychain', file: null } });
    const [account, ...more] = Object.entries(w.keychain.entries());
    expect([account, more]).toEqual([[expect.stringMatching(AN_ENTRY), CANARY], []]);
    expect(w.canaryFiles()).toEqual([]);
    expect(w.profiles().keychain).toEqual({ default: { entry: account![0].slice(8), left: [] } });
    expect((await w.returns('whoami --json')).json()).toMatchObject({
      secret_from: 'keychain',
      settings: { 'client-secret': { value: '(keychain)', source: 'profile' } },
      token: { state: 'cached' },
    });
    const shown = (await w.returns('profile show --json')).json();
    expect(shown).toMatchObject({ has_secret: true, secret_in: 'keychain' });
    expect((await w.returns('profile list')).stdout).toContain('secret in the keychain');
  });

  test('a cached token is used without opening the keychain; a new one needs it', async () => {
    const w = world();
    await w.login(['--store', 'keychain']);
    w.keychain.asked.length = 0;
    w.keychain.locked = ['open'];
    expect((await w.returns('token')).code).toBe(0);
    expect(w.keychain.asked).toEqual([]);
    const locked = await w.returns('token --refresh');
    expect(locked).toMatchObject({ code: 7, stdout: '' });
    expect(locked.stderr).toContain('returns login --store file');
    w.keychain.locked = [];
    expect((await w.returns('token --refresh')).code).toBe(0);
    expect(server.asked.map((each) => each.client_secret)).toEqual([CANARY, CANARY]);
  });

  test('moves a stored secret there and back, asking for nothing, and signs in again where it is', async () => {
    const w = world();
    await w.login();
    const moved = await w.returns('login --store keychain --json');
    expect(moved.json()).toMatchObject({ secret: { in: 'keychain' } });
    expect([Object.values(w.keychain.entries()), w.canaryFiles()]).toEqual([[CANARY], []]);
    expect((await w.returns('login --json')).json()).toMatchObject({ secret: { in: 'keychain' } });
    expect([Object.values(w.keychain.entries()), w.canaryFiles()]).toEqual([[CANARY], []]);
    const back = await w.returns('login --store file --json');
    expect(back.json()).toMatchObject({ secret: { in: 'file' } });
    expect([Object.values(w.keychain.entries()), w.canaryFiles()]).toEqual([[], ['config/secrets/default']]);
    expect(w.profiles().keychain).toBeUndefined();
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
  });

  test('on a terminal the stored secret is moved without a question; a locked one is asked for', async () => {
    const w = world();
    await w.login();
    const questions: string[] = [];
    const told: string[] = [];
    const ask: Ask = {
      text: async () => expect.fail('a text was asked'),
      secret: async (question) => {
        questions.push(question);
        return CANARY;
      },
      choose: async () => expect.fail('a choice was asked'),
      tell: (text) => void told.push(text),
      confirm: async () => expect.fail('a confirmation was asked'),
    };
    const request = { flags: {}, rotate: false };
    await signIn(w.platform, w.folders, { ...request, store: 'keychain' }, ask);
    expect(questions).toEqual([]);
    w.keychain.locked = ['get'];
    const done = await signIn(w.platform, w.folders, { ...request, store: 'file' }, ask);
    expect([done.secretIn, questions.length, told.length]).toEqual(['file', 1, 1]);
    expect(w.keychain.entries()).toEqual({});
  });

  test('--rotate swaps the entry; a refused secret changes nothing', async () => {
    const w = world();
    await w.login(['--store', 'keychain']);
    const before = w.keychain.entries();
    const wrong = await w.returns('login --rotate --client-secret-stdin', { stdin: 'wrong' });
    expect([wrong.code, w.keychain.entries()]).toEqual([4, before]);
    await newSecret('canary-new-one');
    await w.returns(`profile set auth-url=${server.url}`);
    const done = await w.returns('login --rotate --client-secret-stdin --json', { stdin: 'canary-new-one' });
    expect(done.json()).toMatchObject({ rotated: true, secret: { in: 'keychain' } });
    expect(Object.values(w.keychain.entries())).toEqual(['canary-new-one']);
    expect(w.keychain.entries()).not.toHaveProperty([Object.keys(before)[0]!]);
  });

  test('two profiles have entries of their own', async () => {
    const w = world();
    await w.login(['--store', 'keychain', '--profile', 'one']);
    await w.login(['--store', 'keychain', '--profile', 'two']);
    await w.returns('logout --profile one');
    expect(Object.keys(w.keychain.entries())).toEqual([expect.stringMatching(/^two~/)]);
  });
});

describe('logout and remove', () => {
  test.each(['logout', 'profile remove default'])('%s removes the entry', async (line) => {
    const w = world();
    await w.login(['--store', 'keychain']);
    expect((await w.returns(line)).code).toBe(0);
    expect(w.keychain.entries()).toEqual({});
    expect(w.profiles().keychain).toBeUndefined();
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
  });

  test.each(['logout', 'profile remove default'])(
    '%s with a locked keychain: exit 7 that names the entry, and the rest is done',
    async (line) => {
      const w = world();
      await w.login(['--store', 'keychain']);
      const [account] = Object.keys(w.keychain.entries());
      w.keychain.locked = ['remove'];
      const done = await w.returns(line);
      expect(done).toMatchObject({ code: 7, stdout: '' });
      expect(done.stderr).toContain(account);
      expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
      const me = (await w.returns('whoami --json')).json();
      expect(me.signed_in).toBe(false);
      w.keychain.locked = [];
      if (line === 'logout') {
        expect((await w.returns('logout')).code).toBe(0);
        expect(w.keychain.entries()).toEqual({});
      }
    },
  );
});

describe('a keychain that fails', () => {
  test('cannot be opened: exit 7 before anything is asked or sent, with the way out', async () => {
    const w = world();
    w.keychain.locked = ['open'];
    const done = await w.login(['--store', 'keychain']);
    expect(done).toMatchObject({ code: 7, stderr: expect.stringContaining('--store file') });
    expect(server.lines).toEqual([]);
    expect((await w.login(['--store', 'file'])).code).toBe(0);
  });

  test.each(['set', 'get'])(
    'cannot %s: exit 7, the secret in its file stays, no entry is left',
    async (word) => {
      const w = world();
      await w.login();
      w.keychain.locked = [word];
      expect((await w.login(['--store', 'keychain'])).code).toBe(7);
      expect([w.canaryFiles(), w.keychain.entries()]).toEqual([['config/secrets/default'], {}]);
      expect((await w.returns('whoami --json')).json()).toMatchObject({ secret_from: 'profile' });
      w.keychain.locked = [];
      expect((await w.returns('login --store keychain')).code).toBe(0);
      expect(w.profiles().keychain.default.left).toEqual([]);
    },
  );

  test('keeps another text than it was given: exit 7, nothing is switched', async () => {
    const w = world();
    await w.login();
    const keychain = async () => ({ ...(await w.keychain.open()), get: async () => 'something else' });
    const line = 'login --store keychain --client-secret-stdin';
    const done = await w.returns(line, { stdin: CANARY, platform: { keychain } });
    expect(done).toMatchObject({ code: 7, stderr: expect.stringContaining('did not keep the secret') });
    expect([w.canaryFiles(), w.keychain.entries()]).toEqual([['config/secrets/default'], {}]);
  });

  test('does not remove the old entry: said, and removed by the next login', async () => {
    const w = world();
    await w.login(['--store', 'keychain']);
    w.keychain.locked = ['remove'];
    const done = await w.returns('login');
    expect(done.code).toBe(0);
    expect(done.stderr).toMatch(/earlier secret is still in the keychain \(default~/);
    expect(Object.keys(w.keychain.entries())).toHaveLength(2);
    w.keychain.locked = [];
    expect((await w.returns('login')).stderr).not.toContain('earlier secret');
    expect(Object.keys(w.keychain.entries())).toHaveLength(1);
  });

  test('has lost the entry, as on another machine: exit 2 with what to do', async () => {
    const w = world();
    await w.login(['--store', 'keychain']);
    const [account] = Object.keys(w.keychain.entries());
    await (await w.keychain.open()).remove(account!);
    const done = await w.returns('token --refresh');
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining(account!) });
    expect(done.stderr).toContain('returns login --profile default --rotate');
  });

  test('a profile file with an entry that is none: exit 7', async () => {
    const w = world();
    await w.login(['--store', 'keychain']);
    const file = path.join(w.folders.config, 'profiles.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"entry": *"/, '"entry": "../'));
    expect(await w.returns('whoami')).toMatchObject({ code: 7 });
  });
});
