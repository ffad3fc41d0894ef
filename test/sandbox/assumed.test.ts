// Assumptions about what the service sends and when: seen by a retailer on a real socket, and on a manual clock.
import { expect, test } from 'vitest';
import { withDetail } from '../../src/contract/sample.ts';
import { sandboxWithClient } from './client.ts';
import { HOUR, retailer, rmaMessage, START, stage } from './deliveries/support.ts';

test('headers of what the service calls', async () => {
  const shop = await retailer();
  const assume = { account_id: '4711', rma_version: '4', exchange_version: '2', variants_version: '7' };
  const on = stage({ to: shop.url, assume: () => assume });
  for (const kind of ['rma', 'exchange_order', 'variants'] as const)
    on.deliveries.send({ ...rmaMessage(kind, 1), kind });
  await on.timeline.runUntilIdle();
  expect(shop.calls.map(({ headers }) => headers['x-account-id'])).toEqual(['4711', '4711', '4711']);
  expect(shop.calls.map(({ headers }) => headers['x-service-api-version']).sort()).toEqual(['2', '4', '7']);
});

test('waits between attempts, and when a message is given up', async () => {
  const shop = await retailer(() => ({ status: 503 }));
  const on = stage({
    to: shop.url,
    assume: () => ({ first_wait: '10m', longest_wait: '20m', give_up_after: '2h' }),
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

test('when an ASN is created, also when it is changed while the sandbox runs', async () => {
  const { sandbox, createAsn } = await sandboxWithClient({
    ...{ clock: 'manual', clockStart: START, assume: { asn_delay: '1h' } },
  });
  const asn = (number: string) => withDetail({ unit_identifier: number }, { asn_number: number });
  await createAsn(asn('A-1'));
  await sandbox.engine.timeline.advanceTo(START + HOUR - 1);
  expect(sandbox.asns()).toMatchObject([{ state: 'queued' }]);
  await sandbox.engine.timeline.advanceTo(START + HOUR);
  expect(sandbox.asns()).toMatchObject([{ state: 'created' }]);
  sandbox.assumptions({ asn_delay: '5s' });
  await createAsn(asn('A-2'));
  await sandbox.engine.timeline.advanceTo(START + HOUR + 5000);
  expect(sandbox.asns()).toMatchObject([{ state: 'created' }, { state: 'created' }]);
});
