// Timestamps of an order: readable, with an offset, in a plausible order, not in the future.
import { formatDuration } from '../../basics/units.ts';
import { timeRules } from '../message-rules.ts';
import { itemPrefix, type Loose, type Report } from '../report.ts';
import { NEWEST_SNAPSHOT, ruleList, SNAPSHOT_TIME } from '../rule-list.ts';
import { sampleOrder } from '../sample.ts';

/** How far updated_at may be ahead of this machine's clock, ms, because clocks differ. */
export const AHEAD_MS = 5 * 60_000;

const rules = ruleList({ good: sampleOrder() });
const times = timeRules('order', (created_at) => sampleOrder({ created_at }), SNAPSHOT_TIME);

const updatedAhead = rules.error('order.updated_at.ahead', {
  fixed: NEWEST_SNAPSHOT,
  title: 'updated_at is at most 5 minutes ahead of now',
  explanation:
    'Snapshots are ordered by updated_at: one from the future would beat every correction until that time has come. Usually the zone of the export is wrong.',
  say: (args) => `updated_at is ${formatDuration(Number(args.ahead_minutes) * 60_000)} ahead of now.`,
  bad: sampleOrder({ updated_at: '2999-01-01T00:00:00Z' }),
});

const updatedBeforeCreated = rules.warning('order.updated_at.before_created', {
  title: 'updated_at is not before created_at',
  explanation:
    'A snapshot cannot be older than its order; the two columns may be swapped or have different zones.',
  source: 'field notes',
  say: () => 'updated_at is before created_at.',
  bad: sampleOrder({ updated_at: '2026-02-28T10:00:00Z' }),
});

export const orderTimeRules = [...times.all, ...rules.all];

/** Checks the order's own timestamps; `now` is ms since the epoch. */
export function checkOrderTimes(order: Loose, now: number, report: Report): void {
  const created = checkTime(order.created_at, 'created_at', '', report);
  const updated = checkTime(order.updated_at, 'updated_at', '', report);
  if (updated > (now + AHEAD_MS) * 1000) {
    const minutes = Math.round((updated / 1000 - now) / 60_000);
    report(updatedAhead, 'updated_at', { ahead_minutes: minutes });
  }
  if (updated < created) report(updatedBeforeCreated, 'updated_at');
}

/** Checks the ship date of a line. */
export function checkLineTime(item: Loose, index: number, report: Report): void {
  checkTime(item.shipped_date, 'shipped_date', itemPrefix(index), report);
}

/** Checks one timestamp. Returns its microseconds since the epoch, or NaN when it cannot be used for comparisons. */
export function checkTime(value: unknown, field: string, prefix: string, report: Report): number {
  const micros = times.check(value, prefix + field, report);
  // The base parser accepts a space in place of the T, so snapshots can be compared; the service may not accept it.
  if (!Number.isNaN(micros) && typeof value === 'string' && value.includes(' '))
    report(times.invalid, prefix + field, { length: value.length, meant: withT(value) });
  return micros;
}

/** Formats a readable time: `2026-05-01 10:00:00 +0200` becomes `2026-05-01T10:00:00+02:00`. */
const withT = (text: string): string =>
  text
    .replace(/^(.{10}) /, '$1T')
    .replace(' ', '')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
