// The pace against real limiters in real time, with the real command: the sandbox's three, a foreign client at the same
// address, two shards on one machine, and nginx. test/e2e/limiters.test.ts has the short form in fake time.
import { expect, test } from 'vitest';
import type { RequestRecord, Sandbox } from '../../src/entry/sandbox.ts';
import { LIMITERS, type LimiterName } from '../../src/sandbox/limiter.ts';
import { expectStored, orderRequests, type Summary, sandboxFor } from '../e2e/sandbox.ts';
import { asnNdjson, generateAsns } from '../helpers/asns.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { NGINX, startNginx } from '../helpers/nginx.ts';
import { csvOf, type GeneratedOrders, generateOrders } from '../helpers/orders.ts';

const tell = (name: string, figures: object) => process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);

const ordersFor = (seed: number, count: number) =>
  generateOrders({ seed, orders: count, versions: 0, prefix: `L${seed}-` });

async function upload(cli: Cli, orders: GeneratedOrders, flags: readonly string[] = []): Promise<Summary> {
  cli.file('orders.csv', csvOf(orders.snapshots).text);
  const args = ['orders', 'upload', 'orders.csv', '--batch-size', '1', ...flags];
  const summary = await cli.json<Summary>(args);
  expect(summary, summary.stderr).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  return summary;
}

/** Accepted a minute and 429s within a span after the first request, s. */
function within(requests: readonly RequestRecord[], from: number, to: number) {
  const start = requests[0]?.at ?? 0;
  const part = requests.filter(({ at }) => at >= start + from * 1000 && at < start + to * 1000);
  const count = (wanted: (status: number | null) => boolean) =>
    part.filter(({ status }) => wanted(status)).length;
  const accepted = count((status) => status === 200 || status === 202);
  return { perMinute: Math.round((accepted * 60) / (to - from)), s429: count((status) => status === 429) };
}

const total = (sandbox: Sandbox) => within(orderRequests(sandbox), 0, 3600).s429;

test('alone: no 429, 94 % and more of the limit used', async () => {
  const one = async (limiter: LimiterName, limit: number, seed: number) => {
    const sandbox = await sandboxFor({ limiter, rateLimit: limit });
    const orders = ordersFor(seed, Math.round(limit * 1.13));
    const summary = await upload(makeCli({ target: sandbox }), orders, ['--rate', String(limit)]);
    const steady = within(orderRequests(sandbox), 8, 66);
    const most = mostIn60s(sandbox.requests().map(({ at }) => at));
    tell(`alone ${limiter} ${limit}`, { steady: steady.perMinute / limit, most, s429: total(sandbox) });
    expect(summary.requests['s429']).toBe(0);
    expect(steady.perMinute).toBeGreaterThanOrEqual(0.94 * limit);
    expect(most).toBeLessThanOrEqual(limit);
    expectStored(sandbox, orders.expected);
  };
  // All six at once would be more than two cores can serve in time.
  await Promise.all(LIMITERS.map((limiter, n) => one(limiter, 600, 10 + n)));
  await Promise.all(LIMITERS.map((limiter, n) => one(limiter, 2500, 20 + n)));
});

test('a hidden limit of 1,000 under ours of 2,500: a handful of 429s, then none, most of it used', async () => {
  const one = async (limiter: LimiterName, seed: number) => {
    const sandbox = await sandboxFor({ limiter, rateLimit: 1000 });
    const orders = ordersFor(seed, limiter === 'token-bucket' ? 4100 : 3500);
    await upload(makeCli({ target: sandbox }), orders);
    const requests = orderRequests(sandbox);
    const later = within(requests, 185, 215);
    tell(`hidden ${limiter}`, { first: within(requests, 0, 185), later });
    expect(total(sandbox)).toBeGreaterThan(0);
    expect(within(requests, 0, 185).s429).toBeLessThanOrEqual(20);
    expect(later.s429).toBe(0);
    expect(later.perMinute).toBeGreaterThanOrEqual(850);
    expectStored(sandbox, orders.expected);
  };
  await Promise.all(LIMITERS.map((limiter, n) => one(limiter, 30 + n)));
});

