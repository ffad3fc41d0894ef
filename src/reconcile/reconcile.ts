// `reconcile` from files to differences, offline: the export against the ledger of a target and the calls record.
// Nothing is written but the rows. Memory: a few bytes an order, and more only for the orders of recorded RMAs.
import type { KnownTarget } from '../account/known-target.ts';
import { groupBy } from '../basics/groups.ts';
import { plural } from '../basics/units.ts';
import { identifierOf } from '../contract/finding.ts';
import { unitsPaid, unitsRefunded } from '../contract/refund-amount.ts';
import { isPaidBy } from '../contract/rma-rules/known-orders.ts';
import { formatInstant, microsOf, parseInstant } from '../contract/time.ts';
import { bytes } from '../input/compact-numbers.ts';
import { openRmaLines } from '../orders/compare/compare.ts';
import { type CheckContext, checkedAgain } from '../orders/read/check-snapshot.ts';
import type { OrderInput } from '../orders/read/order-input.ts';
import { inShard } from '../orders/read/shard.ts';
import { type Analysis, analyse, openOffline } from '../orders/upload/first-pass.ts';
import type { Platform } from '../platform/platform.ts';
import { inSession } from '../runs/session.ts';
import type { ReadingEvent } from '../sending/types.ts';
import {
  type AcceptedRefund,
  acceptedHeads,
  acceptedRefunds,
  lastAccepted,
} from '../storage/accepted-walk.ts';
import { callReader } from '../storage/call-log.ts';
import type { Folders } from '../storage/folders.ts';
import type { LineFacts, RefundFacts } from '../storage/order-record.ts';
import { type Differences, rowOf } from './kinds.ts';
import { type RefundedUnit, readReturned } from './returned.ts';
import { type Comparison, Sides } from './sides.ts';

interface ReconcileRequest {
  readonly input: OrderInput;
  readonly target: KnownTarget;
  /** Receives every difference, in the order of the result. */
  readonly rows: Differences;
}

export type Reconciled = Awaited<ReturnType<typeof reconcile>>;

/** @throws Failure exit 6 for unreadable input, 7 for a damaged ledger, 130 or 143 */
export async function reconcile(
  platform: Platform,
  folders: Folders,
  { input, target, rows }: ReconcileRequest,
  emit: (event: ReadingEvent) => void,
) {
  const interrupted = {
    message: 'Interrupted before everything was compared',
    hint: 'Run the same command again.',
  };
  return inSession(platform, folders, { interrupted }, async (session) => {
    const { signal } = session;
    const { inputs, ledger, checks } = await openOffline(session, input, target);
    // What is accepted while this reads the export must not count as missing from it.
    const last = ledger ? lastAccepted(ledger.store) : 0;
    const returned = await readReturned(callReader(platform, folders), input.reading.shard, signal);
    const lines = session.use(await openRmaLines(platform, folders, target.environment));
    const compare = { force: false, keepRefunds: false, now: checks.now, levels: checks.levels };
    const analysis = await analyse({ inputs, ledger: undefined, checks, compare, emit, signal });
    session.throwIfInterrupted();
    const minorUnits = inputs.mapping?.minorUnits ?? target.minorUnits;
    const comparison: Comparison = {
      ...{ ledger, targetKey: target.key, last, returned, checks, rows, rmas: lines },
      ...{ seen: bytes(), refunds: new Map() },
    };
    const sides = new Sides(comparison);
    for await (const group of checkedAgain(inputs, checks)) {
      sides.take(group.filter(({ snapshot }) => inputs.snapshotIndex.isLatest(snapshot.ordinal)));
      await rows.flush();
      session.throwIfInterrupted();
    }
    const range = rangeOf(analysis, checks.window);
    const accepted = await walkAccepted(comparison, range);
    session.throwIfInterrupted();
    await compareReturned(comparison);
    await rows.flush();
    session.throwIfInterrupted();
    const { messages, rmas, from } = returned;
    return {
      files: inputs.files,
      minorUnits,
      /** Orders of the export; what the flags or the mapping leave out is skipped. */
      exported: {
        ...sides.counts,
        superseded: inputs.snapshotIndex.snapshots - sides.counts.orders - sides.counts.skipped,
      },
      ...{ range, same: sides.same, accepted },
      returned: { messages, rmas: rmas.size, from: Number.isFinite(from) ? from : null },
    };
  });
}

