// The sample of a Shopify bulk operation through check and upload: all orders by a second path, and the traps by name.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { expectEveryOrder, expectEverySkip } from './every-order.ts';
import { sample } from './export-rows.ts';
import { type BulkLine, type BulkOrder, bulkOf, idOf, reading } from './shopify-bulk-expected.ts';

const FILE = sample('exports/shopify-bulk.ndjson');
const MAP = sample('mappings/shopify-bulk.json');
const records = bulkOf(fs.readFileSync(FILE, 'utf8'));
const expected = reading(records);

const its = uploadedSample(FILE, MAP);
const { order } = its;
const units = (id: string) => its.units(id);

describe('all orders', () => {
  test('27 of 36 orders are accepted, 8 refused, one skipped', () => {
    expect(records).toHaveLength(36);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { orders: 36 },
      orders: { accepted: 27, refused: 8, skipped: 1, superseded: 0, pending: 0 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));

  test('every refused order is refused for the reason of the second path, with all its lines', () => {
    const rejects = its.uploaded.document.refused.files
      .flatMap((file) => fs.readFileSync(file, 'utf8').trim().split('\n'))
      .map((line) => JSON.parse(line) as Reject);
    const ids = new Map(records.map((one) => [one.order.id, one]));
    const parents = new Map<string, Reject[]>();
    for (const one of rejects) {
      const parent = '__parentId' in one.order ? one.order.__parentId : one.order.id;
      parents.set(parent, [...(parents.get(parent) ?? []), one]);
    }
    const found = [...parents].map(([parent, own]) => [ids.get(parent)!, own] as const);
    expect(found.map(([one]) => idOf(one.order)).sort()).toEqual([...expected.refused.keys()].sort());
    for (const [one, own] of found) {
      const [field, message] = expected.refused.get(idOf(one.order))!;
      expect(own.map((reject) => reject.order)).toEqual([one.order, ...one.lines]);
      const errors = own.flatMap((reject) => reject.errors);
      if (field !== '') expect(errors.map((error) => error.field)).toContain(field);
      expect(errors.map((error) => error.message).join('\n')).toContain(message);
    }
  });

  test('orders are skipped for the reasons of the second path', () => expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
  test('no key of the export is unknown to the mapping', async () => {
    const { stdout } = await its.carrier.text('orders', 'check', FILE, '--map', MAP);
    expect(stdout).not.toContain('unmapped');
    expect(stdout).not.toContain('not found');
  });
});

interface Reject {
  readonly order: BulkOrder | BulkLine;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

describe('traps', () => {
  test('what has shipped is what is not left to be shipped', () => {
    expect([order('7005').status, units('7005')]).toEqual(['Created', [[3, 2, 0]]]);
    expect([order('7028').status, units('7028')]).toEqual(['Created', [[2, 0, 0]]]);
  });

  test('cancelled without taking units away: those that have not shipped are cancelled', () => {
    expect([order('7007').status, units('7007')]).toEqual(['Cancelled', [[1, 0, 1]]]);
    expect([order('7008').status, units('7008')]).toEqual([
      'Shipped',
      [
        [2, 2, 0],
        [1, 0, 1],
      ],
    ]);
  });

  test('orders with removed or refunded units are refused where money went back; without, the units are cancelled', () => {
    for (const id of ['7009', '7010', '7034'])
      expect(expected.refused.get(id)![1]).toBe('removed or refunded');
    expect([order('7011').status, units('7011')]).toEqual(['Created', [[3, 0, 1]]]);
  });

  test('refunded money without units is reported, and the order is sent', () => {
    const refunded = records.filter(({ order: one }) => one.totalRefundedSet.shopMoney.amount !== '0.0');
    expect(refunded.map(({ order: one }) => idOf(one))).toEqual(['7009', '7010', '7012', '7013', '7034']);
    expect([order('7012')['refunds'], order('7013')['refunds']]).toEqual([[], []]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: refunded.length }),
    );
  });

  test('lists in a line: two taxes are added, two discounts as well, tags stay whole', () => {
    expect(order('7001').items[0]).toMatchObject({ tax_amount_cents: 320 });
    expect(order('7020').items.map((item) => item['discount_amount_cents'])).toEqual([834, 83, 83]);
    expect(order('7025')['tags']).toEqual(['VIP', 'gift wrap, red']);
  });
});
