// A ledger that an older build made, whose lines are named by their positions (ORDER-1, ORDER-2), goes on with this one: the
// same exports send nothing, changes keep the old names. 500 orders of five mappings; the right values were worked out by hand.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, it } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { realDatabases } from '../../src/platform/database.ts';
import { json, sandbox, t, useOrderDesk } from '../helpers/order-desk.ts';

useOrderDesk();

type Row = Record<string, string>;
type Change = (rows: readonly Row[], order: string) => readonly Row[];

const HERE = path.join(import.meta.dirname, 'old-ledger');
const unpacked = (name: string): Buffer => zlib.gunzipSync(fs.readFileSync(path.join(HERE, `${name}.gz`)));

interface Shop {
  readonly file: string;
  readonly words: readonly string[];
  readonly order: string;
  readonly id: (number: number) => string;
  /** What one changes of an order, without its lines. */
  readonly changed: Row;
  /** The columns of article, units and unit price. */
  readonly line: readonly [sku: string, units: string, price: string];
}

const SHOPS: readonly Shop[] = [
  {
    file: 'amazon.tsv',
    words: ['--map', 'amazon-all-orders', '--with', 'buyers=buyers.tsv'],
    order: 'amazon-order-id',
    id: (n) => `901-${String(n).padStart(7, '0')}-0000001`,
    changed: { 'last-updated-date': '2026-11-20T09:00:00+00:00' },
    line: ['sku', 'quantity', 'item-price'],
  },
  {
    file: 'shopify.csv',
    words: ['--map', 'shopify-orders', '--timezone', 'UTC'],
    order: 'Name',
    id: (n) => `3${String(n).padStart(3, '0')}`,
    changed: { 'Fulfilled at': '2026-11-20 09:00:00 -0400' },
    line: ['Lineitem sku', 'Lineitem quantity', 'Lineitem price'],
  },
  {
    file: 'squarespace.csv',
    words: ['--map', 'squarespace-orders'],
    order: 'Order ID',
    id: (n) => `4${String(n).padStart(4, '0')}`,
    changed: { 'Fulfilled at': '2026-11-20 09:00:00 -0400' },
    line: ['Lineitem sku', 'Lineitem quantity', 'Lineitem price'],
  },
  {
    file: 'wix.csv',
    words: ['--map', 'wix-orders', '--timezone', 'UTC'],
    order: 'Order number',
    id: (n) => `5${String(n).padStart(4, '0')}`,
    // The export has no date of change.
    changed: { 'Delivery city': 'Albany' },
    line: ['SKU', 'Qty', 'Price'],
  },
  {
    file: 'own.csv',
    words: ['--map', 'own.json'],
    order: 'Order',
    id: (n) => `T-${n}`,
    changed: { Changed: '2026-11-20T09:00:00Z' },
    line: ['SKU', 'Qty', 'Price'],
  },
];

/** What the export says of a line, and not of the order. */
const OF_LINE = /^(Lineitem|sku$|product-name$|quantity$|item-price$|Item$|Qty$|Price$|Refund)/i;

const delimiterOf = (file: string) => (file.endsWith('.tsv') ? '\t' : ',');
const read = ({ file }: Shop): Row[] =>
  parse(unpacked(file), { columns: true, delimiter: delimiterOf(file) }) as Row[];

/** The export with a change for the rows of each order, and the words that upload it. */
function exported(shop: Shop, change: Change = (rows) => rows): string[] {
  const orders = Map.groupBy ? undefined : undefined;
  void orders;
  const groups = new Map<string, Row[]>();
  for (const row of read(shop)) {
    const order = row[shop.order]!;
    groups.set(order, [...(groups.get(order) ?? []), row]);
  }
  const rows = [...groups].flatMap(([order, list]) => change(list, order.replace('#', '')));
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(cell))];
  t.file(shop.file, lines.map((one) => one.join(delimiterOf(shop.file))).join('\n'));
  return [shop.file, ...shop.words, '--decimal', '.', '--level', 'item.shipment.missing=off', '--yes'];
}

const upload = (shop: Shop, change?: Change, ...more: string[]) =>
  json('orders', 'upload', ...exported(shop, change), ...more);

/** The first row's line becomes the last one. */
const moved: Change = (rows) =>
  rows.map((row, i) => {
    const other = rows[(i + 1) % rows.length]!;
    const cells = Object.keys(row).map((key) => [key, (OF_LINE.test(key) ? other : row)[key]!]);
    return Object.fromEntries(cells) as Row;
  });

