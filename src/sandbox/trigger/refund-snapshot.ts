// The retailer's snapshot with the refund of an RMA, as the retailer would post it.
import { formatInstant } from '../../contract/time.ts';
import type { LineUnits, Rma, StoredSnapshot } from '../life-cycle/types.ts';

/**
 * The order with one refund more: of the units of the RMA that wait for a refund. @param most units that are refunded in all
 * by then, by line; all of them when left out
 */
export function withRefund(order: StoredSnapshot, rma: Rma, now: number, most?: LineUnits): StoredSnapshot {
  const identifier = `RF-${rma.identifier}-${order.refunds.length + 1}`;
  const refundable = rma.units.filter(({ refundType }) => refundType === 'REFUND');
  const units = [...new Set(refundable.map(({ line }) => line))].flatMap((line) => {
    const ofLine = refundable.filter((unit) => unit.line === line);
    const settled = ofLine.filter((unit) => unit.settled).length;
    const wanted = most === undefined ? ofLine.length : Math.min(most[line] ?? 0, ofLine.length);
    return ofLine.filter((unit) => !unit.settled).slice(0, Math.max(0, wanted - settled));
  });
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
