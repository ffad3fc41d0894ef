// `asns create` from file to summary: opens what the run of ASNs needs, then plans, asks, sends and sums up.
import path from 'node:path';
import { limitOf } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import { openRejects } from '../input/rejects.ts';
import type { HttpAnswer, Platform } from '../platform/platform.ts';
import {
  carryOut,
  type Delivered,
  type Sending,
  type Stop,
  type Transport,
  type Unsent,
} from '../runs/carry-out.ts';
import { mappingRow } from '../runs/run.ts';
import { inSession } from '../runs/session.ts';
import { outcomeOf, rowsRead, trafficOf } from '../runs/summarise.ts';
import type { RunSummary } from '../runs/summary.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import {
  type AsnRunParts,
  type AsnSource,
  asnExitForRefusals,
  asnRejectBudget,
  balanceOf,
  commonOf,
  jobOf,
  openInput,
  type RefusalLimits,
  wouldStopOf,
} from './asn-run.ts';
import { ONE_EACH } from './attempts.ts';
import type { ReadyAsn } from './check-asn.ts';
import { AsnDelivery, type AsnDeliveryContext, type AsnDeliveryParts } from './delivery.ts';
import { ASNS } from './input/read.ts';
import { asnFailure } from './meaning.ts';
import type { AsnPlan, EmitAsn } from './plan.ts';
import { type AsnProblem, codeRows } from './problems.ts';

export interface AsnSending extends RefusalLimits {
  readonly concurrency?: number | undefined;
  readonly maxOutageMs: number;
}

export interface CreateRun {
  readonly source: AsnSource;
  readonly target: Target;
  readonly sending: AsnSending;
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

export type CreateParts = AsnRunParts & AsnDeliveryParts & { readonly resume: string };

export interface CreateRequest extends Pick<CreateRun, 'sending' | 'dryRun' | 'confirm'> {
  readonly transport: Transport & {
    post(asn: ReadyAsn, body: string | Uint8Array, token: string, signal: AbortSignal): Promise<HttpAnswer>;
  };
}

export interface AsnSummary extends RunSummary, Omit<ReturnType<typeof commonOf>, keyof RunSummary> {
  readonly schema: 'asn-summary/1';
  /** `already_queued` includes recovered ASNs: stored by the service, but the answer was lost. */
  readonly asns: Readonly<Record<'queued' | 'already_queued' | 'refused' | 'pending', number>>;
  readonly recovered: number;
  readonly refused: {
    readonly file: string | null;
    readonly by_code: ReturnType<typeof codeRows>;
    /** Refusals of the service, at most 1,000. */
    readonly answers: readonly AsnProblem[];
  };
}

export async function runCreate(
  platform: Platform,
  folders: Folders,
  request: CreateRun,
  emit: EmitAsn,
): Promise<AsnSummary> {
  const { target, source, sending } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { ...request, onInterrupt }, async (session) => {
    const { input, levels, checksWith } = await openInput(session, source);
    const store = session.ledger();
    const { caller, ...line } = await session.connect(target, {
      agent: request.agent,
      warn: request.warn,
      connections: sending.concurrency ?? 64,
    });
    const run = session.begin(store, target, {
      kind: 'asns create',
      address: target.addresses.base,
      shard: null,
      levels: levelsDocument(levels),
      mapping: mappingRow(input.mapping),
      silent: request.dryRun,
      waits: true,
    });
    const rejects = request.rejects ?? path.join(rejectsFolder(folders), run.id, '/');
    const summary = await createAsns(
      {
        platform,
        input,
        checks: checksWith(asnRecordsOf(platform, store, target.key)),
        rejects: openRejects(platform, input, rejects, ASNS),
        plan: {
          profile: target.profile,
          environment: target.environment,
          target: target.addresses.base,
          limit: limitOf(target),
        },
        run: run.id,
        resume: session.command,
        emit,
        signal: session.signal,
      },
      {
        ...request,
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
        transport: {
          ...line,
          post: ({ version }, body, token, signal) =>
            caller.call(ENDPOINTS.asnCreate, { body, token, signal, version: String(version) }),
        },
      },
    );
    return session.end(summary, { asns: summary.asns });
  });
}

