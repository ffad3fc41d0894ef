// The status of an order: its spelling, whether it agrees with the lines, and whether anything has shipped.

import { isCount, type Loose, meantOf, type Report, ruleList } from '../finding.ts';
import { NOT_SHIPPED, sampleLine, sampleOrder, unshippedLine, withLine } from '../sample.ts';
import { checkWord } from '../shape-findings.ts';
import type { StatusSpelling } from '../status-spelling.ts';

const rules = ruleList({ source: 'Order object', good: sampleOrder() });

const statusUnknown = rules.error('order.status.unknown', {
  title: 'The status is Created, Shipped or Cancelled, exactly so spelled',
  explanation:
    'Status words are taken literally, also their capitals; a mapping can translate the words of an export. Services that spell Canceled with one l are chosen by `returns agreements set cancelled-spelling=Canceled`.',
  source: 'Order (status field)',
  say: (args) => `Unknown status ${meantOf(args)}`,
  bad: sampleOrder({ status: 'shipped' }),
});

const shippedEarly = rules.error('order.status.shipped_early', {
  title: 'Shipped means that the full order has shipped',
  explanation:
    'While a unit is neither shipped nor cancelled the status is Created; post the order again with Shipped when the rest has gone.',
  say: (args) =>
    `The status is Shipped, but items[${args.first}] has ${args.open} of ${args.quantity} units neither shipped nor cancelled.`,
  bad: withLine({ quantity: 3 }),
});

const createdLate = rules.error('order.status.created_late', {
  title: 'Created means that some lines are still unshipped',
  explanation: 'Every unit of the order has shipped, so the status is Shipped.',
  say: () => 'Expected Shipped, because every line is fully shipped; found Created.',
  good: sampleOrder({
    status: 'Created',
    items: [sampleLine(), unshippedLine()],
  }),
  bad: sampleOrder({ status: 'Created' }),
});

const createdCanceled = rules.warning('order.status.created_canceled', {
  title: 'Created is not the status of an order of which the rest is cancelled',
  explanation:
    'Every unit of the order has shipped or is cancelled, so nothing is left to ship and the status should be Shipped. Whether a cancelled unit counts as unshipped is not said in the interface.',
  say: () => 'The status is Created, but what has not shipped is cancelled: expected Shipped.',
  bad: withLine({ quantity: 3, quantity_canceled: 1 }, { status: 'Created' }),
});

export const statusRules = rules.all;

const WORDS = {
  Cancelled: ['Created', 'Shipped', 'Cancelled'],
  Canceled: ['Created', 'Shipped', 'Canceled'],
} as const satisfies Record<StatusSpelling, readonly string[]>;

/** Checks the status word, and the status against the lines. The interface does not say which orders may be cancelled, so that is not checked. */
export function checkStatus(order: Loose, spelling: StatusSpelling, report: Report): void {
  const status = order.status;
  if (typeof status !== 'string') return;
  checkWord(status, WORDS[spelling], statusUnknown, 'status', report);
  if (!Array.isArray(order.items)) return;
  if (status === 'Shipped') checkShipped(order.items, report);
  else if (status === 'Created') checkCreated(order.items, report);
}

/** Units of a line that are neither shipped nor cancelled; undefined when a quantity is missing. */
function openUnits(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { quantity, quantity_shipped: shipped, quantity_canceled: canceled } = item as Loose;
  return isCount(quantity) && isCount(shipped) && isCount(canceled)
    ? quantity - shipped - canceled
    : undefined;
}

function checkShipped(items: readonly unknown[], report: Report): void {
  for (let first = 0; first < items.length; first++) {
    const open = openUnits(items[first]) ?? 0;
    if (open <= 0) continue;
    report(shippedEarly, 'status', { first, open, quantity: (items[first] as Loose).quantity as number });
    return;
  }
}

function checkCreated(items: readonly unknown[], report: Report): void {
  let shipped = 0;
  let canceled = 0;
  for (const item of items) {
    if (openUnits(item) !== 0) return;
    const { quantity_shipped, quantity_canceled } = item as Loose;
    if (quantity_shipped !== 0) shipped++;
    if (quantity_canceled !== 0) canceled++;
  }
  // Lines that are completely cancelled do not make an order shipped.
  if (shipped > 0) report(canceled > 0 ? createdCanceled : createdLate, 'status');
}

/** By the interface, an order is first posted when something was shipped. */
export const unshipped = rules.warning('order.unshipped', {
  title: 'Something of the order has shipped',
  explanation:
    "A snapshot is posted at the order's first shipped event, and then at every later one. Of this order nothing has shipped, so the shopper would see an order with nothing to return. --skip-unshipped leaves such orders out and counts them, unless the service has taken the order before. A cancelled order is not reported: its cancellation is an event that the service has to hear of.",
  source: 'What the service does',
  say: () => 'Nothing of the order has shipped; --skip-unshipped leaves such orders out.',
  bad: withLine(NOT_SHIPPED, {
    status: 'Created',
    product_amount_cents: 0,
    tax_amount_cents: 0,
    total_amount_cents: 0,
  }),
});

/** Whether every line states that no unit was shipped. False for an order without lines, or with a line that lacks the value. */
export function isUnshipped(order: Loose): boolean {
  const items = order.items;
  if (!Array.isArray(items) || items.length === 0) return false;
  for (const item of items as readonly (Loose | null)[]) if (item?.quantity_shipped !== 0) return false;
  return true;
}

export function checkUnshipped(order: Loose, report: Report): void {
  if (order.status === 'Cancelled' || order.status === 'Canceled') return;
  if (isUnshipped(order)) report(unshipped, '');
}
