// The target that commands work with: complete or refused with everything missing, bound to its own addresses.
import { expect, test } from 'vitest';
import { setProfile } from '../../src/account/profiles.ts';
import { resolveTarget, type TargetFlags } from '../../src/account/settings.ts';
import type { Failure } from '../../src/basics/failure.ts';
import { profileStore } from '../../src/storage/profiles.ts';
import { testPlatform } from '../helpers/platform.ts';

const ENV = {
  RETURNS_AUTH_URL: 'https://auth.example',
  RETURNS_ORDERS_URL: 'https://orders.example/v3',
  RETURNS_CLIENT_ID: 'shop',
  RETURNS_CLIENT_SECRET: 'canary-secret',
};
const targetOf = (env: Record<string, string>, flags: TargetFlags = {}, needs?: ('base' | 'orders')[]) => {
  const { platform, folders } = testPlatform({ env });
  return resolveTarget(platform, folders, flags, needs ? { needs } : {});
};

test('the environment alone is enough', async () => {
  const target = await targetOf(ENV);
  expect(target).toMatchObject({
    profile: '(environment)',
    environment: 'production',
    addresses: { auth: 'https://auth.example', orders: 'https://orders.example/v3', base: '' },
    clientId: 'shop',
    timeoutMs: 30_000,
    rateLimit: 5000,
  });
  expect(target.key).toMatch(/^[0-9a-f]{16}$/);
  expect(await target.secret()).toBe('canary-secret');
  expect(await target.ca()).toBeUndefined();
  expect(JSON.stringify(target)).not.toContain('canary');
});

test('the key is that of orders address and client id, nothing else', async () => {
  const { key } = await targetOf(ENV);
  expect((await targetOf({ ...ENV, RETURNS_ORDERS_URL: 'https://orders.example/v3/' })).key).toBe(key);
  expect(
    (await targetOf({ ...ENV, RETURNS_AUTH_URL: 'https://x.example', RETURNS_CLIENT_SECRET: 'y' })).key,
  ).toBe(key);
  expect((await targetOf({ ...ENV, RETURNS_CLIENT_ID: 'z' })).key).not.toBe(key);
  expect((await targetOf({ ...ENV, RETURNS_ORDERS_URL: 'https://orders.example/v4' })).key).not.toBe(key);
});

test('everything missing is named at once, with what to do', async () => {
  const failure = (await targetOf({}).catch((error: unknown) => error)) as Failure;
  expect(failure).toMatchObject({ exitCode: 2, hint: expect.stringContaining('returns login') });
  for (const name of ['RETURNS_AUTH_URL', 'RETURNS_ORDERS_URL', 'RETURNS_CLIENT_ID', 'RETURNS_CLIENT_SECRET'])
    expect(failure.message).toContain(name);
  expect(failure.message).not.toContain('RETURNS_BASE_URL');
  await expect(targetOf(ENV, {}, ['base'])).rejects.toThrow(/RETURNS_BASE_URL/);
});

const LOOPBACK = { RETURNS_AUTH_URL: 'http://[::1]:1', RETURNS_ORDERS_URL: 'http://localhost:2' };

test.each<[string, Record<string, string>, string, boolean]>([
  ['the limit itself', { RETURNS_RATE: '5000' }, '', true],
  ['one more', { RETURNS_RATE: '5001' }, '', false],
  ['off', {}, 'off', false],
  ['the sandbox has its own', { RETURNS_ENVIRONMENT: 'sandbox', RETURNS_RATE: '2501' }, '', false],
  ['named local, but elsewhere', { RETURNS_ENVIRONMENT: 'local', RETURNS_RATE: 'off' }, '', false],
  ['on loopback: off', LOOPBACK, 'off', true],
  ['on loopback: more', LOOPBACK, '90000', true],
  ['half on loopback', { RETURNS_ORDERS_URL: 'http://localhost:2' }, 'off', false],
])('rate: %s', async (_name, env, rate, accepted) => {
  const target = targetOf({ ...ENV, ...env }, rate === '' ? {} : { rate });
  if (accepted) expect(String((await target).rate)).toBe(rate || env['RETURNS_RATE']);
  else await expect(target).rejects.toMatchObject({ code: 'usage.rate', exitCode: 2 });
});

const profileWorld = async (env: Record<string, string>) => {
  const world = testPlatform({ env });
  await setProfile(world.platform, world.folders, 'shop', [
    { name: 'auth-url', value: 'https://own.example/auth' },
    { name: 'orders-url', value: 'https://own.example/orders' },
    { name: 'client-id', value: 'own' },
  ]);
  const store = profileStore(world.platform, world.folders);
  store.stageSecret('shop', 'canary-stored').commit();
  await store.change((draft) => {
    draft.inUse = 'shop';
  });
  return world;
};

test.each([
  ['RETURNS_ORDERS_URL', 'https://else.example'],
  ['RETURNS_AUTH_URL', 'https://else.example'],
  ['RETURNS_AUTH_URL', 'http://localhost:1'],
])('stored credentials are not sent where %s=%s points: a conflict, exit 2', async (name, value) => {
  const { platform, folders } = await profileWorld({ [name]: value });
  await expect(resolveTarget(platform, folders, {})).rejects.toMatchObject({
    code: 'usage.address.conflict',
    exitCode: 2,
    message: expect.stringContaining(name),
  });
  // Named, the profile's own address wins, and there is no conflict.
  expect((await resolveTarget(platform, folders, { profile: 'shop' })).addresses).toMatchObject({
    auth: 'https://own.example/auth',
    orders: 'https://own.example/orders',
  });
});

test.each<[string, Record<string, string>]>([
  ['the same address, written otherwise', { RETURNS_ORDERS_URL: 'https://own.example/orders/' }],
  ['an address that the profile has not', { RETURNS_BASE_URL: 'https://else.example' }],
  [
    'credentials of their own',
    { RETURNS_ORDERS_URL: 'https://else.example', RETURNS_CLIENT_ID: 'e', RETURNS_CLIENT_SECRET: 's' },
  ],
])('no conflict: %s', async (_name, env) => {
  const { platform, folders } = await profileWorld(env);
  const target = await resolveTarget(platform, folders, {});
  expect(target.addresses.orders).toMatch(/^https:/);
});

test('a secret file is read late, without what an editor adds at its ends', async () => {
  const world = testPlatform({
    env: { ...ENV, RETURNS_CLIENT_SECRET: '', RETURNS_CLIENT_SECRET_FILE: 'secret.txt' },
  });
  const target = await resolveTarget(world.platform, world.folders, {});
  await expect(target.secret()).rejects.toMatchObject({
    exitCode: 2,
    place: { file: expect.stringContaining('secret.txt') },
  });
  world.file('secret.txt', ' two words \r\n');
  expect(await target.secret()).toBe('two words');
});

test('root certificates are read when connecting, and must be some', async () => {
  const world = testPlatform({ env: ENV });
  const target = await resolveTarget(world.platform, world.folders, { ca: 'roots.pem' });
  await expect(target.ca()).rejects.toMatchObject({ exitCode: 2, code: 'usage.file' });
  world.file('roots.pem', '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
  await expect(target.ca()).rejects.toMatchObject({ exitCode: 6, code: 'input.ca' });
});
