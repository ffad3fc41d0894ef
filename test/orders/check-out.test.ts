// What `orders check --out` may write to: a file is written completely or not at all, anything but a file is
// never replaced.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';

const orders = generateOrders({ seed: 8, orders: 5, versions: 0 });
const table = csvOf(orders.snapshots).text;

function desk(content = table) {
  const cli = makeCli();
  cli.file('a.csv', content);
  const work = path.join(cli.root, 'work');
  const check = (out: string, ...more: string[]) =>
    cli.run(['orders', 'check', 'a.csv', '--out', out, '--json', ...more]);
  return { work, check };
}

it('an existing file is replaced by the complete result', async () => {
  const { work, check } = desk();
  fs.writeFileSync(path.join(work, 'out.ndjson'), 'before');
  expect(await check('out.ndjson')).toMatchObject({ code: 0 });
  expect(fs.readFileSync(path.join(work, 'out.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(5);
  expect(fs.readdirSync(work).sort()).toEqual(['a.csv', 'out.ndjson']);
});

it.each([
  ['a folder', '.', 'is a folder'],
  ['a folder that does not exist', 'nowhere/out.ndjson', 'does not exist'],
])('%s is a usage error that names --out', async (_what, out, words) => {
  const { work, check } = desk();
  const { code, stdout } = await check(out);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ exit_code: 2, message: expect.stringContaining(words) });
  expect(JSON.parse(stdout).message).toContain('--out');
  expect(fs.readdirSync(work)).toEqual(['a.csv']);
});

it.each([
  ['the input', 'a.csv', []],
  ['a link to the input', 'link', []],
  ['the rejects', 'bad.csv', ['--rejects', 'bad.csv']],
  ['the mapping', 'map.json', ['--map', 'map.json']],
  ['a joined file', 'oms.csv', ['--map', 'm.json', '--with', 'oms=oms.csv']],
])('%s is never overwritten', async (_what, out, more) => {
  const { work, check } = desk();
  fs.symlinkSync('a.csv', path.join(work, 'link'));
  const { code, stdout } = await check(out, ...more);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ code: 'usage.out.taken', exit_code: 2 });
  expect(fs.readFileSync(path.join(work, 'a.csv'), 'utf8')).toBe(table);
  expect(fs.readdirSync(work).sort()).toEqual(['a.csv', 'link']);
});

// Through a link to the device: if the link were replaced, root would have replaced the device.
it.runIf(fs.existsSync('/dev/null'))('a device is not replaced by a file', async () => {
  const { work, check } = desk();
  const link = path.join(work, 'sink');
  fs.symlinkSync('/dev/null', link);
  expect(await check('sink')).toMatchObject({ code: 0 });
  expect(fs.readlinkSync(link)).toBe('/dev/null');
  expect(fs.readdirSync(work).sort()).toEqual(['a.csv', 'sink']);
});

// What is written may hold personal data: it is private, also where a file was there before.
it.each([
  ['--out', 'kept', []],
  ['--rejects', 'other', ['--rejects', 'kept']],
  ['--report', 'other', ['--report', 'kept']],
])('%s: a link stays a link, and the file that it leads to is replaced and private', async (_, out, more) => {
  const { work, check } = desk(
    csvOf(orders.snapshots.map((order, i) => (i === 0 ? { ...order, currency: '' } : order))).text,
  );
  const there = path.join(work, 'there');
  fs.writeFileSync(there, 'old', { mode: 0o644 });
  fs.symlinkSync('there', path.join(work, 'kept'));
  await check(out, ...more);
  expect(fs.readlinkSync(path.join(work, 'kept'))).toBe('there');
  expect(fs.readFileSync(there, 'utf8').length).toBeGreaterThan(100);
  expect(fs.statSync(there).mode & 0o777).toBe(0o600);
});
