// Rows to orders: grouping, blank and differing rows, rows left out, one order in two files.

import { describe, expect, it } from 'vitest';
import { codes } from '../support.ts';
import { itemsOf, line, mappingOf, type Row, readRows } from './support.ts';

const ids = (snapshot: Parameters<typeof itemsOf>[0]) => itemsOf(snapshot).map((item) => item['identifier']);

describe('orders of rows', () => {
  it('rows with the same order column are one order, also when they stand apart', async () => {
    const found = await readRows([line('1'), line('2'), line('1', { Sku: 'B', At: '2026-05-02 10:00' })]);
    expect(found.map((s) => [s.id, ids(s)]).sort()).toEqual([
      ['1', ['1-A', '1-B']],
      ['2', ['2-A']],
    ]);
    const first = found.find((s) => s.id === '1')!;
    // updated_at is the latest of the rows; created_at the first's, with a note.
    expect(first.raw).toMatchObject({
      updated_at: '2026-05-02T10:00:00+01:00',
      created_at: '2026-05-01T10:00:00+01:00',
    });
    expect(codes(first)).toEqual(['note order.rows.differ created_at']);
  });

  it('the order is known by its identifier as it is sent, or by the columns of rows.order', async () => {
    const stripped = mappingOf({ order: { identifier: { column: 'No', strip: '#' } } });
    expect((await readRows([line('#1'), line('1')], stripped)).map((s) => s.id)).toEqual(['1']);
    const both = mappingOf({
      rows: { order: ['Shop', 'No'] },
      order: { identifier: { template: '{Shop}-{No}' } },
    });
    const rows = [line('1', { Shop: 'A' }), line('1', { Shop: 'B' }), line('1', { Shop: 'A' })];
    expect((await readRows(rows, both)).map((s) => s.id).sort()).toEqual(['A-1', 'B-1']);
  });

  it('a row without an order is an order of its own, to be refused', async () => {
    expect((await readRows([line('1'), line(''), line('')])).map((s) => s.id)).toEqual(['1', '', '']);
  });

  it('order columns blank on later rows have the first value; lines see it, too', async () => {
    const mapping = mappingOf({
      order: { note: 'Note', status: 'State' },
      item: {
        quantity_shipped: {
          cases: [{ when: { column: 'State', equals: 'done' }, value: 'Qty' }],
          else: { constant: 0 },
        },
      },
    });
    const rows = [
      line('1', { Note: 'n', State: 'done' }),
      line('1', { Note: '', State: '', At: '', Qty: '2' }),
    ];
    const [order] = await readRows(rows, mapping);
    expect(codes(order)).toEqual([]);
    expect(order!.raw).toMatchObject({ note: 'n', status: 'done' });
    expect(itemsOf(order!).map((item) => item['quantity_shipped'])).toEqual([1, 2]);
    // The values may also stand on a later row only.
    const [turned] = await readRows([...rows].reverse(), mapping);
    expect(turned!.raw).toMatchObject({ note: 'n', status: 'done' });
    expect(turned!.placeOf('note')).toMatchObject({ line: 3, column: 5 });
    expect(itemsOf(turned!).map((item) => item['quantity_shipped'])).toEqual([2, 1]);
    const keep = mappingOf({ rows: { blank: 'keep' }, order: { note: { column: 'Note', take: 'last' } } });
    expect((await readRows(rows, keep))[0]!.raw).not.toHaveProperty('status');
  });

  it.each([
    ['first', 'b'],
    ['last', 'c'],
    ['max', 'c'],
    ['min', 'a'],
  ])('take %s', async (take, expected) => {
    const mapping = mappingOf({
      order: { note: { column: 'N', take }, total_amount_cents: { column: 'T', take } },
    });
    const rows = [
      line('1', { N: 'b', T: '9' }),
      line('1', { N: 'a', T: '7' }),
      line('1', { N: 'c', T: '10' }),
    ];
    const [order] = await readRows(rows, mapping);
    expect([(order!.raw as Row)['note'], codes(order)]).toEqual([expected, []]);
    const cents = { first: 900, last: 1000, max: 1000, min: 700 }[take];
    expect((order!.raw as Row)['total_amount_cents']).toBe(cents);
  });

  it('of a list the first value that a row has counts', async () => {
    const values = { paid: 'Created', sent: 'Shipped', void: 'Cancelled' };
    const status = { column: 'S', values, take: ['Created', 'Shipped', 'Cancelled'] };
    const orders = [
      ['void', 'sent'],
      ['sent', 'void', 'paid'],
      ['void', 'void'],
    ];
    const rows = orders.flatMap((words, i) => words.map((S) => line(String(i), { S })));
    const read = await readRows(rows, mappingOf({ order: { status } }));
    expect(read.map((order) => (order.raw as Row)['status'])).toEqual(['Shipped', 'Created', 'Cancelled']);
    expect(read.map(codes)).toEqual([[], [], []]);
  });

  it('take same refuses an order whose rows differ, and names both lines', async () => {
    const mapping = mappingOf({ order: { note: { column: 'N', take: 'same' } } });
    const [order] = await readRows(
      [line('1', { N: 'a' }), line('1', { N: 'a' }), line('1', { N: 'b' })],
      mapping,
    );
    expect(codes(order)).toEqual(['error order.rows.conflict note']);
    expect(order!.findings[0]!.args).toMatchObject({ column: 'N', line: 4, first_line: 2 });
  });
});

