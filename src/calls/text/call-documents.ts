// JSON documents that several commands print: a call, its findings, and the contents of a file of messages.
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import type { CallFinding } from '../../contract/finding.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { type CallCounts, sortedFindings } from '../record/call-counts.ts';
import type { OpenCalls } from '../record/call-state.ts';
import { rmaGlance } from '../record/recorded-call.ts';

/** What a call is about, and how it was judged. */
export const aboutDocument = ({ id, kind, rma, status, orders, verdict, anomaly }: CallRecord) => ({
  ...{ id, kind, verdict, rma_identifier: rma, status, orders, anomaly },
});

/** The same of a recorded call, and what became of it. */
export function recordedDocument(call: CallRecord, { open, settled }: OpenCalls) {
  const by = settled.get(call.id);
  return {
    ...aboutDocument(call),
    received_at: new Date(call.at).toISOString(),
    units: rmaGlance(call)?.units ?? null,
    replay_of: call.replayOf ?? null,
    open: open.has(call.id),
    settled_by: by ? { id: by.id, to: by.to, at: new Date(by.at).toISOString(), status: by.status } : null,
    bytes: call.bytes,
    imported: call.imported ?? null,
  };
}

export const findingsDocument = (findings: readonly CallFinding[]) =>
  findings.map(({ severity, code, path, message }) => ({ severity, code, path, message }));

export const exitOfCalls = ({ byVerdict }: CallCounts): ExitCode =>
  byVerdict.error > 0 ? EXIT.refused : EXIT.done;

export function countsDocument(counts: CallCounts) {
  return {
    calls: counts.total,
    by_kind: counts.byKind,
    by_verdict: counts.byVerdict,
    by_anomaly: counts.byAnomaly,
    findings: sortedFindings(counts).map(({ code, severity, count, firstLine, path, message }) => ({
      ...{ code, severity, count, first_line: firstLine, path, message },
    })),
    errors: counts.wrong.map(({ imported, kind, rma, findings }) => ({
      line: imported?.line ?? 0,
      kind,
      rma_identifier: rma,
      findings: findingsDocument(findings),
    })),
  };
}
