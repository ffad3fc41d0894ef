// The second path through samples/exports/shopify-rest.json: reads the records and makes the orders as the service must
// hold them, without code of src/.
import { type Reading, readingOf } from './every-order.ts';
import { cents, filled, sum } from './export-rows.ts';

interface Line {
  id: number;
  sku: string | null;
  name: string;
  price: string;
  quantity: number;
  fulfillable_quantity: number;
  variant_id: number | null;
  product_id: number | null;
  tax_lines: { price: string }[];
  discount_allocations: { amount: string }[];
}
interface Fulfillment {
  status: string;
  created_at: string;
  tracking_number: string | null;
  line_items: { id: number; quantity: number }[];
}
interface Refund {
  id: number;
  created_at: string;
  note: string | null;
  transactions: { amount: string; kind: string; status: string; currency: string }[];
  refund_line_items: { id: number; line_item_id: number; quantity: number; restock_type: string }[];
}
type Address = Record<
  'name' | 'address1' | 'address2' | 'city' | 'province_code' | 'zip' | 'country_code' | 'phone',
  string | null
>;
interface ShippingLine {
  discounted_price: string;
  tax_lines: { price: string }[];
}
export interface ShopifyOrder {
  name: string;
  test: boolean;
  financial_status: string;
  fulfillment_status: string | null;
  cancelled_at: string | null;
  currency: string;
  created_at: string;
  updated_at: string;
  tags: string;
  note: string | null;
  email: string;
  phone: string | null;
  taxes_included: boolean;
  total_price: string;
  total_tip_received: string;
  total_discounts: string;
  subtotal_price: string;
  total_tax: string;
  customer: Record<'first_name' | 'last_name' | 'phone', string | null> & { id: number };
  shipping_address: Address | null;
  billing_address: Address | null;
  line_items: Line[];
  fulfillments: Fulfillment[];
  refunds: Refund[];
  shipping_lines: ShippingLine[];
}

const amounts = (texts: readonly string[]) => sum(texts.map((text) => cents(text)));

const address = (from: Address) => ({
  name: from.name,
  street1: from.address1,
  ...filled({ street2: from.address2 }),
  city: from.city,
  state: from.province_code ?? '',
  zip_code: from.zip,
  country_code: from.country_code,
  ...filled({ phone: from.phone }),
});

/** The fulfillments of a line with their units. */
const sentOf = ({ fulfillments }: ShopifyOrder, { id }: Line, statuses: readonly string[]) =>
  fulfillments
    .filter(({ status }) => statuses.includes(status))
    .flatMap((one) =>
      one.line_items.filter((line) => line.id === id).map(({ quantity }) => ({ ...one, quantity })),
    );

function itemOf(order: ShopifyOrder, line: Line) {
  const sent = sentOf(order, line, ['success']);
  const shipped = sum(sent.map(({ quantity }) => quantity));
  const underway = sum(sentOf(order, line, ['open', 'pending']).map(({ quantity }) => quantity));
  const tax = order.taxes_included ? 0 : amounts(line.tax_lines.map(({ price }) => price));
  return {
    identifier: String(line.id),
    sku: line.sku,
    product_identifier: String(line.variant_id ?? line.sku),
    variant_identifier: String(line.product_id ?? line.sku),
    title: line.name,
    tags: [],
    quantity: line.quantity,
    quantity_shipped: shipped,
    quantity_canceled: line.quantity - line.fulfillable_quantity - shipped - underway,
    ...filled({
      tracking_number: sent.find(({ tracking_number }) => tracking_number !== null)?.tracking_number,
      shipped_date: sent[0]?.created_at,
    }),
    unit_price_amount_cents: cents(line.price),
    product_amount_cents: cents(line.price) * shipped,
    tax_amount_cents: Math.floor((tax * shipped) / line.quantity),
    discount_amount_cents: amounts(line.discount_allocations.map(({ amount }) => amount)),
  };
}

