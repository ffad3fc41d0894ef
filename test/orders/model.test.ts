// Ledger, lanes and retries as one: whole uploads and refunds under random histories of kills, full disks, shards, other
// processes and a hostile service. Nothing is missing, doubled, reordered or undone, and every account balances.

import { expect, test } from 'vitest';
import { testPlatform } from '../helpers/platform.ts';
import { fc } from '../helpers/random.ts';
import { History } from './model-history.ts';
import type { Counts } from './model-invariants.ts';
import { scenario } from './model-scenario.ts';

/** Thousands in the long form (vitest.torture.config.ts). */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 120);

/** The histories are of all kinds, or this proves little: each of these comes about once in a hundred histories at least. */
const KINDS = [
  'killed early',
  'killed while sending',
  'requests that kills repeat',
  'disk full',
  'exit 0',
  'exit 3',
  'exit 4',
  'exit 5',
  'exit 7',
  'exit 75',
  'exit 130',
  'accepted before',
  'older than the ledger',
  'settled by another process meanwhile',
  'refused_before',
  'order.refunds.lost',
  'server_error',
  'too_large',
  'missing_field',
  'refund accepted',
  'refund killed',
  'uploads beside',
  'orders that two processes had open',
  'older arrivals that no ledger could foresee',
  'histories that only go forward',
  ...[401, 403, 413, 422, 429, 4290, 500, 503, 'lost', 'stored', 'late', 'late stored'].map(
    (m) => `service ${m}`,
  ),
];

test(`${SCHEDULES} random histories: nothing missing, doubled, reordered, undone or forgotten`, async () => {
  const { platform } = testPlatform();
  const counts: Counts = {};
  await fc.assert(
    fc.asyncProperty(scenario, async (plan) => {
      const violations = await new History(plan, platform, counts).run();
      if (violations.length > 0) throw new Error(violations.join('\n'));
    }),
    { numRuns: SCHEDULES, includeErrorInReport: true },
  );
  if (process.env['SCHEDULES']) process.stderr.write(`model: ${JSON.stringify(counts)}\n`);
  for (const kind of KINDS) expect(counts[kind] ?? 0, kind).toBeGreaterThanOrEqual(SCHEDULES / 100);
});
