// Limits that nobody told, in real time, with the real command: a foreign client at the same address, and nginx.
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { NGINX, startNginx } from '../helpers/nginx.ts';
import { expectStored, orderRequests, sandboxFor } from '../helpers/sandbox.ts';
import { ordersFor, tell, total, upload, within } from './real-time.ts';

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
  expect(total(sandbox)).toBeLessThanOrEqual(25);
  expect(later.s429).toBe(0);
  expect(later.perMinute + 800).toBeGreaterThanOrEqual(0.94 * 2500);
  expectStored(sandbox, orders.expected);
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
