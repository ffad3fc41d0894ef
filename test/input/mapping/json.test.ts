// JSON and NDJSON exports under a mapping: records become rows of the paths that the mapping names.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exactly } from '../../../src/input/mapping/json/json-rows.ts';
import { openRejects } from '../../../src/input/rejects.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { fc } from '../../helpers/random.ts';
import { codes, collect, desk } from '../support.ts';
import { csvOf, type Json, load } from './support.ts';

/** An order of a shop as its interface answers it. */
const order = (no: number, more: Json = {}): Json => ({
  id: 9_007_199_254_740_993n.toString(),
  number: `#${no}`,
  created: '2026-05-01T10:00:00Z',
  currency: 'EUR',
  paid: true,
  note: null,
  tags: ['a', 'b,c'],
  address: { city: 'Köln "am" Rhein', zip: 50667, country: 'DE' },
  lines: [
    { sku: 'A', qty: 2, price: '12.10', taxes: [{ amount: 1.1 }, { amount: 0.9 }] },
    { sku: 'B', qty: 1, price: 3, taxes: [] },
  ],
  shipping: [{ cost: '4.00' }, { cost: null }, { cost: 1.5 }],
  ...more,
});

const mapping = (more: Json = {}): Json => {
  const { order: ofOrder, item, ...rest } = more;
  return {
    name: 'Shop, JSON',
    ...rest,
    order: {
      identifier: { column: 'number', strip: '#' },
      created_at: 'created',
      updated_at: 'created',
      currency: 'currency',
      tags: 'tags[]',
      note: 'note',
      'shipping_address.city': 'address.city',
      'shipping_address.zip_code': 'address.zip',
      shipping_amount_cents: { sum: ['shipping[].cost'] },
      ...(ofOrder as Json),
    },
    item: {
      identifier: { generate: 'line' },
      sku: 'lines[].sku',
      quantity: 'lines[].qty',
      unit_price_amount_cents: 'lines[].price',
      tax_amount_cents: { sum: ['lines[].taxes[].amount'] },
      ...(item as Json),
    },
  };
};

const EXPECTED = (no: number) => ({
  identifier: String(no),
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-01T10:00:00Z',
  currency: 'EUR',
  tags: ['a', 'b,c'],
  shipping_address: { city: 'Köln "am" Rhein', zip_code: '50667' },
  shipping_amount_cents: 550,
  items: [
    {
      identifier: `${no}-A`,
      sku: 'A',
      quantity: 2,
      unit_price_amount_cents: 1210,
      tax_amount_cents: 200,
      tags: [],
    },
    { identifier: `${no}-B`, sku: 'B', quantity: 1, unit_price_amount_cents: 300, tags: [] },
  ],
});

describe('records of a document', () => {
  const orders = [order(1), order(2), order(3)];
  it.each([
    ['an array', JSON.stringify(orders), 'json'],
    ['an array with line breaks', JSON.stringify(orders, null, 2), 'json'],
    ['the only list', JSON.stringify({ count: 3, orders }), 'json'],
    ['a list below keys', JSON.stringify({ payload: { Orders: orders, NextToken: 'x' } }), 'json'],
    ['data beside another list', JSON.stringify({ included: [{ id: 1 }], data: orders }), 'json'],
    ['lines', orders.map((one) => `${JSON.stringify(one)}\n`).join(''), 'ndjson'],
  ])('%s', async (_, text, format) => {
    const at = desk();
    at.file('orders', text);
    const inputs = await at.open('orders', { map: load(mapping()) });
    for (const mode of ['first', 'counted'] as const) {
      const snapshots = await collect(inputs, mode);
      expect(snapshots.map((s) => s.raw)).toEqual([EXPECTED(1), EXPECTED(2), EXPECTED(3)]);
      expect(snapshots.flatMap(codes)).toEqual([]);
    }
    expect(inputs.files[0]).toMatchObject({ format, rows: 6 });
    expect(inputs.mapping).toMatchObject({ unmapped: ['id', 'paid', 'address.country'], absent: [] });
  });
});