describe('two customers under one order number', () => {
  const mapping = mappingOf({ order: { 'customer.email': 'Mail', 'customer.identifier': 'Customer' } });
  const rows = (second: Row) => [
    line('1', { Mail: 'Ada@Example.com', Customer: 'c1' }),
    line('1', { Mail: 'ada@example.com ', Customer: 'c1', ...second }),
  ];

  it.each([
    ['e-mail', 'Mail', 'bob@example.com', 'customer.email'],
    ['identifier', 'Customer', 'c2', 'customer.identifier'],
  ])('another %s refuses the order', async (_, column, text, path) => {
    const [order] = await readRows(rows({ [column]: text }), mapping);
    expect(codes(order)).toEqual([`error order.rows.conflict ${path}`]);
    expect(order!.findings[0]!.args).toMatchObject({ column, line: 3, first_line: 2 });
  });

  it('one e-mail in capitals and in small letters is one customer, and so is a blank one', async () => {
    const [order] = await readRows(rows({}), mapping);
    expect(codes(order)).toEqual([]);
    expect((order!.raw as { customer: unknown }).customer).toEqual({
      email: 'Ada@Example.com',
      identifier: 'c1',
    });
    for (const blank of ['fill', 'keep']) {
      const own = { ...mapping, rows: { blank } };
      expect(codes((await readRows(rows({ Mail: '', Customer: '' }), own))[0])).toEqual([]);
    }
  });

  it('take in the mapping says which row counts', async () => {
    const own = mappingOf({ order: { 'customer.email': { column: 'Mail', take: 'last' } } });
    const [order] = await readRows(rows({ Mail: 'bob@example.com' }), own);
    expect(codes(order)).toEqual([]);
    expect(order!.raw).toMatchObject({ customer: { email: 'bob@example.com' } });
  });
});

describe('credits', () => {
  const mapping = mappingOf({
    rows: {
      credit: { when: { column: 'Qty', lessThan: 0 }, reason: 'given back' },
      skip: [{ when: { column: 'Qty', matches: '^-' }, reason: 'negative' }],
    },
  });

  it('are never line items; an order with other rows is reported, one without is left out', async () => {
    const rows = [
      line('1'),
      line('1', { Sku: 'B', Qty: '-2' }),
      line('1', { Sku: 'C', Qty: '-1' }),
      line('2', { Qty: '-1' }),
      line('3'),
    ];
    const [first, second, third] = await readRows(rows, mapping);
    expect(codes(first)).toEqual(['warning order.map.credit ']);
    expect(first!.findings[0]!.args).toEqual({ reason: 'given back', line: 3 });
    expect(itemsOf(first!).map((item) => item['sku'])).toEqual(['A']);
    expect(first!.skippedRows).toEqual([{ reason: 'given back', rows: 2 }]);
    expect([second!.skip, second!.skippedRows, codes(second)]).toEqual([
      'given back',
      [{ reason: 'given back', rows: 1 }],
      [],
    ]);
    expect([codes(third), third!.skippedRows]).toEqual([[], undefined]);
  });
});

