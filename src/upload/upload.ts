// The main job from end to end: survey, plan, expectations, confirmation, delivery, summary. Draws nothing.
import { EXIT, type ExitCode, worstExit } from '../base/exit.ts';
import { Failure, stoppedFailure } from '../base/failure.ts';
import type { Host, HttpAnswer } from '../base/host.ts';
import { noRequests, type RequestCounts } from '../client/counts.ts';
import type { Pacer } from '../client/pacer.ts';
import { type SendEnd, send } from '../client/sender.ts';
import type { TokenSource } from '../client/token.ts';
import type { Rejects } from '../intake/rejects.ts';
import type { Inputs } from '../intake/types.ts';
import type { Ledger } from '../store/ledger.ts';
import { bySeverity, type CodeCount } from './code-counts.ts';
import type { CompareOptions } from './compare.ts';
import { type Cargo, checkExpectations, Delivery, type DeliveryParts } from './deliver.ts';
import type { Emit } from './events.ts';
import type { JudgeContext } from './judge.ts';
import { type Expectations, rejectBudget, type SendingOptions } from './options.ts';
import { makePlan, type Plan, type PlanContext } from './plan.ts';
import { makeRecorder } from './recorder.ts';
import { shardText } from './shard.ts';
import type { CodeRow, RunState, UploadSummary } from './summary.ts';
import { survey } from './survey.ts';

/** Where orders go; absent for a check. */
export interface Line {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly counts: RequestCounts;
  post(body: string, token: string, signal: AbortSignal): Promise<HttpAnswer>;
}

