// The token cache and token lifetimes, with a clock passed in.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isUsable, tokenEndsAt, tokenStore } from '../../src/storage/token-cache.ts';
import { fakeClock, testPlatform } from '../helpers/platform.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const s = NOW / 1000;
const token = (change: object = {}) => ({
  access_token: 'abc',
  created_at: s,
  expires_in: 90_000,
  obtained_at: s,
  ...change,
});

test.each([
  ['fresh', {}, 0, true],
  ['a second before its last minute', {}, 89_939, true],
  ['in its last minute', {}, 89_940, false],
  ['made earlier than it arrived: the time of the service applies', { created_at: s - 3600 }, 86_339, true],
  ['our clock a day behind the service: ours counts', { created_at: s + 86_400 }, 89_939, true],
  [
    'our clock two days ahead: ours counts, or every token would be expired',
    { created_at: s - 172_800 },
    89_939,
    true,
  ],
  ['no time of creation', { created_at: 0 }, 89_939, true],
  ['our clock put back a little since', {}, -299, true],
  ['our clock put back a lot since: its age is unknown', {}, -301, false],
  ['a life of less than the margin', { expires_in: 60 }, 0, false],
])('%s', (_name, change, after, usable) => {
  expect(isUsable(token(change), NOW + after * 1000)).toBe(usable);
});

test('the token ends at the earlier of both times', () => {
  expect(tokenEndsAt(token({ created_at: s - 100 }))).toBe(NOW + 89_900_000);
  expect(tokenEndsAt(token({ created_at: s + 100 }))).toBe(NOW + 90_000_000);
});

test('the key differs by address, client id and secret, and reveals none of them', () => {
  const { platform, folders } = testPlatform();
  const store = tokenStore(platform, folders);
  const keys = [
    store.keyOf('https://a', 'id', 'secret'),
    store.keyOf('https://b', 'id', 'secret'),
    store.keyOf('https://a', 'id2', 'secret'),
    store.keyOf('https://a', 'id', 'secret2'),
    store.keyOf('https://ai', 'd', 'secret'),
  ];
  expect(new Set(keys).size).toBe(5);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test('each token has a private file, complete or absent; expired tokens are removed', () => {
  const { platform, folders } = testPlatform({ clock: fakeClock(NOW) });
  const store = tokenStore(platform, folders);
  store.save('old', token({ created_at: s - 100_000, obtained_at: s - 100_000 }));
  store.save('live', token());
  expect(fs.readdirSync(path.join(folders.config, 'tokens'))).toEqual(['live.json']);
  const file = path.join(folders.config, 'tokens', 'live.json');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(store.load('live')).toEqual(token());
  store.remove('live');
  expect(store.load('live')).toBeUndefined();
  store.remove('live');
});

test.each([
  ['empty', ''],
  ['a list', '[]'],
  ['a token that would break a header', JSON.stringify(token({ access_token: 'a\r\nx-evil: 1' }))],
  ['an endless life', '{"access_token":"abc","created_at":1,"obtained_at":1,"expires_in":1e999}'],
])('a file that is %s is no token', (_name, text) => {
  const { platform, folders } = testPlatform();
  fs.mkdirSync(path.join(folders.config, 'tokens'), { recursive: true });
  fs.writeFileSync(path.join(folders.config, 'tokens', 'k.json'), text);
  expect(tokenStore(platform, folders).load('k')).toBeUndefined();
});
