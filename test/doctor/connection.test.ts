// Every fault between this machine and the service is named by one check, and by no other.
import net from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/account/settings.ts';
import { checkConnection } from '../../src/doctor/connection-checks.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { testPlatform } from '../helpers/platform.ts';
import { proxyServer } from '../sending/connections.ts';
import {
  connectionOf,
  notOk,
  SECRET,
  type ServiceOptions,
  settingsFor,
  startService,
  TOKEN,
} from './support.ts';

const here = (port: number, scheme = 'http') => `${scheme}://127.0.0.1:${port}`;

const authority = certificateAuthority();
const good = authority.issue('20200101', '20400101');
const trusted = { RETURNS_CA: authority.root };

/** What is not ok about a service with this fault, and its text and hint. */
async function about(options: ServiceOptions, env: Record<string, string> = {}) {
  const { port } = await startService(options);
  const checks = await connectionOf({ ...settingsFor(here(port, options.tls ? 'https' : 'http')), ...env });
  return { wrong: notOk(checks), said: saidBy(checks) };
}
const saidBy = (checks: Awaited<ReturnType<typeof connectionOf>>) => {
  const lines = checks.filter(({ result }) => result !== 'ok').map(({ text, hint }) => `${text} -> ${hint}`);
  expect(JSON.stringify(checks)).not.toMatch(/canary/);
  for (const { result, hint } of checks) expect(hint === null).toBe(result === 'ok');
  return lines.join('\n');
};

test('a service that answers as it should has only ok, and is sent nothing but the sign-in', async () => {
  const { port, lines } = await startService();
  const checks = await connectionOf(settingsFor(here(port)));
  expect(notOk(checks)).toEqual({});
  expect(checks.map(({ id }) => id.replace('connection.', '')).join(' ')).toBe(
    'addresses dns proxy reach tls clock orders asns sign-in limits',
  );
  expect(lines).toEqual([
    'POST /returns_portal_orders 0',
    'POST /asns 0',
    expect.stringMatching(/^POST \/oauth\/token/),
  ]);
});

test('over TLS it names that the other root is needed as well', async () => {
  const { port } = await startService({ tls: good });
  const checks = await connectionOf({ ...settingsFor(here(port, 'https')), ...trusted });
  expect(notOk(checks)).toEqual({});
  expect(checks.find(({ id }) => id === 'connection.roots')?.text).toMatch(/ask its team for .*second root/);
});

test('three servers are looked at each, and the token is not asked for twice', async () => {
  const [auth, orders, base] = [await startService(), await startService(), await startService()];
  const env = {
    ...settingsFor(here(auth.port)),
    RETURNS_ORDERS_URL: here(orders.port),
    RETURNS_BASE_URL: here(base.port),
  };
  const root = { root: (await import('../helpers/platform.ts')).temporaryFolder() };
  expect(notOk(await connectionOf(env, undefined, root))).toEqual({});
  const again = await connectionOf(env, undefined, root);
  expect(again.find(({ id }) => id === 'connection.sign-in')?.text).toContain('signed in as "shop" until');
  expect(auth.lines.filter((line) => line.startsWith('POST /oauth/token'))).toHaveLength(1);
  expect([...orders.lines, ...base.lines].join()).not.toContain('token');
});

describe('names and addresses', () => {
  test('no such host', async () => {
    const checks = await connectionOf(settingsFor('https://service.invalid'));
    expect(notOk(checks)).toEqual({ 'connection.dns': 'failure' });
    expect(saidBy(checks)).toMatch(/service\.invalid/);
  });
});

