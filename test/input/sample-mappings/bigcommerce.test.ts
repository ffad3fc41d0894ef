// The BigCommerce sample through check and upload: every order by a second path, every refusal with its reason.

import { expect, test } from 'vitest';
import { expected } from './bigcommerce-expected.ts';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';

const its = compareSample({
  file: sample('exports/bigcommerce-orders.csv'),
  map: sample('mappings/bigcommerce-orders.json'),
  flags: ['--timezone', 'America/Chicago'],
  identifier: 'Order ID',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // 25.00 and 36.00, shipping 8.95, 5.60 tax.
  ['101', { total_amount_cents: 7555, tax_amount_cents: 560, customer: { identifier: '31' } }],
  ['102', { customer: { identifier: 'walter.102@example.com' }, shipping_address: { state: 'MA' } }],
  ['107', { shipping_address: { country_code: 'CA', state: 'QC' } }],
  ['112', { status: 'Cancelled', total_amount_cents: 0 }],
  ['117', { refunds: [], total_amount_cents: 6799 }],
  // The day after the end of summer time.
  ['133', { created_at: '2025-10-25T23:59:00-05:00' }],
  ['134', { created_at: '2025-11-02T14:05:21-06:00' }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('two variants of a product are two lines of it', () => {
  expect(its.order('104').items).toMatchObject([
    { sku: 'TEE-BLK-M', variant_identifier: '201', title: 'Organic Cotton Tee (Color: Black, Size: M)' },
    { sku: 'TEE-BLK-L', variant_identifier: '201' },
  ]);
  expect(its.order('103').items[0]!['title']).toBe('Rope "Bowline" | 10 m');
});
