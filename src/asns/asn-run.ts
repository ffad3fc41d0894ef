// What a run that creates ASNs does in its own way: how the input is analysed, what stops it, how ASNs are delivered. The
// way through all of it is src/runs/carry-out.ts.
import { carryOut, type Job, type Sending } from '../runs/carry-out.ts';
import type { Stop } from '../runs/stop.ts';
import { type AsnCargo, AsnDelivery } from './deliver.ts';
import type { CreateParts, CreateRequest } from './parts.ts';
import { type AsnPlan, budgetOf, makeAsnPlan, stopOf } from './plan.ts';
import { makeAsnRecorder } from './recorder.ts';
import { exitForRefusals, summaryOfDelivered, summaryOfUnsent } from './summarise.ts';
import type { AsnSummary } from './summary.ts';
import { indexInput, NOTHING_READ, surveyAsns } from './survey.ts';

/** One ASN is one body, sent as it is. */
export const ASN_ENVELOPE = { before: '', after: '', list: '' };

export function createAsns(parts: CreateParts, request: CreateRequest): Promise<AsnSummary> {
  const { host, input, judge, signal } = parts;
  const { sending, line, dryRun } = request;
  const job: Job<AsnPlan, Stop, AsnSummary> = {
    async analyse() {
      await indexInput(input, judge.index, parts.emit);
      const survey = signal.aborted ? NOTHING_READ : await surveyAsns(input, judge);
      return makeAsnPlan(signal.aborted ? NOTHING_READ : survey, parts.plan);
    },
    stopOf: (plan) => stopOf(plan, sending.maxRejects),
    exitForRefusals: (plan) => exitForRefusals(sending.failOn, plan.refused),
    unsent: (plan, ended) => summaryOfUnsent(parts, plan, ended),
  };
  if (dryRun) return carryOut(job, undefined, parts);
  const delivery = () =>
    new AsnDelivery({
      ...parts,
      recorder: makeAsnRecorder(judge.records, host.clock),
      now: () => host.clock.now(),
      post: line.post,
    });
  const asns: Sending<AsnPlan, AsnCargo, AsnDelivery, AsnSummary> = {
    line,
    confirm: (plan) => request.confirm(plan),
    delivery,
    consignment: (settling, { toSend }) => ({
      parcels: settling.parcels(),
      post: (body, token, stop, [parcel]) => settling.post(parcel!.cargo, body, token, stop),
      admit: (parcel) => (settling.admit(parcel) ? parcel : undefined),
      alreadyThere: (parcel, refusals) => settling.alreadyThere(parcel, refusals),
      accepted: ([parcel]) => settling.accepted(parcel!),
      refused: (parcel, refusals) => settling.refused(parcel, refusals),
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
  // Our own check again, without a service.
  const settleUnsent = async () => {
    for await (const _ of delivery().parcels());
  };
  return carryOut({ ...job, settleUnsent }, asns, parts);
}
