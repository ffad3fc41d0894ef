// The eBay sample through check and upload: every order by a second path, every refusal with its reason.

import { expect, test } from 'vitest';
import { expected } from './ebay-expected.ts';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';

const its = compareSample({
  file: sample('exports/ebay-orders.csv'),
  map: sample('mappings/ebay-orders.json'),
  flags: ['--timezone', 'America/New_York'],
  identifier: 'Order Number',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // 25.00, shipping 5.99, 2.48 tax of both.
  ['08-13001-40311', { total_amount_cents: 3347, tax_amount_cents: 248, shipping_amount_cents: 599 }],
  // Three mugs of 18.00.
  ['15-13002-40622', { product_amount_cents: 5400, total_amount_cents: 6479 }],
  ['02-13004-41244', { product_amount_cents: 102900, total_amount_cents: 115992 }],
  // 49.99 and 5.99: the tax of 4.48 went to eBay.
  ['09-13005-41555', { tax_amount_cents: 0, total_amount_cents: 5598 }],
  ['03-13008-42488', { shipping_address: { country_code: 'GB', city: 'Manchester' } }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('buyer and amounts of the total row, items of the others', () => {
  const order = its.order('22-13003-40933');
  expect(order).toMatchObject({ shipping_amount_cents: 599, customer: { identifier: 'walter_1903' } });
  expect(order.items.map((item) => [item.sku, item['quantity'], item['product_amount_cents']])).toEqual([
    ['TEE-BLK-M', 1, 2500],
    ['MUG-01', 2, 3600],
    ['KEYRING', 1, 1000],
  ]);
});

test('an order of which one item has shipped', () => {
  const order = its.order('05-13016-44976');
  expect(order).toMatchObject({ status: 'Created', updated_at: '2025-09-18T00:00:00-04:00' });
  expect(order.items.map((item) => item['quantity_shipped'])).toEqual([1, 0]);
  expect(order.items[1]).not.toHaveProperty('shipped_date');
});

test('a parcel to a hub of eBay is reported, and the buyer keeps the billing address', () => {
  expect(its.order('19-13018-45598')).toMatchObject({
    shipping_address: { city: 'Glendale Heights', country_code: 'US' },
    billing_address: { city: 'Lyon', country_code: 'FR' },
  });
  expect(its.uploaded.document.warnings).toContainEqual(
    expect.objectContaining({ code: 'order.map.warned', count: 1 }),
  );
});
