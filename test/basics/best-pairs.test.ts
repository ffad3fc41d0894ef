// The best pairs of two lists, against a search through all of them.
import { expect, it } from 'vitest';
import { bestPairs } from '../../src/basics/best-pairs.ts';
import { fc } from '../helpers/random.ts';

/** The most that any pairing of the rows from `row` on is worth. */
function most(table: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  if (row === table.length) return 0;
  const free = table[row]!.map((worth, column) => [worth, column] as const);
  return Math.max(
    ...free
      .filter(([, column]) => !taken.includes(column))
      .map(([worth, column]) => worth + most(table, row + 1, [...taken, column])),
  );
}

it('are worth the most, each row and column once', () => {
  const table = fc
    .integer({ min: 0, max: 5 })
    .chain((size) =>
      fc.array(fc.array(fc.nat(9), { minLength: size, maxLength: size }), {
        minLength: size,
        maxLength: size,
      }),
    );
  fc.assert(
    fc.property(table, (worth) => {
      const rows = bestPairs(worth.length, (row, column) => worth[row]![column]!);
      expect([...rows].sort()).toEqual([...rows.keys()]);
      expect(rows.reduce((sum, row, column) => sum + worth[row]![column]!, 0)).toBe(most(worth));
    }),
  );
});

it('that are all worth the same follow the sequence', () => {
  expect(bestPairs(300, () => 1)).toEqual([...Array(300).keys()]);
});
