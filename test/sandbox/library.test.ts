// The acts as methods of `returns-cli/sandbox`: the same documents as over HTTP, and an error for what cannot be.
import { afterEach, describe, expect, test } from 'vitest';
import { createReceiver } from '../../src/receiver/index.ts';
import {
  RefusedAct,
  runScenarios,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../src/sandbox/index.ts';
import { makeRetailer } from './retailer.ts';

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

async function withOrders(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: 'manual', rateLimit: 'off', ...options });
  open.push(sandbox);
  const [order = ''] = sandbox.seed({ orders: 5 }).examples;
  return { sandbox, order };
}

test('two advances at the same time move the clock by both', async () => {
  const { sandbox } = await withOrders({ clockStart: Date.UTC(2026, 2, 10, 9) });
  await Promise.all([sandbox.clock.advance('1h'), sandbox.clock.advance('1h')]);
  expect(sandbox.clock.show().now).toBe('2026-03-10T11:00:00Z');
  // A refusal does not hold up who comes after it.
  const past = sandbox.clock.at('2026-03-10T10:00:00Z');
  const later = sandbox.clock.advance('1h');
  await expect(past).rejects.toMatchObject({ code: 'clock.past' });
  expect((await later).now).toBe('2026-03-10T12:00:00Z');
});

test('a subscriber that throws changes nothing for others, and is reported', async () => {
  const retailer = await makeRetailer();
  const defects: unknown[] = [];
  const { sandbox, order } = await withOrders({
    customerUrl: retailer.url,
    onDefect: (error) => defects.push(error),
  });
  let changes = 0;
  sandbox.subscribe(() => {
    throw new Error('mine');
  });
  sandbox.subscribe(() => void changes++);
  const answer = await sandbox.handle({
    ...{ method: 'GET', target: '/orders', headers: {}, rawHeaders: [], body: new Uint8Array() },
    ...{ truncated: false, remoteAddress: '127.0.0.1' },
  });
  expect([answer.status, changes, defects]).toEqual([404, 1, [new Error('mine')]]);
  await sandbox.startReturn({ order });
  await sandbox.clock.runUntilIdle();
  expect(sandbox.deliveries.list().counts).toMatchObject({ delivered: retailer.heard.length, waiting: 0 });
  expect(changes).toBeGreaterThan(1);
  expect(defects).toHaveLength(changes);
});

test('a subscriber acts on the sandbox, outside of the transaction that it hears of', async () => {
  const retailer = await makeRetailer();
  const { sandbox, order } = await withOrders({ customerUrl: retailer.url });
  let isFirst = true;
  sandbox.subscribe(() => {
    if (!isFirst) return;
    isFirst = false;
    sandbox.seed({ orders: 1, seed: 7 });
    throw new Error('mine');
  });
  const before = sandbox.stats().orders.snapshots;
  await sandbox.startReturn({ order });
  await sandbox.clock.runUntilIdle();
  expect([sandbox.stats().orders.snapshots, isFirst]).toEqual([before + 1, false]);
  expect(sandbox.deliveries.list().counts.delivered).toBe(retailer.heard.length);
});

test('without bodies, an act on an order says so', async () => {
  const { sandbox, order } = await withOrders({ keepBodies: false });
  expect(() => sandbox.returnable(order)).toThrow(/does not keep the bodies of orders/);
  expect(() => sandbox.returnable('none')).toThrow(/has no order "?none/);
});

describe('what cannot be', () => {
  test('throws RefusedAct with code and assumptions, and changes nothing', async () => {
    const { sandbox, order } = await withOrders();
    sandbox.assumptions({ return_window: '1h' });
    const refused = sandbox.startReturn({ order });
    await expect(refused).rejects.toBeInstanceOf(RefusedAct);
    await expect(refused).rejects.toMatchObject({ code: 'return.window', assumed: ['return_window'] });
    expect(sandbox.rmas().rmas).toEqual([]);
    await expect(sandbox.startReturn({ order: 'none' })).rejects.toMatchObject({ code: 'order.unknown' });
    expect(() => sandbox.carrier('RMA-0', 'scan')).toThrow(/There is no RMA/);
    expect(() => sandbox.deliveries.redeliver('D-0')).toThrow(/There is no delivery/);
  });
});

test('a misspelt option, or a value that it does not take, is a TypeError that says what is meant', async () => {
  const wrong = (options: object) => startSandbox(options as SandboxOptions);
  await expect(wrong({ clok: 1, clock: 'manual' })).rejects.toThrow(
    'startSandbox has no option clok. Did you mean "clock"?',
  );
  await expect(wrong({ clock: 'manuel' })).rejects.toThrow(
    "startSandbox: clock must be 'real' or 'manual', found \"manuel\"",
  );
  await expect(wrong({ port: '4500' })).rejects.toThrow('port must be a number, found "4500"');
  await expect(createReceiver({ onRMA() {} } as object)).rejects.toThrow(
    'createReceiver has no option onRMA. Did you mean "onRma"?',
  );
  await expect(runScenarios('keep', { waitMs: 1 } as never)).rejects.toThrow(
    'runScenarios has no option waitMs',
  );
});
