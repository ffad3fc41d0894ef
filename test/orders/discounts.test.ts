// What one unit of a discounted line refunds: 38.40, whether the other unit has shipped, is still to ship or was taken off the
// order. All amounts are worked out by hand: 2 x 48.00 - 19.20 = 76.80, half of it is 38.40, and the discount of one unit 9.60.
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { ORDER_TABLE } from '../../src/input/message-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { rma, scanned, unit } from '../calls/refund-story.ts';
import { type Listen, startListen } from '../calls/run-listen.ts';
import { targetEnvironment, until } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { sample } from '../input/sample-mappings/export-rows.ts';
import { DISCOUNT_EXPORTS, type DiscountExport, type State, WITHOUT_DISCOUNTS } from './discount-exports.ts';

const open: Listen[] = [];
afterEach(async () => {
  for (const listen of open.splice(0)) {
    listen.interrupt();
    await listen.done;
  }
});

const inputOf = ({ files, map, flags = [] }: DiscountExport) => [
  Object.keys(files)[0]!,
  ...['--map', sample(`mappings/${map}.json`), ...flags],
];

const read = new Map<DiscountExport, Promise<Map<string, Order>>>();

/** The finished orders of an export, which is read once. */
function ordersOf(given: DiscountExport): Promise<Map<string, Order>> {
  const orders = read.get(given) ?? readOrders(given);
  read.set(given, orders);
  return orders;
}

async function readOrders(given: DiscountExport): Promise<Map<string, Order>> {
  const line = ['orders', 'check', ...inputOf(given), '--out', '-', '--quiet'];
  const { code, stdout, stderr } = await returns(line, {}, given.files);
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const orders = stdout.split('\n').filter((line) => line !== '');
  return new Map(orders.map((line) => JSON.parse(line) as Order).map((order) => [order.identifier, order]));
}

test('every shipped mapping is in the table, or has no discounts', () => {
  const names = readdirSync(sample('mappings')).flatMap((name) =>
    name.endsWith('.json') ? name.slice(0, -5) : [],
  );
  expect([...new Set([...DISCOUNT_EXPORTS.map(({ map }) => map), ...WITHOUT_DISCOUNTS])].sort()).toEqual(
    names.sort(),
  );
});

/** A nested export, one with a second file, and a table of whole lines: in the short form these. */
const FEW = ['shopify-rest', 'magento-order-items', 'squarespace-orders'];
const EXPORTS = DISCOUNT_EXPORTS.filter(({ map }) => inForm({ short: FEW.includes(map), long: true }));

const ROWS = EXPORTS.flatMap((given) =>
  given.states.map((state): [string, State, DiscountExport] => [given.map, state, given]),
);

test.each(ROWS)(
  '%s, the other unit is %s: what is sent belongs to the shipped units',
  async (_, state, given) => {
    const order = (await ordersOf(given)).get(given.id(state))!;
    const shipped = state === 'shipped' ? 2 : 1;
    expect(order).toMatchObject({
      product_amount_cents: 4800 * shipped,
      tax_amount_cents: 0,
      discount_amount_cents: 960 * shipped,
      total_amount_cents: 3840 * shipped,
    });
  },
);

test('listen --auto-refund gives back 38.40 for one unit, whatever became of the other', async () => {
  const given = EXPORTS[0]!;
  const orders = await ordersOf(given);
  const sandbox = await sandboxFor();
  const [file, ...flags] = inputOf(given);
  const listen = await startListen(['--auto-refund', 'TRANSIT', '--orders', file!, ...flags], {
    env: targetEnvironment(sandbox),
    prepare: (here) => {
      for (const [name, text] of Object.entries(given.files)) here.file(name, text);
    },
  });
  open.push(listen);
  const refundsAt = (id: string) => (sandbox.order(id)?.order as Order | undefined)?.refunds ?? [];
  const ids = given.states.map((state) => given.id(state));
  for (const [hour, id] of ids.entries()) {
    const { identifier, sku } = orders.get(id)!.items[0]!;
    const item = unit(id, identifier, { ...scanned(), sku });
    const message = { ...rma(hour, [item]), rma_identifier: `RMA-${id}` };
    expect((await listen.post('/rmas', message)).status).toBe(200);
  }
  await until(() => ids.every((id) => refundsAt(id).length > 0), 'a refund of every order');
  for (const id of ids)
    expect(refundsAt(id).map((refund) => refund.total_refund_amount_cents)).toEqual([3840]);
});

