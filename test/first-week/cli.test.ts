// What new users trip over around addresses, sign-in, the local sandbox, faults of the connection, words and lines.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widthOf } from '../../src/cli/width.ts';
import { COMMANDS, GROUPS } from '../../src/commands.ts';
import { realDatabases } from '../../src/platform/database.ts';
import { MOVED } from '../../src/program/moved.ts';
import { SETTING_NAMES } from '../../src/storage/profiles.ts';
import { type AuthServer, authServer } from '../helpers/auth-server.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/host.ts';
import { hasPty, onTerminal, withoutColour } from '../helpers/pty.ts';
import { mailServer, plainServer, proxyServer, tlsServer } from '../sending/connections.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');

describe('hints of connection faults name the true cause', () => {
  const authority = certificateAuthority();
  const today = authority.issue('20200101', '20400101');
  const expired = authority.issue('20200101', '20200201');
  const early = authority.issue('20400101', '20410101');
  const IN_2020 = 'Wed, 15 Jan 2020 12:00:00 GMT';
  const IN_2040 = 'Sun, 15 Jan 2040 12:00:00 GMT';

  /** What `returns token` says with this address of the service. */
  async function token(url: string, env: Record<string, string> = {}) {
    const cli = makeCli({
      env: {
        RETURNS_AUTH_URL: url,
        RETURNS_ORDERS_URL: url,
        RETURNS_CLIENT_ID: 'shop',
        RETURNS_CLIENT_SECRET: 'canary-secret',
        ...env,
      },
    });
    const ended = await cli.json<{ code: string; reason: string; message: string; hint: string }>([
      'token',
      '--timeout',
      '10s',
    ]);
    expect(ended.exit).toBe(75);
    expect(JSON.stringify(ended)).not.toMatch(/canary|routines:|\.c:\d/);
    return ended;
  }
  const here = (port: number) => `https://127.0.0.1:${port}`;
  const trusted = { RETURNS_CA: authority.root };

  test('plain HTTP behind https', async () => {
    const { code, message, hint } = await token(here(await plainServer()));
    expect([code, message]).toEqual(['service.tls', expect.stringContaining('speaks plain HTTP')]);
    expect(hint).toContain('http:// instead of https://');
  });

  test('neither HTTPS nor HTTP', async () => {
    expect((await token(here(await mailServer()))).message).toContain('neither HTTPS nor HTTP');
  });

  test('an unknown root, and with --ca it is known', async () => {
    const url = here(await tlsServer(today));
    const { code, message, hint } = await token(url);
    expect([code, message]).toEqual([
      'service.tls',
      expect.stringContaining('root of its certificate is not known'),
    ]);
    expect(hint).toMatch(/two public authorities.*both.*--ca FILE/);
    // It answers, with something that is no token.
    expect((await token(url, trusted)).code).toBe('service.answer');
  });

  test('another name, another version of TLS', async () => {
    const port = await tlsServer(today);
    expect((await token(`https://localhost:${port}`, trusted)).message).toContain('issued for another name');
    const newer = await tlsServer(today, undefined, { minVersion: 'TLSv1.3' });
    expect((await token(here(newer), trusted)).message).toContain('does not offer TLS 1.2');
  });

  test.each([
    [
      'not valid yet, and the server lives later',
      early,
      IN_2040,
      /not valid yet.*clock.*days behind/,
      /Set this machine's clock/,
    ],
    [
      'expired, and the server lives earlier',
      expired,
      IN_2020,
      /expired.*clock.*days ahead of/,
      /Set this machine's clock/,
    ],
    [
      'expired, and both clocks agree',
      expired,
      undefined,
      /certificate has expired$/,
      /agrees with the server's/,
    ],
    [
      'expired, and the server tells no time',
      expired,
      null,
      /certificate has expired$/,
      /Check this machine's clock/,
    ],
  ] as const)('the clock: %s', async (_, pem, date, says, mend) => {
    const { message, hint } = await token(here(await tlsServer(pem, date)), trusted);
    expect(message).toMatch(says);
    expect(hint).toMatch(mend);
  });

  // Addresses of this machine are never called through a proxy, so these are called by the name in the certificate.
  const away = async () => `https://service.example:${await tlsServer(today)}`;

  test('a proxy that asks for a login, refuses it, and takes it', async () => {
    const port = await proxyServer({ login: 'me:right' });
    const by = (login: string) => ({ HTTPS_PROXY: `http://${login}127.0.0.1:${port}`, ...trusted });
    const url = await away();
    const asked = await token(url, by(''));
    expect([asked.code, asked.reason, asked.message]).toEqual([
      'service.proxy',
      'proxy',
      expect.stringContaining('asks for a login (407)'),
    ]);
    expect(asked.hint).toContain('HTTPS_PROXY: http://USER:PASSWORD@host:port');
    const refused = await token(url, by('me:canary@'));
    expect(refused.message).toContain('refuses its login (407)');
    expect((await token(url, by('me:right@'))).code).toBe('service.answer');
  });

  test('a proxy that lets nothing through, is away, or is written with the wrong scheme', async () => {
    const url = await away();
    const refusing = await proxyServer({ status: 403 });
    const refused = await token(url, { HTTPS_PROXY: `http://127.0.0.1:${refusing}` });
    expect(refused.message).toContain(
      `the proxy http://127.0.0.1:${refusing} does not let this connection through (403)`,
    );
    expect(refused.hint).toContain('NO_PROXY');
    const gone = await token(url, { HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect([gone.reason, gone.message, gone.hint]).toEqual([
      'outage',
      expect.stringContaining('the proxy http://127.0.0.1:1 does not answer'),
      expect.stringContaining('HTTPS_PROXY'),
    ]);
    const open = await proxyServer();
    const wrong = await token(url, { HTTPS_PROXY: `https://127.0.0.1:${open}` });
    expect(wrong.message).toContain(`the proxy https://127.0.0.1:${open} speaks plain HTTP`);
    // As other tools take it: without a scheme.
    expect((await token(url, { HTTPS_PROXY: `127.0.0.1:${open}`, ...trusted })).code).toBe('service.answer');
  });

  test('an upload with a cached token ends at once with the same words', async () => {
    const port = await plainServer();
    const auth = await authServer();
    const env = {
      RETURNS_AUTH_URL: auth.url,
      RETURNS_ORDERS_URL: here(port),
      RETURNS_CLIENT_ID: 'shop',
      RETURNS_CLIENT_SECRET: 'x',
    };
    const cli = makeCli({ env });
    const ended = await cli.run(['orders', 'upload', ORDERS, '--yes']);
    await auth.close();
    expect(ended.code).toBe(75);
    expect(ended.stderr + ended.stdout).toContain('speaks plain HTTP');
  });
});

describe('addresses are understood as people write them', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await authServer({ clients: { shop: 'right' } });
  });
  afterAll(() => server.close());

  test('login takes host:port, a bare host and the whole address of an endpoint, and says what it made of them', async () => {
    const cli = makeCli();
    const bare = server.url.replace('http://', '');
    const ended = await cli.run(
      [
        ...['login', '--client-id', 'shop', '--client-secret-stdin'],
        ...['--auth-url', `${bare.replace('127.0.0.1', 'localhost')}/oauth/token`],
        ...['--orders-url', `${server.url}/returns_portal_orders/`, '--base-url', 'asns.example/v1/asns'],
      ],
      { stdin: 'right' },
    );
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('the tool adds /oauth/token itself');
    const { settings } = await cli.json<{ settings: Record<string, string> }>(['profile', 'show']);
    expect(settings).toMatchObject({
      'auth-url': server.url.replace('127.0.0.1', 'localhost'),
      'orders-url': server.url,
      'base-url': 'https://asns.example/v1',
    });
  });

  test('profile set, the environment and --url as well', async () => {
    const cli = makeCli();
    const set = await cli.run([
      'profile',
      'set',
      'p',
      'auth-url=service.example/oauth/token',
      'base-url=localhost:3000',
    ]);
    expect(set.stderr).toContain(
      'auth-url: taken as https://service.example; the tool adds /oauth/token itself',
    );
    expect(set.stderr).toContain('base-url: taken as http://localhost:3000');
    const env = { RETURNS_ORDERS_URL: 'service.example/returns_portal_orders' };
    const me = await cli.json<{ addresses: object }>(['whoami', '--profile', 'p'], { env });
    expect(me.addresses).toEqual({
      auth: 'https://service.example',
      orders: 'https://service.example',
      base: 'http://localhost:3000',
    });
    expect((await cli.run(['whoami', '--profile', 'p'], { env })).stderr).toContain(
      'RETURNS_ORDERS_URL: taken as https://service.example',
    );
    // Nobody is there, and that is what is said.
    expect((await cli.json(['sandbox', 'status', '--url', 'localhost:1'])).exit).toBe(75);
  });

  test('what is no address is said in plain words, with what was meant', async () => {
    const cli = makeCli();
    const of = (text: string) => cli.run(['profile', 'set', 'p', `auth-url=${text}`]);
    expect((await of('htps://service.example')).stderr).toMatch(
      /not a web address: htps:\/\/service\.example\n(?:.*\n)*.*Did you mean https:\/\/service\.example\?/,
    );
    expect((await of('http://service.example')).stderr).toContain('Did you mean https://service.example?');
    const word = await of('canary');
    expect(word.code).toBe(2);
    expect(word.stderr).not.toContain('canary');
  });

  test.runIf(hasPty)(
    'after a wrong secret only the secret is asked again, profile and host in view',
    async () => {
      const cli = makeCli({ env: { RETURNS_CLIENT_ID: 'shop', RETURNS_ENVIRONMENT: 'local' } });
      const flags = ['--auth-url', server.url, '--orders-url', server.url, '--base-url', server.url];
      const screen = onTerminal(cli, ['login', ...flags], { columns: 120 });
      const question = `Client secret (profile default, client id shop at ${new URL(server.url).host})`;
      await screen.type(question, 'mistyped\r');
      await screen.shows('refused the credentials');
      await screen.type(question, 'right\r');
      expect(await screen.ended).toBe(0);
      expect(screen.text()).toContain('Signed in: profile default');
      expect(screen.text()).not.toContain('mistyped');
    },
  );
});

