// The Shopify REST sample through check and upload: all orders by a second path, and every trap by name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { expectEveryOrder, expectEveryRecordRefused, expectEverySkip } from './every-order.ts';
import { sample } from './export-rows.ts';
import { idOf, reading, type ShopifyOrder } from './shopify-rest-expected.ts';

const FILE = sample('exports/shopify-rest.json');
const MAP = sample('mappings/shopify-rest.json');
const { orders: records } = JSON.parse(readFileSync(FILE, 'utf8')) as { orders: ShopifyOrder[] };
const expected = reading(records);

const its = uploadedSample(FILE, MAP);
const { order } = its;
const units = (id: string) => its.units(id);

describe('all orders', () => {
  test('28 of 36 orders are accepted, 7 refused, one skipped', () => {
    expect(records).toHaveLength(36);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { orders: 36 },
      orders: { accepted: 28, refused: 7, skipped: 1, superseded: 0, pending: 0 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRecordRefused(its, expected, new Map(records.map((one) => [idOf(one), one])), (one) =>
      idOf(one as ShopifyOrder),
    ));
  test('orders are skipped for the reasons of the second path', () => expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
  test('no key of the export is unknown to the mapping', async () => {
    const { stdout } = await its.carrier.text('orders', 'check', FILE, '--map', MAP);
    expect(stdout).not.toContain('unmapped');
    expect(stdout).not.toContain('not found');
  });
});

describe('traps', () => {
  test('several fulfillments of one line: units are added, the first number and date count', () => {
    expect(order('3005').items[0]).toMatchObject({
      quantity_shipped: 3,
      tracking_number: '1Z3005A',
      shipped_date: '2026-04-11T09:30:00-04:00',
    });
  });

  test('partly fulfilled lines', () => {
    expect([order('3006').status, units('3006')]).toEqual([
      'Created',
      [
        [3, 2, 0],
        [1, 0, 0],
      ],
    ]);
  });

  test('a cancelled fulfillment does not count, one that is under way has not shipped', () => {
    expect(order('3023').items[0]).toMatchObject({ quantity_shipped: 1, tracking_number: '1Z3023' });
    expect(units('3034')).toEqual([[2, 0, 0]]);
  });

  test('a line that was removed from the order is cancelled and no refund; with money it is both', () => {
    expect(units('3015')[1]).toEqual([2, 1, 1]);
    expect(order('3015')).toMatchObject({ status: 'Shipped', refunds: [] });
    expect(units('3016')[1]).toEqual([1, 0, 1]);
    expect(order('3016')['refunds']).toMatchObject([
      { total_refund_amount_cents: 20577, refund_line_items: [{ quantity: 1 }] },
    ]);
  });

  test('refunds with lines: two of one order, and a failed transaction that does not count', () => {
    expect(order('3028')['refunds']).toMatchObject([
      { total_refund_amount_cents: 2722, refund_line_items: [{ quantity: 1 }] },
      { total_refund_amount_cents: 4682, refund_line_items: [{ quantity: 1 }, { quantity: 1 }] },
    ]);
  });

  test('refunded shipping has no lines: it is reported', () => {
    expect(order('3009')['refunds']).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'refund.lines.none', count: 1 }),
    );
  });

  test('a tip is taken off, a free shipping is 0, presentment money is not taken', () => {
    expect(order('3017').total_amount_cents).toBe(1960);
    expect(order('3014')).toMatchObject({ shipping_amount_cents: 0, discount_amount_cents: 900 });
    expect(order('3020')).toMatchObject({ currency: 'USD', product_amount_cents: 8600 });
  });

  test('discounts of the order and of the line come with their lines', () => {
    expect(order('3013').items.map((item) => item['discount_amount_cents'])).toEqual([834, 333, 333]);
  });

  test('a cancelled order of which a part has shipped is shipped; one of which nothing has is cancelled', () => {
    expect([order('3033').status, units('3033')]).toEqual([
      'Shipped',
      [
        [2, 2, 0],
        [1, 0, 1],
      ],
    ]);
    expect([order('3004').status, units('3004')]).toEqual(['Cancelled', [[1, 0, 1]]]);
  });
});
