// Valid RMA messages from which the samples of the rules are made by changing fields. All data is invented.
import { type Changes, sample } from './sample.ts';

/** One unit of the sample order's line, as when a mail-back return is created. */
export const sampleUnit = sample(() => ({
  order_line_item_identifier: 'L1',
  order_identifier: 'SO-1001',
  exchange_order_identifier: null,
  original_order_identifier: null,
  return_reason: 'too small',
  is_exchange: false,
  sku: 'TEE-GRN-M',
  tracking_number: null,
  package_tracking_status: null,
  refund_financials: sampleFinancials(),
  refund_type: 'REFUND',
}));

/** Price and tax of one unit: 25.00 + 2.00. */
export const sampleFinancials = sample(() => ({
  estimated_refund_amount_cents: 2700,
  provider_refund_amount_cents: 0,
  shopper_refund_amount_cents: 2700,
}));

/** A mail-back return of one unit, just created. */
export const sampleRma = sample(() => ({
  rma_identifier: 'RMA-1',
  status: 'CREATED',
  created_at: '2026-03-10T09:00:00Z',
  updated_at: '2026-03-10T09:00:00Z',
  items: [sampleUnit()],
  return_method: 'mail-back',
  return_shipping_cost_cents: 0,
  gift_refund_only: false,
}));

/** The sample RMA with changes to its only unit. */
export const withUnit = (unit: Changes, changes: Changes = {}) =>
  sampleRma({ items: [sampleUnit(unit)], ...changes });

/** The sample RMA later on the same day, with changes to its only unit: the second message of a life cycle. */
export const later = (unit: Changes = {}, changes: Changes = {}) =>
  withUnit(unit, { updated_at: '2026-03-10T17:00:00Z', ...changes });

/** A unit in transit. */
export const inTransit = { tracking_number: '1Z0002', package_tracking_status: 'TRANSIT' };
export const preTransit = { tracking_number: '1Z0002', package_tracking_status: 'PRE_TRANSIT' };
