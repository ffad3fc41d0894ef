// client-secret-command as a user meets it: real programs that answer, fail and hang, and when they are run at all.
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/account/settings.ts';
import { json } from '../helpers/auth-server.ts';
import { inForm } from '../helpers/form.ts';
import { type PasswordManager, passwordManager } from '../helpers/password-manager.ts';
import { fakeClock, quickClock, testPlatform } from '../helpers/platform.ts';
import { CANARY, world as diskOf, environment, newSecret, server, useAuthServer } from './support.ts';

let manager: PasswordManager;
useAuthServer();
beforeEach(() => {
  manager = passwordManager(CANARY);
});

function world() {
  const disk = diskOf();
  return {
    ...disk,
    /** A profile with this command, not signed in. */
    async profile(line = manager.line, name = 'default') {
      const set = ['profile', 'set', name, `auth-url=${server.url}`, `orders-url=${server.url}/orders`];
      const done = await disk.returns([...set, 'client-id=shop', `client-secret-command=${line}`]);
      expect(done, done.stderr).toMatchObject({ code: 0 });
      return done;
    },
  };
}

describe('when it runs', () => {
  test('only to fetch a token: while one is cached, no command of the tool runs it', async () => {
    const w = world();
    await w.profile();
    expect(manager.runs()).toBe(0);
    const token = (await w.returns('token')).stdout;
    expect(token).toMatch(/^token-1-/);
    expect((await w.returns('token')).stdout).toBe(token);
    for (const line of ['whoami', 'profile show', 'profile list']) await w.returns(line);
    expect([manager.runs(), server.asked.length]).toEqual([1, 1]);
    await w.returns('token --refresh');
    expect([manager.runs(), server.asked.length]).toEqual([2, 2]);
    expect(w.canaryFiles()).toEqual([]);
  });

  test('another command, client id or address has a token of its own', async () => {
    const w = world();
    await w.profile();
    await w.returns('token');
    await w.profile(`${manager.line} again`);
    expect((await w.returns('whoami --json')).json()).toMatchObject({ token: { state: 'none' } });
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
    await w.returns('token');
    expect(manager.runs()).toBe(2);
  });

  test('a new secret in the password manager counts at the next token, also after a 401', async () => {
    const w = world();
    await w.profile();
    await w.returns('token');
    await newSecret('canary-new-one');
    await w.returns(`profile set auth-url=${server.url}`);
    const refused = await w.returns('token');
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain('Correct client id and secret where they come from');
    manager.holds('canary-new-one');
    expect((await w.returns('token')).code).toBe(0);
    const { platform, folders } = testPlatform({ root: w.root });
    expect(await (await resolveTarget(platform, folders, {})).secret()).toBe('canary-new-one');
  });

  test('whoami and profile show say where the secret is from, with the line escaped', async () => {
    const w = world();
    await w.profile();
    expect((await w.returns('whoami --json')).json()).toMatchObject({
      secret_from: 'command',
      signed_in: true,
      settings: {
        'client-secret': { value: '(command)', source: 'profile' },
        'client-secret-command': { value: manager.line, source: 'profile' },
      },
    });
    const shown = (await w.returns('profile show --json')).json();
    expect(shown).toMatchObject({ has_secret: true, secret_in: 'command' });
    expect((await w.returns('profile list')).stdout).toContain('secret from a command');
    const file = path.join(w.folders.config, 'profiles.json');
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('show', 'show\\u001b[2J'));
    for (const line of ['whoami', 'profile show']) {
      const { stdout } = await w.returns(line);
      expect(stdout).toContain('\\u{1b}[2J');
      expect(stdout).not.toContain('\u001b[2J');
    }
    expect(manager.runs()).toBe(0);
  });
});

