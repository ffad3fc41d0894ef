// Refunds in tests: an order that can be refunded, and a sandbox with the command line against it.
import type { Order, OrderItem } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { startSandbox } from '../../src/entry/sandbox.ts';
import { run } from '../../src/main.ts';
import { testHost } from '../helpers/host.ts';

export const item = (changes: Partial<OrderItem>): OrderItem => ({
  ...(sampleOrder() as Order).items[0]!,
  ...changes,
});

/** Two lines: 3 units with 100 cents of tax and 10 of discount, and 1 unit. */
export function order(changes: Partial<Order> = {}): Order {
  const items = [
    item({
      identifier: 'L-1',
      quantity: 3,
      quantity_shipped: 3,
      quantity_canceled: 0,
      unit_price_amount_cents: 1000,
      product_amount_cents: 3000,
      tax_amount_cents: 100,
      discount_amount_cents: 0,
    }),
    item({
      identifier: 'L-2',
      quantity: 1,
      quantity_shipped: 1,
      quantity_canceled: 0,
      unit_price_amount_cents: 500,
      product_amount_cents: 500,
      tax_amount_cents: 0,
      discount_amount_cents: 0,
    }),
  ];
  return {
    ...(sampleOrder() as Order),
    identifier: 'SO-7',
    status: 'Shipped',
    items,
    product_amount_cents: 3500,
    tax_amount_cents: 100,
    discount_amount_cents: 0,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    total_amount_cents: 3600,
    refunds: [],
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T00:00:00Z',
    ...changes,
  };
}

/** `order.json` holds the order; `cli` runs a command with --json. */
export async function setUp() {
  const sandbox = await startSandbox();
  const env = {
    RETURNS_AUTH_URL: sandbox.url,
    RETURNS_ORDERS_URL: sandbox.url,
    RETURNS_CLIENT_ID: sandbox.clientId,
    RETURNS_CLIENT_SECRET: sandbox.clientSecret,
  };
  const t = testHost({ env });
  t.file('order.json', JSON.stringify(order()));
  const cli = async (...argv: string[]) => {
    t.clear();
    const code = await run([...argv, '--json'], t.host);
    return { code, out: JSON.parse(t.stdout()) };
  };
  return { sandbox, cli, t };
}
