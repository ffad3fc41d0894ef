// The parts of a run that are specific to orders: analysis of the input, stops, delivery. The steps that all
// runs share are in src/runs/carry-out.ts.
import { ENDPOINTS } from '../contract/endpoints.ts';
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import type { UploadSummary } from '../runs/summary.ts';
import type { Message } from '../sending/batch.ts';
import type { Caller } from '../sending/call.ts';
import { makeRecorder } from '../storage/grouped-writes.ts';
import { analyse } from './analysis.ts';
import { auditOf } from './audit/audit.ts';
import { AuditSample } from './audit/sample.ts';
import { Delivery, type OrderDeliveryContext } from './delivery.ts';
import { holdsOf, ordersInDoubt } from './in-doubt.ts';
import type { CheckOptions, OrderTransport, UploadParts, UploadRequest } from './parts.ts';
import { makePlan, type Plan } from './plan.ts';
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
export function checkOrders(
  parts: UploadParts,
  options: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<UploadSummary> {
  const { rejects, signal } = parts;
  return carryOut(
    {
      ...jobOf(parts, options),
      async recordUnsent({ refused }) {
        if (!write && (!rejects || refused === 0)) return;
        const delivery = new Delivery({ ...parts, whole: write !== undefined });
        for await (const { text } of delivery.messages()) {
          await write?.(`${text}\n`);
          if (signal.aborted) return;
        }
      },
    },
    undefined,
    parts,
  );
}

export function uploadOrders(parts: UploadParts, request: UploadRequest): Promise<UploadSummary> {
  const { platform, ledger, compare, signal } = parts;
  const { transport, batchSize, concurrency, maxOutageMs, maxDurationMs } = request;
  const most = request.canary ?? Number.POSITIVE_INFINITY;
  const job = jobOf(parts, request);
  if (request.dryRun) return carryOut(job, undefined, parts);
  const delivery = () => {
    if (!ledger) throw new Error('an upload needs a ledger');
    const recorder = makeRecorder(ledger, platform.clock, compare.force);
    return new Delivery({ ...parts, recorder, most });
  };
  const versionOf = ({ context }: Message<OrderDeliveryContext>) => context.order;
  const holds =
    ledger &&
    holdsOf(ledger, request.lockWaitMs, versionOf, (ids, ms) => ordersInDoubt(platform.clock, ids, ms));
  const orders: Sending<Plan, OrderDeliveryContext, Delivery, UploadSummary> = {
    transport,
    confirm: (plan) => request.confirm(plan),
    delivery,
    sendJob: (sent, { toSend }) => ({
      messages: sent.messages(),
      post: transport.post,
      admit: (messages) => sent.admit(messages),
      holds,
      accepted: (messages) => sent.accepted(messages),
      refused: (message, refusals) => sent.refused(message, refusals),
      progress() {
        const { accepted } = sent.accounts.counts;
        return { toSend: Math.min(toSend, most), accepted, refused: sent.refusedThere };
      },
    }),
    options(plan) {
      const { own, budget } = orderRejectBudget(plan, request.maxRejects);
      return {
        ...{ batchSize, concurrency, maxOutageMs, maxDurationMs },
        ...{ batchBytes: BATCH_BYTES, envelope: ORDERS_ENVELOPE, maxRefused: budget - own },
      };
    },
    delivered: (plan, ended) => orderSummaryOfDelivered(parts, request, plan, ended),
  };
  const recordUnsent = async (_plan: Plan, stop: OrderStop | undefined) => {
    if (stop?.code !== TOO_MANY_REFUSED) return;
    const refused = delivery();
    for await (const _ of refused.messages()) if (signal.aborted) break;
    await refused.flush();
  };
  return carryOut({ ...job, recordUnsent }, orders, parts);
}

function jobOf(parts: UploadParts, options: CheckOptions): Job<Plan, OrderStop, UploadSummary> {
  const { inputs, ledger, checks } = parts;
  const { snapshotIndex } = inputs;
  const { force } = parts.compare;
  return {
    async analyse() {
      const sample = new AuditSample(inputs.progress);
      const result = await analyse({ ...parts, watches: [...(parts.watches ?? []), sample] });
      const fewest = options.isProposed ? 3 : undefined;
      const audit = auditOf(sample, inputs, { ...checks, fewest });
      // Digests of the files are known after they were read.
      const overtaking = ledger?.runsSince(inputs.files.map(({ sha256 }) => sha256)) ?? new Set<string>();
      return makePlan(snapshotIndex, result, audit, parts.plan, inputs.mapping, force, overtaking);
    },
    expect(plan) {
      checkExpectations(snapshotIndex.orders, plan, options, checks.now);
      if (!options.isProposed) checkAudit(plan);
    },
    stopOf: (plan) => orderStopOf(plan, options.maxRejects, force),
    exitForRefusals: (plan) => orderExitForRefusals(options.failOn, plan.refused, newlyRefused(plan)),
    unsent: (plan, ended) => orderSummaryOfUnsent(parts, plan, ended),
  };
}
