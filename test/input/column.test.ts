// Columns of numbers: narrow as long as it goes, and never another number than the one that was set.

import { expect, it } from 'vitest';
import { bytes, type Column, counts, instants } from '../../src/input/compact-numbers.ts';
import { inForm } from '../helpers/form.ts';
import { fc } from '../helpers/random.ts';

const KINDS: readonly (readonly [string, () => Column])[] = [
  ['bytes', bytes],
  ['counts', counts],
  ['instants', instants],
];

const anyNumber = fc.oneof(
  fc.integer({ min: -300, max: 70_000 }),
  fc.integer({ min: -(2 ** 33), max: 2 ** 33 }),
  fc.integer({ min: 0, max: 5_000_000_000 }).map((seconds) => seconds * 1_000_000),
  fc.integer({ min: -1000, max: 80_000 }).map((day) => day * 86_400_000_000),
  fc.constantFrom(Number.NaN, 0.5, Number.MAX_SAFE_INTEGER, -(2 ** 62)),
);

it.each(KINDS)('%s give back what was set, in any order, overwritten or not', (_, make) => {
  const entry = fc.tuple(fc.constantFrom(0, 1, 2, 65_535, 65_536, 200_000), anyNumber);
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      const column = make();
      const model = new Map<number, number>();
      for (const [ordinal, value] of entries) {
        column.set(ordinal, value);
        model.set(ordinal, value);
        for (const [at, wanted] of model)
          expect(column.get(at) === wanted || Number.isNaN(wanted)).toBe(true);
      }
      expect(column.get(70_000)).toBe(0);
      column.clear();
      expect(column.get(0)).toBe(0);
    }),
    { numRuns: inForm({ short: 10, long: 50 }) },
  );
});
