// The two scenarios that the interface spells out, at the pure level: every message field by field as its tables say.
import { describe, expect, it } from 'vitest';
import { validateOrder } from '../../../src/contract/validate-order.ts';
import { validateRma } from '../../../src/contract/validate-rma.ts';
import { historyFindings } from '../../contract/histories.ts';
import { makeWorld, orderOf, refundOf, START, wants } from './world.ts';

const item = (line: string, sku: string, cents: number, changes: Record<string, unknown> = {}) => ({
  order_line_item_identifier: line,
  order_identifier: 'SO-1',
  exchange_order_identifier: null,
  original_order_identifier: null,
  return_reason: 'too small',
  is_exchange: false,
  sku,
  tracking_number: null,
  package_tracking_status: null,
  refund_financials: {
    estimated_refund_amount_cents: cents,
    provider_refund_amount_cents: 0,
    shopper_refund_amount_cents: cents,
  },
  refund_type: 'REFUND',
  ...changes,
});

const message = (updated: string, items: unknown[], status = 'CREATED') => ({
  rma_identifier: 'RMA-1',
  status,
  created_at: '2026-03-10T09:00:00Z',
  updated_at: updated,
  items,
  return_method: 'mail-back',
  return_shipping_cost_cents: 0,
  gift_refund_only: false,
});

const preTransit = { tracking_number: 'TRK-RMA-1-1', package_tracking_status: 'PRE_TRANSIT' };
const inTransit = { tracking_number: 'TRK-RMA-1-1', package_tracking_status: 'TRANSIT' };

describe('mail-back, full refund, refund at carrier scan (single-line order)', () => {
  const world = makeWorld(orderOf([{ id: 'L1', price: 10_000, tax: 825 }]));
  world.returns([wants('L1')]);
  world.passes(3000);
  world.passes(3_600_000);
  world.must({ kind: 'carrier', rma: 'RMA-1', step: 'scan' });
  world.passes(60_000);
  world.posts({
    refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1', { total_refund_amount_cents: 10_825 })],
  });

  it('posts four messages, field by field as the tables', () => {
    expect(world.messages).toStrictEqual([
      message('2026-03-10T09:00:00Z', [item('L1', 'SKU-L1', 10_825)]),
      message('2026-03-10T09:00:03Z', [item('L1', 'SKU-L1', 10_825, preTransit)]),
      message('2026-03-10T10:00:03Z', [item('L1', 'SKU-L1', 10_825, inTransit)]),
      message('2026-03-10T10:01:03Z', [item('L1', 'SKU-L1', 10_825, inTransit)], 'REFUNDED'),
    ]);
  });

  it('breaks no rule of the contract, and logs each step', () => {
    expect(world.messages.flatMap(validateRma)).toEqual([]);
    expect(historyFindings(world.messages)).toEqual([]);
    expect(world.log.map(({ at, text }) => [at - START, text])).toEqual([
      [0, 'The shopper returns 1 unit by mail-back: the RMA is CREATED.'],
      [3000, '1 unit got a label and a tracking number: PRE_TRANSIT.'],
      [3_603_000, '1 unit scanned by the carrier: TRANSIT.'],
      [3_663_000, 'Refund R-1 of 108.25 settles 1 unit of line L1.'],
      [3_663_000, 'Every unit is settled: the RMA is REFUNDED and closed.'],
    ]);
    expect(world.log.slice(1).flatMap(({ assumed }) => assumed)).toEqual([]);
  });

  it('is closed: nothing more happens to it', () => {
    const before = world.rma();
    for (const command of [
      { kind: 'carrier', rma: 'RMA-1', step: 'deliver' },
      { kind: 'warehouse', rma: 'RMA-1', step: 'receive' },
      { kind: 'cancel', rma: 'RMA-1' },
    ] as const)
      expect(world.refused(command).code).toBe('rma.closed');
    world.posts({});
    expect(world.rma()).toBe(before);
    expect(world.messages).toHaveLength(4);
  });
});

describe('mail-back, full refund (multi-line order, split shipment)', () => {
  const lines = [
    { id: 'L1', price: 10_000, tax: 825 },
    { id: 'L2', quantity: 2, price: 3000, tax: 495 },
  ];
  const first = orderOf([lines[0]!, { ...lines[1]!, shipped: 0, tax: 0 }]);
  const second = orderOf(lines);
  const world = makeWorld(first);
  const early = world.refused({
    ...{ kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null },
    lines: [wants('L2')],
  });
  world.posts(second as unknown as Record<string, unknown>);
  world.returns([wants('L1'), wants('L2', 2)]);
  world.passes(3000);
  world.must({ kind: 'carrier', rma: 'RMA-1', step: 'scan' });
  world.posts({
    refunds: [refundOf('R-1', { L1: 1, L2: 2 }, 'RMA-1', { total_refund_amount_cents: 17_320 })],
  });

  it('is posted twice, and what has not shipped cannot be returned', () => {
    const context = { now: START };
    for (const order of [first, second])
      expect(validateOrder(order, context).filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(early).toMatchObject({ code: 'return.not_shipped', assumed: [] });
  });

  it('has one item object per returned unit across all lines', () => {
    const items = (changes = {}) => [
      item('L1', 'SKU-L1', 10_825, changes),
      // 495 cents of tax for two units: 247 and 248.
      item('L2', 'SKU-L2', 3247, changes),
      item('L2', 'SKU-L2', 3248, changes),
    ];
    expect(world.messages).toStrictEqual([
      message('2026-03-10T09:00:00Z', items()),
      message('2026-03-10T09:00:03Z', items(preTransit)),
      message('2026-03-10T09:00:03.001Z', items(inTransit)),
      message('2026-03-10T09:00:03.002Z', items(inTransit), 'REFUNDED'),
    ]);
    expect(world.messages.flatMap(validateRma)).toEqual([]);
    expect(historyFindings(world.messages)).toEqual([]);
  });
});
