// Early ends of a run: interrupted, a hook that fails, a source that fails.
import { describe, expect, test } from 'vitest';
import { stateFailure } from '../../src/basics/failure.ts';
import { NetworkFault } from '../../src/platform/platform.ts';
import { clean } from './clean-run.ts';
import { failureOf, messages, ok, type RunParts, unnamed } from './hostile-service.ts';

describe('interruptions', () => {
  test('what is open is finished, nothing new is begun', async () => {
    const ran = await clean({
      messages: messages(90_000),
      answer: () => ({ status: 200, ms: 3000 }),
      interruptAt: 40_000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(Math.max(...ran.asked.map((asked) => asked.at))).toBeLessThanOrEqual(40_000);
    expect(ran.accepted.length).toBe(ran.asked.reduce((sum, asked) => sum + asked.messages.length, 0));
    expect(ran.endedAt).toBeLessThanOrEqual(43_100);
    expect(ran.sourceClosed).toBe(true);
  });

  const WAITS: [string, Partial<RunParts>][] = [
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
  ];
  test.each(WAITS)('while waiting for %s it ends at once', async (_, parts) => {
    const ran = await clean({ messages: messages(500), answer: () => ok, ...parts, interruptAt: 20_000 });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(ran.endedAt).toBeLessThanOrEqual(20_050);
  });

  test.each(WAITS)('while waiting for %s it gives its turn to a run that asks', async (_, parts) => {
    let passedAt = 0;
    const ran = await clean({
      ...{ messages: messages(500), answer: () => ok, ...parts, interruptAt: 25_000 },
      turn: (clock) => ({
        isAsked: () => clock.monotonic() >= 20_000 && passedAt === 0,
        async pass() {
          passedAt = clock.monotonic();
        },
      }),
    });
    expect(passedAt).toBeGreaterThanOrEqual(20_000);
    expect(passedAt).toBeLessThanOrEqual(20_550);
    expect(ran.asked.filter(({ at }) => at > 20_000 && at < passedAt)).toEqual([]);
  });

  test.each(WAITS)('while waiting for %s it ends when its time is over', async (_, parts) => {
    const options = { endsAt: 20_000 };
    const ran = await clean({ messages: messages(500), answer: () => ok, ...parts, options });
    expect(failureOf(ran)).toMatchObject({ code: 'run.duration', exitCode: 75 });
    expect(ran.endedAt).toBeLessThanOrEqual(20_050);
  });

  test('when its time is over while another run has the turn, it ends', async () => {
    const ran = await clean({
      ...{ messages: messages(500), answer: () => ok, options: { endsAt: 20_000 } },
      turn: (clock) => ({
        isAsked: () => clock.monotonic() >= 100,
        async pass(waitMs) {
          await clock.sleep(waitMs);
          throw stateFailure('state.locked', 'No turn', { hint: 'Wait.' });
        },
      }),
    });
    expect(failureOf(ran)).toMatchObject({ code: 'run.duration', exitCode: 75 });
    expect(ran.endedAt).toBe(20_000);
  });

  test('a request that is aborted when draining ends counts as one without an answer', async () => {
    const unanswered: string[] = [];
    const ran = await clean({
      messages: messages(500),
      holds: {
        begin: (given) => (end) => {
          if (end === 'unknown') unanswered.push(...given.map(({ key }) => key));
        },
        of: () => new Map(),
        patienceMs: 0,
        left: () => stateFailure('left', 'Left', { hint: 'Wait.' }),
      },
      answer: (asked) => (asked.index > 4 ? { status: 200, ms: 3_600_000 } : ok),
      interruptAt: 5_000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    const { total, retried: _, ...parts } = ran.counts;
    expect(parts.network).toBeGreaterThan(0);
    expect(unanswered.sort()).toEqual(
      ran.asked
        .slice(5)
        .flatMap((asked) => asked.messages.map(({ key }) => key))
        .sort(),
    );
    expect(Object.values(parts).reduce((a, b) => a + b, 0)).toBe(total);
  });

  test('when the source hangs, the run ends with the draining', async () => {
    const ran = await clean({
      messages: messages(50),
      answer: () => ok,
      onRead: (index) => (index === 5 ? new Promise<void>(() => {}) : undefined),
      interruptAt: 20_000,
    });
    expect(ran.end).toEqual({ kind: 'interrupted' });
    expect(ran.endedAt).toBe(30_000);
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

  test('a full disk is not hidden by an interruption or by too many refusals', async () => {
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
      answer: (asked) =>
        asked.index < 10 ? { status: 200, ms: 10 } : asked.index === 10 ? { status: 200, ms: 5000 } : unnamed,
      options: { maxRefused: 0, concurrency: 4 },
      onAccepted: async () => {
        if (++acknowledged > 10) throw disk();
      },
    });
    expect(failureOf(stopped).exitCode).toBe(7);
  });
  let started = 0;
  let acknowledged = 0;

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

  test('a source that fails ends the run with its failure; what is open is settled', async () => {
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
