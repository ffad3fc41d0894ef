// A real limiter, nginx with `limit_req`, that allows less than our limit: no order is lost, the 429s are handled.

import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { NGINX, startNginx } from '../helpers/nginx.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { seedFor } from '../helpers/random.ts';
import { expectStored, type Summary, sandboxFor } from '../helpers/sandbox.ts';

test.skipIf(!NGINX)('nginx limit_req at half of our rate: all stored, 429s cost no order', async () => {
  const sandbox = await sandboxFor();
  const nginx = await startNginx({ port: sandbox.port, perSecond: 20, burst: 10 });
  try {
    const { url } = nginx;
    const cli = makeCli({ target: { ...sandbox, authUrl: url, ordersUrl: url, baseUrl: url } });
    const { snapshots, expected } = generateOrders({ seed: seedFor(41), orders: 60 });
    cli.file('orders.csv', csvOf(snapshots).text);
    const summary = await cli.json<Summary>(['orders', 'upload', 'orders.csv', '--batch-size', '1']);
    expect(summary, summary.stderr).toMatchObject({ exit: 0, state: 'completed', balanced: true });
    expect(summary.requests['s429']).toBeGreaterThan(0);
    expect(summary.requests['s429']).toBeLessThanOrEqual(20);
    expectStored(sandbox, expected);
    for (const order of sandbox.orders()) expect(order.received).toBe(1);
  } finally {
    await nginx.close();
  }
});
