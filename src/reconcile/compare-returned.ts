// Compares what came back with the refunds of both sides. These kinds look at the whole record and the whole ledger,
// whatever time range the export has.
import { isPaidBy } from '../contract/rma-ledger.ts';
import { formatInstant, parseInstant } from '../contract/time.ts';
import { inShard } from '../orders/read/shard.ts';
import { type AcceptedRefund, acceptedRefunds } from '../storage/accepted-walk.ts';
import type { LineFacts, RefundFacts } from '../storage/order-record.ts';
import { rowOf } from './kinds.ts';
import type { RefundedUnit } from './returned.ts';
import type { Comparison } from './sides.ts';

/** Orders that the ledger is asked for together. */
const GROUP = 500;

export async function compareReturned(parts: Comparison): Promise<void> {
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
      } else if (
        refundedAt !== null &&
        units.some((unit) => unit.order === order && !isPaid(unit, rma, known, accepted?.lines ?? []))
      )
        rows.add(
          rowOf('refunded_there_not_here', { ...about, detail: `REFUNDED ${formatInstant(refundedAt)}` }),
        );
    }
  }
}

/** The same rule as that of the check of a message: by RMA, or by the line when the refund names no RMA. */
const isPaid = (
  { line }: RefundedUnit,
  rma: string,
  refunds: readonly RefundFacts[],
  lines: readonly LineFacts[],
): boolean =>
  line === null
    ? refunds.some((refund) => refund.rma === null || refund.rma === rma)
    : isPaidBy(
        refunds,
        rma,
        lines.find(({ identifier }) => identifier === line) ?? { identifier: line, canceled: 0 },
      );
