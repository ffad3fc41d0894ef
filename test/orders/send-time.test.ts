// What another process had accepted or refused while an order waits for a retry: the comparison before each
// attempt.
import { afterAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../src/storage/ledger.ts';
import { fakeClock } from '../helpers/clock.ts';
import { testPlatform } from '../helpers/platform.ts';
import { ModelDisk, ModelMachine } from './model-disk.ts';
import { versionOf } from './model-orders.ts';
import { ledgerIn, refund, TARGET, upload, type World } from './model-run.ts';
import { Mortal } from './mortal.ts';
import { type Caller, type Mood, OrdersService } from './orders-service.ts';

const { platform: base } = testPlatform();
const [first, second] = [versionOf('SO-1', 0), versionOf('SO-1', 1)];

function makeWorld(keepRefunds: boolean): World {
  const disk = new ModelDisk(base);
  const clock = fakeClock(undefined, { auto: true });
  afterAll(() => disk.close());
  return {
    base,
    clock,
    disk,
    machine: new ModelMachine(),
    // The random numbers give immediate answers and the longest back-off.
    service: new OrdersService(new Ledger(base, disk.open(), TARGET), () => 0.001, 'named', clock, {}),
    random: () => 0.999,
    sending: {
      batchSize: 50,
      limit: Number.POSITIVE_INFINITY,
      lockWaitMs: 0,
      maxOutageMs: 120_000,
      failOn: 'any',
    },
    compare: { force: false, keepRefunds, now: clock.now() },
  };
}

/**
 * A process that meets these moods in sequence, then none. `between` runs when one of its requests has
 * failed.
 */
function caller(world: World, moods: Mood[] = [], between?: () => Promise<unknown>): Caller {
  return {
    mortal: new Mortal('run', world.clock),
    mood: () => moods.shift() ?? 200,
    asksNobody: true,
    accepted: new Map(),
    refused: new Map(),
    onSetback: () => void between?.(),
  };
}

describe('while an order waits for its next try', () => {
  it('a refund was accepted: with --keep-refunds it is added, otherwise the order is refused', async () => {
    for (const keepRefunds of [true, false]) {
      const world = makeWorld(keepRefunds);
      await upload(world, caller(world), { lines: [first] });
      const post = () => refund(world, caller(world), first);
      const done = await upload(world, caller(world, [503], post), { lines: [second] });
      expect(world.service.violations).toEqual([]);
      const { orders, refused } = done!.summary;
      const held = world.service.held.get('SO-1')!;
      expect(held.order.refunds.map(({ identifier }) => identifier)).toEqual(['RF-SO-1-posted']);
      if (keepRefunds) {
        expect(orders.accepted).toBe(1);
        expect(held.updatedAt).toBe(second.updatedAt);
        expect(ledgerIn(world).order('SO-1')).toMatchObject({ updatedAt: second.updatedAt });
      } else expect(refused.by_code).toMatchObject([{ code: 'order.refunds.lost', count: 1 }]);
    }
  });

  it('a newer version was accepted: it is superseded', async () => {
    const world = makeWorld(false);
    const other = () => upload(world, caller(world), { lines: [second] });
    const done = await upload(world, caller(world, [503], other), { lines: [first] });
    expect(done!.summary.orders).toMatchObject({ accepted: 0, superseded: 1 });
    expect(world.service.violations).toEqual([]);
    expect(world.service.asked).toHaveLength(2);
  });

  it('the service refused it: it is not sent again unchanged', async () => {
    const world = makeWorld(false);
    const lines = [versionOf('SO-1', 0, true)];
    const other = () => upload(world, caller(world), { lines });
    const done = await upload(world, caller(world, [503], other), { lines });
    expect(done!.summary.refused.by_code).toMatchObject([{ code: 'refused_before', count: 1 }]);
    expect(world.service.asked).toHaveLength(2);
  });
});

describe('a refund', () => {
  it('is not posted when a newer version was accepted during the wait', async () => {
    const world = makeWorld(false);
    await upload(world, caller(world), { lines: [first] });
    const other = () => upload(world, caller(world), { lines: [second] });
    expect(await refund(world, caller(world, [503], other), first)).toEqual({ kind: 'overtaken' });
    expect(world.service.held.get('SO-1')).toMatchObject({ updatedAt: second.updatedAt });
  });

  it('is posted with new times after a failure when the order has changed since', async () => {
    const world = makeWorld(false);
    await upload(world, caller(world), { lines: [first] });
    await expect(refund(world, caller(world, [403]), first)).rejects.toMatchObject({ exitCode: 4 });
    await upload(world, caller(world), { lines: [second] });
    expect(await refund(world, caller(world), second)).toMatchObject({ kind: 'accepted' });
    expect(world.service.violations).toEqual([]);
    expect(world.service.held.get('SO-1')!.at).toBe(Date.parse(second.updatedAt) + 1000);
    expect(ledgerIn(world).order('SO-1')!.refunds).toHaveLength(1);
  });
});

it('the duration of a run excludes an hour at the prompt', async () => {
  const world = makeWorld(false);
  const confirm = () => world.clock.sleep(3_600_000);
  const done = await upload(world, caller(world), { lines: [first], confirm });
  expect(done!.summary.orders.accepted).toBe(1);
  expect(world.clock.monotonic()).toBeGreaterThan(3_600_000);
  expect(done!.summary.seconds).toBeLessThan(60);
});
