// An order as a person recognises it in the plan: counts and amounts, nothing personal.
import { currencyName } from '../base/money.ts';
import type { Order } from '../contract/order.ts';

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

export function sampleOf(order: Order): OrderSample {
  return {
    id: order.identifier,
    status: order.status,
    lines: order.items.length,
    units: order.items.reduce((sum, item) => sum + item.quantity, 0),
    totalCents: order.total_amount_cents,
    currency: currencyName(order.currency),
    createdAt: order.created_at,
  };
}
