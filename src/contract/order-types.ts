// The types of the returns portal order message.
// Declared apart from the shape, so that who imports the types needs no zod; test/contract/types.test.ts holds them together.

/** A shipping or billing address (interface: Address object). */
export interface Address {
  /** Name of the recipient. */
  name: string;
  /** Street and number. */
  street1: string;
  /** City. */
  city: string;
  /** State or province. */
  state: string;
  /** Postal code. */
  zip_code: string;
  /** Country code. */
  country_code: string;
  /** Phone number. Recommended. */
  phone?: string | undefined;
  [field: string]: unknown;
}

/** The shopper (interface: Customer object). */
export interface OrderCustomer {
  /** Identifier of the shopper; the e-mail when there is no other. */
  identifier: string;
  /** First name. Recommended. */
  first_name?: string | undefined;
  /** Last name. Recommended. */
  last_name?: string | undefined;
  /** E-mail of the shopper. */
  email: string;
  /** Phone number. Recommended. */
  phone?: string | undefined;
  [field: string]: unknown;
}

/** One order line (interface: Item object). Money in cents, quantities in units. */
export interface OrderItem {
  /** Identifier of the forward order line, unique in the order. */
  identifier: string;
  /** SKU. */
  sku: string;
  /** UPC. Optional. */
  upc?: string | undefined;
  /** Total quantity on the line, at most 1000. */
  quantity: number;
  /** Units shipped on the line; 0 for a line not yet shipped. */
  quantity_shipped: number;
  /** Units cancelled on the line. */
  quantity_canceled: number;
  /** Units refunded on the line. Known in the field, optional. */
  quantity_refunded?: number | undefined;
  /** Outbound tracking number; absent on a line not yet shipped. */
  tracking_number?: string | undefined;
  /** Time of shipment; absent on a line not yet shipped. */
  shipped_date?: string | undefined;
  /** Unique id of the product; the SKU if there is no other. */
  product_identifier: string;
  /** Finds the SKUs offered in an even exchange (parent SKU). */
  variant_identifier: string;
  /** Title shown to the shopper. */
  title: string;
  /** Flags for return conditions; may be empty. */
  tags: string[];
  /** unit_price_amount_cents multiplied by quantity_shipped. Cents. */
  product_amount_cents: number;
  /** Tax for all shipped units of the line. Cents. */
  tax_amount_cents: number;
  /** Discount of the line. Cents. */
  discount_amount_cents: number;
  /** Price of a single unit. Cents. */
  unit_price_amount_cents: number;
  /** Address of an image. Recommended. */
  image_url?: string | undefined;
  /** Weight; needed for express returns without a catalog. Recommended. */
  weight?: number | undefined;
  [field: string]: unknown;
}

/** One line of a refund (interface: Refund object, refund_line_items). */
export interface OrderRefundLine {
  /** Unique across all refunds. */
  identifier: string;
  /** Units refunded. */
  quantity: number;
  /** Identifier of the line in items. */
  order_item_identifier: string;
  [field: string]: unknown;
}

/** A refund (interface: Refund object). */
export interface OrderRefund {
  /** Unique across all refunds. */
  identifier: string;
  /** Amount refunded; for a full refund the total of the order. Cents. */
  total_refund_amount_cents: number;
  /** Only the lines and units of this refund. */
  refund_line_items: OrderRefundLine[];
  /** Optional; used for data purposes only. */
  note?: string | undefined;
  /** Time of the refund; shortly in the future. */
  created_at: string;
  /** Identifies the RMA; recommended. */
  rma_identifier?: string | undefined;
  [field: string]: unknown;
}

/** A finished, valid order: a full snapshot as it is sent (interface: Order object). */
export interface Order {
  /** Order identifier used in the customer's ecommerce systems. */
  identifier: string;
  /** Status of the order in the customer's own system. Recommended. */
  raw_status?: string | undefined;
  /** Shipped once the full order has shipped; Created while some lines are still unshipped. */
  status: 'Created' | 'Shipped' | 'Cancelled' | 'Canceled';
  /** Order total. Cents. */
  total_amount_cents: number;
  /** Sum of product_amount_cents of the lines. Cents. */
  product_amount_cents: number;
  /** Sum of tax_amount_cents of the lines. Cents. */
  tax_amount_cents: number;
  /** Discount of the order. Cents. */
  discount_amount_cents: number;
  /** Shipping of the order. Cents. */
  shipping_amount_cents: number;
  /** Tax on shipping. Cents. */
  shipping_tax_amount_cents: number;
  /** Currency code (ISO 4217, three capital letters). */
  currency: string;
  /** Flags for return conditions; may be empty. */
  tags: string[];
  /** Time the order was created in the OMS. */
  created_at: string;
  /** Time of this snapshot. */
  updated_at: string;
  /** The order lines. */
  items: OrderItem[];
  /** The shopper. */
  customer: OrderCustomer;
  shipping_address: Address;
  billing_address: Address;
  /** Must be sent; sent only as an empty array. */
  transactions: unknown[];
  /** Must be sent; empty on initial creation of the order. */
  refunds: OrderRefund[];
  /** Must be sent; sent only as an empty array. */
  discounts: unknown[];
  [field: string]: unknown;
}

/** The body of a post of orders (interface: Returns portal order message). */
export interface OrdersMessage {
  returns_portal_order: { orders: Order[]; [field: string]: unknown };
  [field: string]: unknown;
}
