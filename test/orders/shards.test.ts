// Shards end to end: every order is in exactly one, they share the rate limit, and merging notices what is
// incomplete.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../src/basics/failure.ts';
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';
import { expectStored, sandboxFor } from '../helpers/sandbox.ts';

const orders = (n: number): Order[] =>
  Array.from({ length: n }, (_, i) => ({
    ...(sampleOrder() as Order),
    identifier: `SO-${i + 1}`,
    refunds: [],
  }));

describe('shards', () => {
  it('together send every order once, and their summaries merge into that of the backfill', async () => {
    const sandbox = await sandboxFor();
    const t = testPlatform({ env: targetEnvironment(sandbox) });
    t.file('orders.json', JSON.stringify(orders(80)));
    const upload = async (platform: typeof t.platform, file: string, ...flags: string[]) => {
      t.clear();
      expect(
        await run(['orders', 'upload', 'orders.json', '--json', '--rate', 'off', ...flags], platform),
      ).toBe(0);
      t.file(file, t.stdout());
      return JSON.parse(t.stdout());
    };
    const first = await upload(t.platform, 's1.json', '--shard', '1/3');
    await upload(t.platform, 's2.json', '--shard', '2/3');
    // The third shard in the notation of Kubernetes, which counts from 0.
    await upload(
      { ...t.platform, env: { ...t.platform.env, JOB_COMPLETION_INDEX: '2' } },
      's3.json',
      '--shard',
      'auto/3',
    );
    expect(first).toMatchObject({ shard: '1/3', balanced: true });
    expect(sandbox.orders()).toHaveLength(80);
    expect(sandbox.orders().every(({ received }) => received === 1)).toBe(true);

    const merge = async (...files: string[]) => {
      t.clear();
      const code = await run(['runs', 'merge', ...files, '--json'], t.platform);
      return { code, out: JSON.parse(t.stdout()) };
    };
    expect(await merge('s1.json', 's2.json', 's3.json')).toMatchObject({
      code: 0,
      out: {
        whole: true,
        balanced: true,
        input: { orders: 80 },
        orders: { accepted: 80, skipped: 0, pending: 0 },
        unfinished: [],
      },
    });
    expect(await merge('s1.json', 's3.json')).toMatchObject({
      code: 6,
      out: { whole: false, missing: ['2/3'] },
    });
    expect(await merge('s1.json', 's2.json', 's3.json', 's2.json')).toMatchObject({
      code: 6,
      out: { doubled: [{ shard: '2/3', files: ['s2.json', 's2.json'] }] },
    });

    t.file('orders.json', JSON.stringify(orders(81)));
    await upload(t.platform, 'other.json', '--shard', '2/3');
    expect(await merge('s1.json', 'other.json', 's3.json')).toMatchObject({
      code: 6,
      out: {
        missing: ['2/3'],
        foreign: [{ file: 'other.json', reason: 'its input files are not the same' }],
      },
    });
    await upload(t.platform, 'whole.json');
    expect(await merge('s1.json', 's2.json', 's3.json', 'whole.json')).toMatchObject({
      code: 6,
      out: { foreign: [{ file: 'whole.json' }] },
    });
  });

  it('a merge names the shard that is not done, in the document and in words', async () => {
    const sandbox = await sandboxFor();
    const t = testPlatform({ env: targetEnvironment(sandbox) });
    t.file('orders.json', JSON.stringify(orders(20)));
    for (const shard of ['1/2', '2/2']) {
      // The second is not allowed to send, and stops.
      if (shard === '2/2') sandbox.setFaults([{ on: 'orders', do: { status: 403 } }]);
      t.clear();
      await run(['orders', 'upload', 'orders.json', '--json', '--shard', shard], t.platform);
      t.file(`${shard[0]}.json`, t.stdout());
    }
    const merge = async (...words: string[]) => {
      t.clear();
      const code = await run(['runs', 'merge', '1.json', '2.json', ...words], t.platform);
      return { code, out: t.stdout() };
    };
    const { code, out } = await merge('--json');
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 4,
      whole: true,
      unfinished: [{ shard: '2/2', state: 'partial', exit_code: 4 }],
    });
    expect((await merge()).out).toMatch(/not done +2\/2: partial, exit code 4: run its command again/);
  });

  it.each([
    ['a dry run', ['--dry-run'], 0],
    ['a canary', ['--canary', '2'], 2],
    ['an outage', ['--max-outage', '0s', '--batch-size', '1'], 0],
  ])('a shard that sent not all is pending, and no success: %s', async (what, flags, sent) => {
    const sandbox = await sandboxFor();
    const t = testPlatform({ env: targetEnvironment(sandbox) });
    t.file('orders.json', JSON.stringify(orders(30)));
    let mine = 0;
    for (const shard of ['1/2', '2/2']) {
      if (shard === '2/2' && what === 'an outage') sandbox.setFaults([{ on: 'orders', do: { status: 503 } }]);
      t.clear();
      const more = shard === '2/2' ? flags : [];
      await run(['orders', 'upload', 'orders.json', '--json', '--shard', shard, ...more], t.platform);
      t.file(`${shard[0]}.json`, t.stdout());
      const { orders: counts } = JSON.parse(t.stdout());
      if (shard === '1/2') mine = counts.accepted;
      else expect(counts).toMatchObject({ accepted: sent, skipped: mine, pending: 30 - mine - sent });
    }
    t.clear();
    const code = await run(['runs', 'merge', '1.json', '2.json', '--json'], t.platform);
    expect({ code, ...JSON.parse(t.stdout()) }).toMatchObject({
      code: what === 'an outage' ? 75 : 8,
      balanced: true,
      orders: { accepted: mine + sent, skipped: 0, pending: 30 - mine - sent },
    });
  });

  const { count, size } = inForm({ short: { count: 4, size: 40 }, long: { count: 8, size: 150 } });
  it.each([
    ['shuffled rows, spilled to disk', true],
    ...inForm<[string, boolean][]>({ short: [], long: [['rows of an order adjacent', false]] }),
  ])(`${count} shards contain every order exactly once: %s`, async (_, scattered) => {
    const sandbox = await sandboxFor();
    const t = testPlatform({ env: targetEnvironment(sandbox) });
    const { snapshots, expected } = generateOrders({ seed: 9, orders: size, versions: 0.3 });
    t.file('orders.csv', csvOf(snapshots, { scattered }).text);
    const summaries: { balanced: boolean; orders: Record<string, number> }[] = [];
    for (let shard = 1; shard <= count; shard++) {
      t.clear();
      const words = [
        'orders',
        'upload',
        'orders.csv',
        '--json',
        '--rate',
        'off',
        '--shard',
        `${shard}/${count}`,
      ];
      expect(await run([...words, '--memory', scattered ? '50KB' : '256MB'], t.platform), t.stdout()).toBe(0);
      summaries.push(JSON.parse(t.stdout()));
    }
    const sum = (fate: string) => summaries.reduce((total, { orders }) => total + orders[fate]!, 0);
    expect(summaries.every(({ balanced }) => balanced)).toBe(true);
    expect(sum('accepted')).toBe(expected.size);
    for (const { orders } of summaries) expect(orders['accepted']).toBeGreaterThan(8);
    const stored = sandbox.orders();
    expect(stored.map(({ received }) => received)).toEqual(stored.map(() => 1));
    expectStored(sandbox, expected);
  });

  it('share the rate limit', async () => {
    const sandbox = await sandboxFor();
    const t = testPlatform({ env: targetEnvironment(sandbox) });
    t.file('orders.json', JSON.stringify(orders(5)));
    await run(['orders', 'upload', 'orders.json', '--json', '--shard', '1/5'], t.platform);
    expect(JSON.parse(t.stdout()).rate.limit_per_min).toBe(500);
    t.clear();
    await run(['orders', 'upload', 'orders.json', '--json', '--shard', '2/5', '--rate', '700'], t.platform);
    expect(JSON.parse(t.stdout()).rate.limit_per_min).toBe(700);
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
