// A request that ended without an answer may still be stored, also after a repeat of it was accepted. Until 60 s later nobody
// sends another version of its orders. In simulated time with the real code, then the same with real commands and sockets.
import { afterAll, describe, expect, it } from 'vitest';
import type { ServerAnswer } from '../../src/platform/platform.ts';
import { Ledger } from '../../src/storage/ledger.ts';
import { makeCli } from '../helpers/cli.ts';
import { fakeClock } from '../helpers/clock.ts';
import { orders } from '../helpers/order-desk.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { ModelDisk, ModelMachine } from './model-disk.ts';
import { versionOf } from './model-orders.ts';
import { refund, TARGET, upload, type World } from './model-run.ts';
import { Mortal } from './mortal.ts';
import { type Caller, type Mood, OrdersService } from './orders-service.ts';

const { platform: base } = testPlatform();
const COUNT = 12;
const ids = Array.from({ length: COUNT }, (_, i) => `SO-${i + 1}`);
const [first, second] = [0, 1].map((number) => ids.map((id) => versionOf(id, number))) as [
  ReturnType<typeof versionOf>[],
  ReturnType<typeof versionOf>[],
];

/** `lateMs`: how long after its end a request is stored that got no answer. */
function makeWorld({ lateMs = 9000, lockWaitMs = 0, concurrency = 4, batchSize = 1 } = {}): World {
  const disk = new ModelDisk(base);
  const clock = fakeClock(undefined, { auto: true });
  afterAll(() => disk.close());
  const service = new OrdersService(
    new Ledger(base, disk.open(), TARGET),
    () => (lateMs - 2000) / 38_000,
    'named',
    clock,
    {},
  );
  return {
    ...{ base, clock, disk, machine: new ModelMachine(), service, random: () => 0.5 },
    sending: {
      ...{ batchSize, concurrency, lockWaitMs, limit: Number.POSITIVE_INFINITY },
      ...{ maxOutageMs: 120_000, failOn: 'any' },
    },
    compare: { force: false, keepRefunds: true, now: clock.now() },
  };
}

let runs = 0;
const caller = (
  { clock }: World,
  moods: Readonly<Record<number, Mood>> = {},
  ends: ConstructorParameters<typeof Mortal>[2] = {},
): Caller => {
  let requests = 0;
  return {
    mortal: new Mortal(`run-${++runs}`, clock, ends),
    mood: () => moods[++requests] ?? 200,
    accepted: new Map(),
    refused: new Map(),
  };
};

const held = ({ service }: World) => ids.map((id) => service.held.get(id)?.updatedAt);
const timesOf = (versions: readonly { readonly updatedAt: string }[]) => versions.map((v) => v.updatedAt);
/** Nothing went wrong on the way, and the service holds the second version of every order. */
function expectSecond(world: World): void {
  expect(world.service.violations).toEqual([]);
  expect(held(world)).toEqual(timesOf(second));
}
/** With four requests open, the tenth and eleventh get no answer. */
const TWO_LATE = { 10: 'stored after', 11: 502 } as const;

describe.each([2000, 9000, 25_000, 40_000])('stored %i ms after its end', (lateMs) => {
  it('a delta sends the others at once, and leaves these pending', async () => {
    const world = makeWorld({ lateMs });
    const host = await upload(world, caller(world, TWO_LATE), { lines: first });
    expect(host!.summary).toMatchObject({ exit_code: 0, orders: { accepted: COUNT } });
    const delta = await upload(world, caller(world), { lines: second });
    expect(delta!.summary).toMatchObject({
      exit_code: 75,
      state: 'partial',
      orders: { accepted: COUNT - 2, pending: 2 },
      error: { code: 'orders.in_doubt', reason: 'in_doubt' },
    });
    await world.clock.sleep(60_000);
    const again = await upload(world, caller(world), { lines: second });
    expect(again!.summary).toMatchObject({
      exit_code: 0,
      orders: { accepted: 2, already_accepted: COUNT - 2 },
    });
    await world.clock.sleep(60_000);
    expectSecond(world);
  });

  it('with --lock-wait a delta waits for them, and gives the turn to others meanwhile', async () => {
    const world = makeWorld({ lateMs, lockWaitMs: 120_000 });
    await upload(world, caller(world, TWO_LATE), { lines: first });
    const begun = world.clock.monotonic();
    const delta = upload(world, caller(world), { lines: second });
    await world.clock.sleep(5000);
    const other = await upload(world, caller(world), { lines: [versionOf('SO-99', 0)] });
    expect(other!.summary).toMatchObject({ exit_code: 0, orders: { accepted: 1 } });
    expect(world.clock.monotonic() - begun).toBeLessThan(20_000);
    expect((await delta)!.summary).toMatchObject({ exit_code: 0, orders: { accepted: COUNT } });
    await world.clock.sleep(60_000);
    expectSecond(world);
  });

  it('a refund of one is turned away with the time, a refund of another is posted', async () => {
    const world = makeWorld({ lateMs });
    await upload(world, caller(world, TWO_LATE), { lines: first });
    expect(await refund(world, caller(world), first[0]!)).toMatchObject({ kind: 'accepted' });
    await expect(refund(world, caller(world), first[9]!)).rejects.toMatchObject({
      code: 'refund.in_doubt',
      exitCode: 7,
      hint: expect.stringMatching(/again in \d+ s, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/),
    });
    await world.clock.sleep(60_000);
    expect(await refund(world, caller(world), first[9]!)).toMatchObject({ kind: 'accepted' });
    await world.clock.sleep(60_000);
    expect(world.service.violations).toEqual([]);
    expect(world.service.held.get('SO-10')!.order.refunds).toHaveLength(1);
  });
});

