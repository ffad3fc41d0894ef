// `asns check` and `asns create`: a run over a file of ASNs, from the input to the document. A check ends with the plan, and
// needs neither login nor ledger. The steps that all runs share are in src/runs/plan-run.ts.
import path from 'node:path';
import { limitOf } from '../account/connect.ts';
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { levelsDocument } from '../contract/levels.ts';
import { openRejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { type PlanSteps, planRun, type Sending, type Stop } from '../runs/plan-run.ts';
import { mappingRow } from '../runs/run.ts';
import { sendJob } from '../runs/send-job.ts';
import { inSession } from '../runs/session.ts';
import { rejectBudget } from '../sending/run-end.ts';
import { AsnRecords } from '../storage/asn-records.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import { ledgerPath } from '../storage/ledger.ts';
import { ONE_EACH } from './attempts.ts';
import type { AsnVerdict } from './check-asn.ts';
import { AsnDelivery, type AsnDeliveryParts } from './delivery.ts';
import type { ReadAsn } from './input/asn-rows.ts';
import { ASNS, type AsnSource, openInput } from './input/read.ts';
import { type AsnProblem, problemOf } from './meaning.ts';
import { type AsnPlan, type EmitAsn, planAsns } from './plan.ts';
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
    const { plan: made, unsent } = await planRun(stepsOf(parts, list), undefined, parts);
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
  const { plan, unsent, started } = await planRun(stepsOf(parts), sending, parts);
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

const stepsOf = (
  parts: AsnRunParts,
  onVerdict?: (read: ReadAsn, verdict: AsnVerdict) => void,
): PlanSteps<AsnPlan, Stop> => ({
  analyse: () => planAsns(parts, onVerdict),
  stopOf(made) {
    const budget = budgetOf(made, parts.limits);
    if (made.refused <= budget) return undefined;
    return {
      code: 'asns.max_rejects',
      message: `Our own check refuses ${made.refused} ASNs, more than --max-rejects ${budget}`,
      hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
    };
  },
  exitForRefusals: ({ refused }) => asnExitForRefusals(parts.limits, refused),
});

const budgetOf = ({ toSend, refused }: AsnPlan, { maxRejects }: RefusalLimits): number =>
  rejectBudget(maxRejects, toSend, refused);
