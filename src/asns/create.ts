// Creating ASNs from end to end: survey, plan, confirmation, delivery, summary. Draws nothing.
import { EXIT } from '../base/exit.ts';
import { type Failure, stoppedFailure } from '../base/failure.ts';
import { failureOf } from '../base/failure-of.ts';
import { firstToken } from '../client/first-token.ts';
import { rejectBudget } from '../client/reject-budget.ts';
import { worstEnd } from '../client/run-end.ts';
import { type SendEnd, send } from '../client/sender.ts';
import { DRAIN_MS } from '../client/sender-parts.ts';
import { type AsnCargo, AsnDelivery } from './deliver.ts';
import type { CreateParts, CreateRequest } from './parts.ts';
import { makeAsnPlan } from './plan.ts';
import { makeAsnRecorder } from './recorder.ts';
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
  if (request.dryRun) return finishPlanned(parts, plan, started, refusal, 'checked');
  const budget = rejectBudget(sending.maxRejects, plan.toSend);
  const delivery = new AsnDelivery({
    ...parts,
    recorder: makeAsnRecorder(judge.records, host.clock),
    now: () => host.clock.now(),
    post: (asn, body, token, stop) => request.line.post(asn, body, token, stop),
  });
  if (plan.refused > budget || plan.toSend === 0) {
    await delivery.refuseOnly();
    const failure = plan.refused > budget ? tooManyRefused(plan.refused, budget) : undefined;
    const state = failure ? 'stopped' : 'completed';
    return finishPlanned(parts, plan, started, failure?.exitCode ?? refusal, state, failure);
  }
  const asked = host.clock.monotonic();
  if (!(await request.confirm(plan))) return finishPlanned(parts, plan, started, EXIT.done, 'checked');
  // The time that a person thought is none of the run's.
  started += host.clock.monotonic() - asked;
  await firstToken(request.line.tokens, signal);
  const end = await deliver(delivery, parts, request, plan.toSend, budget - plan.refused);
  return finishDelivered(parts, request, delivery, await putOnDisk(end, delivery), asns, plan, started);
}

const tooManyRefused = (refused: number, budget: number): Failure =>
  stoppedFailure(
    'asns.max_rejects',
    `Our own check refuses ${refused} ASNs, more than --max-rejects ${budget}; nothing was sent`,
    {
      hint: 'Look at all findings with returns asns check FILE, correct the input, or raise --max-rejects.',
    },
  );

async function deliver(
  delivery: AsnDelivery,
  { host, emit, signal }: CreateParts,
  { sending, line }: CreateRequest,
  toSend: number,
  refusalsLeft: number,
): Promise<SendEnd> {
  const { clock, random } = host;
  const begun = clock.monotonic();
  const tell = () =>
    emit({
      type: 'sending',
      progress: {
        toSend,
        accepted: delivery.counts.queued + delivery.recovered,
        refused: delivery.answered,
        requestsPerMinute: line.pacer.inLast60s(),
        limit: line.pacer.limit,
        elapsedMs: clock.monotonic() - begun,
      },
    });
  return await send<AsnCargo>(
    delivery.parcels(),
    {
      envelope: ASN_ENVELOPE,
      batchSize: 1,
      batchBytes: Number.MAX_SAFE_INTEGER,
      ...(sending.concurrency === undefined ? {} : { concurrency: sending.concurrency }),
      maxOutageMs: sending.maxOutageMs,
      maxRefused: refusalsLeft,
      drainMs: DRAIN_MS,
    },
    {
      clock,
      random,
      pacer: line.pacer,
      tokens: line.tokens,
      counts: line.counts,
      post: (body, token, stop, [parcel]) => delivery.post(parcel!.cargo, body, token, stop),
      admit: (parcel) => (delivery.admit(parcel) ? parcel : undefined),
      alreadyThere: (parcel, refusals) => delivery.alreadyThere(parcel, refusals),
      async accepted([parcel]) {
        await delivery.accepted(parcel!);
        tell();
      },
      async refused(parcel, refusals) {
        await delivery.refused(parcel, refusals);
        tell();
      },
      notice: (notice) => emit({ type: 'notice', notice }),
    },
    signal,
  );
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
