// The account commands as a user and a script call them: whole command lines against a real token endpoint.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { type AuthServer, authServer, json } from '../helpers/auth-server.ts';
import { fakeClock, type TestHostOptions, testPlatform } from '../helpers/platform.ts';

const CANARY = 'canary-5ecret-of-the-shop';
let server: AuthServer;
beforeEach(async () => {
  server = await authServer({ clients: { shop: CANARY, 'local-client': 'local-secret' } });
});
afterEach(() => server.close());

const urls = () => ['--auth-url', server.url, '--orders-url', `${server.url}/orders`];
const environment = () => ({
  RETURNS_AUTH_URL: server.url,
  RETURNS_ORDERS_URL: `${server.url}/orders`,
  RETURNS_CLIENT_ID: 'shop',
  RETURNS_CLIENT_SECRET: CANARY,
});

/** Runs one command line; the disk stays the same, options of the platform may change from call to call. */
function world() {
  // Waits between tries pass at once.
  const clock = fakeClock(Date.now(), { auto: true });
  const first = testPlatform({ clock });
  return {
    ...first,
    async returns(line: string | readonly string[], options: TestHostOptions = {}) {
      const here = testPlatform({ root: first.root, clock, ...options });
      const code = await run(typeof line === 'string' ? line.split(' ') : line, here.platform);
      return { code, stdout: here.stdout(), stderr: here.stderr(), json: () => JSON.parse(here.stdout()) };
    },
  };
}
type World = ReturnType<typeof world>;
const login = (w: World, more: readonly string[] = [], secret = CANARY) =>
  w.returns(['login', ...urls(), '--client-id', 'shop', '--client-secret-stdin', ...more], {
    stdin: `${secret}\n`,
  });
const canaryFiles = (w: World) =>
  w
    .everyFile()
    .filter(({ content }) => content.includes(CANARY))
    .map((file) => file.path);

describe('login', () => {
  test('from flags and stdin: token first, then profile, secret and token, each in its place', async () => {
    const w = world();
    const done = await login(w, ['--json']);
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
    expect(canaryFiles(w)).toEqual(['config/secrets/default']);
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
    for (const flag of [
      '--auth-url',
      '--orders-url',
      '--client-id',
      '--client-secret-stdin',
      'RETURNS_CLIENT_SECRET',
    ])
      expect(message).toContain(flag);
    expect(server.lines).toEqual([]);
    expect(w.everyFile()).toEqual([]);
  });

  test('from the environment alone', async () => {
    const w = world();
    expect(await w.returns('login --profile shop-1', { env: environment() })).toMatchObject({ code: 0 });
    expect((await w.returns('whoami --json')).json()).toMatchObject({
      profile: 'shop-1',
      client_id: 'shop',
      signed_in: true,
    });
  });

  test('refused credentials: exit 4 with the words of the service, nothing kept', async () => {
    const w = world();
    const done = await login(w, [], `${CANARY}-wrong`);
    expect(done).toMatchObject({ code: 4, stdout: '' });
    expect(done.stderr).toContain('invalid_client: Client authentication failed.');
    expect(
      w
        .everyFile()
        .map((file) => file.path)
        .filter((name) => name.startsWith('config')),
    ).toEqual([]);
  });

  test('a failed login leaves the earlier one in place', async () => {
    const w = world();
    await login(w);
    const before = w.everyFile().filter((file) => file.path.startsWith('config'));
    expect((await login(w, [], 'wrong')).code).toBe(4);
    server.script.push(...Array.from({ length: 4 }, () => () => ({ status: 404 })));
    expect((await login(w)).code).toBe(4);
    expect(w.everyFile().filter((file) => file.path.startsWith('config'))).toEqual(before);
  });

  test('--rotate tests the new secret and swaps it; the old stays when the new is refused', async () => {
    const w = world();
    expect(await w.returns('login --rotate --client-secret-stdin', { stdin: 'x' })).toMatchObject({
      code: 2,
    });
    await login(w);
    const refused = await w.returns('login --rotate --client-secret-stdin', { stdin: 'wrong' });
    expect(refused.code).toBe(4);
    expect(canaryFiles(w)).toEqual(['config/secrets/default']);
    await server.close();
    const port = Number(new URL(server.url).port);
    expect(port).toBeGreaterThan(0);
    server = await authServer({ clients: { shop: 'canary-new' } });
    await w.returns(`profile set auth-url=${server.url}`);
    const done = await w.returns('login --rotate --client-secret-stdin --json', { stdin: 'canary-new\r\n' });
    expect(done.json()).toMatchObject({ rotated: true, profile: 'default' });
    expect(fs.readFileSync(path.join(w.folders.config, 'secrets/default'), 'utf8')).toBe('canary-new');
    expect(canaryFiles(w)).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
    const missing = await w.returns('login --rotate --json');
    expect(missing.json()).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining('the new secret'),
    });
  });

  test.each([
    ['an empty stdin', ''],
    ['two lines', 'one\ntwo\n'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41])],
    ['far too much', 'x'.repeat(70_000)],
  ])('%s is no secret: exit 2', async (_name, stdin) => {
    const w = world();
    const line = ['login', ...urls(), '--client-id', 'shop', '--client-secret-stdin'];
    expect(await w.returns(line, { stdin })).toMatchObject({ code: 2 });
    expect(server.lines).toEqual([]);
  });

  test('a secret is not typed where it can be read', async () => {
    const w = world();
    const line = ['login', ...urls(), '--client-id', 'shop', '--client-secret-stdin'];
    const done = await w.returns(line, { terminal: { stdin: true, stderr: true } });
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('not the terminal') });
  });

  test('the built-in profile and http:// over a network are refused before anything is sent', async () => {
    const w = world();
    expect((await login(w, ['--profile', 'local'])).code).toBe(2);
    const line =
      'login --client-id shop --client-secret-stdin --auth-url http://auth.example --orders-url https://o.example';
    expect(await w.returns(line, { stdin: CANARY })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unencrypted'),
    });
    expect(server.lines).toEqual([]);
  });

  test('a config folder that cannot be written: exit 7', async () => {
    const w = world();
    fs.writeFileSync(w.folders.config, 'in the way');
    expect((await login(w)).code).toBe(7);
  });
});

