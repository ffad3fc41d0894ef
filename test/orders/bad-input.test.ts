// Bad input: the error says what happened, where, what was expected and found, and what to do. Nothing is
// sent.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders, rowsOf } from '../helpers/orders.ts';
import { expectStored, type Summary, sandboxFor, tokenRequests } from '../helpers/sandbox.ts';

const { snapshots, expected } = generateOrders({ seed: 13, orders: 60, versions: 0 });
const CSV = csvOf(snapshots).text;
/** On one line. */
const one = snapshots.find((order) => order.items.length === 1 && /^[ -~]+$/.test(rowsOf(order)[0]!))!;
/** Gives all files under the root to a user without rights, when the tests run as root. */
async function readableBy(cli: Cli, uid: number): Promise<boolean> {
  for (const entry of [cli.root, ...fs.readdirSync(cli.root, { recursive: true }).map(String)])
    fs.chownSync(path.resolve(cli.root, entry), uid, uid);
  return (await cli.run(['--version'], { uid }).catch(() => ({ code: -1 }))).code === 0;
}

test('a file without permission: exit 6 that says so', async (context) => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const file = cli.file('secret.csv', CSV);
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? { uid: 65_534 } : {};
  if (process.platform === 'win32') return context.skip('permissions of this kind are not on Windows');
  if (isRoot && !(await readableBy(cli, 65_534)))
    return context.skip('as root everything is readable, and another user cannot run the tool here');
  fs.chmodSync(file, 0o000);
  const document = await cli.json(['orders', 'upload', 'secret.csv'], uid);
  expect(document).toMatchObject({ exit: 6, code: 'input.file.permission', place: { file: 'secret.csv' } });
  expect(document['found']).toBe('EACCES');
  expect(document['hint']).toMatch(/chmod u\+r/);
  expect(tokenRequests(sandbox)).toEqual([]);
});

test('one wrong total among good orders: the others are delivered, exit 3, the corrected rejects are accepted', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const bad = { ...one, total_amount_cents: one.total_amount_cents + 1 };
  cli.file('orders.csv', csvOf(snapshots.map((order) => (order === one ? bad : order))).text);
  const args = ['orders', 'upload', '--rate', 'off'];
  const summary = await cli.json<Summary>([...args, 'orders.csv', '--rejects', 'rejects.csv']);
  expect(summary).toMatchObject({ exit: 3, state: 'completed', balanced: true });
  expect(summary.orders).toMatchObject({ accepted: expected.size - 1, refused: 1 });
  expectStored(sandbox, new Map([...expected].filter(([id]) => id !== one.identifier)));

  const rejects = fs.readFileSync(path.join(cli.root, 'work/rejects.csv'), 'utf8');
  const total = String(one.total_amount_cents);
  for (const said of ['order.total.unexplained', 'total_amount_cents', 'orders.csv'])
    expect(rejects).toContain(said);
  expect(rejects).toMatch(new RegExp(`Expected ${total} .*found ${bad.total_amount_cents}`));
  cli.file('rejects.csv', rejects.replace(`,${bad.total_amount_cents},`, `,${total},`));
  const again = await cli.json<Summary>([...args, 'rejects.csv']);
  expect(again).toMatchObject({ exit: 0, state: 'completed' });
  expectStored(sandbox, expected);
});
