// A real export of 3,108 rows into the sandbox: the figures of its description, by a second path and by hand.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lineName } from '../../orders/map/line-name.ts';
import { type Carrier, carrierFor, type MapSummary, type StoredOrder } from './carrier.ts';
import { ordersIn, type Row, repository, rowsOf, sample, sum } from './export-rows.ts';

const FILE = path.resolve(repository, '../shared/data/uci-online-retail-2010-12-01.csv');
const isThere = fs.existsSync(FILE);
const MAP = sample('mappings/uci-online-retail.json');
const because = isThere ? '' : ' (skipped: ../shared/data/uci-online-retail-2010-12-01.csv is missing)';

/** `2.55`, `2.1`, `165.0`: the file leaves zeros at the end away. */
function cents(text: string): number {
  const [whole, decimals = ''] = text.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}
const amount = (row: Row) => cents(row['UnitPrice']!) * Number(row['Quantity']);

describe.skipIf(!isThere)(`UCI Online Retail${because}`, () => {
  let carrier: Carrier;
  let uploaded: { code: number; document: MapSummary };
  let stored: Map<string, StoredOrder>;
  let invoices: Map<string, Row[]>;

  beforeAll(async () => {
    carrier = await carrierFor();
    uploaded = await carrier.json('orders', 'upload', FILE, '--map', MAP, '--rate', 'off');
    stored = carrier.stored();
    const all = ordersIn(rowsOf(FILE, ','), 'InvoiceNo');
    const isOrder = ([id, rows]: [string, Row[]]) =>
      !id.startsWith('C') && rows.some((row) => amount(row) > 0);
    invoices = new Map([...all].filter(isOrder));
  });

  test('127 orders, 3,072 lines, 5,896,079 cents; 6 credits and 10 stock bookings are skipped; exit 0', () => {
    expect(uploaded.code).toBe(0);
    expect(uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 3108, orders: 143 },
      orders: { accepted: 127, refused: 0, skipped: 16, superseded: 0, pending: 0 },
      rows: { read: 3108, accounted: 3108 },
      // One price, no tax, and every unit counts as shipped.
      money: [{ currency: 'GBP', orders: 127, total_cents: 5_896_079, ordered_cents: 5_896_079 }],
    });
    expect(uploaded.document.skipped_by).toEqual([
      { reason: 'credit note', orders: 6, rows: 26 },
      { reason: 'stock booking (price 0, no customer)', orders: 10, rows: 10 },
    ]);
  });

  test('what the service holds adds up to the same, and to the second path, order by order', () => {
    expect(stored.size).toBe(127);
    const items = [...stored.values()].flatMap((order) => order.items);
    expect(items).toHaveLength(3072);
    const units = (item: Record<string, unknown>) =>
      Number(item['unit_price_amount_cents']) * Number(item['quantity']);
    expect(sum(items.map(units))).toBe(5_896_079);
    expect([...invoices.keys()].sort()).toEqual([...stored.keys()].sort());
    for (const [id, rows] of invoices) {
      const order = stored.get(id)!;
      expect(order.total_amount_cents, id).toBe(sum(rows.map(amount)));
      const lines = rows.map((row) => ({
        ...{ sku: row['StockCode']!, title: row['Description']! },
        ...{ unit: cents(row['UnitPrice']!), quantity: Number(row['Quantity']) },
      }));
      expect(
        order.items.map((item) => [item.identifier, item.sku, item['quantity']]),
        id,
      ).toEqual(lines.map(({ sku, quantity }, i) => [lineName(id, lines, i), sku, quantity]));
    }
  });

  test('an invoice of two minutes is created at the first and updated at the last', () => {
    expect(stored.get('536591')).toMatchObject({
      created_at: '2010-12-01T16:57:00+00:00',
      updated_at: '2010-12-01T16:58:00+00:00',
    });
  });

  test('customers read 17850.0 and are 17850; six orders have none', () => {
    const customers = [...stored.values()].map(
      (order) => (order['customer'] as { identifier: string }).identifier,
    );
    expect(customers.filter((one) => one === 'unknown')).toHaveLength(6);
    expect(customers.filter((one) => one !== 'unknown' && !/^\d{5}$/.test(one))).toEqual([]);
  });

  test('placeholders are named under limits, and the plan shows them', async () => {
    const { stdout } = await carrier.text('orders', 'check', FILE, '--map', MAP);
    const plain = stdout.replace(/\s+/g, ' ');
    const { limits } = JSON.parse(fs.readFileSync(MAP, 'utf8')) as { limits: string[] };
    for (const limit of limits) expect(plain).toContain(limit);
    for (const placeholder of ['no-email@example.invalid', 'not in the export', 'unknown'])
      expect(limits.join('\n')).toContain(placeholder);
  });

  test('again: nothing is sent', async () => {
    const { code, document } = await carrier.json('orders', 'upload', FILE, '--map', MAP, '--rate', 'off');
    expect(code).toBe(0);
    expect(document.orders).toMatchObject({ accepted: 0, already_accepted: 127, skipped: 16 });
  });
});