describe('token', () => {
  test('alone on stdout, or as a document; --refresh fetches another', async () => {
    const w = world();
    await login(w);
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
    expect(await w.returns('token')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('returns login'),
    });
    const wrong = { ...environment(), RETURNS_CLIENT_SECRET: 'wrong' };
    expect(await w.returns('token', { env: wrong })).toMatchObject({ code: 4, stdout: '' });
    server.script.push(
      ...Array.from({ length: 4 }, () => () => ({ status: 429, headers: { 'retry-after': '3000' } })),
    );
    expect(await w.returns('token', { env: environment() })).toMatchObject({
      code: 75,
      stderr: expect.stringContaining(server.url),
    });
  });
});

describe('whoami', () => {
  test('offline, with the source of every value, never secret or token', async () => {
    const w = world();
    await login(w);
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
    server = await authServer();
  });

  test('not signed in: what is missing', async () => {
    expect((await world().returns('whoami --json')).json()).toMatchObject({
      signed_in: false,
      target: null,
      missing: ['auth', 'orders', 'clientId', 'secret'],
      token: { state: 'none', expires_at: null },
    });
  });

  test('a damaged profile file: exit 7 with its place', async () => {
    const w = world();
    fs.mkdirSync(w.folders.config, { recursive: true });
    fs.writeFileSync(path.join(w.folders.config, 'profiles.json'), '{');
    expect(await w.returns('whoami')).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('profiles.json:1'),
    });
  });
});

