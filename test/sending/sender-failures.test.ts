// The sender and a service that fails: flakes, poisoned messages, outages, 429s, tokens that are refused or missing.
import { describe, expect, test } from 'vitest';
import { unavailableFailure } from '../../src/basics/failure.ts';
import { firstToken } from '../../src/sending/token-source.ts';
import { seeded } from '../helpers/random.ts';
import { clean, holds } from './clean-run.ts';
import { failureOf, messages, ok, type RunParts } from './hostile-service.ts';

/** When the clock of these runs begins. */
const STARTED = Date.UTC(2026, 10, 20, 12);

describe('failures', () => {
  test('5 % 503 and 2 % dropped after storing: all accepted, no body more than four times, waits grow', async () => {
    const random = seeded(11);
    const ran = await clean({
      messages: messages(5000),
      answer: () => {
        const unit = random();
        if (unit < 0.05) return { status: 503 };
        return unit < 0.07 ? { status: 0, fault: 'dropped', stored: true } : ok;
      },
    });
    expect(ran.accepted).toHaveLength(5000);
    const times = new Map<string, number[]>();
    for (const { body, at } of ran.asked) times.set(body, [...(times.get(body) ?? []), at]);
    expect(Math.max(...[...times.values()].map((list) => list.length))).toBeLessThanOrEqual(4);
    for (const list of times.values())
      for (let i = 2; i < list.length; i++)
        expect(list[i]! - list[i - 1]!).toBeGreaterThan(list[i - 1]! - list[i - 2]!);
    expect(ran.counts.retried).toBe(ran.counts.s5xx + ran.counts.network);
    expect(ran.counts.retried).toBeGreaterThan(3);
  });

  test.each([0, 5, 777, 999])(
    'message %i alone fails with 500 while others succeed: refused as server_error',
    async (n) => {
      const ran = await clean({
        messages: messages(1000),
        answer: (asked) => (holds(asked, `k${n}`) ? { status: 500 } : ok),
      });
      expect(ran.end).toEqual({ kind: 'done' });
      expect([...ran.refused]).toEqual([
        [`k${n}/1`, [expect.objectContaining({ status: 500, code: 'server_error' })]],
      ]);
      expect(ran.accepted).toHaveLength(999);
      expect(ran.endedAt).toBeLessThan(600_000);
    },
  );

  test('the only message there is always fails: an outage, not a refusal', async () => {
    const ran = await clean({ messages: messages(1), answer: () => ({ status: 500 }) });
    expect(failureOf(ran)).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
    expect(ran.refused.size).toBe(0);
  });

  test('an outage of three minutes: one probe at a time, 5 to 60 s apart, then the run continues', async () => {
    const from = 5000;
    const to = from + 180_000;
    let open = 0;
    const ran = await clean({
      messages: messages(30_000),
      answer: (asked) => (asked.at >= from && asked.at < to ? { status: 503 } : ok),
    });
    expect(ran.end).toEqual({ kind: 'done' });
    expect(ran.accepted).toHaveLength(30_000);
    expect(ran.refused.size).toBe(0);
    expect(ran.notices.map((n) => n.kind)).toEqual(['outage', 'recovered']);
    const probes = ran.asked.map(({ at }) => at).filter((at) => at > from + 10_000 && at < to);
    expect(probes.length).toBeGreaterThanOrEqual(2);
    expect(probes.length).toBeLessThanOrEqual(8);
    for (let i = 1; i < probes.length; i++) {
      open = probes[i]! - probes[i - 1]!;
      expect(open).toBeGreaterThanOrEqual(3750);
      expect(open).toBeLessThanOrEqual(60_100);
    }
  });

  test('when an outage begins, what is read ahead stays bounded', async () => {
    const ran = await clean({
      messages: messages(40_000),
      answer: (asked) => (asked.index < 20 ? ok : { status: 503 }),
      limit: Number.POSITIVE_INFINITY,
      interruptAt: 60_000,
    });
    expect(ran.read - ran.accepted.length).toBeLessThanOrEqual((64 + 32 + 4 + 1) * 50);
  });

  test.each<[string, ReturnType<RunParts['answer']>]>([
    ['503', { status: 503 }],
    ['time-outs', { status: 0, fault: 'timeout', ms: 30_000 }],
    ['429', { status: 429 }],
    ['429 with an hour of Retry-After', { status: 429, headers: { 'retry-after': '3600' } }],
    ['a request that is aborted without a signal', { status: 0, fault: 'aborted' }],
  ])('nothing but %s for --max-outage: exit 75, nothing refused', async (_, reply) => {
    const ran = await clean({
      messages: messages(3000),
      answer: (asked) => (asked.index > 12 ? reply : ok),
      options: { maxOutageMs: 300_000 },
    });
    const from = ran.asked[13]!.at;
    expect(failureOf(ran)).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
    expect(ran.refused.size).toBe(0);
    expect(ran.endedAt).toBeGreaterThanOrEqual(from + 300_000);
    expect(ran.endedAt).toBeLessThan(from + 361_000);
    expect(ran.sourceClosed).toBe(true);
  });

  const date = (ms: number) => new Date(ms).toUTCString();
  test.each<[string, number, (now: number) => string, number]>([
    ['503, seconds', 503, () => '20', 20_000],
    ['503, an HTTP date', 503, (now) => date(now + 21_000), 20_000],
    ['500', 500, () => '20', 20_000],
    ['425', 425, () => '20', 20_000],
    ['a date that is over', 503, (now) => date(now - 60_000), 0],
    ['more than --max-outage', 503, () => '3600', 300_000],
  ])('Retry-After is the least wait of all requests: %s', async (_name, status, header, least) => {
    const ran = await clean({
      messages: messages(2000),
      // An earlier request is still open, and is accepted, after the service asked for the pause.
      answer: ({ index, at }) =>
        index === 20
          ? { status, headers: { 'retry-after': header(STARTED + at) } }
          : { ...ok, ms: index === 19 ? 400 : 10 },
      options: { maxOutageMs: 300_000 },
    });
    expect(ran.end.kind).toBe('done');
    const failed = ran.asked[20]!.at;
    const next = Math.min(...ran.asked.filter(({ at }) => at > failed + 100).map(({ at }) => at));
    expect(next - failed).toBeGreaterThanOrEqual(least);
    expect(next - failed).toBeLessThan(least + 2000);
    expect(ran.accepted).toHaveLength(2000);
    if (least > 0)
      expect(ran.notices).toContainEqual({
        kind: 'paused',
        ms: expect.any(Number) as number,
        why: `it answers ${status}`,
      });
  });

  test('429 goes back to the front, costs no attempt, and the others wait', async () => {
    let left = 6;
    const ran = await clean({
      messages: messages(400),
      answer: (asked) => (asked.index >= 5 && left-- > 0 ? { status: 429 } : ok),
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.counts).toMatchObject({ s429: 6, retried: 6, s5xx: 0 });
    const bodies = ran.asked.slice(5, 12).map((asked) => asked.body);
    expect(new Set(bodies).size).toBe(1);
    const gaps = ran.asked.slice(6, 12).map((asked, i) => asked.at - ran.asked[5 + i]!.at);
    for (const [i, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(750 * 2 ** i);
  });

  test('--max-outage ends during the wait for a permit, and an open request succeeds: nothing is lost', async () => {
    const ran = await clean({
      messages: messages(64 + 150),
      answer: (asked) => {
        if (asked.index === 7) return { status: 200, ms: 20_000 };
        return asked.index === 8 ? { status: 429, headers: { 'retry-after': '15' } } : ok;
      },
      options: { concurrency: 2, maxOutageMs: 10_000 },
    });
    expect(ran.end).toEqual({ kind: 'done' });
    expect(ran.accepted).toHaveLength(214);
  });

  test('a probe of the pace that need not be sent any more blocks no other request', async () => {
    let dropped = false;
    const ran = await clean({
      messages: messages(2),
      answer: (asked) => {
        if (asked.index > 0) return ok;
        dropped = true;
        return { status: 429 };
      },
      admit: (m) => !(dropped && m.key === 'k0'),
    });
    expect([ran.accepted, ran.dropped]).toEqual([['k1/1'], ['k0/1']]);
    // A pause of at most a second and a permit at the lowest ceiling, not 30 s for a probe that was never sent.
    expect(ran.endedAt).toBeLessThan(5000);
  });

  test.each([403, 404, 302, 415])('%i stops the run and refuses nothing', async (status) => {
    const answer: RunParts['answer'] = (asked) => (asked.index > 12 ? { status } : ok);
    const ran = await clean({ messages: messages(500), answer });
    expect(failureOf(ran)).toMatchObject(
      status === 403 ? { code: 'auth.forbidden', exitCode: 4 } : { code: 'service.not_found', exitCode: 75 },
    );
    expect(ran.refused.size).toBe(0);
    // Every attempt is in one of the counts: the caller adds its token calls to the total itself.
    const { total, retried: _, ...parts } = ran.counts;
    expect(parts.other).toBeGreaterThan(0);
    expect(Object.values(parts).reduce((a, b) => a + b, 0)).toBe(total);
  });

  test.each([
    ['\ufeff \n<!doctype html><title>Sign in</title>', 0],
    ['<?xml version="1.0"?>', 0],
    ['', 9],
    ['{"queued":true}', 9],
    ['ok <3', 9],
    ['日<3', 9],
  ])('200 with the body %j', async (text, accepted) => {
    const ran = await clean({ messages: messages(9), answer: () => ({ status: 200, text }) });
    expect(ran.accepted).toHaveLength(accepted);
    expect(ran.refused.size).toBe(0);
    if (accepted === 0) expect(failureOf(ran)).toMatchObject({ code: 'service.page', exitCode: 75 });
  });

  test('a TLS failure stops the run at once', async () => {
    const ran = await clean({ messages: messages(9), answer: () => ({ status: 0, fault: 'tls' }) });
    expect(failureOf(ran)).toMatchObject({ code: 'service.tls', exitCode: 75 });
    expect(ran.asked).toHaveLength(1);
  });

  test('a TLS failure at the token endpoint does the same, before the run and during it', async () => {
    const get = async (): Promise<string> => {
      throw unavailableFailure('service.tls', 'self-signed certificate', { hint: '--ca' });
    };
    await expect(firstToken({ get }, new AbortController().signal)).rejects.toThrow('self-signed');
    const ran = await clean({ messages: messages(9), answer: () => ok, tokens: { get, refused: get } });
    expect(failureOf(ran)).toMatchObject({ code: 'service.tls', hint: '--ca' });
    expect(ran.endedAt).toBeLessThan(1000);
    expect(ran.asked).toHaveLength(0);
  });
});

describe('tokens', () => {
  /** Tokens T1, T2 ...; `refused` is single-flight as the real source is. */
  function tokenSource(refuse: (token: string) => boolean = () => false) {
    let current = 1;
    let fetched = 1;
    return {
      refuse,
      get fetched() {
        return fetched;
      },
      get: async () => `T${current}`,
      async refused(token: string) {
        if (token === `T${current}`) {
          current++;
          fetched++;
        }
        return `T${current}`;
      },
    };
  }

  test('a token that expires with many requests in flight costs one new one, and nothing is lost', async () => {
    const tokens = tokenSource();
    const ran = await clean({
      messages: messages(5000),
      tokens,
      answer: (asked) =>
        asked.token === 'T1' && asked.at > 3000 ? { status: 401, ms: 500 } : { status: 200, ms: 500 },
      options: { concurrency: 16 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.accepted).toHaveLength(5000);
    expect(tokens.fetched).toBe(2);
    expect(ran.counts.s401).toBeGreaterThan(1);
    expect(ran.counts.s401).toBeLessThanOrEqual(16);
  });

  test('a second 401 for the same batch with another token is exit 4', async () => {
    const answer = () => ({ status: 401 });
    const ran = await clean({ messages: messages(50), tokens: tokenSource(), answer });
    expect(failureOf(ran)).toMatchObject({ code: 'auth.token.refused', exitCode: 4 });
    expect(ran.asked.map((asked) => asked.token)).toEqual(['T1', 'T2']);
  });

  test('no token for a while is an outage: no message is refused', async () => {
    const failed = { count: 0 };
    let now = () => 0;
    const ran = await clean({
      messages: messages(3000),
      answer: (asked) => {
        now = () => asked.at;
        return { status: 200, ms: 300 };
      },
      tokens: {
        get: async () => {
          if (now() > 2000 && failed.count++ < 7)
            throw unavailableFailure('service.unavailable', 'No token', { hint: 'x' });
          return 'T';
        },
        refused: async () => 'T',
      },
      options: { batchSize: 1, concurrency: 8 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.refused.size).toBe(0);
    expect(ran.accepted).toHaveLength(3000);
    expect(ran.notices.map((n) => n.kind)).toContain('outage');
  });

  test('a token that never comes is exit 75 after --max-outage', async () => {
    const ran = await clean({
      messages: messages(30),
      answer: () => ok,
      tokens: {
        get: async () => {
          throw unavailableFailure('service.unavailable', 'No token', { hint: 'x' });
        },
        refused: async () => 'T',
      },
    });
    expect(failureOf(ran).exitCode).toBe(75);
    expect(ran.endedAt).toBeGreaterThanOrEqual(900_000);
    expect(ran.endedAt).toBeLessThan(960_000);
  });
});
