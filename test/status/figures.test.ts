// The figures of `returns status` over a made history equal a second computation from the raw files and tables.
import { expect, it } from 'vitest';
import { knownTarget } from '../../src/account/known-target.ts';
import { document } from '../calls/support.ts';
import { inForm } from '../helpers/form.ts';
import { fakeClock, testPlatform } from '../helpers/platform.ts';
import { DAY, HISTORY_ENV, makeHistory } from './history.ts';
import { secondCount } from './second.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

interface StatusDocument {
  readonly items: readonly {
    kind: string;
    count: number;
    oldest: string | null;
    next: string;
    examples: string[];
  }[];
  readonly counts: Record<string, number>;
}

const countsOf = ({ items, counts }: StatusDocument) => ({
  ...Object.fromEntries(items.map(({ kind, count }) => [kind, count])),
  ...counts,
});

const { seeds, orders, rmas } = inForm({
  short: { seeds: [1], orders: 2000, rmas: 1400 },
  long: { seeds: [1, 2], orders: 3000, rmas: 2000 },
});

it.each(seeds)('seed %i: over the whole history and over 30 days', async (seed) => {
  const options = { env: HISTORY_ENV, clock: fakeClock(NOW) };
  const here = testPlatform(options);
  makeHistory(here.platform, here.folders, { seed, orders, rmas, days: 365, now: NOW });
  const { key } = knownTarget(here.platform, here.folders, {})!;
  for (const [since, days] of [
    ['366d', 366],
    ['30d', 30],
  ] as const) {
    const status = await document<StatusDocument>(here, ['status', '--since', since], options);
    const second = await secondCount(here.folders.state, key, NOW - days * DAY, NOW);
    expect(countsOf(status)).toEqual({
      ...Object.fromEntries(Object.entries(second).filter(([, count]) => count > 0)),
      ...{ runs_killed: 1, runs_unavailable: 1, runs_interrupted: 1, runs_stopped: 1, schedule_failed: 1 },
    });
    if (days > 30) expect(Math.min(...Object.values(second))).toBeGreaterThan(0);
  }
});
