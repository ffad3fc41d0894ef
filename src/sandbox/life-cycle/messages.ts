// The messages of an RMA, and the requests that carry them. The RMA message, field by field as the tables of the
// interface (RMA message, RMA item object); and the exchange order: what the retailer is asked to send, and the gift
// card for what is refunded to one (interface: items, customer, payment; the fields inside: field notes).
import { groupBy } from '../../basics/groups.ts';
import { isObject } from '../../basics/json.ts';
import { uriPart } from '../../basics/text.ts';
import type { EndpointPaths } from '../../contract/customer-endpoints.ts';
import { formatInstant } from '../../contract/time.ts';
import type { OutboundMessage } from '../deliveries/types.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import type { Assumed, ReturnUnit, Rma, StoredSnapshot } from './types.ts';

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

/** The body of POST {customer_url}/<exchange_orders_endpoint>. */
export function exchangeOrderMessage(
  rma: Rma,
  order: StoredSnapshot,
  assume: Assumed,
): Record<string, unknown> {
  const lines = linesOf(order);
  const exchanged = grouped(rma.units.filter(({ exchangeSku }) => exchangeSku !== null));
  const payment = `PAY-${rma.identifier}`;
  const shown = {
    items: [...exchanged.map((units) => exchangeItem(units, rma, lines)), ...giftCards(rma, assume)],
    customer: fieldsOf(order.customer, ['identifier', 'first_name', 'last_name', 'email', 'phone']),
    payment: assume.exchange_payment === 'identifier' ? payment : { transaction_id: payment },
  };
  if (assume.exchange_fields === 'interface') return shown;
  return {
    original_order_id: order.identifier,
    rma_identifier: rma.identifier,
    currency: order.currency,
    is_gift: rma.giftee !== null,
    ...shown,
    shipping_address: addressOf(order.shipping_address),
    billing_address: addressOf(order.billing_address),
  };
}

/** One item for the units of a line that are exchanged for the same sku. */
function exchangeItem(
  units: readonly ReturnUnit[],
  { chosen }: Rma,
  lines: ReadonlyMap<string, OrderLine>,
): Record<string, unknown> {
  const { line, sku, exchangeSku } = units[0]!;
  const { title = '', unitPriceCents: price = 0 } = chosen.find((one) => one.sku === exchangeSku) ?? {};
  const variant = lines.get(line)?.variant;
  return {
    sku: exchangeSku,
    quantity: units.length,
    title,
    unit_price_amount_cents: price,
    product_amount_cents: price * units.length,
    ...(variant && { variant_identifier: variant }),
    original_sku: sku,
    original_item_identifier: line,
  };
}

/** One gift card for all units that are refunded to one. */
function giftCards({ units }: Rma, assume: Assumed): Record<string, unknown>[] {
  const returned = units.filter(({ refundType }) => refundType === 'UNEVEN_GC');
  if (returned.length === 0) return [];
  const worth = returned.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0);
  return [
    {
      sku: assume.gift_card_sku,
      quantity: 1,
      title: 'Gift card',
      unit_price_amount_cents: worth,
      product_amount_cents: worth,
      bonus_credit_amount_cents: 0,
      return_items: grouped(returned).map((its) => ({
        original_sku: its[0]!.sku,
        original_item_identifier: its[0]!.line,
        quantity: its.length,
        title: its[0]!.title,
      })),
    },
  ];
}

/** Units of the same line and the same exchange, in their order. */
function grouped(units: readonly ReturnUnit[]): ReturnUnit[][] {
  return [...groupBy(units, ({ line, exchangeSku }) => JSON.stringify([line, exchangeSku])).values()];
}

/** An address of the order message: here it has province and postal_code (field notes). */
function addressOf(address: unknown): Record<string, unknown> {
  const given = isObject(address) ? address : {};
  return {
    ...fieldsOf(given, ['name', 'street1', 'street2', 'city']),
    ...('state' in given && { province: given['state'] }),
    ...('zip_code' in given && { postal_code: given['zip_code'] }),
    ...fieldsOf(given, ['country_code', 'phone']),
  };
}

const fieldsOf = (object: unknown, names: readonly string[]): Record<string, unknown> =>
  isObject(object)
    ? Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]))
    : {};

export function rmaDelivery(rma: Rma, paths: EndpointPaths, assumed: Assumed): OutboundMessage {
  const { identifier } = rma;
  const body = JSON.stringify(rmaMessage(rma, assumed));
  return { kind: 'rma', key: identifier, rma: identifier, method: 'POST', path: paths.rmas, body };
}

/** It has a queue of its own: the messages of the RMA do not wait for the retailer's answer to it. */
export function exchangeDelivery(
  rma: Rma,
  order: StoredSnapshot,
  paths: EndpointPaths,
  assumed: Assumed,
): OutboundMessage {
  const { identifier } = rma;
  const body = JSON.stringify(exchangeOrderMessage(rma, order, assumed));
  const key = `${identifier} exchange`;
  return { kind: 'exchange_order', key, rma: identifier, method: 'POST', path: paths.exchangeOrders, body };
}

export function variantsRequest(variant: string, paths: EndpointPaths): OutboundMessage {
  const path = `/sku/${uriPart(variant)}/${paths.variants}`;
  return { kind: 'variants', key: '', rma: null, method: 'GET', path, body: null };
}
