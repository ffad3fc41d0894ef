// Returns through real sockets: the scenarios that the interface spells out in one, message by message as its tables say; what a
// reset forgets.
import { expect, test } from 'vitest';
import { validateRma } from '../../../src/contract/validate-rma.ts';
import { historyFindings } from '../../contract/histories.ts';
import { sandboxWithClient } from '../client.ts';
import { retailer } from '../deliveries/support.ts';
import { orderOf, refundOf, START } from '../life-cycle/world.ts';

const SECOND = 1000;
const lines = [
  { id: 'L1', price: 10_000, tax: 825 },
  { id: 'L2', quantity: 2, price: 3000, tax: 495 },
];

const paid = (cents: number) => ({ total_refund_amount_cents: cents, created_at: '2026-03-10T12:00:00Z' });

/** A sandbox on a manual clock whose messages go to a retailer on a real socket. */
async function world() {
  const shop = await retailer();
  const manual = { clock: 'manual', clockStart: START } as const;
  const service = await sandboxWithClient({ customerUrl: shop.url, seed: 1, ...manual });
  const { sandbox } = service;
  const { timeline } = sandbox.engine;
  return {
    ...service,
    shop,
    passes: (ms: number) => timeline.advanceTo(timeline.clock.now() + ms),
    post: async (order: object) => {
      const { status, text } = await service.orders([order]);
      expect(text).not.toContain('errors');
      expect(status).toBe(200);
    },
    messages: () => shop.bodies() as Record<string, unknown>[],
  };
}

/** The seven fields that the interface's table names, of one unit. */
const unit = (line: string, cents: number, tracking: string | null, status: string | null) => ({
  order_line_item_identifier: line,
  order_identifier: 'SO-1',
  exchange_order_identifier: null,
  original_order_identifier: null,
  return_reason: 'too small',
  is_exchange: false,
  sku: `SKU-${line}`,
  tracking_number: tracking,
  package_tracking_status: status,
  refund_financials: {
    estimated_refund_amount_cents: cents,
    provider_refund_amount_cents: 0,
    shopper_refund_amount_cents: cents,
  },
  refund_type: 'REFUND',
});
const message = (rma: string, at: string, items: unknown[], status = 'CREATED') => ({
  rma_identifier: rma,
  status,
  created_at: '2026-03-10T09:00:00Z',
  updated_at: at,
  items,
  return_method: 'mail-back',
  return_shipping_cost_cents: 0,
  gift_refund_only: false,
});

test('mail-back, full refund, refund at carrier scan (multi-line order, split shipment)', async () => {
  const { sandbox, shop, post, passes, messages } = await world();
  await post(
    orderOf([lines[0]!, { ...lines[1]!, shipped: 0, tax: 0 }], { updated_at: '2026-03-08T10:00:00Z' }),
  );
  await expect(
    sandbox.startReturn({ order: 'SO-1', lines: [{ line: 'L2', units: 1 }] }),
  ).rejects.toMatchObject({ code: 'return.not_shipped' });
  const order = orderOf(lines, { updated_at: '2026-03-09T10:00:00Z' });
  await post(order);
  const rma = (await sandbox.startReturn({ order: 'SO-1', reason: 'too small' })).rma_identifier;
  await passes(3 * SECOND);
  sandbox.carrier(rma, 'scan');
  await passes(SECOND);
  const refund = refundOf('R-1', { L1: 1, L2: 2 }, rma, paid(17_320));
  await post({ ...order, updated_at: '2026-03-10T09:00:04Z', refunds: [refund] });
  await passes(0);
  const tracking = `TRK-${rma}-1`;
  const at = (status: string | null) => {
    const of = (line: string, cents: number) => unit(line, cents, status && tracking, status);
    // 495 cents of tax for two units: 247 and 248.
    return [of('L1', 10_825), of('L2', 3247), of('L2', 3248)];
  };
  expect(messages()).toStrictEqual([
    message(rma, '2026-03-10T09:00:00Z', at(null)),
    message(rma, '2026-03-10T09:00:03Z', at('PRE_TRANSIT')),
    message(rma, '2026-03-10T09:00:03.001Z', at('TRANSIT')),
    message(rma, '2026-03-10T09:00:04Z', at('TRANSIT'), 'REFUNDED'),
  ]);
  for (const { method, target, headers } of shop.calls)
    expect([method, target, headers['content-type'], headers['accept']]).toEqual([
      ...['POST', '/rmas', 'application/json', 'application/json'],
    ]);
  const { history, ...closed } = sandbox.rma(rma);
  expect(closed).toMatchObject({ status: 'REFUNDED', next: [] });
  expect(history.map(({ at, text }) => `${at.slice(11, 19)} ${text}`)).toEqual([
    '09:00:00 The shopper returns 3 units by mail-back: the RMA is CREATED.',
    '09:00:03 3 units got a label and a tracking number: PRE_TRANSIT.',
    '09:00:03 3 units scanned by the carrier: TRANSIT.',
    '09:00:04 Refund R-1 of 173.20 settles 1 unit of line L1.',
    '09:00:04 Refund R-1 of 173.20 settles 2 units of line L2.',
    '09:00:04 Every unit is settled: the RMA is REFUNDED and closed.',
  ]);
  expect(history.slice(1).flatMap(({ assumed }) => assumed)).toEqual([]);
  expect([...messages().flatMap(validateRma), ...historyFindings(messages())]).toEqual([]);
});

test('a reset forgets returns, what is due later, and the names of RMAs', async () => {
  const { sandbox, post, passes, messages } = await world();
  await post(orderOf(lines));
  const before = (await sandbox.startReturn({ order: 'SO-1' })).rma_identifier;
  await passes(0);
  sandbox.reset();
  await passes(10 * SECOND);
  expect(messages()).toHaveLength(1);
  await post(orderOf(lines));
  const after = (await sandbox.startReturn({ order: 'SO-1' })).rma_identifier;
  expect(after).not.toBe(before);
  await passes(10 * SECOND);
  expect(
    messages()
      .slice(1)
      .map((one) => one['rma_identifier']),
  ).toEqual([after, after]);
});
