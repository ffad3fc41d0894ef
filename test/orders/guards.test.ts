// What stops or limits an upload before it does damage: expectations, canary, --fail-on, a changed mapping,
// forget.

import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import {
  call,
  json,
  orders,
  received,
  sandbox,
  statusOf,
  useOrderDesk,
  write,
} from '../helpers/order-desk.ts';

useOrderDesk();

async function upload(list: readonly Order[], ...flags: string[]) {
  write(list);
  const { code, out, err } = await call('orders', 'upload', 'orders.json', '--json', ...flags);
  return { code, out: JSON.parse(out), err };
}

it('the plan counts the requests, also those that small batches make', async () => {
  write(orders(30));
  expect((await call('orders', 'check', 'orders.json')).out).toContain(' 6 requests');
  const { err } = await call('orders', 'upload', 'orders.json', '--batch-size', '3');
  expect(received().length).toBe(12);
  expect(err).toContain(' 12 requests');
});

it('an order is shown with the versions before it, all in the same words', async () => {
  await upload(orders(1));
  await upload(orders(1, () => ({ updated_at: '2026-05-03T12:00:00Z' })));
  const { accepted, history } = await json('orders', 'show', 'SO-1', '--history');
  expect(accepted.updated_at).toBe('2026-05-03T12:00:00Z');
  expect(history).toEqual([expect.objectContaining({ updated_at: '2026-05-02T12:00:00Z' })]);
  expect(Object.keys(accepted)).toEqual(expect.arrayContaining(Object.keys(history[0])));
});

describe('--force without a terminal', () => {
  const deeds = [
    ['orders upload', 'orders.json'],
    ['asns update', 'A-1 --status shipped'],
  ] as const;

  it('of every command that sends needs --yes: nothing is asked of the service before, not even a token', async () => {
    write(orders(2));
    for (const [command, args] of deeds) {
      const line = [...command.split(' '), ...args.split(' '), '--force'];
      expect(await json(...line)).toMatchObject({
        code: 'usage.question',
        exit: 2,
        hint: expect.stringContaining('--yes') as string,
      });
      expect(await json(...line, '--no-input')).toMatchObject({ code: 'usage.question', exit: 2 });
    }
    expect(sandbox.requests(0)).toEqual([]);
    expect(await json('orders', 'upload', 'orders.json', '--force', '--dry-run')).toMatchObject({ exit: 0 });
    expect(sandbox.requests(0)).toEqual([]);
    expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ exit: 0, orders: { accepted: 2 } });
    expect(await json('orders', 'upload', 'orders.json', '--force', '--yes')).toMatchObject({
      exit: 0,
      orders: { accepted: 2 },
    });
  });

  it('these are all such commands, and their help says it', async () => {
    const { commands } = await json('help');
    const forced = (commands as { command: string; flags: { flag: string; text: string }[] }[]).flatMap(
      ({ command, flags }) =>
        flags.filter(({ flag }) => flag === '--force').map(({ text }) => [command, text] as const),
    );
    expect(forced.map(([command]) => command).sort()).toEqual([
      'asns update',
      'orders check',
      'orders upload',
    ]);
    for (const [command] of deeds) expect(Object.fromEntries(forced)[command]).toContain('--yes');
  });
});

describe('--canary', () => {
  it('sends that many orders, names orders to look at, and the run without it sends the rest', async () => {
    const first = await upload(orders(20), '--canary', '3');
    expect(first).toMatchObject({
      code: 0,
      out: {
        state: 'partial',
        orders: { accepted: 3, pending: 17 },
        canary: ['SO-1', 'SO-2', 'SO-3'],
        balanced: true,
      },
    });
    expect(first.err).toContain('SO-1, SO-2, SO-3');
    expect(first.err).toContain(`returns orders forget --run ${first.out.run}`);
    expect(first.out.resume).toMatch(/^returns orders upload /);
    expect(first.out.resume).not.toMatch(/canary|\b3\b/);
    expect(sandbox.orders()).toHaveLength(3);
    expect(await upload(orders(20))).toMatchObject({
      code: 0,
      out: { orders: { accepted: 17, already_accepted: 3 } },
    });
  });
});

describe('other content under the same updated_at', () => {
  /** What was accepted, with `unmoved` orders changed as they are, and `newer` ones under a later time. */
  const changed = (unmoved: number, newer: number) =>
    orders(39, (i) => ({
      ...(i < unmoved + newer ? { note: 'changed' } : {}),
      ...(i >= unmoved && i < unmoved + newer ? { updated_at: '2026-05-03T12:00:00Z' } : {}),
    }));
  const dryRun = async (unmoved: number, newer: number) => {
    const { out: planned } = await upload(changed(unmoved, newer), '--dry-run');
    const { out } = await call('orders', 'check', 'orders.json');
    const row = /^ {2}changed .*$/m.exec(out)?.[0];
    return { counted: planned.changed, wouldStop: planned.would_stop?.code, row };
  };

  it('is always counted in the plan, and stops the run when it is more than half', async () => {
    await upload(orders(39));
    expect(await dryRun(19, 2)).toEqual({
      counted: { newer: 2, same_updated_at: 19, orders: [] },
      row: expect.stringMatching(/changed +21 +2 newer, 19 under the same updated_at$/),
    });
    expect(await dryRun(1, 0)).toMatchObject({
      counted: { newer: 0, same_updated_at: 1 },
      row: expect.stringMatching(/changed +1 +1 under the same updated_at$/),
    });
    expect(await dryRun(0, 2)).toEqual({ counted: { newer: 2, same_updated_at: 0, orders: [] } });
    expect(await dryRun(21, 0)).toMatchObject({ wouldStop: 'upload.mapping_changed' });
  });
});

