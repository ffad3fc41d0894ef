// Orders and messages for refund scenarios: an order from its lines, and RMA messages of its units at given hours.
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { sampleFinancials, sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';

const sample = sampleOrder() as Order;

export interface Line {
  readonly id: string;
  readonly units: number;
  readonly shipped?: number;
  readonly price: number;
  readonly tax: number;
  readonly discount?: number;
}

/** Computes the amounts by the rules of the interface: price x shipped units, sums over the lines, total with shipping. */
export function orderOf(
  identifier: string,
  lines: readonly Line[],
  shipping: number,
  changes: Partial<Order> = {},
): Order {
  const items = lines.map(({ id, units, shipped = units, price, tax, discount = 0 }) => {
    const { tracking_number: tracking, shipped_date: date, ...bare } = sample.items[0]!;
    return {
      ...bare,
      ...(shipped > 0 && { tracking_number: tracking, shipped_date: date }),
      ...{
        identifier: id,
        sku: `SKU-${id}`,
        quantity: units,
        quantity_shipped: shipped,
        quantity_canceled: 0,
      },
      unit_price_amount_cents: price,
      product_amount_cents: price * shipped,
      tax_amount_cents: tax,
      discount_amount_cents: discount,
    };
  });
  const sum = (of: (item: (typeof items)[number]) => number) =>
    items.reduce((cents, item) => cents + of(item), 0);
  const [product, tax] = [sum((i) => i.product_amount_cents), sum((i) => i.tax_amount_cents)];
  const discount = sum((i) => i.discount_amount_cents);
  return {
    ...sample,
    identifier,
    status: lines.every(({ units, shipped = units }) => shipped === units) ? 'Shipped' : 'Created',
    items,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: discount,
    shipping_amount_cents: shipping,
    shipping_tax_amount_cents: 0,
    total_amount_cents: product + tax - discount + shipping,
    refunds: [],
    ...changes,
  };
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
