// The Magento sample through check and upload: every order by a second path, every refusal with its reason.
import { expect, test } from 'vitest';
import { sample } from './export-rows.ts';
import { expected } from './magento-expected.ts';
import { compareSample } from './second-path.ts';

const its = compareSample({
  file: sample('exports/magento-order-items.csv'),
  map: sample('mappings/magento-order-items.json'),
  flags: ['--with', `grid=${sample('exports/magento-order-grid.csv')}`],
  identifier: 'increment_id',
  delimiter: ',',
  expected: expected(),
});

/** Figures by hand. */
test.each([
  // The net price of 32.00 is 26.8908; 5.11 tax, 4.20 shipping with 0.80.
  ['000000003', { product_amount_cents: 2689, total_amount_cents: 3700, shipping_tax_amount_cents: 80 }],
  ['000000006', { discount_amount_cents: 660 }],
  // One of three pairs of socks and the mug: 24.00 with 1.92 of 5.76 tax, 18.00 with 1.44.
  ['000000010', { status: 'Created', total_amount_cents: 4536 }],
  ['000000025', { status: 'Shipped' }],
  ['000000034', { status: 'Cancelled', total_amount_cents: 0 }],
] as const)('order %s by hand', (id, figures) => {
  expect(its.order(id)).toMatchObject(figures);
});

test('a configurable product is one line', () => {
  expect(its.order('000000001').items.map((item) => [item.identifier, item.sku])).toEqual([
    ['5001', 'TEE-M-BLK'],
    ['5003', 'MUG-01'],
  ]);
});

test('two credit memos are two refunds, one without items is reported', () => {
  expect(its.order('000000016')['refunds']).toMatchObject([
    { total_refund_amount_cents: 840, refund_line_items: [{ quantity: 2 }] },
    { total_refund_amount_cents: 2580, refund_line_items: [{ quantity: 1 }, { quantity: 1 }] },
  ]);
  expect(its.order('000000017')['refunds']).toEqual([]);
  expect(its.uploaded.document.warnings).toContainEqual(
    expect.objectContaining({ code: 'refund.lines.none', count: 1 }),
  );
});
