// What the service sends and when: seen by a retailer on a real socket, and on a manual clock.
import { expect, test } from 'vitest';
import { ASSUMED_INITIALLY } from '../../src/sandbox/life-cycle/assumptions.ts';
import { HOUR, retailer, rmaMessage, START, stage } from './deliveries/support.ts';

test('waits between attempts, and when a message is given up', async () => {
  const shop = await retailer(() => ({ status: 503 }));
  const on = stage({
    to: shop.url,
    assume: () => ({ ...ASSUMED_INITIALLY, first_wait: '10m', give_up_after: '2h' }),
  });
  on.deliveries.send(rmaMessage('R-1', 1));
  await on.timeline.runUntilIdle();
  const [given] = on.deliveries.list({ limit: 1 });
  const times = given!.attempts.map(({ at }) => at - START);
  expect(times.at(-1)).toBe(2 * HOUR);
  expect(times[1]).toBeGreaterThanOrEqual(HOUR / 12);
  expect(times.length).toBeLessThanOrEqual(14);
  expect(given!.reason).toContain('No 2xx within 2 hours');
});
