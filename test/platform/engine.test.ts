// The code that V8 compiled is kept for the next run, and whatever becomes of it, a command does the same.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeOrders } from '../bench/order-file.ts';
import { BIN, type Cli, makeCli } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';

const run = promisify(execFile);
const CODE = 'order.total.basis';

/** A folder with the code of one run, copied for each test. */
const made = makeCli({ children: true });
const folderOf = ({ env }: Cli) => path.join(env['RETURNS_PACE_DIR']!, 'compiled');

let cli: Cli;
let folder: string;
let kept: string;

const explain = async () => {
  const { code, stdout, stderr } = await cli.run(['explain', CODE]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

/** Says whether a run wrote the code again: it does so when V8 could not use it. */
async function isWrittenAgain(): Promise<boolean> {
  const before = fs.readFileSync(kept);
  fs.utimesSync(kept, 0, 0);
  expect(await explain()).toContain(CODE);
  const isWritten = fs.statSync(kept).mtimeMs > 0;
  // What cannot be used must not stay.
  if (!isWritten) expect(fs.readFileSync(kept).equals(before)).toBe(true);
  return isWritten;
}

beforeAll(async () => {
  cli = made;
  await explain();
});

beforeEach(() => {
  cli = makeCli({ children: true });
  folder = folderOf(cli);
  fs.cpSync(folderOf(made), folder, { recursive: true });
  fs.chmodSync(folder, fs.statSync(folderOf(made)).mode);
  const [name] = fs.readdirSync(folder);
  kept = path.join(folder, name!);
});

test('a second run uses the code of the first, in private files', async () => {
  expect(await isWrittenAgain()).toBe(false);
  expect([folder, kept].map((name) => fs.statSync(name).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('the code of a run that needed much memory is kept, too', async () => {
  const file = path.join(cli.root, 'orders.csv');
  writeOrders(file, 10_000);
  await cli.run(['orders', 'check', file, '--json']);
  expect(fs.readdirSync(folder)).toContain('orders-check');
});

/** What is wrong at one end only is looked for in the longer forms. */
const DAMAGES: [string, (code: Buffer) => Buffer][] = [
  ['one bit is wrong at its end', (code) => flipped(code, code.length - 1)],
  ['one bit is wrong in its middle', (code) => flipped(code, code.length >> 1)],
  ['one bit is wrong at its beginning', (code) => flipped(code, 0)],
  ['its end is missing', (code) => code.subarray(0, code.length >> 1)],
  ['it is empty', () => Buffer.alloc(0)],
];

test.each(inForm({ short: [DAMAGES[1]!, DAMAGES[3]!], long: DAMAGES }))(
  'code is made again when %s',
  async (_what, damage) => {
    fs.writeFileSync(kept, damage(fs.readFileSync(kept)));
    expect(await isWrittenAgain()).toBe(true);
    expect(await isWrittenAgain()).toBe(false);
  },
);

test('code of another file of the program is made again', async () => {
  expect((await cli.run(['calls', 'list'])).code).toBe(0);
  const other = fs.readdirSync(folder).find((name) => name !== path.basename(kept));
  fs.copyFileSync(path.join(folder, other!), kept);
  expect(await isWrittenAgain()).toBe(true);
});

test('code that V8 made with other flags is made again', async () => {
  // One that matters to the code on every version of Node; the size of the heap does not from 24 on.
  cli.env['NODE_OPTIONS'] = '--stack-trace-limit=7';
  expect(await isWrittenAgain()).toBe(true);
  expect(await isWrittenAgain()).toBe(false);
});

test('a folder that others can write into is neither read nor written', async () => {
  fs.chmodSync(folder, 0o777);
  const nobodys = flipped(fs.readFileSync(kept), 40);
  fs.writeFileSync(kept, nobodys);
  expect(await isWrittenAgain()).toBe(false);
});

test('a folder that cannot be made costs nothing', async () => {
  fs.rmSync(folder, { recursive: true });
  fs.writeFileSync(folder, '');
  expect(await explain()).toContain(CODE);
});

test('code that does not fit on the disk leaves nothing behind', async () => {
  fs.rmSync(kept);
  const limited = await run(
    '/bin/sh',
    ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, BIN, 'explain', CODE],
    { env: cli.env },
  );
  expect(limited.stdout).toContain(CODE);
  expect(fs.readdirSync(folder)).toEqual([]);
});

function flipped(code: Buffer, place: number): Buffer {
  const copy = Buffer.from(code);
  copy[place] = copy[place]! ^ 1;
  return copy;
}
