// `--map NAME`, and headers that a mapping was remembered for: found, said, recorded; everything else is refused with
// the way on.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCli, targetEnvironment } from '../helpers/cli.ts';
import { inForm, itLong } from '../helpers/form.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { COLUMNS, desk, EXPORT, MAPPING, sampleText } from '../mappings/known.ts';

const SAID =
  /^Columns as in the export that was mapped on \d{4}-\d\d-\d\d: using the remembered mapping mine \(\/.*\/mappings\/mine\.json\); --map FILE takes another$/m;
/** In the short form the first and the last row. */
const ends = <T>(rows: readonly T[]): readonly T[] =>
  inForm({ short: rows.filter((_, i) => i === 0 || i === rows.length - 1), long: rows });

const CHECK = ['orders', 'check', 'export.csv'];
/** The export with another text in its header. */
const renamed = (from: string, to: string) => EXPORT.replace(from, to);

describe('--map NAME', () => {
  it('takes a shipped mapping, a remembered one before it, and a file before both', async () => {
    const at = desk();
    const mapped = async () =>
      (await at.json<{ mapping: object }>([...CHECK, '--map', 'shopify-orders'])).mapping;
    expect(await mapped()).toEqual({
      ...{ name: 'Shopify order export', from: 'shipped', source: 'shopify-orders' },
    });
    at.old('shopify-orders', { ...MAPPING, name: 'Ours' }, ['other']);
    expect(await mapped()).toEqual({ name: 'Ours', from: 'remembered', source: 'shopify-orders' });
    // A folder of that name is not a mapping.
    fs.mkdirSync(path.join(at.work, 'shopify-orders'));
    expect(await mapped()).toMatchObject({ from: 'remembered' });
    fs.rmdirSync(path.join(at.work, 'shopify-orders'));
    at.file('shopify-orders', JSON.stringify({ ...MAPPING, name: 'A file' }));
    expect(await mapped()).toEqual({ name: 'A file', from: 'file', source: 'shopify-orders' });
  });

  it('is null in the summary of a file that has the columns of the template', async () => {
    const at = desk();
    at.file('orders.csv', (await at.run(['orders', 'template'])).stdout);
    expect(await at.json(['orders', 'check', 'orders.csv'])).toMatchObject({ mapping: null });
  });

  it.each(
    ends([
      [
        'shopify-ordres',
        /There is no mapping "shopify-ordres", and no file of that name\. Did you mean "shopify-orders"\?/,
      ],
      [
        'shopify-orders.json',
        /There is no mapping "shopify-orders\.json", and no file of that name\. Did you mean "shopify-orders"\?/,
      ],
      ['nothing-like-it', /There is no mapping "nothing-like-it", and no file of that name\.$/],
      ['\u001b[31m', /\\u\{1b\}/],
    ]),
  )('knows no mapping %j: exit 6', async (name, message) => {
    const at = desk();
    await at.remember('mine');
    const failed = await at.json<{ message: string; hint: string }>([...CHECK, '--map', name]);
    expect(failed).toMatchObject({ exit: 6, code: 'input.map.missing' });
    expect(failed.message).toMatch(message);
    expect(failed.hint).toMatch(/returns mappings list|--map/);
  });

  it('does not take a mapping of ASNs for orders, nor suggest one; asns check takes it', async () => {
    const at = desk();
    expect(await at.json([...CHECK, '--map', 'wms-transfers'])).toMatchObject({
      ...{ exit: 6, code: 'input.map.message' },
    });
    expect(await at.json([...CHECK, '--map', 'wms-transfer'])).toMatchObject({
      ...{ exit: 6, message: expect.not.stringContaining('Did you mean') },
    });
    at.file('wms.csv', fs.readFileSync(path.resolve('samples/exports/wms-transfers.csv')));
    expect(await at.json(['asns', 'check', 'wms.csv', '--map', 'wms-transfers'])).toMatchObject({
      mapping: { from: 'shipped', source: 'wms-transfers' },
    });
    expect(await at.json(['asns', 'check', 'wms.csv', '--map', 'wms-transfer'])).toMatchObject({
      ...{ exit: 6, message: expect.stringContaining('"wms-transfers"') },
    });
  });

  it('ends with 7 for a damaged one, which stops nothing else', async () => {
    const at = desk();
    at.damage('mine');
    expect(await at.json([...CHECK, '--map', 'mine'])).toMatchObject({ exit: 7, code: 'state.mapping' });
    expect(await at.json([...CHECK, '--map', 'shopify-orders'])).toMatchObject({ exit: 3 });
    at.file('orders.csv', (await at.run(['orders', 'template'])).stdout);
    expect(await at.run(['orders', 'check', 'orders.csv'])).toMatchObject({ exit: 0 });
  });

  it('says for a remembered mapping that is wrong where: in its file, or in the lines of `returns mappings show`', async () => {
    const at = desk();
    const wrong = { name: 'x', order: { identifer: 'Name' }, item: {} };
    await at.remember('mine', COLUMNS, wrong);
    at.old('before', wrong, ['other']);
    for (const [name, file] of [
      ['mine', path.join(at.folder, 'mine.json')],
      ['before', '`returns mappings show before`'],
    ] as const)
      expect(await at.json([...CHECK, '--map', name])).toMatchObject({
        ...{ exit: 6, code: 'input.map.key' },
        place: { file, line: 4, path: 'order.identifer' },
      });
  });
});

