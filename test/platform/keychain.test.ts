// The keychain of this machine through the optional package: a real Secret Service on a D-Bus of its own, and what is said
// where there is none.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../src/basics/text.ts';
import { server, useAuthServer } from '../account/support.ts';
import { BIN, makeCli, REPOSITORY } from '../helpers/cli.ts';

const CANARY = 'canary-5ecret-~-of-the-shop';
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const missing = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'].filter((program) => !has(program));
const reason = process.platform !== 'linux' ? 'not on Linux' : missing.map((name) => `no ${name}`).join(', ');

useAuthServer({ shop: CANARY });

const target = () => ['--auth-url', server.url, '--orders-url', server.url, '--client-id', 'shop'];
const words = (list: readonly string[]) => list.map(shellWord).join(' ');
const login = () => `printf %s '${CANARY}' | ${words([process.execPath, BIN, 'login', ...target()])}`;
const returns = (...list: string[]) => words([process.execPath, BIN, ...list]);

/** Shell lines in a session with a D-Bus of its own; the keyring is in the HOME of the test. */
async function inSession(env: Record<string, string>, lines: readonly string[]) {
  fs.mkdirSync(path.join(env['HOME']!, '.cache'), { recursive: true });
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', lines.join('\n')], { env, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  child.stdin.end();
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  return { code, said };
}
/** Both run in the foreground, so that they can be ended, and are waited for. */
const DAEMON = 'gnome-keyring-daemon --foreground --components=secrets';
const OWNER = 'org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets';
const READY = `until dbus-send --session --print-reply --dest=${OWNER} | grep -q true; do sleep 0.05; done`;
const UNLOCKED = `printf pw | ${DAEMON} --unlock >/dev/null 2>&1 & trap "kill $!" EXIT; ${READY}`;
const LOCKED = `${DAEMON} >/dev/null 2>&1 & trap "kill $!" EXIT; ${READY}`;

describe.skipIf(reason !== '')(`a real Secret Service${reason === '' ? '' : ` (skipped: ${reason})`}`, () => {
  test('holds the secret over a restart of the session; locked is exit 7; logout removes it', async () => {
    const cli = makeCli({ children: true });
    const first = await inSession(cli.env, [
      UNLOCKED,
      `${login()} --client-secret-stdin --store keychain || exit 11`,
      `${returns('token', '--refresh')} || exit 12`,
    ]);
    expect(first, first.said).toMatchObject({ code: 0 });
    expect(first.said).toContain('The secret is in the keychain of this user');
    const files = cli.files().filter((file) => fs.readFileSync(file, 'latin1').includes('canary-5ecret'));
    expect(files).toEqual([]);
    expect(cli.files().some((file) => file.endsWith('.keyring'))).toBe(true);

    const locked = await inSession(cli.env, [
      LOCKED,
      `${returns('token')} || exit 12`,
      returns('token', '--refresh'),
      'echo "code $?"',
      returns('logout'),
      'echo "code $?"',
    ]);
    expect(locked.said.match(/code \d+/g), locked.said).toEqual(['code 7', 'code 7']);
    expect(locked.said).toContain('The keychain cannot be used');

    const last = await inSession(cli.env, [
      UNLOCKED,
      `${returns('logout', '--json')} || exit 13`,
      `${login()} --client-secret-stdin --store keychain || exit 14`,
      `${returns('login', '--store', 'file')} || exit 15`,
      `${returns('whoami', '--json')}`,
    ]);
    expect(last, last.said).toMatchObject({ code: 0 });
    expect(last.said).toContain('"secret_from":"profile"');
    const { keychain } = JSON.parse(fs.readFileSync(path.join(cli.root, 'config/profiles.json'), 'utf8'));
    expect(keychain).toBeUndefined();
    expect([first, locked, last].map(({ said }) => said).join('')).not.toContain('canary-5ecret');
    expect(server.asked.every((each) => each.client_secret === CANARY)).toBe(true);
  });
});

test('without a Secret Service: exit 7 before anything is sent, with the way out', async () => {
  const cli = makeCli({ children: true });
  const line = ['login', ...target(), '--client-secret-stdin', '--store', 'keychain'];
  const done = await cli.json<{ message: string; hint: string }>(line, { stdin: CANARY });
  expect(done).toMatchObject({ exit: 7, code: 'state.keychain' });
  expect(done.hint).toContain('returns login --store file');
  expect(server.lines).toEqual([]);
});

test('without the optional package: exit 7 that names it, and all else works', async () => {
  const cli = makeCli({ children: true });
  // A copy of the program where the package cannot be found.
  const copy = path.join(cli.root, 'copy');
  for (const name of ['bin', 'dist', 'package.json'])
    fs.cpSync(path.join(REPOSITORY, name), path.join(copy, name), { recursive: true });
  const sqlite = 'node_modules/@photostructure/sqlite';
  fs.mkdirSync(path.join(copy, 'node_modules/@photostructure'), { recursive: true });
  fs.symlinkSync(path.join(REPOSITORY, sqlite), path.join(copy, sqlite), 'dir');
  const run = (list: readonly string[]) =>
    spawnSync(process.execPath, [path.join(copy, 'bin/returns.js'), ...list], {
      env: cli.env,
      encoding: 'utf8',
    });
  expect(run(['whoami']).status).toBe(0);
  const done = run(['login', '--store', 'keychain', '--json']);
  expect(done.status).toBe(7);
  expect(JSON.parse(done.stdout)).toMatchObject({
    code: 'state.keychain',
    message: expect.stringContaining('@napi-rs/keyring, which is not installed'),
    hint: expect.stringContaining('--store file'),
  });
});

test('the package is loaded by no command of a profile without a keychain', async () => {
  const cli = makeCli({ children: true });
  await cli.run(['login', ...target(), '--client-secret-stdin'], { stdin: CANARY });
  for (const line of [['token', '--refresh'], ['whoami'], ['profile', 'show'], ['logout']]) {
    const done = await cli.run(line, { env: { NODE_DEBUG: 'module' } });
    expect(done.code).toBe(0);
    expect(done.stderr).toContain('MODULE');
    expect(done.stderr).not.toContain('keyring');
  }
  const needed = await cli.run(['login', '--store', 'keychain'], { env: { NODE_DEBUG: 'module' } });
  expect(needed.stderr).toContain('keyring');
});
