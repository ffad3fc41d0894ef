// The identifiers of lines that an export does not name. All expected ones were worked out by hand, or by a second path.
import { describe, expect, it } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { fc } from '../../helpers/random.ts';
import { lineName } from '../../orders/map/line-name.ts';
import { itemsOf, type Json, line, mappingOf, type Row, readRows } from './support.ts';

const rules = {
  credit: { when: { column: 'State', equals: 'credit' }, reason: 'given back' },
  skip: [
    { when: { column: 'State', equals: 'cancelled' }, reason: 'cancelled' },
    { when: { column: 'Qty', startsWith: '-' }, reason: 'negative' },
  ],
};
const mappingFor = (generate: string): Json =>
  mappingOf({
    rows: rules,
    item: {
      ...{ identifier: { generate }, title: 'Title', unit_price_amount_cents: 'Price' },
      ...{ discount_amount_cents: 'Off', tax_amount_cents: 'Vat' },
    },
  });
const LINE = mappingFor('line');
const POSITION = mappingFor('position');

/** A row of order 1: sku, price, then what differs. */
const of = (Sku: string, Price = '', more: Row = {}): Row =>
  line('1', { Sku, Price, Title: 'T', State: '', Off: '', Vat: '', ...more });
const gone = { State: 'cancelled' };

const namesOf = (snapshot: Parameters<typeof itemsOf>[0] | undefined): unknown[] =>
  itemsOf(snapshot!).map((item) => item['identifier']);
const named = async (rows: readonly Row[], mapping = LINE) => namesOf((await readRows(rows, mapping))[0]);

/** 65 and 64 bytes, and more when written in an identifier: a blank is three characters there. */
const [X65, BLANK, U64, U66] = ['x'.repeat(65), `${'x'.repeat(62)} y`, 'ü'.repeat(32), 'ü'.repeat(33)];

describe('the sku', () => {
  it.each<[string, string, string]>([
    ['stands behind the order', 'TEE-M', '1-TEE-M'],
    ['has no blanks around it', ' A ', '1-A'],
    ['with a blank', 'A 1', '1-A%201'],
    ['with another blank', 'A\u00a01', '1-A%C2%A01'],
    ['with a comma', 'A,1', '1-A%2C1'],
    ['with an equals sign', 'A=1', '1-A%3D1'],
    ['with a percent sign', 'A%201', '1-A%25201'],
    ['with a control character', 'A\u00011', '1-A%011'],
    ['with an umlaut', 'Größe', '1-Größe'],
    ['with signs that stay', 'a/b:c#d"e+f', '1-a/b:c#d"e+f'],
    ['of 64 bytes in umlauts', U64, `1-${U64}`],
    // printf %s SKU | sha256sum | cut -c1-12
    ['of 65 bytes', X65, '1-9537c5fdf120'],
    ['of 66 bytes in umlauts', U66, '1-4c281ee772de'],
    ['of 64 bytes, and 66 as it is written', BLANK, '1-d5f5b87a70c5'],
  ])('%s', async (_, sku, expected) => {
    expect(await named([of(sku)])).toEqual([expected]);
  });

  it('that is missing is the hash of the title, without the title in it', async () => {
    const rows = [
      of('', '', { Title: 'Mug' }),
      of('', '', { Title: '' }),
      of(' ', '', { Title: 'Mug, blue' }),
      of('', '', { Title: 'Mug' }),
    ];
    expect(await named(rows)).toEqual([
      '1-c173b5b54948',
      '1-e3b0c44298fc',
      '1-de4e5fcdb866',
      '1-c173b5b54948-2',
    ]);
  });

  it('that reads like a name that is taken leaves it, wherever it stands', async () => {
    expect(await named([of('A', '8'), of('A-2', '9'), of('A', '10')])).toEqual(['1-A', '1-A-2', '1-A-3']);
    expect(await named([of('A', '10'), of('A', '8'), of('A-2', '1')])).toEqual(['1-A-3', '1-A', '1-A-2']);
    expect(await named([of('A-2'), of('A-2'), of('A'), of('A'), of('A')])).toEqual([
      ...['1-A-2', '1-A-2-2', '1-A', '1-A-3', '1-A-4'],
    ]);
    expect(await named([of('9537c5fdf120', '8'), of(X65, '10')])).toEqual([
      ...['1-9537c5fdf120', '1-9537c5fdf120-2'],
    ]);
  });
});

