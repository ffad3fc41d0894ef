// Counts of calls by kind, verdict and anomaly, and of each finding code with its first place.
import type { CallFinding, Severity } from '../../contract/finding.ts';
import type { CallRecord } from '../../storage/calls.ts';

/** With message and path of the first finding of this code. */
interface FindingCount extends Pick<CallFinding, 'code' | 'severity' | 'path' | 'message'> {
  count: number;
  /** Line of the file (from 1) where its first message begins. */
  readonly firstLine: number;
}

export type CallCounts = ReturnType<typeof emptyCallCounts>;

export const emptyCallCounts = () => ({
  total: 0,
  byKind: { rma: 0, variants: 0, exchange_order: 0, unknown: 0 },
  byVerdict: { ok: 0, note: 0, warning: 0, error: 0 },
  byAnomaly: { duplicate: 0, redelivery: 0, conflict: 0, out_of_order: 0 },
  findings: new Map<string, FindingCount>(),
  /** The first messages that have an error, in order. */
  wrong: [] as CallRecord[],
});

/** Maximum number of messages with errors in a document. */
const MOST_LISTED = 1000;

export function countCall(counts: CallCounts, record: CallRecord): void {
  counts.total++;
  counts.byKind[record.kind]++;
  counts.byVerdict[record.verdict]++;
  if (record.verdict === 'error' && counts.wrong.length < MOST_LISTED) counts.wrong.push(record);
  if (record.anomaly) counts.byAnomaly[record.anomaly]++;
  for (const { code, severity, path, message } of record.findings) {
    const known = counts.findings.get(code);
    if (known) known.count++;
    else
      counts.findings.set(code, {
        ...{ code, severity, count: 1, path, message },
        firstLine: record.imported?.line ?? 0,
      });
  }
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Sorts errors first, then by count. */
export const sortedFindings = ({ findings }: CallCounts): FindingCount[] =>
  [...findings.values()].sort(
    (a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || b.count - a.count || (a.code < b.code ? -1 : 1),
  );
