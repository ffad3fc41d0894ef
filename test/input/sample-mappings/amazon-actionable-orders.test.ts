// The Amazon (Unshipped Orders) sample through check and upload: every order by a second path, every refusal with its
// reason.
import { expect, test } from 'vitest';
import { expected } from './amazon-actionable-orders-expected.ts';
import { sample } from './export-rows.ts';
import { compareSample } from './second-path.ts';

const its = compareSample({
  file: sample('exports/amazon-actionable-orders.tsv'),
  map: sample('mappings/amazon-actionable-orders.json'),
  flags: ['--with', `all=${sample('exports/amazon-all-orders.tsv')}`],
  identifier: 'order-id',
  delimiter: '\t',
  quote: false,
  expected: expected(),
});

test('two items of one price, and one of four units shipped', () => {
  expect(its.order('900-1000038-4000646').items.map((item) => item.identifier)).toEqual([
    '60000000003800',
    '60000000003801',
  ]);
  expect(its.order('900-1000038-4000646')).toMatchObject({ shipping_amount_cents: 998 });
  // 24.00 and a quarter of 7.68 tax.
  expect(its.order('900-1000039-4000663')).toMatchObject({ total_amount_cents: 2592, status: 'Created' });
});
