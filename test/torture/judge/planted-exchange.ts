// The planted server's new order for an exchange or a gift card.
import type { ExchangeMessage, Order } from './planted-types.ts';

/** The new order as it is when it ships. A gift card alone has nothing to ship: no lines. */
export function exchangeOrder(message: ExchangeMessage, identifier: string): Order {
  const now = new Date().toISOString();
  const lines = message.items.map((item, index) => {
    const product = item.product_amount_cents ?? (item.unit_price_amount_cents ?? 0) * item.quantity;
    return {
      identifier: `${index + 1}`,
      sku: item.sku,
      quantity: item.quantity,
      quantity_shipped: item.quantity,
      quantity_canceled: 0,
      tracking_number: `1Z${identifier}`,
      shipped_date: now,
      product_identifier: item.product_identifier ?? item.sku,
      variant_identifier: item.variant_identifier ?? item.sku,
      title: item.title ?? item.sku,
      tags: [],
      product_amount_cents: product,
      tax_amount_cents: item.tax_amount_cents ?? 0,
      discount_amount_cents: item.discount_amount_cents ?? 0,
      unit_price_amount_cents: item.unit_price_amount_cents ?? Math.round(product / item.quantity),
      image_url: `https://shop.example/${encodeURIComponent(item.sku)}.jpg`,
      weight: 0.2,
    };
  });
  const sum = (key: 'product_amount_cents' | 'tax_amount_cents' | 'discount_amount_cents') =>
    lines.reduce((total, line) => total + line[key], 0);
  const product = sum('product_amount_cents');
  const tax = sum('tax_amount_cents');
  const discount = sum('discount_amount_cents');
  return {
    identifier,
    raw_status: 'SHIPPED',
    status: 'Shipped',
    total_amount_cents: product + tax - discount,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: discount,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    currency: message.currency ?? 'USD',
    tags: [],
    created_at: now,
    updated_at: now,
    items: message.items.every((item) => item.return_items) ? [] : lines,
    customer: { first_name: '', last_name: '', phone: '', ...message.customer },
    shipping_address: addressOf(message.shipping_address),
    billing_address: addressOf(message.billing_address ?? message.shipping_address),
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

const addressOf = (given: ExchangeMessage['shipping_address']) => ({
  name: given?.name ?? '',
  street1: given?.street1 ?? '',
  city: given?.city ?? '',
  state: given?.province ?? '',
  zip_code: given?.postal_code ?? '',
  country_code: given?.country_code ?? '',
  phone: given?.phone ?? '',
});

export const exchangeAnswer = (order: Order): Record<string, unknown> => ({
  order_identifier: order.identifier,
  total_amount_cents: order.total_amount_cents,
  product_amount_cents: order['product_amount_cents'],
  tax_amount_cents: order['tax_amount_cents'],
});
