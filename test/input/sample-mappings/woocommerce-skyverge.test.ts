// The sample of WooCommerce's Customer / Order / Coupon Export through check and upload: all orders by a second path,
// and every trap by name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { expectEveryOrder, expectEveryRefusal, expectEverySkip } from './every-order.ts';
import { ordersIn, rowsOf, sample } from './export-rows.ts';
import { byHand, reading } from './woocommerce-skyverge-expected.ts';

const FILE = sample('exports/woocommerce-skyverge.csv');
const MAP = sample('mappings/woocommerce-skyverge.json');
const ZONE = ['--timezone', 'America/New_York'];
const rows = rowsOf(FILE, ',');
const expected = reading(rows);

const its = uploadedSample(FILE, MAP, ...ZONE);
const { order } = its;

describe('all orders', () => {
  test('the file is what the README says', () => {
    expect(Object.keys(rows[0]!)).toHaveLength(57);
    expect(rows).toHaveLength(48);
    expect(ordersIn(rows, 'order_id').size).toBe(35);
  });

  test('20 orders are accepted, 12 refused, 3 skipped, every row accounted for', () => {
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 48, orders: 35 },
      orders: { accepted: 20, refused: 12, skipped: 3, superseded: 0, pending: 0 },
      rows: { read: 48, accounted: 48 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));
  test.each(Object.keys(byHand))('order %s arrives as written by hand', (id) =>
    expect(order(id)).toEqual(byHand[id]),
  );
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRefusal(its, expected, ordersIn(rows, 'order_id'), (file) => rowsOf(file, ','), 'order_id'));
  test('every skipped order is skipped for the reason of the second path', () =>
    expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
});

describe('traps', () => {
  test('an apostrophe in front of a phone is taken off', () => {
    expect(readFileSync(FILE, 'utf8')).toContain('"\'+1 503 555 0142"');
    expect(order('6001')).toMatchObject({ customer: { phone: '+1 503 555 0142' } });
  });

  test('a price that does not divide evenly is rounded as the mapping says, with a warning', () => {
    expect(order('6003').items[0]).toMatchObject({ quantity: 3, unit_price_amount_cents: 933 });
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.subtotal.mismatch', count: 2 }),
    );
  });

  test('refunded money and fees are reported; refunds are not made up', () => {
    expect(order('6009')['refunds']).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: 5 }),
    );
  });

  test('the formatted number is the identifier where the shop has one', () => {
    expect(order('W-7001').created_at).toBe('2025-11-02T01:30:00-04:00');
    expect(its.uploaded.document.notes).toContainEqual(
      expect.objectContaining({ code: 'date.ambiguous', count: 1 }),
    );
  });

  test('names of states become codes, other texts stay', () => {
    expect(order('6019')).toMatchObject({ shipping_address: { state: 'QC', country_code: 'CA' } });
    expect(order('6020')).toMatchObject({ shipping_address: { state: 'Berlin', country_code: 'DE' } });
    expect(order('6022')).toMatchObject({ shipping_address: { state: '', country_code: 'GB' } });
  });

  test('a coupon is the discount of the order and of its lines', () => {
    expect(order('6011')).toMatchObject({ discount_amount_cents: 1730 });
    expect(order('6011').items.map((item) => item['discount_amount_cents'])).toEqual([240, 1490]);
  });
});
