// The WooCommerce REST sample through check and upload: all orders by a second path, and every trap by name.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import { uploadedSample } from './carrier.ts';
import { expectEveryOrder, expectEveryRecordRefused, expectEverySkip } from './every-order.ts';
import { sample } from './export-rows.ts';
import { reading, type WooOrder } from './woocommerce-rest-expected.ts';

const FILE = sample('exports/woocommerce-rest.json');
const MAP = sample('mappings/woocommerce-rest.json');
const records = JSON.parse(fs.readFileSync(FILE, 'utf8')) as WooOrder[];
const expected = reading(records);

const its = uploadedSample(FILE, MAP);
const { order } = its;

describe('all orders', () => {
  test('20 of 33 orders are accepted, 9 refused, 4 skipped', () => {
    expect(records).toHaveLength(33);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { orders: 33 },
      orders: { accepted: 20, refused: 9, skipped: 4, superseded: 0, pending: 0 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRecordRefused(
      its,
      expected,
      new Map(records.map((one) => [one.number, one])),
      (one) => (one as WooOrder).number,
    ));
  test('orders are skipped for the reasons of the second path', () => expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());

  test('wrapped in "data" the orders are the same', async () => {
    const file = path.join(temporaryFolder(), 'wrapped.json');
    fs.writeFileSync(file, JSON.stringify({ data: records, total: records.length }));
    const { document } = await its.carrier.json('orders', 'upload', file, '--map', MAP, '--rate', 'off');
    expect(document.orders).toMatchObject({ accepted: 0, already_accepted: 20, refused: 9, skipped: 4 });
  });
});

describe('traps', () => {
  test('times are those in UTC, on both sides of the change of the clock', () => {
    expect(order('6001').created_at).toBe('2026-03-08T22:30:00+00:00');
    expect(order('6028').created_at).toBe('2026-03-29T21:30:00+00:00');
  });

  test('the tracking number is in a list inside meta_data; other entries have other shapes', () => {
    expect(order('6001').items.map((item) => item['tracking_number'])).toEqual(['JJD0001', 'JJD0001']);
    expect(order('6002').items[0]).toMatchObject({ tracking_number: 'XY1' });
    expect(order('6028').items[0]).not.toHaveProperty('tracking_number');
  });

  test('refunds with lines name the line by _refunded_item_id', () => {
    const [shirt, cup] = order('6015').items;
    expect(order('6015')['refunds']).toMatchObject([
      { total_refund_amount_cents: 4920, refund_line_items: [{ order_item_identifier: shirt!.identifier }] },
      {
        total_refund_amount_cents: 6458,
        refund_line_items: [
          { order_item_identifier: shirt!.identifier },
          { order_item_identifier: cup!.identifier },
        ],
      },
    ]);
  });

  test('refunds without lines or units are reported: of the list, of shipping, of a part of the price', () => {
    for (const id of ['6014', '6013', '6030']) expect(order(id)['refunds'], id).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'refund.lines.none', count: 3 }),
    );
  });

  test('a refunded order has shipped when it was completed', () => {
    expect([order('6011').status, order('6012').status]).toEqual(['Shipped', 'Cancelled']);
  });

  test('a fee is added to the shipping with its tax', () => {
    expect(order('6017')).toMatchObject({ shipping_amount_cents: 800, shipping_tax_amount_cents: 160 });
  });

  test('guests are known by their e-mail, a product twice is two lines', () => {
    expect(order('6002')['customer']).toMatchObject({ identifier: 'omar.6002@example.com' });
    expect(order('6024').items.map((item) => [item.sku, item['quantity']])).toEqual([
      ['CUP-1', 1],
      ['CUP-1', 2],
    ]);
  });
});
