// Orders without any shipped unit: by the interface, an order is first posted when something was shipped.
import type { Finding, Rule } from '../finding.ts';
import { found, type Loose } from '../report.ts';
import { sampleOrder, withLine } from '../sample.ts';

export const unshipped: Rule = {
  code: 'order.unshipped',
  severity: 'warning',
  title: 'Something of the order has shipped',
  explanation:
    "A snapshot is posted at the order's first shipped event, and then at every later one. Of this order nothing has shipped, so the shopper would see an order with nothing to return. --skip-unshipped leaves such orders out and counts them, unless the service has taken the order before. A cancelled order is not reported: its cancellation is an event that the service has to hear of.",
  source: 'What the service does',
  say: () => 'Nothing of the order has shipped; --skip-unshipped leaves such orders out.',
  good: sampleOrder(),
  bad: withLine(
    {
      quantity_shipped: 0,
      product_amount_cents: 0,
      tax_amount_cents: 0,
      tracking_number: undefined,
      shipped_date: undefined,
    },
    { status: 'Created', product_amount_cents: 0, tax_amount_cents: 0, total_amount_cents: 0 },
  ),
};

/** Whether every line states that no unit was shipped. False for an order without lines, or with a line that lacks the value. */
export function isUnshipped(order: Loose): boolean {
  const items = order.items;
  if (!Array.isArray(items) || items.length === 0) return false;
  for (const item of items as readonly (Loose | null)[]) if (item?.quantity_shipped !== 0) return false;
  return true;
}

export function checkUnshipped(order: Loose, findings: Finding[]): void {
  if (order.status === 'Cancelled' || order.status === 'Canceled') return;
  if (isUnshipped(order)) findings.push(found(unshipped, ''));
}
