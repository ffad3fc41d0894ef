// The types of variants, of the exchange order message, and of the answers to both.
// Declared apart from the shape, so that who imports the types needs no zod; test/contract/types.test.ts holds them together.

/** An attribute that distinguishes variants. */
export interface VariantAttribute {
  /** Name of the attribute, for example Color. */
  name: string;
  /** Value of the attribute, for example Green. */
  value: string;
  [field: string]: unknown;
}

/** One variant that the shopper may choose in an exchange. */
export interface Variant {
  /** SKU. */
  sku: string;
  /** Title shown to the shopper. */
  title: string;
  /** Price of a single unit. Cents. */
  unit_price_amount_cents: number;
  /** Units in stock. */
  quantity_in_stock: number;
  /** Attributes that distinguish the variants. */
  attributes: VariantAttribute[];
  /** Address of an image. */
  image_url?: string | undefined;
  /** Address of the product's page. */
  product_url?: string | undefined;
  [field: string]: unknown;
}

/** An item that the shopper returns for a gift card. */
export interface ExchangeReturnItem {
  /** SKU of the returned item. */
  original_sku?: string | null | undefined;
  /** Order line of the returned item. */
  original_item_identifier?: string | null | undefined;
  /** Units returned. */
  quantity?: number | null | undefined;
  /** Title of the returned item. */
  title?: string | null | undefined;
  [field: string]: unknown;
}

/** An item of an exchange order. A gift card has an agreed sku, a price, a bonus and the items returned for it. */
export interface ExchangeItem {
  /** SKU to send to the shopper. */
  sku: string;
  /** Units, at most 1000. */
  quantity: number;
  /** Title. */
  title?: string | null | undefined;
  /** Price of a single unit. Cents. */
  unit_price_amount_cents?: number | null | undefined;
  /** Price of all units. Cents. */
  product_amount_cents?: number | null | undefined;
  /** Discount of the item. Cents. */
  discount_amount_cents?: number | null | undefined;
  /** Tax of the item. Cents. */
  tax_amount_cents?: number | null | undefined;
  /** Of a gift card: credit on top of what is returned. Cents. */
  bonus_credit_amount_cents?: number | null | undefined;
  /** Identifier of the product. */
  product_identifier?: string | null | undefined;
  /** Identifier of the variant (parent SKU). */
  variant_identifier?: string | null | undefined;
  /** SKU that is exchanged. */
  original_sku?: string | null | undefined;
  /** Order line that is exchanged. */
  original_item_identifier?: string | null | undefined;
  /** Retail concept or brand. */
  concept?: string | null | undefined;
  /** Of a gift card: what is given back. */
  return_items?: ExchangeReturnItem[] | null | undefined;
  [field: string]: unknown;
}

/** An address of an exchange order: province and postal_code where the order message has state and zip_code. */
export interface ExchangeAddress {
  /** Name of the recipient. */
  name?: string | null | undefined;
  /** Street and number. */
  street1?: string | null | undefined;
  /** Addition to the street. */
  street2?: string | null | undefined;
  /** City. */
  city?: string | null | undefined;
  /** State or province. */
  province?: string | null | undefined;
  /** Postal code. */
  postal_code?: string | null | undefined;
  /** Country code. */
  country_code?: string | null | undefined;
  /** Phone number. */
  phone?: string | null | undefined;
  [field: string]: unknown;
}

/** The shopper of an exchange order. */
export interface ExchangeCustomer {
  /** Identifier of the shopper. */
  identifier: string;
  /** E-mail of the shopper. */
  email: string;
  [field: string]: unknown;
}

/** The payment of an exchange order. */
export interface ExchangePayment {
  /** Reports and reconciles payments of exchange orders. */
  transaction_id: string;
  [field: string]: unknown;
}

/** The body of the exchange order request (interface: Exchange order message). */
export interface ExchangeOrder {
  /** Order that is exchanged; an exchange order is idempotent by it. Recommended. */
  original_order_id?: string | null | undefined;
  /** Secondary identifier of that order. */
  original_secondary_order_id?: string | null | undefined;
  /** RMA of the returned items. */
  rma_identifier?: string | null | undefined;
  /** Currency code. Recommended. */
  currency?: string | null | undefined;
  /** Whether the order was a gift. Recommended. */
  is_gift?: boolean | null | undefined;
  /** Each item of the exchange order. */
  items: ExchangeItem[];
  /** The shopper. */
  customer: ExchangeCustomer;
  /** Where to send it. Recommended. */
  shipping_address?: ExchangeAddress | null | undefined;
  /** Recommended. */
  billing_address?: ExchangeAddress | null | undefined;
  /** Identifier to report and reconcile payments; plain, or as transaction_id. */
  payment: string | ExchangePayment;
  [field: string]: unknown;
}

/** The retailer's answer to an exchange order. The interface does not show it: it follows the field notes. */
export interface ExchangeAnswer {
  /** Identifier of the new order in the customer's systems. */
  order_identifier: string;
  /** Total of the new order. Cents. */
  total_amount_cents: number;
  /** Price of all items. Cents. */
  product_amount_cents: number;
  /** Tax. Cents. */
  tax_amount_cents: number;
  [field: string]: unknown;
}

/** The answer to a variants request: the bare array of the interface, or the wrapped array of the field notes. */
export type VariantsAnswer = Variant[] | { variants: Variant[]; [field: string]: unknown };
