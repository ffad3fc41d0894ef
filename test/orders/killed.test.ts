// kill -9 at any moment: the next run continues automatically and ends with the same stored orders as an
// uninterrupted run.

import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { documentOf, makeCli, until } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';
import { seeded } from '../helpers/random.ts';
import { expectStored, requestKiller, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const IN_FLIGHT = 64;

/** Before which request's work it is killed, and after which: early and late. */
const random = seeded(30);
// 150 orders, 3 per request after the ramp-up: about 52 requests.
const drawn = Array.from({ length: 30 }, (_, n) => ({
  killAt: 1 + Math.floor(random() * 50),
  isAfterWork: n % 2 === 1,
}));
const KILLS = inForm({
  short: [
    { killAt: 20, isAfterWork: false },
    { killAt: 48, isAfterWork: true },
  ],
  share: drawn.slice(0, 12),
  long: drawn,
});

test(`killed at each of ${KILLS.length} requests, the next run ends with the stored orders of an uninterrupted run`, async () => {
  const { snapshots, expected } = generateOrders({ seed: 9, orders: 150, versions: 0.2 });
  const text = csvOf(snapshots, { repeat: 0.01 }).text;
  const repeated: number[] = [];
  const one = async ({ killAt, isAfterWork }: (typeof KILLS)[number]) => {
    const killer = requestKiller();
    const sandbox = await sandboxFor({}, killer.ear);
    const cli = makeCli({ target: sandbox });
    cli.file('orders.csv', text);
    const args = ['orders', 'upload', 'orders.csv', '--rate', 'off', '--batch-size', '3', '--json'];
    const ended = await killer.run(() => cli.start(args), killAt, isAfterWork);
    expect(ended, `killed at ${killAt}`).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    const summary = documentOf(await cli.run(args)) as unknown as Summary;
    expect(summary, `after the kill at ${killAt}`).toMatchObject({ state: 'completed', balanced: true });
    expect(summary.exit_code).toBe(0);
    expectStored(sandbox, expected);
    expect(sandbox.stats().orders.older_after_newer).toBe(0);
    const again = new Set(
      sandbox.orders().flatMap(({ versions }) => versions.slice(0, -1).map((version) => version.request)),
    );
    expect(Math.max(...sandbox.orders().map((order) => order.received))).toBeLessThanOrEqual(2);
    repeated.push(again.size);
    expect(again.size, 'requests that were repeated').toBeLessThanOrEqual(IN_FLIGHT);
  };
  // Two at a time: the machine has at least two cores, and the sequence does not matter.
  const queue = KILLS.map((kill) => () => one(kill));
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all([work(), work()]);
  expect(repeated).toHaveLength(KILLS.length);
  // Some kills must have hit requests whose answer was not received, otherwise the test proves nothing.
  expect(Math.max(...repeated)).toBeGreaterThan(0);
});

itLong(
  'a backfill that is resumed after a delta overtook many of its orders needs no --force, and a wrong time zone is still seen',
  async () => {
    const killer = requestKiller();
    const sandbox = await sandboxFor({}, killer.ear);
    const cli = makeCli({ target: sandbox });
    const { snapshots } = generateOrders({ seed: 12, orders: 100, versions: 0 });
    const moved = (hours: number, list = snapshots) =>
      list.map((order) => ({
        ...order,
        updated_at: new Date(Date.parse(order.updated_at) + hours * 3_600_000).toISOString(),
      }));
    cli.file('backfill.json', JSON.stringify(snapshots));
    cli.file('delta.json', JSON.stringify(moved(1).filter((_, n) => n % 3 === 0)));
    cli.file('wrong-zone.json', JSON.stringify(moved(-1)));
    const upload = (file: string) => ['orders', 'upload', file, '--rate', 'off', '--batch-size', '2'];
    const killed = await killer.run(() => cli.start(upload('backfill.json')), 20);
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
    const before = sandbox.stats().orders.stored;
    expect(before).toBeGreaterThan(20);
    // What was under way is in doubt for a minute.
    const early = await cli.json<Summary>(upload('delta.json'));
    expect(early).toMatchObject({ exit: 75, error: { code: 'orders.in_doubt' } });
    const { platform, folders } = testPlatform({ root: cli.root });
    const store = openLedgerStore(platform, folders);
    store.exec('DELETE FROM doubts');
    store.close();
    const later = await cli.json<Summary>(upload('delta.json'));
    expect(later).toMatchObject({ exit: 0, orders: { accepted: early.orders.pending } });
    const plan = await cli.run([...upload('backfill.json'), '--dry-run']);
    expect(plan.stderr).toContain('34 sent by a run since this input was begun');
    const resumed = await cli.json<Summary>(upload('backfill.json'));
    expect(resumed).toMatchObject({ exit: 0, state: 'completed', orders: { superseded: 34, pending: 0 } });
    expect(sandbox.stats().orders).toMatchObject({ stored: 100, older_after_newer: 0 });
    // This input was not begun before.
    expect(await cli.json(upload('wrong-zone.json'))).toMatchObject({
      exit: 5,
      error: { code: 'upload.mapping_changed' },
    });
  },
);

itLong(
  'the spool of a killed upload from stdin or gzip is removed by the next run; that of an active one is not',
  async () => {
    let victims: (() => void)[] = [];
    const sandbox = await sandboxFor({}, async (_count, answer) => {
      for (const kill of victims.splice(0)) kill();
      return await answer();
    });
    const { snapshots, expected } = generateOrders({ seed: 10, orders: 100 });
    const csv = csvOf(snapshots).text;
    const cli = makeCli({ target: sandbox });
    cli.file('orders.csv.gz', gzipSync(csv));
    cli.file('orders.csv', csv);
    const spool = path.join(cli.root, 'state', 'spool');
    // Each spool has an empty lock file beside it, which its process holds.
    const spooled = () =>
      fs.existsSync(spool) ? fs.readdirSync(spool).filter((name) => !name.endsWith('.lock')) : [];
    for (const [input, stdin] of [
      ['-', csv],
      ['orders.csv.gz', ''],
    ] as const) {
      const victim = cli.start(['orders', 'upload', input, '--rate', 'off'], { stdin });
      victims = [() => victim.child.kill('SIGKILL')];
      expect(await victim.ended).toMatchObject({ signal: 'SIGKILL' });
    }
    // The gzip run has already removed the spool of the stdin run.
    expect(spooled()).toHaveLength(1);
    const [left] = spooled();

    // A process that waits for the rest of its stdin is alive, so its spool is not removed by another command.
    const reader = cli.start(['orders', 'check', '-'], { open: true });
    reader.child.stdin?.write(csv.slice(0, 1000));
    await until(() => spooled().length === 1 && spooled()[0] !== left, 'the spool of the waiting reader');
    const summary = await cli.json<Summary>(['orders', 'upload', 'orders.csv.gz', '--rate', 'off']);
    expect(summary).toMatchObject({ exit: 0, state: 'completed' });
    expect(spooled()).toHaveLength(1);
    reader.child.stdin?.end(csv.slice(1000));
    expect(await reader.ended).toMatchObject({ code: 0 });
    expect(spooled()).toEqual([]);
    expectStored(sandbox, expected);
  },
);
