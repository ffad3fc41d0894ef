// The rule of the back-off, from its numbers alone.
import { describe, expect, test } from 'vitest';
import { backOffMs, drawOf, nextAttemptAt } from '../../../src/sandbox/deliveries/retry-policy.ts';
import { fc } from '../../helpers/random.ts';

const HOUR = 3_600_000;
const MOST = 1 - Number.EPSILON;
const WAITS = { first: 1000, giveUp: 32 * HOUR };

describe('the wait', () => {
  test('doubles from a second to an hour; half of it is drawn', () => {
    expect([1, 2, 3, 4, 12].map((n) => backOffMs(n, MOST, WAITS))).toEqual([
      1000, 2000, 4000, 8000, 2_048_000,
    ]);
    expect([1, 2, 3, 4, 12].map((n) => backOffMs(n, 0, WAITS))).toEqual([500, 1000, 2000, 4000, 1_024_000]);
    expect([13, 14, 60, 5000].map((n) => backOffMs(n, MOST, WAITS))).toEqual([HOUR, HOUR, HOUR, HOUR]);
    expect(backOffMs(60, 0, WAITS)).toBe(HOUR / 2);
  });
});

describe('the next attempt', () => {
  test('is the last one when the 32 hours end, and there is none after it', () => {
    expect(nextAttemptAt({ tries: 1, firstAt: 0 }, 0, MOST, WAITS)).toBe(1000);
    expect(nextAttemptAt({ tries: 50, firstAt: 0 }, 31.9 * HOUR, 0, WAITS)).toBe(32 * HOUR);
    expect(nextAttemptAt({ tries: 50, firstAt: 0 }, 32 * HOUR - 1, 0, WAITS)).toBe(32 * HOUR);
    expect(nextAttemptAt({ tries: 50, firstAt: 0 }, 32 * HOUR, 0, WAITS)).toBeUndefined();
    expect(nextAttemptAt({ tries: 50, firstAt: 0 }, 40 * HOUR, 0, WAITS)).toBeUndefined();
  });

  test('whatever is drawn: each wait is in its bounds, the last attempt at 32 hours, 40 to 80 attempts', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100_000 }), (seed, id) => {
        const times = [0];
        for (;;) {
          const tries = times.length;
          const next = nextAttemptAt({ tries, firstAt: 0 }, times.at(-1)!, drawOf(seed, 2, id, tries), WAITS);
          if (next === undefined) break;
          const wait = next - times.at(-1)!;
          const longest = Math.min(HOUR, 1000 * 2 ** (tries - 1));
          expect(wait).toBeLessThanOrEqual(longest);
          if (next < 32 * HOUR) expect(wait).toBeGreaterThanOrEqual(longest / 2);
          times.push(next);
        }
        expect(times.at(-1)).toBe(32 * HOUR);
        expect(times.length).toBeGreaterThanOrEqual(40);
        expect(times.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

describe('what is drawn', () => {
  test('is decided by the seed and the numbers, and even', () => {
    expect(drawOf(1, 2, 3)).toBe(drawOf(1, 2, 3));
    const others = [drawOf(2, 2, 3), drawOf(1, 3, 3), drawOf(1, 2, 4), drawOf(1, 3, 2), drawOf(1, 2, 3, 0)];
    expect(new Set([drawOf(1, 2, 3), ...others]).size).toBe(6);
    const drawn = Array.from({ length: 20_000 }, (_, i) => drawOf(7, 1, i));
    expect(drawn.every((unit) => unit >= 0 && unit < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = drawn.filter((unit) => Math.floor(unit * 10) === tenth).length / drawn.length;
      expect(share).toBeGreaterThan(0.085);
      expect(share).toBeLessThan(0.115);
    }
  });
});
