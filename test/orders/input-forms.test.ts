// The same orders in other forms of input give the same stored orders: CSV, gzip, stdin, several files, NDJSON, JSON.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { csvHeader, csvOf, generateOrders, messageOf, ndjsonOf } from '../helpers/orders.ts';
import { expectStored, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const { snapshots, expected } = generateOrders({
  seed: 12,
  orders: inForm({ short: 100, long: 300 }),
  versions: 0.2,
});
const CSV = csvOf(snapshots, { repeat: 0.05 });
const NDJSON = ndjsonOf(snapshots);
const rows = CSV.text.slice(csvHeader.length + 1);
// Cut at the end of a row (no cell here ends like a header), which is usually in the middle of an order.
const cut = rows.indexOf('\nSO-', rows.length >> 1) + 1;

test('keys beside the orders of a document are named, and not sent', async () => {
  const cli = makeCli();
  const [order] = snapshots;
  const message = { ...JSON.parse(messageOf([order!])), meta: { page: 1 } };
  cli.file('page.json', JSON.stringify(message));
  const { code, stdout } = await cli.run(['orders', 'check', 'page.json']);
  expect(code).toBe(0);
  expect(stdout).toContain('meta: The key "meta" stands beside the orders: it is not read, and');
  const { warnings } = await cli.json<Summary>(['orders', 'check', 'page.json']);
  const [warning] = warnings.filter(({ code }) => code === 'orders.body.key');
  expect(warning).toMatchObject({ count: 1, first_line: 1 });
});

// Each form alone: test/input. Here they go through the whole command.
test.each<[what: string, names: string[], rows: number, file: string, stdin: string | Buffer]>([
  [
    'a CSV file, and the rest of it on stdin, gzipped',
    ['one.csv', '-'],
    CSV.rows,
    `${csvHeader}\n${rows.slice(0, cut)}`,
    gzipSync(`\ufeff${csvHeader}\n${rows.slice(cut)}`),
  ],
  ['an NDJSON file', ['orders.ndjson'], snapshots.length, NDJSON, ''],
])('%s', async (_what, names, read, file, stdin) => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file(names[0]!, file);
  const args = ['orders', 'upload', ...names, '--rate', 'off'];
  const summary = await cli.json<Summary>(args, { stdin });
  expect(summary).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  expect(summary.rows).toEqual({ read, accounted: read });
  expect(summary.input.files.map(({ path }) => path)).toEqual(names);
  expect(summary.orders).toMatchObject({
    accepted: expected.size,
    superseded: snapshots.length - expected.size,
  });
  expectStored(sandbox, expected);
  expect(sandbox.stats().orders.snapshots).toBe(expected.size);
});

test('after one form was sent, the other forms send nothing again', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('orders.csv', CSV.text);
  cli.file('orders.json', messageOf(snapshots));
  await cli.json(['orders', 'upload', 'orders.csv', '--rate', 'off']);
  const again = await cli.json<Summary>(['orders', 'upload', 'orders.json', '--rate', 'off']);
  expect(again).toMatchObject({ exit: 0, state: 'completed' });
  expect(again.orders).toMatchObject({ accepted: 0, already_accepted: expected.size });
  // `check` writes exactly what was sent.
  const out = await cli.run(['orders', 'check', 'orders.csv', '--quiet', '--out', '-']);
  expect(out.code).toBe(0);
  const lines = out.stdout.trimEnd().split('\n');
  const orders = lines.map((line) => JSON.parse(line) as { identifier: string });
  expect(orders).toHaveLength(expected.size);
  for (const order of orders) expect(order).toEqual(expected.get(order.identifier));
});
