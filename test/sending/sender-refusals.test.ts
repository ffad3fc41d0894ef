// The sender and what the service refuses: named, unnamed, too large, too much.
import { describe, expect, test } from 'vitest';
import { seeded } from '../helpers/random.ts';
import { clean, holds } from './clean-run.ts';
import { type Asked, failureOf, messages, ok, type RunParts, unnamed } from './hostile-service.ts';

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
      // A half that must contain the fault is not sent whole again.
      const bodies = ran.asked.map((asked) => asked.body);
      expect(new Set(bodies).size).toBe(bodies.length);
    }
  });

  test('named by index: taken out, the rest goes at once', async () => {
    const ran = await clean({
      messages: messages(1000),
      answer: ({ messages: list }) => {
        const errors = list.flatMap((m, index) =>
          bad(m.key) ? [{ field: `orders[${index}].items[0].sku`, code: 'missing_field' }] : [],
        );
        return errors.length > 0 ? { status: 422, body: { message: 'Validation Failed', errors } } : ok;
      },
    });
    expect([...ran.refused.keys()]).toEqual(Array.from({ length: 10 }, (_, n) => `k${n * 100 + 37}/1`));
    expect(ran.refused.get('k137/1')).toEqual([
      { status: 422, code: 'missing_field', field: 'items[0].sku', message: 'Validation Failed' },
    ]);
    expect(ran.accepted).toHaveLength(990);
  });

  test.each([200, 201, 202, 207])(
    'named under a status of success, %s: refused all the same',
    async (status) => {
      const ran = await clean({
        messages: messages(200),
        answer: ({ messages: list }) => {
          const errors = list.flatMap((m, index) =>
            bad(m.key) ? [{ field: `orders[${index}].status`, code: 'invalid' }] : [],
          );
          return { status, body: { message: 'Validation Failed', errors } };
        },
      });
      expect([...ran.refused.keys()]).toEqual(['k37/1', 'k137/1']);
      expect(ran.refused.get('k37/1')).toMatchObject([{ status, code: 'invalid', field: 'status' }]);
      expect(ran.accepted).toHaveLength(198);
    },
  );

  test('a service that always names the wrong index: the run still ends', async () => {
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

  test('413: what waits for another try is cut to the new size before it is sent again', async () => {
    const failed = new Set<string>();
    const ran = await clean({
      messages: messages(64 + 8 * 50),
      answer: (asked) => {
        if (asked.messages.length < 50 || failed.has(asked.body))
          return asked.body.length > 1000 ? { status: 413 } : ok;
        failed.add(asked.body);
        return { status: 503, ms: 500 };
      },
      options: { concurrency: 1 },
    });
    expect(ran.accepted).toHaveLength(464);
    const whole = ran.asked.filter((asked) => asked.messages.length === 50 && asked.status === 413);
    expect(whole).toHaveLength(1);
  });

  test('413 for a message alone refuses it, and only it', async () => {
    const ran = await clean({
      messages: messages(100),
      answer: (asked) => (holds(asked, 'k60') ? { status: 413 } : ok),
    });
    const large = expect.objectContaining({ status: 413, code: 'too_large' });
    expect([...ran.refused]).toEqual([['k60/1', [large]]]);
    expect(ran.accepted).toHaveLength(99);
  });

  // The right half that is held must be sent, however the left half ends.
  test.each<[string, (asked: Asked) => ReturnType<RunParts['answer']>]>([
    ['accepted', () => ok],
    ['413', () => ({ status: 413 })],
    ['503', () => ({ status: 503 })],
    ['named', () => ({ status: 422, body: { errors: [{ field: 'orders[0]', code: 'x' }] } })],
    ['429', (asked) => (asked.index % 3 === 0 ? ok : { status: 429 })],
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
