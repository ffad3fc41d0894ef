// `returns doctor` as a command: text for a person, one document for a script, exit codes, and never a secret.
import { afterEach, expect, test } from 'vitest';
import { paintFor, widthOf } from '../../src/cli/presenter.ts';
import { doctorText } from '../../src/doctor/commands/doctor.ts';
import { checkOf } from '../../src/doctor/findings.ts';
import { run } from '../../src/main.ts';
import { type TestHostOptions, testPlatform } from '../helpers/platform.ts';
import { proxyServer } from '../sending/connections.ts';
import { SECRET, settingsFor, startService, TOKEN } from './support.ts';

afterEach(() => {
  delete process.env['HTTPS_PROXY'];
});

async function doctor(words: readonly string[], options: TestHostOptions = {}) {
  const here = testPlatform(options);
  const code = await run(['doctor', ...words], here.platform);
  return { code, out: here.stdout(), err: here.stderr(), here };
}

test('one document with counts, and exit 3 exactly when something has failed', async () => {
  const { port } = await startService();
  const env = settingsFor(`http://127.0.0.1:${port}`);
  const fine = await doctor(['--json'], { env });
  const document = JSON.parse(fine.out);
  expect(document).toMatchObject({
    schema: 'doctor/1',
    exit_code: 0,
    profile: '(environment)',
    environment: 'local',
    offline: false,
  });
  expect(document.counts.failure).toBe(0);
  expect(fine.code).toBe(0);
  const broken = await doctor(['--json'], { env: settingsFor('http://127.0.0.1:1') });
  expect(JSON.parse(broken.out)).toMatchObject({ exit_code: 3, counts: { failure: 1 } });
  expect(broken.code).toBe(3);
});

test('offline nothing is asked, and --probe-url is refused with it', async () => {
  const { port, lines } = await startService();
  const { code, out } = await doctor(['--offline', '--json'], {
    env: settingsFor(`http://127.0.0.1:${port}`),
  });
  expect([code, lines]).toEqual([0, []]);
  expect(out).not.toContain('connection.');
  const both = await doctor(['--offline', '--probe-url', 'https://calls.example']);
  expect([both.code, both.out]).toEqual([2, '']);
});

test('no secret in text, JSON or on stderr, also when service and proxy repeat it', async () => {
  const { port } = await startService({
    orders: { status: 401, headers: { 'x-ratelimit-seen': SECRET } },
    token: (secret) => ({
      status: 401,
      body: JSON.stringify({ error: 'no', error_description: `${secret} ${TOKEN.slice(0, 0)}` }),
    }),
  });
  process.env['HTTPS_PROXY'] = `http://user:canary%2Fpw@127.0.0.1:${await proxyServer({ login: 'a:b' })}`;
  const env = { ...settingsFor(`http://127.0.0.1:${port}`), HTTPS_PROXY: process.env['HTTPS_PROXY'] };
  for (const more of [env, { ...env, ...settingsFor('https://service.example') }])
    for (const words of [['--json'], [], ['--verbose']]) {
      const { out, err } = await doctor(words, { env: more });
      expect(`${out}${err}`).toMatch(/sign-in|proxy/);
      expect(`${out}${err}`).not.toMatch(/canary|pw@/);
      expect(`${out}${err}`).not.toContain(SECRET);
    }
});

test('a person sees areas as blocks, what is wrong with its mend, in 80 columns', async () => {
  const env = { ...settingsFor('https://service.invalid'), RETURNS_CLINT_ID: 'x' };
  const { out, err, code } = await doctor([], {
    env,
    terminal: { stdout: true, stderr: true },
    platform: {},
  });
  expect(code).toBe(3);
  const plain = out.replace(/\u001b\[[\d;]*m/g, '');
  expect(out.split('\n').filter((line) => widthOf(line) > 80 && !line.includes('/returns-test-'))).toEqual(
    [],
  );
  expect(plain).toMatch(/^settings\n {2}warning {2}variables {3,}"RETURNS_CLINT_ID" is no variable/);
  expect(plain).toMatch(/FAILURE {2}dns {5,}/);
  expect(plain).toMatch(/ {20,}-> Did you mean\s+RETURNS_CLIENT_ID\?/);
  expect(plain).toMatch(/\n\d+ checks: \d+ ok, \d warnings?, 1 failure\n$/);
  expect(err).toContain('next: returns doctor --quiet');
});

test('--quiet shows only what is not ok, and nothing when everything is', async () => {
  const { port } = await startService();
  const root = testPlatform().root;
  const env = settingsFor(`http://127.0.0.1:${port}`);
  const wrong = await doctor(['--quiet'], { root, env: { ...env, RETURNS_CLINT_ID: 'x' } });
  expect(wrong.out).toContain('warning  variables');
  expect(wrong.out).not.toMatch(/^ {2}ok /m);
  const fine = await doctor(['--quiet', '--offline', '--json'], { root, env });
  // Ports of this machine may be taken by other programs; everything else is ok.
  const others = JSON.parse(fine.out).checks.filter(({ id }: { id: string }) => !id.startsWith('receiving.'));
  expect(others.every(({ result }: { result: string }) => result === 'ok')).toBe(true);
  const report = {
    checks: others,
    counts: { ok: others.length, warning: 0, failure: 0 },
    profile: null,
    environment: null,
    offline: true,
  };
  expect(doctorText(report, { paint: paintFor({}, false, false), columns: 80, quiet: true })).toBe('');
});

test('a check names its worst findings only, each hint once, and what comes from outside is escaped', () => {
  const warning = { result: 'warning', text: 'w', hint: 'mend w' } as const;
  const failure = (text: string) => ({ result: 'failure', text, hint: 'mend it' }) as const;
  const fine = { result: 'ok', text: 'fine', hint: null } as const;
  expect(checkOf('a.b', [fine, warning, failure('one\u001b[0m'), failure('two')])).toEqual({
    ...{ id: 'a.b', result: 'failure' },
    ...{ text: 'one\\u{1b}[0m; two', hint: 'mend it' },
  });
  expect(checkOf('a.b', [])).toBeUndefined();
});
