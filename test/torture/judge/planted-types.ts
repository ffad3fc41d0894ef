// The messages of the interface, with the fields that the planted server reads. Amounts are cents.
export interface Line {
  identifier: string;
  sku: string;
  quantity: number;
  quantity_shipped: number;
  quantity_canceled: number;
  product_amount_cents: number;
  tax_amount_cents: number;
  discount_amount_cents: number;
  unit_price_amount_cents: number;
  [key: string]: unknown;
}

export interface Refund {
  identifier: string;
  total_refund_amount_cents: number;
  refund_line_items: { identifier: string; order_item_identifier: string; quantity: number }[];
  created_at: string;
  rma_identifier?: string | undefined;
}

export interface Order {
  identifier: string;
  status: string;
  total_amount_cents: number;
  shipping_amount_cents: number;
  shipping_tax_amount_cents: number;
  updated_at: string;
  items: Line[];
  refunds: Refund[];
  [key: string]: unknown;
}

export interface RmaItem {
  order_line_item_identifier: string;
  order_identifier: string;
  exchange_order_identifier?: string | null;
  sku: string;
  package_tracking_status?: string | null;
  receiving_status?: string;
  refund_financials?: { estimated_refund_amount_cents: number };
  refund_type: string;
}

export interface Rma {
  rma_identifier: string;
  status: string;
  updated_at: string | null;
  items: RmaItem[];
  return_method: string;
  gift_refund_only?: boolean;
}

export interface ExchangeMessage {
  original_order_id?: string;
  rma_identifier?: string;
  currency?: string;
  items: {
    sku: string;
    quantity: number;
    title?: string;
    unit_price_amount_cents?: number;
    product_amount_cents?: number;
    tax_amount_cents?: number;
    discount_amount_cents?: number;
    product_identifier?: string;
    variant_identifier?: string;
    return_items?: unknown[];
  }[];
  customer: { identifier: string; email: string };
  shipping_address?: Record<string, string>;
  billing_address?: Record<string, string>;
}

export type Variants = Readonly<Record<string, readonly unknown[]>>;