export interface UploadParts {
  readonly host: Host;
  readonly inputs: Inputs;
  readonly ledger: Ledger | undefined;
  /** Made when the first order is refused. */
  readonly rejects: Rejects | undefined;
  readonly judge: JudgeContext;
  readonly plan: PlanContext;
  readonly run: string;
  readonly resume: string | null;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export interface UploadRequest extends Expectations {
  readonly sending: SendingOptions;
  readonly line: Line;
  readonly dryRun: boolean;
  /** Asks a person; false ends the run before anything is sent. */
  confirm(plan: Plan): Promise<boolean>;
}

/** How long open requests may finish after an interruption (promise 8). */
const DRAIN_MS = 10_000;

const ORDERS_ENVELOPE = { before: '{"returns_portal_order":{"orders":[', after: ']}}', list: 'orders' };

/** Pass 1 only, or with `write` also pass 2, which hands every finished order out as it would be sent. */
export async function checkOrders(
  parts: UploadParts,
  expectations: Expectations,
  write: ((text: string) => Promise<void>) | undefined,
): Promise<UploadSummary> {
  const started = parts.host.clock.monotonic();
  const plan = await surveyAndPlan(parts, { force: false, keepRefunds: expectations.keepRefunds ?? false });
  checkExpectations(parts.inputs.tally.orders, expectations.expectOrders, expectations.maxOrders);
  if (write || (parts.rejects && plan.refused > 0))
    await readAgain(parts, expectations.keepRefunds ?? false, write);
  return finishPlanned(parts, plan, started, plan.refused > 0 ? EXIT.refused : EXIT.done);
}

/** Pass 2 without a service: refused orders go to the rejects, finished ones to `write`. */
async function readAgain(
  parts: UploadParts,
  keepRefunds: boolean,
  write?: (text: string) => Promise<void>,
): Promise<void> {
  const delivery = new Delivery(
    deliveryParts(parts, undefined, { force: true, keepRefunds }, Number.POSITIVE_INFINITY),
  );
  for await (const parcel of delivery.parcels()) await write?.(`${parcel.text}\n`);
}

export async function uploadOrders(parts: UploadParts, request: UploadRequest): Promise<UploadSummary> {
  const { host, signal } = parts;
  const { sending, line } = request;
  const started = host.clock.monotonic();
  const plan = await surveyAndPlan(parts, sending);
  if (signal.aborted) return finishPlanned(parts, plan, started, EXIT.interrupted, 'interrupted');
  checkExpectations(parts.inputs.tally.orders, request.expectOrders, request.maxOrders);
  const budget = rejectBudget(sending.maxRejects, plan.toSend);
  const refusedByUs = plan.refused - plan.refusedBefore;
  if (refusedByUs > budget && !request.dryRun) {
    const failure = tooManyRefused(refusedByUs, budget);
    await readAgain(parts, sending.keepRefunds);
    return finishPlanned(parts, plan, started, EXIT.stopped, 'stopped', failure);
  }
  const suspicion = sending.force ? undefined : mappingSuspicion(plan);
  if (suspicion && !request.dryRun)
    return finishPlanned(parts, plan, started, EXIT.stopped, 'stopped', suspicion);
  const planned = exitForRefusals(sending.failOn, plan.refused, plan.refused - plan.refusedBefore);
  if (request.dryRun) return finishPlanned(parts, plan, started, planned);
  if (plan.toSend > 0 && !(await request.confirm(plan)))
    return finishPlanned(parts, plan, started, EXIT.done);
  if (plan.toSend > 0) await firstToken(line, signal);

  const delivery = new Delivery(
    deliveryParts(
      parts,
      makeRecorder(requireLedger(parts), host.clock),
      sending,
      sending.canary ?? Number.POSITIVE_INFINITY,
    ),
  );
  const end = await deliver(delivery, parts, request, plan, budget - refusedByUs);
  return finishDelivered(parts, request, plan, delivery, end, started);
}

async function surveyAndPlan(parts: UploadParts, compare: CompareOptions): Promise<Plan> {
  const { inputs, ledger, host, judge, emit, signal } = parts;
  const result = await survey({
    inputs,
    ledger,
    crypto: host.crypto,
    judge,
    compare,
    emit,
    signal,
  });
  const plan = makePlan(inputs.tally, result, parts.plan);
  emit({ type: 'plan', plan });
  return plan;
}

/** Wrong credentials end the run before anything else; an outage is left to the sender's patience. */
async function firstToken(line: Line, signal: AbortSignal): Promise<void> {
  try {
    await line.tokens.get(signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== EXIT.unavailable) throw error;
  }
}

async function deliver(
  delivery: Delivery,
  { host, emit, signal }: UploadParts,
  { sending, line }: UploadRequest,
  plan: Plan,
  refusalsLeft: number,
): Promise<SendEnd> {
  const { clock, random } = host;
  const begun = clock.monotonic();
  const tell = () =>
    emit({
      type: 'sending',
      progress: {
        toSend: Math.min(plan.toSend, sending.canary ?? plan.toSend),
        accepted: delivery.accounts.counts.accepted,
        refused: delivery.accounts.counts.refused,
        requestsPerMinute: line.pacer.inLast60s(),
        limit: line.pacer.limit,
        elapsedMs: clock.monotonic() - begun,
      },
    });
  return await send<Cargo>(
    delivery.parcels(),
    {
      envelope: ORDERS_ENVELOPE,
      batchSize: sending.batchSize,
      batchBytes: sending.batchBytes,
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
      post: line.post,
      admit: (parcel) => delivery.admit(parcel),
      async accepted(parcels) {
        await delivery.accepted(parcels);
        tell();
      },
      async refused(parcel, refusals) {
        delivery.refused(parcel, refusals);
        tell();
      },
      notice: (notice) => emit({ type: 'notice', notice }),
    },
    signal,
  );
}

function finishDelivered(
  parts: UploadParts,
  request: UploadRequest,
  plan: Plan,
  delivery: Delivery,
  end: SendEnd,
  started: number,
): UploadSummary {
  const { inputs, host } = parts;
  const { orders, accounted, balanced } = delivery.accounts.close(inputs.tally, inputs.tally.rows);
  const codes: ExitCode[] = [exitForRefusals(request.sending.failOn, orders.refused, delivery.newlyRefused)];
  const wholeInput = end.kind === 'done' && orders.pending === 0;
  if (!balanced) codes.push(EXIT.defect);
  let state: RunState = wholeInput ? 'completed' : 'partial';
  if (end.kind === 'stopped' || end.kind === 'failed') codes.push(end.failure.exitCode);
  if (end.kind === 'stopped') state = 'stopped';
  if (end.kind === 'interrupted') state = 'interrupted';
  const failure = end.kind === 'stopped' || end.kind === 'failed' ? end.failure : undefined;
  return {
    ...common(parts, plan, host.clock.monotonic() - started, failure),
    state,
    exit_code: end.kind === 'interrupted' ? EXIT.interrupted : worstExit([EXIT.done, ...codes]),
    resume: orders.pending > 0 ? parts.resume : null,
    orders,
    rows: { read: inputs.tally.rows, accounted },
    balanced,
    requests: { ...request.line.counts },
    rate: {
      limit_per_min: Number.isFinite(request.line.pacer.limit) ? request.line.pacer.limit : null,
      max_in_60s: request.line.pacer.maxIn60s(),
      paused_seconds: request.line.pacer.pausedSeconds(),
    },
    refused: { files: parts.rejects?.close().files ?? [], by_code: rows(delivery.refusals.list()) },
    ...beside(delivery.warnings.list()),
  };
}

/** The summary of a run that ended with the plan: a check, a dry run, too much refused, an interruption while reading. */
function finishPlanned(
  parts: UploadParts,
  plan: Plan,
  started: number,
  exitCode: ExitCode,
  state: RunState = 'checked',
  failure?: Failure,
): UploadSummary {
  const orders = {
    accepted: 0,
    already_accepted: plan.alreadyAccepted,
    superseded: plan.superseded,
    refused: plan.refused,
    skipped: plan.skipped.outsideWindow + plan.skipped.otherShard,
    pending: plan.toSend,
  };
  const sum = Object.values(orders).reduce((a, b) => a + b, 0);
  const balanced = sum === plan.snapshots || state === 'interrupted';
  return {
    ...common(parts, plan, parts.host.clock.monotonic() - started, failure),
    state,
    exit_code: balanced ? exitCode : EXIT.defect,
    resume: state === 'interrupted' ? parts.resume : null,
    orders,
    rows: { read: plan.rows, accounted: balanced ? plan.rows : 0 },
    balanced,
    requests: noRequests(),
    rate: {
      limit_per_min: Number.isFinite(parts.plan.limit) ? parts.plan.limit : null,
      max_in_60s: 0,
      paused_seconds: 0,
    },
    refused: { files: parts.rejects?.close().files ?? [], by_code: rows(plan.refusals, plan.refusedBefore) },
    ...beside(plan.warnings),
  };
}

function common(parts: UploadParts, plan: Plan, elapsedMs: number, failure: Failure | undefined) {
  const { inputs } = parts;
  return {
    schema: 'upload-summary/1',
    run: parts.run,
    profile: parts.plan.profile ?? '',
    environment: parts.plan.environment ?? '',
    target: parts.plan.target ?? '',
    shard: shardText(parts.judge.shard),
    input: {
      files: inputs.files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 })),
      rows: plan.rows,
      orders: plan.snapshots,
    },
    money: plan.money.map(({ currency, orders, totalCents }) => ({
      currency,
      orders,
      total_cents: totalCents,
    })),
    seconds: Math.round(elapsedMs) / 1000,
    ...(failure ? { error: { code: failure.code, message: failure.message, hint: failure.hint } } : {}),
  } as const;
}

