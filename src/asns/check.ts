// `asns check`: every rule over every ASN, all findings at once. Sends nothing.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { bySeverity } from '../contract/code-count.ts';
import { levelsDocument } from '../contract/levels.ts';
import type { Clock } from '../platform/platform.ts';
import { fileRows } from '../runs/run.ts';
import { wouldStop } from '../runs/stop.ts';
import type { AsnInput } from './input/types.ts';
import type { AsnJudge } from './judge.ts';
import type { AsnSending } from './parts.ts';
import type { EmitAsn } from './plan.ts';
import { type AsnPlan, type AsnPlanContext, makeAsnPlan, stopOf } from './plan.ts';
import { codeRows, problemOf } from './problems.ts';
import { exitForRefusals } from './summarise.ts';
import { type AsnCheck, type AsnProblem, mappingOf, rowsBalance } from './summary.ts';
import { indexInput, surveyAsns } from './survey.ts';

/** Findings that are listed; beyond them the file is wrong as a whole, and counts say so. */
const MOST_LISTED = 100_000;

export async function checkAsns(
  clock: Clock,
  input: AsnInput,
  judge: AsnJudge,
  context: AsnPlanContext,
  sending: Pick<AsnSending, 'maxRejects' | 'failOn'>,
  emit: EmitAsn,
): Promise<{ readonly check: AsnCheck; readonly plan: AsnPlan }> {
  const started = clock.monotonic();
  const read = await indexInput(input, judge.index, emit);
  const findings: AsnProblem[] = [];
  let unlisted = 0;
  const survey = await surveyAsns(input, judge, (asn, verdict) => {
    for (const finding of verdict.findings)
      if (findings.length < MOST_LISTED) findings.push(problemOf(asn, finding));
      else unlisted++;
  });
  const plan = makeAsnPlan(survey, context);
  const { warnings, notes } = bySeverity(survey.warnings);
  const asns = { ready: survey.toSend, already_queued: survey.alreadyQueued, refused: survey.refused };
  const balanced =
    asns.ready + asns.already_queued + asns.refused === read.asns && rowsBalance(input, survey.rows);
  const stop = stopOf(plan, sending.maxRejects);
  const codes: ExitCode[] = [EXIT.done, exitForRefusals(sending.failOn, survey.refused)];
  if (stop) codes.push(EXIT.stopped);
  const check: AsnCheck = {
    schema: 'asn-check/1',
    state: 'checked',
    exit_code: balanced ? worstExit(codes) : EXIT.defect,
    profile: context.profile ?? '',
    environment: context.environment ?? '',
    target: context.target ?? '',
    mapping: mappingOf(survey.mapping),
    input: {
      files: fileRows(input.files),
      rows: survey.rows,
      asns: read.asns,
    },
    asns,
    balanced,
    levels: levelsDocument(judge.levels),
    would_stop: stop ? wouldStop(stop) : null,
    by_code: codeRows(survey.refusals),
    findings,
    unlisted,
    warnings: codeRows(warnings),
    notes: codeRows(notes),
    seconds: Math.round(clock.monotonic() - started) / 1000,
  };
  return { check, plan };
}