describe('logout', () => {
  test('secret and token go, the addresses stay', async () => {
    const w = world();
    await login(w);
    expect((await w.returns('logout --json')).json()).toEqual({
      schema: 'logout/1',
      profile: 'default',
      removed: { secret: true, token: true },
    });
    expect(canaryFiles(w)).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
    expect((await w.returns('whoami --json')).json()).toMatchObject({
      client_id: 'shop',
      missing: ['secret'],
    });
    expect((await w.returns('logout --json')).json()).toMatchObject({
      removed: { secret: false, token: false },
    });
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
    expect((await w.returns('profile use staging --json')).json()).toMatchObject({
      profile: 'staging',
      in_use: true,
    });
    expect((await w.returns('profile list --json')).json()).toMatchObject({
      schema: 'profile-list/1',
      profiles: [
        { profile: 'staging', in_use: true },
        { profile: 'local', built_in: true, in_use: false },
      ],
    });
    await w.returns('profile set minor-units iso');
    await w.returns('profile set rate=');
    expect((await w.returns('profile show --json')).json()).toMatchObject({
      settings: { environment: 'sandbox', 'minor-units': 'iso' },
      effective: {
        'minor-units': { value: 'iso', source: 'profile' },
        timeout: { source: 'default' },
      },
    });
    expect((await w.returns('profile show local --json')).json()).toMatchObject({
      built_in: true,
      has_secret: true,
    });
    expect((await w.returns('profile remove staging --json')).json()).toMatchObject({ removed: true });
    expect((await w.returns('profile list --json')).json().profiles).toHaveLength(1);
    expect((await w.returns('whoami --json')).json()).toMatchObject({ profile: '(environment)' });
  });

  test('remove removes secret and token', async () => {
    const w = world();
    await login(w);
    await w.returns('profile remove default');
    expect(canaryFiles(w)).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
    expect(fs.readdirSync(path.join(w.folders.config, 'secrets'))).toEqual([]);
  });

  test('another address or client id removes the old token', async () => {
    const w = world();
    await login(w);
    await w.returns('profile set default rate=10');
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toHaveLength(1);
    await w.returns('profile set default client-id=other');
    expect(fs.readdirSync(path.join(w.folders.config, 'tokens'))).toEqual([]);
  });

  test.each([
    ['profile set p order-url=https://x.example', /Did you mean "orders-url"/],
    ['profile set p environment=prod', /production, sandbox, local/],
    ['profile set p base-url=http://x.example', /unencrypted/],
    ['profile set p rate=-1', /rate/],
    ['profile set p timeout=soon', /timeout/],
    ['profile set p', /Nothing to set/],
    ['profile set p rate', /rate=VALUE/],
    ['profile set', /missing required argument/i],
    ['profile set local rate=1', /built in/],
    ['profile set --profile a b rate=1', /Two profiles/],
    ['profile set ../p rate=1', /cannot be the name/],
    ['profile set Local rate=1', /already/],
    ['profile use nobody', /no profile "nobody"/],
    ['profile show nobody', /no profile/],
    ['profile remove nobody', /no profile/],
    ['profile remove local', /built in/],
  ])('returns %s: exit 2', async (line, words) => {
    const done = await world().returns(line);
    expect(done).toMatchObject({ code: 2, stdout: '' });
    expect(done.stderr).toMatch(words);
  });

  test('a secret in the wrong place of a command line is not repeated', async () => {
    const w = world();
    for (const line of [
      `profile set p client-secret=${CANARY}`,
      `profile set client-secret ${CANARY}`,
      `profile set p ${CANARY}`,
    ]) {
      const done = await w.returns(`${line} --verbose`);
      expect(done.code).toBe(2);
      expect(done.stdout + done.stderr).not.toContain(CANARY);
    }
    expect(canaryFiles(w)).toEqual([]);
  });
});

test('a canary secret is in its own file and nowhere else, whatever runs and fails, at any verbosity', async () => {
  const w = world();
  const said: string[] = [];
  const lines = [
    'whoami',
    'whoami --json',
    'token --json',
    'token --refresh',
    'profile list',
    'profile list --json',
    'profile show',
    'profile show --json',
    'profile set rate=9',
    'profile use default',
    'login',
    'login --rotate',
    'token --profile nobody',
    'token --timeout 1ms --refresh',
    'token --ca /nowhere.pem',
    'login --orders-url http://x.example',
    'logout --wrong',
    'profile set default auth-url=https://127.0.0.1:1',
    'token',
  ];
  const each = async (env: Record<string, string>) => {
    for (const line of lines) {
      // The service echoes what it got, and fails in many ways.
      server.script.push((request) => {
        const echo = Buffer.from(request.body).toString();
        return json(400, { error: 'invalid_request', error_description: echo, message: `got ${CANARY}` });
      });
      const done = await w.returns(`${line} --verbose`, { env });
      said.push(done.stdout, done.stderr);
    }
  };
  await login(w, ['--verbose']);
  await each({});
  await each(environment());
  expect(said.join('\n')).not.toContain(CANARY);
  expect(said.join('\n')).toContain('got ***');
  expect(server.asked.length).toBeGreaterThan(6);
  expect(canaryFiles(w)).toEqual(['config/secrets/default']);
  said.length = 0;
  await w.returns('logout --verbose');
  expect(canaryFiles(w)).toEqual([]);
});
