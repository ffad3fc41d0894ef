// Timestamps of an RMA message: readable, with an offset, in a plausible order.
import { isGiven, type Loose, leafOf, type Report } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleRma } from '../sample-rma.ts';
import { hasOffset, microsOf } from '../time.ts';

const rules = ruleList({ source: 'Resources and their fields', good: sampleRma() });

const rmaDateInvalid = rules.error('rma.date.invalid', {
  title: 'Timestamps of an RMA message are ISO 8601 date-times',
  explanation:
    'A date, a T, a time and an offset or Z, for example 2026-03-02T10:00:00Z. Without a readable updated_at the messages of an RMA are taken in the order of their arrival.',
  say: (args, path) =>
    `${leafOf(path)} (${args.length} characters) is not an ISO 8601 date-time such as 2026-03-02T10:00:00Z.`,
  good: sampleRma({ updated_at: '2026-03-10T12:00:00.250+02:00' }),
  bad: sampleRma({ updated_at: '03/10/2026 12:00' }),
});

const rmaDateOffset = rules.warning('rma.date.offset', {
  title: 'Timestamps of an RMA message name their offset',
  explanation:
    'The interface uses Z or an explicit offset. Without one the time is read as UTC, which may put messages in the wrong order.',
  say: (_args, path) => `${leafOf(path)} names no offset; it is read as UTC.`,
  bad: sampleRma({ updated_at: '2026-03-10T12:00:00' }),
});

const rmaUpdatedMissing = rules.note('rma.updated_at.missing', {
  title: 'An RMA message has an updated_at',
  explanation:
    'The interface lists it; in the field it is not always there. Messages without it are taken in the order of their arrival, so a late one cannot be distinguished from a new one.',
  source: 'field notes',
  say: () => 'updated_at is missing, so the message is taken in the order of its arrival.',
  bad: sampleRma({ updated_at: undefined }),
});

const rmaUpdatedBefore = rules.warning('rma.updated_at.before_created', {
  title: 'updated_at of an RMA is not before created_at',
  explanation: 'A message cannot be older than its RMA.',
  source: 'this tool',
  say: () => 'updated_at is before created_at.',
  bad: sampleRma({ updated_at: '2026-03-09T09:00:00Z' }),
});

export const rmaTimeRules = rules.all;

export function checkRmaTimes(message: Loose, report: Report): void {
  const created = checkTime(message['created_at'], 'created_at', report);
  if (!isGiven(message['updated_at'])) {
    report(rmaUpdatedMissing, 'updated_at');
    return;
  }
  const updated = checkTime(message['updated_at'], 'updated_at', report);
  if (updated < created) report(rmaUpdatedBefore, 'updated_at');
}

/** Checks one timestamp. Returns its microseconds since the epoch, or NaN when it cannot be used for comparisons. */
function checkTime(value: unknown, path: string, report: Report): number {
  if (typeof value !== 'string') return Number.NaN;
  const micros = microsOf(value);
  if (Number.isNaN(micros)) report(rmaDateInvalid, path, { length: value.length });
  else if (!hasOffset(value)) report(rmaDateOffset, path);
  return micros;
}
