// What a check and an upload of orders have alike: the plan, from the analysis of the input to what speaks against it; and the
// summary, for every kind of end.

import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { type Failure, inputFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { bySeverity, type CodeCount, identifierOf } from '../../contract/finding.ts';
import { describeOrderFinding } from '../../contract/order-catalog.ts';
import { type OutcomeCounts, outcomeOf, rowsRead, summaryParts, trafficOf } from '../../runs/run-outcome.ts';
import { type JobEnd, type Planned, type Unsent, wouldStop } from '../../runs/send-job.ts';
import { fileRows, mappingRow } from '../../runs/session.ts';
import { auditOf, noAudit } from '../audit/audit.ts';
import { AuditSample } from '../audit/sample.ts';
import type { ChangedOrder } from '../compare/changed-order.ts';
import { shardText } from '../read/shard.ts';
import { analyse, REFUSALS_LISTED } from './first-pass.ts';
import {
  type CheckOptions,
  checkExpectations,
  makePlan,
  notLookedAt,
  type OrderStop,
  orderStopOf,
  type Plan,
  type UploadParts,
  type UploadRequest,
} from './plan.ts';
import type { Delivery } from './second-pass.ts';

/**
 * The first pass, and its plan. After an interruption that would cover only a part of the input: it is not shown. An upload of which
 * all orders were accepted before has nothing to audit (`onlyToSend`): it may run every few minutes.
 * @throws Failure exit 6 when the input is not what was expected, or speaks against its mapping
 */
export async function planOrders(
  parts: UploadParts,
  options: CheckOptions,
  onlyToSend = false,
): Promise<Planned<Plan, OrderStop>> {
  const { platform, inputs, ledger, checks, signal } = parts;
  const { snapshotIndex, mapping } = inputs;
  const { force } = parts.compare;
  const started = platform.clock.monotonic();
  const sample = new AuditSample(inputs.progress);
  const analysis = await analyse({ ...parts, watches: [...(parts.watches ?? []), sample] });
  const fewest = options.isProposed ? 3 : undefined;
  const isAudited = !onlyToSend || force || analysis.hasToSend;
  const audit = isAudited ? auditOf(sample, inputs, { ...checks, fewest }) : noAudit(sample);
  // Digests of the files are known after they were read.
  const overtaking = ledger?.runsSince(inputs.files.map(({ sha256 }) => sha256)) ?? new Set<string>();
  const plan = makePlan({ snapshotIndex, analysis, audit, mapping, force, overtaking }, parts.plan);
  const refusals = orderExitForRefusals(options.failOn, plan.refused, newlyRefused(plan));
  if (signal.aborted) return { plan, started, stop: undefined, refusals };
  parts.emit({ type: 'plan', plan });
  checkExpectations(snapshotIndex.orders, plan, options, checks.now);
  if (!options.isProposed) checkAudit(plan);
  return { plan, started, stop: orderStopOf(plan, options.maxRejects, force), refusals };
}

/** Stops on evidence against a mapping, before anything is sent. @throws Failure exit 6 */
function checkAudit({ audit, mapping }: Pick<Plan, 'audit' | 'mapping'>): void {
  const against = audit.findings.filter(({ finding }) => finding.severity === 'error');
  const [first] = against;
  if (!first) return;
  const { finding, orders } = first;
  const { id, file, line } = orders[0]!;
  const others = against.slice(1).map((one) => one.finding.code);
  const more = others.length > 0 ? ` (and ${others.join(', ')})` : '';
  const map =
    mapping && file !== '-' ? `correct the mapping (returns orders map ${shellWord(file)}), or ` : '';
  throw inputFailure(finding.code, `${describeOrderFinding(finding)}${more}`, {
    place: { file, line, path: finding.path },
    found: `such as order ${identifierOf(id)}`,
    hint: `Look at one order (--trace ID): ${map}if it is right, confirm it with --level ${finding.code}=off; returns explain ${finding.code}. Nothing was sent.`,
  });
}

/** `upload-summary/1`: the design fixes its shape. */
export type UploadSummary = Readonly<
  ReturnType<typeof orderSummaryOfDelivered> | ReturnType<typeof orderSummaryOfUnsent>
>;

export function orderSummaryOfDelivered(
  parts: UploadParts,
  request: UploadRequest,
  plan: Plan,
  { delivery, end, rejects, started }: JobEnd & { readonly delivery: Delivery; readonly started: number },
) {
  const { inputs } = parts;
  const read = rowsRead(inputs.files);
  const { orders: decided, accounted, balanced: agree } = delivery.accounts.close(inputs.snapshotIndex, read);
  // A whole run decides every order itself.
  const isPart = end.kind !== 'done' || request.canary !== undefined;
  const orders = isPart ? withSkipped(decided, notLookedAt(plan)) : decided;
  const { state, exitCode, balanced, failure } = outcomeOf({
    end,
    agree,
    pending: orders.pending,
    what: 'order',
    canary: request.canary !== undefined,
    refusals: orderExitForRefusals(request.failOn, orders.refused, delivery.newlyRefused),
  });
  return {
    ...common(parts, plan, started, failure),
    state,
    exit_code: exitCode,
    resume: orders.pending > 0 ? parts.resume : null,
    orders,
    rows: { read, accounted },
    balanced,
    ...trafficOf(request.transport.pacer.limit, request.transport),
    refused: {
      files: rejects,
      by_code: rows(delivery.refusals.list()),
      new: delivery.newlyRefused,
      orders: [...plan.refusedFields, ...delivery.listed].slice(0, REFUSALS_LISTED),
    },
    ...beside(plan.warnings, {
      canary: request.canary === undefined ? undefined : [...delivery.firstAccepted],
    }),
  };
}

/** What the first reading skipped is not pending where the second ended early: it belongs to another shard, or was left out. */
function withSkipped(orders: OutcomeCounts, all: number): OutcomeCounts {
  const rest = Math.max(0, Math.min(orders.pending, all - orders.skipped));
  return { ...orders, skipped: orders.skipped + rest, pending: orders.pending - rest };
}

const newlyRefused = ({ refused, refusedBefore, refusedKnown }: Plan): number =>
  refused - refusedBefore - refusedKnown;

/** The summary of a run that sent nothing: a check, a dry run, a stop, or an interruption while reading. */
export function orderSummaryOfUnsent(
  parts: UploadParts,
  plan: Plan,
  { state, exitCode, failure, stop, started }: Unsent<OrderStop>,
) {
  const interrupted = state === 'interrupted';
  const orders = {
    accepted: 0,
    already_accepted: plan.alreadyAccepted,
    superseded: plan.superseded,
    refused: plan.refused,
    skipped: notLookedAt(plan),
    pending: plan.toSend + (interrupted ? plan.unread : 0),
  };
  const sum = Object.values(orders).reduce((a, b) => a + b, 0);
  const read = rowsRead(parts.inputs.files);
  // An order that was incomplete when the reading was interrupted is pending, and so are its rows.
  const accounted = interrupted ? read : plan.rows;
  const balanced = sum === plan.snapshots && accounted === read;
  return {
    ...common(parts, { ...plan, rows: accounted }, started, failure),
    state,
    exit_code: balanced ? exitCode : EXIT.defect,
    resume: interrupted ? parts.resume : null,
    orders,
    rows: { read, accounted },
    balanced,
    ...trafficOf(parts.plan.limit),
    refused: {
      files: parts.rejects?.close().files ?? [],
      by_code: rows(plan.refusals, plan.refusedBefore),
      new: newlyRefused(plan),
      orders: plan.refusedFields,
    },
    ...beside(plan.warnings, { changed_order: stop?.changed }),
    ...(stop && state === 'checked' && { would_stop: wouldStop(stop) }),
  };
}

function common(parts: UploadParts, plan: Plan, started: number, failure: Failure | undefined) {
  const { inputs } = parts;
  return {
    schema: 'upload-summary/1',
    ...summaryParts(parts, started, failure),
    shard: shardText(parts.checks.shard),
    input: {
      files: fileRows(inputs.files),
      rows: plan.rows,
      orders: plan.snapshots,
    },
    mapping: mappingRow(inputs.mapping) ?? null,
    money: plan.money.map(({ currency, orders, totalCents, orderedCents }) => ({
      currency,
      orders,
      total_cents: totalCents,
      ordered_cents: orderedCents,
    })),
    sample_refund: plan.sampleRefund ?? null,
    changed: {
      newer: plan.changed - plan.changedUnmoved,
      same_updated_at: plan.changedUnmoved,
      orders: plan.edited,
    },
    refunds_left_out: plan.refundsLeftOut,
    skipped_by: [
      ...plan.leftOutRows,
      ...Object.entries(plan.skipped)
        .map(([reason, counts]) => ({ reason, ...counts }))
        .filter(({ orders }) => orders > 0),
    ],
  } as const;
}

export type CodeRow = ReturnType<typeof rows>[number];

function rows(counts: readonly CodeCount[], before = 0) {
  const list = counts.map(({ code, count, firstLine, message, details = [] }) => ({
    code,
    count,
    first_line: firstLine,
    details,
    ...(message === undefined ? {} : { message }),
  }));
  return before > 0 ? [...list, { code: 'refused_before', count: before, first_line: 0, details: [] }] : list;
}

interface Rest {
  /** With --canary: the first orders that were accepted, for the user to look at. */
  readonly canary?: readonly string[] | undefined;
  /** Set when the run suspects that the mapping changed. */
  readonly changed_order?: ChangedOrder | undefined;
}

function beside(counts: readonly CodeCount[], rest: Rest) {
  const { warnings, notes } = bySeverity(counts);
  return { warnings: rows(warnings), notes: rows(notes), ...rest };
}

function orderExitForRefusals(
  failOn: CheckOptions['failOn'],
  refused: number,
  newlyRefused: number,
): ExitCode {
  const counted = failOn === 'any' ? refused : failOn === 'new' ? newlyRefused : 0;
  return counted > 0 ? EXIT.refused : EXIT.done;
}
