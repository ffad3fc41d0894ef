// The main job from end to end: survey, plan, expectations, confirmation, delivery, summary. Draws nothing.
import { EXIT } from '../basics/exit.ts';
import { failureOf } from '../basics/failure-of.ts';
import type { Rejects } from '../input/rejects.ts';
import type { UploadSummary } from '../runs/summary.ts';
import { deliver } from '../sending/deliver.ts';
import { firstToken } from '../sending/first-token.ts';
import { worstEnd } from '../sending/run-end.ts';
import type { SendEnd } from '../sending/sender.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { CompareOptions } from './compare.ts';
import { type Cargo, Delivery, type DeliveryParts } from './deliver.ts';
import { checkExpectations } from './expectations.ts';
import { judgedAgain } from './judged.ts';
import { Kept } from './kept.ts';
import type { Expectations, SendingOptions } from './options.ts';
import type { UploadParts, UploadRequest } from './parts.ts';
import { makePlan, type Plan } from './plan.ts';
import { makeRecorder, type Recorder } from './recorder.ts';
import { RefundOwners } from './refund-owners.ts';
import { budgetOf, type StopOptions, stopOf, TOO_MANY_REFUSED } from './stops.ts';
import { finishDelivered, finishForeseen, finishPlanned, finishStopped } from './summarise.ts';
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
export async function checkOrders(
  given: UploadParts,
  options: CheckOptions,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<UploadSummary> {
  const parts = withMemory(given);
  const started = parts.host.clock.monotonic();
  const compare = { force: options.force ?? false, keepRefunds: options.keepRefunds ?? false };
  const kept = new Kept(parts.host.packing, {
    most: write || parts.rejects ? parts.keep : 0,
    unchangedApart: !write,
  });
  const plan = await surveyAndPlan(parts, compare, kept);
  // What was read so far is not what was expected, and nothing to be written.
  if (parts.signal.aborted) return finishPlanned(parts, plan, started, EXIT.interrupted, 'interrupted');
  checkExpectations(parts.inputs.tally, plan.joins, options, parts.judge.now);
  if (write || (parts.rejects && plan.refused > 0))
    await goThrough(parts, kept, compare, { ...(write ? { write } : {}) });
  return finishForeseen(parts, plan, started, options.failOn ?? 'any', stopOf(plan, options));
}

/** Pass 2 without a service: refused orders go to the rejects, finished ones to `write`. */
async function goThrough(
  parts: UploadParts,
  kept: Kept,
  compare: CompareOptions,
  { write, recorder }: { write?: (text: string) => Promise<void>; recorder?: Recorder },
): Promise<void> {
  const delivery = new Delivery({
    ...deliveryParts(parts, kept, recorder, compare, Number.POSITIVE_INFINITY),
    whole: write !== undefined,
  });
  for await (const parcel of delivery.parcels()) {
    await write?.(`${parcel.text}\n`);
    if (parts.signal.aborted) return;
  }
}

export async function uploadOrders(given: UploadParts, request: UploadRequest): Promise<UploadSummary> {
  const parts = withMemory(given);
  const { host, signal } = parts;
  const { sending, line } = request;
  let started = host.clock.monotonic();
  const kept = new Kept(host.packing, {
    most: request.dryRun ? 0 : parts.keep,
    unchangedApart: !sending.force,
  });
  const plan = await surveyAndPlan(parts, sending, kept);
  if (signal.aborted) return finishPlanned(parts, plan, started, EXIT.interrupted, 'interrupted');
  checkExpectations(parts.inputs.tally, plan.joins, request, parts.judge.now);
  const stop = stopOf(plan, sending);
  if (request.dryRun) return finishForeseen(parts, plan, started, sending.failOn, stop);
  const recorder = makeRecorder(requireLedger(parts), host.clock, sending.force);
  if (stop) {
    if (stop.code === TOO_MANY_REFUSED) {
      await goThrough(parts, kept, sending, { recorder });
      await recorder.flush();
    }
    return finishStopped(parts, plan, started, stop);
  }
  const asked = host.clock.monotonic();
  if (plan.toSend > 0 && !(await request.confirm(plan)))
    return finishPlanned(parts, plan, started, EXIT.done);
  // The time that a person thought is none of the run's.
  started += host.clock.monotonic() - asked;
  // Nothing to send and nothing to write down: the plan says the whole of it, and nothing is read again.
  if (plan.toSend === 0 && plan.refused === 0)
    return finishPlanned(parts, plan, started, EXIT.done, 'completed');
  if (plan.toSend > 0) await firstToken(line.tokens, signal);

  const { own, budget } = budgetOf(plan, sending.maxRejects);
  const most = sending.canary ?? Number.POSITIVE_INFINITY;
  const delivery = new Delivery(deliveryParts(parts, kept, recorder, sending, most));
  const { counts } = delivery.accounts;
  const sent = await deliver<Cargo>(
    {
      parcels: delivery.parcels(),
      post: line.post,
      admit: (parcel) => delivery.admit(parcel),
      accepted: (parcels) => delivery.accepted(parcels),
      refused: (parcel, refusals) => delivery.refused(parcel, refusals),
      progress: () => ({
        toSend: Math.min(plan.toSend, most),
        accepted: counts.accepted,
        refused: counts.refused,
      }),
    },
    line,
    { ...sending, envelope: ORDERS_ENVELOPE, maxRefused: budget - own },
    parts,
  );
  const { end, rejects } = await putOnDisk(sent, recorder, parts.rejects);
  return finishDelivered(parts, request, plan, delivery, end, rejects, started);
}

/** Judging looks at other orders, too: those of the input before this one, and those that were accepted. */
function withMemory(parts: UploadParts): UploadParts {
  const { inputs, ledger } = parts;
  const owners = new RefundOwners(inputs.tally, (file) => inputs.files[file]?.path ?? '');
  const isAccepted = (id: string) => ledger?.known(id) !== undefined;
  return { ...parts, judge: { ...parts.judge, owners, isAccepted } };
}

async function surveyAndPlan(parts: UploadParts, compare: CompareOptions, kept: Kept): Promise<Plan> {
  const { inputs, ledger, host, judge, emit, signal } = parts;
  const result = await survey({
    inputs,
    ledger,
    crypto: host.crypto,
    judge,
    compare: { ...compare, levels: judge.levels },
    kept,
    listed: parts.listed,
    emit,
    signal,
  });
  const plan = makePlan(inputs.tally, result, parts.plan, inputs.mapping, compare.force);
  // Of an input that was read in part it would say something wrong.
  if (!signal.aborted) emit({ type: 'plan', plan });
  return plan;
}

/** A run whose memory did not reach the disk has failed, whatever the service said. */
async function putOnDisk(
  end: SendEnd,
  recorder: Recorder,
  rejects: Rejects | undefined,
): Promise<{ end: SendEnd; rejects: readonly string[] }> {
  const failed: SendEnd[] = end.kind === 'failed' ? [end] : [];
  let files: readonly string[] = [];
  const closeRejects = () => {
    files = rejects?.close().files ?? [];
  };
  // One that fails must not keep the other from the disk.
  for (const step of [() => recorder.flush(), closeRejects])
    try {
      await step();
    } catch (error) {
      failed.push({ kind: 'failed', failure: failureOf(error) });
    }
  return { end: worstEnd(failed) ?? end, rejects: files };
}

function requireLedger(parts: UploadParts): Ledger {
  if (!parts.ledger) throw new Error('an upload needs a ledger');
  return parts.ledger;
}

function deliveryParts(
  parts: UploadParts,
  kept: Kept,
  recorder: DeliveryParts['recorder'],
  compare: CompareOptions,
  most: number,
): DeliveryParts {
  const { host, inputs, ledger, rejects, rejectsAll = false, judge, run, signal } = parts;
  const judged = kept.isComplete ? kept.take(inputs, signal) : judgedAgain(inputs, judge);
  const { levels } = judge;
  return {
    unchanged: kept.isComplete ? kept.unchanged() : [],
    ...{ host, inputs, judged, ledger, rejects, rejectsAll, judge, run, recorder, most },
    compare: { ...compare, levels },
  };
}
