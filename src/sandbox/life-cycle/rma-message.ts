// The RMA message of an RMA, field by field as the tables of the interface (RMA message, RMA item object).
import { formatInstant } from '../../contract/time.ts';
import type { Assumed, ReturnUnit, Rma } from './types.ts';

/** The body of POST {customer_url}/<rmas_endpoint>: one item object a unit. */
export const rmaMessage = (rma: Rma, assume: Assumed) => ({
  rma_identifier: rma.identifier,
  status: statusWord(rma, assume),
  created_at: formatInstant(rma.createdAt),
  updated_at: formatInstant(rma.updatedAt),
  items: rma.units.map((unit) => itemOf(unit, rma, assume)),
  return_method: rma.method,
  return_shipping_cost_cents: rma.returnShippingCents,
  gift_refund_only: rma.giftee !== null,
  ...(rma.giftee !== null && { giftee_email: rma.giftee }),
});

/** The status as the service spells it. */
export const statusWord = ({ status }: Rma, assume: Assumed): string =>
  status === 'CANCELED' ? assume.canceled_status : status;

export type RmaItem = ReturnType<typeof itemOf>;

function itemOf(unit: ReturnUnit, rma: Rma, assume: Assumed) {
  const isExchanged = unit.refundType !== 'REFUND';
  return {
    order_line_item_identifier: unit.line,
    order_identifier: rma.order,
    // A unit that was not exchanged after all has no exchange order any more.
    exchange_order_identifier: isExchanged ? rma.exchangeOrder : null,
    original_order_identifier: rma.original ?? null,
    return_reason: unit.reason,
    is_exchange: assume.is_exchange === 'order_is_exchange' ? rma.original !== undefined : isExchanged,
    sku: unit.sku,
    tracking_number: unit.tracking,
    package_tracking_status: unit.packageStatus,
    ...(unit.receiving !== null && { receiving_status: unit.receiving }),
    refund_financials: {
      estimated_refund_amount_cents: unit.estimatedCents,
      provider_refund_amount_cents: 0,
      shopper_refund_amount_cents: shopperCents(unit, rma, assume),
    },
    refund_type: unit.refundType === 'UNEVEN_GC' ? assume.gift_card_refund_type : unit.refundType,
  };
}

/** What goes back to the shopper: all of a refund, of an exchange what the new item costs less, nothing for a gift card. */
function shopperCents(unit: ReturnUnit, { chosen }: Rma, assume: Assumed): number {
  if (unit.refundType === 'REFUND' || assume.shopper_refund === 'estimate') return unit.estimatedCents;
  if (unit.refundType !== 'UNEVEN_EXCHANGE') return 0;
  const variant = chosen.find(({ sku }) => sku === unit.exchangeSku);
  return Math.max(0, unit.estimatedCents - (variant?.unitPriceCents ?? unit.estimatedCents));
}
