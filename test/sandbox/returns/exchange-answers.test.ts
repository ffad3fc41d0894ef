// What a retailer's answer to an exchange order makes of the RMA: also answers that are long, empty, repeated or wrong, and
// snapshots that come before the answer is known.
import { expect, test } from 'vitest';
import { sandboxWithClient } from '../client.ts';
import { retailer } from '../deliveries/support.ts';
import { orderOf, refundOf, START } from '../life-cycle/world.ts';

const VARIANT = {
  sku: 'SKU-XL',
  title: 'T-shirt XL',
  unit_price_amount_cents: 10_000,
  quantity_in_stock: 9,
  attributes: [],
};

type Answer = (number: number, post: (order: object) => Promise<void>) => unknown;

/** A sandbox with an order of two units, and a retailer that answers exchange orders as the test says. */
async function world(answer: Answer, assume: Record<string, string> = {}) {
  const post = async (order: object) => {
    const { status, text } = await service.orders([order]);
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  let placed = 0;
  const shop = await retailer(async ({ target }) => {
    if (target.endsWith('/variants')) return { status: 200, body: JSON.stringify([VARIANT]) };
    if (target !== '/exchange_orders') return { status: 200 };
    const given = await answer(++placed, post);
    if (typeof given === 'number') return { status: given };
    return { status: 200, body: typeof given === 'string' ? given : JSON.stringify(given) };
  });
  const service = await sandboxWithClient({
    ...{ customerUrl: shop.url, clock: 'manual', clockStart: START, seed: 1, assume },
  });
  const { sandbox } = service;
  const order = orderOf([{ id: 'L1', quantity: 2, price: 10_000, tax: 0 }]);
  const items = order.items.map((item) => ({ ...item, variant_identifier: 'V-1' }));
  const own = { ...order, items };
  await post(own);
  const start = async (units = 1) =>
    (await sandbox.startReturn({ order: 'SO-1', lines: [{ line: 'L1', units, exchange: 'SKU-XL' }] }))
      .rma_identifier;
  const exchangeOrder = (identifier: string, status = 'Shipped') => ({
    ...own,
    ...{ identifier, status, updated_at: '2026-03-10T08:59:00Z' },
  });
  const idle = () => sandbox.engine.timeline.advanceTo(sandbox.engine.timeline.clock.now() + 10_000);
  const log = (rma: string) => sandbox.rma(rma).history.map(({ text }) => text);
  const asked = () => sandbox.deliveries.list().deliveries.filter(({ kind }) => kind === 'exchange_order');
  return { sandbox, post, start, own, exchangeOrder, idle, log, asked };
}

test('a return of an exchange order has the original_order_identifier, and a reason of its own', async () => {
  const { sandbox, post, start, idle, exchangeOrder } = await world(() => ({ order_identifier: 'EX-1' }));
  const first = sandbox.rma(await start());
  expect(first.items[0]).toMatchObject({ original_order_identifier: null, return_reason: 'Changed my mind' });
  await idle();
  await post(exchangeOrder('EX-1'));
  await idle();
  expect(sandbox.rma(first.rma_identifier).status).toBe('REFUNDED');
  const second = await sandbox.startReturn({ order: 'EX-1' });
  expect(second.items[0]).toMatchObject({
    order_identifier: 'EX-1',
    original_order_identifier: 'SO-1',
    is_exchange: false,
  });
});

test.each([
  ['{}', 'its answer has no order_identifier that is a text'],
  ['{"order_identifier":" "}', 'its answer has no order_identifier that is a text'],
  ['{"order_identifier":7}', 'its answer has no order_identifier that is a text'],
  ['ok', 'its answer is not JSON'],
  ['{"order_identifier":"SO-1"}', 'its answer names the original order'],
])('an answer such as %s turns the units into REFUND, and the log says why', async (answer, why) => {
  const { sandbox, start, idle, log } = await world(() => answer);
  const rma = await start();
  await idle();
  const { status, exchange, items } = sandbox.rma(rma);
  expect([status, exchange.state, items[0]?.['refund_type']]).toEqual(['CREATED', 'failed', 'REFUND']);
  expect(log(rma).some((text) => text.includes(`(${why})`))).toBe(true);
});

test('an exchange order that was given up is not sent again: the unit is to be refunded, so nobody waits for it', async () => {
  const { sandbox, start, idle, asked } = await world((number) =>
    number === 1 ? 422 : { order_identifier: 'EX-1' },
  );
  const rma = await start();
  await idle();
  const [{ id, reason } = { id: '', reason: '' }] = asked();
  expect(reason).toMatch(/answer 2xx.*; begin another return$/);
  expect(() => sandbox.deliveries.redeliver(id)).toThrow(/RMA-\S+ goes on without its exchange/);
  await idle();
  const { exchange, items } = sandbox.rma(rma);
  expect([exchange.state, items[0]?.['refund_type'], asked()[0]?.attempts.length]).toEqual([
    ...['failed', 'REFUND', 1],
  ]);
});

test('a shipped exchange order that comes before its answer counts', async () => {
  const { sandbox, start, idle, exchangeOrder } = await world(async (_, post) => {
    await post(exchangeOrder('EX-1'));
    return { order_identifier: 'EX-1' };
  });
  const rma = await start();
  await idle();
  expect(sandbox.rma(rma)).toMatchObject({ status: 'REFUNDED', exchange: { state: 'fulfilled' } });
});

test('a refund that came while the unit was an exchange counts once the exchange has failed', async () => {
  const { sandbox, post, start, idle, own, exchangeOrder } = await world(() => ({
    order_identifier: 'EX-1',
  }));
  const rma = await start();
  await idle();
  const refund = refundOf('R-1', { L1: 1 }, rma, {
    ...{ total_refund_amount_cents: 10_000, created_at: '2026-03-10T12:00:00Z' },
  });
  await post({ ...own, updated_at: '2026-03-10T08:59:30Z', refunds: [refund] });
  expect(sandbox.rma(rma).status).toBe('CREATED');
  await post(exchangeOrder('EX-1', 'Cancelled'));
  await idle();
  const after = sandbox.rma(rma);
  expect(after).toMatchObject({ status: 'REFUNDED', exchange: { state: 'failed' } });
  expect(after.items[0]).toMatchObject({ refund_type: 'REFUND', exchange_order_identifier: null });
});

test('two RMAs with the same exchange order are both settled by it', async () => {
  const { sandbox, post, start, idle, exchangeOrder } = await world(() => ({ order_identifier: 'EX-1' }), {
    exchange_per_order: 'many',
  });
  const both = [await start(), await start()];
  await idle();
  await post(exchangeOrder('EX-1'));
  await idle();
  expect(both.map((rma) => sandbox.rma(rma).status)).toEqual(['REFUNDED', 'REFUNDED']);
});