describe('an order of the template whose total counts the ordered units', () => {
  const sent = async (totalCents: number) => {
    const order = sampleOrder() as unknown as Order;
    const item = {
      ...{ ...order.items[0]!, quantity: 2, quantity_shipped: 1, unit_price_amount_cents: 4800 },
      ...{ product_amount_cents: undefined, discount_amount_cents: 1920, tax_amount_cents: 768 },
    };
    const changed = {
      ...{ ...order, status: 'Created', items: [item], total_amount_cents: totalCents },
      ...{ product_amount_cents: undefined, tax_amount_cents: undefined, discount_amount_cents: 1920 },
    };
    const check = ['orders', 'check', 'orders.csv', '--out', '-', '--quiet'];
    const { stdout } = await returns(check, {}, { 'orders.csv': writeCsv(ORDER_TABLE, [changed]) });
    return JSON.parse(stdout.split('\n')[0] || 'null');
  };

  test('becomes that of the shipped units: 96.00 - 19.20 + 7.68 = 84.48, half of it is 42.24', async () => {
    expect(await sent(8448)).toMatchObject({
      ...{ total_amount_cents: 4224, product_amount_cents: 4800, tax_amount_cents: 384 },
      discount_amount_cents: 960,
      items: [{ product_amount_cents: 4800, tax_amount_cents: 384, discount_amount_cents: 960 }],
    });
  });

  test('stays as it is when the total counts the shipped units: 48.00 - 19.20 + 7.68 = 36.48', async () => {
    expect(await sent(3648)).toMatchObject({
      ...{ total_amount_cents: 3648, tax_amount_cents: 768, discount_amount_cents: 1920 },
      items: [{ tax_amount_cents: 768, discount_amount_cents: 1920 }],
    });
  });
});

describe('an exchange on the order itself', () => {
  // The mug for 30.00 came back, the cap for 30.00 went out; the shop's total says 30.00, what the customer paid.
  const exchanged = (
    map: 'shopify-rest' | 'shopify-bulk',
    change: (text: string) => string,
  ): DiscountExport => {
    const given = DISCOUNT_EXPORTS.find((one) => one.map === map)!;
    const [[name, text]] = Object.entries(given.files) as [[string, string]];
    return { ...given, files: { [name]: change(text) } };
  };

  test('Shopify REST: the total is that of both lines, and the new one refunds 30.00', async () => {
    const given = exchanged('shopify-rest', (text) => {
      const [order] = JSON.parse(text).orders;
      const line = { ...order.line_items[0], price: '30.00', quantity: 1, discount_allocations: [] };
      const [gone, added] = [
        { ...line, id: 11, current_quantity: 0 },
        { ...line, id: 12, current_quantity: 1 },
      ];
      const amounts = { subtotal_price: '30.00', total_price: '30.00', total_discounts: '0.00' };
      const fulfilled = [11, 12].map((id) => ({ id, quantity: 1 }));
      const returned = { id: 21, quantity: 1, line_item_id: 11, restock_type: 'return', subtotal: '30.00' };
      const refund = {
        id: 20,
        created_at: order.updated_at,
        refund_line_items: [returned],
        transactions: [],
      };
      return JSON.stringify({
        orders: [
          {
            ...{ ...order, ...amounts, line_items: [gone, added], refunds: [refund] },
            fulfillments: [{ ...order.fulfillments[0], line_items: fulfilled }],
          },
        ],
      });
    });
    const order = (await ordersOf(given)).get('1')!;
    expect(order).toMatchObject({
      ...{ status: 'Shipped', total_amount_cents: 6000, product_amount_cents: 6000 },
      items: [{ quantity_shipped: 1 }, { quantity_shipped: 1 }],
      refunds: [{ total_refund_amount_cents: 0, refund_line_items: [{ order_item_identifier: '11' }] }],
    });
    const [file, ...flags] = inputOf(given);
    const refund = ['orders', 'refund', '1', '--from', file!, ...flags, '--profile', 'local', '--dry-run'];
    const { document } = await returns([...refund, '--json'], {}, given.files);
    expect(document()['refund']).toMatchObject({
      total_refund_amount_cents: 3000,
      refund_line_items: [{ order_item_identifier: '12', quantity: 1 }],
    });
  });

  test('Shopify bulk operation: the removed line counts as cancelled', async () => {
    const given = exchanged('shopify-bulk', (text) => {
      const [order, line] = text.split('\n').map((one) => JSON.parse(one || 'null'));
      const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
      const item = { ...line, quantity: 1, originalUnitPriceSet: money('30.00'), discountAllocations: [] };
      const amounts = { subtotalPriceSet: money('30.00'), totalPriceSet: money('30.00') };
      const rows = [
        { ...order, ...amounts, totalDiscountsSet: money('0') },
        { ...item, id: 'gid://shopify/LineItem/11', currentQuantity: 0 },
        { ...item, id: 'gid://shopify/LineItem/12', currentQuantity: 1 },
      ];
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    });
    expect((await ordersOf(given)).get('1')).toMatchObject({
      ...{ status: 'Shipped', total_amount_cents: 3000, product_amount_cents: 3000 },
      items: [
        { quantity_shipped: 0, quantity_canceled: 1, product_amount_cents: 0 },
        { quantity_shipped: 1, quantity_canceled: 0, product_amount_cents: 3000 },
      ],
    });
  });
});
