// `asns check` and `asns create`: a run over a file of ASNs, from the input to the document. A check ends with the plan, and
// needs neither login nor ledger. The steps that all runs share are in src/runs/send-job.ts.
import path from 'node:path';
import { limitOf } from '../account/connect.ts';
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { EXIT } from '../basics/exit-codes.ts';
import type { Failure } from '../basics/failure.ts';
import { bySeverity, type CodeCount } from '../contract/finding.ts';
import { levelsDocument } from '../contract/levels.ts';
import { openRejects, type Rejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { outcomeOf, rowsRead, summaryParts, trafficOf } from '../runs/run-outcome.ts';
import {
  askToSend,
  type JobEnd,
  type Planned,
  type Sending,
  type Stop,
  sendJob,
  type Unsent,
  wouldStop,
} from '../runs/send-job.ts';
import { fileRows, inSession, mappingRow } from '../runs/session.ts';
import { rejectBudget } from '../sending/run-end.ts';
import type { MaxRejects, Transport } from '../sending/types.ts';
import { AsnRecords } from '../storage/asn-records.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import type { AsnVerdict } from './check-asn.ts';
import { AsnDelivery, type AsnDeliveryParts, ONE_EACH } from './delivery.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import { ASNS, type AsnSource, openInput } from './input/read.ts';
import { type AsnPlan, type AsnPlanParts, type EmitAsn, planAsns } from './plan.ts';
import { type AsnProblem, asnFailure, problemOf } from './refusals.ts';

export interface CreateRun {
  readonly source: AsnSource;
  readonly target: Target;
  readonly limits: RefusalLimits;
  readonly concurrency?: number | undefined;
  readonly maxOutageMs: number;
  /** Path of the rejects; by default in the state folder. */
  readonly rejects?: string | undefined;
  readonly dryRun: boolean;
  readonly lockWaitMs: number;
  /** The command line as the user typed it. */
  readonly argv: readonly string[];
  readonly warn: (text: string) => void;
  /** Asks the user for confirmation; false ends the run before anything is sent. */
  confirm(plan: AsnPlan): Promise<boolean>;
}

/** Maximum number of listed findings. With more, the file is wrong as a whole, and counts are enough. */
const MOST_LISTED = 100_000;

/** Compares with recorded ASNs where there is a ledger for the target. */
export async function runAsnCheck(
  platform: Platform,
  folders: Folders,
  request: Pick<CreateRun, 'source' | 'limits'> & { readonly target: KnownTarget | undefined },
  emit: EmitAsn,
) {
  const { source, target, limits } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { onInterrupt }, async (session) => {
    const hasLedger = target && platform.files.stat(ledgerPath(folders));
    const records = () => (hasLedger ? new AsnRecords(platform, session.ledger(), target.key) : undefined);
    const { profile = null, environment = null, baseAddress = null, limit } = target ?? {};
    const plan = { profile, environment, target: baseAddress, limit: limit ?? Number.POSITIVE_INFINITY };
    const parts: AsnRunParts = {
      ...{ platform, ...(await openInput(session, source, records)), plan, limits },
      ...{ rejects: undefined, run: '', resume: null, emit, signal: session.signal },
    };
    const findings: AsnProblem[] = [];
    let unlisted = 0;
    const list = (asn: ReadAsn, verdict: AsnVerdict) => {
      for (const finding of verdict.findings)
        if (findings.length < MOST_LISTED) findings.push(problemOf(asn, finding));
        else unlisted++;
    };
    const planned = await planOf(parts, list);
    const { plan: made } = planned;
    const { unsent } = await askToSend(planned, undefined, parts);
    const check = asnCheckOf(parts, made, unsent!, { findings, unlisted });
    session.throwIfInterrupted();
    return { check, plan: made };
  });
}

