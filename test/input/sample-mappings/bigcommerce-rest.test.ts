// The BigCommerce sample of the REST API through check and upload: every order against the second path, every trap by name.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import {
  addresses,
  expected,
  orders,
  products,
  REFUSED,
  records,
  refunds,
  SKIPPED,
} from './bigcommerce-rest-expected.ts';
import { carrierFor, uploadedSample } from './carrier.ts';
import { sample } from './export-rows.ts';

const FILE = sample('exports/bigcommerce-rest.ndjson');
const MAP = sample('mappings/bigcommerce-rest.json');
const withFiles = (ofOrders: string, ofAddresses: string) => [
  ...['--with', `orders=${ofOrders}`],
  ...['--with', `addresses=${ofAddresses}`],
];
const WITH = withFiles(
  sample('exports/bigcommerce-rest-orders.json'),
  sample('exports/bigcommerce-rest-addresses.json'),
);

const its = uploadedSample(FILE, MAP, ...WITH);
const { order } = its;

describe('figures', () => {
  test('the files are what the README says', () => {
    expect([products.length, refunds.length, orders.length, addresses.length]).toEqual([52, 7, 39, 41]);
    expect(products.length + refunds.length).toBe(records.length);
  });

  test('30 orders are accepted, 6 refused, 3 skipped, every row accounted for, exit 3', () => {
    expect(its.uploaded.code).toBe(3);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 62, orders: 39 },
      orders: { accepted: 30, refused: 6, skipped: 3, superseded: 0, pending: 0 },
      rows: { read: 62, accounted: 62 },
    });
    expect([...its.stored.keys()].sort()).toEqual([...expected.keys()].sort());
    expect(its.uploaded.document.skipped_by!.map(({ reason }) => reason)).toEqual(Object.values(SKIPPED));
  });

  test.each([...expected.keys()])('order %s arrives as the second path has it', (id) => {
    expect(order(id)).toEqual(expected.get(id));
  });

  test('every refused order has its reason', async () => {
    const folder = temporaryFolder();
    const rejects = path.join(folder, 'rejects.ndjson');
    await its.carrier.json('orders', 'check', FILE, '--map', MAP, ...WITH, '--rejects', rejects);
    const lines = fs.readFileSync(rejects, 'utf8').trim().split('\n');
    const found = lines.map(
      (line) => JSON.parse(line) as { order: { order_id: number }; errors: { code: string }[] },
    );
    expect(Object.fromEntries(found.map((one) => [one.order.order_id, one.errors[0]!.code]))).toEqual(
      REFUSED,
    );
  });

  test('again: nothing is sent', async () => {
    const again = await its.carrier.json('orders', 'upload', FILE, '--map', MAP, ...WITH, '--rate', 'off');
    expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: 30 });
  });

  test('an order without products is counted as a key that no order of the input has', async () => {
    const { stdout } = await its.carrier.text('orders', 'check', FILE, '--map', MAP, ...WITH);
    expect(stdout.replace(/\s+/g, ' ')).toContain('0 duplicate keys; 1 of 39 keys in no order of the input');
  });

  test('plan and JSON name the mapping and what it assumes', () => its.expectPlanNamesMapping());
});

describe('forms of the answers', () => {
  test('arrays of V2 and documents with data of V3 make the same orders', async () => {
    const folder = temporaryFolder();
    const write = (name: string, value: unknown) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, JSON.stringify(value));
      return file;
    };
    const meta = { pagination: { total: 1, count: 1, per_page: 50, current_page: 1, total_pages: 1 } };
    const files = withFiles(
      write('orders.json', { data: orders, meta }),
      write('addresses.json', { data: addresses, meta }),
    );
    for (const [name, value] of [
      ['products.json', records],
      ['data.json', { data: records, meta }],
    ] as const) {
      const carrier = await carrierFor();
      const { document } = await carrier.json(
        ...['orders', 'upload', write(name, value), '--map', MAP, ...files, '--rate', 'off'],
      );
      expect(document.orders).toMatchObject({ accepted: 30, refused: 6, skipped: 3 });
      expect(carrier.stored(), name).toEqual(its.stored);
    }
  });

  test('products without the refunds are enough: refunded units are reported', async () => {
    const file = path.join(temporaryFolder(), 'products.json');
    fs.writeFileSync(file, JSON.stringify(products));
    const carrier = await carrierFor();
    const { stdout } = await carrier.text('orders', 'check', file, '--map', MAP, ...WITH);
    expect(stdout).toContain('item.quantity_refunded.alone');
  });
});

describe('traps', () => {
  test('tax inside the price is sent as 0, with prices that include it', () => {
    for (const id of ['7002', '7003', '7028']) expect(order(id)['tax_amount_cents'], id).toBe(0);
    expect(order('7003')).toMatchObject({ total_amount_cents: 240_000, discount_amount_cents: 10_000 });
  });

  test('partly shipped: amounts of the units that have shipped', () => {
    expect(order('7004')).toMatchObject({ status: 'Created', total_amount_cents: 5900 + 368 });
    expect(order('7004').items.map((item) => item['quantity_shipped'])).toEqual([1, 0]);
  });

  test('a discount is on the order and on its lines, as text and as number', () => {
    expect(order('7011').items.map((item) => item['discount_amount_cents'])).toEqual([640, 720]);
    expect(order('7012').items.map((item) => item['discount_amount_cents'])).toEqual([466]);
  });

  test('a net price of four decimals is rounded per unit, the total stays', () => {
    expect(order('7026').items[0]!['unit_price_amount_cents']).toBe(3333);
    expect(order('7026').total_amount_cents).toBe(10_000 + 625 + 600);
  });

  test('the currency is that of the payment, not of the display', () => {
    expect(order('7027')['currency']).toBe('USD');
  });

  test('the same address twice is one; handling and wrapping are shipping', () => {
    expect(order('7014')['shipping_address']).toMatchObject({ state: 'WA' });
    expect(order('7029')).toMatchObject({ shipping_amount_cents: 1900, shipping_tax_amount_cents: 152 });
  });

  test('refunds: shipping in the amount, two of one order, one without products only reported', () => {
    expect(order('7008')['refunds']).toMatchObject([{ identifier: '503', total_refund_amount_cents: 7172 }]);
    expect(order('7035')['refunds']).toHaveLength(2);
    expect(order('7009')['refunds']).toEqual([]);
    const codes = its.uploaded.document as unknown as { warnings: { code: string; count: number }[] };
    expect(codes.warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'refund.lines.none', count: 1 }),
        expect.objectContaining({ code: 'order.map.warned', count: 1 }),
      ]),
    );
  });
});
