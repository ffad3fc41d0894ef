// The documents of `asns check` and `asns create`, for every kind of end: from the plan alone, or from what was delivered.
import { EXIT } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import { bySeverity, type CodeCount } from '../contract/report.ts';
import type { Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { type Unsent, wouldStop } from '../runs/plan-run.ts';
import { fileRows, mappingRow } from '../runs/run.ts';
import type { JobEnd, Transport } from '../runs/send-job.ts';
import { outcomeOf, rowsRead, summaryParts, trafficOf } from '../runs/summarise.ts';
import type { MaxRejects } from '../sending/run-end.ts';
import type { AsnDelivery } from './delivery.ts';
import type { AsnProblem } from './meaning.ts';
import { asnFailure } from './meaning.ts';
import type { AsnPlan, AsnPlanParts } from './plan.ts';

/** When refusals of our own check stop a run, and whether they are a failure. */
export interface RefusalLimits {
  /** Number of refused ASNs that stops the run. Default: 1 % of the ASNs to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly failOn: 'any' | 'none';
}

export interface AsnRunParts extends AsnPlanParts {
  readonly platform: Platform;
  readonly limits: RefusalLimits;
  /** The file is created when the first ASN is refused; a check has none. */
  readonly rejects: Rejects | undefined;
  readonly run: string;
  readonly resume: string | null;
}

export type AsnCheck = ReturnType<typeof asnCheckOf>;
export type AsnSummary = ReturnType<typeof asnSummaryOfUnsent> | ReturnType<typeof asnSummaryOfDelivered>;

/** `findings`: in the order of the input, up to a maximum; `unlisted`: those that are counted but not listed. */
export function asnCheckOf(
  parts: AsnRunParts,
  plan: AsnPlan,
  ended: Unsent,
  found: { readonly findings: readonly AsnProblem[]; readonly unlisted: number },
) {
  const { run: _, ...common } = unsentOf(parts, plan, ended);
  return {
    ...common,
    schema: 'asn-check/1' as const,
    asns: { ready: plan.toSend, already_queued: plan.alreadyQueued, refused: plan.refused },
    by_code: codeRows(plan.refusals),
    ...found,
  };
}

/** The summary of a run that sent nothing. */
export const asnSummaryOfUnsent = (parts: AsnRunParts, plan: AsnPlan, ended: Unsent) => ({
  ...unsentOf(parts, plan, ended),
  schema: 'asn-summary/1' as const,
  resume: ended.state === 'interrupted' ? parts.resume : null,
  asns: { queued: 0, already_queued: plan.alreadyQueued, refused: plan.refused, pending: plan.toSend },
  recovered: 0,
  ...trafficOf(parts.plan.limit),
  refused: {
    file: parts.rejects?.close().files[0] ?? null,
    by_code: codeRows(plan.refusals),
    answers: [] as readonly AsnProblem[],
  },
});

export function asnSummaryOfDelivered(
  parts: AsnRunParts,
  transport: Transport,
  plan: AsnPlan,
  { delivery, end, rejects, started }: JobEnd & { readonly delivery: AsnDelivery; readonly started: number },
) {
  const { accepted: queued, already_accepted: already_queued, refused } = delivery.accounts.counts;
  const pending = plan.asns - queued - already_queued - refused;
  // The whole input was read again, so the number of pending ASNs is known: it is never negative.
  const agree = pending >= 0 && rowsRead(parts.input.files) === plan.rows;
  const refusals = asnExitForRefusals(parts.limits, refused);
  const { failure, exitCode, ...outcome } = outcomeOf({ end, agree, pending, refusals, what: 'ASN' });
  return {
    ...commonOf(parts, plan, started, failure && asnFailure(failure)),
    schema: 'asn-summary/1' as const,
    ...outcome,
    exit_code: exitCode,
    resume: pending > 0 ? parts.resume : null,
    /** `already_queued` includes recovered ASNs: stored by the service, but the answer was lost. */
    asns: { queued, already_queued, refused, pending },
    recovered: delivery.recovered,
    ...trafficOf(transport.pacer.limit, transport),
    refused: {
      file: rejects[0] ?? null,
      by_code: codeRows(delivery.refusals.list()),
      /** Refusals of the service, at most 1,000. */
      answers: delivery.answers as readonly AsnProblem[],
    },
  };
}

/** Balanced: every row of the input belongs to an ASN, or was left out by the mapping. */
function unsentOf(parts: AsnRunParts, plan: AsnPlan, { state, exitCode, stop, failure, started }: Unsent) {
  const decided = plan.toSend + plan.alreadyQueued + plan.refused;
  const agree = decided === plan.asns && rowsRead(parts.input.files) === plan.rows;
  const balanced = state === 'interrupted' || agree;
  return {
    ...commonOf(parts, plan, started, failure),
    state,
    balanced,
    exit_code: balanced ? exitCode : EXIT.defect,
    would_stop: stop && state === 'checked' ? wouldStop(stop) : null,
  };
}

function commonOf(
  parts: AsnRunParts,
  { mapping, rows, asns, warnings }: AsnPlan,
  started: number,
  failure: Failure | undefined,
) {
  const found = bySeverity(warnings);
  return {
    ...summaryParts(parts, started, failure),
    /**
     * Null without a mapping. Rows that it leaves out belong to ASNs, or are counted with ASNs of which no row is left.
     */
    mapping: mapping
      ? {
          ...mappingRow(mapping)!,
          unmapped: mapping.unmapped,
          /** Paths of the mapping that no JSON record has. */
          absent: mapping.absent,
          skipped: mapping.skipped,
        }
      : null,
    input: { files: fileRows(parts.input.files), rows, asns },
    warnings: codeRows(found.warnings),
    notes: codeRows(found.notes),
  };
}

const codeRows = (counts: readonly CodeCount[]) =>
  counts.map(({ code, count, firstLine }) => ({ code, count, first_line: firstLine }));

export const asnExitForRefusals = ({ failOn }: RefusalLimits, refused: number) =>
  failOn === 'any' && refused > 0 ? EXIT.refused : EXIT.done;
