// Tokens against a real token endpoint: cached, fetched once for many callers, replaced once when refused; and their
// failures.

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../src/basics/failure.ts';
import { makeCaller } from '../../src/sending/call.ts';
import { isTokenOutage, makeTokenSource, type TokenParts } from '../../src/sending/token-source.ts';
import { type AuthServer, authServer, json } from '../helpers/auth-server.ts';
import { inForm } from '../helpers/form.ts';
import { makeHeld } from '../helpers/held.ts';
import { environmentOf, fakeClock, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECRET = 'canary-s3cret/"quoted"&more';
const PROCESSES = inForm({ short: 4, long: 16 });
let server: AuthServer;
beforeEach(async () => {
  server = await authServer({ now: () => NOW });
});
afterEach(() => server.close());

/** A token source with its own disk, or on the disk of another one, like a second process. */
async function source(
  parts: Partial<TokenParts> = {},
  world: TestPlatform = testPlatform({ clock: clockOf() }),
  url = server.url,
) {
  const client = await world.platform.net.client({});
  const tokens = makeTokenSource({
    platform: world.platform,
    folders: world.folders,
    caller: makeCaller(client, { auth: url, orders: url, base: url }, 10_000),
    authUrl: url,
    clientId: 'shop',
    secret: async () => SECRET,
    ...parts,
  });
  return { tokens, world, client };
}
const clockOf = () => fakeClock(NOW, { auto: true });

describe('one token for many', () => {
  test('it asks as the interface says, keeps the token, and a second process finds it', async () => {
    const first = await source();
    const token = await first.tokens.get();
    const credentials = { client_id: 'shop', client_secret: SECRET };
    expect(server.asked).toEqual([{ grant_type: 'client_credentials', ...credentials }]);
    expect(await first.tokens.get()).toBe(token);
    const second = await source({}, testPlatform({ root: first.world.root, clock: clockOf() }));
    expect(await second.tokens.get()).toBe(token);
    expect(server.asked).toHaveLength(1);
    expect(first.tokens.endsAt()).toBe(NOW + 90_000_000);
  });

  test('32 requests at once make one call', async () => {
    const { tokens } = await source();
    const all = await Promise.all(Array.from({ length: 32 }, () => tokens.get()));
    expect(new Set(all).size).toBe(1);
    expect(server.asked).toHaveLength(1);
  });

  test(`${PROCESSES} processes started cold at once make one call`, async () => {
    await server.close();
    server = await authServer();
    const getter = await bundle('test/sending/children/token-getter.ts');
    const { root, folders } = testPlatform();
    const started = (...words: string[]) =>
      Array.from({ length: PROCESSES }, () => start(getter, words, environmentOf(root)).done);
    const all = await Promise.all(started(server.url));
    for (const ran of all) expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(all.map((ran) => ran.stdout)).size).toBe(1);
    expect(server.asked).toHaveLength(1);
    // And a token that all are refused with costs exactly one new one.
    const old = all[0]!.stdout.trim();
    const again = await Promise.all(started(server.url, old));
    const fresh = new Set(again.map((ran) => ran.stdout.trim()));
    expect(fresh.size).toBe(1);
    expect(fresh.has(old)).toBe(false);
    expect(server.asked).toHaveLength(2);
    expect(fs.readdirSync(path.join(folders.config, 'tokens'))).toHaveLength(1);
  });

  test('a failure is the same for all who waited, and the next one asks again', async () => {
    const { tokens } = await source();
    server.script.push(() => json(401, { error: 'invalid_client' }));
    const all = await Promise.allSettled([tokens.get(), tokens.get(), tokens.get()]);
    expect(all.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(server.asked).toHaveLength(1);
    await tokens.get();
    expect(server.asked).toHaveLength(2);
  });
});

describe('its end', () => {
  test('used until 60 s before it expires, then replaced', async () => {
    const clock = fakeClock(NOW);
    const { tokens } = await source({}, testPlatform({ clock }));
    const first = await tokens.get();
    await clock.advance(90_000_000 - 60_001);
    expect(await tokens.get()).toBe(first);
    await clock.advance(1);
    expect(await tokens.get()).not.toBe(first);
    expect(server.asked).toHaveLength(2);
  });
});

describe('refused with 401', () => {
  test('16 requests refused at once cost one new token, later ones none', async () => {
    const { tokens } = await source();
    const old = await tokens.get();
    const all = await Promise.all(Array.from({ length: 16 }, () => tokens.refused(old)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(old);
    expect(await tokens.refused(old)).toBe(all[0]);
    expect(await tokens.get()).toBe(all[0]);
    expect(server.asked).toHaveLength(2);
  });

  test('a service that hands out the same token again gets one call a refusal, not one a request', async () => {
    const { tokens } = await source();
    const same = () =>
      json(200, { access_token: 'same', token_type: 'Bearer', expires_in: 90_000, created_at: NOW / 1000 });
    server.script.push(same, same);
    await tokens.get();
    expect(await tokens.refused('same')).toBe('same');
    expect(await tokens.get()).toBe('same');
    expect(server.asked).toHaveLength(2);
  });
});

describe('failures', () => {
  const failing = async (parts: Partial<TokenParts> = {}, url = server.url) => {
    const { tokens, world } = await source(parts, undefined, url);
    const failure = (await tokens.get().catch((error: unknown) => error)) as Failure;
    return { failure, clock: world.platform.clock as ReturnType<typeof fakeClock>, world };
  };
  const always = (answer: () => ReturnType<typeof json>) =>
    server.script.push(...Array.from({ length: 9 }, () => answer));

  test.each([
    [401, { error: 'invalid_client', error_description: 'It failed.' }, 'invalid_client: It failed.'],
    [400, { error: 'invalid_request' }, 'invalid_request'],
    [403, { message: 'This client is blocked' }, 'This client is blocked'],
    [403, '<html>no</html>', 'status 403'],
  ])("%i %j: exit 4 with the service's own words, asked once", async (status, body, words) => {
    server.script.push(() => (typeof body === 'string' ? { status, body } : json(status, body)));
    const { failure } = await failing();
    expect(failure).toMatchObject({ code: 'auth.refused', exitCode: 4 });
    expect(failure.hint).toContain('returns login');
    expect(failure.message).toContain(words);
    expect(server.asked).toHaveLength(1);
  });

  test.each([404, 307])('%i: exit 4, is the address right? A redirect is not followed', async (status) => {
    server.script.push(() => ({ status, headers: { location: `${server.url}/elsewhere` } }));
    const { failure } = await failing();
    expect(failure).toMatchObject({ code: 'auth.address', exitCode: 4 });
    expect(failure.hint).toContain('--auth-url');
    expect(failure.message).toContain(`${server.url}/oauth/token`);
    expect(server.lines).toEqual(['POST /oauth/token']);
  });

  test.each([503, 429])('%i: three more tries with growing waits, then exit 75', async (status) => {
    always(() => ({ status }));
    const { failure, clock } = await failing();
    expect(failure).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
    expect(failure.message).toContain(server.url);
    expect(server.asked).toHaveLength(4);
    expect(clock.slept).toHaveLength(3);
    for (const [i, wait] of clock.slept.entries()) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** i);
    }
  });

  test('a token after three failures is a token; Retry-After is the least wait', async () => {
    const { tokens, world } = await source();
    server.script.push(
      () => ({ status: 503 }),
      () => ({ status: 0, drop: true }),
      () => ({ status: 429, headers: { 'retry-after': '17' } }),
    );
    await tokens.get();
    expect(server.asked).toHaveLength(4);
    expect((world.platform.clock as ReturnType<typeof fakeClock>).slept[2]).toBe(17_000);
  });

  test('a Retry-After of an hour fails at once', async () => {
    always(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    const { failure, clock } = await failing();
    expect(failure).toMatchObject({ exitCode: 75 });
    expect(clock.slept).toEqual([]);
  });

  test.each([
    ['a page', '<html>login</html>', '18 bytes that are not JSON'],
    ['another token', '{"id_token":"canary-token","expires_in":1}', 'JSON without one'],
  ])(
    'a success that is no token (%s): exit 75 with what was found, never the token',
    async (_name, body, found) => {
      server.script.push(() => ({ status: 200, body }));
      const { failure, world } = await failing();
      expect(failure).toMatchObject({ code: 'service.answer', exitCode: 75 });
      expect(failure.found).toContain(found);
      expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('canary');
      expect(world.everyFile().some(({ content }) => content.includes('canary'))).toBe(false);
    },
  );

  const TOKEN = { access_token: 'canary-token', token_type: 'Bearer', expires_in: 90_000 };
  const [LINE, BLANK] = ['U+000A end of a line', 'U+0020'];
  test.each<[change: object, wrong: string]>([
    [{ access_token: 'canary-token\n' }, `access_token cannot be sent in a header: it holds ${LINE}`],
    [{ access_token: ' canary-token ' }, `it holds ${BLANK}`],
    [{ access_token: 'canary-t\u00f6ken' }, 'it holds U+00F6'],
    [{ access_token: '' }, 'access_token is empty'],
    [{ access_token: null }, 'access_token is null in place of text'],
    [{ access_token: 'canary'.repeat(3000) }, 'access_token is too long (18000 characters)'],
    [{ access_token: { value: 'canary' } }, 'access_token is object in place of text'],
    [{ token_type: undefined }, 'token_type is missing'],
    [{ token_type: 7 }, 'token_type is integer in place of text'],
    [{ expires_in: -1 }, 'expires_in is -1 in place of a number of seconds'],
    [{ expires_in: 'canary' }, 'expires_in is text in place of a number of seconds'],
  ])(
    'a token that cannot be used (%o): exit 4 at once names the field, and never the token',
    async (change, wrong) => {
      server.script.push(() => json(200, { ...TOKEN, ...change }));
      const { failure, clock } = await failing();
      expect(failure).toMatchObject({ code: 'auth.answer', exitCode: 4 });
      expect(failure.message).toContain(wrong);
      expect(failure.hint).toContain("Ask the service's client support");
      expect(isTokenOutage(failure)).toBe(false);
      expect(clock.slept).toEqual([]);
      expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('canary');
    },
  );

  const created_at = NOW / 1000;
  test.each<[change: object, endsIn: number]>([
    [{ expires_in: undefined }, 90_000],
    [{ expires_in: null }, 90_000],
    [{ expires_in: '3600' }, 3600],
    [{ expires_in: 90_000.5 }, 90_000],
    [{ created_at: `${created_at - 600}` }, 89_400],
    [{ created_at: 'yesterday' }, 90_000],
    [{ scope: 7, created_at: null }, 90_000],
  ])('an answer that is not as the interface says (%o) is used', async (change, endsIn) => {
    server.script.push(() => json(200, { ...TOKEN, ...change }));
    const { tokens } = await source();
    expect(await tokens.get()).toBe(TOKEN.access_token);
    expect(tokens.endsAt()).toBe(NOW + endsIn * 1000);
  });

  test('a service that echoes the secret, raw, escaped or cut, does not make us print it', async () => {
    const long = 'x'.repeat(290);
    const raw = [SECRET, `${long}${SECRET}`, `\u001b[31m${SECRET}`];
    for (const text of [...raw, encodeURIComponent(SECRET), JSON.stringify(SECRET)]) {
      const said = { error: 'invalid_client', error_description: text, message: text };
      server.script.push(() => json(401, said));
      const { failure } = await failing();
      const all = JSON.stringify([failure.message, failure.found, failure.expected, failure.hint]);
      expect(all).not.toContain('canary');
      expect(all).not.toContain('s3cret');
      expect(all).not.toContain('\\u001b');
      expect(failure.message.length).toBeLessThan(400);
    }
  });
});

describe('pace, signals and disks', () => {
  test('every attempt needs a permit and reports its answer', async () => {
    const seen: unknown[] = [];
    server.script.push(() => ({ status: 503 }));
    const { tokens } = await source({
      beforeAttempt: async () => void seen.push('turn'),
      afterAttempt: (answer) => void seen.push(answer?.status),
    });
    await tokens.get();
    expect(seen).toEqual(['turn', 503, 'turn', 200]);
  });

  test('a call ends with the signal of those who wait', async () => {
    const { tokens } = await source();
    const { held: hanging, release: arrived } = makeHeld();
    server.script.push(() => {
      arrived();
      return new Promise(() => {});
    });
    const stop = new AbortController();
    const both = [tokens.get(stop.signal), tokens.get(stop.signal)];
    await hanging;
    stop.abort();
    for (const one of both) await expect(one).rejects.toMatchObject({ kind: 'aborted' });
    // The lock is free again and the next one asks anew.
    expect(await tokens.get()).toMatch(/^token-/);
  });

  test('a config folder that cannot be written costs the cache, not the token', async () => {
    const world = testPlatform({ clock: clockOf() });
    fs.writeFileSync(world.folders.config, 'in the way');
    const warnings: string[] = [];
    const { tokens } = await source({ warn: (text) => warnings.push(text) }, world);
    expect(await tokens.get()).toBe(await tokens.get());
    expect(warnings).toHaveLength(1);
    expect(server.asked).toHaveLength(1);
  });
});
