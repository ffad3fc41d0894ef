// Refunds that were accepted and that a snapshot lacks: which they are, how they are carried forward with --keep-refunds, and what is
// wrong with the order that has them.
import type { Finding } from '../../contract/finding.ts';
import type { OrderRefund } from '../../contract/order.ts';
import { checkRefunds, REFUNDS_LOST, refundTwice } from '../../contract/order-rules/refunds.ts';
import { found, identifierOf, type Loose, reportTo } from '../../contract/report.ts';
import type { KnownOrder, ReadyOrder, RefundFacts } from '../../storage/order-record.ts';

export function missingRefunds(before: KnownOrder, order: ReadyOrder): RefundFacts[] {
  if (before.refunds.length === 0) return [];
  const there = new Set(order.facts.refunds.map(({ identifier }) => identifier));
  return before.refunds.filter(({ identifier }) => !there.has(identifier));
}

/**
 * A refund as it was sent, except for its notes: the ledger does not store these, because they may be
 * personal data.
 */
export const refundOf = ({ identifier, amountCents, lines, createdAt, rma }: RefundFacts): OrderRefund => ({
  identifier,
  total_refund_amount_cents: amountCents,
  refund_line_items: lines.map((line) => ({
    identifier: line.identifier,
    quantity: line.units,
    order_item_identifier: line.line,
  })),
  ...(createdAt === '' ? NO_TIME : { created_at: createdAt }),
  ...(rma === null ? {} : { rma_identifier: rma }),
});

/** A refund that was sent without its time, because a level let that pass. */
const NO_TIME = {} as { created_at: string };

export const withRefunds = (order: ReadyOrder, missing: readonly RefundFacts[]): ReadyOrder =>
  order.with({ ...order.order, refunds: [...order.order.refunds, ...missing.map(refundOf)] });

/** What only the order with the kept refunds shows: units or money more than there are, and a return that is refunded twice. */
export function heldAgainstKept(
  given: ReadyOrder,
  kept: readonly RefundFacts[],
  before: KnownOrder,
  now: number,
): Finding[] {
  const findings: Finding[] = [];
  checkRefunds(withRefunds(given, kept).order as unknown as Loose, now, reportTo(findings));
  const { length } = given.order.refunds;
  const isOfKept = ({ path, severity }: Finding) =>
    severity !== 'note' && Number(/^refunds\[(\d+)\]/.exec(path)?.[1]) >= length;
  const known = new Set(before.refunds.map(({ identifier }) => identifier));
  for (const other of given.facts.refunds) {
    const isSame = ({ rma, amountCents, lines }: RefundFacts) =>
      rma !== null &&
      rma === other.rma &&
      amountCents === other.amountCents &&
      lines.some(({ line }) => other.lines.some((one) => one.line === line));
    const twin = known.has(other.identifier) ? undefined : kept.find(isSame);
    const args = { refund: identifierOf(other.identifier), kept: identifierOf(twin?.identifier ?? '') };
    if (twin) findings.push(found(refundTwice, `refunds[${length}]`, { ...args, rma: twin.rma! }));
  }
  return findings.filter(isOfKept);
}

/** `other`: a refund that the snapshot has instead; `run` posted the missing one last, so that it can be forgotten. */
export function lost([first, ...more]: readonly RefundFacts[], other?: string, run?: string): Finding {
  const twin =
    other === undefined ? {} : { other: identifierOf(other), ...(run === undefined ? {} : { run }) };
  return found(REFUNDS_LOST, 'refunds', { refund: first!.identifier, more: more.length, ...twin });
}