describe('a header that a mapping was remembered for', () => {
  it('is uploaded with it after saying so; summary, plan and record of the run name it', async () => {
    const sandbox = await sandboxFor();
    const at = desk({ env: targetEnvironment(sandbox) });
    await at.remember('mine');
    const done = await at.json<{ run: string }>(['orders', 'upload', 'export.csv', '--rate', 'off', '--yes']);
    const mapping = { name: 'Shopify order export', from: 'remembered', source: 'mine' };
    expect(done).toMatchObject({ exit: 3, orders: { accepted: 26 }, mapping });
    expect(done.stderr).toMatch(SAID);
    expect(sandbox.orders()).toHaveLength(26);
    expect(await at.json(['runs', 'show', done.run])).toMatchObject({ mapping });
    expect((await at.run(['runs', 'show', done.run])).stdout).toMatch(
      /^ {2}mapping +Shopify order export \(remembered: mine\)$/m,
    );
    const { stdout, stderr } = await at.run(CHECK);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/\(remembered: mine, \/.*\/mine\.json\)/);
    expect(stderr.indexOf('Columns as in')).toBe(0);
    expect((await at.run([...CHECK, '--quiet'])).stderr).toMatch(SAID);
  });

  it('is found in any order of its columns, with columns that are ignored, and by --trace', async () => {
    const at = desk();
    await at.remember('mine', [...COLUMNS].reverse());
    at.file('export.csv', EXPORT.replace(/(\r?\n)/g, ',x$1').replace(',x', ',_x'));
    const { exit, stdout, stderr } = await at.run([...CHECK, '--trace', '2018']);
    expect(stderr).toMatch(SAID);
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('Order 2018') });
  });

  it.each(
    ends([
      ['as it is', (text: string) => Buffer.from(text)],
      ['compressed', (text: string) => gzipSync(text)],
      ['with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ]),
  )('is found on standard input, %s; nothing of it stays on the disk', async (_how, bytes) => {
    const at = desk();
    await at.remember('mine');
    const cli = makeCli({ root: at.root });
    const whole = await cli.json<{ input: { files: unknown[] } }>(['orders', 'check', '-'], {
      stdin: bytes(EXPORT),
    });
    expect(whole).toMatchObject({ exit: 3, orders: { pending: 26 }, mapping: { source: 'mine' } });
    expect(whole.stderr).toMatch(SAID);
    expect(at.spooled()).toEqual([]);
    const sized = bytes(EXPORT).length;
    expect(whole.input.files).toMatchObject([{ bytes: sized }]);
  });

  it.each(
    ends([
      ['a file', CHECK, (bytes: Buffer) => bytes],
      ['a compressed file', CHECK, (bytes: Buffer) => gzipSync(bytes)],
      ['standard input', ['orders', 'check', '-'], (bytes: Buffer) => bytes],
      ['compressed standard input', ['orders', 'check', '-'], (bytes: Buffer) => gzipSync(bytes)],
    ]),
  )('is found in the encoding that the mapping names: %s', async (_how, args, packed) => {
    const at = desk();
    const header = COLUMNS.map((name) => (name === 'Vendor' ? 'Verkäufer' : name));
    await at.remember('mine', header, { ...MAPPING, file: { encoding: 'windows-1252', delimiter: ',' } });
    const bytes = Buffer.from(renamed('Vendor', 'Verkäufer').replaceAll(/[^\u0000-\u00ff]/g, '?'), 'latin1');
    const given = packed(bytes);
    at.file('export.csv', given);
    const found = await at.json<{ input: { files: unknown[] } }>(args, { stdin: given });
    expect(found).toMatchObject({ exit: 3, orders: { pending: 26 }, mapping: { source: 'mine' } });
    const sha256 = createHash('sha256').update(given).digest('hex');
    expect(found.input.files).toMatchObject([{ bytes: given.length, sha256 }]);
    expect(at.spooled()).toEqual([]);
    // Another mapping of that encoding is not taken for it.
    at.file('export.csv', Buffer.from(bytes.toString('latin1').replace('Vendor', 'V'), 'latin1').subarray(1));
    expect(await at.json(CHECK)).toMatchObject({ exit: 6, code: 'input.encoding.utf8' });
  });

  itLong(
    'is found with the delimiter that divides it so, also where another one seems likelier',
    async () => {
      const at = desk();
      const odd = ['Name, or number', ...COLUMNS.slice(1)];
      const mapping = JSON.parse(
        JSON.stringify(MAPPING).replaceAll('"Name"', '"Name, or number"'),
      ) as typeof MAPPING;
      await at.remember('mine', odd, mapping);
      const cells = sampleText('exports/shopify-orders.csv').split('\n');
      // No cell of these rows needs quotes.
      const rows = cells.filter((row, i) => i > 0 && !row.includes('"') && row.split(',').length === 79);
      at.file('export.csv', [odd.join(';'), ...rows.map((row) => row.replaceAll(',', ';'))].join('\n'));
      expect(await at.json(CHECK)).toMatchObject({ mapping: { source: 'mine' } });
    },
  );

  it('is for all files of the command: one with other columns is refused, before anything is sent', async () => {
    const sandbox = await sandboxFor();
    const at = desk({ env: targetEnvironment(sandbox) });
    await at.remember('mine');
    at.file('same.csv', EXPORT.replaceAll('#', '#9'));
    at.file('more.csv', EXPORT.replace(/(\r?\n)/g, ',x$1'));
    at.file('orders.csv', (await at.run(['orders', 'template'])).stdout);
    const upload = (...files: string[]) => at.json(['orders', 'upload', ...files, '--yes', '--rate', 'off']);
    for (const other of ['more.csv', 'orders.csv'])
      expect(await upload('export.csv', other)).toMatchObject({
        ...{ exit: 6, code: 'input.header.differs', place: { file: other } },
      });
    expect(await upload('orders.csv', 'export.csv')).toMatchObject({
      ...{ exit: 6, code: 'input.header.foreign', place: { file: 'export.csv' } },
    });
    expect(sandbox.orders()).toEqual([]);
    expect(await upload('export.csv', 'same.csv')).toMatchObject({ exit: 3, mapping: { source: 'mine' } });
  });

  it('is not taken when --map names another one, nor for one of ASNs', async () => {
    const at = desk();
    await at.remember('mine', COLUMNS, { ...MAPPING, message: 'asn' });
    expect(await at.json(CHECK)).toMatchObject({ exit: 6, code: 'input.header.foreign' });
    await at.remember('mine');
    const named = await at.json([...CHECK, '--map', 'shopify-orders']);
    expect(named).toMatchObject({ mapping: { from: 'shipped' } });
    expect(named.stderr).not.toContain('Columns as in');
  });

  it('that is damaged or wrong by now sends nothing', async () => {
    const at = desk();
    const name = await at.remember('mine', COLUMNS, { name: 'x', order: {}, item: {} });
    expect(await at.json(CHECK)).toMatchObject({ exit: 6, code: expect.stringMatching(/^input\.map\./) });
    at.damage(name);
    expect(await at.json(CHECK)).toMatchObject({ exit: 6, code: 'input.json.syntax' });
    at.damage(`${name}.columns`);
    expect(await at.json(CHECK)).toMatchObject({
      ...{ exit: 6, code: 'input.header.foreign' },
      hint: expect.stringContaining('`returns mappings remove mine`'),
    });
  });
});

describe('a header that is not known', () => {
  const hintOf = async (at: ReturnType<typeof desk>, file = 'export.csv') =>
    await at.json<{ hint: string; message: string }>(['orders', 'check', file]);

  it('of a platform: names its mapping, and the command that makes one; nothing is used', async () => {
    const failed = await hintOf(desk());
    expect(failed).toMatchObject({ exit: 6, code: 'input.header.foreign' });
    expect(failed.hint).toContain('--map shopify-orders');
    expect(failed.hint).toContain('`returns orders map export.csv`');
  });

  it('nearly one that was remembered: says what differs', async () => {
    const at = desk();
    await at.remember('mine');
    at.file('export.csv', renamed('Lineitem sku', 'Lineitem_SKU').replace('Vendor', 'Maker'));
    const { hint, message } = await hintOf(at);
    expect(message).toBe(
      'The header is nearly the one of the remembered mapping mine: renamed "Lineitem sku" to "Lineitem_SKU"; new "Maker"; missing "Vendor"',
    );
    expect(hint).toContain('`returns orders map export.csv` takes that mapping over');
  });

  it('of the template with a mistake keeps its message', async () => {
    const at = desk();
    const template = (await at.run(['orders', 'template'])).stdout;
    at.file('orders.csv', template.replace('raw_status', 'raw_statuss'));
    const before = await hintOf(at, 'orders.csv');
    expect(before).toMatchObject({
      ...{ exit: 6, code: 'input.header.unknown' },
      message: 'Unknown column "raw_statuss" (did you mean "raw_status"?)',
    });
    expect(before.hint).not.toContain('map');
    await at.remember('mine');
    at.damage('other');
    expect((await hintOf(at, 'orders.csv')).hint).toBe(before.hint);
  });
});
