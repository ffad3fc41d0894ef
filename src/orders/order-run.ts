// The parts of a run that are specific to orders: analysis of the input, stops, delivery. The steps that all
// runs share are in src/runs/carry-out.ts.
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import type { UploadSummary } from '../runs/summary.ts';
import { makeRecorder } from '../storage/grouped-writes.ts';
import { analyse } from './analysis.ts';
import type { CompareOptions } from './compare.ts';
import { Delivery, type DeliveryParts, type OrderDeliveryContext } from './delivery.ts';
import type { Expectations, SendingOptions, UploadParts, UploadRequest } from './parts.ts';
import { makePlan, type Plan } from './plan.ts';
import { RefundOwners } from './refund-owners.ts';
import {
  checkExpectations,
  type OrderStop,
  orderRejectBudget,
  orderStopOf,
  type StopOptions,
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

/** Bytes of a request. The service may accept fewer: then the batch is halved (413). */
const BATCH_BYTES = 1_000_000;

/** Options of a check beside the input; the upload has the same ones. */
export interface CheckOptions extends Expectations, StopOptions {
  readonly failOn?: SendingOptions['failOn'] | undefined;
}

/**
 * Only the first pass, or with `write` also the second, which writes every finished order as it would be
 * sent.
 */
export function checkOrders(
  given: UploadParts,
  { force = false, keepRefunds = false, failOn = 'any', ...options }: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<UploadSummary> {
  const parts = withMemory(given);
  const { rejects, signal } = parts;
  const compare = { force, keepRefunds };
  return carryOut(
    {
      ...jobOf(parts, { ...options, ...compare, failOn }),
      async recordUnsent({ refused }) {
        if (!write && (!rejects || refused === 0)) return;
        const delivery = new Delivery({
          ...deliveryParts(parts, compare),
          whole: write !== undefined,
        });
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

export function uploadOrders(given: UploadParts, request: UploadRequest): Promise<UploadSummary> {
  const parts = withMemory(given);
  const { platform, ledger, signal } = parts;
  const { sending, transport, dryRun } = request;
  const most = sending.canary ?? Number.POSITIVE_INFINITY;
  const job = jobOf(parts, { ...request, ...sending });
  if (dryRun) return carryOut(job, undefined, parts);
  const delivery = () => {
    if (!ledger) throw new Error('an upload needs a ledger');
    const recorder = makeRecorder(ledger, platform.clock, sending.force);
    return new Delivery({ ...deliveryParts(parts, sending), recorder, most });
  };
  const orders: Sending<Plan, OrderDeliveryContext, Delivery, UploadSummary> = {
    transport,
    confirm: (plan) => request.confirm(plan),
    delivery,
    sendJob: (sent, { toSend }) => ({
      messages: sent.messages(),
      post: transport.post,
      admit: (messages) => sent.admit(messages),
      accepted: (messages) => sent.accepted(messages),
      refused: (message, refusals) => sent.refused(message, refusals),
      progress() {
        const { accepted } = sent.accounts.counts;
        return { toSend: Math.min(toSend, most), accepted, refused: sent.refusedThere };
      },
    }),
    options(plan) {
      const { own, budget } = orderRejectBudget(plan, sending.maxRejects);
      return { ...sending, batchBytes: BATCH_BYTES, envelope: ORDERS_ENVELOPE, maxRefused: budget - own };
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

/** Adds checks against other orders: earlier orders of the input, and accepted orders of the ledger. */
function withMemory(parts: UploadParts): UploadParts {
  const { inputs, ledger } = parts;
  const owners = new RefundOwners(inputs.snapshotIndex, (file) => inputs.files[file]?.path ?? '');
  const isAccepted = (id: string) => ledger?.known(id) !== undefined;
  const isLatest = (ordinal: number) => inputs.snapshotIndex.isLatest(ordinal);
  return { ...parts, checks: { ...parts.checks, owners, isAccepted, isLatest } };
}

/** Digests of the files are known after they were read. */
const overtaking = ({ ledger, inputs }: UploadParts) =>
  ledger?.runsSince(inputs.files.map(({ sha256 }) => sha256)) ?? new Set<string>();

function jobOf(
  parts: UploadParts,
  options: CheckOptions & CompareOptions & Pick<SendingOptions, 'failOn'>,
): Job<Plan, OrderStop, UploadSummary> {
  const { inputs, checks } = parts;
  return {
    async analyse() {
      const compare = { ...options, levels: checks.levels };
      const result = await analyse({ ...parts, compare });
      const { snapshotIndex, mapping } = inputs;
      return makePlan(snapshotIndex, result, parts.plan, mapping, options.force, overtaking(parts));
    },
    expect: (plan) => checkExpectations(inputs.snapshotIndex.orders, plan, options, checks.now),
    stopOf: (plan) => orderStopOf(plan, options),
    exitForRefusals: (plan) => orderExitForRefusals(options.failOn, plan.refused, newlyRefused(plan)),
    unsent: (plan, ended) => orderSummaryOfUnsent(parts, plan, ended),
  };
}

const deliveryParts = (parts: UploadParts, compare: CompareOptions): DeliveryParts => ({
  ...parts,
  compare: { ...compare, levels: parts.checks.levels },
  recorder: undefined,
  most: Number.POSITIVE_INFINITY,
});