describe('which secret wins', () => {
  test.each([
    ['the environment over the profile in use', 'token --refresh', environment, 0],
    ['the profile that --profile names over the environment', 'token --profile default', environment, 1],
    ['the command over a stored secret', 'token', () => ({}), 1],
  ])('%s', async (_what, line, env, runs) => {
    const w = world();
    await w.profile();
    await w.returns('profile set client-secret-command=');
    const login = await w.returns('login --client-secret-stdin', { stdin: CANARY });
    expect(login.code).toBe(0);
    await w.profile();
    const done = await w.returns(line, { env: env() });
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(manager.runs()).toBe(runs);
  });

  test('it is for the client id of its profile, and for no other address', async () => {
    const w = world();
    await w.profile();
    expect(await w.returns('token', { env: { RETURNS_CLIENT_ID: 'other' } })).toMatchObject({ code: 2 });
    const env = { RETURNS_AUTH_URL: 'https://elsewhere.example' };
    const moved = await w.returns('token', { env });
    expect(moved).toMatchObject({ code: 2, stderr: expect.stringContaining('to another address') });
    expect([manager.runs(), server.asked.length]).toEqual([0, 0]);
  });
});

describe('login', () => {
  test('runs it, keeps the token, and removes the secret that was stored', async () => {
    const w = world();
    await w.profile();
    await w.returns('profile set client-secret-command=');
    await w.returns('login --client-secret-stdin', { stdin: CANARY });
    expect(w.canaryFiles()).toEqual(['config/secrets/default']);
    const set = await w.profile();
    expect(set.stderr).toContain('Not tried yet');
    expect(w.canaryFiles()).toEqual(['config/secrets/default']);
    const done = await w.returns('login');
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(done.stdout).toContain(`The secret stays with its command: ${manager.line}`);
    expect(w.canaryFiles()).toEqual([]);
    expect(manager.runs()).toBe(1);
    expect((await w.returns('token')).code).toBe(0);
    expect(manager.runs()).toBe(1);
    expect((await w.returns('login --rotate --json')).json()).toMatchObject({ secret: { in: 'command' } });
    expect(manager.runs()).toBe(2);
  });

  test.each([
    ['--client-secret-stdin', {}],
    ['--store file', {}],
    ['--store keychain', {}],
    ['', { RETURNS_CLIENT_SECRET: CANARY }],
  ])('a second secret is refused: login %s', async (flags, env) => {
    const w = world();
    await w.profile();
    const done = await w.returns(`login ${flags}`.trim(), { stdin: CANARY, env });
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('a second secret') });
    expect([manager.runs(), server.asked.length]).toEqual([0, 0]);
  });

  test('logout removes the token and says that the command is kept', async () => {
    const w = world();
    await w.profile();
    await w.returns('token');
    const done = await w.returns('logout --json');
    expect(done.json()).toMatchObject({ removed: { secret: false, token: true } });
    expect(done.stderr).toContain('client-secret-command is kept');
  });
});

