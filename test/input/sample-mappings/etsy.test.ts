// The Etsy samples, items joined with orders, through check and upload: all orders by a second path, and every trap by
// name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { byHand, reading } from './etsy-expected.ts';
import { expectEveryOrder, expectEveryRefusal, expectEverySkip } from './every-order.ts';
import { ordersIn, rowsOf, sample, sum } from './export-rows.ts';

const FILE = sample('exports/etsy-sold-items.csv');
const ORDERS = sample('exports/etsy-sold-orders.csv');
const MAP = sample('mappings/etsy-sold-items.json');
const FLAGS = ['--with', `orders=${ORDERS}`, '--timezone', 'America/Chicago'];
const rows = rowsOf(FILE, ',');
const papers = rowsOf(ORDERS, ',');
const expected = reading(rows, papers);

const its = uploadedSample(FILE, MAP, ...FLAGS);
const { order } = its;
const numbers = (id: string, field: string) => order(id).items.map((item) => item[field] as number);

describe('all orders', () => {
  test('the files are what the README says', () => {
    expect(Object.keys(rows[0]!)).toHaveLength(33);
    expect(Object.keys(papers[0]!)).toHaveLength(36);
    expect(rows).toHaveLength(45);
    expect(papers).toHaveLength(32);
    expect(ordersIn(rows, 'Order ID').size).toBe(33);
  });

  test('26 orders are accepted, 7 refused, every row accounted for', () => {
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 45, orders: 33 },
      orders: { accepted: 26, refused: 7, skipped: 0, superseded: 0, pending: 0 },
      rows: { read: 45, accounted: 45 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));
  test.each(Object.keys(byHand))('order %s arrives as written by hand', (id) =>
    expect(order(id)).toEqual(byHand[id]),
  );
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRefusal(its, expected, ordersIn(rows, 'Order ID'), (file) => rowsOf(file, ','), 'Order ID'));
  test('no order is skipped', () => expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
});

describe('traps', () => {
  test('tax that Etsy collects stands in no column: it is the rest of the total', () => {
    expect(papers.find((row) => row['Order ID'] === '3500010103')).toMatchObject({ 'Sales Tax': '0.00' });
    expect(order('3500010103')).toMatchObject({ tax_amount_cents: 1460, total_amount_cents: 8760 });
    expect(numbers('3500010103', 'tax_amount_cents')).toEqual([814, 646]);
  });

  test('the first line repeats the amounts of the order: they are not added over the lines', () => {
    expect(order('3500010108')).toMatchObject({ shipping_amount_cents: 800, discount_amount_cents: 645 });
    expect(numbers('3500010108', 'discount_amount_cents')).toEqual([340, 90, 215]);
  });

  test('a discount that does not share evenly is shared exactly', () => {
    const shares = numbers('3500010132', 'discount_amount_cents');
    expect(shares).toEqual([169, 75, 90]);
    expect(sum(shares)).toBe(334);
  });

  test('a discount on the shipping is taken off it', () => {
    expect(order('3500010110')).toMatchObject({ shipping_amount_cents: 0, discount_amount_cents: 0 });
  });

  test('two spellings of dates: 03/26/26 and 03/26/2026', () => {
    expect(order('3500010128')).toMatchObject({
      created_at: '2026-03-24T00:00:00-05:00',
      updated_at: '2026-03-26T00:00:00-05:00',
    });
    expect(order('3500010133').updated_at).toBe('2026-01-02T00:00:00-06:00');
  });

  test('refunded money is reported, and no refund is made up', () => {
    for (const id of ['3500010111', '3500010112']) expect(order(id)['refunds'], id).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: 2 }),
    );
  });

  test('what the buyer had engraved, with a line break and quotes, does not cut the row', () => {
    expect(readFileSync(FILE, 'utf8')).toContain('Rex\nif lost: 555-0100, ""ask for Mo""');
    expect(order('3500010129').items[0]).toMatchObject({ sku: 'TAG-DOG', title: 'Dog&#39;s name tag' });
  });

  test('the same product twice is two lines; a zip keeps its zero', () => {
    expect(order('3500010120').items.map((item) => item.sku)).toEqual(['MUG-SPK', 'MUG-SPK']);
    expect(order('3500010102')).toMatchObject({ shipping_address: { zip_code: '05401' } });
  });
});
