// A retailer that cannot be reached for hours, on a manual clock: nothing is missed, and attempts are made as the rule says.
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../src/sandbox/deliveries/types.ts';
import { ASSUMED_INITIALLY } from '../../../src/sandbox/life-cycle/assumptions.ts';
import { inForm } from '../../helpers/form.ts';
import { attemptsOf, customerAt, HOUR, retailer, rmaMessage, START, stage } from './support.ts';

const newestFirst = (count: number, on: { deliveries: { list(filter: { limit: number }): Delivery[] } }) => {
  const all = on.deliveries.list({ limit: count + 1 });
  expect(all).toHaveLength(count);
  return all;
};

describe('an outage', () => {
  const RMAS = inForm({ short: 15, long: 100 });
  const MESSAGES = 3;

  test('of almost 32 hours: every message arrives, once, in order within its RMA', async () => {
    const shop = await retailer();
    const on = stage({ to: shop.url });
    on.deliveries.outage(START + 31.9 * HOUR);
    for (let n = 1; n <= MESSAGES; n++)
      for (let rma = 0; rma < RMAS; rma++) on.deliveries.send(rmaMessage(`R-${rma}`, n));
    const ran = await on.timeline.runUntilIdle();
    expect(shop.calls).toHaveLength(RMAS * MESSAGES);
    for (let rma = 0; rma < RMAS; rma++) {
      const own = (shop.bodies() as { rma: string; n: number }[]).filter((body) => body.rma === `R-${rma}`);
      expect(own.map(({ n }) => n)).toEqual([1, 2, 3]);
    }
    let attempts = 0;
    for (const delivery of newestFirst(RMAS * MESSAGES, on)) {
      expect(delivery.state).toBe('delivered');
      const { n } = JSON.parse(delivery.message.body!) as { n: number };
      expect(delivery.attempts.length).toBeGreaterThanOrEqual(n === 1 ? 40 : 1);
      expect(
        delivery.attempts
          .slice(0, -1)
          .every(({ fault, ms, at }) => fault === 'outage' && ms === 0 && at < START + 31.9 * HOUR),
      ).toBe(true);
      attempts += delivery.attempts.length;
    }
    // The first attempts were due before the clock was moved.
    expect(ran).toBe(attempts - RMAS);
    expect(on.timeline.pending).toBe(0);
    expect(on.timeline.clock.now()).toBeLessThanOrEqual(START + 32 * HOUR);
  });

  test('of more than 32 hours: given up with what to do, the last attempt when the 32 hours end', async () => {
    const shop = await retailer();
    const on = stage({ to: shop.url });
    on.deliveries.outage(START + 40 * HOUR);
    on.deliveries.send(rmaMessage('R-1', 1));
    on.deliveries.send(rmaMessage('R-1', 2));
    await on.timeline.runUntilIdle();
    const [second, first] = newestFirst(2, on);
    expect(first).toMatchObject({ state: 'given_up', nextAt: null });
    expect(first!.reason).toMatch(
      /No 2xx within 32 hours.*tried \d+ times, last: outage\): mend the endpoint.*redeliver D-1/,
    );
    expect(first!.attempts.at(-1)!.at).toBe(START + 32 * HOUR);
    // The 32 hours of the second begin with its own first attempt.
    expect(second!.attempts[0]!.at).toBe(START + 32 * HOUR);
    expect(second!.state).toBe('delivered');
    expect(shop.calls).toHaveLength(1);
  });
});

test('waits between attempts, and when a message is given up, are assumed', async () => {
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

describe('without an address', () => {
  test('messages wait, unread, until there is one', async () => {
    const on = stage();
    for (let rma = 0; rma < 20; rma++) on.deliveries.send(rmaMessage(`R-${rma}`, 1));
    on.deliveries.send(rmaMessage('R-0', 2));
    expect(await on.timeline.advanceTo(START + 50 * HOUR)).toBe(0);
    expect(on.deliveries.counts()).toEqual({ waiting: 21, sending: 0, delivered: 0, given_up: 0 });
    const shop = await retailer();
    on.deliveries.customer = customerAt(shop.url);
    await on.timeline.runUntilIdle();
    expect(on.deliveries.counts().delivered).toBe(21);
    expect(on.timeline.clock.now()).toBe(START + 50 * HOUR);
  });

  test('when it is taken away, what is under way waits for the next one', async () => {
    const slow = await retailer(() => new Promise(() => {}));
    const on = stage({ to: slow.url });
    for (const rma of ['R-1', 'R-2']) on.deliveries.send(rmaMessage(rma, 1));
    await expect.poll(() => slow.calls.length).toBe(2);
    on.deliveries.customer = undefined;
    await on.timeline.advanceTo(START + HOUR);
    expect(on.deliveries.counts()).toMatchObject({ waiting: 2, sending: 0 });
    const shop = await retailer();
    on.deliveries.customer = customerAt(shop.url);
    await on.timeline.runUntilIdle();
    expect(on.deliveries.counts().delivered).toBe(2);
    expect(attemptsOf(on, 'D-1')).toEqual(['200']);
  });
});
