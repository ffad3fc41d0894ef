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

/** Orders of three lines, of which two have one sku. */
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
const THREE: Record<number, readonly string[]> = {
  1: ['1 TEE 2500 x2', '2 MAT 2999 x1', '3 TEE 2300 x1'],
  26: ['1 LAMP 4900 x2', '2 TEE 2500 x1', '3 LAMP 4700 x1'],
  51: ['1 CUP 1250 x2', '2 LAMP 4900 x1', '3 CUP 1050 x1'],
  76: ['1 MAT 2999 x2', '2 CUP 1250 x1', '3 MAT 2799 x1'],
};
const named = (id: string, lines: readonly string[]) => lines.map((line) => `${id}-${line}`);

/** The codes that lines and times have, of a run. */
const codesIn = (summary: { [key: string]: { code: string }[] & { by_code: { code: string }[] } }) =>
  [...summary['refused']!.by_code, ...summary['warnings']!, ...summary['notes']!]
    .map(({ code }) => code)
    .filter(
      (code) => !/^order\.(derived|field\.recommended)$|^refund\.(created_at\.past|rma\.missing)$/.test(code),
    );

beforeEach(async () => {
  for (const name of ['buyers.tsv', ...SHOPS.map(({ file }) => file)]) t.file(name, unpacked(name));
  t.file('own.json', fs.readFileSync(path.join(HERE, 'own.json')));
  // A ledger of this build says by which key it knows the sandbox of this test.
  await json('orders', 'upload', ...exported(SHOPS[4]!, (rows, order) => (order === 'T-0' ? rows : [])));
  const file = path.join(t.folders.state, 'ledger.db');
  const keyIn = () => {
    const store = realDatabases.open(file, { durable: true });
    const [row] = store.all('SELECT key, name FROM targets') as [string, string][];
    store.close();
    return row!;
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

it.each(SHOPS)(
  '$file: a change sends the changed orders alone, with the old names of their lines',
  async (shop) => {
    const changed = await upload(shop, later(shop));
    expect(changed).toMatchObject({ exit: 0, orders: { accepted: 4, already_accepted: 96 } });
    expect(codesIn(changed)).toEqual([]);
    for (const n of CHANGED) expect(linesOf(shop.id(n))).toEqual(named(shop.id(n), THREE[n]!));
  },
);

it.each(SHOPS)('$file: the refund of an RMA of an old line is that of its article', async (shop) => {
  const id = shop.id(26);
  const from = exported(shop, moved).filter((word) => word !== '--yes');
  const refund = (line: string) => [id, '--from', ...from, '--lines', `${id}-${line}=1`, '--yes'];
  const refunded = await json('orders', 'refund', ...refund('1'), '--rma', 'RMA-1');
  expect(refunded).toMatchObject({ exit: 0, refund: { total_refund_amount_cents: 4900 } });
  const order = sandbox.order(id)!.order as Order;
  expect(order.refunds.map(({ refund_line_items: [line] }) => line!.order_item_identifier)).toEqual([
    `${id}-1`,
  ]);
  expect(linesOf(id)).toEqual(named(id, THREE[26]!));
});

it('an accepted refund keeps its line: nothing is lost when its order changes', async () => {
  const shop = SHOPS[4]!;
  const changed = await upload(shop, (rows, order) =>
    moved(rows, order).map((row) => (order === 'T-3' ? { ...row, ...shop.changed } : row)),
  );
  expect(changed).toMatchObject({ exit: 0, orders: { accepted: 1, already_accepted: 99 } });
  const [refund] = (sandbox.order('T-3')!.order as Order).refunds;
  expect(refund).toMatchObject({
    ...{ identifier: 'RF-3', total_refund_amount_cents: 4900 },
    refund_line_items: [{ identifier: 'RF-3-T-3-2', quantity: 1, order_item_identifier: 'T-3-2' }],
  });
  expect(linesOf('T-3')).toEqual(['T-3-1 CUP 1250 x1', 'T-3-2 LAMP 4900 x2']);
});

it('new lines, one of a known article and one of another, get identifiers that no line had', async () => {
  const shop = SHOPS[4]!;
  const added = await upload(shop, (rows, order) => {
    if (order !== 'T-1') return rows;
    const [first, ...others] = rows.map((row) => ({ ...row, ...shop.changed })) as [Row, ...Row[]];
    return [{ ...first, SKU: 'HAT', Price: '7.00' }, { ...first, Price: '20.00' }, first, ...others];
  });
  expect(added).toMatchObject({ exit: 0, orders: { accepted: 1, already_accepted: 99 } });
  expect(codesIn(added)).toEqual([]);
  expect(linesOf('T-1')).toEqual([
    ...named('T-1', THREE[1]!),
    ...['T-1-HAT HAT 700 x2', 'T-1-TEE TEE 2000 x2'],
  ]);
});

it('merged with a ledger of this build: the later names stay, every order is named, nothing is sent again', async () => {
  const [now, all] = ['now', 'all'].map((name) => path.join(t.root, name)) as [string, string];
  for (const shop of SHOPS)
    expect((await upload(shop, moved, '--state-dir', now)).orders).toMatchObject({ accepted: 100 });
  const merged = await json('runs', 'merge', now, t.folders.state, '--into', all);
  expect(merged).toMatchObject({ exit: 3, orders: { added: 500 } });
  expect(merged.contradictions).toHaveLength(500);
  for (const shop of SHOPS) {
    const again = await upload(shop, undefined, '--state-dir', all);
    expect(again, shop.file).toMatchObject({ exit: 0, orders: { accepted: 0, already_accepted: 100 } });
    const changed = await upload(shop, later(shop), '--state-dir', all);
    expect(changed).toMatchObject({ exit: 0, orders: { accepted: 4, already_accepted: 96 } });
    expect([...codesIn(again), ...codesIn(changed)]).toEqual([]);
    const names = ['MAT MAT 2999 x1', 'TEE TEE 2300 x1', 'TEE-2 TEE 2500 x2'];
    expect(linesOf(shop.id(1)).sort()).toEqual(named(shop.id(1), names));
  }
});
