// Orders from JSON and NDJSON: the three forms, places in the text, repeats and conflicting versions.
import { describe, expect, it } from 'vitest';
import { locate } from '../../src/basics/json-text.ts';
import { JsonMessages } from '../../src/input/json-messages.ts';
import { ORDERS } from '../../src/input/message-table.ts';
import { formOf } from '../../src/input/message-text.ts';
import { codes, collect, desk } from './support.ts';

const order = (id: string, more: object = {}) => ({
  identifier: id,
  updated_at: '2026-05-01T10:00:00Z',
  tags: [],
  items: [{ identifier: '1', title: 'Brace } "quote\\" [ {' }],
  ...more,
});

describe('forms', () => {
  const orders = [order('1'), order('2', { note: 'Ünïcode \u2028' }), order('3')];
  it.each([
    ['message', JSON.stringify({ returns_portal_order: { orders } }), 'json'],
    [
      'message with other members',
      JSON.stringify({
        a: [[{ orders: [1] }]],
        returns_portal_order: { v: { orders: 2 }, orders, z: [{}] },
        b: 1,
      }),
      'json',
    ],
    [
      'message with an escaped key',
      JSON.stringify({ returns_portal_order: { orders } }).replace(
        'returns_portal_order',
        'returns\\u005fportal_order',
      ),
      'json',
    ],
    ['array', JSON.stringify(orders), 'json'],
    ['indented array', `\ufeff\n ${JSON.stringify(orders, null, '\t').replaceAll('\n', '\r\n')}\n`, 'json'],
    ['lines', orders.map((o) => JSON.stringify(o)).join('\n'), 'ndjson'],
    ['lines with blanks', `\n${orders.map((o) => `${JSON.stringify(o)}\r\n \r\n`).join('')}`, 'ndjson'],
    [
      'reject lines',
      orders.map((o) => `${JSON.stringify({ order: o, errors: [], source: {} })}\n`).join(''),
      'ndjson',
    ],
  ])('%s', async (_name, content, format) => {
    const at = desk();
    at.file('a', content);
    const inputs = await at.open('a');
    for (const mode of ['first', 'counted'] as const) {
      const snapshots = await collect(inputs, mode);
      expect(snapshots.map((s) => s.raw)).toEqual(orders);
      expect(snapshots.flatMap(codes)).toEqual([]);
      for (const snapshot of snapshots) {
        const text = Buffer.from(inputs.bytesOf(snapshot.rows[0]!)).toString();
        expect(JSON.parse(text).order ?? JSON.parse(text)).toEqual(snapshot.raw);
      }
    }
    expect(inputs.files[0]).toMatchObject({ format, rows: 3 });
  });

  it('one order, on one line or many', async () => {
    const at = desk();
    for (const content of [JSON.stringify(order('1')), `${JSON.stringify(order('1'), null, 2)}\n`]) {
      at.file('a', content);
      expect((await at.read('a')).map((s) => s.raw)).toEqual([order('1')]);
    }
  });

  it('is cut into orders wherever a chunk ends', () => {
    const text = JSON.stringify(
      { x: 'é', returns_portal_order: { orders: [order('1'), order('ü')] } },
      null,
      1,
    );
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const found: unknown[] = [];
      const reading = new JsonMessages(
        'f',
        (value, line, start, end) =>
          found.push([value, line, JSON.parse(bytes.subarray(start, end).toString())]),
        formOf(ORDERS),
      );
      reading.write(bytes.subarray(0, cut));
      reading.write(bytes.subarray(cut));
      reading.end();
      expect(found).toEqual([
        [order('1'), 5, order('1')],
        [order('ü'), 16, order('ü')],
      ]);
    }
  });

  it('by flag, where the content would say otherwise', async () => {
    const at = desk();
    at.file('a', JSON.stringify(order('1')));
    const inputs = await at.open('a', { format: 'ndjson' });
    expect(inputs.files[0]!.format).toBe('ndjson');
    expect(await at.fail('a', { format: 'csv' })).toMatchObject({ exitCode: 6 });
  });
});

describe('places', () => {
  it('of a field are line and column in the file', async () => {
    const at = desk();
    at.file('a.json', JSON.stringify([order('1'), order('2', { items: [{}, { sku: 'X' }] })], null, 2));
    const [, second] = await at.read('a.json');
    expect(second!.placeOf('items[1].sku')).toEqual({
      file: 'a.json',
      line: 20,
      column: 16,
      path: 'items[1].sku',
    });
    // A field that is missing: where the object that lacks it stands.
    expect(second!.placeOf('items[0].sku')).toMatchObject({ line: 18, column: 7 });
  });

  it('of a field in a line of a rejects file', async () => {
    const at = desk();
    at.file(
      'a.ndjson',
      '{"order":{"identifier":"1","status":"x"},"errors":[],"source":{}}\n{"identifier":"2","status":5}\n',
    );
    const [first, second] = await at.read('a.ndjson');
    expect(first!.placeOf('status')).toMatchObject({ line: 1, column: 37 });
    expect(second!.placeOf('status')).toMatchObject({ line: 2, column: 28 });
  });

  it('locate walks past everything else', () => {
    const text = ' { "a" : [1, {"b":"]\\"}" , "c" : -1.5e3 } ] , "d":null}';
    const at = (path: string) => {
      const { start, end } = locate(text, path);
      return text.slice(start, end);
    };
    expect(at('a[1].c')).toBe('-1.5e3');
    expect(at('a[0]')).toBe('1');
    expect(at('d')).toBe('null');
    expect(at('a[1].b')).toBe('"]\\"}"');
    expect(at('a[7]')).toBe('[1, {"b":"]\\"}" , "c" : -1.5e3 } ]');
  });
});