describe('the profile local', () => {
  /** `sandbox start` in the folders of `cli`, until the test ends it. */
  async function started(cli: Cli, ...flags: string[]) {
    const sandbox = cli.start(['sandbox', 'start', '--json', ...flags], { open: true });
    const line = await new Promise<string>((resolve) =>
      sandbox.child.stdout!.once('data', (text) => resolve(String(text))),
    );
    return { url: (JSON.parse(line) as { url: string }).url, ...sandbox };
  }
  const sandboxFiles = (cli: Cli) => cli.files().filter((file) => /\/sandboxes\/.*\.json$/.test(file));
  /** Whoever holds the lock beside a record is the sandbox that it speaks of. */
  const holdRecord = (file: string) => realDatabases.tryLock(file.replace(/\.json$/, '.lock'))!;

  test('finds the sandbox on another port, and its record is private and goes with it', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    const [file] = sandboxFiles(cli);
    expect(fs.statSync(file!).mode & 0o777).toBe(0o600);
    expect((await cli.json(['whoami', '--profile', 'local']))['addresses']).toEqual({
      auth: url,
      orders: url,
      base: url,
    });
    const sent = await cli.json<{ target: string; exit: number }>([
      'orders',
      'upload',
      ORDERS,
      '--profile',
      'local',
      '--yes',
    ]);
    expect([sent.exit, sent['target' as never]]).toEqual([0, url]);
    expect(await cli.json<object>(['sandbox', 'status'])).toMatchObject({ exit: 0, orders: { stored: 3 } });
    child.kill('SIGINT');
    await ended;
    expect(sandboxFiles(cli)).toEqual([]);
    expect((await cli.json(['whoami', '--profile', 'local']))['addresses']).toMatchObject({
      auth: 'http://127.0.0.1:4500',
    });
  });

  test('takes the one that was started last, and forgets one that was killed', async () => {
    const cli = makeCli();
    const one = await started(cli, '--port', '0');
    const two = await started(cli, '--port', '0');
    const address = async () =>
      ((await cli.json(['whoami', '--profile', 'local']))['addresses'] as { auth: string }).auth;
    expect(await address()).toBe(two.url);
    two.child.kill('SIGKILL');
    await two.ended;
    expect(await address()).toBe(one.url);
    expect(sandboxFiles(cli)).toHaveLength(1);
    one.child.kill('SIGINT');
    await one.ended;
  });

  test('sends nothing to another program in the place of the sandbox', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    // A token of that address is in the cache, so that not even a token call would be needed.
    expect((await cli.run(['token', '--profile', 'local'])).code).toBe(0);
    const [file] = sandboxFiles(cli);
    child.kill('SIGKILL');
    await ended;
    // Another program takes the port; the record is that of a living process again.
    const lines: string[] = [];
    const other = await authServerAt(Number(new URL(url).port), lines);
    const lock = holdRecord(file!);
    const sent = await cli.json<{ code: string; message: string }>([
      'orders',
      'upload',
      ORDERS,
      '--profile',
      'local',
      '--yes',
    ]);
    expect(sent).toMatchObject({ exit: 75 });
    expect(JSON.stringify(sent)).toContain('is not the sandbox; nothing was sent to it');
    expect(JSON.stringify(sent)).toContain('"reason":"address"');
    expect(lines).toEqual([expect.stringMatching(/^GET \/_sandbox\/identity\?challenge=/)]);
    lock.release();
    await other.close();
  });

  test('says how to start the sandbox when none runs', async () => {
    const cli = makeCli();
    const { url, child, ended } = await started(cli, '--port', '0');
    const [file] = sandboxFiles(cli);
    child.kill('SIGKILL');
    await ended;
    const lock = holdRecord(file!);
    const sent = await cli.run(['orders', 'upload', ORDERS, '--profile', 'local', '--yes']);
    expect(sent.code).toBe(75);
    expect(sent.stderr).toContain(`No sandbox answers at ${url}`);
    expect(sent.stderr).toContain('returns sandbox start');
    lock.release();
  });
});

