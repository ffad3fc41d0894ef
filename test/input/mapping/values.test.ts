// Every kind of value and condition of a mapping.

import { describe, expect, it, test } from 'vitest';
import { joinSpecs } from '../../../src/orders/order-flags.ts';
import { codes, desk } from '../support.ts';
import { csvOf, failRows, itemsOf, line, load, mappingOf, one, readRows } from './support.ts';

const noteOf = async (spec: unknown, row: Record<string, string>) =>
  (await one(row, mappingOf({ order: { note: spec } }))).raw['note'];

describe('values', () => {
  it.each([
    ['a column', 'X', { X: '\t a b\u00a0' }, 'a b'],
    ['\\N of a database', { column: ['X', 'Y'] }, { X: '\\N', Y: 'y' }, 'y'],
    ['an empty cell is absent', 'X', { X: '  ' }, undefined],
    ['the first column that is not empty', { column: ['X', 'Y'] }, { X: '', Y: 'y' }, 'y'],
    ['a default', { column: 'X', default: 'd' }, { X: '' }, 'd'],
    ['strip', { column: 'X', strip: "'#" }, { X: "'#01'2'" }, "01'2"],
    ['a number made whole', { column: 'X', whole: true }, { X: '17850.0' }, '17850'],
    ['not made whole', { column: 'X', whole: true }, { X: '17850.5' }, '17850.5'],
    ['a value map', { column: 'X', values: { a: 'b' } }, { X: 'a' }, 'b'],
    ['a value map with else', { column: 'X', values: { a: 'b' }, else: 'c' }, { X: 'z' }, 'c'],
    ['a value map that keeps', { column: 'X', values: { a: 'b' }, otherwise: 'keep' }, { X: 'z' }, 'z'],
    ['a value map of the empty text', { column: 'X', values: { '': 'none' } }, { X: '' }, 'none'],
    ['a constant', { constant: 'c' }, {}, 'c'],
    ['a template', { template: '{X}  {Y}, {Z}' }, { X: 'a', Y: '', Z: 'b' }, 'a , b'],
    ['an empty template', { template: '{X} - {Y}' }, { X: '', Y: ' ' }, undefined],
    [
      'the second case',
      {
        cases: [
          { when: { column: 'X', empty: true }, value: 'Y' },
          { when: { column: 'X', equals: 'a' }, value: { constant: 'A' } },
        ],
        else: 'Y',
      },
      { X: 'a', Y: 'y' },
      'A',
    ],
    [
      'no case, else',
      { cases: [{ when: { column: 'X', empty: true }, value: 'Y' }], else: { constant: 'E' } },
      { X: 'a', Y: 'y' },
      'E',
    ],
    [
      'no case, nothing',
      { cases: [{ when: { column: 'X', empty: true }, value: 'Y' }] },
      { X: 'a', Y: 'y' },
      undefined,
    ],
  ])('%s', async (_, spec, row, expected) => {
    expect(await noteOf(spec, { X: '', Y: '', Z: '', ...row })).toBe(expected);
  });

  it('lists are split, trimmed and mapped element by element', async () => {
    const mapping = mappingOf({
      order: { tags: { column: 'T', split: ',', values: { final: 'FinalSale', x: '' }, otherwise: 'keep' } },
    });
    expect((await one({ T: 'final, vip,,x' }, mapping)).raw['tags']).toEqual(['FinalSale', 'vip']);
    expect((await one({ T: '' }, mapping)).raw['tags']).toEqual([]);
  });

  it('tags that no column has are empty lists, of their own for every order', async () => {
    const [a, b] = await readRows([line('1'), line('2')]);
    expect([(a!.raw as never)['tags'], itemsOf(a!)[0]!['tags']]).toEqual([[], []]);
    expect((a!.raw as never)['tags']).not.toBe((b!.raw as never)['tags']);
  });

  it('integers accept zeros behind the point and nothing else', async () => {
    for (const [text, value] of [
      ['3', 3],
      ['3.0', 3],
      ['3.000', 3],
      ['3.0000', 3],
      [' 4 ', 4],
      ['-2', -2],
    ] as const)
      expect((await one({ Qty: text }, mappingOf())).item['quantity']).toBe(value);
    for (const text of ['1.5', '1e3', 'two', '1,000', '3,00']) {
      const { snapshot, item } = await one({ Qty: text }, mappingOf());
      expect(item['quantity']).toBe(text);
      expect(codes(snapshot)).toEqual(['error cell.integer items[0].quantity']);
    }
    const comma = mappingOf({ decimal: ',' });
    expect((await one({ Qty: '3,00' }, comma)).item['quantity']).toBe(3);
    expect((await one({ Qty: '1.000' }, comma)).item['quantity']).toBe('1.000');
  });

  it('the latest of several dates', async () => {
    const mapping = mappingOf({ order: { updated_at: { latest: ['At', 'B', 'C'] } } });
    const { raw, snapshot } = await one({ B: '2026-07-01 09:00', C: '' }, mapping);
    expect(raw['updated_at']).toBe('2026-07-01T09:00:00+01:00');
    expect(snapshot.placeOf('updated_at')).toMatchObject({ line: 2, column: 5 });
    const apart = mappingOf({ order: { updated_at: { latest: ['At', { template: '{Day} {Time}' }] } } });
    const ofTwo = await one({ Day: '2026-07-01', Time: '09:00' }, apart);
    expect(ofTwo.raw['updated_at']).toBe('2026-07-01T09:00:00+01:00');
    // One that cannot be read is not passed over for an older one.
    expect(codes((await one({ B: 'soon', C: '' }, mapping)).snapshot)).toEqual([
      'error cell.date updated_at',
    ]);
  });

  it('a text that the value map lacks refuses the order and is named, unless it may be personal', async () => {
    const of = async (target: string, text: string) =>
      (await one({ X: text }, mappingOf({ order: { [target]: { column: 'X', values: { a: 'b' } } } })))
        .snapshot;
    const status = await of('status', 'on hold');
    expect(codes(status)).toEqual(['error cell.unmapped status']);
    expect(status.findings[0]!.args).toMatchObject({ found: 'on hold', column: 'X', cell: 5, line: 2 });
    expect((await of('customer.email', 'ada')).findings[0]!.args['found']).toBe('a text of 3 characters');
    expect((await of('status', 'ada@example.com')).findings[0]!.args['found']).toBe(
      'a text of 15 characters',
    );
  });
});

