// The sender against a hostile service in memory, in fake time: every kind of answer, every way to end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stateFailure, unavailableFailure } from '../../src/base/failure.ts';
import { type KeyValue, NetworkFault } from '../../src/base/host.ts';
import { openMachine } from '../../src/store/machine.ts';
import { testHost } from '../helpers/host.ts';
import { type Asked, failureOf, messages, ok, type Ran, type RunParts, run, unnamed } from './hostile-service.ts';
import { seeded } from './seeded.ts';

let store: KeyValue;
beforeAll(() => {
  const world = testHost();
  store = openMachine(world.host, world.folders);
});
afterAll(() => store.close());

/** A run in which no rule of the house was broken. */
async function clean(parts: Omit<RunParts, 'store'>): Promise<Ran> {
  const ran = await run({ store, ...parts });
  expect(ran.violations).toEqual([]);
  return ran;
}
const holds = (asked: Asked, ...keys: string[]) => asked.messages.some((m) => keys.includes(m.key));
const sizes = (ran: Ran) => ran.asked.map((asked) => asked.messages.length);

describe('all is well', () => {
  test('everything is accepted once, in batches that ramp to their size', async () => {
    const ran = await clean({ messages: messages(400), answer: () => ok });
    expect(ran.end).toEqual({ kind: 'done' });
    expect(new Set(ran.accepted).size).toBe(400);
    expect(sizes(ran)).toEqual([1, 1, 2, 4, 8, 16, 32, 50, 50, 50, 50, 50, 50, 36]);
    expect(ran.counts).toMatchObject({ total: 14, ok: 14, retried: 0 });
    expect(ran.sourceClosed).toBe(true);
  });

  test('nothing to send is done', async () => {
    const ran = await clean({ messages: [], answer: () => ok });
    expect([ran.end, ran.asked.length]).toEqual([{ kind: 'done' }, 0]);
  });

  test('a body never exceeds its bytes, but a message that is larger goes alone', async () => {
    const ran = await clean({
      messages: messages(300),
      answer: () => ok,
      options: { batchBytes: 200 },
    });
    for (const asked of ran.asked) expect(asked.body.length).toBeLessThanOrEqual(200);
    const tiny = await clean({ messages: messages(5), answer: () => ok, options: { batchBytes: 10 } });
    expect(sizes(tiny)).toEqual([1, 1, 1, 1, 1]);
    expect(tiny.accepted).toHaveLength(5);
  });

  test('the rate holds whatever the service does', async () => {
    const ran = await clean({ messages: messages(12_000), answer: () => ok, limit: 60 });
    const times = ran.asked.map((asked) => asked.at);
    for (const [index, at] of times.entries())
      expect(times.filter((other) => other >= at && other <= at + 60_000).length, `${index}`).toBeLessThanOrEqual(58);
  });

  test('requests overlap up to the given number', async () => {
    const open: number[] = [];
    const ran = await clean({
      messages: messages(3000),
      answer: () => ({ status: 200, ms: 2000 }),
      options: { concurrency: 7 },
    });
    for (const asked of ran.asked)
      open.push(ran.asked.filter((o) => o.at <= asked.at && asked.at < o.at + 2000).length);
    expect(Math.max(...open)).toBe(7);
  });
});

