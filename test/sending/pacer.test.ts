// The pace at work: two pacers, as of two processes, on one real store, in fake time.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/platform.ts';
import { Pacer, type Permit } from '../../src/sending/pacer.ts';
import { openMachine, sharedStates } from '../../src/storage/machine.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { type FakeClock, fakeClock, type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { seeded } from '../helpers/random.ts';

let world: TestPlatform;
let clock: FakeClock;
let stores: Database[];
beforeEach(() => {
  world = testPlatform();
  clock = fakeClock();
  stores = [];
});

/** A pacer with its own handle of the store that all processes share. */
function pacer(limit: number, environment = 'sandbox'): Pacer {
  const store = openMachine(world.platform, world.folders);
  stores.push(store);
  atEndOfTest(() => store.close());
  const unit = seeded(stores.length);
  const late = seeded(100 + stores.length);
  // Timers of real processes are up to 2 ms late. Without that, the same process would always get the permit.
  const own = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms + late() * 2, signal),
  };
  return new Pacer({
    clock: own,
    random: { unit, hex: () => '' },
    store: sharedStates(store),
    environment,
    limit,
  });
}

/** Sends as fast as permitted until stopped; every answer comes after 30 ms. */
function sender(of: Pacer, answer: (at: number) => 'ok' | 'limited' | 'lost' = () => 'ok') {
  const sent: number[] = [];
  const stop = new AbortController();
  const answered = async (permit: Permit) => {
    const outcome = answer(permit.startedAt);
    await clock.sleep(30);
    of.answered(permit, {
      limited: outcome === 'limited',
      accepted: outcome === 'ok',
      ...(outcome === 'lost' ? { lost: true } : {}),
    });
  };
  const done = (async () => {
    for (;;) {
      const permit = await of.acquire(stop.signal);
      if (!permit) return;
      sent.push(permit.startedAt);
      void answered(permit);
    }
  })();
  const halt = () => {
    stop.abort();
    return done;
  };
  return { sent, stop: halt };
}

describe('two processes', () => {
  test('share one limit, also across a restart of one of them', async () => {
    const first = sender(pacer(600));
    const second = sender(pacer(600));
    await clock.advance(45_000);
    await second.stop();
    const third = sender(pacer(600));
    await clock.advance(75_000);
    await Promise.all([first.stop(), third.stop()]);
    const all = [...first.sent, ...second.sent, ...third.sent];
    expect(mostIn60s(all)).toBeLessThanOrEqual(0.968 * 600);
    expect(all.length / 2).toBeGreaterThanOrEqual(0.94 * 600);
    for (const one of [first, second, third]) expect(one.sent.length).toBeGreaterThan(100);
  });

  test('of two environments do not', async () => {
    const both = [sender(pacer(600)), sender(pacer(600, 'local'))];
    await clock.advance(60_000);
    for (const one of both) {
      await one.stop();
      expect(one.sent.length).toBeGreaterThan(0.94 * 600);
    }
  });

  test('a 429 to one stops both; one probe of the two goes, and both go on after it', async () => {
    const bad = (at: number) => (at >= 10_000 && at < 10_100 ? ('limited' as const) : ('ok' as const));
    const both = [sender(pacer(2500), bad), sender(pacer(2500), bad)];
    await clock.advance(20_000);
    for (const one of both) await one.stop();
    const all = both.flatMap((one) => one.sent).sort((a, b) => a - b);
    const silent = all.filter((at) => at > 10_060 && at < 10_750);
    expect(silent).toEqual([]);
    const after = all.filter((at) => at >= 10_750);
    // The probe alone, until it is answered.
    expect(after[1]! - after[0]!).toBeGreaterThanOrEqual(30);
    expect(after.length).toBeGreaterThan(50);
  });
});

test('after a lost probe the next one starts at once, and the strike stays', async () => {
  const mine = pacer(2500);
  const first = await mine.acquire();
  mine.answered(first!, { limited: true, accepted: false });
  const waiting = mine.acquire();
  await clock.advance(1100);
  const probe = await waiting;
  expect(probe?.probe).toBe(true);
  mine.answered(probe!, { limited: false, accepted: false, lost: true });
  const next = mine.acquire();
  // With nothing accepted so far the ceiling is at its minimum: a permit takes more than a second, but not 30.
  await clock.advance(3000);
  expect((await next)?.probe).toBe(true);
});

test('waiting ends when the signal says so, and the permit is not used up', async () => {
  const mine = pacer(10);
  await mine.acquire();
  const stop = new AbortController();
  const waiting = mine.acquire(stop.signal);
  await clock.advance(1000);
  stop.abort();
  expect(await waiting).toBeUndefined();
  const next = mine.acquire();
  await clock.advance(6000);
  expect((await next)?.startedAt).toBeLessThan(7010);
});

test('a damaged record is as good as none', async () => {
  const mine = pacer(10);
  sharedStates(stores[0]!).put('pace/sandbox', '{"due":"soon"');
  expect((await mine.acquire())?.startedAt).toBe(0);
});

test('it counts what this process did', async () => {
  const mine = pacer(600);
  const one = sender(mine);
  await clock.advance(90_000);
  await one.stop();
  expect(mine.maxIn60s()).toBe(mostIn60s(one.sent));
  expect(mine.inLast60s()).toBeGreaterThan(0.94 * 600);
  expect(mine.pausedSeconds()).toBe(0);
});
