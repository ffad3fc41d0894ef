// Rules that compare an RMA message with the known orders. Samples contain the facts of the orders and a message.

import { isObject } from '../../basics/json.ts';
import { quote } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import {
  type Finding,
  identifierOf,
  itemPrefix,
  type Report,
  RMA_MESSAGE,
  reportTo,
  ruleList,
} from '../finding.ts';
import { type LinePaid, type OrderPaid, type RefundPaid, unitsRefunded } from '../refund-amount.ts';
import { amountsOf } from '../rma-words.ts';
import { sampleFinancials, sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';
import { MAX_UNITS } from './fields.ts';

// The sample order's only line: two units at 25.00, 4.00 tax.
const line = {
  identifier: 'L1',
  sku: 'TEE-GRN-M',
  ordered: 2,
  shipped: 2,
  canceled: 0,
  unitPriceCents: 2500,
  taxCents: 400,
  discountCents: 0,
};
const refund = { identifier: 'R-1', amountCents: 2700, lines: [{ line: 'L1', units: 1 }], rma: 'RMA-1' };
const order = { totalCents: 5400, lines: [line], refunds: [] };
const known = { 'SO-1001': order };
const refundedKnown = { 'SO-1001': { ...order, refunds: [refund] } };
const good = { orders: known, message: sampleRma() };

const rules = ruleList({ good });

const orderUnknown = rules.note('rma.order.unknown', {
  title: 'The order of an RMA was uploaded from here',
  explanation:
    'Nothing is recorded about the order, so lines, units and amounts are not compared. It may have been sent by another system, from another machine or under another profile, or order_identifier is a secondary identifier.',
  say: (args) =>
    `The order ${quote(args.order)} is not in the ledger, so the message is not compared with it.`,
  bad: { orders: known, message: withUnit({ order_identifier: 'SO-2002' }) },
});

const lineUnknown = rules.error('rma.line.unknown', {
  title: 'The line of a returned unit is a line of its order',
  explanation:
    'order_line_item_identifier equals the item identifier in the order message. A line that the order does not have cannot be refunded; the identifiers may differ between two uploads.',
  source: RMA_MESSAGE,
  say: (args) => `The order has no line ${quote(args.line)}.`,
  bad: { orders: known, message: withUnit({ order_line_item_identifier: 'L9' }) },
});

export const lineSku = rules.error('rma.line.sku', {
  title: 'A returned unit has the sku of its order line',
  explanation: 'Line and sku of the unit do not belong together, so one of them is wrong.',
  source: RMA_MESSAGE,
  say: (args) =>
    `The line ${quote(args.line)} has the sku ${quote(args.expected)}, the unit ${quote(args.found)}.`,
  bad: { orders: known, message: withUnit({ sku: 'TEE-GRN-L' }) },
});

const lineUnits = rules.error('rma.line.units', {
  title: 'Not more units of a line come back than were shipped',
  explanation:
    'One object stands for one returned unit, so an RMA cannot hold more of a line than quantity_shipped in the order.',
  source: RMA_MESSAGE,
  say: (args) =>
    `The RMA has ${plural(Number(args.units), 'unit')} of the line ${quote(args.line)}; ${args.shipped} were shipped.`,
  good: { orders: known, message: sampleRma({ items: [sampleUnit(), sampleUnit()] }) },
  bad: { orders: known, message: sampleRma({ items: [sampleUnit(), sampleUnit(), sampleUnit()] }) },
});

const lineRefunded = rules.warning('rma.line.refunded', {
  title: 'Units of an RMA were not refunded otherwise before',
  explanation:
    'Together with units that the ledger knows as refunded under other RMAs, more units of the line would be refunded than were shipped. Look at the refunds of the order before paying another.',
  say: (args) =>
    `The RMA has ${plural(Number(args.units), 'unit')} of the line ${quote(args.line)}, ${args.refunded} are refunded otherwise, and ${args.shipped} were shipped.`,
  good: { orders: refundedKnown, message: sampleRma({ rma_identifier: 'RMA-2' }) },
  bad: {
    orders: refundedKnown,
    message: sampleRma({ rma_identifier: 'RMA-2', items: [sampleUnit(), sampleUnit()] }),
  },
});

const estimateExceeded = rules.warning('rma.estimate.exceeded', {
  title: 'The estimated refund of a unit is not more than was paid for it',
  explanation:
    'What was paid for a unit is its price and its share of the tax of its line, less its share of the discount. The interface calls the estimate the total possible refund based on goods returned. `returns calls show ID --money` shows the amounts side by side.',
  say: (args) => `The estimated refund is ${args.estimated} cents; ${args.paid} were paid for the unit.`,
  bad: {
    orders: known,
    message: withUnit({ refund_financials: sampleFinancials({ estimated_refund_amount_cents: 2701 }) }),
  },
});

const refundUnknown = rules.warning('rma.refunded.without_refund', {
  title: 'An RMA becomes REFUNDED by a refund of its order',
  explanation:
    'The service moves an RMA to REFUNDED when it gets an order message with a refund that matches it. No such refund is recorded here: another system may have sent it, or the RMA was matched with the wrong refund.',
  source: 'RMA',
  say: (args) =>
    `The RMA is REFUNDED, but the ledger knows no refund of the order ${quote(args.order)} for it.`,
  good: { orders: refundedKnown, message: sampleRma({ status: 'REFUNDED' }) },
  bad: { orders: known, message: sampleRma({ status: 'REFUNDED' }) },
});

/** Rules whose samples are `{ orders, message }`. */
export const ledgerRules = rules.all;

// Compares an RMA message with the ledger's records of its orders: lines, skus, units, estimates, refunds.

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

function checkLine(item: Readonly<Record<string, unknown>>, at: string, order: OrderKnown, report: Report) {
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
