// RMA messages of 2-3 kB for measurements: stories of four messages.
const UNITS = 5;

/** The n-th message: every RMA has four, an hour apart, and other RMAs stand between them. */
export function bodyOf(n) {
  const step = Math.floor(n / 100) % 4;
  const rma = Math.floor(n / 400) * 100 + (n % 100);
  const items = Array.from({ length: UNITS }, (_, line) => ({
    order_line_item_identifier: `L${line + 1}`,
    order_identifier: `SO-${rma}`,
    exchange_order_identifier: null,
    original_order_identifier: null,
    return_reason: 'too small',
    is_exchange: false,
    sku: `TEE-GRN-${line}`,
    tracking_number: step === 0 ? null : `1Z${rma}`,
    package_tracking_status: [null, 'PRE_TRANSIT', 'TRANSIT', 'TRANSIT'][step],
    receiving_status: null,
    refund_financials: {
      estimated_refund_amount_cents: 2700,
      provider_refund_amount_cents: 0,
      shopper_refund_amount_cents: 2700,
    },
    refund_type: 'REFUND',
  }));
  return JSON.stringify({
    rma_identifier: `RMA-${process.pid}-${rma}`,
    status: step === 3 ? 'REFUNDED' : 'CREATED',
    created_at: '2026-03-10T09:00:00Z',
    updated_at: `2026-03-10T1${step}:00:00Z`,
    items,
    return_method: 'mail-back',
    return_shipping_cost_cents: 0,
    gift_refund_only: false,
  });
}
