// Orders and messages for refund scenarios: an order from its lines, and RMA messages of its units at given hours.
import type { Order } from '../../src/contract/order.ts';
import { sampleFinancials, sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import { orderOf as orderOfLines } from '../sandbox/life-cycle/world.ts';

export interface Line {
  readonly id: string;
  readonly units: number;
  readonly shipped?: number;
  readonly price: number;
  readonly tax: number;
  readonly discount?: number;
}

/** The order of these lines, with shipping. */
export function orderOf(
  identifier: string,
  lines: readonly Line[],
  shipping: number,
  changes: Partial<Order> = {},
): Order {
  const order = orderOfLines(lines.map(({ units, ...line }) => ({ ...line, quantity: units })));
  const total = order.total_amount_cents + shipping;
  return { ...order, identifier, shipping_amount_cents: shipping, total_amount_cents: total, ...changes };
}

export type Changes = Readonly<Record<string, unknown>>;

/** A unit of a line with wrong estimates of the service, which must not be used. */
export const unit = (order: string, line: string, changes: Changes = {}) =>
  sampleUnit({
    order_identifier: order,
    order_line_item_identifier: line,
    sku: `SKU-${line}`,
    refund_financials: sampleFinancials({ estimated_refund_amount_cents: 0, shopper_refund_amount_cents: 0 }),
    ...changes,
  });

const inState = (number: string, status: string) =>
  ({ tracking_number: number, package_tracking_status: status }) as const;
export const scanned = (tracking = '1Z1') => inState(tracking, 'TRANSIT');
export const labelled = (tracking = '1Z1') => inState(tracking, 'PRE_TRANSIT');

export const at = (hour: number) => `2026-03-10T${String(hour).padStart(2, '0')}:00:00Z`;

export const rma = (hour: number, items: readonly unknown[], changes: Changes = {}) =>
  sampleRma({ rma_identifier: 'RMA-1', updated_at: at(hour), items, ...changes });

export const SINGLE = orderOf('100045', [{ id: 'A', units: 1, price: 10_000, tax: 825 }], 500);
