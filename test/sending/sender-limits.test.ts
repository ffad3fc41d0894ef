// Where --max-outage ends a run and where it must not: 401 for every token, the last message in an outage, a pause that
// another process got, a pace that cannot be written.
import { beforeAll, expect, test } from 'vitest';
import { stateFailure } from '../../src/basics/failure.ts';
import { Pacer } from '../../src/sending/pacer.ts';
import { openMachine, type SharedStates, sharedStates } from '../../src/storage/machine.ts';
import { fakeClock } from '../helpers/clock.ts';
import { testPlatform } from '../helpers/platform.ts';
import { clean, holds } from './clean-run.ts';
import { failureOf, messages, ok, type Reply, run } from './hostile-service.ts';

let store: SharedStates;
beforeAll(() => {
  const world = testPlatform();
  store = sharedStates(openMachine(world.platform, world.folders));
});

test('a service that refuses every token and gives out the same one again: exit 4 after two requests', async () => {
  let fetched = 0;
  const ran = await clean({
    messages: messages(5),
    answer: () => ({ status: 401 }),
    tokens: {
      get: async () => 'T',
      async refused() {
        fetched++;
        return 'T';
      },
    },
  });
  expect(failureOf(ran)).toMatchObject({ code: 'auth.token.refused', exitCode: 4 });
  expect([ran.asked.length, fetched]).toEqual([2, 1]);
});

test.each<[string, Reply]>([
  ['drops it', { status: 0, fault: 'dropped', ms: 1 }],
  ['answers it with 503', { status: 503, ms: 1 }],
])(
  'the service goes away with the last message, %s, and comes back: it is sent, not refused',
  async (_how, gone) => {
    let since: number | undefined;
    const ran = await clean({
      messages: messages(80),
      options: { batchSize: 1 },
      answer(asked) {
        if (since === undefined && holds(asked, 'k79')) since = asked.at;
        // What was open by then is still accepted, after the last message has failed for the first time.
        if (since === undefined) return { ...ok, ms: 400 };
        return asked.at < since + 300_000 ? gone : ok;
      },
    });
    expect(ran.refused.size).toBe(0);
    expect(ran.accepted).toHaveLength(80);
  },
);

test('a pause that another process got is reported, and ends with --max-outage', async () => {
  const clock = fakeClock(undefined);
  // hostile-service gives each run its own environment, so here the pause comes from the run's own first answer.
  const ran = await clean({
    messages: messages(1),
    answer: () => ({ status: 429, headers: { 'retry-after': '3600' } }),
    options: { maxOutageMs: 2000 },
  });
  expect(failureOf(ran)).toMatchObject({ code: 'service.unavailable', exitCode: 75 });
  expect(ran.notices).toEqual([{ kind: 'paused', ms: expect.closeTo(3_600_000, -3) }]);
  expect(ran.endedAt).toBeLessThan(3000);

  const random = { unit: () => 0.5, hex: () => '' };
  const of = () => new Pacer({ clock, random, store, environment: 'limited', limit: 600 });
  const [limited, other] = [of(), of()];
  const permit = await limited.acquire();
  limited.answered(permit!, { limited: true, accepted: false, retryAfterMs: 60_000 });
  const pauses: number[] = [];
  const stop = new AbortController();
  const permission = other.acquire(stop.signal, (ms, isNew) => pauses.push(isNew ? ms : -ms));
  // The wait for a token's permit must not delay other callers.
  const silent = other.acquire(stop.signal);
  await clock.advance(2500);
  expect(pauses).toEqual([60_000, -59_000, -58_000]);
  await clock.advance(2500);
  expect([other.pauseMs(), limited.pauseMs()]).toEqual([55_000, 55_000]);
  stop.abort();
  expect([await permission, await silent]).toEqual([undefined, undefined]);
});

test('an answer that was under way does not extend --max-outage for a pause that is longer than --max-outage', async () => {
  const ran = await clean({
    messages: messages(400),
    options: { batchSize: 1, concurrency: 4, maxOutageMs: 900_000 },
    answer: ({ index }) =>
      index === 40 ? { status: 429, headers: { 'retry-after': '3600' }, ms: 5 } : { ...ok, ms: 400 },
  });
  expect(failureOf(ran)).toMatchObject({ exitCode: 75 });
  expect(ran.endedAt).toBeLessThan(920_000);
});

test('a short pause that has ended is no outage, however slowly the input comes afterwards', async () => {
  const ran = await clean({
    messages: messages(3),
    options: { batchSize: 1, maxOutageMs: 5000 },
    answer: ({ index }) => (index === 0 ? { status: 429 } : ok),
    admit: ({ key }) => key !== 'k1',
    onRead: async (index, clock) => {
      if (index === 2) await clock.sleep(20_000);
    },
  });
  expect(ran.end).toEqual({ kind: 'done' });
});

test('an admit that ends the run returns its permit: no other process waits for it', async () => {
  let now = 0;
  const parts = {
    messages: messages(1),
    answer: () => ({ status: 429 }),
    admit() {
      if (now++ > 0) throw stateFailure('state.unusable', 'x', { hint: 'x' });
      return true;
    },
  };
  let written = '';
  const watched: SharedStates = {
    ...store,
    put(key, value) {
      if (key.startsWith('pace/')) written = value;
      store.put(key, value);
    },
  };
  const ran = await run({ ...parts, store: watched });
  expect(failureOf(ran)).toMatchObject({ exitCode: 7 });
  expect(JSON.parse(written)).toMatchObject({ strikes: 1, probeAt: 0 });
});

test('a pace that cannot be written ends the run, but what was accepted is remembered', async () => {
  let broken = false;
  const failing: SharedStates = {
    ...store,
    transaction(work) {
      if (broken) throw stateFailure('state.full', 'no room', { hint: 'x' });
      return store.transaction(work);
    },
  };
  const ran = await run({
    store: failing,
    messages: messages(500),
    options: { batchSize: 10, concurrency: 4 },
    answer({ index }) {
      if (index === 5) return { status: 429 };
      // The permit was written; the answer of the 12th request is the first write that meets the full disk.
      if (index === 12) broken = true;
      return ok;
    },
  });
  expect(failureOf(ran)).toMatchObject({ code: 'state.full', exitCode: 7 });
  expect(ran.stored.size).toBeGreaterThan(10);
  expect(ran.accepted).toHaveLength(ran.stored.size);
});
