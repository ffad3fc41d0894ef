// The summary of a run that creates ASNs, for every kind of end: from the plan alone, or from the counts of
// the delivery.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import { errorOf } from '../basics/reason.ts';
import { levelsDocument } from '../contract/levels.ts';
import { bySeverity, type CodeCount } from '../contract/report.ts';
import type { Delivered, Unsent } from '../runs/carry-out.ts';
import { type Stop, wouldStop } from '../runs/carry-out.ts';
import { fileRows } from '../runs/run.ts';
import { noRequests } from '../sending/sender-parts.ts';
import type { AsnDelivery } from './delivery.ts';
import { asnFailure } from './meaning.ts';
import type { AsnSending, CreateParts, CreateRequest } from './parts.ts';
import type { AsnPlan } from './plan.ts';
import { codeRows } from './problems.ts';
import { type AsnSummary, mappingOf, rowsBalance } from './summary.ts';

export const asnExitForRefusals = (failOn: AsnSending['failOn'], refused: number): ExitCode =>
  failOn === 'any' && refused > 0 ? EXIT.refused : EXIT.done;

export function asnSummaryOfDelivered(
  parts: CreateParts,
  { sending, transport }: CreateRequest,
  plan: AsnPlan,
  { delivery, end, rejects, started }: Delivered<AsnDelivery>,
): AsnSummary {
  const { asns } = plan;
  const failure = end.kind === 'stopped' || end.kind === 'failed' ? asnFailure(end.failure) : undefined;
  const { queued, already_queued, refused } = delivery.counts;
  const decided = queued + already_queued + refused;
  const counts = { queued, already_queued, refused, pending: asns - decided };
  // The whole input was read again, so the number of pending ASNs is known: it is never negative, and 0 after
  // a complete run.
  const balanced =
    decided <= asns && (end.kind !== 'done' || counts.pending === 0) && rowsBalance(parts.input, plan.rows);
  const interrupted = end.kind === 'interrupted';
  const codes: ExitCode[] = [EXIT.done, asnExitForRefusals(sending.failOn, refused)];
  if (!balanced) codes.push(EXIT.defect);
  if (failure) codes.push(failure.exitCode);
  const state = interrupted ? 'interrupted' : end.kind === 'stopped' ? 'stopped' : 'partial';
  const limit = transport.pacer.limit;
  return {
    ...common(parts, started, failure),
    mapping: mappingOf(plan.mapping),
    input: inputOf(parts, plan.rows, asns),
    state: end.kind === 'done' && balanced ? 'completed' : state,
    exit_code: interrupted ? EXIT.interrupted : worstExit(codes),
    resume: counts.pending > 0 ? parts.resume : null,
    asns: counts,
    recovered: delivery.recovered,
    balanced,
    requests: { ...transport.counts },
    rate: {
      limit_per_min: Number.isFinite(limit) ? limit : null,
      max_in_60s: transport.pacer.maxIn60s(),
      paused_seconds: transport.pacer.pausedSeconds(),
    },
    refused: {
      file: rejects[0] ?? null,
      by_code: codeRows(delivery.refusals.list()),
      answers: delivery.answers,
    },
    ...beside(delivery.warnings.list()),
  };
}

/** The summary of a run that sent nothing. */
export function asnSummaryOfUnsent(
  parts: CreateParts,
  plan: AsnPlan,
  { state, exitCode, failure, stop, started }: Unsent<Stop>,
): AsnSummary {
  const interrupted = state === 'interrupted';
  const asns = {
    queued: 0,
    already_queued: plan.alreadyQueued,
    refused: plan.refused,
    pending: plan.toSend,
  };
  const decided = asns.already_queued + asns.refused + asns.pending;
  const balanced = interrupted || (decided === plan.asns && rowsBalance(parts.input, plan.rows));
  const { limit } = parts.plan;
  return {
    ...common(parts, started, failure),
    would_stop: stop && state === 'checked' ? wouldStop(stop) : null,
    mapping: mappingOf(plan.mapping),
    input: inputOf(parts, plan.rows, plan.asns),
    state,
    exit_code: balanced ? exitCode : EXIT.defect,
    resume: interrupted ? parts.resume : null,
    asns,
    recovered: 0,
    balanced,
    requests: noRequests(),
    rate: { limit_per_min: Number.isFinite(limit) ? limit : null, max_in_60s: 0, paused_seconds: 0 },
    refused: {
      file: parts.rejects.close().files[0] ?? null,
      by_code: codeRows(plan.refusals),
      answers: [],
    },
    ...beside(plan.warnings),
  };
}

function common(
  { platform, plan: where, run, checks }: CreateParts,
  started: number,
  failure: Failure | undefined,
) {
  return {
    schema: 'asn-summary/1',
    run,
    profile: where.profile ?? '',
    environment: where.environment ?? '',
    target: where.target ?? '',
    levels: levelsDocument(checks.levels),
    seconds: Math.round(platform.clock.monotonic() - started) / 1000,
    would_stop: null,
    ...(failure ? { error: errorOf(failure) } : {}),
  } as const;
}

const inputOf = ({ input }: CreateParts, rows: number, asns: number): AsnSummary['input'] => ({
  files: fileRows(input.files),
  rows,
  asns,
});

function beside(counts: readonly CodeCount[]): Pick<AsnSummary, 'warnings' | 'notes'> {
  const { warnings, notes } = bySeverity(counts);
  return { warnings: codeRows(warnings), notes: codeRows(notes) };
}
