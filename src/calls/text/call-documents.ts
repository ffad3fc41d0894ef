// JSON documents that several commands print: what settled a call, and the contents of a file of messages.
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { type CallCounts, sortedFindings } from '../call-counts.ts';
import type { SettledBy } from '../open-calls.ts';

/** What settled a call. */
export const settledDocument = (by: SettledBy | undefined) =>
  by ? { id: by.id, to: by.to, at: new Date(by.at).toISOString(), status: by.status } : null;

/** Maximum number of messages with errors in a document. */
const MOST_LISTED = 1000;

/** Collects the messages that have an error, in order. */
export function followCalls() {
  const wrong: CallRecord[] = [];
  return {
    wrong,
    onCall(record: CallRecord) {
      if (record.verdict === 'error' && wrong.length < MOST_LISTED) wrong.push(record);
    },
  };
}

export const exitOfCalls = ({ byVerdict }: CallCounts): ExitCode =>
  byVerdict.error > 0 ? EXIT.refused : EXIT.done;

export function countsDocument(counts: CallCounts, { wrong }: { readonly wrong: readonly CallRecord[] }) {
  return {
    calls: counts.total,
    by_kind: counts.byKind,
    by_verdict: counts.byVerdict,
    by_anomaly: counts.byAnomaly,
    findings: sortedFindings(counts).map(({ code, severity, count, firstLine, path, message }) => ({
      ...{ code, severity, count, first_line: firstLine, path, message },
    })),
    errors: wrong.map(({ imported, kind, rma, findings }) => ({
      line: imported?.line ?? 0,
      kind,
      rma_identifier: rma,
      findings: findings.map(({ severity, code, path, message }) => ({ severity, code, path, message })),
    })),
  };
}
