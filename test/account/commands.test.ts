// The account commands as a user and a script call them: whole command lines against a real token endpoint.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../helpers/platform.ts';
import { CANARY, world as diskOf, environment, newSecret, server, useAuthServer } from './support.ts';

useAuthServer({ shop: CANARY, 'local-client': 'local-secret' });

// Waits between tries pass at once.
const world = () => diskOf({ clock: fakeClock(Date.now(), { auto: true }) });

describe('login', () => {
  test('from flags and stdin: token first, then profile, secret and token, each in its place', async () => {
    const w = world();
    const done = await w.login(['--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.json()).toEqual({
      schema: 'login/1',
      profile: 'default',
      environment: 'local',
      target: expect.stringMatching(/^[0-9a-f]{16}$/),
      client_id: 'shop',
      addresses: { auth: server.url, orders: `${server.url}/orders`, base: '' },
      token_expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
      rotated: false,
      in_use: true,
      secret: { in: 'file', file: path.join(w.folders.config, 'secrets/default') },
    });
    expect(w.canaryFiles()).toEqual(['config/secrets/default']);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
    // The token of the login serves the next commands.
    expect((await w.returns('token')).stdout).toMatch(/^token-1-\w+\n$/);
    expect(server.asked).toHaveLength(1);
  });

  test('off a terminal, everything missing is named at once: exit 2, nothing asked, nothing kept', async () => {
    const w = world();
    const done = await w.returns('login --json');
    expect(done.code).toBe(2);
    const { message, schema } = done.json();
    expect(schema).toBe('error/1');
    for (const flag of ['--auth-url', '--orders-url', '--client-id', '--client-secret-stdin'])
      expect(message).toContain(flag);
    expect(message).toContain('RETURNS_CLIENT_SECRET');
    expect(server.lines).toEqual([]);
    expect(w.everyFile()).toEqual([]);
  });

  test('refused credentials: exit 4 with the words of the service, nothing kept', async () => {
    const w = world();
    const done = await w.login([], `${CANARY}-wrong`);
    expect(done).toMatchObject({ code: 4, stdout: '' });
    expect(done.stderr).toContain('invalid_client: Client authentication failed.');
    expect(w.everyFile().filter((file) => file.path.startsWith('config'))).toEqual([]);
  });

  test('--rotate tests the new secret and swaps it; the old stays when the new is refused', async () => {
    const w = world();
    const rotate = async (stdin: string) =>
      (await w.returns('login --rotate --client-secret-stdin', { stdin })).code;
    expect(await rotate('x')).toBe(2);
    await w.login();
    expect(await rotate('wrong')).toBe(4);
    expect(w.canaryFiles()).toEqual(['config/secrets/default']);
    await newSecret('canary-new');
    await w.returns(`profile set auth-url=${server.url}`);
    const done = await w.returns('login --rotate --client-secret-stdin --json', { stdin: 'canary-new\r\n' });
    expect(done.json()).toMatchObject({ rotated: true, profile: 'default' });
    expect(fs.readFileSync(path.join(w.folders.config, 'secrets/default'), 'utf8')).toBe('canary-new');
    expect(w.canaryFiles()).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
    const missing = (await w.returns('login --rotate --json')).json();
    expect(missing.exit_code).toBe(2);
    expect(missing.message).toContain('the new secret');
  });

  test('a secret is not typed where it can be read', async () => {
    const w = world();
    const done = await w.login([], '', { terminal: { stdin: true, stderr: true } });
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('not the terminal') });
  });

  test('the built-in profile and http:// over a network are refused before anything is sent', async () => {
    const w = world();
    expect((await w.login(['--profile', 'local'])).code).toBe(2);
    const line =
      'login --client-id shop --client-secret-stdin --auth-url http://auth.example --orders-url https://o.example';
    const { code, stderr } = await w.returns(line, { stdin: CANARY });
    expect([code, stderr]).toEqual([2, expect.stringContaining('unencrypted')]);
    expect(server.lines).toEqual([]);
  });
});

describe('token', () => {
  test('alone on stdout, or as a document; --refresh fetches another', async () => {
    const w = world();
    await w.login();
    const plain = await w.returns('token');
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect((await w.returns('token --json')).json()).toEqual({
      schema: 'token/1',
      access_token: plain.stdout.trim(),
      token_type: 'Bearer',
      expires_at: expect.stringMatching(/Z$/),
    });
    const fresh = await w.returns('token --refresh');
    expect(fresh.stdout).not.toBe(plain.stdout);
    expect((await w.returns('token')).stdout).toBe(fresh.stdout);
    expect(server.asked).toHaveLength(2);
  });

  test('not signed in: exit 2; refused: exit 4; dead: exit 75, each with a hint', async () => {
    const w = world();
    const none = await w.returns('token');
    expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('returns login') });
    const wrong = { ...environment(), RETURNS_CLIENT_SECRET: 'wrong' };
    expect(await w.returns('token', { env: wrong })).toMatchObject({ code: 4, stdout: '' });
    const busy = () => ({ status: 429, headers: { 'retry-after': '3000' } });
    server.script.push(busy, busy, busy, busy);
    const dead = await w.returns('token', { env: environment() });
    expect(dead).toMatchObject({ code: 75, stderr: expect.stringContaining(server.url) });
  });
});

