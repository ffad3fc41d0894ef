// The summary of a run that creates ASNs, however it ended: from the plan alone, or from the accounts of the delivery.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import { failureOf } from '../basics/failure-of.ts';
import { errorOf } from '../basics/reason.ts';
import { bySeverity, type CodeCount } from '../contract/code-count.ts';
import { levelsDocument } from '../contract/levels.ts';
import { noRequests } from '../sending/counts.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { AsnDelivery } from './deliver.ts';
import { asnFailure } from './meaning.ts';
import type { AsnSending, CreateParts, CreateRequest } from './parts.ts';
import type { AsnPlan } from './plan.ts';
import { codeRows } from './problems.ts';
import { type AsnRunState, type AsnSummary, mappingOf, rowsBalance } from './summary.ts';

export const exitForRefusals = (failOn: AsnSending['failOn'], refused: number): ExitCode =>
  failOn === 'any' && refused > 0 ? EXIT.refused : EXIT.done;

export function finishDelivered(
  parts: CreateParts,
  { sending, line }: CreateRequest,
  delivery: AsnDelivery,
  end: SendEnd,
  asns: number,
  plan: AsnPlan,
  started: number,
): AsnSummary {
  let failure = end.kind === 'stopped' || end.kind === 'failed' ? asnFailure(end.failure) : undefined;
  let file: string | null = null;
  try {
    file = parts.rejects.close().files[0] ?? null;
  } catch (error) {
    failure ??= failureOf(error);
  }
  const { queued, already_queued, refused } = delivery.counts;
  const settled = queued + already_queued + refused;
  const counts = { queued, already_queued, refused, pending: asns - settled };
  // Everything was read again, so what is pending must be known: never less than nothing, and nothing after the end.
  const balanced =
    settled <= asns && (end.kind !== 'done' || counts.pending === 0) && rowsBalance(parts.input, plan.rows);
  const interrupted = end.kind === 'interrupted';
  const codes: ExitCode[] = [EXIT.done, exitForRefusals(sending.failOn, refused)];
  if (!balanced) codes.push(EXIT.defect);
  if (failure) codes.push(failure.exitCode);
  const state = interrupted ? 'interrupted' : end.kind === 'stopped' ? 'stopped' : 'partial';
  const limit = line.pacer.limit;
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
    requests: { ...line.counts },
    rate: {
      limit_per_min: Number.isFinite(limit) ? limit : null,
      max_in_60s: line.pacer.maxIn60s(),
      paused_seconds: line.pacer.pausedSeconds(),
    },
    refused: { file, by_code: codeRows(delivery.refusals.list()), answers: delivery.answers },
    ...beside(delivery.warnings.list()),
  };
}

/** The summary of a run that ended with the plan, or before it. */
export function finishPlanned(
  parts: CreateParts,
  plan: AsnPlan | undefined,
  started: number,
  exitCode: ExitCode,
  state: AsnRunState,
  failure?: Failure,
): AsnSummary {
  const asns = {
    queued: 0,
    already_queued: plan?.alreadyQueued ?? 0,
    refused: plan?.refused ?? 0,
    pending: plan?.toSend ?? 0,
  };
  const settled = asns.already_queued + asns.refused + asns.pending;
  const balanced = !plan || (settled === plan.asns && rowsBalance(parts.input, plan.rows));
  const { limit } = parts.plan;
  return {
    ...common(parts, started, failure),
    mapping: mappingOf(plan?.mapping),
    input: inputOf(parts, plan?.rows ?? 0, plan?.asns ?? 0),
    state,
    exit_code: balanced ? exitCode : EXIT.defect,
    resume: state === 'interrupted' ? parts.resume : null,
    asns,
    recovered: 0,
    balanced,
    requests: noRequests(),
    rate: { limit_per_min: Number.isFinite(limit) ? limit : null, max_in_60s: 0, paused_seconds: 0 },
    refused: {
      file: parts.rejects.close().files[0] ?? null,
      by_code: codeRows(plan?.refusals ?? []),
      answers: [],
    },
    ...beside(plan?.warnings ?? []),
  };
}

function common(
  { host, plan: where, run, judge }: CreateParts,
  started: number,
  failure: Failure | undefined,
) {
  return {
    schema: 'asn-summary/1',
    run,
    profile: where.profile ?? '',
    environment: where.environment ?? '',
    target: where.target ?? '',
    levels: levelsDocument(judge.levels),
    seconds: Math.round(host.clock.monotonic() - started) / 1000,
    would_stop: null,
    ...(failure ? { error: errorOf(failure) } : {}),
  } as const;
}

const inputOf = ({ input }: CreateParts, rows: number, asns: number): AsnSummary['input'] => ({
  files: input.files.map(({ path, bytes, rows: own, sha256 }) => ({ path, bytes, rows: own, sha256 })),
  rows,
  asns,
});

function beside(counts: readonly CodeCount[]): Pick<AsnSummary, 'warnings' | 'notes'> {
  const { warnings, notes } = bySeverity(counts);
  return { warnings: codeRows(warnings), notes: codeRows(notes) };
}
