// Units that a line calls refunded, beside the refunds that the service goes by.
import type { Finding, Rule } from '../finding.ts';
import { found, isCount, type Loose } from '../report.ts';
import { sampleLine, sampleOrder, sampleRefund, withLine } from '../sample.ts';
import { itemPrefix } from './paths.ts';

export const refundedAlone: Rule = {
  code: 'item.quantity_refunded.alone',
  severity: 'warning',
  title: 'Refunded units of a line stand in a refund, too',
  explanation:
    'quantity_refunded says that units were refunded, but the list of refunds is empty. The service settles RMAs by the refunds alone: without them the RMA stays open and the shopper is told nothing. Send each refund with its lines, or leave quantity_refunded out.',
  source: 'Refund object (element of refunds)',
  say: (args) => `quantity_refunded is ${args.refunded}, but refunds is empty.`,
  good: sampleOrder({ items: [sampleLine({ quantity_refunded: 1 })], refunds: [sampleRefund()] }),
  bad: withLine({ quantity_refunded: 1 }),
};

/** Refunded units of lines beside an empty list of refunds. */
export function checkRefundedAlone(order: Loose, findings: Finding[]): void {
  if (!Array.isArray(order.refunds) || order.refunds.length > 0 || !Array.isArray(order.items)) return;
  for (let i = 0; i < order.items.length; i++) {
    const refunded = (order.items[i] as Loose | null)?.quantity_refunded;
    if (isCount(refunded) && refunded > 0)
      findings.push(found(refundedAlone, `${itemPrefix(i)}quantity_refunded`, { refunded }));
  }
}