describe('words', () => {
  const cli = makeCli();
  const { version } = JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));

  test('returns version and -v print the version', async () => {
    for (const words of [['version'], ['-v'], ['--version'], ['version', '--quiet'], ['--no-color', '-v']])
      expect(await cli.run(words), words.join(' ')).toMatchObject({
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
      });
    expect(await cli.json(['version'])).toMatchObject({ schema: 'version/1', version });
  });

  test.each([
    ['upload x.csv', 'orders upload'],
    ['order upload x.csv', 'orders upload'],
    ['orders send x.csv', 'orders upload'],
    ['orders list', 'runs list'],
    ['asns cancel A-1', 'asns update ASN_NUMBER --status cancelled'],
    ['asn cancel A-1', 'asns update ASN_NUMBER --status cancelled'],
    ['runs ls', 'runs list'],
    ['run list', 'runs list'],
    ['calls rm', 'calls purge'],
    ['refund', 'orders refund'],
    ['webhook', 'listen'],
    ['orders listen', 'listen'],
    ['uplod', 'orders upload'],
  ])('returns %s: did you mean %s', async (line, meant) => {
    const ended = await cli.json<{ code: string; message: string }>(line.split(' '));
    expect(ended).toMatchObject({ exit: 2, code: 'usage.command.unknown' });
    expect(ended.message).toContain(`Did you mean ${meant}`);
  });

  test('every suggestion for a moved command leads to one that is there, and moves none that is', () => {
    const paths = COMMANDS.map((entry) => entry.path);
    for (const [words, meant] of Object.entries(MOVED)) {
      expect(paths, words).not.toContain(words);
      expect(GROUPS[words], words).toBeUndefined();
      if (!/^(the upload again|Ctrl-C)/.test(meant))
        expect(
          paths.some((name) => `${meant},`.replace(/[ ,].*$/, '') === name || meant.startsWith(name)),
          meant,
        ).toBe(true);
    }
  });

  test('help of profile set lists the settings', async () => {
    const { stdout } = await cli.run(['profile', 'set', '--help']);
    for (const name of SETTING_NAMES) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
  });
});