describe('the same order again', () => {
  const lines = (...values: unknown[]) => values.map((v) => `${JSON.stringify(v)}\n`).join('');

  it('with equal content is a repeat, whatever the order of its keys', async () => {
    const at = desk();
    const { identifier, ...rest } = order('1');
    at.file('a.ndjson', lines(order('1'), order('2'), { ...rest, identifier }));
    const inputs = await at.open('a.ndjson');
    await collect(inputs, 'first');
    expect(inputs.snapshotIndex).toMatchObject({ scattered: true, snapshots: 2, orders: 2, rows: 3 });
    const snapshots = await collect(inputs, 'counted');
    expect(snapshots.map((s) => [s.id, s.rows.map((r) => r.line), codes(s)])).toEqual([
      ['2', [2], []],
      ['1', [1, 3], []],
    ]);
  });

  it('directly behind itself is a repeat at once', async () => {
    const at = desk();
    at.file('a.ndjson', lines(order('1'), order('1')));
    const inputs = await at.open('a.ndjson');
    const snapshots = await collect(inputs, 'first');
    expect(snapshots.map((s) => s.rows.length)).toEqual([2]);
    expect(inputs.snapshotIndex.scattered).toBe(false);
  });

  it('with its lines in another sequence is a repeat', async () => {
    const at = desk();
    const items = ['L-2', 'L-1', 'L-3'].map((identifier) => ({ identifier, sku: identifier }));
    const moved = order('1', { items: items.toReversed() });
    const edited = order('2', { items: items.toReversed().map((one) => ({ ...one, sku: 'CUP' })) });
    at.file('a.ndjson', lines(order('1', { items }), order('2', { items }), moved, edited));
    const inputs = await at.open('a.ndjson');
    await collect(inputs, 'first');
    const snapshots = await collect(inputs, 'counted');
    expect(snapshots.map((s) => [s.id, s.rows.length, codes(s)])).toEqual([
      ['2', 1, []],
      ['1', 2, []],
      ['2', 1, ['warning order.version.conflict updated_at']],
    ]);
  });

  it('with other content and the same updated_at: the later wins, with a warning', async () => {
    const at = desk();
    at.file('a.ndjson', lines(order('1'), order('2'), order('1', { note: 'later' })));
    const inputs = await at.open('a.ndjson');
    for (const mode of ['first', 'counted'] as const) {
      const snapshots = await collect(inputs, mode);
      expect(snapshots.map((s) => [s.id, inputs.snapshotIndex.isLatest(s.ordinal), codes(s)])).toEqual([
        ['1', false, []],
        ['2', true, []],
        ['1', true, ['warning order.version.conflict updated_at']],
      ]);
    }
    expect(inputs.snapshotIndex).toMatchObject({ orders: 2, snapshots: 3, rows: 3 });
  });

  it('with another time of creation, is another order: refused, or named within a day', async () => {
    const at = desk();
    const [may, june] = ['2026-05-01T08:00:00Z', '2026-06-01T08:00:00Z'];
    at.file(
      'a.ndjson',
      lines(
        order('1', { created_at: may }),
        order('1', { created_at: june, updated_at: '2026-06-02T08:00:00Z' }),
        order('2', { created_at: may }),
        order('2', { created_at: '2026-05-01T09:00:00Z', updated_at: '2026-06-02T08:00:00Z' }),
        order('3', { created_at: may }),
        order('3', { created_at: '2026-05-01T10:00:00+02:00', updated_at: '2026-06-02T08:00:00Z' }),
      ),
    );
    const inputs = await at.open('a.ndjson');
    await collect(inputs, 'first');
    const snapshots = await collect(inputs, 'counted');
    expect(snapshots.map((s) => [s.id, codes(s)])).toEqual([
      ...[0, 1].map(() => ['1', ['error order.created.changed created_at']]),
      ...[0, 1].map(() => ['2', ['warning order.created.moved created_at']]),
      ...[0, 1].map(() => ['3', []]),
    ]);
  });

  it('with a missing identifier or time still counts', async () => {
    const at = desk();
    at.file('a.ndjson', lines({ items: [] }, { items: [] }, { identifier: 5, updated_at: 'soon' }));
    const inputs = await at.open('a.ndjson');
    const snapshots = await collect(inputs, 'first');
    expect(snapshots.map(({ id }) => id)).toEqual(['', '', '5']);
    expect(inputs.snapshotIndex).toMatchObject({ orders: 3, rows: 3 });
  });
});
