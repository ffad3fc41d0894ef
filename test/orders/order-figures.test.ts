// The summary of amounts equals that of a sorted copy.

import { expect, it } from 'vitest';
import { FigureCounts, summariseAmounts } from '../../src/orders/order-figures.ts';
import { sampleItem, sampleOrder } from '../../src/contract/order-rules/samples.ts';
import { fc } from '../helpers/random.ts';

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
      expect(summariseAmounts(list)).toEqual({
        totalCents: list.reduce((sum, one) => sum + one, 0),
        smallestCents: sorted[0],
        medianCents: sorted[(sorted.length - 1) >> 1],
        largestCents: sorted[sorted.length - 1],
      });
    }),
    { numRuns: 500 },
  );
});