const read = async (value: unknown, map: Json = mapping(), options = {}) => {
  const at = desk();
  at.file('o.json', typeof value === 'string' ? value : JSON.stringify(value));
  const inputs = await at.open('o.json', { map: load(map), ...options });
  const snapshots = await collect(inputs, 'first');
  return { inputs, snapshots, raw: snapshots.map((s) => s.raw as Json), first: snapshots[0]! };
};
const fail = async (value: unknown, map: Json = mapping(), name = 'o.json') => {
  const at = desk();
  at.file(name, typeof value === 'string' ? value : JSON.stringify(value));
  return await at.fail(name, { map: load(map) });
};

describe('where the records are', () => {
  it('a document with the keys of the mapping is one record, whatever lists it has', async () => {
    const { raw, inputs } = await read(order(7, { refunds: [{ id: 1, number: 2 }] }));
    expect(raw).toEqual([EXPECTED(7)]);
    expect(inputs.mapping?.unmapped).toContain('refunds[]');
  });

  it('file.records names the list; an array at the top is taken as well', async () => {
    const map = mapping({ file: { records: 'a.list' } });
    const both = { other: [order(1)], a: { list: [order(2)], z: [order(3)] } };
    expect((await read(both, map)).raw).toEqual([EXPECTED(2)]);
    expect((await read([order(4)], map)).raw).toEqual([EXPECTED(4)]);
    // A web hook, and what a web service answers about one order.
    expect((await read(order(5), map)).raw).toEqual([EXPECTED(5)]);
    expect((await read({ order: order(6) }, map)).raw).toEqual([EXPECTED(6)]);
    expect((await read({ data: { order: order(7, { list: [1] }) } }, map)).raw).toEqual([EXPECTED(7)]);
    for (const other of [{ errors: 'Not found' }, { id: 1, number: 2, currency: 'EUR' }, {}])
      expect(await fail(other, map)).toMatchObject({ code: 'input.json.records', exitCode: 6 });
    expect(await fail({ other: [order(1)] }, map)).toMatchObject({
      code: 'input.json.records',
      exitCode: 6,
      found: 'the keys "other"',
    });
  });

  it('two equal lists are asked about, also when the second begins behind what was looked at', async () => {
    const asked = { code: 'input.json.records', exitCode: 6, found: '"a", "b"' };
    expect(await fail({ a: [order(1)], b: [order(2)] })).toMatchObject(asked);
    const many = Array.from({ length: 40 }, (_, i) => order(i, { note: 'x'.repeat(30_000) }));
    expect(JSON.stringify(many).length).toBeGreaterThan(1024 * 1024);
    expect(await fail({ a: many, b: [order(2)] })).toMatchObject(asked);
  });

  it('a single record below a key that answers have is opened; below another one the way to take it out is said', async () => {
    expect((await read({ order: order(1) })).raw).toEqual([EXPECTED(1)]);
    expect((await read({ status: 'ok', response: { result: order(2) } })).raw).toEqual([EXPECTED(2)]);
    expect((await read([{ order: order(1) }, { order: order(2) }])).raw).toEqual([EXPECTED(1), EXPECTED(2)]);
    const lines = [{ data: order(1) }, order(2)].map((one) => `${JSON.stringify(one)}\n`).join('');
    const { raw, snapshots } = await read(lines);
    expect(raw).toEqual([EXPECTED(1), EXPECTED(2)]);
    expect(snapshots.map((one) => one.placeOf('items[1].sku'))).toMatchObject([
      { line: 1, jsonPath: 'lines[1].sku' },
      { line: 2, jsonPath: 'lines[1].sku' },
    ]);
    expect(await fail({ envelope: order(1) })).toMatchObject({
      code: 'input.json.orders.wrapped',
      exitCode: 6,
      hint: expect.stringContaining('Take the orders out'),
    });
  });

  it('an object inside a record is no record, although it has some of the keys', async () => {
    const data = { number: 'x', created: 'y', note: 'z' };
    expect((await read([order(1, { data })])).raw).toEqual([EXPECTED(1)]);
  });

  it('of a key that stands twice the last value counts, with a note; numbers keep their text', async () => {
    const text = JSON.stringify(order(1, { total: 1 }))
      .replace('{', '{"number":"#0","lines":[{"sku":"old"}],')
      .replace('"zip"', '"city":"Bonn","zip"')
      .replace('"total":1', '"total":12.10');
    const map = mapping({ order: { note: { template: '{total}|{address.city}' } } });
    for (const whole of [text, `[${text}]`, `{"order":${text}}`]) {
      const { first, raw } = await read(whole, map);
      expect(raw).toEqual([
        {
          ...EXPECTED(1),
          note: '12.10|Bonn',
          shipping_address: { ...EXPECTED(1).shipping_address, city: 'Bonn' },
        },
      ]);
      expect(first.findings).toEqual([
        {
          code: 'cell.key.repeated',
          severity: 'note',
          path: '',
          args: { found: expect.stringContaining('stands twice'), line: 1 },
        },
      ]);
    }
  });

  it('an empty list holds no orders; a document that is no record is refused', async () => {
    expect(await fail({ orders: [] })).toMatchObject({ code: 'input.orders.none' });
    expect(await fail('"text"')).toMatchObject({ code: 'input.json.orders' });
    expect(await fail([order(1), 3])).toMatchObject({ code: 'input.json.syntax', place: { line: 1 } });
  });
});