describe('TLS', () => {
  const tls = (more: object = {}) => ({ tls: { ...good, ...more } });

  test.each<[string, () => ServiceOptions, Record<string, string>, string, RegExp]>([
    ['an unknown root', () => tls(), {}, 'connection.roots', /root .* is not known.*both.*--ca FILE/s],
    [
      'expired',
      () => ({ tls: authority.issue('20200101', '20200201') }),
      trusted,
      'connection.tls',
      /has expired -> Check this machine's clock/,
    ],
    [
      'not valid yet',
      () => ({ tls: authority.issue('20400101', '20410101') }),
      trusted,
      'connection.tls',
      /not valid yet/,
    ],
    [
      'TLS 1.3 alone',
      () => tls({ minVersion: 'TLSv1.3' }),
      trusted,
      'connection.tls',
      /does not offer TLS 1\.2/,
    ],
  ])('%s', async (_name, options, env, id, text) => {
    const { wrong, said } = await about(options(), env);
    expect(wrong).toEqual({ [id]: 'failure' });
    expect(said).toMatch(text);
  });

  test('another name', async () => {
    const { port } = await startService(tls());
    const checks = await connectionOf({ ...settingsFor(`https://localhost:${port}`), ...trusted });
    expect(notOk(checks)).toEqual({ 'connection.tls': 'failure' });
    expect(saidBy(checks)).toMatch(/certificate was issued for another name/);
  });
});

describe('the proxy', () => {
  afterEach(() => {
    for (const name of ['HTTPS_PROXY', 'NO_PROXY']) delete process.env[name];
  });
  /** The service by a name that only the proxy knows. */
  async function through(proxy: string, more: Record<string, string> = {}) {
    const { port } = await startService({ tls: good });
    process.env['HTTPS_PROXY'] = proxy;
    return await connectionOf({ ...settingsFor(`https://service.example:${port}`), ...trusted, ...more });
  }

  test('everything goes through it', async () => {
    const checks = await through(
      `http://user:canary%20pw@127.0.0.1:${await proxyServer({ login: 'user:canary pw' })}`,
    );
    expect(notOk(checks)).toEqual({});
    expect(checks.find(({ id }) => id === 'connection.proxy')?.text).toMatch(
      /through the proxy http:\/\/127/,
    );
    saidBy(checks);
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['it does not run', async () => 'http://127.0.0.1:1', /does not answer.*HTTPS_PROXY/],
    [
      'it asks for a login',
      async () => `http://127.0.0.1:${await proxyServer({ login: 'a:b' })}`,
      /asks for a login \(407\)/,
    ],
    [
      'it refuses the login',
      async () => `http://a:canary@127.0.0.1:${await proxyServer({ login: 'a:b' })}`,
      /refuses its login \(407\)/,
    ],
    [
      'it lets nothing through',
      async () => `http://127.0.0.1:${await proxyServer({ status: 403 })}`,
      /does not let this connection through \(403\).*NO_PROXY/,
    ],
    ['its password has a bare %', async () => 'http://a:canary%@127.0.0.1:1', /percent-encoded/],
    [
      'it is of another kind',
      async () => 'socks5://a:canary@127.0.0.1:1',
      /is not an address of an HTTP proxy/,
    ],
  ])('%s', async (_name, proxy, text) => {
    const checks = await through(await proxy());
    expect(notOk(checks)).toEqual({ 'connection.proxy': 'failure' });
    expect(saidBy(checks)).toMatch(text);
  });

  test('NO_PROXY leaves a host out', async () => {
    process.env['NO_PROXY'] = '.example';
    const checks = await through('http://127.0.0.1:1');
    expect(notOk(checks)).toEqual({ 'connection.dns': 'failure' });
    expect(checks.find(({ id }) => id === 'connection.proxy')?.text).toMatch(
      /without the proxy .* \(NO_PROXY\)/,
    );
  });
});

