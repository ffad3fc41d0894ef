// The parts of a run that are specific to creating ASNs: analysis of the input, stops, delivery. The steps
// that all runs share are in src/runs/carry-out.ts.
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import type { Stop } from '../runs/stop.ts';
import { analyseAsns, indexInput, NOTHING_READ } from './analysis.ts';
import type { CreateParts, CreateRequest } from './parts.ts';
import { type AsnPlan, budgetOf, makeAsnPlan, stopOf } from './plan.ts';
import { makeAsnRecorder } from './recorder.ts';
import { AsnDelivery, type AsnDeliveryContext } from './settle.ts';
import { exitForRefusals, summaryOfDelivered, summaryOfUnsent } from './summarise.ts';
import type { AsnSummary } from './summary.ts';

/** Each request body is one ASN, without an envelope. */
export const ASN_ENVELOPE = { before: '', after: '', list: '' };

export function createAsns(parts: CreateParts, request: CreateRequest): Promise<AsnSummary> {
  const { platform, input, checks, signal } = parts;
  const { sending, transport, dryRun } = request;
  const job: Job<AsnPlan, Stop, AsnSummary> = {
    async analyse() {
      await indexInput(input, checks.index, parts.emit);
      const analysis = signal.aborted ? NOTHING_READ : await analyseAsns(input, checks);
      return makeAsnPlan(signal.aborted ? NOTHING_READ : analysis, parts.plan);
    },
    stopOf: (plan) => stopOf(plan, sending.maxRejects),
    exitForRefusals: (plan) => exitForRefusals(sending.failOn, plan.refused),
    unsent: (plan, ended) => summaryOfUnsent(parts, plan, ended),
  };
  if (dryRun) return carryOut(job, undefined, parts);
  const delivery = () =>
    new AsnDelivery({
      ...parts,
      recorder: makeAsnRecorder(checks.records, platform.clock),
      now: () => platform.clock.now(),
      post: transport.post,
    });
  const asns: Sending<AsnPlan, AsnDeliveryContext, AsnDelivery, AsnSummary> = {
    transport,
    confirm: (plan) => request.confirm(plan),
    delivery,
    sendJob: (settling, { toSend }) => ({
      messages: settling.messages(),
      post: (body, token, stop, [message]) => settling.post(message!.context, body, token, stop),
      admit: (messages) => messages.filter((message) => settling.admit(message)),
      alreadyThere: (message, refusals) => settling.alreadyThere(message, refusals),
      accepted: ([message]) => settling.accepted(message!),
      refused: (message, refusals) => settling.refused(message, refusals),
      progress: () => ({
        toSend,
        accepted: settling.counts.queued + settling.recovered,
        refused: settling.answered,
      }),
    }),
    options: (plan) => ({
      ...sending,
      envelope: ASN_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      maxRefused: budgetOf(plan, sending.maxRejects) - plan.refused,
    }),
    delivered: (plan, ended) => summaryOfDelivered(parts, request, plan, ended),
  };
  // Runs our own check again, without the service, to write the rejects.
  const settleUnsent = async () => {
    for await (const _ of delivery().messages());
  };
  return carryOut({ ...job, settleUnsent }, asns, parts);
}