export async function runCreate(
  platform: Platform,
  folders: Folders,
  request: CreateRun,
  emit: EmitAsn,
): Promise<AsnSummary> {
  const { target, limits, concurrency } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { ...request, onInterrupt }, async (session) => {
    const records = () => new AsnRecords(platform, session.ledger(), target.key);
    const { input, checks } = await openInput(session, request.source, records);
    const { store } = checks.records;
    const { caller, ...transport } = await session.connect(target, {
      warn: request.warn,
      connections: concurrency ?? 64,
    });
    const run = session.begin(store, target, {
      kind: 'asns create',
      address: target.addresses.base,
      shard: null,
      levels: levelsDocument(checks.levels),
      mapping: mappingRow(input.mapping),
      silent: request.dryRun,
      waits: true,
    });
    const rejects = request.rejects ?? path.join(rejectsFolder(folders), run.id, '/');
    const { profile, environment, addresses } = target;
    const parts = {
      ...{ platform, input, checks, limits, run: run.id, resume: session.command, emit },
      plan: { profile, environment, target: addresses.base, limit: limitOf(target) },
      rejects: openRejects(platform, input, rejects, ASNS),
      signal: session.signal,
      caller,
    };
    const sending = {
      transport,
      // Asked without the lock, so that other processes need not wait. Each ASN is compared with the
      // records again before it is sent.
      async confirm(plan: AsnPlan) {
        if (!(await request.confirm(plan))) return false;
        await session.lockAsns(store, target, {
          waitMs: request.lockWaitMs,
          onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
        });
        run.begin();
        emit({ type: 'begun', run: run.id });
        return true;
      },
    };
    const summary = await create(parts, request, request.dryRun ? undefined : sending);
    return session.end(summary, { asns: summary.asns });
  });
}

async function create(
  parts: AsnRunParts & AsnDeliveryParts,
  { limits, concurrency, maxOutageMs }: CreateRun,
  sending: Sending<AsnPlan> | undefined,
): Promise<AsnSummary> {
  const planned = await planOf(parts);
  const { plan } = planned;
  const { unsent, started } = await askToSend(planned, sending, parts);
  if (!sending) return asnSummaryOfUnsent(parts, plan, unsent!);
  const delivery = new AsnDelivery(parts);
  // Runs our own check again, without the service, to write the rejects.
  if (unsent?.state === 'stopped') for await (const _ of delivery.messages());
  if (unsent) return asnSummaryOfUnsent(parts, plan, unsent);
  const { platform, rejects, emit, signal } = parts;
  const { transport } = sending;
  const { toSend, refused } = plan;
  const maxRefused = budgetOf(plan, limits) - refused;
  const how = { ...ONE_EACH, transport, rejects, emit, concurrency, maxOutageMs, maxRefused, toSend };
  const sent = await sendJob(delivery, how, platform, signal);
  return asnSummaryOfDelivered(parts, transport, plan, { ...sent, delivery, started });
}

/** After an interruption the plan would cover only a part of the input: it is not shown. */
async function planOf(
  parts: AsnRunParts,
  onVerdict?: (read: ReadAsn, verdict: AsnVerdict) => void,
): Promise<Planned<AsnPlan, Stop>> {
  const { platform, signal, emit, limits } = parts;
  const started = platform.clock.monotonic();
  const plan = await planAsns(parts, onVerdict);
  if (!signal.aborted) emit({ type: 'plan', plan });
  return { plan, started, stop: stopOf(plan, limits), refusals: asnExitForRefusals(limits, plan.refused) };
}

function stopOf(plan: AsnPlan, limits: RefusalLimits): Stop | undefined {
  const budget = budgetOf(plan, limits);
  if (plan.refused <= budget) return undefined;
  return {
    code: 'asns.max_rejects',
    message: `Our own check refuses ${plan.refused} ASNs, more than --max-rejects ${budget}`,
    hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
  };
}

const budgetOf = ({ toSend, refused }: AsnPlan, { maxRejects }: RefusalLimits): number =>
  rejectBudget(maxRejects, toSend, refused);

// The documents of `asns check` and `asns create`, for every kind of end: from the plan alone, or from what was delivered.

/** When refusals of our own check stop a run, and whether they are a failure. */
interface RefusalLimits {
  /** Number of refused ASNs that stops the run. Default: 1 % of the ASNs to send, at least 100. */
  readonly maxRejects?: MaxRejects | undefined;
  readonly failOn: 'any' | 'none';
}

interface AsnRunParts extends AsnPlanParts {
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
function asnCheckOf(
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
const asnSummaryOfUnsent = (parts: AsnRunParts, plan: AsnPlan, ended: Unsent) => ({
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

function asnSummaryOfDelivered(
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
      answers: delivery.answers,
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

const asnExitForRefusals = ({ failOn }: RefusalLimits, refused: number) =>
  failOn === 'any' && refused > 0 ? EXIT.refused : EXIT.done;