// Accepted orders that the export does not have: within the time range that it covers, and the rule for that range.

/** The times in which an accepted order must be in the export, microseconds, both included. */
export interface ExportRange {
  readonly from: number;
  readonly to: number;
}

/**
 * From the oldest to the newest `updated_at` of the orders that pass the check; --since and --until, which say what the
 * export holds, take their place when they are about `updated_at`.
 */
function rangeOf({ updated }: Analysis, window: CheckContext['window']): ExportRange | undefined {
  let { from, to } = updated;
  if (window) {
    if (Number.isFinite(window.from)) from = window.from;
    // The end of a window is the first time outside of it.
    if (Number.isFinite(window.to)) to = window.to - 1;
  }
  return from <= to && Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined;
}

/**
 * One row for each that is missing from the export. Counts the accepted orders: in the export, not in it, outside of its
 * range, of another shard. They add up to `orders`.
 */
async function walkAccepted(
  { ledger, targetKey, last, seen, checks: { shard }, rows }: Comparison,
  range: ExportRange | undefined,
) {
  const counts = { orders: 0, in_export: 0, not_in_export: 0, outside_range: 0, other_shard: 0 };
  const accepted = ledger ? acceptedHeads(ledger.store, targetKey, last) : [];
  for (const { no, id, updatedAt, currency, totalCents } of accepted) {
    counts.orders++;
    if (seen.get(no) > 0) counts.in_export++;
    else if (shard && !inShard(id, shard)) counts.other_shard++;
    else if (!isWithin(microsOf(updatedAt), range)) counts.outside_range++;
    else {
      counts.not_in_export++;
      rows.add(
        rowOf('not_in_export', {
          order_identifier: id,
          updated_at_accepted: updatedAt,
          currency,
          amount_cents_accepted: totalCents,
        }),
      );
      if (counts.not_in_export % 1000 === 0) await rows.flush();
    }
  }
  return counts;
}

const isWithin = (at: number, range: ExportRange | undefined): boolean =>
  range !== undefined && at >= range.from && at <= range.to;

// Compares what came back with the refunds of both sides. These kinds look at the whole record and the whole ledger,
// whatever time range the export has.

/** Orders that the ledger is asked for together. */
const GROUP = 500;

async function compareReturned(parts: Comparison): Promise<void> {
  const { returned, rows } = parts;
  // Without any message nothing is known about what came back: the ledger need not be read.
  if (returned.messages === 0) return;
  let told = 0;
  for (const refund of unconfirmed(parts)) {
    const { order, identifier, amountCents, rma, detail } = refund;
    rows.add(
      rowOf('refund_not_confirmed', {
        ...{ order_identifier: order.id, updated_at_accepted: order.updatedAt, currency: order.currency },
        ...{ rma_identifier: rma, refund_identifier: identifier, amount_cents_accepted: amountCents, detail },
      }),
    );
    if (++told % 1000 === 0) await rows.flush();
  }
  await rows.flush();
  const orders = [...returned.ofOrder.keys()];
  for (let at = 0; at < orders.length; at += GROUP) {
    compareOrders(parts, orders.slice(at, at + GROUP));
    await rows.flush();
  }
}

