// The second path through samples/exports/woocommerce-rest.json: reads the records and makes the orders as the service
// must hold them, without code of src/.
import { type Reading, readingOf } from './every-order.ts';
import { cents, filled, sum } from './export-rows.ts';

interface Meta {
  key: string;
  value: unknown;
}
interface Line {
  id: number;
  name: string;
  product_id: number;
  variation_id: number;
  quantity: number;
  subtotal: string;
  total: string;
  total_tax: string;
  sku: string;
  image: { src: string };
  meta_data: Meta[];
}
interface Refund {
  id: number;
  reason: string;
  amount?: string;
  date_created_gmt?: string;
  line_items?: Line[];
}
type Address = Record<
  | 'first_name'
  | 'last_name'
  | 'address_1'
  | 'address_2'
  | 'city'
  | 'state'
  | 'postcode'
  | 'country'
  | 'phone'
  | 'email',
  string
>;
export interface WooOrder {
  id: number;
  number: string;
  status: string;
  currency: string;
  customer_id: number;
  customer_note: string;
  date_created_gmt: string;
  date_modified_gmt: string;
  date_completed_gmt: string | null;
  discount_total: string;
  shipping_total: string;
  shipping_tax: string;
  total: string;
  total_tax: string;
  billing: Address;
  shipping: Address;
  meta_data: Meta[];
  line_items: Line[];
  fee_lines: { total: string; total_tax: string }[];
  refunds: Refund[];
}

const SKIPPED: Readonly<Record<string, string>> = {
  pending: 'not paid yet',
  failed: 'payment failed',
  'checkout-draft': 'draft',
  trash: 'deleted',
};
const STATUS: Readonly<Record<string, string>> = {
  completed: 'Shipped',
  processing: 'Created',
  'on-hold': 'Created',
  cancelled: 'Cancelled',
};

const signed = (text: string) => (text.startsWith('-') ? -cents(text.slice(1)) : cents(text));
const utc = (time: string) => `${time}+00:00`;
const isDone = ({ status, date_completed_gmt }: WooOrder) =>
  status === 'completed' || (status === 'refunded' && date_completed_gmt !== null);
const isGone = ({ status, date_completed_gmt }: WooOrder) =>
  status === 'cancelled' || (status === 'refunded' && date_completed_gmt === null);
const feesOf = ({ fee_lines }: WooOrder, key: 'total' | 'total_tax') =>
  sum(fee_lines.map((fee) => signed(fee[key])));

const address = (from: Address) => ({
  name: `${from.first_name} ${from.last_name}`,
  street1: from.address_1,
  ...filled({ street2: from.address_2 }),
  city: from.city,
  state: from.state,
  zip_code: from.postcode,
  country_code: from.country,
  ...filled({ phone: from.phone }),
});

function trackingOf({ meta_data, date_completed_gmt }: WooOrder): string | undefined {
  const meta = meta_data.find(({ key }) => key === '_wc_shipment_tracking_items');
  if (!meta || date_completed_gmt === null) return undefined;
  return (meta.value as { tracking_number: string }[])[0]?.tracking_number;
}

const priceOf = ({ subtotal, quantity }: Line) => Math.floor(cents(subtotal) / quantity + 0.5);

function itemOf(order: WooOrder, line: Line) {
  const shipped = isDone(order) ? line.quantity : 0;
  return {
    identifier: String(line.id),
    sku: line.sku,
    product_identifier: String(line.variation_id === 0 ? line.product_id : line.variation_id),
    variant_identifier: String(line.product_id),
    title: line.name,
    tags: [],
    ...filled({ image_url: line.image.src }),
    quantity: line.quantity,
    quantity_shipped: shipped,
    quantity_canceled: isGone(order) ? line.quantity : 0,
    ...filled({
      tracking_number: trackingOf(order),
      shipped_date: shipped > 0 ? utc(order.date_completed_gmt!) : undefined,
    }),
    unit_price_amount_cents: priceOf(line),
    product_amount_cents: priceOf(line) * shipped,
    tax_amount_cents: shipped > 0 ? cents(line.total_tax) : 0,
    discount_amount_cents: cents(line.subtotal) - cents(line.total),
  };
}

