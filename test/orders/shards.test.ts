// Shards end to end: every order is in exactly one, they share the rate limit, and merging notices what is
// incomplete.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/basics/exit-codes.ts';
import { inForm } from '../helpers/form.ts';
import { call, json, moveDesk, orders, sandbox, t, useOrderDesk, write } from '../helpers/order-desk.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { expectStored } from '../helpers/sandbox.ts';

useOrderDesk();

/** The summary of an upload, which stands in a file, too. */
async function uploaded(file: string, ...flags: string[]) {
  const summary = await json('orders', 'upload', 'orders.json', ...flags);
  t.file(file, t.stdout());
  return summary;
}
const merged = (...files: string[]) => json('runs', 'merge', ...files);

describe('shards', () => {
  it('together send every order once, and their summaries merge into that of the backfill', async () => {
    write(orders(80));
    const { orders: part } = await json('orders', 'check', 'orders.json', '--shard', '1/3');
    expect(await uploaded('s1.json', '--shard', '1/3')).toMatchObject({
      ...{ shard: '1/3', balanced: true, orders: { accepted: part.pending, skipped: part.skipped } },
    });
    await uploaded('s2.json', '--shard', '2/3');
    // The third shard in the notation of Kubernetes, which counts from 0.
    moveDesk({ env: { JOB_COMPLETION_INDEX: '2' } });
    await uploaded('s3.json', '--shard', 'auto/3');
    moveDesk({});
    expect(sandbox.orders()).toHaveLength(80);
    expect(sandbox.orders().every(({ received }) => received === 1)).toBe(true);

    expect(await merged('s1.json', 's2.json', 's3.json')).toMatchObject({
      ...{ exit: 0, whole: true, balanced: true, input: { orders: 80 }, unfinished: [] },
      orders: { accepted: 80, skipped: 0, pending: 0 },
    });
    expect(await merged('s1.json', 's3.json')).toMatchObject({ exit: 6, whole: false, missing: ['2/3'] });
    expect(await merged('s1.json', 's2.json', 's3.json', 's2.json')).toMatchObject({
      ...{ exit: 6, doubled: [{ shard: '2/3', files: ['s2.json', 's2.json'] }] },
    });

    write(orders(81));
    await uploaded('other.json', '--shard', '2/3');
    expect(await merged('s1.json', 'other.json', 's3.json')).toMatchObject({
      ...{ exit: 6, missing: ['2/3'] },
      foreign: [{ file: 'other.json', reason: 'its input files are not the same' }],
    });
    await uploaded('whole.json');
    expect(await merged('s1.json', 's2.json', 's3.json', 'whole.json')).toMatchObject({
      ...{ exit: 6, foreign: [{ file: 'whole.json' }] },
    });
  });

  it.each<
    [what: string, flags: string[], fault: number, sent: number, exit: number, state: string, code: number]
  >([
    ['a dry run', ['--dry-run'], 0, 0, 8, 'checked', 0],
    ['a canary', ['--canary', '2'], 0, 2, 8, 'partial', 0],
    ['an outage', ['--max-outage', '0s', '--batch-size', '1'], 503, 0, 75, 'partial', 75],
    ['not allowed to send', [], 403, 0, 4, 'partial', 4],
  ])('a shard that sent not all is pending, named, and no success: %s', async (...row) => {
    const [, flags, fault, sent, exit, state, code] = row;
    write(orders(30));
    const { orders: first } = await uploaded('1.json', '--shard', '1/2');
    const mine = first.accepted;
    if (fault > 0) sandbox.setFaults([{ on: 'orders', do: { status: fault } }]);
    expect(await uploaded('2.json', '--shard', '2/2', ...flags)).toMatchObject({
      orders: { accepted: sent, skipped: mine, pending: 30 - mine - sent },
    });
    expect(await merged('1.json', '2.json')).toMatchObject({
      ...{ exit, whole: true, balanced: true },
      orders: { accepted: mine + sent, skipped: 0, pending: 30 - mine - sent },
      unfinished: [{ shard: '2/2', state, exit_code: code }],
    });
    expect((await call('runs', 'merge', '1.json', '2.json')).out).toMatch(
      new RegExp(`not done +2/2: ${state}, exit code ${code}: run its command again`),
    );
  });

  const { count, size } = inForm({ short: { count: 4, size: 40 }, long: { count: 8, size: 150 } });
  it.each([
    ['shuffled rows, spilled to disk', true],
    ...inForm<[string, boolean][]>({ short: [], long: [['rows of an order adjacent', false]] }),
  ])(`${count} shards contain every order exactly once: %s`, async (_, scattered) => {
    const { snapshots, expected } = generateOrders({ seed: 9, orders: size, versions: 0.3 });
    t.file('orders.csv', csvOf(snapshots, { scattered }).text);
    const words = ['orders', 'upload', 'orders.csv', '--memory', scattered ? '50KB' : '256MB'];
    let accepted = 0;
    for (let shard = 1; shard <= count; shard++) {
      const part = await json(...words, '--shard', `${shard}/${count}`);
      expect(part, t.stdout()).toMatchObject({ exit: 0, balanced: true });
      expect(part.orders.accepted).toBeGreaterThan(8);
      accepted += part.orders.accepted;
    }
    expect(accepted).toBe(expected.size);
    const stored = sandbox.orders();
    expect(stored.map(({ received }) => received)).toEqual(stored.map(() => 1));
    expectStored(sandbox, expected);
  });

  it('share the rate limit', async () => {
    write(orders(5));
    moveDesk({ env: { RETURNS_RATE: undefined } });
    const limitOf = async (...flags: string[]) =>
      (await json('orders', 'upload', 'orders.json', '--shard', ...flags)).rate.limit_per_min;
    expect(await limitOf('1/5')).toBe(500);
    expect(await limitOf('2/5', '--rate', '700')).toBe(700);
  });
});

describe('samples/kubernetes/backfill-shard.yaml', () => {
  const yaml = fs.readFileSync(
    path.resolve(import.meta.dirname, '../../samples/kubernetes/backfill-shard.yaml'),
    'utf8',
  );
  it('has an action for every exit code', () => {
    const listed = [...yaml.matchAll(/values: \[([\d, ]+)\]/g)].flatMap((m) => m[1]!.split(',').map(Number));
    const handled = new Set([...listed, 0, 3]);
    // Exit code 8 belongs to `listen`.
    const all = EXIT_CODES.map(({ code }) => code).filter((code) => code !== 8);
    expect(all.filter((code) => !handled.has(code))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});
