// The units of an RMA that are to be refunded: those that it names, less what was refunded before.
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import type { Order } from '../../contract/order.ts';
import { unitsRefunded } from '../../contract/refund-amount.ts';
import { orderFactsOf } from '../../storage/order-record.ts';
import type { NamedUnits } from '../compare/rma-lines.ts';
import { type RefundRequest, type RefundUnits, unitsLeft } from './build-refund.ts';

/**
 * Of the units that an RMA names, those that are not refunded yet. A refund that names no RMA counts where its line has too few
 * units left: it belongs to the RMAs of its order with the same line.
 */
function openUnits(order: Order, rma: string | undefined, named: RefundUnits): RefundUnits {
  const [own, others, left] = [refundedFor(order, rma), refundedFor(order, undefined), unitsLeft(order)];
  const open = [...named].map(([line, count]) => {
    const units = count - (own.get(line) ?? 0);
    const most = left.get(line) ?? units;
    return [line, units > most ? Math.max(most, units - (others.get(line) ?? 0)) : units] as const;
  });
  return new Map(open.filter(([, units]) => units > 0));
}

/**
 * A refund of an RMA that was recorded: with its return shipping, and, without units, of those that it names and that are not
 * refunded for it yet.
 * @throws Failure exit 2 when it names none of this order
 */
export function withUnitsOf(order: Order, wish: RefundRequest, named: NamedUnits | undefined): RefundRequest {
  const { planned, rma } = wish;
  const returnShippingCents = wish.returnShippingCents ?? named?.returnShippingCents;
  if (planned) {
    const most = (line: string, count: number) => Math.max(count, named?.units.get(line) ?? 0);
    const all = new Map([...planned].map(([line, count]) => [line, most(line, count)]));
    const open = openUnits(order, rma, all);
    const some = [...wish.units!].map(
      ([line, count]) => [line, Math.min(count, open.get(line) ?? 0)] as const,
    );
    return { ...wish, returnShippingCents, units: new Map(some.filter(([, count]) => count > 0)) };
  }
  if (!named) return wish;
  if (wish.units) return { ...wish, returnShippingCents };
  const units = openUnits(order, rma, named.units);
  if ([...named.units.values()].every((count) => count === 0))
    throw usageFailure(
      'refund.rma_lines',
      `RMA ${quote(wish.rma)} names no unit of order ${quote(order.identifier)} to be refunded`,
      { hint: 'Check --rma. To refund units all the same, name them: --lines LINE=UNITS.' },
    );
  return { ...wish, returnShippingCents, units, isOpen: units.size > 0, allowsCanceled: false };
}

const refundedFor = (order: Order, rma: string | undefined): Map<string, number> =>
  unitsRefunded(orderFactsOf(order).refunds.filter((refund) => refund.rma === (rma ?? null)));

/** What to say where a refund, with earlier ones of its RMA, takes other units than the RMA names; else empty. */
export function differenceText(
  order: Order,
  { rma }: RefundRequest,
  units: RefundUnits,
  { units: named }: NamedUnits,
): string {
  const before = refundedFor(order, rma);
  const countOf = (line: string) => (units.get(line) ?? 0) + (before.get(line) ?? 0);
  if ([...units.keys(), ...named.keys()].every((line) => countOf(line) === (named.get(line) ?? 0))) return '';
  const lines = [...named].map(([line, count]) => `${quote(line)}=${count}`).join(', ') || 'no line of it';
  return `RMA ${quote(rma)} names ${lines}: the refund takes other units; the service may close the RMA with it (returns agreements: partial_refund)`;
}