describe('rows left out', () => {
  const mapping = mappingOf({
    rows: {
      skip: [
        { when: { column: 'No', startsWith: 'C' }, reason: 'credit note' },
        { when: { column: 'Sku', equals: 'POST' }, reason: 'postage' },
        { when: { column: 'State', equals: 'draft' }, reason: 'draft', level: 'order' },
      ],
    },
  });

  it('an order without other rows is skipped with its reason, others lose the row only', async () => {
    const rows = [
      line('C1', { Qty: 'x' }),
      line('C1'),
      line('1'),
      line('1', { Sku: 'POST' }),
      line('1', { Sku: 'B' }),
      line('2', { State: 'draft' }),
      line('2', { State: '' }),
    ];
    const found = await readRows(rows, mapping);
    expect(found.map((s) => [s.id, s.skip, s.skippedRows, s.findings, ids2(s)])).toEqual([
      ['C1', 'credit note', [{ reason: 'credit note', rows: 2 }], [], undefined],
      ['1', undefined, [{ reason: 'postage', rows: 1 }], [], ['1-A', '1-B']],
      ['2', 'draft', [{ reason: 'draft', rows: 2 }], [], undefined],
    ]);
  });
  const ids2 = (snapshot: Parameters<typeof itemsOf>[0]) =>
    itemsOf(snapshot)?.map((item) => item['identifier']);

  it('refuse and warn report once per order and reason', async () => {
    const reports = mappingOf({
      rows: {
        refuse: [{ when: { column: 'Sku', startsWith: 'X' }, reason: 'r1' }],
        warn: [{ when: { column: 'Sku', empty: true }, reason: 'w1' }],
      },
    });
    const rows = [
      line('1', { Sku: 'X1' }),
      line('1', { Sku: 'X2' }),
      line('1', { Sku: '', Qty: '' }),
      line('2'),
    ];
    const [bad, good] = await readRows(rows, reports);
    expect(codes(bad)).toEqual(['error order.map.refused items[0]', 'warning order.map.warned ']);
    expect(codes(good)).toEqual([]);
  });
});

describe('one order in two files', () => {
  const a = [line('1'), line('2'), line('2', { Sku: 'B' })];

  it('the same rows in both count once, in any order of the rows', async () => {
    const found = await readRows([a, [line('3'), a[2]!, a[1]!]]);
    const two = found.find((s) => s.id === '2')!;
    expect([ids(two), codes(two), two.rows.length]).toEqual([
      ['2-A', '2-B'],
      ['note order.files.repeated '],
      4,
    ]);
  });

  it('an order cut where one file ends goes on in the next', async () => {
    const found = await readRows([a, [line('2', { Sku: 'C' }), line('3')]]);
    const two = found.find((s) => s.id === '2')!;
    expect(itemsOf(two).map((item) => item['sku'])).toEqual(['A', 'B', 'C']);
    expect(codes(two)).toEqual([]);
    expect(two.placeOf('items[2].sku')).toMatchObject({ file: 'f2.csv', line: 2, column: 3 });
  });

  it('anything else is refused and names both files', async () => {
    for (const second of [
      [line('3'), line('2', { Sku: 'C' })],
      [line('3'), a[1]!],
    ]) {
      const two = (await readRows([a, second])).find((s) => s.id === '2')!;
      expect(codes(two)).toEqual(['error order.files.overlap ']);
      expect(two.findings[0]!.args).toEqual({ file: 'f2.csv', line: 3, first_file: 'f1.csv', first_line: 4 });
    }
    // The next file begins with it, but the first does not end with it; or another file stands between the two.
    const middle = await readRows([[...a, line('4')], [line('2', { Sku: 'C' })]]);
    expect(codes(middle.find((s) => s.id === '2'))).toEqual(['error order.files.overlap ']);
    const apart = await readRows([a, [line('3')], [line('2', { Sku: 'C' })]]);
    expect(codes(apart.find((s) => s.id === '2'))).toEqual(['error order.files.overlap ']);
    // The pieces in the wrong order: which line is the first cannot be known.
    const wrong = (await readRows([[line('2', { Sku: 'C' }), line('3')], a])).find((s) => s.id === '2')!;
    expect(codes(wrong)).toEqual(['error order.files.overlap ']);
  });
});
