// Sample orders with identifiers of their own, and what a test changes about them.
import { sampleOrder, unshippedLine } from '../../src/contract/sample.ts';

type Json = Record<string, unknown>;

/** Nothing about it is wrong. */
export const order = (id: string, changes: Json = {}): Json =>
  sampleOrder({
    identifier: id,
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-02T10:00:00Z',
    ...changes,
  });

export const NOTHING_SHIPPED = {
  status: 'Created',
  items: [unshippedLine({ identifier: 'L1' })],
  product_amount_cents: 0,
  tax_amount_cents: 0,
  total_amount_cents: 0,
};

export const ndjson = (...orders: Json[]): string => orders.map((one) => `${JSON.stringify(one)}\n`).join('');
