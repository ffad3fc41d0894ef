// The Wix sample through check and upload: every order by a second path, every refusal with its reason.
import { expect, test } from 'vitest';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';
import { expected } from './wix-expected.ts';

const its = compareSample({
  file: sample('exports/wix-orders.csv'),
  map: sample('mappings/wix-orders.json'),
  flags: ['--timezone', 'America/New_York'],
  identifier: 'Order number',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // Two mugs for 18.00, a tee for 25.00, shipping 5.00, 5.41 tax on top.
  ['10001', { total_amount_cents: 7141, tax_amount_cents: 541, shipping_amount_cents: 500 }],
  // The tax of 4.79 is inside the 30.00.
  [
    '10002',
    {
      total_amount_cents: 3000,
      tax_amount_cents: 0,
      shipping_address: { state: 'DE-BE', country_code: 'DE' },
    },
  ],
  // A mug for 18.00, three pairs of socks for 12.50, and a shipping rate of 15.00.
  ['10003', { total_amount_cents: 7050, shipping_amount_cents: 1500 }],
  ['10008', { status: 'Cancelled', total_amount_cents: 0 }],
  ['10018', { billing_address: { name: 'Ada Martin', country_code: 'US' } }],
  ['10021', { created_at: '2026-03-21T00:00:00-04:00' }],
  ['10022', { created_at: '2025-12-08T12:30:00-05:00' }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('two refunds are reported, and sent as no refund', () => {
  expect([its.order('10009')['refunds'], its.order('10010')['refunds']]).toEqual([[], []]);
  expect(its.uploaded.document.warnings).toContainEqual(
    expect.objectContaining({ code: 'order.map.warned', count: 2 }),
  );
});

test('the values of an order stand on its first row only, in exports that leave them out later', () => {
  expect(its.order('10023').items).toHaveLength(2);
  expect(its.order('10023')).toMatchObject({ currency: 'CAD', total_amount_cents: 5424 });
});
