// `asns check`: applies every rule to every ASN and returns all findings. Sends nothing.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import { levelsDocument } from '../contract/levels.ts';
import { bySeverity } from '../contract/report.ts';
import type { Clock } from '../platform/platform.ts';
import { wouldStop } from '../runs/carry-out.ts';
import { fileRows } from '../runs/run.ts';
import { analyseAsns, indexInput } from './analysis.ts';
import type { AsnCheckContext } from './check-asn.ts';
import type { AsnInput } from './input/types.ts';
import type { AsnSending } from './parts.ts';
import type { EmitAsn } from './plan.ts';
import { type AsnPlan, type AsnPlanContext, asnStopOf, makeAsnPlan } from './plan.ts';
import { codeRows, problemOf } from './problems.ts';
import { asnExitForRefusals } from './summarise.ts';
import { type AsnCheck, type AsnProblem, mappingOf, rowsBalance } from './summary.ts';

/** Maximum number of listed findings. With more, the file is wrong as a whole, and counts are enough. */
const MOST_LISTED = 100_000;

export async function checkAsns(
  clock: Clock,
  input: AsnInput,
  checks: AsnCheckContext,
  context: AsnPlanContext,
  sending: Pick<AsnSending, 'maxRejects' | 'failOn'>,
  emit: EmitAsn,
): Promise<{ readonly check: AsnCheck; readonly plan: AsnPlan }> {
  const started = clock.monotonic();
  const read = await indexInput(input, checks.index, emit);
  const findings: AsnProblem[] = [];
  let unlisted = 0;
  const analysis = await analyseAsns(input, checks, (asn, verdict) => {
    for (const finding of verdict.findings)
      if (findings.length < MOST_LISTED) findings.push(problemOf(asn, finding));
      else unlisted++;
  });
  const plan = makeAsnPlan(analysis, context);
  const { warnings, notes } = bySeverity(analysis.warnings);
  const asns = { ready: analysis.toSend, already_queued: analysis.alreadyQueued, refused: analysis.refused };
  const balanced =
    asns.ready + asns.already_queued + asns.refused === read.asns && rowsBalance(input, analysis.rows);
  const stop = asnStopOf(plan, sending.maxRejects);
  const codes: ExitCode[] = [EXIT.done, asnExitForRefusals(sending.failOn, analysis.refused)];
  if (stop) codes.push(EXIT.stopped);
  const check: AsnCheck = {
    schema: 'asn-check/1',
    state: 'checked',
    exit_code: balanced ? worstExit(codes) : EXIT.defect,
    profile: context.profile ?? '',
    environment: context.environment ?? '',
    target: context.target ?? '',
    mapping: mappingOf(analysis.mapping),
    input: {
      files: fileRows(input.files),
      rows: analysis.rows,
      asns: read.asns,
    },
    asns,
    balanced,
    levels: levelsDocument(checks.levels),
    would_stop: stop ? wouldStop(stop) : null,
    by_code: codeRows(analysis.refusals),
    findings,
    unlisted,
    warnings: codeRows(warnings),
    notes: codeRows(notes),
    seconds: Math.round(clock.monotonic() - started) / 1000,
  };
  return { check, plan };
}