function* unconfirmed({
  ledger,
  targetKey,
  last,
  returned,
  checks: { shard },
}: Comparison): Generator<AcceptedRefund & { readonly detail: string }> {
  if (!ledger) return;
  for (const refund of acceptedRefunds(ledger.store, targetKey, last)) {
    if (shard && !inShard(refund.order.id, shard)) continue;
    const { rma, createdAt } = refund;
    if (rma === null) {
      const rmas = returned.ofOrder.get(refund.order.id) ?? [];
      if (rmas.length === 0 || rmas.some((one) => returned.rmas.get(one)!.refundedAt !== null)) continue;
      const detail = `the refund names no RMA; of its order ${rmas.length} ${rmas.length === 1 ? 'is' : 'are'} recorded`;
      yield { ...refund, rma: rmas.at(-1)!, detail };
      continue;
    }
    const known = returned.rmas.get(rma);
    if (known) {
      if (known.refundedAt === null)
        yield { ...refund, detail: `last status ${known.status || 'none'}, ${formatInstant(known.at)}` };
      continue;
    }
    // Before the record began, the message may have come and is not here.
    const created = parseInstant(createdAt)?.micros;
    if (created !== undefined && created / 1000 >= returned.from)
      yield { ...refund, detail: 'no message of this RMA is recorded' };
  }
}

function compareOrders({ ledger, returned, refunds, rows }: Comparison, orders: readonly string[]): void {
  const view = ledger?.view(orders);
  for (const order of orders) {
    const accepted = view?.known(order);
    const exported = refunds.get(order);
    // What the flags or the mapping leave out is in the export, but its refunds are not known.
    if (exported === 'skipped' && !accepted) continue;
    const both = [...(exported === 'skipped' ? [] : (exported ?? [])), ...(accepted?.refunds ?? [])];
    const known = [...new Map(both.map((refund) => [refund.identifier, refund])).values()];
    for (const rma of returned.ofOrder.get(order)!) {
      const { refundedAt, status, at, units } = returned.rmas.get(rma)!;
      const about = {
        ...{ order_identifier: order, rma_identifier: rma, updated_at_accepted: accepted?.updatedAt ?? null },
        currency: accepted?.currency ?? null,
      };
      if (!accepted && !exported) {
        const detail = `last status ${status || 'none'}, ${formatInstant(at)}`;
        rows.add(rowOf('return_unknown_order', { ...about, detail }));
        continue;
      }
      if (refundedAt === null) continue;
      const own = units.filter((unit) => unit.order === order);
      const lines = accepted?.lines ?? [];
      const isOpen = own.some((unit) => !isPaid(unit, rma, known, lines));
      const detail = isOpen ? '' : unitsShort(own, rma, known, lines);
      if (isOpen || detail !== '')
        rows.add(
          rowOf('refunded_there_not_here', {
            ...about,
            detail: `REFUNDED ${formatInstant(refundedAt)}${detail}`,
          }),
        );
    }
  }
}

/** Of a line that refunds of the RMA name, units that came back and are not paid by them, nor by refunds without an RMA; empty for none. */
function unitsShort(
  units: readonly RefundedUnit[],
  rma: string,
  refunds: readonly RefundFacts[],
  lines: readonly LineFacts[],
): string {
  const named = unitsRefunded(refunds.filter((refund) => refund.rma === rma));
  const all = refunds.filter((refund) => refund.rma === rma || refund.rma === null);
  for (const [line, { length: back }] of groupBy(units, ({ line }) => line ?? '')) {
    const refunded = unitsPaid(all, lineIn(lines, line));
    if (named.has(line) && refunded < back)
      return `: ${plural(back, 'unit')} of line ${identifierOf(line)}, of which ${refunded} refunded here`;
  }
  return '';
}

const lineIn = (lines: readonly LineFacts[], line: string) =>
  lines.find(({ identifier }) => identifier === line) ?? { identifier: line, canceled: 0 };

/** The same rule as that of the check of a message: by RMA, or by the line when the refund names no RMA. */
const isPaid = (
  { line }: RefundedUnit,
  rma: string,
  refunds: readonly RefundFacts[],
  lines: readonly LineFacts[],
): boolean =>
  line === null
    ? refunds.some((refund) => refund.rma === null || refund.rma === rma)
    : isPaidBy(refunds, rma, lineIn(lines, line));