describe('order per key', () => {
  test('versions of one key go one after the other, however they stand in the input', async () => {
    const random = seeded(5);
    const list = Array.from({ length: 600 }, (_, version) => ({
      key: `k${Math.floor(random() * 40)}`,
      version,
    }));
    const ran = await clean({
      messages: list,
      answer: () => ({ status: 200, ms: random() * 3000 }),
      options: { batchSize: 5 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.accepted).toHaveLength(600);
    for (const key of ran.stored.keys())
      expect(ran.stored.get(key)).toBe(Math.max(...list.filter((m) => m.key === key).map((m) => m.version)));
  });

  test('only one key: one message a request, and little is read ahead', async () => {
    let ahead = 0;
    let done = 0;
    const ran = await clean({
      messages: Array.from({ length: 300 }, (_, version) => ({ key: 'k', version })),
      answer: () => {
        done++;
        return ok;
      },
      onRead: (index) => {
        ahead = Math.max(ahead, index - done);
      },
    });
    expect(ran.accepted).toHaveLength(300);
    expect(ahead).toBeLessThanOrEqual(52);
  });

  test('a key that becomes free while the source is still reading wakes the next version', async () => {
    // The last read ends after the only open request: nothing else would wake the run.
    const ran = await clean({
      messages: [...messages(7).slice(0, 3), { key: 'k2', version: 2 }],
      answer: () => ({ status: 200, ms: 1000 }),
      onRead: async (index) => {
        if (index === 3) await new Promise((resolve) => setImmediate(resolve));
      },
      options: { concurrency: 4 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.stored.get('k2')).toBe(2);
  });

  test('a retry keeps its place: the newer version waits behind it', async () => {
    let failures = 0;
    const ran = await clean({
      messages: [{ key: 'a', version: 1 }, { key: 'a', version: 2 }, ...messages(20)],
      answer: (asked) => (holds(asked, 'a') && failures++ < 3 ? { status: 503 } : ok),
    });
    expect(ran.asked.filter((asked) => holds(asked, 'a')).map((asked) => asked.messages.find((m) => m.key === 'a')?.version)).toEqual([1, 1, 1, 1, 2]);
  });
});

describe('refusals', () => {
  const bad = (key: string) => Number(key.slice(1)) % 100 === 37;

  test('1 % bad in batches of 50 that are refused without a name: at most 0.125 requests an order', async () => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const list = messages(5000);
      const guilty = new Set(list.filter(() => random() < 0.01).map((m) => m.key));
      const ran = await clean({
        messages: list,
        answer: (asked) => (asked.messages.some((m) => guilty.has(m.key)) ? unnamed : ok),
      });
      expect(ran.refused.size).toBe(guilty.size);
      expect(ran.accepted).toHaveLength(5000 - guilty.size);
      expect(ran.asked.length / 5000).toBeLessThanOrEqual(0.125);
      // What is known to be guilty is not sent whole again.
      const bodies = ran.asked.map((asked) => asked.body);
      expect(new Set(bodies).size).toBe(bodies.length);
    }
  });

  test.each([
    (index: number) => `orders[${index}].items[0].sku`,
    (index: number) => `w.orders.${index}.items.0.sku`,
    (index: number) => `/orders/${index}/items/0/sku`,
  ])('named by index: taken out, the rest goes at once (%s)', async (path) => {
    const ran = await clean({
      messages: messages(1000),
      answer: ({ messages: list }) => {
        const errors = list.flatMap((m, index) => (bad(m.key) ? [{ field: path(index), code: 'missing_field' }] : []));
        return errors.length > 0 ? { status: 422, body: { message: 'Validation Failed', errors } } : ok;
      },
    });
    expect([...ran.refused.keys()]).toEqual([37, 137, 237, 337, 437, 537, 637, 737, 837, 937].map((n) => `k${n}/1`));
    expect(ran.refused.get('k137/1')).toEqual([
      { status: 422, code: 'missing_field', field: 'items[0].sku', message: 'Validation Failed' },
    ]);
    expect(ran.accepted).toHaveLength(990);
  });

  test('a service that names the wrong index for ever still comes to an end', async () => {
    const ran = await clean({
      messages: messages(300),
      answer: (asked) =>
        asked.index < 20 ? ok : { status: 422, body: { errors: [{ field: 'orders[99].x', code: 'y' }] } },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.refused.size + ran.accepted.length).toBe(300);
  });

  test('eight different messages refused alike and none accepted: stopped, exit 5, within 20 requests', async () => {
    const ran = await clean({
      messages: messages(5000),
      answer: () => ({ status: 422, body: { errors: [{ field: 'status', code: 'invalid_value' }] } }),
    });
    expect(failureOf(ran)).toMatchObject({ code: 'upload.same_refusal', exitCode: 5 });
    expect(ran.asked.length).toBeLessThanOrEqual(20);
    expect(ran.refused.size).toBe(8);
    expect(ran.sourceClosed).toBe(true);
  });

  test('one accepted message is enough to go on', async () => {
    const ran = await clean({
      messages: messages(40),
      answer: (asked) => (holds(asked, 'k0') ? ok : unnamed),
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.refused.size).toBe(39);
  });

  test('more refused than allowed: stopped, exit 5, everything settled once, the rest pending', async () => {
    const ran = await clean({
      messages: messages(1000),
      answer: (asked) => (asked.messages.some((m) => Number(m.key.slice(1)) % 4 === 3) ? unnamed : ok),
      options: { maxRefused: 10, concurrency: 8 },
    });
    expect(failureOf(ran)).toMatchObject({ code: 'upload.max_rejects', exitCode: 5 });
    expect(ran.refused.size).toBeGreaterThan(10);
    expect(ran.refused.size).toBeLessThan(20);
  });

  test('413: halved until it fits, and the size is remembered', async () => {
    const ran = await clean({
      messages: messages(2000),
      answer: (asked) => (asked.body.length > 700 ? { status: 413 } : ok),
      options: { concurrency: 8 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.accepted).toHaveLength(2000);
    expect(ran.counts.s413).toBeLessThanOrEqual(10);
  });

  test('413 for a message alone refuses it, and only it', async () => {
    const ran = await clean({
      messages: messages(100),
      answer: (asked) => (holds(asked, 'k60') ? { status: 413 } : ok),
    });
    expect([...ran.refused]).toEqual([
      ['k60/1', [expect.objectContaining({ status: 413, code: 'too_large' })]],
    ]);
    expect(ran.accepted).toHaveLength(99);
  });

  // Whatever becomes of a left half, the right half that waits for it must go on.
  test.each<[string, (asked: Asked) => ReturnType<RunParts['answer']>]>([
    ['accepted', () => ok],
    ['413', () => ({ status: 413 })],
    ['503', () => ({ status: 503 })],
    ['named', () => ({ status: 422, body: { errors: [{ field: 'orders[0]', code: 'x' }] } })],
    ['429', () => ({ status: 429 })],
    ['dropped', () => ({ status: 0, fault: 'dropped' })],
  ])('the held right half goes on after a left half that ends with %s', async (_, left) => {
    const ran = await clean({
      messages: messages(120),
      answer: (asked) => {
        if (asked.messages.length >= 32 && holds(asked, 'k100')) return unnamed;
        if (asked.messages.length > 1 && holds(asked, 'k64', 'k70')) return left(asked);
        return holds(asked, 'k100') ? unnamed : ok;
      },
      options: { maxOutageMs: 60_000 },
    });
    expect(ran.accepted.length + ran.refused.size).toBeGreaterThanOrEqual(100);
    if (ran.end.kind === 'done') expect(ran.accepted.length + ran.refused.size).toBe(120);
    else expect(failureOf(ran).exitCode).toBe(75);
    expect(ran.refused.has('k100/1')).toBe(true);
  });

  test('the held right half goes on when nothing of the left half needs to be sent any more', async () => {
    let refusedOnce = false;
    const ran = await clean({
      messages: messages(120),
      admit: (m) => !(refusedOnce && Number(m.key.slice(1)) >= 64 && Number(m.key.slice(1)) < 92),
      answer: (asked) => {
        if (!holds(asked, 'k100')) return ok;
        refusedOnce = true;
        return unnamed;
      },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.accepted.length + ran.refused.size + ran.dropped.length).toBe(120);
    expect([...ran.refused.keys()]).toEqual(['k100/1']);
  });
});

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
      for (let i = 2; i < list.length; i++) expect(list[i]! - list[i - 1]!).toBeGreaterThan(list[i - 1]! - list[i - 2]!);
    expect(ran.counts.retried).toBe(ran.counts.s5xx + ran.counts.network);
    expect(ran.counts.retried).toBeGreaterThan(3);
  });

  test.each([0, 5, 777, 999])('message %i alone fails with 500 while others succeed: refused as server_error', async (n) => {
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
  });

  test('the only message there is fails for ever: an outage, not a refusal', async () => {
    const ran = await clean({ messages: messages(1), answer: () => ({ status: 500 }) });
    expect(failureOf(ran)).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
    expect(ran.refused.size).toBe(0);
  });

  test('the only batch left holds one culprit: the others in it are accepted', async () => {
    const ran = await clean({
      messages: messages(64 + 50),
      answer: (asked) => (holds(asked, 'k90') ? { status: 500 } : ok),
    });
    expect(ran.accepted).toHaveLength(113);
    expect(ran.end).toEqual({ kind: 'done' });
    expect([...ran.refused.keys()]).toEqual(['k90/1']);
  });

  test('an outage of three minutes: one probe at a time, 5 to 60 s apart, then all goes on', async () => {
    const from = 5000;
    const to = from + 180_000;
    let open = 0;
    const ran = await clean({
      messages: messages(60_000),
      answer: (asked) => (asked.at >= from && asked.at < to ? { status: 503 } : ok),
    });
    expect(ran.end).toEqual({ kind: 'done' });
    expect(ran.accepted).toHaveLength(60_000);
    expect(ran.refused.size).toBe(0);
    expect(ran.notices.map((n) => n.kind)).toEqual(['outage', 'recovered']);
    const probes = ran.asked.filter((asked) => asked.at > from + 10_000 && asked.at < to).map((asked) => asked.at);
    expect(probes.length).toBeGreaterThanOrEqual(2);
    expect(probes.length).toBeLessThanOrEqual(8);
    for (let i = 1; i < probes.length; i++) {
      open = probes[i]! - probes[i - 1]!;
      expect(open).toBeGreaterThanOrEqual(3750);
      expect(open).toBeLessThanOrEqual(60_100);
    }
  });

  test('a flake right after an outage refuses nobody', async () => {
    const failed = new Set<string>();
    const ran = await clean({
      messages: messages(300),
      answer: (asked) => {
        if (asked.at >= 100 && asked.at < 60_000) return { status: 503 };
        if (asked.at < 60_000 || failed.has(asked.body)) return ok;
        failed.add(asked.body);
        return { status: 503 };
      },
      options: { batchSize: 1 },
    });
    expect(ran.refused.size).toBe(0);
    expect(ran.accepted).toHaveLength(300);
  });

  test.each<[string, ReturnType<RunParts['answer']>]>([
    ['503', { status: 503 }],
    ['time-outs', { status: 0, fault: 'timeout', ms: 30_000 }],
    ['429', { status: 429 }],
    ['429 with an hour of Retry-After', { status: 429, headers: { 'retry-after': '3600' } }],
    ['a request that is called off by nobody', { status: 0, fault: 'aborted' }],
  ])('nothing but %s for --max-outage: exit 75, nothing refused', async (_, reply) => {
    const ran = await clean({
      messages: messages(3000),
      answer: (asked) => (asked.at > 2000 ? reply : ok),
      options: { maxOutageMs: 300_000 },
    });
    expect(failureOf(ran)).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
    expect(ran.refused.size).toBe(0);
    expect(ran.endedAt).toBeGreaterThanOrEqual(302_000);
    expect(ran.endedAt).toBeLessThan(302_000 + 60_000);
    expect(ran.sourceClosed).toBe(true);
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

  test.each([403, 404, 302, 415])('%i stops the run and refuses nothing', async (status) => {
    const ran = await clean({
      messages: messages(500),
      answer: (asked) => (asked.index > 12 ? { status } : ok),
    });
    expect(failureOf(ran)).toMatchObject(
      status === 403 ? { code: 'auth.forbidden', exitCode: 4 } : { code: 'service.not_found', exitCode: 75 },
    );
    expect(ran.refused.size).toBe(0);
  });

  test('a TLS failure stops the run at once', async () => {
    const ran = await clean({ messages: messages(9), answer: () => ({ status: 0, fault: 'tls' }) });
    expect(failureOf(ran)).toMatchObject({ code: 'service.tls', exitCode: 75 });
    expect(ran.asked).toHaveLength(1);
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
      answer: (asked) => (asked.token === 'T1' && asked.at > 3000 ? { status: 401, ms: 500 } : { status: 200, ms: 500 }),
      options: { concurrency: 16 },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.accepted).toHaveLength(5000);
    expect(tokens.fetched).toBe(2);
    expect(ran.counts.s401).toBeGreaterThan(1);
    expect(ran.counts.s401).toBeLessThanOrEqual(16);
  });

  test('a second 401 for the same batch with another token is exit 4', async () => {
    const ran = await clean({ messages: messages(50), tokens: tokenSource(), answer: () => ({ status: 401 }) });
    expect(failureOf(ran)).toMatchObject({ code: 'auth.token.refused', exitCode: 4 });
    expect(ran.asked.map((asked) => asked.token)).toEqual(['T1', 'T2']);
  });

  test('401 and 503 in turn do not go on for ever', async () => {
    const tokens = tokenSource();
    const ran = await clean({
      messages: messages(50),
      tokens,
      answer: (asked) => ({ status: asked.index % 2 === 0 ? 401 : 503 }),
    });
    expect(ran.end.kind).toBe('failed');
  });

  test('no token for a while is an outage of its own: nothing is refused for it', async () => {
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
    expect(ran.notices.filter((n) => n.kind === 'outage')).toHaveLength(1);
  });

  test('no token for ever is exit 75 after --max-outage', async () => {
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

describe('interruptions', () => {
  test('what is open is finished, nothing new is begun', async () => {
    const ran = await clean({
      messages: messages(9000),
      answer: () => ({ status: 200, ms: 3000 }),
      interruptAt: 40_000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(Math.max(...ran.asked.map((asked) => asked.at))).toBeLessThanOrEqual(40_000);
    expect(ran.accepted.length).toBe(ran.asked.reduce((sum, asked) => sum + asked.messages.length, 0));
    expect(ran.endedAt).toBeLessThanOrEqual(43_100);
    expect(ran.sourceClosed).toBe(true);
  });

  test('what takes longer than 10 s is called off and stays pending', async () => {
    const ran = await clean({
      messages: messages(9),
      answer: () => ({ status: 200, ms: 29_000 }),
      interruptAt: 1000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(ran.endedAt).toBe(11_000);
    expect(ran.accepted).toEqual([]);
  });

  test.each<[string, Partial<RunParts>]>([
    ['the pace', { limit: 10, answer: () => ok }],
    ['a pause', { answer: () => ({ status: 429, headers: { 'retry-after': '3000' } }) }],
    ['a backoff', { answer: () => ({ status: 503 }) }],
    [
      'a token',
      {
        answer: () => ok,
        tokens: {
          get: (signal) =>
            new Promise((_, reject) =>
              signal?.addEventListener('abort', () => reject(new NetworkFault('aborted', 'interrupted'))),
            ),
          refused: async () => 'T',
        },
      },
    ],
    [
      'another token',
      {
        answer: () => ({ status: 401 }),
        tokens: {
          get: async () => 'T',
          refused: (_, signal) =>
            new Promise((_, reject) =>
              signal?.addEventListener('abort', () => reject(new NetworkFault('aborted', 'interrupted'))),
            ),
        },
      },
    ],
  ])('while waiting for %s it ends at once', async (_, parts) => {
    const ran = await clean({ messages: messages(500), answer: () => ok, ...parts, interruptAt: 20_000 });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(ran.endedAt).toBeLessThanOrEqual(20_050);
  });

  test('while the source hangs it ends when draining does', async () => {
    const ran = await clean({
      messages: messages(50),
      answer: () => ok,
      onRead: (index) => (index === 5 ? new Promise<void>(() => {}) : undefined),
      interruptAt: 20_000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(ran.endedAt).toBe(30_000);
  });

  test('before the first request nothing is sent', async () => {
    const ran = await clean({ messages: messages(50), answer: () => ok, interruptAt: 0, limit: 10 });
    expect(ran.asked.length).toBeLessThanOrEqual(1);
  });
});

describe('hooks and sources that fail', () => {
  const disk = () => stateFailure('state.full', 'No room left', { hint: 'Free some disk space.' });

  test('an acknowledgement that cannot be written ends the run with that failure', async () => {
    let writes = 0;
    const ran = await clean({
      messages: messages(2000),
      answer: () => ({ status: 200, ms: 300 }),
      onAccepted: async () => {
        if (++writes > 10) throw disk();
      },
    });
    expect(failureOf(ran)).toMatchObject({ code: 'state.full', exitCode: 7 });
    expect(ran.accepted.length).toBeLessThan(2000);
  });

  test('a full disk is not hidden by an interruption, by too many refusals, or by an outage before it', async () => {
    const interrupted = await clean({
      messages: messages(3000),
      answer: () => ({ status: 200, ms: 3000 }),
      interruptAt: 30_000,
      onAccepted: async () => {
        if (interruptedAt()) throw disk();
      },
    });
    function interruptedAt() {
      return started++ > 12;
    }
    expect(failureOf(interrupted).exitCode).toBe(7);

    const stopped = await clean({
      messages: messages(500),
      answer: (asked) => (asked.index < 10 ? { status: 200, ms: 10 } : asked.index === 10 ? { status: 200, ms: 5000 } : unnamed),
      options: { maxRefused: 0, concurrency: 4 },
      onAccepted: async () => {
        if (++acknowledged > 10) throw disk();
      },
    });
    expect(failureOf(stopped).exitCode).toBe(7);
  });
  let started = 0;
  let acknowledged = 0;

  test('the disk fails on the last acknowledgement of all: still not a success', async () => {
    const ran = await clean({
      messages: messages(1),
      answer: () => ok,
      onAccepted: async () => {
        throw disk();
      },
    });
    expect(failureOf(ran).exitCode).toBe(7);
  });

  test("the disk's own error is exit 7 as well; anything else is a defect", async () => {
    const of = async (error: Error) =>
      failureOf(
        await clean({
          messages: messages(50),
          answer: () => unnamed,
          onRefused: async () => {
            throw error;
          },
        }),
      );
    expect(await of(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatchObject({
      code: 'state.full',
      exitCode: 7,
    });
    expect(await of(Object.assign(new Error('write'), { code: 'EIO' }))).toMatchObject({ exitCode: 7 });
    expect(await of(new TypeError('x is not a function'))).toMatchObject({ code: 'defect', exitCode: 1 });
  });

  test('a source that breaks ends the run with its failure; what is open is settled', async () => {
    const ran = await clean({
      messages: messages(500),
      answer: () => ({ status: 200, ms: 500 }),
      onRead: (index) => {
        if (index === 300) throw stateFailure('input.changed', 'changed', { hint: 'x' });
      },
    });
    expect(failureOf(ran).code).toBe('input.changed');
    expect(ran.accepted.length).toBe(ran.asked.reduce((sum, asked) => sum + asked.messages.length, 0));
  });

  test('an admit that throws ends the run', async () => {
    const ran = await clean({
      messages: messages(50),
      answer: () => ok,
      admit: (m) => {
        if (m.key === 'k9') throw disk();
        return true;
      },
    });
    expect(failureOf(ran).exitCode).toBe(7);
  });
});

describe('the last look', () => {
  test('what need not be sent any more is not sent, and the run goes on to its end', async () => {
    const ran = await clean({
      messages: messages(500),
      admit: (m) => Number(m.key.slice(1)) % 3 === 0,
      answer: () => ok,
    });
    expect(ran.end.kind).toBe('done');
    expect([ran.accepted.length, ran.dropped.length]).toEqual([167, 333]);
    const none = await clean({ messages: messages(500), admit: () => false, answer: () => ok });
    expect([none.end.kind, none.asked.length]).toEqual(['done', 0]);
  });

  test('it happens after the wait for the pace, not before', async () => {
    let sentAt = 0;
    const ran = await clean({
      messages: messages(3),
      limit: 10,
      admit: () => ++sentAt < 2,
      answer: () => ok,
    });
    expect(ran.asked).toHaveLength(1);
  });

  test('everything that was to probe an outage is dropped: the run ends', async () => {
    let outage = false;
    const ran = await clean({
      messages: messages(5),
      admit: () => !outage,
      answer: (asked) => {
        outage = asked.index >= 3;
        return { status: 503 };
      },
    });
    expect(ran.end.kind).toBe('done');
    expect(ran.dropped).toHaveLength(5);
  });
});