function createAsns(parts: CreateParts, request: CreateRequest): Promise<AsnSummary> {
  const { sending, transport, dryRun } = request;
  const job = jobOf<AsnSummary>(parts, sending, (plan, ended) => asnSummaryOfUnsent(parts, plan, ended));
  if (dryRun) return carryOut(job, undefined, parts);
  const asns: Sending<AsnPlan, AsnDeliveryContext, AsnDelivery, AsnSummary> = {
    transport,
    confirm: (plan) => request.confirm(plan),
    delivery: () => new AsnDelivery(parts),
    sendJob: (sent, { toSend }) => ({
      messages: sent.messages(),
      post: (body, token, stop, [message]) =>
        sent.attempts.post(message!.context, () => transport.post(message!.context, body, token, stop)),
      admit: (messages) => messages.filter((message) => sent.admit(message)),
      alreadyThere: (message, refusals) => sent.alreadyThere(message, refusals),
      accepted: ([message]) => sent.accepted(message!),
      refused: (message, refusals) => sent.refused(message, refusals),
      progress: () => ({
        toSend,
        accepted: sent.counts.queued + sent.recovered,
        refused: sent.answered,
      }),
    }),
    options: (plan) => ({
      ...sending,
      ...ONE_EACH,
      maxRefused: asnRejectBudget(plan, sending) - plan.refused,
    }),
    delivered: (plan, ended) => asnSummaryOfDelivered(parts, request, plan, ended),
  };
  // Runs our own check again, without the service, to write the rejects.
  const recordUnsent = async () => {
    for await (const _ of new AsnDelivery(parts).messages());
  };
  return carryOut({ ...job, recordUnsent }, asns, parts);
}

function asnSummaryOfDelivered(
  parts: CreateParts,
  { sending, transport }: CreateRequest,
  plan: AsnPlan,
  { delivery, end, rejects, started }: Delivered<AsnDelivery>,
): AsnSummary {
  const { queued, already_queued, refused } = delivery.counts;
  const pending = plan.asns - queued - already_queued - refused;
  // The whole input was read again, so the number of pending ASNs is known: it is never negative.
  const agree = pending >= 0 && rowsRead(parts.input.files) === plan.rows;
  const refusals = asnExitForRefusals(sending.failOn, refused);
  const { failure, exitCode, ...outcome } = outcomeOf({ end, agree, pending, refusals, what: 'ASN' });
  return {
    ...commonOf(parts, plan, started, failure && asnFailure(failure)),
    schema: 'asn-summary/1',
    ...outcome,
    exit_code: exitCode,
    resume: pending > 0 ? parts.resume : null,
    asns: { queued, already_queued, refused, pending },
    recovered: delivery.recovered,
    ...trafficOf(transport.pacer.limit, transport),
    refused: {
      file: rejects[0] ?? null,
      by_code: codeRows(delivery.refusals.list()),
      answers: delivery.answers,
    },
  };
}

/** The summary of a run that sent nothing. */
function asnSummaryOfUnsent(parts: CreateParts, plan: AsnPlan, ended: Unsent<Stop>): AsnSummary {
  const { state, failure, started } = ended;
  const interrupted = state === 'interrupted';
  return {
    ...commonOf(parts, plan, started, failure),
    schema: 'asn-summary/1',
    state,
    ...balanceOf(parts, plan, ended),
    would_stop: wouldStopOf(ended),
    resume: interrupted ? parts.resume : null,
    asns: {
      queued: 0,
      already_queued: plan.alreadyQueued,
      refused: plan.refused,
      pending: plan.toSend,
    },
    recovered: 0,
    ...trafficOf(parts.plan.limit),
    refused: {
      file: parts.rejects.close().files[0] ?? null,
      by_code: codeRows(plan.refusals),
      answers: [],
    },
  };
}
