// The pace against real limiters in real time, with the real command: the sandbox's three, and orders with ASNs on one
// machine. test/sending/limiters.test.ts has the short form in fake time, limits-learned.test.ts the limits that nobody told.

import { expect, test } from 'vitest';
import { asnNdjson, generateAsns } from '../helpers/asns.ts';
import { makeCli } from '../helpers/cli.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { seedFor } from '../helpers/random.ts';
import { expectStored, type Summary, sandboxFor } from '../helpers/sandbox.ts';
import { ordersFor, tell, upload, within } from './real-time.ts';

test('orders and ASNs at once from one machine: together under the limit, and most of it used', async () => {
  const sandbox = await sandboxFor({ rateLimit: 2500 });
  const cli = makeCli({ target: sandbox });
  const orders = ordersFor(60, 1450);
  const asns = generateAsns({ seed: seedFor(61), asns: 1450 });
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