describe('lines of one sku', () => {
  const t = (Title: string, Qty = '1'): Row => ({ Title, Qty });
  it.each<[string, readonly Row[], readonly string[]]>([
    ['the lower price is first', [of('A', '8.00'), of('A', '10.00')], ['A', 'A-2']],
    ['prices are numbers', [of('A', '10'), of('A', '9'), of('B', '1')], ['A-2', 'A', 'B']],
    ['of one title by units', [of('A', '1', t('a', '10')), of('A', '1', t('a', '9'))], ['A-2', 'A']],
    [
      'of the same units by discount',
      [of('A', '1', { Off: '.5' }), of('A', '1', { Off: '.4' })],
      ['A-2', 'A'],
    ],
    ['of the same discount by tax', [of('A', '1', { Vat: '.5' }), of('A', '1', { Vat: '.4' })], ['A-2', 'A']],
    ['units count more', [of('A', '1', { Qty: '2', Off: '0' }), of('A', '1', { Off: '1' })], ['A-2', 'A']],
    [
      'a skipped twin by them, too',
      [of('A', '1', { Off: '.5' }), of('A', '1', { ...gone, Off: '.4' })],
      ['A-2'],
    ],
    [
      'twins in the order of rows',
      [of('A', '1'), of('B'), of('A', '1'), of('A', '1')],
      ['A', 'B', 'A-2', 'A-3'],
    ],
    ['a price before a text before none', [of('A'), of('A', 'x'), of('A', '9')], ['A-3', 'A-2', 'A']],
    ['a title before none', [of('A', '1', t('')), of('A', '1', t('a'))], ['A-2', 'A']],
    ['blanks around it do not matter', [of('A ', '2'), of(' A', '1')], ['A-2', 'A']],
    ['capital and small letters are two', [of('A', '2'), of('a', '1')], ['A', 'a']],
    ['a skipped twin before it counts', [of('A', '1', gone), of('A', '1')], ['A-2']],
    ['a skipped line without a price is last', [of('A', '', gone), of('A', '8')], ['A']],
    ['a skipped sku keeps its name', [of('A', '1'), of('A', '2'), of('A-2', '', gone)], ['A', 'A-3']],
    ['rows that give back are no lines', [of('A', '.5', { State: 'credit' }), of('A', '1')], ['A']],
    ['skipped negative units are no line', [of('A', '1', { Qty: '-1' }), of('A', '1')], ['A']],
    ['nor is a skipped negative price', [of('A', '-1', gone), of('A', '1')], ['A']],
  ])('%s', async (_, rows, expected) => {
    expect(await named(rows)).toEqual(expected.map((name) => `1-${name}`));
  });
});

it('"position" numbers the lines that are sent, whatever they are', async () => {
  const rows = [of('A', '10'), of('A', '8', gone), of('A', '8'), of('', '8'), of('B', '1')];
  expect(await named(rows, POSITION)).toEqual(['1-1', '1-2', '1-3', '1-4']);
  expect(await named([...rows].reverse(), POSITION)).toEqual(['1-1', '1-2', '1-3', '1-4']);
});

describe('any order', () => {
  const runs = { numRuns: inForm({ short: 8, long: 25 }) };
  const oneOf = <T>(...all: readonly T[]) => fc.constantFrom(...all);
  const drawn = fc.array(
    fc.record({
      sku: oneOf('A', 'B c'),
      title: oneOf('x', 'y'),
      unit: oneOf(800, 1000),
      quantity: oneOf(1, 2, 11),
      isGone: fc.boolean(),
      key: fc.nat(),
    }),
    { minLength: 1, maxLength: 7 },
  );

  it('has the identifiers of the second path; a line that is cancelled leaves those of the others', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (lines) => {
        const rowOf = ({ sku, title, unit, quantity }: (typeof lines)[number]) =>
          of(sku, `${unit / 100}.00`, { Title: title, Qty: String(quantity) });
        const names = lines.map((_, i) => lineName('1', lines, i));
        const rows = lines.map(rowOf);
        expect(await named(rows)).toEqual(names);
        const left = names.filter((_, i) => !lines[i]!.isGone);
        if (left.length > 0)
          expect(await named(rows.map((row, i) => (lines[i]!.isGone ? { ...row, ...gone } : row)))).toEqual(
            left,
          );
        // Rows in another order: a line of the same facts has one of the same identifiers.
        const facts = (list: typeof lines, found: readonly unknown[]) =>
          list.map((one, i) => JSON.stringify([rowOf(one), found[i]])).sort();
        const shuffled = [...lines].sort((a, b) => a.key - b.key);
        expect(facts(shuffled, await named(shuffled.map(rowOf)))).toEqual(facts(lines, names));
      }),
      runs,
    );
  });

  it.each(['line', 'position'])(
    'of "%s" keeps them when the file is split, orders are removed or turned around',
    async (generate) => {
      const orders = fc.uniqueArray(
        fc.record({ no: fc.integer({ min: 1, max: 99 }), lines: fc.integer({ min: 1, max: 4 }) }),
        { selector: ({ no }) => no, minLength: 1, maxLength: 6 },
      );
      const mapping = mappingFor(generate);
      const linesOf = async (files: readonly (readonly Row[])[]) => {
        const found = await readRows(
          files.filter((rows) => rows.length > 0),
          mapping,
        );
        return Object.fromEntries(
          found.map((s) => [s.id, itemsOf(s).map((item) => [item['identifier'], item['sku']])]),
        );
      };
      await fc.assert(
        fc.asyncProperty(orders, fc.nat(), fc.nat(), async (list, cut, removed) => {
          const blocks = list.map(({ no, lines }) =>
            Array.from({ length: lines }, (_, i) => ({ ...of(`S${i % 2}`), No: String(no) })),
          );
          const rows = blocks.flat();
          const whole = await linesOf([rows]);
          const at = cut % (rows.length + 1);
          // Anywhere, also in the middle of an order.
          expect(await linesOf([rows.slice(0, at), rows.slice(at)])).toEqual(whole);
          expect(await linesOf([[...blocks].reverse().flat()])).toEqual(whole);
          const gone = list[removed % list.length]!.no;
          const { [gone]: _, ...rest } = whole;
          const fewer = rows.filter((row) => row['No'] !== String(gone));
          if (fewer.length > 0) expect(await linesOf([fewer])).toEqual(rest);
        }),
        runs,
      );
    },
  );
});
