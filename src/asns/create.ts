// Creating ASNs from end to end: survey, plan, confirmation, delivery, summary. Draws nothing.
import { EXIT, worstExit } from '../basics/exit.ts';
import { failureOf } from '../basics/failure-of.ts';
import { deliver } from '../sending/deliver.ts';
import { firstToken } from '../sending/first-token.ts';

import { worstEnd } from '../sending/run-end.ts';
import type { SendEnd } from '../sending/sender.ts';
import { type AsnCargo, AsnDelivery } from './deliver.ts';
import type { CreateParts, CreateRequest } from './parts.ts';
import { makeAsnPlan } from './plan.ts';
import { makeAsnRecorder } from './recorder.ts';
import { budgetOf, stopFailure, stopOf } from './stops.ts';
import { exitForRefusals, finishDelivered, finishPlanned } from './summarise.ts';
import type { AsnSummary } from './summary.ts';
import { indexInput, surveyAsns } from './survey.ts';

/** One ASN is one body, sent as it is. */
export const ASN_ENVELOPE = { before: '', after: '', list: '' };

export async function createAsns(parts: CreateParts, request: CreateRequest): Promise<AsnSummary> {
  const { host, input, judge, signal } = parts;
  const { sending } = request;
  let started = host.clock.monotonic();
  const { asns } = await indexInput(input, judge.index, parts.emit);
  // What was read before an interruption is not the input.
  if (signal.aborted) return finishPlanned(parts, undefined, started, EXIT.interrupted, 'interrupted');
  const plan = makeAsnPlan(await surveyAsns(input, judge), parts.plan);
  if (signal.aborted) return finishPlanned(parts, undefined, started, EXIT.interrupted, 'interrupted');
  parts.emit({ type: 'plan', plan });
  const refusal = exitForRefusals(sending.failOn, plan.refused);
  const stop = stopOf(plan, sending.maxRejects);
  if (request.dryRun) {
    const exitCode = stop ? worstExit([refusal, stop.exit_code]) : refusal;
    return { ...finishPlanned(parts, plan, started, exitCode, 'checked'), would_stop: stop };
  }
  const budget = budgetOf(plan, sending.maxRejects);
  const delivery = new AsnDelivery({
    ...parts,
    recorder: makeAsnRecorder(judge.records, host.clock),
    now: () => host.clock.now(),
    post: (asn, body, token, stop) => request.line.post(asn, body, token, stop),
  });
  if (stop || plan.toSend === 0) {
    await delivery.refuseOnly();
    const failure = stop ? stopFailure(stop) : undefined;
    const state = failure ? 'stopped' : 'completed';
    return finishPlanned(parts, plan, started, failure?.exitCode ?? refusal, state, failure);
  }
  const asked = host.clock.monotonic();
  if (!(await request.confirm(plan))) return finishPlanned(parts, plan, started, EXIT.done, 'checked');
  // The time that a person thought is none of the run's.
  started += host.clock.monotonic() - asked;
  await firstToken(request.line.tokens, signal);
  const end = await deliver<AsnCargo>(
    {
      parcels: delivery.parcels(),
      post: (body, token, stop, [parcel]) => delivery.post(parcel!.cargo, body, token, stop),
      admit: (parcel) => (delivery.admit(parcel) ? parcel : undefined),
      alreadyThere: (parcel, refusals) => delivery.alreadyThere(parcel, refusals),
      accepted: ([parcel]) => delivery.accepted(parcel!),
      refused: (parcel, refusals) => delivery.refused(parcel, refusals),
      progress: () => ({
        toSend: plan.toSend,
        accepted: delivery.counts.queued + delivery.recovered,
        refused: delivery.answered,
      }),
    },
    request.line,
    {
      ...sending,
      envelope: ASN_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      maxRefused: budget - plan.refused,
    },
    parts,
  );
  return finishDelivered(parts, request, delivery, await putOnDisk(end, delivery), asns, plan, started);
}

/** A run whose memory did not reach the disk has failed, whatever the service said. */
async function putOnDisk(end: SendEnd, delivery: AsnDelivery): Promise<SendEnd> {
  try {
    await delivery.withdrawUnsent();
    return end;
  } catch (error) {
    const failed: SendEnd = { kind: 'failed', failure: failureOf(error) };
    return worstEnd([end, failed]) ?? failed;
  }
}
