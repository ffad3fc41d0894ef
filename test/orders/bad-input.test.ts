// Bad input: the error says what happened, where, what was expected and found, and what to do. Nothing is
// sent.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { csvHeader, csvOf, generateOrders, messageOf, ndjsonOf, rowsOf } from '../helpers/orders.ts';
import { expectStored, orderRequests, type Summary, sandboxFor, tokenRequests } from '../helpers/sandbox.ts';

const { snapshots, expected } = generateOrders({ seed: 13, orders: 60, versions: 0 });
const CSV = csvOf(snapshots).text;
/** On one line and in ASCII only, so that bytes and characters have the same count. */
const one = snapshots.find((order) => order.items.length === 1 && /^[ -~]+$/.test(rowsOf(order)[0]!))!;
const columnOf = (name: string) => csvHeader.split(',').indexOf(name) + 1;

interface Bad {
  name: string;
  file: string;
  content?: string | Buffer;
  /** The exact content of `place`. */
  place: object;
  code: string;
  expected?: RegExp;
  found?: RegExp;
  hint: RegExp;
}

const BAD: Bad[] = [
  {
    name: 'bytes that are not UTF-8, far down',
    file: 'latin.csv',
    content: Buffer.concat([
      Buffer.from(CSV),
      Buffer.from(rowsOf(one)[0]!.replace('FULFILLED', 'livr\u00e9'), 'latin1'),
    ]),
    place: {
      file: 'latin.csv',
      line: CSV.split(/\r\n|\n/).length,
      byte: Buffer.byteLength(CSV) + rowsOf(one)[0]!.indexOf('FULFILLED') + 4,
    },
    code: 'input.encoding.utf8',
    expected: /UTF-8/,
    found: /0xe9/,
    hint: /--encoding windows-1252/,
  },
  {
    name: 'an unknown column',
    file: 'column.csv',
    content: CSV.replace('customer.email', 'customer.emial'),
    place: { file: 'column.csv', line: 1, column: columnOf('customer.email') },
    code: 'input.header.unknown',
    expected: /template/,
    found: /customer\.emial/,
    hint: /Rename/,
  },
  {
    name: 'JSON that is cut off',
    file: 'broken.json',
    content: messageOf([one]).slice(0, -30),
    place: { file: 'broken.json', line: expect.any(Number), column: expect.any(Number) },
    code: 'input.json.syntax',
    hint: /./,
  },
];

test.each(BAD)('$name: exit 6 with place, expectation and hint; no request is sent', async (bad) => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('good.csv', CSV);
  if (bad.content !== undefined) cli.file(bad.file, bad.content);
  // A valid file comes first: nothing of it may be sent before everything was read.
  for (const args of [
    ['orders', 'upload', 'good.csv', bad.file],
    ['orders', 'check', bad.file],
  ]) {
    const document = await cli.json(args);
    expect(document, args.join(' ')).toMatchObject({
      exit: 6,
      exit_code: 6,
      schema: 'error/1',
      code: bad.code,
    });
    expect(document['place']).toEqual(bad.place);
    if (bad.expected) expect(document['expected']).toMatch(bad.expected);
    if (bad.found) expect(document['found']).toMatch(bad.found);
    expect(document['hint']).toMatch(bad.hint);
  }
  const text = await cli.run(['orders', 'upload', bad.file]);
  expect(text).toMatchObject({ code: 6, stdout: '' });
  const { line, column } = bad.place as { line?: number; column?: number };
  const where = [bad.file, line, column].filter((part) => typeof part !== 'object' && part !== undefined);
  expect(text.stderr).toContain(where.join(':'));
  expect(text.stderr).toMatch(bad.hint);
  for (const part of [bad.expected, bad.found]) if (part) expect(text.stderr).toMatch(part);
  expect(orderRequests(sandbox)).toEqual([]);
  expect(tokenRequests(sandbox)).toEqual([]);
});

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

const wrong = { ...one, total_amount_cents: one.total_amount_cents + 1 };
const WRONG: [string, string, number][] = [
  ['wrong.csv', `${csvHeader}\n${rowsOf(wrong)[0]}\n`, 2],
  ['wrong.ndjson', ndjsonOf([wrong]), 1],
  ['wrong.json', messageOf([wrong]), 4],
];

test.each(WRONG)(
  'a wrong total in %s: exit 3, the refusal names the order, place, field, expected and found',
  async (name, content, line) => {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    cli.file(name, content);
    const summary = await cli.json<Summary>(['orders', 'upload', name]);
    expect(summary).toMatchObject({ exit: 3, exit_code: 3, balanced: true });
    expect(summary.orders).toMatchObject({ accepted: 0, refused: 1, pending: 0 });
    expect(summary.refused.by_code).toEqual([
      expect.objectContaining({ code: 'order.total.unexplained', count: 1 }),
    ]);
    const said = new RegExp(`Expected ${one.total_amount_cents} .*found ${wrong.total_amount_cents}`);
    // The rejects contain the refused order with all details of the refusal.
    const rejects = summary.refused.files.map((file) => fs.readFileSync(file, 'utf8')).join('');
    expect(rejects).toContain('order.total.unexplained');
    expect(rejects).toContain('total_amount_cents');
    expect(rejects).toMatch(said);
    expect(rejects).toContain(name);

    const text = await cli.run(['orders', 'check', name]);
    expect(text.code).toBe(3);
    const flat = `${text.stdout}${text.stderr}`.replace(/\s+/g, ' ');
    const at = new RegExp(`order\\.total\\.unexplained\\s+at ${name}:(\\d+)`).exec(flat);
    expect(Number(at?.[1]), 'the line that is named').toBe(summary.refused.by_code[0]!.first_line);
    expect(Number(at?.[1])).toBeGreaterThanOrEqual(line === 4 ? 4 : line);
    expect(flat).toMatch(said);
    expect(flat).toContain('total_amount_cents');
    expect(orderRequests(sandbox)).toEqual([]);

    // `explain` with the code says what to do.
    const explained = await cli.run(['explain', 'order.total.unexplained']);
    expect(explained.code).toBe(0);
  },
);

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
  cli.file('rejects.csv', rejects.replace(`,${bad.total_amount_cents},`, `,${total},`));
  const again = await cli.json<Summary>([...args, 'rejects.csv']);
  expect(again).toMatchObject({ exit: 0, state: 'completed' });
  expectStored(sandbox, expected);
});
