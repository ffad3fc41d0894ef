// The second path through samples/exports/shopify-bulk.ndjson: reads the lines and makes the orders as the service must hold
// them, without code of src/.
import { type Reading, readingOf } from './every-order.ts';
import { cents, filled, sum } from './export-rows.ts';

interface Money {
  shopMoney: { amount: string; currencyCode: string };
}
interface Tax {
  priceSet: Money;
}
export interface BulkLine {
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
  currentQuantity: number;
  unfulfilledQuantity: number;
  variant: { id: string } | null;
  product: { id: string } | null;
  originalUnitPriceSet: Money;
  discountAllocations: { allocatedAmountSet: Money }[];
  taxLines: Tax[];
  __parentId: string;
}
type Address = Record<
  'name' | 'address1' | 'address2' | 'city' | 'provinceCode' | 'zip' | 'countryCodeV2' | 'phone',
  string | null
>;
export interface BulkOrder {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  test: boolean;
  displayFinancialStatus: string;
  displayFulfillmentStatus: string;
  currencyCode: string;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  taxesIncluded: boolean;
  customer: { id: string; firstName: string; lastName: string } | null;
  shippingAddress: Address | null;
  billingAddress: Address;
  subtotalPriceSet: Money;
  totalShippingPriceSet: Money;
  totalTaxSet: Money;
  totalDiscountsSet: Money;
  totalTipReceivedSet: Money;
  totalPriceSet: Money;
  totalRefundedSet: Money;
  shippingLine: { taxLines: Tax[] } | null;
}

/** An order with its line items. */
export interface Bulk {
  readonly order: BulkOrder;
  readonly lines: readonly BulkLine[];
}

/** The orders of the file, each with the lines that name it as their parent. */
export function bulkOf(text: string): Bulk[] {
  const all = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as BulkOrder | BulkLine);
  const lines = all.filter((one) => '__parentId' in one);
  return all
    .filter((one) => !('__parentId' in one))
    .map((order) => ({
      order: order as BulkOrder,
      lines: lines.filter((line) => line.__parentId === order.id),
    }));
}

const of = ({ shopMoney }: Money) => cents(shopMoney.amount);
const numberOf = (gid: string) => gid.split('/').at(-1)!;
const taxOf = (taxes: readonly Tax[]) => sum(taxes.map(({ priceSet }) => of(priceSet)));

const address = (from: Address) => ({
  name: from.name,
  street1: from.address1,
  ...filled({ street2: from.address2 }),
  city: from.city,
  state: from.provinceCode ?? '',
  zip_code: from.zip,
  country_code: from.countryCodeV2,
  ...filled({ phone: from.phone }),
});

function itemOf(order: BulkOrder, line: BulkLine) {
  const shipped = line.currentQuantity - line.unfulfilledQuantity;
  const off = line.quantity - line.currentQuantity;
  const tax = order.taxesIncluded ? 0 : taxOf(line.taxLines);
  return {
    identifier: numberOf(line.id),
    sku: line.sku,
    product_identifier: line.variant ? numberOf(line.variant.id) : line.sku,
    variant_identifier: line.product ? numberOf(line.product.id) : line.sku,
    title: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    tags: [],
    quantity: line.quantity,
    quantity_shipped: shipped,
    quantity_canceled: order.cancelledAt === null ? off : off + line.unfulfilledQuantity,
    unit_price_amount_cents: of(line.originalUnitPriceSet),
    product_amount_cents: of(line.originalUnitPriceSet) * shipped,
    tax_amount_cents: Math.floor((tax * shipped) / line.quantity),
    discount_amount_cents: sum(line.discountAllocations.map((one) => of(one.allocatedAmountSet))),
  };
}

function statusOf({ cancelledAt, displayFulfillmentStatus }: BulkOrder): string {
  if (cancelledAt !== null) return displayFulfillmentStatus === 'UNFULFILLED' ? 'Cancelled' : 'Shipped';
  return displayFulfillmentStatus === 'FULFILLED' ? 'Shipped' : 'Created';
}

function orderOf({ order, lines }: Bulk): object {
  const items = lines.map((line) => itemOf(order, line));
  const products = sum(items.map((item) => item.product_amount_cents));
  const tax = sum(items.map((item) => item.tax_amount_cents));
  const isWhole = items.every((item) => item.quantity_shipped === item.quantity);
  return {
    identifier: idOf(order),
    raw_status: `${order.displayFinancialStatus} / ${order.displayFulfillmentStatus}`,
    status: statusOf(order),
    currency: order.currencyCode,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    tags: order.tags,
    ...filled({ note: order.note }),
    total_amount_cents: isWhole ? of(order.totalPriceSet) - of(order.totalTipReceivedSet) : products + tax,
    product_amount_cents: products,
    tax_amount_cents: tax,
    discount_amount_cents: of(order.totalDiscountsSet),
    shipping_amount_cents: of(order.totalShippingPriceSet),
    shipping_tax_amount_cents: taxOf(order.shippingLine?.taxLines ?? []),
    customer: {
      identifier: numberOf(order.customer!.id),
      email: order.email,
      ...filled({
        first_name: order.customer!.firstName,
        last_name: order.customer!.lastName,
        phone: order.phone ?? order.shippingAddress!.phone,
      }),
    },
    shipping_address: address(order.shippingAddress!),
    billing_address: address(order.billingAddress),
    items,
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

export const idOf = ({ name }: { readonly name: string }): string => name.replaceAll('#', '');

/** Why an order cannot be sent: the field, and a part of the message. */
function refusal({ order, lines }: Bulk): readonly [string, string] | undefined {
  const isLess = lines.some((line) => line.currentQuantity !== line.quantity);
  if (isLess && of(order.totalRefundedSet) > 0) return ['', 'removed or refunded'];
  if (order.email === null) return ['customer.email', 'missing'];
  if (order.shippingAddress === null) return ['shipping_address.street1', 'missing'];
  const bare = lines.findIndex(({ sku }) => sku === null || sku === '');
  if (bare >= 0) return [`items[${bare}].sku`, 'missing'];
  const base = of(order.subtotalPriceSet) + of(order.totalShippingPriceSet) + of(order.totalTipReceivedSet);
  const whole = base + (order.taxesIncluded ? 0 : of(order.totalTaxSet));
  return whole === of(order.totalPriceSet) ? undefined : ['tax_amount_cents', 'do not explain the total'];
}

export const reading = (records: readonly Bulk[]): Reading =>
  readingOf(records, {
    idOf: ({ order }) => idOf(order),
    skip: ({ order }) => (order.test ? 'test order' : undefined),
    refusal,
    orderOf,
  });