describe('--fail-on', () => {
  it('distinguishes new refusals from those of the run before', async () => {
    const list = orders(4, (i) => (i === 2 ? { total_amount_cents: 1 } : {}));
    sandbox.setFaults([
      {
        on: 'orders',
        match: '"SO-2"',
        do: {
          status: 422,
          body: { message: 'Validation Failed', errors: [{ field: 'orders[0].tags', code: 'invalid' }] },
        },
      },
    ]);
    expect(await upload(list, '--batch-size', '1')).toMatchObject({
      code: 3,
      out: { orders: { refused: 2, accepted: 2 } },
    });
    const before = received().length;
    const again = await upload(list, '--batch-size', '1', '--fail-on', 'new');
    expect(again.out).toMatchObject({
      orders: { refused: 2 },
      refused: {
        by_code: expect.arrayContaining([expect.objectContaining({ code: 'refused_before', count: 1 })]),
      },
    });
    // No refusal is new: the service is not asked again, and our own check refused the same content before.
    expect(received().length).toBe(before);
    const others = list.filter((_, i) => i !== 2);
    expect((await upload(others, '--fail-on', 'new')).code).toBe(0);
    expect((await upload(list, '--fail-on', 'none')).code).toBe(0);
  });
});

describe('an export from another mapping or zone', () => {
  const later = (hours: number) => () => ({
    updated_at: new Date(Date.UTC(2026, 4, 2, 12 + hours)).toISOString(),
  });

  it('is stopped before sending when it is older than what was accepted; --yes does not override that, --force does', async () => {
    await upload(orders(10));
    const before = received().length;
    const wrong = orders(10, later(-2));
    expect(await upload(wrong, '--yes')).toMatchObject({
      code: 5,
      out: { state: 'stopped', orders: { superseded: 10 }, error: { code: 'upload.mapping_changed' } },
    });
    expect(received().length).toBe(before);
    // With --force the plan shows what would be undone.
    write([...wrong.slice(0, 8), ...orders(10).slice(8), ...orders(11).slice(10)]);
    const { err } = await call('orders', 'upload', 'orders.json', '--force', '--dry-run');
    expect(err).toContain('11  1 new; by --force 2 unchanged, 8 older than what was accepted');
    expect(received().length).toBe(before);
    expect(await upload(wrong, '--force', '--yes')).toMatchObject({
      code: 0,
      out: { orders: { accepted: 10 } },
    });
    // According to the ledger the service has the older version, so the newer one is sent again.
    expect(await upload(orders(10))).toMatchObject({ code: 0, out: { orders: { accepted: 10 } } });
    expect(
      sandbox.orders().every(({ order }) => (order as Order).updated_at === '2026-05-02T12:00:00Z'),
    ).toBe(true);
  });

  it('is sent after a correction and after the wrong run was forgotten', async () => {
    const wrong = await upload(orders(10, later(5)));
    expect(wrong.code).toBe(0);
    expect(await upload(orders(10))).toMatchObject({ code: 5 });
    const forgotten = await json('orders', 'forget', '--run', wrong.out.run, '--yes');
    expect(forgotten).toMatchObject({ exit: 0, schema: 'forget/1', removed: 10, restored: 0 });
    expect(await upload(orders(10))).toMatchObject({ code: 0, out: { orders: { accepted: 10 } } });
    expect(await json('runs', 'show', wrong.out.run)).toMatchObject({ state: 'forgotten' });
  });
});

// Rejects are written once for each new refusal.

test('rejects are written once per new refusal, and all of them with --rejects', async () => {
  sandbox.setFaults([{ on: 'orders', match: '"SO-1"', do: { status: 422, body: { message: 'no' } } }]);
  const list = orders(4, (i) => (i > 1 ? statusOf('Shiped') : {}));
  write(list);
  const flags = ['orders', 'upload', 'orders.json', '--batch-size', '1'];
  const first = await json(...flags);
  expect(first.refused).toMatchObject({ new: 3, files: [expect.stringContaining(first.run)] });
  const second = await json(...flags);
  expect(second).toMatchObject({ exit: 3, orders: { refused: 3 }, refused: { new: 0, files: [] } });
  const asked = await json(...flags, '--rejects', 'all.ndjson');
  expect(fs.readFileSync(asked.refused.files[0], 'utf8').trimEnd().split('\n')).toHaveLength(3);
  // Refused for another reason now: that is a new refusal.
  write(list.map((order, i) => (i === 3 ? { ...order, ...statusOf('Sent') } : order)));
  const third = await json(...flags);
  expect(third.refused.new).toBe(1);
  expect(fs.readFileSync(third.refused.files[0], 'utf8')).toContain('Sent');
});

test('a run that stops because of too many refusals also writes the same rows only once', async () => {
  write(orders(3, () => statusOf('Shiped')));
  const flags = ['orders', 'upload', 'orders.json', '--max-rejects', '1'];
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 3, files: [expect.any(String)] } });
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 0, files: [] } });
});
