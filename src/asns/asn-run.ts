// The parts of a run that are specific to creating ASNs: analysis of the input, stops, delivery. The steps
// that all runs share are in src/runs/carry-out.ts.

import type { Stop } from '../runs/carry-out.ts';
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import { analyseAsns, indexInput, NOTHING_READ } from './analysis.ts';
import { AsnDelivery, type AsnDeliveryContext } from './delivery.ts';
import type { CreateParts, CreateRequest } from './parts.ts';
import { type AsnPlan, asnRejectBudget, asnStopOf, makeAsnPlan } from './plan.ts';
import { makeAsnRecorder } from './recorder.ts';
import { asnExitForRefusals, asnSummaryOfDelivered, asnSummaryOfUnsent } from './summarise.ts';
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
    stopOf: (plan) => asnStopOf(plan, sending.maxRejects),
    exitForRefusals: (plan) => asnExitForRefusals(sending.failOn, plan.refused),
    unsent: (plan, ended) => asnSummaryOfUnsent(parts, plan, ended),
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
    sendJob: (sent, { toSend }) => ({
      messages: sent.messages(),
      post: (body, token, stop, [message]) => sent.post(message!.context, body, token, stop),
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
      envelope: ASN_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      maxRefused: asnRejectBudget(plan, sending.maxRejects) - plan.refused,
    }),
    delivered: (plan, ended) => asnSummaryOfDelivered(parts, request, plan, ended),
  };
  // Runs our own check again, without the service, to write the rejects.
  const recordUnsent = async () => {
    for await (const _ of delivery().messages());
  };
  return carryOut({ ...job, recordUnsent }, asns, parts);
}
