// An export read in a wrong zone is stopped before anything is sent; after the wrong run is forgotten the right one goes in.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../src/main.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { testPlatform } from '../../helpers/platform.ts';

const samples = path.resolve(import.meta.dirname, '../../../samples');

it('WooCommerce orders in the wrong zone', async () => {
  const sandbox = await startSandbox({ rateLimit: 'off' });
  try {
    const t = testPlatform({
      env: {
        RETURNS_AUTH_URL: sandbox.url,
        RETURNS_ORDERS_URL: sandbox.url,
        RETURNS_CLIENT_ID: sandbox.clientId,
        RETURNS_CLIENT_SECRET: sandbox.clientSecret,
      },
    });
    t.file('orders.csv', fs.readFileSync(path.join(samples, 'exports/woocommerce-orders.csv')));
    const upload = async (zone: string) => {
      t.clear();
      const map = path.join(samples, 'mappings/woocommerce-orders.json');
      const code = await run(
        ['orders', 'upload', 'orders.csv', '--map', map, '--timezone', zone, '--fail-on', 'none', '--json'],
        t.platform,
      );
      return { code, out: JSON.parse(t.stdout()) };
    };
    const posts = () =>
      sandbox.requests().filter(({ path: target }) => target.endsWith('returns_portal_orders')).length;

    const wrong = await upload('America/New_York');
    expect(wrong).toMatchObject({ code: 0, out: { orders: { accepted: 22 } } });
    const before = posts();
    // Berlin is six hours ahead of New York: in its zone the same orders look older than what was accepted.
    expect(await upload('Europe/Berlin')).toMatchObject({
      code: 5,
      out: { state: 'stopped', error: { code: 'upload.mapping_changed' } },
    });
    expect(posts()).toBe(before);

    t.clear();
    expect(await run(['orders', 'forget', '--run', wrong.out.run, '--yes', '--json'], t.platform)).toBe(0);
    expect(await upload('Europe/Berlin')).toMatchObject({ code: 0, out: { orders: { accepted: 22 } } });
    expect(await upload('Europe/Berlin')).toMatchObject({
      code: 0,
      out: { orders: { accepted: 0, already_accepted: 22 } },
    });
  } finally {
    await sandbox.close();
  }
});
