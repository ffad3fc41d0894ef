// Guided sign-in: what is asked and in which order, by a scripted person; and what an interrupted save leaves behind.
import { describe, expect, test } from 'vitest';
import { setProfile } from '../../src/account/profiles.ts';
import { type SignInRequest, signIn } from '../../src/account/sign-in.ts';
import type { Ask } from '../../src/cli/ask.ts';
import { profileStore } from '../../src/storage/profiles.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { server, useAuthServer } from './support.ts';

useAuthServer({ shop: 'right' });

/** Answers in order; a double that fails when it is asked something else, or something more. */
function person(answers: readonly (readonly [question: RegExp, answer: string])[]) {
  const left = [...answers];
  const complaints: string[] = [];
  const told: string[] = [];
  const next = (question: string) => {
    const [expected, answer] = left.shift() ?? [/^no more questions$/, ''];
    if (!expected.test(question)) throw new Error(`asked "${question}" where ${expected} was expected`);
    return answer;
  };
  const ask: Ask = {
    async text(question, options) {
      for (;;) {
        const answer = next(question);
        const complaint = options?.check?.(answer);
        if (complaint === undefined) return answer;
        complaints.push(complaint);
      }
    },
    secret: async (question) => next(question),
    async choose(question, choices) {
      const answer = next(question);
      const found = choices.find((choice) => choice.value === answer);
      if (!found) throw new Error(`${answer} was not offered`);
      return found.value;
    },
    tell: (text) => void told.push(text),
    confirm: async (question) => next(question) === 'yes',
  };
  return { ask, left, complaints, told };
}

const request = (change: Partial<SignInRequest> = {}): SignInRequest => ({
  flags: {},
  rotate: false,
  ...change,
});
const settingsOf = ({ platform, folders }: TestPlatform, name = 'default') =>
  profileStore(platform, folders).read().named.get(name);

describe('on a terminal', () => {
  test('everything is asked once, wrong answers again, and the base address may stay empty', async () => {
    const world = testPlatform();
    const { ask, left, complaints } = person([
      [/token endpoint/, 'example'],
      [/token endpoint/, 'http://auth.example'],
      [/token endpoint/, `${server.url}/`],
      [/order intake/, server.url],
      [/ASN/, '-'],
      [/environment/, 'sandbox'],
      [/Client id/, ''],
      [/Client id/, 'shop'],
      [/Client secret/, 'right'],
    ]);
    const done = await signIn(world.platform, world.folders, request(), ask);
    expect(left).toEqual([]);
    expect(complaints).toEqual([
      expect.stringContaining('https://'),
      expect.stringContaining('An http:// address would send'),
      expect.stringContaining('client id'),
    ]);
    expect(done).toMatchObject({
      profile: 'default',
      target: { environment: 'sandbox', clientId: 'shop' },
      inUse: true,
    });
    expect(settingsOf(world)).toEqual({
      'auth-url': server.url,
      'orders-url': server.url,
      'client-id': 'shop',
      environment: 'sandbox',
    });
  });

  test('a wrong client id can be corrected, and a secret for the one that is right', async () => {
    const world = testPlatform();
    const flags = { authUrl: server.url, ordersUrl: server.url, baseUrl: server.url, environment: 'local' };
    const { ask, left, told } = person([
      [/Client id/, 'shpo'],
      [/Client secret .*shpo/, 'right'],
      [/Client id/, 'shop'],
      [/Client secret .*shop/, 'right'],
    ]);
    const done = await signIn(world.platform, world.folders, request({ flags }), ask);
    expect([left, done.target.clientId, settingsOf(world)?.['client-id']]).toEqual([[], 'shop', 'shop']);
    expect(told).toEqual([expect.stringContaining('Nothing was saved')]);
  });

  test('what is known is not asked', async () => {
    const world = testPlatform({ env: { RETURNS_CLIENT_ID: 'shop', RETURNS_ENVIRONMENT: 'local' } });
    const flags = { authUrl: server.url, ordersUrl: server.url, baseUrl: server.url };
    const { ask, left } = person([[/Client secret/, 'right']]);
    await signIn(world.platform, world.folders, request({ flags }), ask);
    expect(left).toEqual([]);
    expect(settingsOf(world)).toMatchObject({
      'base-url': server.url,
      environment: 'local',
      'client-id': 'shop',
    });
    // Signing in again: the profile knows all but the secret, which is asked for anew.
    const again = person([[/Client secret/, 'right']]);
    await signIn({ ...world.platform, env: {} }, world.folders, request(), again.ask);
    expect(again.left).toEqual([]);
    const rotating = person([[/New client secret/, 'right']]);
    await signIn({ ...world.platform, env: {} }, world.folders, request({ rotate: true }), rotating.ask);
    expect(rotating.left).toEqual([]);
  });

  test('a secret in the environment is used, also over the stored one', async () => {
    const world = testPlatform({ env: { RETURNS_CLIENT_SECRET: 'right' } });
    const flags = { profile: 'p', authUrl: server.url, ordersUrl: server.url, clientId: 'shop' };
    profileStore(world.platform, world.folders).stageSecret('p', 'stale').commit();
    await signIn(world.platform, world.folders, request({ flags }), person([]).ask);
    expect(profileStore(world.platform, world.folders).readSecret('p')).toBe('right');
  });
});

test('off a terminal a stored secret is tried again', async () => {
  const world = testPlatform();
  const flags = { authUrl: server.url, ordersUrl: server.url, clientId: 'shop' };
  await signIn(world.platform, world.folders, request({ flags, secret: 'right' }), undefined);
  await signIn(world.platform, world.folders, request(), undefined);
  expect(server.asked.map((asked) => asked.client_secret)).toEqual(['right', 'right']);
});

test('the first profile is the one in use, a second one is not', async () => {
  const world = testPlatform();
  const flags = { authUrl: server.url, ordersUrl: server.url, clientId: 'shop' };
  const one = await signIn(
    world.platform,
    world.folders,
    request({ flags: { ...flags, profile: 'one' }, secret: 'right' }),
    undefined,
  );
  const two = await signIn(
    world.platform,
    world.folders,
    request({ flags: { ...flags, profile: 'two' }, secret: 'right' }),
    undefined,
  );
  expect([one.inUse, two.inUse]).toEqual([true, false]);
  // Without a name, the one in use is signed in.
  expect(await signIn(world.platform, world.folders, request({ secret: 'right' }), undefined)).toMatchObject({
    profile: 'one',
  });
});

test('when the profile cannot be written, the old secret stays and no other is left behind', async () => {
  const world = testPlatform();
  await setProfile(world.platform, world.folders, 'default', [
    { name: 'auth-url', value: server.url },
    { name: 'orders-url', value: server.url },
    { name: 'client-id', value: 'shop' },
  ]);
  profileStore(world.platform, world.folders).stageSecret('default', 'old-secret').commit();
  const broken = {
    ...world.platform,
    settings: async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  };
  await expect(signIn(broken, world.folders, request({ secret: 'right' }), undefined)).rejects.toThrow(
    'no space',
  );
  expect(profileStore(world.platform, world.folders).readSecret('default')).toBe('old-secret');
  const secrets = world.everyFile().filter((file) => file.path.startsWith('config/secrets'));
  expect(secrets.map((file) => file.path)).toEqual(['config/secrets/default']);
});
