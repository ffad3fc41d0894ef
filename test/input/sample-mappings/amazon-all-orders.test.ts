// The Amazon (All Orders) sample through check and upload: every order by a second path, every refusal with its reason.

import { expect, test } from 'vitest';
import { expected } from './amazon-all-orders-expected.ts';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';

const its = compareSample({
  file: sample('exports/amazon-all-orders.tsv'),
  map: sample('mappings/amazon-all-orders.json'),
  flags: ['--with', `buyers=${sample('exports/amazon-order-report.tsv')}`],
  identifier: 'amazon-order-id',
  delimiter: '\t',
  quote: false,
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // 50.00 for two units with 4.00 tax, 18.00 with 1.44; shipping 4.99 with 0.40.
  ['900-1000001-4000017', { total_amount_cents: 7883, tax_amount_cents: 544, shipping_tax_amount_cents: 40 }],
  // Amazon.de: the tax of 10.22 is inside the 64.00.
  ['900-1000002-4000034', { total_amount_cents: 6899, tax_amount_cents: 0, product_amount_cents: 6400 }],
  // 18.00 less 3.00, tax 1.44; shipping 4.99 less 4.99, its tax 0.40.
  ['900-1000006-4000102', { total_amount_cents: 1684, discount_amount_cents: 300, shipping_amount_cents: 0 }],
  // Of 25.00 and 48.00 the first has shipped, with 2.00 tax.
  ['900-1000016-4000272', { status: 'Created', total_amount_cents: 2700, product_amount_cents: 2500 }],
  ['900-1000024-4000408', { status: 'Shipped', raw_status: 'Shipped - Returned to Seller', refunds: [] }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('quotes are signs of the text', () => {
  expect(its.order('900-1000003-4000051')).toMatchObject({
    shipping_address: { name: 'Zoë O\'Neill, Jr. "Zo"' },
    items: [
      { title: 'Monitor Stand 24" - Walnut "Pro" edition', unit_price_amount_cents: 4999 },
      { title: '"Harbor" Picture Frame 8" x 10"', quantity: 3, unit_price_amount_cents: 1599 },
    ],
  });
  expect(its.order('900-1000004-4000068').items[0]!['title']).toBe('Garden Hose 3/4" (15 m)');
});

test('address lines, wherever the street stands', () => {
  expect(its.order('900-1000019-4000323')['shipping_address']).toMatchObject({
    street1: 'Weiß & Söhne GmbH',
    street2: 'Königstraße 5 Hinterhaus',
  });
  const { shipping_address: address } = its.order('900-1000020-4000340');
  expect(address).toMatchObject({ street1: 'Alaunstraße 3', zip_code: '01099' });
  expect(address).not.toHaveProperty('street2');
});
