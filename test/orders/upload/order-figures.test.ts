// The summary of amounts equals that of a sorted copy.

import { expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleLine, sampleOrder } from '../../../src/contract/sample.ts';
import { FigureCounts, summariseAmounts } from '../../../src/orders/upload/order-figures.ts';
import { fc } from '../../helpers/random.ts';

it('agrees with sorting', () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: 3_000_000 }),
    fc.maxSafeNat(),
    fc.integer({ min: -50, max: 0 }),
  );
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 60 }), (list) => {
      const sorted = Float64Array.from(list).sort();
      expect(summariseAmounts(Float64Array.from(list))).toEqual({
        totalCents: list.reduce((sum, one) => sum + one, 0),
        smallestCents: sorted[0],
        medianCents: sorted[(sorted.length - 1) >> 1],
        largestCents: sorted[sorted.length - 1],
      });
    }),
    { numRuns: 500 },
  );
});

/** A line of one shipped unit. */
const line = (identifier: string, unit: number, off = 0, taxed = 0) =>
  sampleLine({
    ...{ identifier, quantity: 1, quantity_shipped: 1, quantity_canceled: 0 },
    ...{ unit_price_amount_cents: unit, discount_amount_cents: off, tax_amount_cents: taxed },
  });

it.each([
  ['the price before the discount', 8995, [900, 0, 0], 8095],
  ['a price that is without the discount already, and the discount', 8095, [900, 0, 0], 7195],
  ['a tax that is inside the price', 8995, [900, 1292, 861], 8094],
])('one unit of an order of two lines: %s', (_, price, [discount, tax, other], cents) => {
  const items = [line('W-1', price, discount!, tax!), line('B-7', 5391, 0, other!)];
  const figures = new FigureCounts();
  // One that has a single unit tells only its total; one with a refund is left for the last.
  figures.add(
    sampleOrder({ items: [line('A', 500)], refunds: [], total_amount_cents: 500 }) as unknown as Order,
  );
  figures.add(sampleOrder({ items, refunds: [], total_amount_cents: 13486 }) as unknown as Order);
  expect(figures.list().sampleRefund).toMatchObject({ line: 'W-1', units: 1, cents });
});

it('one unit of a line that is not refunded yet; none where all are', () => {
  const items = [line('TEE', 2000), line('HAT', 1500)];
  const refundOf = (id: string) => ({
    ...{ identifier: `RF-${id}`, total_refund_amount_cents: id === 'TEE' ? 2000 : 1500 },
    refund_line_items: [{ identifier: `RF-${id}-1`, order_item_identifier: id, quantity: 1 }],
  });
  const sampleWith = (...ids: string[]) => {
    const figures = new FigureCounts();
    const refunds = ids.map(refundOf);
    figures.add(sampleOrder({ items, refunds, total_amount_cents: 3500 }) as unknown as Order);
    return figures.list().sampleRefund;
  };
  expect(sampleWith('TEE')).toMatchObject({ line: 'HAT', cents: 1500 });
  expect(sampleWith('TEE', 'HAT')).toBeUndefined();
});

it('sums are made currency by currency', () => {
  const figures = new FigureCounts();
  for (const [currency, total] of [
    ['USD', 100],
    ['EUR', 7],
    ['EUR', 2 ** 40],
    ['USD', 1],
    ['JPY', -3],
  ] as const)
    figures.add(sampleOrder({ currency, total_amount_cents: total }) as unknown as Order);
  const { money } = figures.list();
  expect(money.map((one) => [one.currency, one.orders, one.totalCents, one.medianCents])).toEqual([
    ['USD', 2, 101, 1],
    ['EUR', 2, 2 ** 40 + 7, 7],
    ['JPY', 1, -3, -3],
  ]);
});
