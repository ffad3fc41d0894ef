// A service with errors and dropped connections: every order is stored, none after a newer version, and
// retries back off.
import { expect, test } from 'vitest';
import type { RequestRecord, Sandbox } from '../../src/sandbox/index.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { makeCli } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { csvOf, generateOrders, type TestOrder } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';
import { expectStored, orderRequests, type Summary, sandboxFor } from '../helpers/sandbox.ts';

/** Requests with the same body, in the order of arrival. */
function byBody(sandbox: Sandbox): RequestRecord[][] {
  const groups = new Map<string, RequestRecord[]>();
  for (const request of orderRequests(sandbox))
    groups.set(request.sha256 ?? '', [...(groups.get(request.sha256 ?? '') ?? []), request]);
  return [...groups.values()];
}

/** The minimum waits of the retry schedule. A slow machine only makes them longer. */
const SHORTEST = [250, 500, 1000];

function expectPatience(sandbox: Sandbox): void {
  for (const group of byBody(sandbox)) {
    expect(group.length, 'identical bodies').toBeLessThanOrEqual(4);
    group.slice(1).forEach((request, n) => {
      const answered = group[n]!.at + (group[n]!.ms ?? 0);
      // Timers may fire a millisecond early.
      expect(request.at - answered, `wait before repetition ${n + 1}`).toBeGreaterThan(SHORTEST[n]! - 5);
    });
  }
}

itLong(
  '5 % 503 and 2 % dropped after storing: all stored, none older after newer, retries back off',
  async () => {
    const sandbox = await sandboxFor({
      // Every nth request instead of a random share, because by chance one body could fail in all of its
      // attempts.
      faults: [
        { on: 'orders', do: { status: 503 }, every: 20 },
        { on: 'orders', do: { drop: 'after' }, every: 49 },
      ],
    });
    const [orders, batch] = inForm({ short: [400, 2], share: [400, 2], long: [1500, 5] });
    const { snapshots, expected } = generateOrders({ seed: 5, orders, versions: 0.3, prefix: 'A-' });
    const cli = makeCli({ target: sandbox });
    const args = ['orders', 'upload', '--rate', 'off', '--batch-size', `${batch}`];

    // First an earlier export: one version of each order, not the latest if there are several.
    const earlier = [
      ...new Map(
        [...snapshots]
          .sort(byAge)
          .reverse()
          .map((o) => [o.identifier, o]),
      ).values(),
    ];
    cli.file('earlier.csv', csvOf(earlier).text);
    const first = await cli.json<Summary>([...args, 'earlier.csv']);
    expect(first).toMatchObject({ exit: 0, state: 'completed', balanced: true });
    expect(first.orders.accepted).toBe(expected.size);

    // A minute later: what was dropped is no longer in doubt. Then everything, again with older versions.
    const { platform, folders } = testPlatform({ root: cli.root });
    const store = openLedgerStore(platform, folders);
    store.exec('DELETE FROM doubts');
    store.close();
    cli.file('all.csv', csvOf(snapshots, { repeat: 0.01 }).text);
    const second = await cli.json<Summary>([...args, 'all.csv']);
    expect(second).toMatchObject({ exit: 0, state: 'completed', balanced: true });
    const changed = [...expected.values()].filter((order) => !earlier.includes(order)).length;
    expect(changed).toBeGreaterThan(orders / 5);
    expect(second.orders).toMatchObject({ accepted: changed, already_accepted: expected.size - changed });

    expectStored(sandbox, expected);
    expect(sandbox.stats().orders.older_after_newer).toBe(0);
    expectPatience(sandbox);
    const requests = orderRequests(sandbox);
    const share = (fault: string) => requests.filter((r) => r.fault === fault).length / requests.length;
    expect(share('status 503')).toBeGreaterThan(0.045);
    expect(share('drop after')).toBeGreaterThan(0.015);
    expect(Math.max(...byBody(sandbox).map((group) => group.length))).toBeGreaterThan(1);
    expect(first.requests['s5xx']! + second.requests['s5xx']!).toBe(
      requests.filter((r) => r.status === 503).length,
    );
    expect(first.requests['network']! + second.requests['network']!).toBe(
      requests.filter((r) => r.status === null).length,
    );
  },
);

const instant = (order: TestOrder) => Date.parse(order.updated_at);
const byAge = (a: TestOrder, b: TestOrder) => instant(a) - instant(b);

test('a token that is revoked during a run causes one new token request and loses no order', async () => {
  const sandbox: Sandbox = await sandboxFor({}, async (count, answer) => {
    if (count === 20) sandbox.revokeTokens();
    return await answer();
  });
  const { snapshots, expected } = generateOrders({ seed: 6, orders: 300 });
  const cli = makeCli({ target: sandbox });
  cli.file('orders.csv', csvOf(snapshots).text);
  const args = ['orders', 'upload', 'orders.csv', '--rate', 'off', '--batch-size', '5'];
  const summary = await cli.json<Summary>(args);
  expect(summary).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  expect(summary.requests['s401']).toBeGreaterThan(0);
  expect(summary.requests['tokens']).toBe(2);
  expect(sandbox.stats().tokens.issued).toBe(2);
  expect(sandbox.stats().requests.by_endpoint['token']).toEqual({ 200: 2 });
  expectStored(sandbox, expected);
});