function rows(counts: readonly { code: string; count: number; firstLine: number }[], before = 0): CodeRow[] {
  const list = counts.map(({ code, count, firstLine }) => ({ code, count, first_line: firstLine }));
  return before > 0 ? [...list, { code: 'refused_before', count: before, first_line: 0 }] : list;
}

function beside(counts: readonly CodeCount[]): Pick<UploadSummary, 'warnings' | 'notes'> {
  const { warnings, notes } = bySeverity(counts);
  return { warnings: rows(warnings), notes: rows(notes) };
}

function exitForRefusals(failOn: SendingOptions['failOn'], refused: number, newlyRefused: number): ExitCode {
  const counted = failOn === 'any' ? refused : failOn === 'new' ? newlyRefused : 0;
  return counted > 0 ? EXIT.refused : EXIT.done;
}

function tooManyRefused(refused: number, budget: number): Failure {
  return stoppedFailure(
    'upload.max_rejects',
    `Our own check refuses ${refused} orders, more than --max-rejects ${budget}; nothing was sent`,
    {
      hint: 'Look at the codes above (returns explain CODE), correct the input, or raise --max-rejects.',
    },
  );
}

/** Below so many orders concerned, a person is mending single orders: nothing to be suspicious of. */
const FEW = 5;

/**
 * An export that is older than what was accepted, or whose content moved while its times did not, comes from another
 * mapping or zone more often than from the shop (promise 4).
 */
export function mappingSuspicion(plan: Plan): Failure | undefined {
  const known = plan.changed + plan.alreadyAccepted + plan.olderThanLedger;
  const ask = (what: string) =>
    stoppedFailure(
      'upload.mapping_changed',
      `${what}: did the mapping or the time zone change? Nothing was sent`,
      {
        hint: 'Look at one of them (returns orders show ID --history) and compare. If the input is right, run it with --force; if an earlier run was wrong, take it back first: returns orders forget --run RUN',
      },
    );
  const current = plan.toSend + plan.alreadyAccepted + plan.olderThanLedger;
  if (plan.olderThanLedger >= FEW && plan.olderThanLedger > current * 0.1)
    return ask(`${plan.olderThanLedger} of ${current} orders are older than what was accepted`);
  if (plan.changedUnmoved >= FEW && plan.changedUnmoved > known * 0.5)
    return ask(`${plan.changedUnmoved} of ${known} known orders changed while their updated_at did not move`);
  return undefined;
}

function requireLedger(parts: UploadParts): Ledger {
  if (!parts.ledger) throw new Error('an upload needs a ledger');
  return parts.ledger;
}

function deliveryParts(
  parts: UploadParts,
  recorder: DeliveryParts['recorder'],
  compare: CompareOptions,
  most: number,
): DeliveryParts {
  const { host, inputs, ledger, rejects, judge, run, emit } = parts;
  return { host, inputs, ledger, rejects, judge, run, emit, recorder, compare, most };
}
