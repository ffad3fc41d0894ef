// What a run of orders does in its own way: how the input is analysed, what stops it, how orders are delivered. The way
// through all of it is src/runs/carry-out.ts.
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import type { UploadSummary } from '../runs/summary.ts';
import type { CompareOptions } from './compare.ts';
import { type Cargo, Delivery, type DeliveryParts } from './deliver.ts';
import { checkExpectations } from './expectations.ts';
import { judgedAgain } from './judge.ts';
import { Kept } from './kept.ts';
import { exitForRefusals } from './outcome.ts';
import type { Expectations, SendingOptions, UploadParts, UploadRequest } from './parts.ts';
import { makePlan, type Plan } from './plan.ts';
import { makeRecorder } from './recorder.ts';
import { RefundOwners } from './refund-owners.ts';
import { budgetOf, type OrderStop, type StopOptions, stopOf, TOO_MANY_REFUSED } from './stops.ts';
import { newlyRefused, summaryOfDelivered, summaryOfUnsent } from './summarise.ts';
import { survey } from './survey.ts';

export const ORDERS_ENVELOPE = {
  before: '{"returns_portal_order":{"orders":[',
  after: ']}}',
  list: 'orders',
};

/** What a check is asked beside the input: what the upload would be asked, too. */
export interface CheckOptions extends Expectations, StopOptions {
  readonly failOn?: SendingOptions['failOn'] | undefined;
}

/** Pass 1 only, or with `write` also pass 2, which hands every finished order out as it would be sent. */
export function checkOrders(
  given: UploadParts,
  { force = false, keepRefunds = false, failOn = 'any', ...options }: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<UploadSummary> {
  const parts = withMemory(given);
  const { host, rejects, signal } = parts;
  const compare = { force, keepRefunds };
  const kept = new Kept(host.packing, {
    most: write || rejects ? parts.keep : 0,
    unchangedApart: !write,
  });
  return carryOut(
    {
      ...jobOf(parts, kept, { ...options, ...compare, failOn }),
      async settleUnsent({ refused }) {
        if (!write && (!rejects || refused === 0)) return;
        const delivery = new Delivery({ ...deliveryParts(parts, kept, compare), whole: write !== undefined });
        for await (const { text } of delivery.parcels()) {
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
  const { host, ledger, signal } = parts;
  const { sending, line, dryRun } = request;
  const most = sending.canary ?? Number.POSITIVE_INFINITY;
  const kept = new Kept(host.packing, { most: dryRun ? 0 : parts.keep, unchangedApart: !sending.force });
  const job = jobOf(parts, kept, { ...request, ...sending });
  if (dryRun) return carryOut(job, undefined, parts);
  const delivery = () => {
    if (!ledger) throw new Error('an upload needs a ledger');
    const recorder = makeRecorder(ledger, host.clock, sending.force);
    return new Delivery({ ...deliveryParts(parts, kept, sending), recorder, most });
  };
  const orders: Sending<Plan, Cargo, Delivery, UploadSummary> = {
    line,
    confirm: (plan) => request.confirm(plan),
    delivery,
    consignment: (settling, { toSend }) => ({
      parcels: settling.parcels(),
      post: line.post,
      admit: (parcel) => settling.admit(parcel),
      accepted: (parcels) => settling.accepted(parcels),
      refused: (parcel, refusals) => settling.refused(parcel, refusals),
      progress() {
        const { accepted, refused } = settling.accounts.counts;
        return { toSend: Math.min(toSend, most), accepted, refused };
      },
    }),
    options(plan) {
      const { own, budget } = budgetOf(plan, sending.maxRejects);
      return { ...sending, envelope: ORDERS_ENVELOPE, maxRefused: budget - own };
    },
    delivered: (plan, ended) => summaryOfDelivered(parts, request, plan, ended),
  };
  const settleUnsent = async (_plan: Plan, stop: OrderStop | undefined) => {
    if (stop?.code !== TOO_MANY_REFUSED) return;
    const refused = delivery();
    for await (const _ of refused.parcels()) if (signal.aborted) break;
    await refused.flush();
  };
  return carryOut({ ...job, settleUnsent }, orders, parts);
}

/** Checking looks at other orders, too: those of the input before this one, and those that were accepted. */
function withMemory(parts: UploadParts): UploadParts {
  const { inputs, ledger } = parts;
  const owners = new RefundOwners(inputs.tally, (file) => inputs.files[file]?.path ?? '');
  const isAccepted = (id: string) => ledger?.known(id) !== undefined;
  return { ...parts, judge: { ...parts.judge, owners, isAccepted } };
}

function jobOf(
  parts: UploadParts,
  kept: Kept,
  options: CheckOptions & CompareOptions & Pick<SendingOptions, 'failOn'>,
): Job<Plan, OrderStop, UploadSummary> {
  const { inputs, judge } = parts;
  return {
    async analyse() {
      const compare = { ...options, levels: judge.levels };
      const result = await survey({ ...parts, crypto: parts.host.crypto, compare, kept });
      return makePlan(inputs.tally, result, parts.plan, inputs.mapping, options.force);
    },
    expect: (plan) => checkExpectations(inputs.tally, plan.joins, options, judge.now),
    stopOf: (plan) => stopOf(plan, options),
    exitForRefusals: (plan) => exitForRefusals(options.failOn, plan.refused, newlyRefused(plan)),
    unsent: (plan, ended) => summaryOfUnsent(parts, plan, ended),
  };
}

function deliveryParts(parts: UploadParts, kept: Kept, compare: CompareOptions): DeliveryParts {
  const { inputs, judge, signal } = parts;
  const { levels } = judge;
  return {
    ...parts,
    unchanged: kept.isComplete ? kept.unchanged() : [],
    judged: kept.isComplete ? kept.take(inputs, signal) : judgedAgain(inputs, judge),
    compare: { ...compare, levels },
    recorder: undefined,
    most: Number.POSITIVE_INFINITY,
  };
}