describe('conditions', () => {
  const holds = async (when: unknown, x: string, y = '') =>
    (await noteOf({ cases: [{ when, value: { constant: 'yes' } }] }, { X: x, Y: y })) === 'yes';
  it.each([
    [{ column: 'X', equals: 'a' }, 'a', 'A'],
    [{ column: 'X', matches: '^C\\d+$' }, 'C12', 'xC12'],
    [{ column: 'X', matches: 'a' }, 'b a', 'a'.repeat(1001)],
    [{ column: 'X', startsWith: 'C' }, 'C1', '1C'],
    [{ column: 'X', empty: true }, ' ', 'x'],
    [{ column: 'X', empty: false }, 'x', ''],
    [{ column: 'X', lessThan: 0 }, '-1.50', '0'],
    [{ column: 'X', lessThan: 5 }, '$4.99', 'four'],
    [{ not: { column: 'X', equals: 'a' } }, 'b', 'a'],
    [{ column: 'X', sameAs: 'Y' }, '', 'a'],
    [
      {
        all: [
          { column: 'X', equals: 'a' },
          { column: 'Y', empty: true },
        ],
      },
      'a',
      'b',
    ],
    [
      {
        any: [
          { column: 'X', equals: 'a' },
          { column: 'X', equals: 'b' },
        ],
      },
      'b',
      'c',
    ],
  ])('%j', async (when, yes, no) => {
    expect([await holds(when, yes), await holds(when, no)]).toEqual([true, false]);
  });
});

// What the data decides for a mapping: columns of a second file count, and a decimal sign can be disproved.

type Json = Record<string, unknown>;

test('columns of a second file decide date order and decimal sign, as those of the export do', async () => {
  const mapping = mappingOf({
    decimal: undefined,
    dates: { timezone: 'Europe/London' },
    order: { created_at: 'At', updated_at: 'oms.changed' },
    item: { unit_price_amount_cents: 'oms.price', shipped_date: 'oms.shipped' },
  });
  const read = async (oms: string) => {
    const at = desk();
    at.file('f1.csv', csvOf([line('1'), line('2')]));
    at.file('oms.csv', oms);
    return await at.read('f1.csv', { map: load(mapping), joins: joinSpecs(['oms=oms.csv'], []) });
  };
  const [one] = await read(
    'identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"1.234,50"\n2,21/05/2026 10:00,21/05/2026,"3,00"\n',
  );
  expect(one!.raw).toHaveProperty('updated_at', '2026-05-02T10:00:00+01:00');
  expect(itemsOf(one!)[0]).toMatchObject({ unit_price_amount_cents: 123450 });
  await expect(
    read('identifier,changed,shipped,price\n1,02/05/2026 10:00,02/05/2026,"3,00"\n2,03/05/2026 10:00,,\n'),
  ).rejects.toMatchObject({
    exitCode: 6,
    code: 'input.dates.undecidable',
    place: { file: 'oms.csv', line: 2, column: 2 },
  });
});

test('a decimal sign that the data disproves is exit 6, whether a flag or the mapping says it', async () => {
  const mapping = (more: Json = {}) => mappingOf({ item: { unit_price_amount_cents: 'Price' }, ...more });
  const rows = [line('1', { Price: '1200' }), line('2', { Price: '2024,994' })];
  for (const [map, options] of [
    [mapping({ decimal: undefined }), { decimal: '.' as const }],
    [mapping({ decimal: '.' }), {}],
  ] as const)
    expect(await failRows(rows, map, options)).toMatchObject({
      exitCode: 6,
      code: 'input.decimal.disproved',
      place: { file: 'f1.csv', line: 3, column: 5 },
      hint: expect.stringContaining('--decimal ,'),
    });
  // One amount that bears it out is enough: the others are refused one by one.
  const mixed = await readRows([...rows, line('3', { Price: '5.00' })], mapping({ decimal: '.' }));
  expect(mixed.map((one) => one.findings.length)).toEqual([0, 1, 0]);
});
