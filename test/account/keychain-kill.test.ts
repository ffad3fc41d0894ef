// A login that moves or swaps a secret and is killed (SIGKILL) at each of its steps: a working secret is always there, and
// afterwards nothing is left over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveTarget } from '../../src/account/settings.ts';
import { run } from '../../src/main.ts';
import { type AuthServer, authServer } from '../helpers/auth-server.ts';
import { inForm, isShort } from '../helpers/form.ts';
import { type FolderKeychain, folderKeychain } from '../helpers/keychain.ts';
import { environmentOf, temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

let server: AuthServer;
let mover: string;
beforeAll(async () => {
  server = await authServer();
  mover = await bundle('test/account/children/secret-mover.ts');
});
afterAll(() => server.close());

/** Every step, or every so many. */
const EVERY = inForm({ short: 9, share: 5, long: 1 });

const OLD = 'canary-old-secret';
const NEW = 'canary-new-secret';

async function here(root: string, keychain: FolderKeychain, words: readonly string[], stdin = '') {
  const { platform, stderr } = testPlatform({ root, stdin, platform: { keychain: keychain.open } });
  const code = await run(words, platform);
  expect(code, stderr()).toBe(0);
}

const MOVES = [
  ['from its file into the keychain', 'file', ['--store', 'keychain']],
  ['from one entry of the keychain to the next', 'keychain', []],
  ['from the keychain into a file', 'keychain', ['--store', 'file']],
] satisfies [string, string, string[]][];

test.each(inForm({ short: MOVES.slice(0, 1), long: MOVES }))('%s', async (_what, first, move) => {
  const line = ['login', '--rotate', '--client-secret-stdin', ...move];
  // In the share a chance start, so that many runs of it see every step.
  for (let at = isShort ? 4 : 1 + Math.floor(Math.random() * EVERY), killed = true; killed; at += EVERY) {
    const root = temporaryFolder();
    const folder = temporaryFolder('returns-keychain-');
    const keychain = folderKeychain(folder);
    const target = ['--auth-url', server.url, '--orders-url', server.url, '--client-id', 'shop'];
    await here(root, keychain, ['login', ...target, '--client-secret-stdin', '--store', first], OLD);
    const child = start(mover, [folder, String(at), ...line], environmentOf(root), { stdin: NEW });
    const ended = await child.done;
    killed = ended.signal === 'SIGKILL';
    if (!killed) {
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const steps = Number(/steps (\d+)/.exec(ended.stderr)![1]);
      expect(steps).toBeGreaterThan(6);
      expect(at - steps, 'all steps were killed').toBeLessThanOrEqual(EVERY);
    }

    const after = testPlatform({ root, platform: { keychain: keychain.open } });
    const target_ = await resolveTarget(after.platform, after.folders, {});
    const secret = await target_.secret();
    expect(killed ? [OLD, NEW] : [NEW], `killed at step ${at}`).toContain(secret);
    // What is left over is known, and goes with the next login or logout.
    await here(root, keychain, Math.floor(at / EVERY) % 2 === 0 ? ['login'] : ['login', '--store', 'file']);
    expect(Object.keys(keychain.entries()).length).toBeLessThanOrEqual(1);
    await here(root, keychain, ['logout']);
    expect(keychain.entries(), `killed at step ${at}`).toEqual({});
    const secrets = after.everyFile().filter(({ content }) => /canary-(old|new)-secret/.test(content));
    expect(
      secrets.map((file) => file.path),
      `killed at step ${at}`,
    ).toEqual([]);
  }
});
