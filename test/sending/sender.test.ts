// The sender without faults: all sent once, in batches, within the rate, in order per key.
import { describe, expect, test } from 'vitest';
import { seeded } from '../helpers/random.ts';
import { clean, holds, sizes } from './clean-run.ts';
import { messages, ok } from './hostile-service.ts';

describe('all is well', () => {
  test('everything is accepted once, in batches that ramp to their size', async () => {
    const ran = await clean({ messages: messages(400), answer: () => ok });
    expect(ran.end).toEqual({ kind: 'done' });
    expect(new Set(ran.accepted).size).toBe(400);
    expect(sizes(ran)).toEqual([1, 1, 2, 4, 8, 16, 32, 50, 50, 50, 50, 50, 50, 36]);
    expect(ran.counts).toMatchObject({ total: 14, ok: 14, retried: 0 });
    expect(ran.sourceClosed).toBe(true);
  });

  test('a body never exceeds its bytes, but a message that is larger goes alone', async () => {
    const ran = await clean({ messages: messages(300), answer: () => ok, options: { batchBytes: 200 } });
    for (const asked of ran.asked) expect(asked.body.length).toBeLessThanOrEqual(200);
    const tiny = await clean({ messages: messages(5), answer: () => ok, options: { batchBytes: 10 } });
    expect(sizes(tiny)).toEqual([1, 1, 1, 1, 1]);
    expect(tiny.accepted).toHaveLength(5);
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
    const key = () => `k${Math.floor(random() * 40)}`;
    const list = Array.from({ length: 600 }, (_, version) => ({ key: key(), version }));
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

  test.each([0, 1])(
    'a key that becomes free during a slow read, with %i newer versions after it',
    async (newer) => {
      // The read ends long after the only open request: no other event wakes the loop, and the messages wait for a
      // permit.
      const list = [...messages(64 + 50), { key: 'k113', version: 2 }];
      if (newer) list.push({ key: 'k113', version: 3 });
      const ran = await clean({
        messages: list,
        answer: () => ({ status: 200, ms: 1000 }),
        onRead: async (index, clock) => {
          if (index === 64 + 51) await clock.sleep(5000);
        },
      });
      expect(ran.end.kind).toBe('done');
      expect(ran.accepted).toHaveLength(list.length);
      expect(ran.accepted.slice(-1 - newer)).toEqual(newer ? ['k113/2', 'k113/3'] : ['k113/2']);
    },
  );

  test('during a retry the newer version of the key waits', async () => {
    let failures = 0;
    const ran = await clean({
      messages: [{ key: 'a', version: 1 }, { key: 'a', version: 2 }, ...messages(20)],
      answer: (asked) => (holds(asked, 'a') && failures++ < 3 ? { status: 503 } : ok),
    });
    const sent = ran.asked.flatMap((asked) => asked.messages.filter((m) => m.key === 'a'));
    expect(sent.map(({ version }) => version)).toEqual([1, 1, 1, 1, 2]);
  });
});

describe('the check before sending', () => {
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
