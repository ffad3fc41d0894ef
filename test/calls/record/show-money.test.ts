// `calls show --money`: the amount by the order, next to the estimates of the service.
import { expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { targetEnvironment } from '../../helpers/cli.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { rma, SINGLE, scanned, unit } from '../refund-story.ts';

test('calls show --money derives the amount from the order, next to the estimates of the service', async () => {
  const sandbox = await sandboxFor();
  const here = testPlatform({ env: targetEnvironment(sandbox) });
  here.file('orders.json', JSON.stringify([SINGLE]));
  here.file('call.json', JSON.stringify(rma(11, [unit('100045', 'A', scanned())])));
  expect(await run(['orders', 'upload', 'orders.json', '--yes', '--quiet'], here.platform)).toBe(0);
  expect(await run(['calls', 'import', 'call.json'], here.platform)).toBe(0);
  here.clear();
  expect(await run(['calls', 'show', 'last', '--money', '--json'], here.platform)).toBe(0);
  expect((JSON.parse(here.stdout()) as { money: object }).money).toMatchObject({
    units: [{ refund_type: 'REFUND', goods_cents: 10_825, estimated_cents: 0, difference_cents: -10_825 }],
    // 100.00 + 8.25 + 5.00 shipping.
    orders: [{ total_cents: 11_325, by_order_cents: 11_325, by_order: 'full' }],
    ...{ by_order_cents: 11_325, estimated_cents: 0, refunded_cents: 0, gift_refund_only: false },
  });
  here.clear();
  expect(await run(['calls', 'show', 'last', '--money'], here.platform)).toBe(0);
  expect(here.stdout()).toMatch(/by the order {6}113\.25 {2}the total: every unit comes back/);
  expect(here.stdout()).toMatch(
    /to refund {11}113\.25 {2}by the order\n {2}estimated {13}0\.00 {2}by the service/,
  );
  expect(here.stdout()).not.toContain('gift card');
  const gift = { ...rma(12, [unit('100045', 'A', scanned())]), gift_refund_only: true };
  here.file('gift.json', JSON.stringify({ ...gift, rma_identifier: 'RMA-GIFT' }));
  expect(await run(['calls', 'import', 'gift.json'], here.platform)).toBe(0);
  here.clear();
  expect(await run(['calls', 'show', 'last', '--money'], here.platform)).toBe(0);
  expect(here.stdout()).toContain('the money belongs on a gift card, not on the original payment method');
});
