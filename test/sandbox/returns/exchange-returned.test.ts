// The goods of an exchange order come back, through real sockets: the RMA names the order at the beginning of the exchanges.
import { expect, test } from 'vitest';
import { sandboxWithClient } from '../client.ts';
import { retailer } from '../deliveries/support.ts';
import { orderOf, START } from '../life-cycle/world.ts';

const variant = {
  sku: 'XL',
  title: 'XL',
  unit_price_amount_cents: 2500,
  quantity_in_stock: 1,
  attributes: [],
};
const placed = {
  order_identifier: 'EX-1',
  total_amount_cents: 2700,
  product_amount_cents: 2500,
  tax_amount_cents: 200,
};

/** SO-1 is exchanged for EX-1. */
async function exchanged() {
  const shop = await retailer(({ target }) => ({
    status: 200,
    body: JSON.stringify(target.startsWith('/sku/') ? [variant] : placed),
  }));
  const service = await sandboxWithClient({
    customerUrl: shop.url,
    clock: 'manual',
    clockStart: START,
  });
  const { sandbox } = service;
  const { timeline } = sandbox.engine;
  const post = async (identifier: string, changes = {}) => {
    const { status } = await service.orders([{ ...orderOf([{ id: 'L1' }]), identifier, ...changes }]);
    expect(status).toBe(200);
    await timeline.advanceTo(timeline.clock.now() + 10_000);
  };
  await post('SO-1');
  const first = await sandbox.startReturn({ order: 'SO-1', exchange: 'XL' });
  await timeline.advanceTo(timeline.clock.now() + 10_000);
  return { sandbox, post, first };
}

test('a return of an exchange order has the original_order_identifier, and a reason of its own', async () => {
  const { sandbox, post, first } = await exchanged();
  expect(first.items[0]).toMatchObject({ original_order_identifier: null, return_reason: 'Changed my mind' });
  await post('EX-1');
  expect(sandbox.rma(first.rma_identifier).status).toBe('REFUNDED');
  const second = await sandbox.startReturn({ order: 'EX-1' });
  expect(second.items[0]).toMatchObject({
    order_identifier: 'EX-1',
    original_order_identifier: 'SO-1',
    is_exchange: false,
  });
});

test('an exchange order that is cancelled turns its exchange into a refund', async () => {
  const { sandbox, post, first } = await exchanged();
  const shipped = { quantity_shipped: 0, quantity_canceled: 1, product_amount_cents: 0, tax_amount_cents: 0 };
  const { tracking_number, shipped_date, ...item } = orderOf([{ id: 'L1' }]).items[0] as Record<
    string,
    unknown
  >;
  await post('EX-1', {
    status: 'Cancelled',
    items: [{ ...item, ...shipped }],
    ...{ total_amount_cents: 0, product_amount_cents: 0, tax_amount_cents: 0 },
  });
  const rma = sandbox.rma(first.rma_identifier);
  expect(rma).toMatchObject({ status: 'CREATED', exchange: { state: 'failed' } });
  expect(rma.items[0]).toMatchObject({ refund_type: 'REFUND', exchange_order_identifier: null });
});
