// Valid messages from which the samples of the rules are made by changing fields. All data is invented.

export type Changes = Readonly<Record<string, unknown>>;

/** Makes a message like this one each time, with changes. */
export const sample =
  (base: () => Record<string, unknown>) =>
  (changes: Changes = {}): Record<string, unknown> => ({ ...base(), ...changes });

/** A line with two units at 25.00 and 4.00 tax, fully shipped. */
export const sampleLine = sample(() => ({
  identifier: 'L1',
  sku: 'TEE-GRN-M',
  upc: '012345678905',
  quantity: 2,
  quantity_shipped: 2,
  quantity_canceled: 0,
  tracking_number: '1Z0001',
  shipped_date: '2026-03-02T09:00:00Z',
  product_identifier: 'TEE',
  variant_identifier: 'TEE-GRN',
  title: 'T-shirt',
  tags: [],
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  unit_price_amount_cents: 2500,
  image_url: 'https://shop.example/tee.jpg',
  weight: 0.2,
}));

/** A second line of which no unit was shipped. */
export const unshippedLine = (changes: Changes = {}) =>
  sampleLine({ identifier: 'L2', ...NOT_SHIPPED, ...changes });

/** What a line of which no unit was shipped has. */
export const NOT_SHIPPED = {
  quantity_shipped: 0,
  product_amount_cents: 0,
  tax_amount_cents: 0,
  tracking_number: undefined,
  shipped_date: undefined,
};

export const sampleAddress = sample(() => ({
  name: 'A. Shopper',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip_code: '62701',
  country_code: 'US',
  phone: '+1 555 0100',
}));

export const sampleCustomer = sample(() => ({
  identifier: 'C-1',
  first_name: 'A.',
  last_name: 'Shopper',
  email: 'shopper@shop.example',
  phone: '+1 555 0100',
}));

/** A shipped order of one sample line, 54.00 in all. */
export const sampleOrder = sample(() => ({
  identifier: 'SO-1001',
  raw_status: 'fulfilled',
  status: 'Shipped',
  total_amount_cents: 5400,
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  shipping_amount_cents: 0,
  shipping_tax_amount_cents: 0,
  currency: 'USD',
  tags: [],
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-02T10:00:00Z',
  items: [sampleLine()],
  customer: sampleCustomer(),
  shipping_address: sampleAddress(),
  billing_address: sampleAddress(),
  transactions: [],
  refunds: [],
  discounts: [],
}));

/** The sample order with changes to its only line. */
export const withLine = (line: Changes, changes: Changes = {}) =>
  sampleOrder({ items: [sampleLine(line)], ...changes });

export const sampleRefundLine = sample(() => ({
  identifier: 'RL-1',
  quantity: 1,
  order_item_identifier: 'L1',
}));

/** A refund of one unit of the sample line. */
export const sampleRefund = sample(() => ({
  identifier: 'R-1',
  total_refund_amount_cents: 2700,
  refund_line_items: [sampleRefundLine()],
  created_at: '2999-01-01T00:00:00Z',
  rma_identifier: 'RMA-1',
}));

/** A refund of the other unit, with different identifiers. */
export const secondRefund = (changes: Changes = {}): Record<string, unknown> =>
  sampleRefund({
    identifier: 'R-2',
    refund_line_items: [sampleRefundLine({ identifier: 'RL-2' })],
    rma_identifier: 'RMA-2',
    ...changes,
  });

/** The sample order with one changed refund. */
export const sampleWithRefund = (changes: Changes = {}) => sampleOrder({ refunds: [sampleRefund(changes)] });

/** A detail line of unit type. */
export const sampleDetail = sample(() => ({
  line_identifier: '1',
  unit_identifier: 'U-1',
  sku: 'TEE-GRN-M',
  quantity: 1,
}));

/** An ASN of unit type: one carton with one unit. */
export const sampleAsn = sample(() => ({
  program_identifier: 'PRG-1',
  from: { identifier: 'STORE-7', type: 'store' },
  to: { identifier: 'WH-1', type: 'warehouse' },
  asn_number: 'ASN-1001',
  status: 'pending',
  details_type: 'unit',
  cartons: [{ details: [sampleDetail()] }],
}));

/** The sample ASN with changes to its only detail line. */
export const withDetail = (detail: Changes, changes: Changes = {}) =>
  sampleAsn({ cartons: [{ details: [sampleDetail(detail)] }], ...changes });

/** The same as an ASN of sku type, which has no per-unit keys. */
export const withSkuDetail = (detail: Changes = {}) =>
  withDetail({ unit_identifier: undefined, quantity: 12, ...detail }, { details_type: 'sku' });
