// The retailer's snapshot with the refund of an RMA, as the retailer would post it.
import { formatInstant } from '../../contract/time.ts';
import type { Rma, StoredSnapshot } from '../life-cycle/types.ts';

/** The order with one refund more: of the units of the RMA that wait for a refund. */
export function withRefund(order: StoredSnapshot, rma: Rma, now: number): StoredSnapshot {
  const identifier = `RF-${rma.identifier}-${order.refunds.length + 1}`;
  const units = rma.units.filter(({ refundType, settled }) => refundType === 'REFUND' && !settled);
  const counts = new Map<string, number>();
  for (const { line } of units) counts.set(line, (counts.get(line) ?? 0) + 1);
  const refund = {
    identifier,
    rma_identifier: rma.identifier,
    total_refund_amount_cents: units.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0),
    created_at: formatInstant(now),
    refund_line_items: [...counts].map(([line, quantity]) => ({
      identifier: `${identifier}-${line}`,
      quantity,
      order_item_identifier: line,
    })),
  };
  return { ...order, refunds: [...order.refunds, refund] };
}
