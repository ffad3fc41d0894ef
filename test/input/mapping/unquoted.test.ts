// Files that quote nothing (`file.quote: none`): a double quote is a sign of the text, also in the rejects.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CsvRecords } from '../../../src/input/csv-records.ts';
import { run } from '../../../src/main.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { fc } from '../../helpers/random.ts';
import { desk } from '../support.ts';
import { itemsOf, load, mappingOf } from './support.ts';

const mapping = mappingOf({
  file: { delimiter: '\t', quote: 'none' },
  item: { title: 'Title', unit_price_amount_cents: 'Price' },
});
const HEADER = 'No\tAt\tSku\tQty\tTitle\tPrice';
const rowOf = (no: string, title: string, price = '1.00') =>
  `${no}\t2026-05-01 10:00\tA\t1\t${title}\t${price}`;

it('reads quotes as they are, wherever they stand', async () => {
  const titles = ['"', '27" screen', '"Best" cap', '""', 'a "b" c'];
  const at = desk();
  at.file('f1.csv', [HEADER, ...titles.map((title, i) => rowOf(String(i), title))].join('\r\n'));
  const orders = await at.read('f1.csv', { map: load(mapping) });
  expect(orders.map((order) => itemsOf(order)[0]!['title'])).toEqual(titles);
  const quoted = load({ ...mapping, file: { delimiter: '\t' } });
  expect(await at.fail('f1.csv', { map: quoted })).toMatchObject({ code: 'input.csv.quote', exitCode: 6 });
});

it('any cells without delimiter and line break are read back, however the bytes are cut', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', "'", ' ', 'é', ',') });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const all = [['x', 'y', 'z'], ...rows.map((row) => row.map((text) => `-${text}`))];
        const bytes = Buffer.from(all.map((row) => `${row.join('\t')}\n`).join(''));
        const found: string[][] = [];
        const records = new CsvRecords('f', '\t', (cells) => found.push(cells), { isQuoted: false });
        for (let at = 0; at < bytes.length; at += size) records.write(bytes.subarray(at, at + size));
        records.end();
        expect(found).toEqual(all);
      },
    ),
  );
});

it('the rejects are written in the same way, and can be corrected and read again', async () => {
  const test = testPlatform();
  test.file('map.json', JSON.stringify(mapping));
  test.file('e.txt', `${[HEADER, rowOf('1', '27" screen', 'free'), rowOf('2', '"x', '?')].join('\n')}\n`);
  const args = ['--map', 'map.json', '--rejects', 'r.txt', '--currency', 'USD'];
  await run(['orders', 'check', 'e.txt', ...args], test.platform);
  const file = path.join(test.platform.cwd, 'r.txt');
  const [header, first, second, end] = fs.readFileSync(file, 'utf8').split('\n');
  expect(header).toBe(`${HEADER}\t_code\t_field\t_message\t_status\t_file\t_line`);
  expect(first!.split('\t').slice(0, 8)).toEqual([
    ...rowOf('1', '27" screen', 'free').split('\t'),
    expect.stringContaining('cell.amount'),
    expect.stringContaining('unit_price'),
  ]);
  expect(first!.split('\t')).toHaveLength(12);
  expect(second!.split('\t').slice(-2)).toEqual(['e.txt', '3']);
  expect(end).toBe('');
  // Again: the cells of the first time are replaced, not added to.
  fs.renameSync(file, path.join(test.platform.cwd, 'again.txt'));
  await run(['orders', 'check', 'again.txt', ...args], test.platform);
  expect(fs.readFileSync(file, 'utf8').split('\n')[1]!.split('\t')).toHaveLength(12);
});
