// Files of databases (`file.escape: backslash`): a backslash takes the meaning from the sign behind it, also in the rejects; and
// what is blank or empty in any export.

import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CsvRecords } from '../../../src/input/csv-records.ts';
import { run } from '../../../src/main.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { fc } from '../../helpers/random.ts';
import { desk } from '../support.ts';
import { itemsOf, load, mappingOf } from './support.ts';

const item = { title: 'Title', unit_price_amount_cents: 'Price' };
const mapping = mappingOf({ file: { escape: 'backslash' }, item });
const HEADER = 'No,At,Sku,Qty,Title,Price';
const rowOf = (title: string, no = '1', price = '1.00') => `${no},2026-05-01 10:00,A,1,${title},${price}`;

async function titleOf(cell: string, map = mapping) {
  const at = desk();
  at.file('f1.csv', `${HEADER}\n${rowOf(cell)}\n${rowOf('next', '2')}\n`);
  const [first, second, ...more] = await at.read('f1.csv', { map: load(map) });
  expect([second!.rows[0]!.line, more]).toEqual([3 + (cell.match(/\n/g)?.length ?? 0), []]);
  return itemsOf(first!)[0]!['title'];
}

it.each([
  [String.raw`"Cup \"XL\""`, 'Cup "XL"'],
  ['"Cup ""XL"""', 'Cup "XL"'],
  [String.raw`"Cup 12\""`, 'Cup 12"'],
  [String.raw`"C:\\"`, 'C:\\'],
  [String.raw`"a\nb\tc\0d\re"`, 'a\nb\tcd\re'],
  ['"a\\\nb"', 'a\nb'],
  ['"a\nb"', 'a\nb'],
  [String.raw`a\,b`, 'a,b'],
  [String.raw`\"a\"`, '"a"'],
  [String.raw`\N`, undefined],
  ['""', undefined],
])('%s', async (cell, title) => {
  expect(await titleOf(cell)).toBe(title);
});

it.each([
  [String.raw`\N`, undefined],
  [String.raw`C:\New`, 'C:\\New'],
  [String.raw`"Cup 12\"`, 'Cup 12\\'],
  ['\u00a0cup \t', 'cup'],
  ['" \u00a0"', undefined],
])('without it: %s', async (cell, title) => {
  expect(await titleOf(cell, mappingOf({ item }))).toBe(title);
});

it.each(['"a" b', 'a "b"', String.raw`"a\"`])('%s is refused', async (cell) => {
  const at = desk();
  at.file('f1.csv', `${HEADER}\n${rowOf(cell)}\n`);
  expect(await at.fail('f1.csv', { map: load(mapping) })).toMatchObject({ exitCode: 6, place: { line: 2 } });
});

it('without it, the refusal says how such a file is read', async () => {
  const at = desk();
  at.file('f1.csv', `${HEADER}\n${rowOf(String.raw`"Cup \"XL\""`)}\n`);
  const failure = await at.fail('f1.csv', { map: load(mappingOf({ item })) });
  expect(failure).toMatchObject({ code: 'input.csv.quote', place: { line: 2 } });
  expect(failure.hint).toContain('"file": {"escape": "backslash"}');
});

const SIGNS = ['a', '"', '\\', ' ', 'é', ',', '\n', '\r'];

it.each<[string, string[], (text: string) => string, ConstructorParameters<typeof CsvRecords>[3]]>([
  ['escaped', SIGNS, (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`, { isEscaped: true }],
  ['without quotes', ['a', '"', "'", ' ', 'é', ';'], (text) => text, { isQuoted: false }],
])('any cells are read back, however the bytes are cut: %s', (_, signs, written, options) => {
  const cell = fc.string({ unit: fc.constantFrom(...signs) });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, size) => {
        const all = [['x', 'y', 'z'], ...rows.map((row) => row.map((text) => `-${text}`))];
        const bytes = Buffer.from(all.map((row) => `${row.map(written).join(',')}\r\n`).join(''));
        const found: string[][] = [];
        const records = new CsvRecords('f', ',', (cells) => found.push(cells), options);
        for (let at = 0; at < bytes.length; at += size) records.write(bytes.subarray(at, at + size));
        records.end();
        expect(found).toEqual(all);
      },
    ),
  );
});

it.each(['\u00a0, ,\t,,, ', ' ', ',,,,,'])('a row of blanks is none: %j', async (blank) => {
  const at = desk();
  at.file('f1.csv', `${HEADER}\n${rowOf('cup')}\n${blank}\n${rowOf('mat', '2')}\n${blank}\n`);
  const orders = await at.read('f1.csv', { map: load(mappingOf({ item })) });
  expect(orders.map((one) => [one.id, itemsOf(one).length, one.rows[0]!.line])).toEqual([
    ['1', 1, 2],
    ['2', 1, 4],
  ]);
});

// Files that quote nothing (`file.quote: none`): a double quote is a sign of the text, also in the rejects.

const unquoted = mappingOf({
  file: { delimiter: '\t', quote: 'none' },
  item: { title: 'Title', unit_price_amount_cents: 'Price' },
});
const TABS = 'No\tAt\tSku\tQty\tTitle\tPrice';
const tabsOf = (no: string, title: string, price = '1.00') =>
  `${no}\t2026-05-01 10:00\tA\t1\t${title}\t${price}`;

it('reads quotes as they are, wherever they stand', async () => {
  const titles = ['"', '27" screen', '"Best" cap', '""', 'a "b" c'];
  const at = desk();
  at.file('f1.csv', [TABS, ...titles.map((title, i) => tabsOf(String(i), title))].join('\r\n'));
  const orders = await at.read('f1.csv', { map: load(unquoted) });
  expect(orders.map((order) => itemsOf(order)[0]!['title'])).toEqual(titles);
  const quoted = load({ ...unquoted, file: { delimiter: '\t' } });
  expect(await at.fail('f1.csv', { map: quoted })).toMatchObject({ code: 'input.csv.quote', exitCode: 6 });
});

it.each<[string, object, string]>([
  ['escaped', mapping, `${HEADER}\n${rowOf(String.raw`"Cup 12\""`, '1', '"\\"free\\""')}`],
  ['without quotes', unquoted, [TABS, tabsOf('1', '27" screen', 'free'), tabsOf('2', '"x', '?')].join('\n')],
])('rejects are written in the same way, and read again: %s', async (_, map, rows) => {
  const test = testPlatform();
  test.file('map.json', JSON.stringify(map));
  test.file('e.csv', `${rows}\n`);
  const check = (file: string, rejects: string) =>
    run(
      ['orders', 'check', file, '--map', 'map.json', '--rejects', rejects, '--currency', 'USD'],
      test.platform,
    );
  await check('e.csv', 'r.csv');
  await check('r.csv', 'again.csv');
  const text = (file: string) => fs.readFileSync(path.join(test.platform.cwd, file), 'utf8');
  const [, ...refused] = rows.split('\n');
  const written = text('r.csv').split('\n').slice(1, -1);
  expect(written.map((line, i) => line.slice(0, refused[i]!.length))).toEqual(refused);
  // The cells of the first time are replaced, not added to.
  expect(text('again.csv').replaceAll(/[er]\.csv/g, '')).toBe(text('r.csv').replaceAll(/[er]\.csv/g, ''));
});
