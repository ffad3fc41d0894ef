// The planted server is right to the cent where amounts do not divide, and every planted mistake with money changes an amount there.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { MISTAKES } from './mistakes.ts';
import type { Plan } from './planted-plan.ts';
import { startPlantedServer } from './planted-server.ts';
import type { Line, Order, Rma } from './planted-types.ts';
import { RIGHT_SHIPPING, WRONG_SHIPPING } from './shipping-agreements.ts';

/** A line: identifier, sku, units ordered and shipped, then the amounts of all its shipped units. */
const line = (
  identifier: string,
  sku: string,
  quantity: number,
  shipped: number,
  amounts: number[],
): Line => ({
  identifier,
  sku,
  quantity,
  quantity_shipped: shipped,
  quantity_canceled: quantity - shipped,
  product_amount_cents: amounts[0] ?? 0,
  tax_amount_cents: amounts[1] ?? 0,
  discount_amount_cents: amounts[2] ?? 0,
  unit_price_amount_cents: Math.round((amounts[0] ?? 0) / shipped),
});

function order(identifier: string, shipping: number, items: Line[]): Order {
  const total = items.reduce(
    (sum, one) => sum + one.product_amount_cents + one.tax_amount_cents - one.discount_amount_cents,
    shipping,
  );
  return {
    identifier,
    status: 'Shipped',
    total_amount_cents: total,
    shipping_amount_cents: shipping,
    shipping_tax_amount_cents: 0,
    updated_at: '2026-01-01T00:00:00Z',
    items,
    refunds: [],
  };
}

const ORDERS = [
  order('apart', 756, [line('a-1', 'BOOT', 2, 2, [10000, 4939])]),
  order('twins', 500, [line('x-1', 'TWIN', 3, 2, [5001, 333, 101]), line('x-2', 'TWIN', 1, 1, [2899])]),
  order('whole', 900, [line('w-1', 'MUG', 1, 1, [2500, 200])]),
];

const rma = (identifier: string, of: string, lines: readonly string[]): Rma => ({
  rma_identifier: identifier,
  status: 'CREATED',
  updated_at: '2026-02-01T00:00:00Z',
  return_method: 'mail-back',
  items: lines.map((one) => ({
    order_line_item_identifier: one,
    order_identifier: of,
    sku: ORDERS.flatMap(({ items }) => items).find(({ identifier: id }) => id === one)?.sku ?? '',
    package_tracking_status: 'TRANSIT',
    refund_type: 'REFUND',
  })),
});

const MESSAGES = [
  rma('R1', 'apart', ['a-1']),
  rma('R2', 'apart', ['a-1']),
  rma('R3', 'twins', ['x-2']),
  rma('R4', 'twins', ['x-1']),
  rma('R5', 'twins', ['x-1']),
  rma('R6', 'whole', ['w-1']),
];

/** The totals of the refunds of each order, in cents, as the service has them in the end. */
async function refundsWith(plan: Partial<Plan>): Promise<Record<string, number[]>> {
  const last: Record<string, number[]> = {};
  const service = http.createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { returns_portal_order?: { orders: Order[] } };
    for (const { identifier, refunds } of body.returns_portal_order?.orders ?? [])
      last[identifier] = refunds.map((refund) => refund.total_refund_amount_cents);
    response.end('{"access_token":"t"}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const server = await startPlantedServer({ orders: ORDERS, variants: {}, service: address, plan });
  for (const message of MESSAGES) {
    const answer = await fetch(`${server.url}/rmas`, { method: 'POST', body: JSON.stringify(message) });
    expect(answer.status).toBe(200);
  }
  await expect.poll(() => server.idle()).toBe(true);
  await server.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  return last;
}

const EXACT = { apart: [7470, 7469], twins: [2899, 2617, 2616], whole: [3600] };

it('gives back every line to the cent, and the shipping with a whole order only', async () => {
  expect(await refundsWith({})).toEqual(EXACT);
});

/** By what was agreed on shipping. */
const AGREED: Readonly<Record<string, typeof EXACT>> = {
  single: EXACT,
  last: { apart: [7470, 7469 + 756], twins: [2899, 2617, 2616 + 500], whole: [3600] },
  first: { apart: [7470 + 756, 7469], twins: [2899 + 500, 2617, 2616], whole: [3600] },
  never: { apart: [7470, 7469], twins: [2899, 2617, 2616], whole: [2700] },
};

it.each(RIGHT_SHIPPING.map((one) => [one.id, one] as const))('keeps to %s', async (_id, one) => {
  expect(await refundsWith(one.plan())).toEqual(AGREED[one.agreed?.[1] ?? '']);
});

it.each(WRONG_SHIPPING.map((one) => [one.id, one] as const))('does not keep to %s', async (_id, one) => {
  expect(await refundsWith(one.plan())).not.toEqual(AGREED[one.agreed?.[1] ?? '']);
});

const MONEY = MISTAKES.filter(({ kind, agreed }) => kind === 'money' && !agreed);

it.each(MONEY.map((one) => [one.id, one] as const))(
  'changes an amount with the mistake %s',
  async (_id, { plan }) => {
    expect(await refundsWith(plan())).not.toEqual(EXACT);
  },
);
