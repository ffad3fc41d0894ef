// The pace in real time, with the real command: orders with ASNs on one machine, and limits that nobody told (a foreign client at
// the same address, and nginx). test/sending/limiters.test.ts has all limiters in fake time.
import { expect, test } from 'vitest';
import type { RequestRecord } from '../../src/sandbox/index.ts';
import { generateAsns } from '../helpers/asns.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { NGINX, startNginx } from '../helpers/nginx.ts';
import { csvOf, type GeneratedOrders, generateOrders } from '../helpers/orders.ts';
import { seedFor } from '../helpers/random.ts';
import { expectStored, orderRequests, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const tell = (name: string, figures: object) => process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);

const ordersFor = (seed: number, count: number) =>
  generateOrders({ seed: seedFor(seed), orders: count, versions: 0, prefix: `L${seed}-` });

async function upload(cli: Cli, orders: GeneratedOrders): Promise<Summary> {
  cli.file('orders.csv', csvOf(orders.snapshots).text);
  const args = ['orders', 'upload', 'orders.csv', '--batch-size', '1'];
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

test('orders and ASNs at once from one machine: together under the limit, and most of it used', async () => {
  const sandbox = await sandboxFor({ rateLimit: 2500 });
  const cli = makeCli({ target: sandbox });
  const orders = ordersFor(60, 1450);
  const asns = generateAsns({ seed: seedFor(61), asns: 1450 });
  cli.file('asns.json', JSON.stringify(asns));
  const [, created] = await Promise.all([
    upload(cli, orders),
    cli.json<Summary>(['asns', 'create', 'asns.json', '--yes']),
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

test('a foreign client takes 800 of 2,500', async () => {
  const sandbox = await sandboxFor({ rateLimit: 2500 });
  const orders = ordersFor(40, 5600);
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
  // The second 429 that teaches comes at some 130 s.
  const later = within(requests, 150, 195);
  tell('foreign', { foreign, first: within(requests, 0, 150), later });
  expect(within(requests, 0, 3600).s429).toBeLessThanOrEqual(25);
  expect(later.s429).toBe(0);
  expect(later.perMinute + 800).toBeGreaterThanOrEqual(0.94 * 2500);
  expectStored(sandbox, orders.expected);
});

test.skipIf(!NGINX)('nginx limit_req at 15 a second: nothing lost, the pace settles', async () => {
  const sandbox = await sandboxFor();
  const nginx = await startNginx({ port: sandbox.port, limit: { perSecond: 15, burst: 30 } });
  try {
    const { url } = nginx;
    const cli = makeCli({ target: { ...sandbox, authUrl: url, ordersUrl: url, baseUrl: url } });
    const orders = ordersFor(50, 1000);
    const summary = await upload(cli, orders);
    const later = within(orderRequests(sandbox), 35, 65);
    tell('nginx', { s429: summary.requests['s429'], later });
    expect(summary.requests['s429']).toBeGreaterThan(0);
    expect(summary.requests['s429']).toBeLessThanOrEqual(25);
    expect(later.perMinute).toBeGreaterThanOrEqual(0.94 * 900);
    expectStored(sandbox, orders.expected);
    for (const order of sandbox.orders()) expect(order.received).toBe(1);
  } finally {
    await nginx.close();
  }
});
