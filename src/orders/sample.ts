// An order as a person recognises it in the plan: counts and amounts, nothing personal.
import { currencyName } from '../contract/money.ts';
import type { Lax, Order, OrderItem } from '../contract/order.ts';

/** An order as the plan shows it: nothing personal, the id masked by the renderer. */
export interface OrderSample {
  readonly id: string;
  readonly status: string;
  readonly lines: number;
  readonly units: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly createdAt: string;
}

/** A status that a lowered level let be missing. */
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
