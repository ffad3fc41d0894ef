// Timestamps of an order: readable, with an offset, in a plausible order, not in the future.
import { quote } from '../../basics/text.ts';
import { formatDuration } from '../../basics/units.ts';
import { itemPrefix, type Loose, leafOf, type Report } from '../report.ts';
import { NEWEST_SNAPSHOT, ruleList, SNAPSHOT_TIME } from '../rule-list.ts';
import { sampleOrder, withLine } from '../sample.ts';
import { hasOffset, microsOf } from '../time.ts';

/** How far updated_at may be ahead of this machine's clock, ms, because clocks differ. */
export const AHEAD_MS = 5 * 60_000;

const rules = ruleList({ source: 'field notes', good: sampleOrder() });

const dateInvalid = rules.error('order.date.invalid', {
  fixed: SNAPSHOT_TIME,
  title: 'Timestamps are ISO 8601 date-times',
  explanation:
    'A date, a T, a time and an offset or Z, for example 2026-03-02T10:00:00Z or 2026-03-02T12:00:00+02:00. A date alone is not enough, and a space in place of the T is not ISO 8601: many readers take it, some do not.',
  source: 'Resources and their fields',
  say: (args, path) =>
    args.meant === undefined
      ? `${leafOf(path)} (${args.length} characters) is not an ISO 8601 date-time such as 2026-03-02T10:00:00Z.`
      : `${leafOf(path)} is not ISO 8601: a T stands between date and time, and nothing before the zone. Did you mean ${quote(args.meant)}?`,
  good: sampleOrder({ created_at: '2026-03-01T12:00:00.250+02:00' }),
  bad: sampleOrder({ created_at: '03/01/2026 10:00' }),
});

const dateOffset = rules.warning('order.date.offset', {
  title: 'Timestamps name their offset',
  explanation:
    'Without Z or an offset the time is read as UTC, which moves return windows and the order of snapshots by hours.',
  say: (_args, path) =>
    `${leafOf(path)} names no offset; it is read as UTC. Add Z or an offset such as +02:00.`,
  bad: withLine({ shipped_date: '2026-03-02T09:00:00' }),
});

export const updatedAhead = rules.error('order.updated_at.ahead', {
  fixed: NEWEST_SNAPSHOT,
  title: 'updated_at is at most 5 minutes ahead of now',
  explanation:
    'Snapshots are ordered by updated_at: one from the future would beat every correction until that time has come. Usually the zone of the export is wrong.',
  source: 'this tool',
  say: (args) => `updated_at is ${formatDuration(Number(args.ahead_minutes) * 60_000)} ahead of now.`,
  bad: sampleOrder({ updated_at: '2999-01-01T00:00:00Z' }),
});

const updatedBeforeCreated = rules.warning('order.updated_at.before_created', {
  title: 'updated_at is not before created_at',
  explanation:
    'A snapshot cannot be older than its order; the two columns may be swapped or have different zones.',
  say: () => 'updated_at is before created_at.',
  bad: sampleOrder({ updated_at: '2026-02-28T10:00:00Z' }),
});

export const timeRules = rules.all;

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
  if (typeof value !== 'string') return Number.NaN;
  const micros = microsOf(value);
  if (Number.isNaN(micros)) {
    report(dateInvalid, prefix + field, { length: value.length });
    return micros;
  }
  // The base parser accepts this form, so snapshots can be compared; the service may not accept it.
  if (value.includes(' ')) report(dateInvalid, prefix + field, { length: value.length, meant: withT(value) });
  if (!hasOffset(value)) report(dateOffset, prefix + field);
  return micros;
}

/** Formats a readable time: `2026-05-01 10:00:00 +0200` becomes `2026-05-01T10:00:00+02:00`. */
const withT = (text: string): string =>
  text
    .replace(/^(.{10}) /, '$1T')
    .replace(' ', '')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