describe('whoami', () => {
  test('offline, with the source of every value, never secret or token', async () => {
    const w = world();
    await w.login();
    await server.close();
    const done = await w.returns('whoami --json', { env: { RETURNS_TIMEOUT: '5s' } });
    expect(done.json()).toMatchObject({
      schema: 'whoami/1',
      profile: 'default',
      environment: 'local',
      client_id: 'shop',
      signed_in: true,
      missing: [],
      secret_from: 'profile',
      token: { state: 'cached', expires_at: expect.stringMatching(/Z$/) },
      rate: { limit_per_min: 2500, set: null },
      sources: {
        profile: 'profile',
        'orders-url': 'profile',
        'client-id': 'profile',
        timeout: 'environment',
        environment: 'default',
      },
    });
    expect(done.stdout).not.toMatch(/canary|token-1/);
    const text = await w.returns('whoami');
    expect(text.stdout).toMatch(/client-id +shop/);
  });
});

describe('logout', () => {
  test('secret and token go, the addresses stay', async () => {
    const w = world();
    await w.login();
    expect((await w.returns('logout --json')).json()).toEqual({
      schema: 'logout/1',
      profile: 'default',
      removed: { secret: true, token: true },
    });
    expect(w.canaryFiles()).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
    const json = async (line: string) => (await w.returns(`${line} --json`)).json();
    expect(await json('whoami')).toMatchObject({ client_id: 'shop', missing: ['secret'] });
    expect(await json('logout')).toMatchObject({ removed: { secret: false, token: false } });
    // Signing in again needs the secret only.
    expect((await w.returns('login --client-secret-stdin', { stdin: CANARY })).code).toBe(0);
  });

  test('with the environment alone the cached token goes', async () => {
    const w = world();
    await w.returns('token', { env: environment() });
    const done = await w.returns('logout --json', { env: environment() });
    expect(done.json()).toMatchObject({ profile: '(environment)', removed: { secret: false, token: true } });
    expect(done.stderr).toContain('environment');
  });
});

describe('profile', () => {
  test('set, list, show, use, remove', async () => {
    const w = world();
    const set = await w.returns(
      'profile set staging environment=sandbox orders-url=https://o.example/ rate=1000 --json',
    );
    expect(set.json()).toEqual({
      schema: 'profile/1',
      profile: 'staging',
      in_use: false,
      built_in: false,
      has_secret: false,
      secret_in: null,
      settings: { environment: 'sandbox', 'orders-url': 'https://o.example', rate: '1000' },
    });
    const json = async (line: string) => (await w.returns(`profile ${line} --json`)).json();
    expect(await json('use staging')).toMatchObject({ profile: 'staging', in_use: true });
    expect(await json('list')).toMatchObject({
      schema: 'profile-list/1',
      profiles: [
        { profile: 'staging', in_use: true },
        { profile: 'local', built_in: true, in_use: false },
      ],
    });
    await w.returns('profile set minor-units iso');
    await w.returns('profile set rate=');
    expect(await json('show')).toMatchObject({
      settings: { environment: 'sandbox', 'minor-units': 'iso' },
      effective: { 'minor-units': { value: 'iso', source: 'profile' }, timeout: { source: 'default' } },
    });
    expect(await json('show local')).toMatchObject({ built_in: true, has_secret: true });
    expect(await json('remove staging')).toMatchObject({ removed: true });
    expect((await json('list')).profiles).toHaveLength(1);
    expect((await w.returns('whoami --json')).json()).toMatchObject({ profile: '(environment)' });
  });

  test('another address or client id removes the old token', async () => {
    const w = world();
    await w.login();
    await w.returns('profile set default rate=10');
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
    await w.returns('profile set default client-id=other');
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
  });

  test.each([
    ['profile set p order-url=https://x.example', /Did you mean "orders-url"/],
    ['profile set p base-url=http://x.example', /unencrypted/],
    ['profile set p', /Nothing to set/],
    ['profile set p rate', /KEY=VALUE/],
    ['profile set', /missing required argument/i],
    ['profile set local rate=1', /built in/],
    ['profile set --profile a b rate=1', /Two profiles/],
    ['profile set ../p rate=1', /cannot be the name/],
    ['profile set Local rate=1', /already/],
    ['profile use nobody', /no profile "nobody"/],
    ['profile remove nobody', /no profile/],
  ])('returns %s: exit 2', async (line, words) => {
    const done = await world().returns(line);
    expect(done).toMatchObject({ code: 2, stdout: '' });
    expect(done.stderr).toMatch(words);
  });

  test('a secret in the wrong place of a command line is not repeated', async () => {
    const w = world();
    for (const words of ['p client-secret=', 'client-secret ', 'p ']) {
      const done = await w.returns(`profile set ${words}${CANARY} --verbose`);
      expect(done.code).toBe(2);
      expect(done.stdout + done.stderr).not.toContain(CANARY);
    }
    expect(w.canaryFiles()).toEqual([]);
  });
});
