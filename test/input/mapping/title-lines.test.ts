// Lines above the header, and cells that were quoted twice.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHeader } from '../../../src/input/csv-header.ts';
import { ORDERS } from '../../../src/input/message-table.ts';
import { openRejects } from '../../../src/input/rejects.ts';
import { collect, desk } from '../support.ts';
import { itemsOf, load, mappingOf } from './support.ts';

const TABLE = 'No;At;Sku;Qty\n1;2026-05-01 10:00;"A; x";1\n1;2026-05-01 10:00;B;2\n2;2026-05-02 10:00;C;1\n';
const titled = (end: string, bom = '') =>
  `${bom}Order export "all" 2026-05-03${end}${end};;;${end}${TABLE.replaceAll('\n', end)}`;
const mapping = load(mappingOf({ file: { title_lines: 1 } }));
const skus = (found: Awaited<ReturnType<ReturnType<typeof desk>['read']>>) =>
  found.map((one) => [one.id, itemsOf(one).map(({ sku }) => sku)]);
const EXPECTED = [
  ['1', ['A; x', 'B']],
  ['2', ['C']],
];

describe('title lines', () => {
  it.each([
    ['LF', titled('\n')],
    ['CRLF and a mark', titled('\r\n', '\ufeff')],
    ['CR', titled('\r')],
  ])('are left out with %s; places count in the file', async (_, text) => {
    const at = desk();
    at.file('f1.csv', text);
    const found = await at.read('f1.csv', { map: mapping });
    expect(skus(found)).toEqual(EXPECTED);
    expect(found[1]!.placeOf('items[0].sku')).toMatchObject({ line: 7, column: 3 });
  });

  it('a file with nothing else is refused, and so is one whose header stands elsewhere', async () => {
    const at = desk();
    at.file('f1.csv', 'Order export\n');
    expect(await at.fail('f1.csv', { map: mapping })).toMatchObject({ exitCode: 6, code: 'input.csv.quote' });
    at.file('f2.csv', `a\nb\n${TABLE}`);
    expect(await at.fail('f2.csv', { map: mapping })).toMatchObject({ code: 'input.map.column' });
  });

  it('stand in the rejects file as well, which is read with the same mapping', async () => {
    const at = desk();
    const text = titled('\n').replace('"all" ', '');
    at.file('f1.csv', text);
    let file = 'f1.csv';
    for (const round of [1, 2]) {
      const inputs = await at.open(file, { map: mapping });
      const target = path.join(at.folder, `rejects${round}.csv`);
      const rejects = openRejects(at.platform, inputs, target);
      for (const one of await collect(inputs, 'first'))
        rejects.add(one, [{ code: 'order.x', field: '', message: 'no', status: '' }]);
      rejects.close();
      file = `rejects${round}.csv`;
      const lines = fs.readFileSync(target, 'utf8').split('\n');
      expect(lines.slice(0, 4)).toEqual([
        'Order export 2026-05-03',
        '',
        ';;;',
        'No;At;Sku;Qty;_code;_field;_message;_status;_file;_line',
      ]);
      expect(lines).toHaveLength(8);
    }
    expect(skus(await at.read(file, { map: mapping }))).toEqual(EXPECTED);
  });
});

it('the header of a file that is not named is looked for below such lines, and without quotes', () => {
  const readings = (text: string) =>
    readHeader('f', Buffer.from(text), true, { subject: ORDERS }).fault!.readings.map(({ names }) =>
      names.join(),
    );
  expect(readings(titled('\n').replace('"all" ', ''))).toContain('No,At,Sku,Qty');
  expect(readings('"""No""","""Sku"""\n1,2\n')).toContain('No,Sku');
});

describe('cells that were quoted twice', () => {
  const twice = TABLE.split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .replace('"A; x"', 'A ""1""')
        .split(';')
        .map((cell) => `"""${cell.replaceAll('"', '""')}"""`),
    )
    .map((cells) => `${cells.join(';')}\n`)
    .join('');

  it('lose the quotes that are left around them, also in the header', async () => {
    const at = desk();
    at.file('f1.csv', twice);
    const found = await at.read('f1.csv', { map: load(mappingOf({ file: { quote: 'twice' } })) });
    expect(skus(found)).toEqual([
      ['1', ['A "1"', 'B']],
      ['2', ['C']],
    ]);
    expect(found[0]!.placeOf('items[0].sku')).toMatchObject({ line: 2, column: 3 });
  });

  it('keep them when the mapping does not say it', async () => {
    const at = desk();
    at.file('f1.csv', TABLE.replace('"A; x"', '"""A"""'));
    const [first] = await at.read('f1.csv', { map: load(mappingOf()) });
    expect(itemsOf(first!)[0]).toMatchObject({ sku: '"A"' });
  });
});