/** Refunds of units; lines that were only taken out of the order are none. */
function refundsOf({ refunds }: ShopifyOrder) {
  return refunds.flatMap(({ id, created_at, note, transactions, refund_line_items }) => {
    const lines = refund_line_items.filter(
      ({ restock_type }) => restock_type !== 'cancel' || transactions.length > 0,
    );
    if (lines.length === 0) return [];
    return {
      identifier: String(id),
      total_refund_amount_cents: amounts(
        transactions
          .filter(({ kind, status }) => kind === 'refund' && status === 'success')
          .map((t) => t.amount),
      ),
      created_at,
      ...filled({ note }),
      refund_line_items: lines.map((line) => ({
        identifier: String(line.id),
        quantity: line.quantity,
        order_item_identifier: String(line.line_item_id),
      })),
    };
  });
}

function statusOf({ cancelled_at, fulfillment_status }: ShopifyOrder): string {
  if (cancelled_at !== null) return fulfillment_status === null ? 'Cancelled' : 'Shipped';
  return fulfillment_status === 'fulfilled' ? 'Shipped' : 'Created';
}

function orderOf(order: ShopifyOrder): object {
  const items = order.line_items.map((line) => itemOf(order, line));
  const products = sum(items.map((item) => item.product_amount_cents));
  const tax = sum(items.map((item) => item.tax_amount_cents));
  const isWhole = items.every((item) => item.quantity_shipped === item.quantity);
  return {
    identifier: idOf(order),
    raw_status: `${order.financial_status} / ${order.fulfillment_status ?? 'unfulfilled'}`,
    status: statusOf(order),
    currency: order.currency,
    created_at: order.created_at,
    updated_at: order.updated_at,
    tags: order.tags === '' ? [] : order.tags.split(', '),
    ...filled({ note: order.note }),
    total_amount_cents: isWhole ? cents(order.total_price) - cents(order.total_tip_received) : products + tax,
    product_amount_cents: products,
    tax_amount_cents: tax,
    discount_amount_cents: cents(order.total_discounts),
    shipping_amount_cents: amounts(order.shipping_lines.map((line) => line.discounted_price)),
    shipping_tax_amount_cents: amounts(
      order.shipping_lines.flatMap((line) => line.tax_lines.map(({ price }) => price)),
    ),
    customer: {
      identifier: String(order.customer.id),
      email: order.email,
      ...filled({
        first_name: order.customer.first_name,
        last_name: order.customer.last_name,
        phone: order.phone ?? order.customer.phone ?? order.shipping_address!.phone,
      }),
    },
    shipping_address: address(order.shipping_address!),
    billing_address: address(order.billing_address!),
    items,
    transactions: [],
    refunds: refundsOf(order),
    discounts: [],
  };
}

export const idOf = ({ name }: { readonly name: string }): string => name.replaceAll('#', '');

/** Why an order cannot be sent: the field, and a part of the message. */
function refusal(order: ShopifyOrder): readonly [string, string] | undefined {
  if (order.email === '') return ['customer.email', 'missing'];
  if (order.shipping_address === null) return ['shipping_address.street1', 'missing'];
  const bare = order.line_items.findIndex(({ sku }) => sku === null || sku === '');
  if (bare >= 0) return [`items[${bare}].sku`, 'missing'];
  const unpaid = order.refunds.findIndex(
    ({ transactions }) =>
      transactions.length > 0 &&
      !transactions.some(
        (t) => t.kind === 'refund' && t.status === 'success' && t.currency === order.currency,
      ),
  );
  if (unpaid >= 0) return [`refunds[${unpaid}].total_refund_amount_cents`, 'missing'];
  const base =
    cents(order.subtotal_price) + amounts(order.shipping_lines.map((line) => line.discounted_price));
  const whole = base + (order.taxes_included ? 0 : cents(order.total_tax)) + cents(order.total_tip_received);
  return whole === cents(order.total_price) ? undefined : ['tax_amount_cents', 'do not explain the total'];
}

export const reading = (records: readonly ShopifyOrder[]): Reading =>
  readingOf<ShopifyOrder>(records, {
    idOf,
    skip: ({ test }) => (test ? 'test order' : undefined),
    refusal,
    orderOf,
  });
