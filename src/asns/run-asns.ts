// `asns check` and `asns create`: a run over a file of ASNs, from the input to the document. A check ends with the plan, and
// needs neither login nor ledger. The steps that all runs share are in src/runs/carry-out.ts.
import path from 'node:path';
import { limitOf } from '../account/connect.ts';
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import { openRejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { carryOut, type Job, type Sending, type Stop } from '../runs/carry-out.ts';
import { mappingRow } from '../runs/run.ts';
import { inSession } from '../runs/session.ts';
import { rejectBudget } from '../sending/run-end.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { ONE_EACH } from './attempts.ts';
import type { AsnVerdict } from './check-asn.ts';
import { AsnDelivery, type AsnDeliveryContext } from './delivery.ts';
import { ASNS } from './input/read.ts';
import { type AsnSource, openInput } from './input/source.ts';
import type { ReadAsn } from './input/types.ts';
import { type AsnPlan, type EmitAsn, planAsns } from './plan.ts';
import { type AsnProblem, problemOf } from './problems.ts';
import {
  type AsnRunParts,
  type AsnSummary,
  asnCheckOf,
  asnExitForRefusals,
  asnSummaryOfDelivered,
  asnSummaryOfUnsent,
  type RefusalLimits,
} from './summarise.ts';

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
  readonly agent: string;
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
    const records = () => (hasLedger ? asnRecordsOf(platform, session.ledger(), target.key) : undefined);
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
    const unsent: Unsent<{ check: ReturnType<typeof asnCheckOf>; plan: AsnPlan }> = (made, ended) => ({
      check: asnCheckOf(parts, made, ended, { findings, unlisted }),
      plan: made,
    });
    const result = await carryOut(jobOf(parts, unsent, list), undefined, parts);
    session.throwIfInterrupted();
    return result;
  });
}

export async function runCreate(
  platform: Platform,
  folders: Folders,
  request: CreateRun,
  emit: EmitAsn,
): Promise<AsnSummary> {
  const { target, limits, concurrency, maxOutageMs } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { ...request, onInterrupt }, async (session) => {
    const records = () => asnRecordsOf(platform, session.ledger(), target.key);
    const { input, checks } = await openInput(session, request.source, records);
    const { store } = checks.records;
    const { caller, ...transport } = await session.connect(target, {
      agent: request.agent,
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
    };
    const unsent: Unsent<AsnSummary> = (plan, ended) => asnSummaryOfUnsent(parts, plan, ended);
    // Runs our own check again, without the service, to write the rejects.
    const recordUnsent = async () => {
      if (!request.dryRun) for await (const _ of new AsnDelivery(parts).messages());
    };
    const sending: Sending<AsnPlan, AsnDeliveryContext, AsnDelivery, AsnSummary> = {
      transport,
      // Asked without the lock, so that other processes need not wait. Each ASN is compared with the
      // records again before it is sent.
      async confirm(plan) {
        if (!(await request.confirm(plan))) return false;
        await session.lockAsns(store, target, {
          waitMs: request.lockWaitMs,
          onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
        });
        run.begin();
        emit({ type: 'begun', run: run.id });
        return true;
      },
      delivery: () => new AsnDelivery(parts),
      sendJob: (sent, { toSend }) => ({
        messages: sent.messages(),
        post(body, token, signal, [message]) {
          const { context } = message!;
          const version = String(context.version);
          const call = () => caller.call(ENDPOINTS.asnCreate, { body, token, signal, version });
          return sent.attempts.post(context, call);
        },
        admit: (messages) => messages.filter((message) => sent.admit(message)),
        alreadyThere: (message, refusals) => sent.alreadyThere(message, refusals),
        accepted: ([message]) => sent.accepted(message!),
        refused: (message, refusals) => sent.refused(message, refusals),
        progress: () => ({ toSend, accepted: sent.counts.queued + sent.recovered, refused: sent.answered }),
      }),
      options: (plan) => ({
        ...{ concurrency, maxOutageMs, ...ONE_EACH },
        maxRefused: budgetOf(plan, limits) - plan.refused,
      }),
      delivered: (plan, ended) => asnSummaryOfDelivered(parts, transport, plan, ended),
    };
    const job = { ...jobOf(parts, unsent), recordUnsent };
    const summary = await carryOut(job, request.dryRun ? undefined : sending, parts);
    return session.end(summary, { asns: summary.asns });
  });
}

type Unsent<Summary> = Job<AsnPlan, Stop, Summary>['unsent'];

const jobOf = <Summary>(
  { input, checks, plan, limits, emit, signal }: AsnRunParts,
  unsent: Unsent<Summary>,
  onVerdict?: (read: ReadAsn, verdict: AsnVerdict) => void,
): Job<AsnPlan, Stop, Summary> => ({
  analyse: () => planAsns(input, checks, plan, emit, signal, onVerdict),
  stopOf(made) {
    const budget = budgetOf(made, limits);
    if (made.refused <= budget) return undefined;
    return {
      code: 'asns.max_rejects',
      message: `Our own check refuses ${made.refused} ASNs, more than --max-rejects ${budget}`,
      hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
    };
  },
  exitForRefusals: ({ refused }) => asnExitForRefusals(limits, refused),
  unsent,
});

const budgetOf = ({ toSend, refused }: AsnPlan, { maxRejects }: RefusalLimits): number =>
  rejectBudget(maxRejects, toSend, refused);
