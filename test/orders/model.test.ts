// Ledger, lanes and retries together: whole uploads and refunds in random histories with kills, full disks,
// shards, other processes and a faulty service. Nothing is missing, duplicated, reordered or undone, and all
// accounts balance.

import { expect, test } from 'vitest';
import { inForm, isShort } from '../helpers/form.ts';
import { testPlatform } from '../helpers/platform.ts';
import { fc } from '../helpers/random.ts';
import { History } from './model-history.ts';
import type { Counts } from './model-invariants.ts';
import { scenario } from './model-scenario.ts';

const HISTORIES = inForm({ short: 50, share: 120, long: 5000 });
/** How often each kind must occur, but for so many: few histories may by chance lack a rare one. */
const [LEAST, MOST_RARE] = inForm({ short: [1, 8], share: [1, 8], long: [25, 0] });

/**
 * The histories must have variety, or the test proves little: each of these occurs.
 */
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
  'decided by another process meanwhile',
  'refused_before',
  'order.refunds.lost',
  'server_error',
  'too_large',
  'missing_field',
  'stored after its end',
  'orders in doubt are left',
  'refund refund.in_doubt',
  'refund accepted',
  'refund killed',
  'uploads beside',
  'went in between',
  'turned away',
  'older arrivals that the ledger could not prevent',
  'histories without older exports',
  ...[
    401,
    403,
    413,
    422,
    429,
    4290,
    500,
    503,
    'lost',
    'stored',
    'late',
    'late stored',
    'stored after',
    502,
  ].map((m) => `service ${m}`),
];

test(`${HISTORIES} random histories: nothing missing, doubled, reordered, undone or forgotten`, async () => {
  const { platform } = testPlatform();
  const counts: Counts = {};
  await fc.assert(
    fc.asyncProperty(scenario, async (plan) => {
      const violations = await new History(plan, platform, counts).run();
      if (violations.length > 0) throw new Error(violations.join('\n'));
    }),
    { numRuns: HISTORIES, includeErrorInReport: true },
  );
  if (!isShort) process.stderr.write(`model: ${JSON.stringify(counts)}\n`);
  const rare = KINDS.filter((kind) => (counts[kind] ?? 0) < LEAST);
  expect(rare.length, rare.join(', ')).toBeLessThanOrEqual(MOST_RARE);
});