it('the same version is sent again at once, by this run and by the next', async () => {
  const world = makeWorld();
  const moods = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [i + 1, 'stored after' as const]));
  const failed = await upload(world, caller(world, moods), { lines: first });
  expect(failed!.summary).toMatchObject({ exit_code: 75, error: { code: 'service.unavailable' } });
  const begun = world.clock.monotonic();
  const again = await upload(world, caller(world), { lines: first });
  expect(again!.summary).toMatchObject({ exit_code: 0, orders: { pending: 0 } });
  expect(world.clock.monotonic() - begun).toBeLessThan(60_000);
});

it('a connection that was refused puts nothing in doubt', async () => {
  const world = makeWorld();
  const post = world.service.postOf.bind(world.service);
  world.service.postOf = (who) => async (body, token, signal) => {
    try {
      return await post(who)(body, token, signal);
    } catch (error) {
      throw Object.assign(error as Error, { cause: { code: 'ECONNREFUSED' } });
    }
  };
  await upload(world, caller(world, { 10: 'lost' }), { lines: first });
  const delta = await upload(world, caller(world), { lines: second });
  expect(delta!.summary).toMatchObject({ exit_code: 0, orders: { accepted: COUNT } });
});

it('an answer of the service puts nothing in doubt, one of a gateway does', async () => {
  for (const [mood, code] of [
    [500, 0],
    [503, 0],
    [429, 0],
    [502, 75],
    ['lost', 75],
  ] as const) {
    const world = makeWorld();
    await upload(world, caller(world, { 10: mood }), { lines: first });
    const delta = await upload(world, caller(world), { lines: second });
    expect([mood, delta!.summary.exit_code]).toEqual([mood, code]);
  }
});

it.each(['interrupt', 'kill'] as const)(
  'a request that is called off at a signal, or whose process is killed, is in doubt: %s',
  async (end) => {
    let left = 0;
    for (let tick = 40; tick < 100; tick += 4) {
      const world = makeWorld({ concurrency: 1 });
      await upload(world, caller(world, { 3: 'late stored' }, { [end]: tick }), { lines: first });
      const delta = await upload(world, caller(world), { lines: second });
      if (delta!.summary.error?.code === 'orders.in_doubt') left++;
      await world.clock.sleep(60_000);
      await upload(world, caller(world), { lines: second });
      expectSecond(world);
    }
    expect(left).toBeGreaterThan(0);
  },
);

it('with real commands: a delta, a refund, and afterwards nothing older has won', async () => {
  const late: (() => Promise<ServerAnswer>)[] = [];
  let opened = 0;
  const sandbox = await sandboxFor({}, async (count, answer) => {
    opened = count;
    if (count !== 10 && count !== 11) return await answer();
    late.push(answer);
    return await new Promise<ServerAnswer>(() => {});
  });
  const cli = makeCli({ target: sandbox, env: { RETURNS_RATE: 'off' } });
  cli.file('v1.json', JSON.stringify(orders(20)));
  const newer = { updated_at: '2026-05-03T12:00:00Z', raw_status: 'newer' };
  cli.file('v2.json', JSON.stringify(orders(20, () => newer)));
  const host = await cli.json([
    ...['orders', 'upload', 'v1.json', '--yes', '--batch-size', '1'],
    ...['--concurrency', '4', '--timeout', '500ms'],
  ]);
  expect(host).toMatchObject({ exit: 0, orders: { accepted: 20 } });
  expect([late.length, opened]).toEqual([2, 22]);
  const delta = await cli.json<{ error: { message: string; hint: string } }>([
    'orders',
    'upload',
    'v2.json',
    '--yes',
  ]);
  expect(delta).toMatchObject({
    exit: 75,
    orders: { accepted: 18, pending: 2 },
    error: { code: 'orders.in_doubt' },
    resume: expect.stringContaining('returns orders upload v2.json'),
  });
  const names = [.../"(SO-\d+)"/g[Symbol.matchAll](delta.error.message)].map(([, name]) => name!);
  expect(names).toHaveLength(2);
  const text = await cli.run(['orders', 'refund', names[0]!, '--from', 'v1.json', '--yes']);
  expect(text).toMatchObject({ code: 7 });
  expect(text.stderr).toMatch(/cannot be refunded yet.*\n.*again in \d+ s/);
  for (const answer of late) await answer();
  const versions = (id: string) => sandbox.order(id)!.versions.map(({ updated_at }) => updated_at);
  for (const id of names) expect(new Set(versions(id))).toEqual(new Set(['2026-05-02T12:00:00Z']));
});
