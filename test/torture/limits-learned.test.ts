// Limits that nobody told, in real time, with the real command: a hidden one under ours, a foreign client at the same
// address (and two shards that have a machine to themselves), and nginx.
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { LIMITERS, type LimiterName } from '../helpers/gates.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { NGINX, startNginx } from '../helpers/nginx.ts';
import { expectStored, orderRequests, sandboxFor } from '../helpers/sandbox.ts';
import { ordersFor, tell, total, upload, within } from './real-time.ts';

test('a hidden limit of 1,000 under ours of 2,500: a handful of 429s, then none, most of it used', async () => {
  const one = async (limiter: LimiterName, seed: number) => {
    const sandbox = await sandboxFor({ rateLimit: 1000 }, undefined, undefined, limiter);
    const orders = ordersFor(seed, limiter === 'token-bucket' ? 4750 : 3700);
    await upload(makeCli({ target: sandbox }), orders);
    const requests = orderRequests(sandbox);
    const later = within(requests, 185, 215);
    tell(`hidden ${limiter}`, { first: within(requests, 0, 185), later });
    expect(total(sandbox)).toBeGreaterThan(0);
    expect(within(requests, 0, 185).s429).toBeLessThanOrEqual(20);
    expect(later.s429).toBe(0);
    expect(later.perMinute).toBeGreaterThanOrEqual(940);
    expectStored(sandbox, orders.expected);
  };
  await Promise.all(LIMITERS.map((limiter, n) => one(limiter, 30 + n)));
});

test('a foreign client takes 800 of 2,500, and two shards have a machine to themselves', async () => {
  const shared = async () => {
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
    expect(total(sandbox)).toBeLessThanOrEqual(25);
    expect(later.s429).toBe(0);
    expect(later.perMinute + 800).toBeGreaterThanOrEqual(0.94 * 2500);
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
    expect(steady.perMinute).toBeGreaterThanOrEqual(0.94 * 2500);
    expect(most).toBeLessThanOrEqual(2500);
    expectStored(sandbox, orders.expected);
  };
  await Promise.all([shared(), shards()]);
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
    expect(later.perMinute).toBeGreaterThanOrEqual(0.94 * 900);
    expectStored(sandbox, orders.expected);
    for (const order of sandbox.orders()) expect(order.received).toBe(1);
  } finally {
    await nginx.close();
  }
});
