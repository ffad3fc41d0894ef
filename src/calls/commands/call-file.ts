// What check and import of a log file have in common: flags, the document, the exit code.
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { type Flag, type FlagValues, textFlag } from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { type CallCounts, sortedFindings } from '../call-counts.ts';
import type { JudgedAs } from '../judge-log.ts';

export const FILE_FLAGS: readonly Flag[] = [
  {
    flag: '--kind <kind>',
    text: 'what all messages are: rma or exchange_order',
    initial: 'by path and content',
    parse: oneOf('rma', 'exchange_order'),
  },
  LEVEL_FLAG,
];

/** What --kind says, by the name of the message. */
export function kindFlag(flags: FlagValues): JudgedAs | undefined {
  const kind = textFlag(flags, 'kind') as 'rma' | 'exchange_order' | undefined;
  return kind === 'exchange_order' ? 'exchange-order' : kind;
}

/** Messages with errors that a document lists. */
const MOST_LISTED = 1000;

/** Notes the messages that have an error, as they come. */
export function followCalls() {
  const wrong: CallRecord[] = [];
  return {
    wrong,
    onCall(record: CallRecord) {
      if (record.verdict === 'error' && wrong.length < MOST_LISTED) wrong.push(record);
    },
  };
}

export const exitOf = ({ byVerdict }: CallCounts): ExitCode =>
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
