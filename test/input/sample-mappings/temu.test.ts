// The Temu sample through check and upload: every order by a second path, every refusal with its reason.
import { expect, test } from 'vitest';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';
import { expected, idOf } from './temu-expected.ts';

const its = compareSample({
  file: sample('exports/temu-orders.csv'),
  map: sample('mappings/temu-orders.json'),
  identifier: 'Order ID',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // Two mugs for 19.98, a tee for 15.00, tax 4.00 and 3.00, shipping 2.99 and 1.00.
  [2, { total_amount_cents: 4597, shipping_amount_cents: 399, tax_amount_cents: 700 }],
  [5, { status: 'Cancelled', total_amount_cents: 0 }],
  // Two tees for 30.00 with 5.70 tax; the mug was cancelled.
  [8, { status: 'Shipped', total_amount_cents: 3570, product_amount_cents: 3000 }],
  // 1.299,00 and 246,81 tax.
  [15, { total_amount_cents: 154581 }],
  [17, { created_at: '2026-07-03T19:15:00+02:00' }],
  [18, { created_at: '2025-11-21T11:26:00+01:00' }],
  [19, { created_at: '2026-01-15T00:05:00+01:00' }],
  [23, { status: 'Created', product_amount_cents: 1500 }],
] as const)('order %i by hand', (number, figures) => {
  expect(its.order(idOf(number))).toMatchObject(figures);
});

test('the lines of an address', () => {
  expect(its.order(idOf(3))['shipping_address']).toMatchObject({
    street1: 'Lindenallee 7',
    street2: 'Hinterhaus 3. OG',
  });
});

test('refunded money is reported, and sent as no refund', () => {
  expect([its.order(idOf(9))['refunds'], its.order(idOf(16))['refunds']]).toEqual([[], []]);
  expect(its.uploaded.document.warnings).toContainEqual(
    expect.objectContaining({ code: 'order.map.warned', count: 2 }),
  );
});