function refundsOf({ refunds }: WooOrder) {
  return refunds.flatMap(({ id, amount, date_created_gmt, reason, line_items }) => {
    const lines = (line_items ?? []).filter(({ quantity }) => quantity !== 0);
    if (lines.length === 0) return [];
    return {
      identifier: String(id),
      total_refund_amount_cents: cents(amount!),
      created_at: utc(date_created_gmt!),
      ...filled({ note: reason }),
      refund_line_items: lines.map((line) => ({
        identifier: String(line.id),
        quantity: -line.quantity,
        order_item_identifier: line.meta_data.find(({ key }) => key === '_refunded_item_id')!.value,
      })),
    };
  });
}

function orderOf(order: WooOrder): object {
  const items = order.line_items.map((line) => itemOf(order, line));
  const products = sum(items.map((item) => item.product_amount_cents));
  const tax = sum(items.map((item) => item.tax_amount_cents));
  const { billing } = order;
  return {
    identifier: order.number,
    raw_status: order.status,
    status: STATUS[order.status] ?? (isDone(order) ? 'Shipped' : 'Cancelled'),
    currency: order.currency,
    created_at: utc(order.date_created_gmt),
    updated_at: utc(order.date_modified_gmt),
    tags: [],
    ...filled({ note: order.customer_note }),
    total_amount_cents: isDone(order) ? cents(order.total) : products + tax,
    product_amount_cents: products,
    tax_amount_cents: tax,
    discount_amount_cents: cents(order.discount_total),
    shipping_amount_cents: cents(order.shipping_total) + feesOf(order, 'total'),
    shipping_tax_amount_cents: cents(order.shipping_tax) + feesOf(order, 'total_tax'),
    customer: {
      identifier: order.customer_id === 0 ? billing.email : String(order.customer_id),
      email: billing.email,
      first_name: billing.first_name,
      last_name: billing.last_name,
      ...filled({ phone: billing.phone }),
    },
    shipping_address: address(order.shipping),
    billing_address: address(billing),
    items,
    transactions: [],
    refunds: refundsOf(order),
    discounts: [],
  };
}

/** Why an order cannot be sent: the field, and a part of the message. */
function refusal(order: WooOrder): readonly [string, string] | undefined {
  if (/^partial(ly)?-shipped$/.test(order.status))
    return ['items[0]', 'which lines of a partly shipped order'];
  const empty = order.line_items.findIndex(({ quantity }) => quantity === 0);
  if (empty >= 0) return [`items[${empty}].unit_price_amount_cents`, 'divides by'];
  const bare = order.line_items.findIndex(({ sku }) => sku === '');
  if (bare >= 0) return [`items[${bare}].sku`, 'missing'];
  if (order.billing.email === '') return ['customer.email', 'missing'];
  if (order.shipping.address_1 === '') return ['shipping_address.street1', 'missing'];
  const shipping = cents(order.shipping_total) + feesOf(order, 'total');
  if (shipping < 0) return ['shipping_amount_cents', 'amounts start at 0'];
  const lines = sum(order.line_items.map(({ total }) => cents(total)));
  if (lines + shipping + cents(order.total_tax) !== cents(order.total))
    return ['tax_amount_cents', 'do not explain the total'];
  const isExact = order.line_items.every((line) => priceOf(line) * line.quantity === cents(line.subtotal));
  const isPlain = shipping === 0 && cents(order.discount_total) === 0;
  return isExact || !isPlain ? undefined : ['total_amount_cents', 'no other sum gives it'];
}

export const reading = (records: readonly WooOrder[]): Reading =>
  readingOf(records, {
    idOf: ({ number }) => number,
    skip: ({ status }) => SKIPPED[status],
    refusal,
    orderOf,
  });
