// Timestamps of an RMA message: readable, with an offset, in a plausible order.
import { timeRules } from '../message-rules.ts';
import { isGiven, type Loose, type Report } from '../report.ts';
import { ruleList } from '../rule-list.ts';
import { sampleRma } from '../sample-rma.ts';

const rules = ruleList({ good: sampleRma() });

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
  say: () => 'updated_at is before created_at.',
  bad: sampleRma({ updated_at: '2026-03-09T09:00:00Z' }),
});

const times = timeRules('rma', (created_at) => sampleRma({ created_at }));

export const rmaTimeRules = [...times.all, ...rules.all];

export function checkRmaTimes(message: Loose, report: Report): void {
  const created = times.check(message.created_at, 'created_at', report);
  if (!isGiven(message.updated_at)) {
    report(rmaUpdatedMissing, 'updated_at');
    return;
  }
  const updated = times.check(message.updated_at, 'updated_at', report);
  if (updated < created) report(rmaUpdatedBefore, 'updated_at');
}
