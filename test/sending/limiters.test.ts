// The pace against the sandbox's three limiters, in fake time: no 429 when alone, an unknown lower limit is learned,
// other clients get their share, and processes of one machine share one limit. test/torture runs in real time.
import { describe, expect, test } from 'vitest';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { LIMITERS, type LimiterName } from '../helpers/gates.ts';
import { limitedWorld, mostIn60s, tally } from '../helpers/limited.ts';

const open = async (limiter: LimiterName, limit: number) => {
  const world = await limitedWorld(limiter, limit);
  atEndOfTest(() => world.close());
  return world;
};
const MINUTE = 60_000;

/** The pace knows nothing of how the service counts: in the short form each promise is shown with one of the limiters. */
const withLimiter = (short: LimiterName) =>
  inForm<readonly LimiterName[]>({ short: [short], long: LIMITERS });
describe('one process', () => {
  test.each(withLimiter('sliding'))('%s, alone: no 429, 94 %% and more used', async (limiter) => {
    const limit = limiter === 'sliding' ? inForm({ short: 600, long: 2500 }) : 600;
    const { clock, hits, sender } = await open(limiter, limit);
    sender('a', { limit });
    await clock.advance(2.2 * MINUTE);
    const all = tally(hits, 'a', { from: 0, to: 2.2 * MINUTE });
    expect(all.limited).toBe(0);
    // The ramp of the first seconds is not steady.
    const steady = tally(hits, 'a', { from: 0.2 * MINUTE, to: 2.2 * MINUTE });
    expect(steady.perMinute).toBeGreaterThanOrEqual(0.94 * limit);
    expect(mostIn60s(hits.map((hit) => hit.at))).toBeLessThanOrEqual(limit);
  });

  test.each(withLimiter('fixed'))(
    '%s, a hidden limit of 400 under ours of 1,000: a handful of 429s, then none, most of it used',
    async (limiter) => {
      const { clock, hits, sender } = await open(limiter, 400);
      sender('a', { limit: 1000 });
      await clock.advance(6 * MINUTE);
      const learning = tally(hits, 'a', { from: 0, to: 4 * MINUTE });
      const later = tally(hits, 'a', { from: 4 * MINUTE, to: 6 * MINUTE });
      expect(learning.limited).toBeGreaterThan(0);
      expect(learning.limited).toBeLessThanOrEqual(12);
      expect(later.limited).toBe(0);
      expect(later.perMinute).toBeGreaterThanOrEqual(0.94 * 400);
    },
  );
});

describe('processes of one machine', () => {
  test('one of two shards alone on its machine keeps to its half', async () => {
    const { clock, hits, sender } = await open('sliding', 2500);
    sender('1', { limit: 1250, part: { name: 'shard 1 of 2', whole: 2500 } });
    await clock.advance(1.2 * MINUTE);
    const { perMinute } = tally(hits, '', { from: 0.2 * MINUTE, to: 1.2 * MINUTE });
    expect(perMinute).toBeGreaterThanOrEqual(0.94 * 1250);
    expect(perMinute).toBeLessThanOrEqual(0.968 * 1250);
  });

  itLong('a slow one by --rate 10 does not slow the others down', async () => {
    const { clock, hits, sender } = await open('sliding', 600);
    sender('slow', { limit: 10, part: { name: 'rate 10', whole: 600 } });
    sender('fast', { limit: 600 });
    await clock.advance(2.2 * MINUTE);
    const span = { from: 0.2 * MINUTE, to: 2.2 * MINUTE };
    expect(tally(hits, '', { from: 0, to: 3 * MINUTE }).limited).toBe(0);
    expect(tally(hits, 'slow', span).perMinute).toBeGreaterThanOrEqual(8);
    expect(tally(hits, 'slow', span).perMinute).toBeLessThanOrEqual(10);
    expect(tally(hits, '', span).perMinute).toBeGreaterThanOrEqual(0.94 * 600);
  });

  itLong('two shards learn a hidden limit together: the accepted requests of both count', async () => {
    const { clock, hits, sender } = await open('token-bucket', 400);
    for (const n of [1, 2]) sender(`${n}`, { limit: 500, part: { name: `shard ${n} of 2`, whole: 1000 } });
    await clock.advance(7 * MINUTE);
    const later = tally(hits, '', { from: 4 * MINUTE, to: 7 * MINUTE });
    expect(later.limited).toBe(0);
    expect(later.perMinute).toBeGreaterThanOrEqual(0.94 * 400);
  });
});
