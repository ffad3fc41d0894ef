// --min-orders, --expect-orders and --max-age catch a stale export before anything is sent.
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { json, moveDesk, NOW, orders, received, useOrderDesk, write } from '../helpers/order-desk.ts';
import { sample } from '../input/sample-mappings/export-rows.ts';

useOrderDesk();

test('--min-orders, --expect-orders and --max-age catch a stale export before anything is sent', async () => {
  moveDesk({ now: NOW });
  // One order has tomorrow's date by mistake: the export does not count as newer because of it.
  write(orders(2, (i) => (i === 0 ? { updated_at: '2026-05-04T12:00:00Z' } : {})));
  const upload = (...flags: string[]) => json('orders', 'upload', 'orders.json', ...flags);
  expect(await upload('--min-orders', '3')).toMatchObject({ code: 'input.orders.too_few', exit_code: 6 });
  expect(await upload('--max-orders', '1')).toMatchObject({ code: 'input.orders.too_many', exit_code: 6 });
  expect(await upload('--max-age', '23h')).toMatchObject({
    code: 'input.stale',
    exit_code: 6,
    message: 'The newest order of the input was changed 24 h 00 min ago',
  });
  expect(await upload('--expect-orders', '4')).toMatchObject({
    code: 'input.orders.unexpected',
    exit_code: 6,
  });
  expect(received()).toHaveLength(0);
  expect(await upload('--min-orders', '2', '--expect-orders', '2', '--max-age', '25h')).toMatchObject({
    orders: { accepted: 1 },
  });
});

test('--max-age reads the updated_at of a mapped export, too', async () => {
  const cli = makeCli();
  const check = (age: string) =>
    cli.run([
      'orders',
      'check',
      sample('exports/shopify-orders.csv'),
      '--map',
      'shopify-orders',
      '--max-age',
      age,
    ]);
  const stale = await check('2h');
  expect([stale.code, stale.stderr]).toEqual([6, expect.stringMatching(/changed \d+ days ago/)]);
  expect(stale.stderr).toContain('expected  an updated_at of the last 2 h 00 min (--max-age)');
  expect((await check('36500d')).code).toBe(3);
});
