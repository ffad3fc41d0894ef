// A sample order for the plan, by which users recognise their data: counts and amounts, nothing personal.
import { currencyName } from '../contract/money.ts';
import type { Lax, Order, OrderItem } from '../contract/order.ts';

/** An order as the plan shows it: nothing personal, and the renderer masks the id. */
export interface OrderSample {
  readonly id: string;
  readonly status: string;
  readonly lines: number;
  readonly units: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly createdAt: string;
}

/** Shown for a status that is missing because a level lets that pass. */
export const NONE = '(none)';

export function sampleOf(order: Order): OrderSample {
  const { status = NONE, total_amount_cents: total = 0, currency, created_at: created }: Lax<Order> = order;
  const unitsOf = ({ quantity = 0 }: Lax<OrderItem>) => quantity;
  return {
    id: order.identifier,
    status,
    lines: order.items.length,
    units: order.items.reduce((sum, item) => sum + unitsOf(item), 0),
    totalCents: total,
    currency: currencyName(currency),
    createdAt: created ?? '',
  };
}