describe('values', () => {
  it('numbers keep their text, also beyond 2^53; true, false and null are words and blank', async () => {
    const text = JSON.stringify(order(1)).replace(
      '"currency"',
      '"x":12.10,"big":9007199254740993123,"exp":1e400,"no":false,"nil":null,"currency"',
    );
    const map = mapping({
      order: { note: { template: '{x}|{big}|{exp}|{paid}|{no}|{nil}|' } },
    });
    expect((await read(text, map)).raw[0]).toMatchObject({
      note: '12.10|9007199254740993123|1e400|true|false||',
    });
  });

  it('texts that look like numbers stay as they are', () => {
    const text = '{"a": 12.10, "b": "x, 12.10, \\"y\\": 1e5,", "c": [1.0,-0 ,0.0000001, 12]}';
    expect(JSON.parse(exactly(text, (exact) => JSON.stringify(JSON.parse(exact))))).toEqual({
      a: '\uffff12.10',
      b: 'x, 12.10, "y": 1e5,',
      c: ['\uffff1.0', '\uffff-0', '\uffff0.0000001', '\uffff12'],
    });
  });

  it('a number has a decimal point, also where the texts have a comma', async () => {
    const at = (price: unknown, cost: unknown, no = 1) =>
      order(no, { lines: [{ sku: 'A', qty: 1.0, price }], shipping: [{ cost }] });
    const { raw } = await read([at('1.234,50', 1.5), at(2.25, '3,00', 2)]);
    expect(
      raw.map((one) => [
        one['shipping_amount_cents'],
        (one['items'] as Json[])[0]!['unit_price_amount_cents'],
      ]),
    ).toEqual([
      [150, 123450],
      [300, 225],
    ]);
    // Numbers alone need no decision.
    expect((await read([at(1234, 1.5)])).raw[0]).toMatchObject({ shipping_amount_cents: 150 });
    expect(await fail([at('1.234', 1.5)])).toMatchObject({
      code: 'input.decimal.undecidable',
      place: { file: 'o.json', line: 1, jsonPath: 'lines[0].price' },
    });
    expect((await read([at(1.125, 1.5)], mapping({ decimal: '.' }))).first.findings).toMatchObject([
      { code: 'cell.amount', path: 'items[0].unit_price_amount_cents', args: { cell: 'lines[0].price' } },
    ]);
  });

  it('several values: a sum adds them, a list takes all, other fields and conditions the first', async () => {
    const map = mapping({
      order: {
        tags: { column: 'codes[].code', values: { A: 'a' }, otherwise: 'keep' },
        note: 'codes[].code',
        'customer.tags': { column: 'marks', split: '/' },
      },
    });
    const codesOf = [{ code: null }, { code: 'A' }, { code: 'B' }];
    const { raw, first } = await read(order(1, { codes: codesOf, marks: 'x/y' }), map);
    expect(raw[0]).toMatchObject({ tags: ['a', 'B'], note: 'A', customer: { tags: ['x', 'y'] } });
    expect(first.placeOf('note')).toMatchObject({ jsonPath: 'codes[].code' });
    const bad = order(1, { shipping: [{ cost: '1.00' }, { cost: 'free' }] });
    expect(codes((await read(bad)).first)).toEqual(['error cell.amount shipping_amount_cents']);
  });

  it('a list of one may be its element, and what holds nothing may be null, false, "" or []', async () => {
    const one = order(1, {
      lines: { sku: 'A', qty: '1', price: '2.00', taxes: null },
      tags: 'a',
      address: [],
    });
    const { raw } = await read([one, order(2, { address: null, lines: false, shipping: '' })]);
    expect(raw[0]).toMatchObject({ tags: ['a'], items: [{ sku: 'A', unit_price_amount_cents: 200 }] });
    expect(raw[1]).toMatchObject({ identifier: '2', items: [] });
  });

  it.each([
    ['address', 'an object', 'address'],
    ['tags', 'a list', 'tags'],
    ['marks.sku', 'a list', 'marks'],
    ['paid.code', 'a single value', 'paid'],
  ])('a path that leads to no value: %s', async (path, found, at) => {
    const failure = await fail([order(1, { marks: [{ sku: 1 }] })], mapping({ order: { note: path } }));
    expect(failure).toMatchObject({ code: 'input.map.path', exitCode: 6, found });
    expect(failure.place).toMatchObject({ file: 'o.json', line: 1, jsonPath: at });
  });

  it('columns of objects take their text', async () => {
    const map = mapping({ order: { refunds: 'refunds' } });
    const refunds = [{ identifier: 'R', items: [] }];
    expect((await read(order(1, { refunds }), map)).raw[0]).toMatchObject({ refunds });
  });
});