describe('lines', () => {
  test('width counts East Asian characters as terminals do', () => {
    for (const text of [
      'abc',
      '注文番号',
      'ｶﾀｶﾅ',
      'カタカナ',
      '한국어',
      'é',
      'e\u0301',
      '😀 ok',
      '“x”…',
      'Ａ１',
      'ไทย',
      '\u001b[31m赤\u001b[39m',
    ])
      expect(widthOf(text), text).toBe(stringWidth(text));
  });

  test.runIf(hasPty).each([60, 80, 120])('nothing wraps inside a word at %d columns', async (columns) => {
    const cli = makeCli();
    const rows = Array.from({ length: 3 }, (_, i) => `{"identifier":"注文-${i}","status":"shipped"}`);
    const file = cli.file('orders.ndjson', `${rows.join('\n')}\n`);
    const lines: string[] = [];
    for (const words of [
      ['orders', 'check', file],
      ['orders', 'upload', '--help'],
      ['--help'],
      ['profile', 'set', '--help'],
      ['help', 'exit-codes'],
      ['help', 'environment'],
      ['whoami'],
      ['asns', 'show', 'X'],
      ['explain'],
      ['runs', 'list'],
      ['calls', 'list'],
      ['upload'],
    ]) {
      const screen = onTerminal(cli, words, { columns });
      await screen.ended;
      lines.push(
        ...withoutColour(screen.raw())
          .split('\n')
          // What is redrawn begins again at the first column.
          .map((line) => line.replace(/.*(\r|\u001b\[1G)/, '').replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')),
      );
    }
    // What is longer is a single word, a path: the terminal would break anything else.
    const tooWide = lines.filter((line) => widthOf(line) > columns && /\S \S/.test(line.trim()));
    expect(tooWide).toEqual([]);
  });

  test('signs are plain ASCII where the locale has no UTF-8', async () => {
    const cli = makeCli();
    const check = (env: Record<string, string>) => cli.run(['orders', 'check', ORDERS], { env });
    expect((await check({ LANG: 'en_US.UTF-8' })).stdout).toContain('SO…');
    expect((await check({})).stdout).toContain('SO…');
    for (const env of [
      { LANG: 'C' },
      { LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' },
      { LC_CTYPE: 'de_DE.ISO-8859-1' },
    ]) {
      const { stdout, stderr } = await check(env);
      expect(stdout).toContain('SO...');
      expect(stdout + stderr).toMatch(/^[\n -~]*$/);
    }
  });

  test.runIf(hasPty)('questions as well', async () => {
    const cli = makeCli({ env: { RETURNS_CLIENT_ID: 'shop' } });
    const screen = onTerminal(cli, ['login'], { env: { LC_ALL: 'C' } });
    await screen.type('token endpoint', 'localhost:1\r');
    await screen.type('order intake', 'localhost:1\r');
    await screen.type('ASN endpoints', '\r');
    await screen.shows('Which environment');
    await screen.type('local', '\u0003');
    expect(await screen.ended).toBe(130);
    expect(screen.text()).toMatch(/^[\r\n -~]*$/);
  });
});

test('the declared types of the sandbox compile without skipLibCheck, zod and types of Node', () => {
  const folder = temporaryFolder('returns-types-');
  const installed = path.join(folder, 'node_modules', 'returns-cli');
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(REPOSITORY, 'package.json'), path.join(installed, 'package.json'));
  fs.cpSync(path.join(REPOSITORY, 'dist'), path.join(installed, 'dist'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(
    path.join(folder, 'use.ts'),
    "import { startSandbox } from 'returns-cli/sandbox';\nexport const stored: Promise<number> = startSandbox({ rateLimit: 'off' }).then((s) => s.orders().length);\n",
  );
  const declared = fs
    .readdirSync(path.join(installed, 'dist/types'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const compile = (files: readonly string[]) =>
    execFileSync(
      process.execPath,
      [
        path.join(REPOSITORY, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''],
        ...['--allowImportingTsExtensions', ...files],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  expect(compile(['use.ts'])).toBe('');
  expect(compile(declared)).toBe('');
});

/** A server of another program on a given port. */
async function authServerAt(port: number, lines: string[]) {
  const { realNet } = await import('../../src/platform/net.ts');
  return await realNet.serve({ host: '127.0.0.1', port, maxBody: 65_536 }, async (request) => {
    lines.push(`${request.method} ${request.target}`);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"access_token":"x"}' };
  });
}
