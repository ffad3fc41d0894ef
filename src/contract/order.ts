// The shapes of the returns portal order message: the type of each field. Rules that compare fields are in order-rules/.
import * as z from 'zod';
import { describe, filled, text, time } from './shape-fields.ts';

// Negative amounts and quantities have their own rule (order.amount.negative); the bound in the shapes is only documentation.
const cents = (description: string) => describe(z.int(), `${description} Cents.`, { minimum: 0 });
const units = (description: string, more = {}) => describe(z.int(), description, { minimum: 0, ...more });
const tags = (description: string) => describe(z.array(z.string()), description);

/** A shipping or billing address (interface: Address object). */
export const addressShape = z.looseObject({
  name: text('Name of the recipient.'),
  street1: text('Street and number.'),
  city: text('City.'),
  state: text('State or province.'),
  zip_code: text('Postal code.'),
  country_code: text('Country code.'),
  phone: text('Phone number. Recommended.').optional(),
});
export type Address = z.infer<typeof addressShape>;

/** The shopper (interface: Customer object). */
export const customerShape = z.looseObject({
  identifier: filled('Identifier of the shopper; the e-mail when there is no other.'),
  first_name: text('First name. Recommended.').optional(),
  last_name: text('Last name. Recommended.').optional(),
  email: text('E-mail of the shopper.'),
  phone: text('Phone number. Recommended.').optional(),
});
export type OrderCustomer = z.infer<typeof customerShape>;

/** One order line (interface: Item object). Money in cents, quantities in units. */
export const itemShape = z.looseObject({
  identifier: filled('Identifier of the forward order line, unique in the order.'),
  sku: filled('SKU.'),
  upc: text('UPC. Optional.').optional(),
  quantity: units('Total quantity on the line, at most 1000.', { maximum: 1000 }),
  quantity_shipped: units('Units shipped on the line; 0 for a line not yet shipped.'),
  quantity_canceled: units('Units cancelled on the line.'),
  quantity_refunded: units('Units refunded on the line. Known in the field, optional.').optional(),
  tracking_number: text('Outbound tracking number; absent on a line not yet shipped.').optional(),
  shipped_date: time('Time of shipment; absent on a line not yet shipped.').optional(),
  product_identifier: filled('Unique id of the product; the SKU if there is no other.'),
  variant_identifier: filled('Finds the SKUs offered in an even exchange (parent SKU).'),
  title: text('Title shown to the shopper.'),
  tags: tags('Flags for return conditions; may be empty.'),
  product_amount_cents: cents('unit_price_amount_cents multiplied by quantity_shipped.'),
  tax_amount_cents: cents('Tax for all shipped units of the line.'),
  discount_amount_cents: cents('Discount of the line.'),
  unit_price_amount_cents: cents('Price of a single unit.'),
  image_url: describe(z.string(), 'Address of an image. Recommended.', { format: 'uri' }).optional(),
  weight: describe(
    z.number(),
    'Weight; needed for express returns without a catalog. Recommended.',
  ).optional(),
});
export type OrderItem = z.infer<typeof itemShape>;

/** One line of a refund (interface: Refund object, refund_line_items). */
export const refundLineShape = z.looseObject({
  identifier: filled('Unique across all refunds.'),
  quantity: units('Units refunded.'),
  order_item_identifier: filled('Identifier of the line in items.'),
});
export type OrderRefundLine = z.infer<typeof refundLineShape>;

/** A refund (interface: Refund object). */
export const refundShape = z.looseObject({
  identifier: filled('Unique across all refunds.'),
  total_refund_amount_cents: cents('Amount refunded; for a full refund the total of the order.'),
  refund_line_items: describe(z.array(refundLineShape), 'Only the lines and units of this refund.'),
  note: text('Optional; used for data purposes only.').optional(),
  created_at: time('Time of the refund; shortly in the future.'),
  rma_identifier: text('Identifies the RMA; recommended.').optional(),
});
export type OrderRefund = z.infer<typeof refundShape>;

/** An element of transactions. The interface does not show it, so the shape accepts anything; rules from the field notes check it. */
export const transactionShape = z.unknown();
/** An element of discounts. The interface does not show it, so the shape accepts anything; rules from the field notes check it. */
export const discountShape = z.unknown();

/** A full snapshot of one order (interface: Order object). */
export const orderShape = z.looseObject({
  identifier: filled("Order identifier used in the customer's ecommerce systems."),
  raw_status: text("Status of the order in the customer's own system. Recommended.").optional(),
  status: describe(
    z.enum(['Created', 'Shipped', 'Cancelled', 'Canceled']),
    'Shipped once the full order has shipped; Created while some lines are still unshipped.',
  ),
  total_amount_cents: cents('Order total.'),
  product_amount_cents: cents('Sum of product_amount_cents of the lines.'),
  tax_amount_cents: cents('Sum of tax_amount_cents of the lines.'),
  discount_amount_cents: cents('Discount of the order.'),
  shipping_amount_cents: cents('Shipping of the order.'),
  shipping_tax_amount_cents: cents('Tax on shipping.'),
  currency: filled('Currency code (ISO 4217, three capital letters).'),
  tags: tags('Flags for return conditions; may be empty.'),
  created_at: time('Time the order was created in the OMS.'),
  updated_at: time('Time of this snapshot.'),
  items: describe(z.array(itemShape), 'The order lines.'),
  customer: describe(customerShape, 'The shopper.'),
  shipping_address: addressShape,
  billing_address: addressShape,
  transactions: describe(z.array(transactionShape), 'Must be sent; sent only as an empty array.'),
  refunds: describe(z.array(refundShape), 'Must be sent; empty on initial creation of the order.'),
  discounts: describe(z.array(discountShape), 'Must be sent; sent only as an empty array.'),
});
export type Order = z.infer<typeof orderShape>;

/** The body of a post (interface: Returns portal order message). */
export const ordersMessageShape = z.looseObject({
  returns_portal_order: z.looseObject({ orders: z.array(orderShape) }),
});
export type OrdersMessage = z.infer<typeof ordersMessageShape>;

/** The type for reading such an object: any field may be missing, because a level can let an incomplete order pass. */
export type Lax<T> = { readonly [K in keyof T]?: (T[K] extends string ? string : T[K]) | undefined };
