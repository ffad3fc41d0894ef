// What the user expects of the input, checked before anything is sent: number of orders, age, matches in
// joined files.
import { inputFailure } from '../basics/failure.ts';
import { formatDuration } from '../basics/units.ts';
import type { SnapshotIndex } from '../input/snapshot-index.ts';
import type { Expectations } from './parts.ts';
import type { JoinCount } from './plan.ts';

/** @throws Failure exit 6 when the input is not as expected */
export function checkExpectations(
  snapshotIndex: SnapshotIndex,
  joins: readonly JoinCount[],
  expected: Expectations,
  now: number,
): void {
  checkNumber(snapshotIndex.orders, expected);
  checkAge(snapshotIndex, expected.maxAgeMs, now);
  checkMatches(joins, expected.minMatch);
}

/** Fails when a joined file lacks too many of the orders. */
function checkMatches(joins: readonly JoinCount[], least: number | undefined): void {
  if (least === undefined) return;
  const poor = joins.find(({ matched, unmatched }) => matched < (matched + unmatched) * least);
  if (!poor) return;
  const all = poor.matched + poor.unmatched;
  throw inputFailure('join.min_match', `${poor.name} has only ${poor.matched} of ${all} orders`, {
    expected: `at least ${+(least * 100).toFixed(4)} % of the orders (--min-match)`,
    found: `${((poor.matched / all) * 100).toFixed(1)} %`,
    hint: 'Check that both files are of the same time, and that --on names the column of the order; nothing was sent.',
  });
}

function checkNumber(found: number, { expectOrders, minOrders, maxOrders }: Expectations): void {
  if (expectOrders !== undefined && found !== expectOrders)
    throw inputFailure('input.orders.unexpected', `The input holds ${found} orders, not ${expectOrders}`, {
      expected: `${expectOrders} orders (--expect-orders)`,
      found: `${found} orders`,
      hint: 'Check that the export is complete, or correct --expect-orders; nothing was sent.',
    });
  if (minOrders !== undefined && found < minOrders)
    throw inputFailure('input.orders.too_few', `The input holds ${found} orders, fewer than ${minOrders}`, {
      expected: `at least ${minOrders} orders (--min-orders)`,
      found: `${found} orders`,
      hint: 'Check that the export is complete and of today, or lower --min-orders; nothing was sent.',
    });
  if (maxOrders !== undefined && found > maxOrders)
    throw inputFailure('input.orders.too_many', `The input holds ${found} orders, more than ${maxOrders}`, {
      expected: `at most ${maxOrders} orders (--max-orders)`,
      found: `${found} orders`,
      hint: 'Check that this is the right file, or raise --max-orders; nothing was sent.',
    });
}

/** A time further in the future than this is wrong, and says nothing about the age of the export. */
const AHEAD_MS = 5 * 60_000;

function checkAge(snapshotIndex: SnapshotIndex, most: number | undefined, now: number): void {
  if (most === undefined) return;
  let newest = Number.NEGATIVE_INFINITY;
  for (let ordinal = 0; ordinal < snapshotIndex.snapshots; ordinal++) {
    const ms = snapshotIndex.updatedMicros(ordinal) / 1000;
    if (ms > newest && ms <= now + AHEAD_MS) newest = ms;
  }
  if (newest >= now - most) return;
  const expected = `an updated_at of the last ${formatDuration(most)} (--max-age)`;
  const hint = 'Check that the export still runs and that this is its newest file; nothing was sent.';
  throw Number.isFinite(newest)
    ? inputFailure(
        'input.stale',
        `The newest order of the input was changed ${formatDuration(now - newest)} ago`,
        { expected, found: `the newest is of ${new Date(newest).toISOString()}`, hint },
      )
    : inputFailure('input.stale', 'No order of the input has an updated_at that can be read', {
        expected,
        found: 'none',
        hint,
      });
}
