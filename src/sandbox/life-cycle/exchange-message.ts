// The exchange order message of an RMA: what the retailer is asked to send, and the gift card for what is refunded to one
// (interface: items, customer, payment; the fields inside: field notes).
import { isObject } from '../../basics/json.ts';
import { linesOf, type OrderLine } from './order-lines.ts';
import type { Assumed, ReturnUnit, Rma, StoredSnapshot } from './types.ts';

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
  const groups = new Map<string, ReturnUnit[]>();
  for (const unit of units) {
    const key = JSON.stringify([unit.line, unit.exchangeSku]);
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  return [...groups.values()];
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
