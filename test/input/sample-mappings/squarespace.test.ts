// The Squarespace sample through check and upload: every order by a second path, every refusal with its reason.
import { expect, test } from 'vitest';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';
import { expected } from './squarespace-expected.ts';

const its = compareSample({
  file: sample('exports/squarespace-orders.csv'),
  map: sample('mappings/squarespace-orders.json'),
  identifier: 'Order ID',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // 10.00 and 12.50, shipping 6.00, 1.80 tax on top.
  ['1041', { total_amount_cents: 3030, tax_amount_cents: 180 }],
  // The tax of 2.88 is inside the 44.00.
  ['1042', { total_amount_cents: 4400, tax_amount_cents: 0, shipping_address: { country_code: 'DE' } }],
  ['1046', { total_amount_cents: 1518, discount_amount_cents: 150 }],
  ['1051', { status: 'Cancelled', total_amount_cents: 0 }],
  ['1067', { total_amount_cents: 0, discount_amount_cents: 2000 }],
  ['1070', { shipping_address: { country_code: 'Atlantis' } }],
  ['1071', { created_at: '2025-11-01T14:05:21-04:00' }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('the variant is part of the title, and a line without tax has no share of it', () => {
  expect(its.order('1043').items[0]!['title']).toBe('Organic Cotton Tee (Black / M)');
  expect(its.order('1065').items.map((item) => item['tax_amount_cents'])).toEqual([108, 0]);
});

test('refunds without lines and a country that is none are reported', () => {
  const counts = its.uploaded.document.warnings.map(({ code, count }) => [code, count]);
  expect(counts).toContainEqual(['order.map.warned', 2]);
  expect(counts).toContainEqual(['order.country.unknown', 1]);
});