/** Order 1, 26, 51 and 76: three lines, of which two have one sku. */
const CHANGED = [1, 26, 51, 76];
const later =
  (shop: Shop): Change =>
  (rows, order) => {
    if (!CHANGED.some((n) => shop.id(n) === order)) return moved(rows, order);
    const filled = ([key]: readonly [string, string], row: Row) => row[key] !== '';
    return moved(rows, order).map((row) => ({
      ...row,
      ...Object.fromEntries(Object.entries(shop.changed).filter((one) => filled(one, row))),
    }));
  };

const linesOf = (id: string): string[] =>
  (sandbox.order(id)!.order as Order).items.map(
    (item) => `${item.identifier} ${item.sku} ${item.unit_price_amount_cents} x${item.quantity}`,
  );
const THREE = ['1 TEE 2500 x2', '2 MAT 2999 x1', '3 TEE 2300 x1'];
const named = (id: string, lines: readonly string[]) => lines.map((line) => `${id}-${line}`);

/** The codes that lines and times have, of a run. */
const codesIn = (summary: { [key: string]: { code: string }[] & { by_code: { code: string }[] } }) =>
  [...summary['refused']!.by_code, ...summary['warnings']!, ...summary['notes']!]
    .map(({ code }) => code)
    .filter((code) => !/^order\.(derived|field\.recommended)$|^refund\.(created_at\.past|rma\.missing)$/.test(code));

beforeEach(async () => {
  for (const name of ['buyers.tsv', ...SHOPS.map(({ file }) => file)]) t.file(name, unpacked(name));
  t.file('own.json', fs.readFileSync(path.join(HERE, 'own.json')));
  // A ledger of this build says by which key it knows the sandbox of this test.
  await json('orders', 'upload', ...exported(SHOPS[4]!, (rows, order) => (order === 'T-0' ? rows : [])));
  const file = path.join(t.folders.state, 'ledger.db');
  const keyIn = () => {
    const store = realDatabases.open(file, { durable: true });
    const [[key, name]] = store.all('SELECT key, name FROM targets') as [string, string][];
    store.close();
    return [key, name] as const;
  };
  const [key, name] = keyIn();
  fs.rmSync(t.folders.state, { recursive: true });
  fs.mkdirSync(t.folders.state, { mode: 0o700 });
  fs.writeFileSync(file, unpacked('ledger.db'), { mode: 0o600 });
  const store = realDatabases.open(file, { durable: true });
  store.run('UPDATE targets SET key = ?, name = ?', key, name);
  store.close();
});

it('the same exports, and the same with rows in another order, send nothing', async () => {
  for (const change of [undefined, moved])
    for (const shop of SHOPS) {
      const again = await upload(shop, change);
      expect(again, shop.file).toMatchObject({ exit: 0, orders: { accepted: 0, already_accepted: 100 } });
      expect(codesIn(again), shop.file).toEqual([]);
    }
});

it.each(SHOPS)('$file: a change sends the changed orders alone, with the old names of their lines', async (shop) => {
  const changed = await upload(shop, later(shop));
  expect(changed).toMatchObject({ exit: 0, orders: { accepted: 4, already_accepted: 96 } });
  expect(codesIn(changed)).toEqual([]);
  for (const n of CHANGED) console.log(shop.id(n), linesOf(shop.id(n)));
  expect(linesOf(shop.id(1))).toEqual(named(shop.id(1), THREE));
});

it('debug merge', async () => {
  const now = path.join(t.root, 'now');
  const all = path.join(t.root, 'all');
  for (const shop of SHOPS) {
    const one = await upload(shop, moved, '--state-dir', now);
    console.log(shop.file, one.exit, one.orders);
  }
  console.log(linesOf('T-1'));
  const merged = await json('runs', 'merge', t.folders.state, now, '--into', all);
  console.log(JSON.stringify(merged).slice(0, 1500));
  for (const change of [undefined, moved])
    for (const shop of SHOPS) {
      const one = await upload(shop, change, '--state-dir', all);
      console.log(shop.file, one.exit, one.orders, codesIn(one));
    }
  for (const shop of SHOPS) {
      const one = await upload(shop, later(shop), '--state-dir', all);
      console.log(shop.file, one.exit, one.orders, codesIn(one), linesOf(shop.id(1)));
  }
});
