// Several commands send to one target: who goes in between a long upload, and who is turned away. Real processes, a real
// ledger. Random schedules of the same, with kills and a full disk: test/orders/model.test.ts.
import { expect, test } from 'vitest';
import { stateFailure } from '../../src/basics/failure.ts';
import type { Order } from '../../src/contract/order.ts';
import type { Database } from '../../src/platform/platform.ts';
import { Turn } from '../../src/runs/turn.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { type Cli, makeCli, type Started, until } from '../helpers/cli.ts';
import { orders, received, sandbox, useOrderDesk } from '../helpers/order-desk.ts';
import { testPlatform } from '../helpers/platform.ts';

useOrderDesk();

const BACKFILL = ['orders', 'upload', 'backfill.json', '--batch-size', '1', '--yes', '--json'];

/** A backfill of 60 orders, one a request, that has sent its first ones; each request takes a while. */
async function backfill(cli: Cli, delay = 50): Promise<Started> {
  cli.file('backfill.json', JSON.stringify(orders(60)));
  sandbox.setFaults([{ on: 'orders', do: { delay } }]);
  const run = cli.start([...BACKFILL, '--concurrency', '1']);
  await until(() => sandbox.orders().length >= 3, 'three orders');
  return run;
}

const orderOf = (id: string) => sandbox.orders().find((order) => order.identifier === id)?.order as Order;

test('a delta and a refund go in between the batches of a backfill, and nothing newer is overtaken', async () => {
  const cli = makeCli({ target: sandbox, env: { RETURNS_RATE: 'off' } });
  // Slow until the others are through, however slow this machine is.
  const long = await backfill(cli, 200);
  const newer = { updated_at: '2026-05-03T12:00:00Z', raw_status: 'newer' };
  cli.file('delta.json', JSON.stringify(orders(58, () => newer).slice(55)));
  const delta = await cli.json(['orders', 'upload', 'delta.json', '--yes']);
  expect(delta).toMatchObject({ exit: 0, orders: { accepted: 3 } });
  const refund = await cli.json(['orders', 'refund', 'SO-59', '--from', 'backfill.json', '--yes']);
  expect(refund).toMatchObject({ exit: 0, state: 'accepted' });
  // Both were through while the backfill was at work, and it is listed as running.
  expect(sandbox.orders().length).toBeLessThan(60);
  expect((await cli.json(['runs', 'list']))['runs']).toMatchObject([{}, {}, { state: 'running' }]);
  sandbox.setFaults([]);
  const ended = await long.ended;
  expect(JSON.parse(ended.stdout)).toMatchObject({
    exit_code: 0,
    state: 'completed',
    balanced: true,
    orders: { accepted: 56, superseded: 4, refused: 0, pending: 0 },
  });
  expect(sandbox.orders().length).toBe(60);
  for (const id of ['SO-56', 'SO-57', 'SO-58']) expect(orderOf(id)).toMatchObject(newer);
  expect(orderOf('SO-59').refunds).toHaveLength(1);
  expect(received().length).toBe(56 + 3 + 1);
});

test('the same command twice: the second is turned away at once, or waits with --lock-wait', async () => {
  const cli = makeCli({ target: sandbox, env: { RETURNS_RATE: 'off' } });
  const long = await backfill(cli);
  const began = Date.now();
  const second = await cli.json([...BACKFILL, '--concurrency', '1']);
  expect(second).toMatchObject({
    exit: 7,
    code: 'state.locked',
    hint: expect.stringContaining('--lock-wait'),
  });
  expect(second['message']).toContain('backfill.json');
  expect(sandbox.orders().length).toBeLessThan(60);
  expect(Date.now() - began).toBeLessThan(10_000);
  const third = await cli.json([...BACKFILL, '--concurrency', '1', '--lock-wait', '1m']);
  expect(third).toMatchObject({ exit: 0, orders: { accepted: 0, already_accepted: 60 } });
  expect((await long.ended).code).toBe(0);
  expect(received().length).toBe(60);
});

test('a run that was let in and is killed keeps nobody waiting', async () => {
  const cli = makeCli({ target: sandbox, env: { RETURNS_RATE: 'off' } });
  const long = await backfill(cli);
  cli.file('more.json', JSON.stringify(orders(80).slice(60)));
  sandbox.setFaults([
    { on: 'orders', match: '"SO-61"', do: { delay: 60_000 } },
    { on: 'orders', do: { delay: 20 } },
  ]);
  const guest = cli.start(['orders', 'upload', 'more.json', '--yes', '--json']);
  await until(() => sandbox.requests().some(({ orders }) => orders.includes('SO-61')), 'the other run');
  guest.child.kill('SIGKILL');
  await guest.ended;
  expect(JSON.parse((await long.ended).stdout)).toMatchObject({ exit_code: 0, orders: { accepted: 60 } });
});

test('a look that waited 20 s for a locked store is not repeated for 200 s', async () => {
  const { platform } = testPlatform();
  let now = 0;
  const clock = { ...platform.clock, monotonic: () => now };
  const store = openLedgerStore(platform, foldersOf(platform));
  let looks = 0;
  let isLocked = false;
  const slow: Database = {
    ...store,
    transaction(work, how) {
      if (!isLocked) return store.transaction(work, how);
      looks++;
      now += 20_000;
      throw stateFailure('state.busy', 'database is locked', { hint: 'Wait.' });
    },
  };
  const options = { purpose: 'uploads', command: 'a', waitMs: 0, signal: new AbortController().signal };
  const turn = await Turn.begin({ ...platform, clock }, slow, { of: 'upload/x', shard: 'all' }, options);
  isLocked = true;
  expect(turn.isAsked()).toBe(false);
  now += 179_000;
  expect(turn.isAsked()).toBe(false);
  expect(looks).toBe(1);
  now += 2000;
  turn.isAsked();
  expect(looks).toBe(2);
  isLocked = false;
  turn.close();
  store.close();
});