describe('when no secret comes', () => {
  const script = (w: ReturnType<typeof world>, body: string) => {
    const file = w.file('manager.sh', `#!/bin/sh\n${body}\n`);
    fs.chmodSync(file, 0o755);
    return file;
  };
  test.each([
    ['exit code', `echo locked >&2; exit 3`, 4, /ended with exit code 3; its last words: locked/],
    ['a secret on stderr', `echo ${CANARY}; echo "have ${CANARY}" >&2; exit 1`, 4, /last words: have \*\*\*/],
    ['controls on stderr', `printf 'bad\\033[2Jword' >&2; exit 1`, 4, /bad\\u\{1b\}\[2Jword/],
    ['killed', 'kill -9 $$', 4, /ended by SIGKILL/],
    ['nothing', 'exit 0', 4, /printed nothing on stdout/],
    ['an empty line', 'echo; echo second', 4, /first line of its output is empty/],
    ['too much', `while :; do echo ${'x'.repeat(200)}; done`, 4, /more than 65536 bytes/],
  ])('%s', async (_what, body, code, words) => {
    const w = world();
    await w.profile(script(w, body));
    const done = await w.returns('token --verbose');
    expect(done).toMatchObject({ code, stdout: '' });
    expect(done.stderr).toMatch(words);
    expect(done.stderr).toContain('returns profile show default');
    expect(done.stderr).not.toContain(CANARY);
    expect(done.stderr).not.toContain('\u001b[2J');
    expect(server.asked).toEqual([]);
  });

  test.each([
    ['no text', `printf '\\377\\376'`, /character 1 of .* is U\+FFFD/],
    ['controls', `printf '${CANARY}\\033b'`, /character 26 of the output of .* is U\+001B/],
  ])('%s: exit 2, before a request', async (_what, body, words) => {
    const w = world();
    await w.profile(script(w, body));
    const done = await w.returns('token --verbose');
    expect(done).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(words) });
    expect(done.stderr).not.toContain(CANARY);
    expect(server.asked).toEqual([]);
  });

  test.each([
    ['a program that is not there', '/nowhere/op read x', /cannot be started \(ENOENT\)/],
    ['a file that is no program', 'plain', /cannot be started \(EACCES\)/],
  ])('%s: exit 2', async (_what, line, words) => {
    const w = world();
    await w.profile(line === 'plain' ? w.file('plain', 'text') : line);
    const done = await w.returns('token --json');
    expect(done.code).toBe(2);
    expect(done.json().message).toMatch(words);
  });

  test('a line that was changed by hand into one for a shell: exit 2, nothing runs', async () => {
    const w = world();
    await w.profile();
    const file = path.join(w.folders.config, 'profiles.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(' show', ' | show'));
    expect(await w.returns('token')).toMatchObject({ code: 2 });
    expect(manager.runs()).toBe(0);
  });

  const STUBBORN: [string, string][] = [
    ['sleeps', 'exec sleep 600'],
    ['takes SIGTERM for itself and ends with a code', "trap 'exit 9' TERM\nwhile :; do sleep 0.05; done"],
    ['ignores SIGTERM', "trap '' TERM\nwhile :; do sleep 1; done"],
  ];
  // To kill one takes seconds.
  test.each(inForm({ short: STUBBORN.slice(0, 2), long: STUBBORN }))(
    'a program that %s gave no answer within 30 s: it is ended, exit 4',
    async (_what, body) => {
      const w = world();
      const started = path.join(w.work, 'started');
      const traps = body.split('\n');
      const lines = [...traps.slice(0, -1), `echo $$ > ${started}.new; mv ${started}.new ${started}`];
      await w.profile(script(w, [...lines, traps.at(-1)].join('\n')));
      const clock = fakeClock();
      const done = w.returns('token', { clock });
      await expect.poll(() => fs.existsSync(started), { timeout: 20_000 }).toBe(true);
      await clock.advance(29_000);
      const pid = Number(fs.readFileSync(started, 'utf8'));
      expect(process.kill(pid, 0), 'still running').toBe(true);
      await clock.advance(1001);
      const { code, stderr } = await done;
      expect([code, stderr]).toEqual([4, expect.stringContaining('it gave no answer within 30s')]);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
  );

  test('a program that leaves another behind is not waited for', async () => {
    const w = world();
    await w.profile(script(w, `sleep 20 & echo ${CANARY}`));
    expect((await w.returns('token')).code).toBe(0);
  });

  test('the first line counts; the environment and the folder are settled', async () => {
    const w = world();
    const said = `pwd > ${w.work}/said; printenv RETURNS_CLIENT_SECRET HOME >> ${w.work}/said`;
    await w.profile(script(w, `${said}\nprintf '${CANARY}\\r\\nuser: shop\\n'`));
    const env = { RETURNS_CLIENT_SECRET: 'another' };
    expect(await w.returns('token --profile default', { env })).toMatchObject({ code: 0 });
    const heard = fs.readFileSync(path.join(w.work, 'said'), 'utf8').trim().split('\n');
    expect(heard).toEqual([w.folders.config, path.join(w.root, 'home')]);
    expect(server.asked[0]?.client_secret).toBe(CANARY);
  });
});

test('whatever fails at whatever verbosity, the secret is nowhere but in the request', async () => {
  const w = world();
  await w.profile();
  const said: string[] = [];
  const lines = ['login', 'token', 'token --refresh', 'whoami --json', 'token --timeout 1ms --refresh'];
  for (const line of lines) {
    server.script.push((request) => {
      const echo = Buffer.from(request.body).toString();
      return json(400, { error: 'invalid_request', error_description: echo, message: `got ${CANARY}` });
    });
    // Its tries again wait for nothing.
    const done = await w.returns(`${line} --verbose`, line.includes('1ms') ? { clock: quickClock(50) } : {});
    said.push(done.stdout, done.stderr);
  }
  expect(manager.runs()).toBeGreaterThan(2);
  expect(said.join('\n')).toContain('got ***');
  expect(said.join('\n')).not.toContain(CANARY);
  expect(w.canaryFiles()).toEqual([]);
});
