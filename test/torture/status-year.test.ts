// `returns status` over a year of 100,000 RMAs with their messages: caught up, it takes less than 2 s.
import { expect, test } from 'vitest';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { makeCli } from '../helpers/cli.ts';
import { HISTORY_ENV, makeHistory } from '../status/history.ts';

const RMAS = Number(process.env['TORTURE_RMAS'] ?? 100_000);

test(`a year with ${RMAS} RMAs`, async () => {
  const cli = makeCli({ env: HISTORY_ENV });
  makeHistory(foldersOf(realPlatform(cli.env)), { seed: 7, rmas: RMAS, days: 365, now: Date.now() });
  const timed = async () => {
    const begun = performance.now();
    const { items, counts } = await cli.json<Record<'items' | 'counts', object>>([
      'status',
      '--since',
      '365d',
    ]);
    return { items, counts, seconds: (performance.now() - begun) / 1000 };
  };
  const first = await timed();
  const again = [await timed(), await timed(), await timed()];
  expect(first.counts).toMatchObject({ rmas: RMAS });
  expect(again.at(-1)).toMatchObject({ items: first.items, counts: first.counts });
  expect(Math.min(...again.map(({ seconds }) => seconds))).toBeLessThan(2);
});