describe('what the plan says', () => {
  it('paths that no record has, and keys that the mapping does not use', async () => {
    const map = mapping({
      platform: { name: 'Shop', ignored: ['paid'] },
      order: { note: 'remark', 'customer.phone': 'adress.phone' },
      item: { title: 'lines[].name' },
    });
    const { inputs } = await read(
      [order(1, { lines: [] }), order(2, { _links: {}, shop: { a: 1, b: 2 } })],
      map,
    );
    expect(inputs.mapping).toMatchObject({
      absent: ['remark', 'adress.phone', 'lines[].name'],
      unmapped: ['id', 'note', 'address.country', 'shop'],
    });
  });

  it('a list that is empty everywhere does not make its paths wrong', async () => {
    const { inputs, raw } = await read([order(1, { lines: [], shipping: null })]);
    expect(inputs.mapping?.absent).toEqual([]);
    expect(raw[0]).toMatchObject({ identifier: '1', items: [] });
  });
});

describe('lists whose elements are rows', () => {
  const refunded = {
    id: 'R1',
    at: '2026-05-03T10:00:00Z',
    lines: [
      { line: 'L1', units: 1, amount: '12.10' },
      { line: 'L2', units: 1, amount: 3 },
    ],
  };
  const withRefunds = (more: Json = {}): Json =>
    mapping({
      item: { identifier: 'lines[].id', is_gift: undefined, concept: 'channel' },
      refund: {
        identifier: 'refunds[].id',
        created_at: 'refunds[].at',
        total_refund_amount_cents: { sum: ['refunds[].lines[].amount'], over: 'refund_lines' },
      },
      refund_line: {
        order_item_identifier: 'refunds[].lines[].line',
        quantity: 'refunds[].lines[].units',
      },
      ...more,
    });
  const lines = [
    { id: 'L1', sku: 'A', qty: 2, price: '12.10' },
    { id: 'L2', sku: 'B', qty: 1, price: 3 },
  ];

  it.each([
    ['by the paths of the fields', {}],
    ['by conditions', { rows: { item: { list: 'lines[]' }, refund: { list: 'refunds[].lines[]' } } }],
  ])('line items and refunds: %s', async (_, more) => {
    const record = order(1, { channel: 'web', lines, refunds: [refunded] });
    const { inputs, first, raw } = await read([record], withRefunds(more));
    expect(inputs.files[0]!.rows).toBe(4);
    expect(first.rows).toHaveLength(4);
    expect((raw[0]!['items'] as Json[]).map((item) => [item['identifier'], item['concept']])).toEqual([
      ['L1', 'web'],
      ['L2', 'web'],
    ]);
    expect(raw[0]!['refunds']).toMatchObject([
      {
        identifier: 'R1',
        total_refund_amount_cents: 1510,
        created_at: '2026-05-03T10:00:00Z',
        refund_line_items: [
          { identifier: 'R1-L1', order_item_identifier: 'L1', quantity: 1 },
          { identifier: 'R1-L2', order_item_identifier: 'L2', quantity: 1 },
        ],
      },
    ]);
    expect(codes(first)).toEqual([]);
    expect(first.placeOf('items[1].sku')).toMatchObject({ line: 1, jsonPath: 'lines[1].sku' });
    expect(first.placeOf('refunds[0].refund_line_items[1].quantity')).toMatchObject({
      jsonPath: 'refunds[0].lines[1].units',
    });
    expect(first.placeOf('refunds[0].identifier')).toMatchObject({ jsonPath: 'refunds[0].id' });
  });

  it('an order without lines stays an order, and a refund without lines is seen', async () => {
    const alone = { ...refunded, lines: [], total: '5.00' };
    const map = withRefunds({ rows: { refund: { list: 'refunds[].lines[]' } } });
    (map['refund'] as Json)['total_refund_amount_cents'] = 'refunds[].total';
    const { inputs, raw, snapshots } = await read(
      [order(1, { channel: 'web', lines: [] }), order(2, { channel: 'web', lines, refunds: [alone] })],
      map,
    );
    expect(raw[0]).toMatchObject({ identifier: '1', items: [] });
    expect(inputs.files[0]!.rows).toBe(1 + 3);
    expect(raw[1]!['items']).toHaveLength(2);
    expect(snapshots.map(codes)).toEqual([[], ['warning refund.lines.none refunds']]);
  });

  it('lines inside shipments are the lines', async () => {
    const shipments = [
      {
        track: 'T1',
        lines: [
          { sku: 'A', qty: 1 },
          { sku: 'B', qty: 2 },
        ],
      },
      { track: 'T2', lines: [] },
      { track: 'T3', lines: [{ sku: 'C', qty: 3 }] },
    ];
    const map = mapping();
    map['item'] = {
      identifier: { generate: 'line' },
      sku: 'shipments[].lines[].sku',
      quantity: 'shipments[].lines[].qty',
      tracking_number: 'shipments[].track',
    };
    const { raw, first } = await read([order(1, { shipments })], map);
    expect(
      (raw[0]!['items'] as Json[]).map((item) => [item['sku'], item['quantity'], item['tracking_number']]),
    ).toEqual([
      ['A', 1, 'T1'],
      ['B', 2, 'T1'],
      ['C', 3, 'T3'],
    ]);
    expect(first.placeOf('items[2].sku')).toMatchObject({ jsonPath: 'shipments[2].lines[0].sku' });
    expect(first.placeOf('items[2].tracking_number')).toMatchObject({ jsonPath: 'shipments[2].track' });
  });

  it('a condition on a list names one whose elements are rows, in JSON', async () => {
    const map = mapping({ rows: { skip: [{ when: { list: 'shipping[]' }, reason: 'r' }] } });
    expect(await fail([order(1)], map)).toMatchObject({ code: 'input.map.list', expected: '"lines[]"' });
    expect(await fail('number,created\n', map, 'o.csv')).toMatchObject({ exitCode: 6 });
  });

  it('lines of a bulk export stand apart and name their parent', async () => {
    const bulk = [
      { id: 'o/1', name: '#1', created: '2026-05-01T10:00:00Z' },
      { id: 'o/2', name: '#2', created: '2026-05-02T10:00:00Z' },
      { id: 'l/1', sku: 'A', quantity: 2, __parentId: 'o/1' },
      { id: 'l/2', sku: 'B', quantity: 1, __parentId: 'o/2' },
      { id: 'l/3', sku: 'C', quantity: 3, __parentId: 'o/1' },
    ];
    const map = {
      name: 'Bulk',
      rows: { order: { column: ['__parentId', 'id'] }, item: { column: '__parentId', empty: false } },
      order: { identifier: { column: 'name', strip: '#' }, created_at: 'created', updated_at: 'created' },
      item: { identifier: 'id', sku: 'sku', quantity: 'quantity' },
    };
    const at = desk();
    at.file('bulk.jsonl', bulk.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const snapshots = await at.read('bulk.jsonl', { map: load(map) });
    expect(
      snapshots.map(({ id, raw, rows }) => [
        id,
        (raw as { items: Json[] }).items.map((item) => item['sku']),
        rows.map(({ line }) => line),
      ]),
    ).toEqual([
      ['2', ['B'], [2, 4]],
      ['1', ['A', 'C'], [1, 3, 5]],
    ]);
    expect(snapshots[1]!.placeOf('items[1].sku')).toMatchObject({ line: 5, jsonPath: 'sku' });
  });

  it('a path that only sameAs names is read', async () => {
    const [first, second] = [order(1), order(2)];
    const map = mapping({
      rows: { refuse: [{ when: { not: { column: 'known', sameAs: 'wanted' } }, reason: 'not the same' }] },
    });
    const at = desk();
    const records = [
      { ...first, known: 2, wanted: 2 },
      { ...second, known: 2, wanted: 1 },
    ];
    at.file('o.ndjson', records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const snapshots = await at.read('o.ndjson', { map: load(map) });
    const refusals = snapshots.map(
      ({ findings }) => findings.filter(({ code }) => code === 'order.map.refused').length,
    );
    expect(refusals.sort()).toEqual([0, 1]);
  });
});

describe('rejects', () => {
  const PRETTY = JSON.stringify({ orders: [order(1), order(2), order(3)] }, null, 2);
  const problem = { code: 'order.field', field: 'email', message: 'none', status: '' as const };

  it.each([
    ['found', mapping()],
    ['named', mapping({ file: { records: 'orders' } })],
  ])('hold the records of refused orders once, and are read again: the list is %s', async (_, map) => {
    const at = desk();
    at.file('o.json', PRETTY);
    const inputs = await at.open('o.json', { map: load(map) });
    const snapshots = await collect(inputs, 'first');
    for (const refused of [[snapshots[1]!], [snapshots[0]!, snapshots[2]!]]) {
      const rejects = openRejects(at.platform, inputs, 'again.ndjson');
      for (const one of refused) rejects.add(one, [problem]);
      expect(rejects.close().files).toHaveLength(1);
      const text = fs.readFileSync(path.join(at.folder, 'again.ndjson'), 'utf8');
      const lines = text.trimEnd().split('\n');
      expect(lines).toHaveLength(refused.length);
      for (const [i, line] of lines.entries()) {
        const own = Buffer.from(inputs.bytesOf(refused[i]!.rows[0]!)).toString();
        expect(line).toContain(`{"order":${own.replaceAll('\n', ' ')},"errors":[`);
      }
      const again = await at.read('again.ndjson', { map: load(map) });
      expect(again.map((s) => s.raw)).toEqual(refused.map((s) => s.raw));
      expect(again[0]!.placeOf('items[1].sku')).toMatchObject({ line: 1, jsonPath: 'lines[1].sku' });
    }
  });

  it('a record with lines of several orders is written once', async () => {
    const map = mapping({ rows: { order: 'lines[].order' }, order: { identifier: 'lines[].order' } });
    const at = desk();
    at.file(
      'o.json',
      JSON.stringify([
        order(1, {
          lines: [
            { sku: 'A', order: 'X' },
            { sku: 'B', order: 'Y' },
          ],
        }),
      ]),
    );
    const inputs = await at.open('o.json', { map: load(map) });
    const snapshots = await collect(inputs, 'first');
    expect(snapshots.map(({ id }) => id)).toEqual(['X', 'Y']);
    const rejects = openRejects(at.platform, inputs, 'again.ndjson');
    for (const one of snapshots) rejects.add(one, [problem]);
    rejects.close();
    expect((await at.read('again.ndjson', { map: load(map) })).map((s) => s.raw)).toEqual(
      snapshots.map((s) => s.raw),
    );
  });
});

describe('joined files of JSON', () => {
  it('are one row a record; lists inside have several values', async () => {
    const at = desk();
    at.file(
      'f1.csv',
      csvOf([
        { No: '1', At: '2026-05-01T10:00:00Z', Sku: 'A' },
        { No: '2', At: '2026-05-01T10:00:00Z', Sku: 'B' },
      ]),
    );
    const records = [
      { order: { no: 1 }, city: 'Ulm', fees: [{ cost: 1.5 }, { cost: '2.50' }], tags: ['x', 'y'] },
      { order: { no: 3 }, city: 'Bonn', fees: [], tags: [] },
    ];
    at.file('oms.json', JSON.stringify({ data: records }, null, 1));
    const map = {
      name: 'Two files',
      order: {
        identifier: 'No',
        created_at: 'At',
        updated_at: 'At',
        tags: 'oms.tags[]',
        'shipping_address.city': 'oms.city',
        shipping_amount_cents: { sum: ['oms.fees[].cost'] },
      },
      item: { identifier: { generate: 'line' }, sku: 'Sku' },
    };
    const joins = (column: string) => [{ name: 'oms', path: 'oms.json', on: { key: undefined, column } }];
    const inputs = await at.open('f1.csv', { map: load(map), joins: joins('order.no') });
    const snapshots = await collect(inputs, 'first');
    expect(snapshots.map(({ raw, matches }) => [raw, matches])).toMatchObject([
      [{ tags: ['x', 'y'], shipping_address: { city: 'Ulm' }, shipping_amount_cents: 400 }, [true]],
      [{ identifier: '2', tags: [] }, [false]],
    ]);
    expect(snapshots[0]!.placeOf('shipping_address.city')).toMatchObject({
      file: 'oms.json',
      line: 3,
      jsonPath: 'city',
    });
    expect(await at.fail('f1.csv', { map: load(map), joins: joins('order.number') })).toMatchObject({
      code: 'join.column',
      exitCode: 6,
    });
  });

  it('a finding about a value of a joined file names its column, not a cell of the record', async () => {
    const at = desk();
    at.file('lines.json', JSON.stringify([{ no: '1', sku: 'A' }]));
    at.file('oms.json', JSON.stringify([{ no: '1', state: 'lost' }]));
    const map = {
      name: 'x',
      order: {
        identifier: 'no',
        created_at: 'at',
        updated_at: 'at',
        status: { column: 'oms.state', values: { sent: 'Shipped' } },
      },
      item: { identifier: { generate: 'line' }, sku: 'sku' },
    };
    const joins = [{ name: 'oms', path: 'oms.json', on: { key: undefined, column: 'no' } }];
    const [snapshot] = await collect(await at.open('lines.json', { map: load(map), joins }), 'first');
    expect(snapshot!.findings).toContainEqual(
      expect.objectContaining({
        code: 'cell.unmapped',
        args: expect.objectContaining({ cell: 'oms.state', line: 1 }) as object,
      }),
    );
  });
});

describe('much input', () => {
  it('orders that stand apart are spilled like rows of a table', async () => {
    const parts = (half: number) =>
      Array.from({ length: 300 }, (_, i) =>
        order(i, { lines: [{ sku: `S${half}`, qty: 1, price: '1.00' }] }),
      );
    const at = desk();
    at.file('o.json', JSON.stringify([...parts(0), ...parts(1)]));
    const whole = await at.read('o.json', { map: load(mapping()) });
    const inputs = await at.open('o.json', { map: load(mapping()), memory: 30_000 });
    await collect(inputs, 'first');
    const spilled = await collect(inputs, 'counted');
    const byId = (list: readonly { id: string; raw: unknown }[]) => new Map(list.map((s) => [s.id, s.raw]));
    expect(spilled).toHaveLength(300);
    expect(byId(spilled)).toEqual(byId(whole));
  });

  itLong('a long array is read record by record: memory does not grow with it', async () => {
    const at = desk();
    const file = path.join(at.folder, 'big.json');
    const out = fs.openSync(file, 'w');
    fs.writeSync(out, '[');
    // The size is in a few orders with a long note.
    const [many, bytes] = inForm({ short: [1200, 24e6], share: [2400, 48e6], long: [20_000, 48e6] });
    const text = JSON.stringify(order(0, { note: 'x'.repeat(bytes / many - 400) }));
    for (let i = 0; i < many; i++) fs.writeSync(out, `${i === 0 ? '' : ','}${text.replace('#0', `#${i}`)}`);
    fs.writeSync(out, ']');
    fs.closeSync(out);
    const inputs = await at.open('big.json', { map: load(mapping()) });
    const before = process.memoryUsage();
    let most = 0;
    let count = 0;
    for await (const list of inputs.read('first')) {
      count += list.length;
      const { arrayBuffers } = process.memoryUsage();
      most = Math.max(most, arrayBuffers - before.arrayBuffers);
    }
    expect(count).toBe(many);
    // Bytes of the file are held for one piece at a time, and not half of the file.
    expect(fs.statSync(file).size).toBeGreaterThan(0.9 * bytes);
    expect(most).toBeLessThan(bytes / 2);
  });
});

describe('the same orders as a table and as JSON', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', '9', ' ', ',', '"', '\\', 'ü', '.', '-', ']', '{'),
    maxLength: 8,
  });
  const line = fc.record({
    sku: text.map((one) => `S${one}`),
    qty: fc.integer({ min: 0, max: 99 }),
    price: fc
      .integer({ min: 0, max: 999_999 })
      .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
  });
  const orders = fc.uniqueArray(
    fc.record({
      no: fc.integer({ min: 1, max: 999 }),
      note: text,
      day: fc.integer({ min: 1, max: 28 }),
      isNumber: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    }),
    { selector: ({ no }) => no, minLength: 1, maxLength: 6 },
  );
  const table = {
    name: 'Table',
    decimal: '.',
    order: { identifier: 'No', created_at: 'At', updated_at: 'At', note: 'Note' },
    item: { identifier: { generate: 'line' }, sku: 'Sku', quantity: 'Qty', unit_price_amount_cents: 'Price' },
  };
  const json = {
    ...table,
    order: { identifier: 'no', created_at: 'at', updated_at: 'at', note: 'more.note' },
    item: {
      identifier: { generate: 'line' },
      sku: 'lines[].sku',
      quantity: 'lines[].qty',
      unit_price_amount_cents: 'lines[].price',
    },
  };

  it('give the same messages and findings', async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.nat({ max: 2 }), async (list, indent) => {
        const atOf = (day: number) => `2026-05-${String(day).padStart(2, '0')}T10:00:00Z`;
        const rows = list.flatMap(({ no, note, day, lines }) =>
          lines.map(({ sku, qty, price }) => ({
            No: String(no),
            At: atOf(day),
            Note: note,
            Sku: sku,
            Qty: String(qty),
            Price: price,
          })),
        );
        const records = list.map(({ no, note, day, isNumber, lines }) => ({
          lines: lines.map((one) => ({ ...one, qty: isNumber ? one.qty : String(one.qty) })),
          more: { note: note === '' && isNumber ? null : note, unused: [1, { lines: [] }] },
          no: isNumber ? no : String(no),
          at: atOf(day),
        }));
        const at = desk();
        at.file('t.csv', csvOf(rows));
        at.file('t.json', JSON.stringify({ list: records }, null, indent));
        at.file('t.ndjson', records.map((one) => `${JSON.stringify(one)}\n`).join(''));
        const expected = (await at.read('t.csv', { map: load(table) })).map((s) => [s.id, s.raw, codes(s)]);
        for (const name of ['t.json', 't.ndjson']) {
          const found = await at.read(name, {
            map: load(json),
            format: name === 't.json' ? 'json' : 'ndjson',
          });
          expect(found.map((s) => [s.id, s.raw, codes(s)])).toEqual(expected);
        }
      }),
      { numRuns: inForm({ short: 15, long: 60 }) },
    );
  });
});