describe('nobody, or somebody else, answers', () => {
  test('the profile local without a sandbox: how to start it, and nothing about firewalls', async () => {
    const dead = await startService();
    dead.close();
    const { platform, folders } = testPlatform();
    const local = await resolveTarget(platform, folders, { profile: 'local' });
    const [auth, orders, base] = [here(dead.port), here(dead.port), here(dead.port)];
    const checks = await checkConnection(platform, folders, {
      ...local,
      addresses: { auth, orders, base },
      sandbox: { url: auth },
    });
    expect(notOk(checks)).toEqual({ 'connection.reach': 'failure' });
    expect(saidBy(checks)).toMatch(/takes no connection -> .*returns sandbox start$/);
  });

  test('no connection, no answer, a closed connection', async () => {
    const dead = await startService();
    dead.close();
    const refused = await connectionOf(settingsFor(here(dead.port)));
    expect(notOk(refused)).toEqual({ 'connection.reach': 'failure' });
    expect(saidBy(refused)).toMatch(/host and port/);
    expect((await about({ drop: true })).wrong).toEqual({ 'connection.reach': 'failure' });
    const silent = net.createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as net.AddressInfo;
    const late = await connectionOf({ ...settingsFor(here(port)), RETURNS_TIMEOUT: '300ms' });
    silent.close();
    expect(notOk(late)).toEqual({ 'connection.reach': 'failure' });
    expect(saidBy(late)).toMatch(/does not answer in time/);
  });

  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in</p>' };
  test.each<[string, ServiceOptions, string, string, RegExp]>([
    ['404', { orders: { status: 404 } }, 'connection.orders', 'failure', /answered 404/],
    ['a web page', { orders: html }, 'connection.orders', 'failure', /a web page answers 200/],
    [
      'a redirect',
      { orders: { status: 302, headers: { location: 'https://login.example/x?canary=1' } } },
      'connection.orders',
      'failure',
      /answered 302.*redirect/s,
    ],
    [
      'no token is asked for',
      { orders: { status: 200 } },
      'connection.orders',
      'failure',
      /answered 200; without a token/,
    ],
    ['a firewall', { orders: { status: 403 } }, 'connection.orders', 'failure', /answered 403.*firewall/s],
    ['ASNs elsewhere', { asns: { status: 404 } }, 'connection.asns', 'failure', /base-url/],
  ])('%s', async (_name, options, id, result, text) => {
    const { wrong, said } = await about(options);
    expect(wrong).toEqual({ [id]: result });
    expect(said).toMatch(text);
  });

  test('rate limited now', async () => {
    const { wrong, said } = await about({ asns: { status: 429, headers: { 'x-ratelimit-remaining': '0' } } });
    expect(wrong).toEqual({ 'connection.asns': 'warning' });
    expect(said).toMatch(/429/);
  });

  test('the service said to wait: nothing is asked any more', async () => {
    const { port, lines } = await startService({
      orders: { status: 429, headers: { 'retry-after': '900' } },
    });
    const checks = await connectionOf(settingsFor(here(port)));
    expect(notOk(checks)).toEqual({ 'connection.orders': 'warning', 'connection.limits': 'warning' });
    expect(lines).toHaveLength(1);
  });
});

describe('the sign-in', () => {
  const json = (status: number, body: object) => () => ({ status, body: JSON.stringify(body) });
  test.each<[string, NonNullable<ServiceOptions['token']>, RegExp]>([
    [
      'refused, and the service repeats the secret',
      (secret) => json(401, { error: 'invalid_client', error_description: `no ${secret}\u001b[31m` })(),
      /refused the credentials.*invalid_client.*Correct client id and secret where they come from/s,
    ],
    ['no token endpoint', json(404, {}), /no token endpoint/],
    ['a token without its members', json(200, { token: TOKEN }), /but not with a token/],
  ])('%s', async (_name, token, text) => {
    const { wrong, said } = await about({ token });
    expect(wrong).toEqual({ 'connection.sign-in': 'failure' });
    expect(said).toMatch(text);
    expect(said).not.toMatch(/\u001b/);
    expect(said).not.toContain(SECRET);
  });
});

test('a service that repeats the secret in a header', async () => {
  const { port } = await startService({ asns: { status: 401, headers: { 'ratelimit-for': SECRET } } });
  const checks = await connectionOf(settingsFor(here(port)));
  expect(checks.find(({ id }) => id === 'connection.limits')?.result).toBe('ok');
  expect(JSON.stringify(checks)).not.toContain(SECRET);
});

describe('the clock', () => {
  test.each([
    [-40, undefined],
    [-150, 'warning'],
    [150, 'warning'],
    [-400, 'failure'],
    [4000, 'failure'],
  ] as const)('the service is %i seconds ahead', async (seconds, result) => {
    const { wrong } = await about({ date: () => Date.now() + seconds * 1000 });
    expect(wrong).toEqual(result === undefined ? {} : { 'connection.clock': result });
  });
});
