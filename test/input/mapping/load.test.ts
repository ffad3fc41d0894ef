// Mapping files that are wrong: each says where, what was expected, and what was probably meant.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Failure } from '../../../src/basics/failure.ts';
import { loadMapping, mappingPath, parseMapping } from '../../../src/input/mapping/language/load.ts';
import { MAPPING_SHAPES } from '../../../src/input/mapping/language/shape.ts';
import { desk } from '../support.ts';
import { failRows, type Json, line, load, mappingOf } from './support.ts';

function failureOf(mapping: Json): Failure {
  try {
    load(mapping);
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return error as Failure;
  }
  throw new Error('nothing failed');
}

describe('a mapping file', () => {
  it('is published as JSON Schema (write it with: node -e, see the message)', () => {
    const file = 'samples/schemas/mapping.schema.json';
    const shape = z.union([MAPPING_SHAPES.order, MAPPING_SHAPES.asn]);
    const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' });
    const title =
      'Mapping of an export of orders (returns orders check --map FILE) or ASNs (returns asns check --map FILE)';
    const made = { $schema, title, ...rest };
    if (process.env['UPDATE_SCHEMAS']) fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
    expect(
      JSON.parse(fs.readFileSync(file, 'utf8')),
      'UPDATE_SCHEMAS=1 npx vitest run test/input/mapping/load.test.ts',
    ).toEqual(made);
  });

  it.each([
    ['an unknown key', { rowz: {} }, 'rowz', /"rows"/],
    [
      'an unknown field of the order',
      { order: { 'customer.e-mail': 'X' } },
      'order["customer.e-mail"]',
      /"customer.email"/,
    ],
    [
      'in the condition of a credit',
      { rows: { credit: { when: { not: { column: 'X', emtpy: true } }, reason: 'r' } } },
      'rows.credit.when.not.emtpy',
      /"empty"/,
    ],
    ['a kind of value', { item: { weight: { multply: ['X', 2] } } }, 'item.weight.multply', /"multiply"/],
    [
      'deep inside a calculation',
      { item: { weight: { divide: [{ sum: [{ share: 'X', bye: 'Y' }] }, 2] } } },
      'item.weight.divide[0].sum[0].bye',
      /"by"/,
    ],
    [
      'two kinds of a value',
      { item: { sku: { column: 'X', sum: ['Y'] } } },
      'item.sku.sum',
      /unknown key "sum"/,
    ],
  ])('%s: did you mean', (_, more, path, meant) => {
    const failure = failureOf(mappingOf(more as Json));
    expect([failure.code, failure.exitCode, failure.place?.path]).toEqual(['input.map.key', 6, path]);
    expect(failure.message).toMatch(meant);
    const key = path
      .split(/[.[\]"]+/)
      .filter(Boolean)
      .at(-1)!;
    const text = JSON.stringify(mappingOf(more as Json), null, 2).split('\n');
    expect(text[failure.place!.line! - 1]).toContain(key.replace('e-mail', 'customer.e-mail'));
  });

  it.each([
    ['a constant of the wrong kind', { order: { note: { constant: true } } }, 'input.map.value'],
    ['an unknown decimal sign', { decimal: ';' }, 'input.map.value'],
    ['no name', { name: undefined }, 'input.map.missing_key'],
    ['no identifier', { order: { identifier: undefined } }, 'input.map.identifier'],
    ['no created_at', { order: { created_at: undefined } }, 'input.map.created_at'],
    ['no updated_at', { order: { updated_at: undefined } }, 'input.map.updated_at'],
    [
      'a default for updated_at',
      { order: { updated_at: { column: 'At', default: '2026-05-01T00:00:00Z' } } },
      'input.map.updated_at',
    ],
    [
      'a case with a constant',
      {
        order: {
          updated_at: {
            cases: [{ when: { column: 'At', empty: true }, value: { constant: 'now' } }],
            else: 'At',
          },
        },
      },
      'input.map.updated_at',
    ],
    ['no line identifier', { item: { identifier: undefined } }, 'input.map.line'],
  ])('%s', (_, more, code) => {
    expect(failureOf(mappingOf(more as Json))).toMatchObject({ code, exitCode: 6 });
  });

  it.each([
    ['take', { order: { note: { column: 'X', take: 'frist' } } }, 'order.note.take', 'first'],
    [
      'round inside',
      { item: { weight: { sum: [{ column: 'X', round: 'halfeven' }] } } },
      'item.weight.sum[0].round',
      'half_even',
    ],
    [
      'levels',
      { levels: { 'order.field.missing:phone': 'warn' } },
      'levels["order.field.missing:phone"]',
      'warning',
    ],
    [
      'fallback',
      { fallback: { shipping_address: 'biling_address' } },
      'fallback.shipping_address',
      'billing_address',
    ],
    ['message', { message: 'ordr' }, 'message', 'order'],
  ])('an unknown word of %s: did you mean', (_, more, path, meant) => {
    const failure = failureOf(mappingOf(more as Json));
    expect([failure.exitCode, failure.place?.path]).toEqual([6, path]);
    expect(failure.message).toContain(`Did you mean "${meant}"?`);
    expect(failure.place?.line).toBeGreaterThan(1);
  });

  it('asks which column moves when updated_at is a constant', () => {
    const failure = failureOf(mappingOf({ order: { updated_at: { constant: 'x' } } }));
    expect(failure.message).toBe('updated_at must come from the data');
    expect(failure.expected).toContain('which one moves when the order changes?');
  });

  it('broken JSON, duplicate keys and files that are not there are exit 6 with their place', () => {
    const at = desk();
    at.file('twice.json', '{"name": "a",\n "name": "b"}');
    expect(() => loadMapping(at.platform, 'twice.json', 'order')).toThrow(
      expect.objectContaining({ exitCode: 6, place: expect.objectContaining({ line: 2 }) }),
    );
    expect(() => loadMapping(at.platform, 'none.json', 'order')).toThrow(
      expect.objectContaining({ code: 'input.map.missing', exitCode: 6 }),
    );
    expect(() => parseMapping('{"name":', 'm.json', 'order')).toThrow(
      expect.objectContaining({ exitCode: 6 }),
    );
    expect(mappingPath(['order', 'customer.email', 'column', 0])).toBe('order["customer.email"].column[0]');
  });
});

describe('a mapping and a header', () => {
  it('a column that the file lacks: exit 6 with the place in the mapping and the one meant', async () => {
    const failure = await failRows([line('1')], mappingOf({ order: { note: { column: ['At', 'Skuu'] } } }));
    expect([failure.code, failure.exitCode, failure.place?.path]).toEqual([
      'input.map.column',
      6,
      'order.note.column[1]',
    ]);
    expect(failure.message).toBe('The file f1.csv has no column "Skuu". Did you mean "Sku"?');
    expect(failure.place?.file).toBe('map.json');
  });

  it('a name that stands twice is refused until the mapping says which', async () => {
    const csv = 'No,At,Sku,Qty,X,X\n1,2026-05-01 10:00,A,1,first,second\n';
    const failure = await failRows(csv, mappingOf({ order: { note: 'X' } }));
    expect([failure.code, failure.place]).toEqual([
      'input.map.duplicate',
      { file: 'f1.csv', line: 1, column: 6 },
    ]);
    expect(failure.hint).toContain('"X#2"');
    for (const [name, text] of [
      ['X#1', 'first'],
      ['X#2', 'second'],
    ] as const) {
      const at = desk();
      at.file('f1.csv', csv);
      const [order] = await at.read('f1.csv', { map: load(mappingOf({ order: { note: name } })) });
      expect((order!.raw as Json)['note']).toBe(text);
    }
    // Not used: no harm.
    const at = desk();
    at.file('f1.csv', csv);
    expect(await at.read('f1.csv', { map: load(mappingOf()) })).toHaveLength(1);
  });

  it('lists the columns that it leaves aside, and finds the delimiter', async () => {
    const at = desk();
    at.file('f1.csv', 'No;At;Sku;Qty;Extra, more;Known;_code;\n1;2026-05-01 10:00;A;1;e;k;;\n');
    const platform = { name: 'Shop', export: 'Orders', ignored: ['Known', 'Not in this file'] };
    const mapping = load(mappingOf({ limits: ['No e-mail'], platform }));
    const inputs = await at.open('f1.csv', { map: mapping });
    expect(inputs.mapping).toEqual({
      ...{ name: 'Test export', from: 'file', source: 'map.json' },
      limits: ['No e-mail'],
      unmapped: ['Extra, more'],
      ...{ absent: [], beside: [], confirmed: [], isOfPlatform: true, minorUnits: undefined },
      levels: {},
      joins: [],
    });
  });

  it.each([
    ['a condition of two kinds', { column: 'Sku', equals: 'a', empty: true }],
    ['a condition of none', { column: 'Sku' }],
    ['a broken expression', { column: 'Sku', matches: '(' }],
  ])('%s', async (_, when) => {
    const failure = await failRows([line('1')], mappingOf({ rows: { skip: [{ when, reason: 'r' }] } }));
    expect([failure.code, failure.exitCode]).toEqual(['input.map.value', 6]);
    expect(failure.place?.path).toMatch(/^rows\.skip\[0\]\.when/);
  });

  it.each([
    ['money that is no integer', { order: { total_amount_cents: { constant: '12.50' } } }],
    ['generated where it cannot be', { item: { sku: { generate: 'line' } } }],
    ['a sum of texts', { order: { note: { sum: ['Qty'] } } }],
    ['a template without columns', { order: { note: { template: 'x' } } }],
  ])('%s', async (_, more) => {
    expect(await failRows([line('1')], mappingOf(more as Json))).toMatchObject({
      code: 'input.map.value',
      exitCode: 6,
    });
  });

  it('a date format that lacks a part', async () => {
    const failure = await failRows([line('1')], mappingOf({ dates: { formats: ['YYYY-MM'] } }));
    expect([failure.code, failure.place?.path]).toEqual(['input.map.format', 'dates.formats']);
    expect(await failRows([line('1')], mappingOf(), { dateFormat: 'xx' })).toMatchObject({ exitCode: 2 });
  });
});
