// Every fault of settings, secrets and permissions is named by one check, and by no other; a healthy installation has only ok.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { type TestHostOptions, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { diagnose, SECRET, settingsFor, startService } from './support.ts';

const ENV = settingsFor('https://service.example');
const authority = certificateAuthority();

/** An installation that signed in: profile, secret and token are on disk. */
async function signedIn(options: TestHostOptions = {}): Promise<TestPlatform & { url: string }> {
  const { port } = await startService();
  const url = `http://127.0.0.1:${port}`;
  const here = testPlatform({ ...options, stdin: `${SECRET}\n` });
  const flags = ['--client-id', 'shop', '--auth-url', url, '--orders-url', url, '--base-url', url];
  expect(await run(['login', '--client-secret-stdin', ...flags], here.platform)).toBe(0);
  return { ...here, url };
}

test('a healthy installation has only ok: with nothing, with variables, signed in', async () => {
  const blank = await diagnose(testPlatform());
  expect(blank.wrong).toEqual({});
  expect((await diagnose(testPlatform({ env: ENV }))).wrong).toEqual({});
  const here = await signedIn();
  const { wrong, report } = await diagnose(here, { offline: false });
  expect(wrong).toEqual({});
  expect(report).toMatchObject({ profile: 'default', environment: 'local', offline: false });
  expect(new Set(report.checks.map(({ id }) => id.split('.')[0]))).toEqual(
    new Set(['settings', 'disk', 'ledger', 'connection', 'receiving']),
  );
});

test('without sign-in the way to the service says so once', async () => {
  const { wrong, said } = await diagnose(testPlatform(), { offline: false });
  expect(wrong).toEqual({ 'connection.sign-in': 'warning' });
  expect(said).toMatch(/not signed in.*returns login/s);
});

describe('settings', () => {
  const canary = 'canary-elsewhere';
  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a misspelt variable',
      { ...ENV, RETURNS_CLINT_ID: canary },
      'settings.variables warning',
      /RETURNS_CLINT_ID.*Did you mean RETURNS_CLIENT_ID/s,
    ],
    [
      'a variable of nothing',
      { ...ENV, RETURNS_ZZZZZZZZZZZZZ: canary },
      'settings.variables warning',
      /help environment/,
    ],
    [
      'half a sign-in',
      { RETURNS_AUTH_URL: 'https://service.example', RETURNS_CLIENT_ID: 'shop' },
      'settings.missing failure',
      /order intake.*client secret/s,
    ],
    [
      'plain http',
      { ...ENV, RETURNS_ORDERS_URL: 'http://service.example' },
      'settings.values failure',
      /unencrypted.*https:\/\/service\.example/s,
    ],
    [
      'a rate above the limit',
      { ...ENV, RETURNS_RATE: '9000' },
      'settings.rate failure',
      /9000.*5000 or less/s,
    ],
    [
      'a secret with a blank that nobody sees',
      { ...ENV, RETURNS_CLIENT_SECRET: `\n${SECRET}\u00a0` },
      'settings.secret failure',
      /character 19 of RETURNS_CLIENT_SECRET is U\+00A0/,
    ],
    [
      'no file of roots',
      { ...ENV, RETURNS_CA: '/nowhere/\u001b[31mroots.pem' },
      'settings.ca failure',
      /Cannot read the file that RETURNS_CA names.*\\u\{1b\}.*ENOENT|ENOENT.*\\u\{1b\}/s,
    ],
  ])('%s', async (_name, env, wanted, text) => {
    const { wrong, said } = await diagnose(testPlatform({ env }));
    expect(wrong).toEqual(Object.fromEntries([wanted.split(' ')]));
    expect(said).toMatch(text);
    expect(said).not.toMatch(/\u001b/);
  });

  test('settings that are not in order leave the connection out, with one warning', async () => {
    const { wrong } = await diagnose(testPlatform({ env: { ...ENV, RETURNS_RATE: '9000' } }), {
      offline: false,
    });
    expect(wrong).toEqual({ 'settings.rate': 'failure', 'connection.sign-in': 'warning' });
  });

  test('damaged profiles, and the place', async () => {
    const here = await signedIn();
    fs.appendFileSync(path.join(here.folders.config, 'profiles.json'), '}');
    const { wrong, said, report } = await diagnose(here);
    expect(wrong).toEqual({ 'settings.profiles': 'failure' });
    expect(said).toMatch(/profiles\.json:\d+:\d+/);
    expect(report.profile).toBeNull();
  });

  test('what hides a setting of the profile, and what would send its credentials elsewhere', async () => {
    const here = await signedIn();
    const again = (env: Record<string, string>) => testPlatform({ root: here.root, env });
    const shadowed = await diagnose(again({ RETURNS_TIMEOUT: '40s', RETURNS_CLIENT_ID: 'shop' }));
    expect(shadowed.wrong).toEqual({});
    const set = ['profile', 'set', 'default', 'timeout=20s'];
    expect(await run(set, again({}).platform)).toBe(0);
    const hidden = await diagnose(again({ RETURNS_TIMEOUT: '40s' }));
    expect(hidden.wrong).toEqual({ 'settings.shadowed': 'warning' });
    expect(hidden.said).toMatch(/RETURNS_TIMEOUT is used, not the timeout of profile default/);
    const conflict = await diagnose(again({ RETURNS_ORDERS_URL: 'https://else.example' }));
    expect(conflict.wrong).toEqual({ 'settings.conflict': 'failure', 'settings.shadowed': 'warning' });
    expect(conflict.said).toMatch(/would send the credentials.*--profile default/s);
  });

  test.each([
    ['no PEM', 'settings.ca', 'failure', 'der\u0000', /holds no certificate/],
    [
      'damaged PEM',
      'settings.ca',
      'failure',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      /cannot be read/,
    ],
    ['in order', 'settings.ca', 'ok', fs.readFileSync(authority.root, 'utf8'), /^$/],
  ])('a file of roots: %s', async (_name, id, result, content, text) => {
    const here = testPlatform({ env: { ...ENV, RETURNS_CA: 'roots.pem' } });
    here.file('roots.pem', content);
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual(result === 'ok' ? {} : { [id]: result });
    expect(said).toMatch(text);
  });

  test.each([
    ['missing', undefined, 0o600, 'failure', /Cannot read the file that RETURNS_CLIENT_SECRET_FILE names/],
    ['empty', '\n', 0o600, 'failure', /is empty/],
    ['mounted by Kubernetes with fsGroup', `${SECRET}\n`, 0o440, 'ok', /^$/],
  ])('the file of the secret: %s', async (_name, content, mode, result, text) => {
    const { RETURNS_CLIENT_SECRET: _, ...env } = ENV;
    const here = testPlatform({ env: { ...env, RETURNS_CLIENT_SECRET_FILE: 'secret.txt' } });
    if (content !== undefined) fs.chmodSync(here.file('secret.txt', content), mode);
    const { wrong, said } = await diagnose(here);
    expect(wrong).toEqual(result === 'ok' ? {} : { 'settings.secret': result });
    expect(said).toMatch(text);
  });
});
