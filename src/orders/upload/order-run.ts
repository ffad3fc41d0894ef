// A check or an upload of orders, from the analysis of the input to the summary. What all runs share is in
// src/runs/send-job.ts.
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { type PlanSteps, planRun, sendJob } from '../../runs/send-job.ts';
import type { Caller } from '../../sending/call.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { auditOf } from '../audit/audit.ts';
import { AuditSample } from '../audit/sample.ts';
import { analyse } from './first-pass.ts';
import type { CheckOptions, OrderTransport, UploadParts, UploadRequest } from './parts.ts';
import { makePlan, type Plan } from './plan.ts';
import { Delivery, SecondPass } from './second-pass.ts';
import {
  checkAudit,
  checkExpectations,
  type OrderStop,
  orderRejectBudget,
  orderStopOf,
  TOO_MANY_REFUSED,
} from './stops.ts';
import {
  newlyRefused,
  orderExitForRefusals,
  orderSummaryOfDelivered,
  orderSummaryOfUnsent,
  type UploadSummary,
} from './summarise.ts';

export const ORDERS_ENVELOPE = {
  before: '{"returns_portal_order":{"orders":[',
  after: ']}}',
  list: 'orders',
};

export const orderPost =
  (caller: Caller): OrderTransport['post'] =>
  async (body, token, signal) => {
    const answer = await caller.call(ENDPOINTS.orders, { body, token, signal });
    if (answer.status < 400 || answer.status > 499) return answer;
    // It may repeat a shopper's data. Few runs are refused anything.
    return (await import('./hide-personal.ts')).withoutPersonal(answer, body);
  };

/** Bytes of a request. The service may accept fewer: then the batch is halved (413). */
const BATCH_BYTES = 1_000_000;

/**
 * Only the first pass, or with `write` also the second, which writes every finished order as it would be
 * sent.
 */
export async function checkOrders(
  parts: UploadParts,
  options: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<{ readonly summary: UploadSummary; readonly plan: Plan }> {
  const { plan, unsent } = await planRun(stepsOf(parts, options), undefined, parts);
  if (unsent?.state === 'checked' && (write || (parts.rejects && plan.refused > 0))) {
    const pass = new SecondPass(parts, Number.POSITIVE_INFINITY, write !== undefined);
    for await (const { text } of pass.messages()) {
      await write?.(`${text}\n`);
      if (parts.signal.aborted) break;
    }
  }
  return { summary: orderSummaryOfUnsent(parts, plan, unsent!), plan };
}

export async function uploadOrders(
  parts: UploadParts & { readonly ledger: Ledger },
  request: UploadRequest,
): Promise<UploadSummary> {
  const { platform, signal, rejects, emit } = parts;
  const { dryRun, canary, transport, batchSize, concurrency, maxOutageMs, maxDurationMs } = request;
  const planned = await planRun(stepsOf(parts, request), dryRun ? undefined : request, parts);
  const { plan, unsent, started } = planned;
  if (unsent) {
    if (unsent.state === 'stopped' && unsent.stop?.code === TOO_MANY_REFUSED)
      await recordRefused(new Delivery(parts, request), signal);
    return orderSummaryOfUnsent(parts, plan, unsent);
  }
  const delivery = new Delivery(parts, request);
  const { own, budget } = orderRejectBudget(plan, request.maxRejects);
  const sent = await sendJob(
    delivery,
    {
      transport,
      rejects,
      emit,
      envelope: ORDERS_ENVELOPE,
      batchSize,
      batchBytes: BATCH_BYTES,
      concurrency,
      maxOutageMs,
      endsAt: maxDurationMs === undefined ? undefined : started + maxDurationMs,
      maxRefused: budget - own,
      toSend: Math.min(plan.toSend, canary ?? plan.toSend),
    },
    platform,
    signal,
  );
  return orderSummaryOfDelivered(parts, request, plan, { ...sent, delivery, started });
}

/** A run that stops for its refusals writes them all, with the rows, and records them. */
async function recordRefused(delivery: Delivery, signal: AbortSignal): Promise<void> {
  for await (const _ of delivery.messages()) if (signal.aborted) break;
  await delivery.flush();
}

function stepsOf(parts: UploadParts, options: CheckOptions): PlanSteps<Plan, OrderStop> {
  const { inputs, ledger, checks } = parts;
  const { snapshotIndex } = inputs;
  const { force } = parts.compare;
  return {
    async analyse() {
      const sample = new AuditSample(inputs.progress);
      const analysis = await analyse({ ...parts, watches: [...(parts.watches ?? []), sample] });
      const fewest = options.isProposed ? 3 : undefined;
      const audit = auditOf(sample, inputs, { ...checks, fewest });
      // Digests of the files are known after they were read.
      const overtaking = ledger?.runsSince(inputs.files.map(({ sha256 }) => sha256)) ?? new Set<string>();
      const { mapping } = inputs;
      return makePlan({ snapshotIndex, analysis, audit, mapping, force, overtaking }, parts.plan);
    },
    stopOf(plan) {
      checkExpectations(snapshotIndex.orders, plan, options, checks.now);
      if (!options.isProposed) checkAudit(plan);
      return orderStopOf(plan, options.maxRejects, force);
    },
    exitForRefusals: (plan) => orderExitForRefusals(options.failOn, plan.refused, newlyRefused(plan)),
  };
}
