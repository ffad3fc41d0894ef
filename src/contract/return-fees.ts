// The one sum of a refund: what the order gives for the returned units, less return shipping and a restocking fee where the retailer
// agreed with the service that the shopper bears them. The interface sends return_shipping_cost_cents and does not say who bears it.
import { isObject } from '../basics/json.ts';
import {
  type OrderPaid,
  type ReturnAmount,
  returnAmount,
  SHIPPING_REFUNDS,
  type ShippingRefund,
  type Units,
  unitsRefunded,
} from './refund-amount.ts';

export interface ReturnFees {
  /** return_shipping_cost_cents of the RMA is taken off. */
  readonly shipping: boolean;
  /** Per cent of what would be refunded: price, tax and, of a whole order, shipping. 0 to 99. */
  readonly restocking: number;
  readonly shippingRefund?: ShippingRefund;
}

/** From the agreements `return-shipping` (`retailer` or `shopper`), `restocking-fee` (`none` or `10%`) and `shipping_refund`. */
export const returnFees = (answers: ReadonlyMap<string, { readonly value: string }>): ReturnFees => ({
  shipping: answers.get('return-shipping')?.value === 'shopper',
  restocking: Number(/^(\d{1,2})%$/.exec(answers.get('restocking-fee')?.value ?? '')?.[1] ?? 0),
  shippingRefund: SHIPPING_REFUNDS.find((one) => one === answers.get('shipping_refund')?.value) ?? 'single',
});

/** What is taken off a refund, cents. */
interface Withheld {
  readonly restocking: number;
  readonly shipping: number;
}

/** Of goods that cost `cents`; half a cent of the fee is rounded up. Together never more than that. */
export function withheldOf(cents: number, shippingCents: number, fees: ReturnFees | undefined): Withheld {
  const restocking = Math.round((cents * (fees?.restocking ?? 0)) / 100);
  return { restocking, shipping: fees?.shipping ? Math.min(cents - restocking, shippingCents) : 0 };
}

export interface AgreedRefund {
  readonly byOrder: ReturnAmount;
  readonly withheld: Withheld;
  /** `byOrder` less what is withheld. */
  readonly cents: number;
}

/**
 * The refund of units of a return. The refunds of one RMA count together: the shipping is taken off once, and its fee is rounded
 * once, in however many parts the return is refunded.
 */
export function agreedRefund(
  order: OrderPaid,
  units: Units,
  { rma, shippingCents }: { readonly rma: string | null; readonly shippingCents: number },
  fees: ReturnFees | undefined,
): AgreedRefund {
  const byOrder = returnAmount(order, units, rma, fees?.shippingRefund);
  const isOwn = ({ rma: named }: { rma: string | null }) => rma !== null && named === rma;
  const own = unitsRefunded(order.refunds.filter(isOwn));
  const others = { ...order, refunds: order.refunds.filter((refund) => !isOwn(refund)) };
  const before = own.size === 0 ? 0 : returnAmount(others, own, rma, fees?.shippingRefund).cents;
  const [was, is] = [before, before + byOrder.cents].map((cents) => withheldOf(cents, shippingCents, fees));
  const withheld = { restocking: is!.restocking - was!.restocking, shipping: is!.shipping - was!.shipping };
  return { byOrder, withheld, cents: byOrder.cents - withheld.restocking - withheld.shipping };
}

/** Cents of the return shipping of an RMA message that belong to the refund of an order: the first one with a unit to refund has all. */
export function returnShippingFor(message: unknown, order: string): number {
  const { items, return_shipping_cost_cents: cost } = isObject(message) ? message : {};
  const first = Array.isArray(items)
    ? items.filter(isObject).find(({ refund_type: type }) => type === 'REFUND')
    : undefined;
  return first?.order_identifier === order && Number.isSafeInteger(cost) ? (cost as number) : 0;
}

/** `7.02 restocking-fee=10%, 4.95 return-shipping=shopper`: what is withheld and the agreement that says so. */
export const withheldText = (
  { restocking, shipping }: Withheld,
  fees: ReturnFees | undefined,
  money: (cents: number) => string,
): string[] => [
  ...(restocking === 0 ? [] : [`${money(restocking)} restocking-fee=${fees?.restocking}%`]),
  ...(shipping === 0 ? [] : [`${money(shipping)} return-shipping=shopper`]),
];

/** Says that earlier refunds leave less of the order than its units are worth; undefined where they do not. */
export const cappedText = (
  agreed: AgreedRefund | undefined,
  money: (cents: number) => string,
): string | undefined =>
  agreed && agreed.byOrder.worth > agreed.byOrder.cents
    ? `refund.capped: the units are worth ${money(agreed.byOrder.worth)}, and earlier refunds leave ${money(agreed.byOrder.cents)} of what was paid for the order`
    : undefined;
