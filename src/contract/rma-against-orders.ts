// Compares an RMA message with the ledger's records of its orders: lines, skus, units, estimates, refunds.
import { isObject } from '../basics/json.ts';
import type { Finding } from './finding.ts';
import { type LinePaid, type OrderPaid, type RefundPaid, unitsRefunded } from './refund-amount.ts';
import { identifierOf, itemPrefix, type Report, reportTo } from './report.ts';
import { MAX_UNITS } from './rma-rules/fields.ts';
import {
  estimateExceeded,
  lineRefunded,
  lineSku,
  lineUnits,
  lineUnknown,
  orderUnknown,
  refundUnknown,
} from './rma-rules/known-orders.ts';
import { amountsOf } from './rma-words.ts';

/** The fields of an order line that are needed; the ledger's records have more. */
export interface LineKnown extends LinePaid {
  readonly sku: string;
}

interface RefundKnown extends RefundPaid {
  readonly identifier: string;
}

export interface OrderKnown extends OrderPaid {
  readonly currency?: string;
  readonly lines: readonly LineKnown[];
  readonly refunds: readonly RefundKnown[];
}

/** Looks up an order by its identifier; undefined when the ledger has no record of it. */
export interface FactsOf {
  (order: string): OrderKnown | undefined;
  /**
   * Whether a process sends orders at this moment: what it has sent may not be in the ledger yet. Absent: none does. What is
   * read after the answer false has all that was sent before.
   */
  readonly isSending?: () => boolean;
}

/** Units of one line in a message. */
interface LineInMessage {
  readonly line: LineKnown;
  readonly order: OrderKnown;
  /** Path of its first unit. */
  readonly path: string;
  units: number;
}

/** Findings from the comparison with known orders; each unknown order gives one note. */
export function validateRmaAgainstOrder(message: unknown, factsOf: FactsOf): Finding[] {
  const findings: Finding[] = [];
  const report = reportTo(findings);
  const items = isObject(message) ? message.items : undefined;
  if (!isObject(message) || !Array.isArray(items) || items.length > MAX_UNITS) return findings;
  const rma = message.rma_identifier;
  const orders = new Map<string, OrderKnown | undefined>();
  const lines = new Map<LineKnown, LineInMessage>();
  const unpaid = new Set<string>();
  for (let i = 0; i < items.length; i++) {
    const item: unknown = items[i];
    if (!isObject(item)) continue;
    const id = item.order_identifier;
    if (typeof id !== 'string' || id === '') continue;
    const at = itemPrefix(i);
    if (!orders.has(id)) {
      orders.set(id, factsOf(id));
      if (!orders.get(id)) report(orderUnknown, `${at}order_identifier`, { order: identifierOf(id) });
    }
    const order = orders.get(id);
    if (!order) continue;
    const line = checkLine(item, at, order, report);
    if (!line) continue;
    const known = lines.get(line);
    if (known) known.units++;
    else lines.set(line, { line, order, path: `${at}order_line_item_identifier`, units: 1 });
    if (message.status === 'REFUNDED' && item.refund_type === 'REFUND' && !unpaid.has(id)) {
      const isPaid = (known: OrderKnown | undefined) => isPaidBy(known?.refunds ?? [], rma, line);
      // The message may come before the process that sent the refund has written it down: then nothing is known, and nothing said.
      if (isPaid(order) || factsOf.isSending?.() || isPaid(factsOf(id))) continue;
      unpaid.add(id);
      report(refundUnknown, 'status', { order: identifierOf(id) });
    }
  }
  for (const entry of lines.values()) checkUnits(entry, rma, report);
  return findings;
}

/** Whether a refund belongs to the RMA: it names the RMA, or it names no RMA but contains the line. */
export const isFor = (
  refund: Pick<RefundKnown, 'rma' | 'lines'>,
  rma: unknown,
  line: Pick<LineKnown, 'identifier'>,
): boolean =>
  refund.rma === rma ||
  (refund.rma === null && refund.lines.some((refunded) => refunded.line === line.identifier));

/** Whether refunds pay for a line of the RMA: one names the RMA, or those that name none have more of the line than was cancelled. */
export function isPaidBy(
  refunds: readonly Pick<RefundKnown, 'rma' | 'lines'>[],
  rma: unknown,
  { identifier, canceled }: Pick<LineKnown, 'identifier' | 'canceled'>,
): boolean {
  const unnamed = unitsRefunded(refunds.filter((refund) => !refund.rma));
  return refunds.some((refund) => refund.rma === rma) || (unnamed.get(identifier) ?? 0) > canceled;
}

function checkLine(
  item: Readonly<Record<string, unknown>>,
  at: string,
  order: OrderKnown,
  report: Report,
): LineKnown | undefined {
  const id = item.order_line_item_identifier;
  if (typeof id !== 'string' || id === '') return undefined;
  const line = order.lines.find(({ identifier }) => identifier === id);
  if (!line) {
    report(lineUnknown, `${at}order_line_item_identifier`, { line: identifierOf(id) });
    return undefined;
  }
  const sku = item.sku;
  if (typeof sku === 'string' && sku !== '' && line.sku !== '' && sku !== line.sku)
    report(lineSku, `${at}sku`, {
      line: identifierOf(id),
      expected: identifierOf(line.sku),
      found: identifierOf(sku),
    });
  const { estimated } = amountsOf(item);
  const paid = mostPaid(line);
  if (estimated !== null && line.shipped > 0 && estimated > paid)
    report(estimateExceeded, `${at}refund_financials.estimated_refund_amount_cents`, { estimated, paid });
  return line;
}

/** The most that was paid for one unit: a cent that cannot be divided may belong to any unit's share. */
const mostPaid = ({ unitPriceCents, taxCents, discountCents, shipped }: LineKnown): number =>
  unitPriceCents + Math.ceil(taxCents / shipped) - Math.floor(discountCents / shipped);

function checkUnits({ line, order, path, units }: LineInMessage, rma: unknown, report: Report): void {
  const shipped = line.shipped;
  const name = identifierOf(line.identifier);
  if (units > shipped) {
    report(lineUnits, path, { line: name, units, shipped });
    return;
  }
  let refunded = 0;
  for (const refund of order.refunds)
    if (refund.rma !== null && refund.rma !== rma)
      for (const part of refund.lines) if (part.line === line.identifier) refunded += part.units;
  if (refunded > 0 && units + refunded > shipped)
    report(lineRefunded, path, { line: name, units, refunded, shipped });
}