test('a foreign client takes 800 of 2,500, and two shards have a machine to themselves', async () => {
  const shared = async () => {
    const sandbox = await sandboxFor({ rateLimit: 2500 });
    const orders = ordersFor(40, 4800);
    // A request without a token counts for the limiter like any other.
    let foreign = 0;
    const timer = setInterval(() => {
      foreign++;
      void fetch(`${sandbox.url}/asns`, { method: 'POST', body: '{}' }).catch(() => {});
    }, 75);
    try {
      await upload(makeCli({ target: sandbox }), orders);
    } finally {
      clearInterval(timer);
    }
    const requests = orderRequests(sandbox);
    const later = within(requests, 125, 170);
    tell('foreign', { foreign, first: within(requests, 0, 125), later });
    expect(total(sandbox)).toBeLessThanOrEqual(25);
    expect(later.s429).toBeLessThanOrEqual(3);
    expect(later.perMinute).toBeGreaterThanOrEqual(0.8 * 1700);
    expectStored(sandbox, orders.expected);
  };
  const shards = async () => {
    const sandbox = await sandboxFor({ rateLimit: 2500 });
    const orders = ordersFor(41, 2800);
    const cli = makeCli({ target: sandbox });
    const both = await Promise.all(['1/2', '2/2'].map((n) => upload(cli, orders, ['--shard', n])));
    const steady = within(orderRequests(sandbox), 8, 62);
    const most = mostIn60s(sandbox.requests().map(({ at }) => at));
    tell('two shards', { steady: steady.perMinute / 2500, most });
    for (const summary of both) expect(summary.requests['s429']).toBe(0);
    expect(total(sandbox)).toBe(0);
    expect(steady.perMinute).toBeGreaterThanOrEqual(0.92 * 2500);
    expect(most).toBeLessThanOrEqual(2500);
    expectStored(sandbox, orders.expected);
  };
  await Promise.all([shared(), shards()]);
});

test('orders and ASNs at once from one machine: together under the limit, and most of it used', async () => {
  const sandbox = await sandboxFor({ rateLimit: 2500 });
  const cli = makeCli({ target: sandbox });
  const orders = ordersFor(60, 1450);
  const asns = generateAsns({ seed: 61, asns: 1450 });
  cli.file('asns.ndjson', asnNdjson(asns));
  const [, created] = await Promise.all([
    upload(cli, orders),
    cli.json<Summary>(['asns', 'create', 'asns.ndjson', '--yes']),
  ]);
  expect(created, created.stderr).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  const requests = sandbox.requests();
  const steady = within(requests, 8, 62);
  const most = mostIn60s(requests.map(({ at }) => at));
  tell('orders and ASNs', { steady: steady.perMinute / 2500, most });
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(steady.perMinute).toBeGreaterThanOrEqual(0.92 * 2500);
  expect(most).toBeLessThanOrEqual(2500);
  expectStored(sandbox, orders.expected);
  expect(sandbox.asns()).toHaveLength(asns.length);
});

test.skipIf(!NGINX)('nginx limit_req at 15 a second: nothing lost, the pace settles', async () => {
  const sandbox = await sandboxFor();
  const nginx = await startNginx({ port: sandbox.port, perSecond: 15, burst: 30 });
  try {
    const { url } = nginx;
    const cli = makeCli({ target: { ...sandbox, authUrl: url, ordersUrl: url, baseUrl: url } });
    const orders = ordersFor(50, 1000);
    const summary = await upload(cli, orders);
    const later = within(orderRequests(sandbox), 35, 65);
    tell('nginx', { s429: summary.requests['s429'], later });
    expect(summary.requests['s429']).toBeGreaterThan(0);
    expect(summary.requests['s429']).toBeLessThanOrEqual(25);
    expect(later.perMinute).toBeGreaterThanOrEqual(0.85 * 900);
    expectStored(sandbox, orders.expected);
    for (const order of sandbox.orders()) expect(order.received).toBe(1);
  } finally {
    await nginx.close();
  }
});
