// Versions of an order in mapped tables: which rows are a version, which version counts, and what stays refused.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { describeOrderFinding } from '../../../src/contract/order-catalog.ts';
import { codes, collect, desk, readFirst } from '../support.ts';
import { csvOf, itemsOf, type Json, line, load, mappingOf, type Row } from './support.ts';

const PRICED = {
  unit_price_amount_cents: 'Price',
  quantity_shipped: 'Qty',
  quantity_canceled: { constant: 0 },
};
/** With a date of change, line numbers, prices and the total of the order. */
const DATED = mappingOf({
  order: { updated_at: 'Changed', total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
  item: { identifier: 'Line', ...PRICED },
});
/** The same without a date of change and without line numbers. */
const UNDATED = mappingOf({
  order: { total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
  item: PRICED,
});
const SHOPIFY: Json = JSON.parse(
  readFileSync(path.resolve('samples/mappings/shopify-orders.json'), 'utf8'),
) as Json;

const at = (day: number) => `2026-05-${String(day).padStart(2, '0')} 10:00`;
const row = (no: string, day: number, sku: string, price: string, total: string, more: Row = {}): Row =>
  line(no, {
    ...{ Changed: at(day), Line: `${no}-${sku}`, Sku: sku, Price: price, Total: total },
    ...{ Email: 'a@example.com', Note: '', ...more },
  });

type Files = readonly (readonly Row[])[];

async function read(files: Files | readonly string[], mapping: Json, memory = 256e6) {
  const where = desk();
  const names = files.map((file, i) =>
    where.file(`f${i + 1}.csv`, typeof file === 'string' ? file : csvOf(file as readonly Row[])),
  );
  const inputs = await where.open(names, { map: load(mapping), memory });
  const found = await readFirst(inputs);
  const { snapshotIndex } = inputs;
  const seen = (list: typeof found) =>
    list
      .filter(({ ordinal }) => snapshotIndex.isLatest(ordinal))
      .map((one) => [
        one.id,
        itemsOf(one)
          .map((item) => `${item['sku']} ${item['quantity']}`)
          .join(', '),
      ])
      .sort();
  const orders = seen(found);
  // The second pass finds the same.
  expect(seen(await collect(inputs, 'counted'))).toEqual(orders);
  const rows = found.reduce((sum, one) => sum + one.rows.length, 0);
  expect(rows).toBe(snapshotIndex.rows);
  const latest = found.filter(({ ordinal }) => snapshotIndex.isLatest(ordinal));
  return { orders, latest, superseded: snapshotIndex.snapshots - snapshotIndex.orders };
}

const bad = (order: Parameters<typeof codes>[0]) =>
  codes(order).filter((code) => /^(error|warning) /.test(code));

const [one, two] = [row('1', 2, 'A', '9.00', '9.00'), row('2', 2, 'B', '5.00', '5.00')];
const later = [row('1', 3, 'A', '9.00', '13.00'), row('1', 3, 'C', '4.00', '13.00')];

describe('with a date of change', () => {
  const both = [
    ['1', 'A 1, C 1'],
    ['2', 'B 1'],
  ];
  it.each<[string, Files]>([
    ['two files', [[one, two], later]],
    ['the later file first', [later, [one, two]]],
    ['one file', [[one, two, ...later]]],
    ['one after the other', [[one, ...later, two]]],
    ['rows of both mixed', [[later[0]!, one, two, later[1]!]]],
    ['a file twice', [[one, two], later, later]],
  ])('the later version counts: %s', async (_, files) => {
    const found = await read(files, DATED);
    expect([found.orders, found.superseded]).toEqual([both, 1]);
    expect(found.latest.find(({ id }) => id === '1')!.raw).toMatchObject({
      updated_at: '2026-05-03T10:00:00+01:00',
      total_amount_cents: 1300,
    });
  });

  it('three versions; far apart, with little memory', async () => {
    const last = row('1', 5, 'A', '9.00', '18.00', { Qty: '2' });
    const three = await read([[one, ...later], [last]], DATED);
    expect([three.orders, three.superseded]).toEqual([[['1', 'A 2']], 2]);
    const many = Array.from({ length: 300 }, (_, i) => row(`S${i}`, 2, 'A', '9.00', '9.00'));
    const again = many.map((own) => ({ ...own, Changed: at(4), Qty: '2', Total: '18.00' }));
    const far = await read([[...many, ...again]], DATED, 40_000);
    expect([far.superseded, far.orders.length, new Set(far.orders.map(([, text]) => text))]).toEqual([
      300,
      300,
      new Set(['A 2']),
    ]);
  });

  it('generated names follow the article, so a version is told from a line', async () => {
    const named = mappingOf({ ...DATED, item: PRICED });
    expect(await read([[one], later], named)).toMatchObject({ superseded: 1 });
    // Each line has a date of its own, and together they are the total: one order.
    const lines = [row('1', 2, 'A', '9.00', '18.00'), row('1', 3, 'A', '9.00', '18.00')];
    expect(await read([lines], named)).toMatchObject({ superseded: 0, orders: [['1', 'A 1, A 1']] });
  });

  it('rows that have neither a line in common nor sums of their own stay one order', async () => {
    const lines = [row('1', 2, 'A', '9.00', '13.00'), row('1', 3, 'C', '4.00', '13.00')];
    expect(await read([lines], DATED)).toMatchObject({ superseded: 0, orders: [['1', 'A 1, C 1']] });
    const apart = await read(
      [
        [lines[0]!, two],
        [two, lines[1]!],
      ],
      DATED,
    );
    expect(codes(apart.latest.find(({ id }) => id === '1'))).toContain('error order.files.overlap ');
  });

  it('rows of twins that stand three times are those of one order, mixed with those of an older version', async () => {
    const named = mappingOf({ ...DATED, item: PRICED });
    const twins = (day: number) => ['A', 'A', 'C'].map((sku) => row('1', day, sku, '4.00', '12.00'));
    const [first, second, third] = twins(3) as [Row, Row, Row];
    const mixed = [second, first, third, second, third, first, third, ...twins(2), first, second];
    const found = await read([mixed], named);
    expect([found.superseded, found.orders]).toEqual([1, [['1', 'A 1, A 1, C 1']]]);
  });

  it('of two versions in the hour that comes twice the one further down counts, and is named', async () => {
    const night = (time: string, units: string) => ({
      ...row('1', 2, 'A', '9.00', `${9 * Number(units)}.00`, { Qty: units }),
      Changed: `2026-10-25 ${time}`,
    });
    for (const [first, last] of [
      ['01:50', '01:10'],
      ['01:10', '01:50'],
    ] as const) {
      const found = await read([[night(first, '1'), two, night(last, '2')]], DATED);
      expect(found.orders[0]).toEqual(['1', 'A 2']);
      const latest = found.latest.find(({ id }) => id === '1');
      expect(codes(latest)).toContain('warning order.version.conflict updated_at');
    }
    const apart = await read([[night('00:50', '1'), two, night('01:10', '2')]], DATED);
    expect(codes(apart.latest.find(({ id }) => id === '1'))).not.toContain(
      'warning order.version.conflict updated_at',
    );
  });

  it('two orders under one number are no versions: both are named', async () => {
    const other = row('1', 3, 'A', '9.00', '9.00', { Email: 'b@example.com', At: at(9) });
    const { latest, superseded } = await read([[one], [other]], DATED);
    expect(superseded).toBe(1);
    const finding = latest[0]!.findings.find(({ code }) => code === 'order.created.changed')!;
    expect(finding).toMatchObject({ severity: 'error', path: 'created_at' });
    expect(describeOrderFinding(finding)).toBe(
      'Created at 2026-05-09T10:00:00+01:00, but that on line 2 of f1.csv at 2026-05-01T10:00:00+01:00: another order',
    );
    expect(latest[0]!.placeOf('created_at')).toMatchObject({ file: 'f2.csv', line: 2 });
  });

  it('two orders under one number and date of change do not go together, when one of them comes again later', async () => {
    const other = row('1', 2, 'B', '5.00', '5.00', { Email: 'b@example.com', At: at(9) });
    const again = row('1', 4, 'A', '9.00', '9.00', { Note: 'left' });
    const { latest, superseded } = await read(
      [
        [one, other],
        [again, other],
      ],
      DATED,
    );
    expect(superseded).toBe(2);
    expect(codes(latest[0])).toContain('error order.created.changed created_at');
  });

  it('a cancelled line beside itself before, whose sums are right together by chance, is a version', async () => {
    const mapping = mappingOf({
      order: { updated_at: 'Changed', total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
      item: { ...PRICED, quantity_shipped: { constant: 0 }, quantity_canceled: 'Dropped' },
    });
    const placed = row('1', 2, 'A', '9.00', '9.00', { Dropped: '0' });
    const found = await read([[placed, two, row('1', 3, 'A', '9.00', '9.00', { Dropped: '1' })]], mapping);
    expect(found).toMatchObject({
      superseded: 1,
      orders: [
        ['1', 'A 1'],
        ['2', 'B 1'],
      ],
    });
  });

  it('the latest date of several columns, or of a line, tells no version', async () => {
    const cut = [row('1', 2, 'A', '9.00', '9.00'), row('1', 3, 'A', '9.00', '9.00')];
    for (const change of [
      { order: { updated_at: { latest: ['Changed', 'At'] } }, item: { identifier: 'Line' } },
      { order: { updated_at: 'Changed' }, item: { identifier: 'Line', shipped_date: 'Changed' } },
    ]) {
      const found = await read([cut], mappingOf(change));
      expect([found.superseded, found.latest.length]).toEqual([0, 1]);
    }
  });
});

/** An order whose one line was another article before: nothing in common, and no sums. */
describe('versions without a common line', () => {
  const STATE = {
    status: { column: 'State', values: { open: 'Created', sent: 'Shipped' } },
    ...{ updated_at: 'Changed', 'customer.email': 'Email', note: 'Note' },
  };
  const SENT = { ...PRICED, quantity_shipped: 'Sent' };
  const NAMED = mappingOf({ order: STATE, item: { identifier: 'Line', ...SENT } });
  const GENERATED = mappingOf({ order: STATE, item: SENT });
  const TOTALS = mappingOf({ order: { ...STATE, total_amount_cents: 'Total' }, item: SENT });
  const MADE_TOTALS = mappingOf({
    order: {
      ...STATE,
      total_amount_cents: { sum: [{ multiply: ['Price', 'Qty'] }], over: 'items' },
    },
    item: SENT,
  });
  const EACH = [NAMED, GENERATED, TOTALS, MADE_TOTALS];
  const state = (day: number, sku: string, more: Row = {}) =>
    row('1', day, sku, '9.00', '9.00', { State: 'open', Sent: '0', ...more });
  const sent = { State: 'sent', Sent: '1' };
  const other = { ...two, State: 'sent', Sent: '1' };
  const [cup, mug, gone] = [state(5, 'CUP'), state(6, 'MUG', sent), state(4, 'HAT', { State: 'open' })];
  const openMug = state(6, 'MUG');
  const mailed = state(6, 'MUG', { Email: 'right@example.com' });

  it.each<[string, Files, number]>([
    ['another status', [[cup, mug]], 1],
    ['another status, the later one first', [[mug, other, cup]], 1],
    ['another e-mail', [[cup, mailed]], 1],
    ['two files', [[cup, other], [openMug]], 1],
    ['two files, the later one first', [[openMug], [cup, other]], 1],
    [
      'two files, away from their border',
      [
        [cup, other],
        [other, openMug],
      ],
      1,
    ],
    ['three files', [[gone], [openMug], [cup]], 2],
    [
      'three versions of which two have a line in common',
      [[cup, state(5, 'CUP', { Changed: '2026-05-05 11:00' }), mug]],
      2,
    ],
  ])('%s', async (_, files, superseded) => {
    for (const mapping of EACH) {
      const found = await read(files, mapping);
      expect([found.superseded, found.orders[0]]).toEqual([superseded, ['1', 'MUG 1']]);
      const order = found.latest.find(({ id }) => id === '1')!;
      expect(bad(order)).toEqual([]);
    }
  });

  it.each<[string, Files, string]>([
    ['but for the date all is the same', [[cup, openMug]], 'line 3'],
    ['times of creation on one day', [[cup, { ...openMug, At: '2026-05-01 10:05' }]], 'line 3'],
    ['rows of two dates are mixed', [[cup, mug, state(5, 'HAT')]], 'line 3'],
    ['the same, over two files', [[cup, openMug], [state(7, 'HAT')]], 'line 3'],
  ])('refused where nothing says it: %s', async (_, files, second) => {
    for (const mapping of [NAMED, GENERATED, MADE_TOTALS]) {
      const { superseded, latest } = await read(files, mapping);
      const conflict = latest[0]!.findings.find(({ path }) => path === 'updated_at')!;
      expect([superseded, conflict.severity]).toEqual([0, 'error']);
      expect(describeOrderFinding(conflict)).toBe(
        `column "Changed" on ${second} differs from line 2 of the same order`,
      );
    }
    // The ways out: each line has its own date; versions stand in files of their own.
    const latest = { column: 'Changed', take: 'max' };
    const joined = await read(files, mappingOf({ order: { ...STATE, updated_at: latest }, item: SENT }));
    expect(bad(joined.latest[0]).filter((code) => !code.includes('overlap'))).toEqual([]);
  });

  it('is one order: one date, the date of creation, or a date that not all rows have', async () => {
    const created = mappingOf({ order: { ...STATE, created_at: 'Changed' }, item: SENT });
    for (const [rows, mapping] of [
      [[cup, other, state(5, 'MUG')], GENERATED],
      [[cup, openMug], created],
      [[state(5, 'CUP', { Changed: '' }), openMug], GENERATED],
      [[cup, state(6, 'MUG', { Changed: '' })], GENERATED],
    ] as const) {
      const found = await read([rows], mapping);
      expect([found.superseded, found.orders[0]]).toEqual([0, ['1', 'CUP 1, MUG 1']]);
      expect(bad(found.latest.find(({ id }) => id === '1'))).toEqual([]);
    }
  });

  it('a record of JSON that holds its lines is a version', async () => {
    const records = [cup, openMug].map(({ Sku, Price, Qty, Sent, ...own }) => ({
      ...own,
      lines: [{ Sku, Price, Qty, Sent }],
    }));
    const lines = Object.entries(SENT).map(([key, value]) => [
      key,
      typeof value === 'string' ? `lines[].${value}` : value,
    ]);
    const mapping = mappingOf({
      order: STATE,
      item: { ...Object.fromEntries(lines), sku: 'lines[].Sku', quantity: 'lines[].Qty' },
    });
    const where = desk();
    where.file('f.ndjson', records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const inputs = await where.open('f.ndjson', { map: load(mapping) });
    const found = await readFirst(inputs);
    const latest = found.filter(({ ordinal }) => inputs.snapshotIndex.isLatest(ordinal));
    expect(latest.map((order) => itemsOf(order).map(({ sku }) => sku))).toEqual([['MUG']]);
  });

  describe('a number that is used again', () => {
    const again = (more: Row = {}) => state(20, 'HAT', { At: at(19), ...more });
    const undated = mappingOf({ order: { 'customer.email': 'Email', note: 'Note' }, item: PRICED });
    it.each<[string, Files, readonly Json[], number]>([
      ['one file', [[cup, again()]], EACH, 1],
      ['with the same article', [[cup, again({ Sku: 'CUP', Line: '1-CUP' })]], EACH, 1],
      ['another e-mail', [[cup, again({ Email: 'b@example.com' })]], EACH, 1],
      ['without a date of change', [[cup, again()]], [undated], 0],
    ])('is refused, and both are named: %s', async (_, files, mappings, superseded) => {
      for (const mapping of mappings) {
        const found = await read(files, mapping);
        const order = found.latest.find(({ id }) => id === '1')!;
        expect([found.superseded, codes(order)]).toEqual([
          superseded,
          expect.arrayContaining(['error order.created.changed created_at']),
        ]);
        const named = order.findings.find(({ code }) => code === 'order.created.changed')!;
        expect(named.args['file']).toMatch(/^f\d\.csv$/);
      }
    });

    it('within a day it is a warning, or an error for two customers', async () => {
      const near = state(6, 'HAT', { At: '2026-05-01 19:00' });
      expect(codes((await read([[cup], [near]], GENERATED)).latest[0])).toContain(
        'warning order.created.moved created_at',
      );
      const elses = { ...near, Email: 'b@example.com' };
      expect(codes((await read([[cup], [elses]], GENERATED)).latest[0])).toContain(
        'error order.created.changed created_at',
      );
    });

    it('a time of creation of each line, of which the mapping says that it differs, is none', async () => {
      const mapping = mappingOf({
        order: { created_at: { column: 'At', take: 'min' }, updated_at: { latest: ['Changed', 'At'] } },
        item: PRICED,
      });
      const { latest } = await read([[cup, again()]], mapping);
      expect(codes(latest[0])).toEqual([]);
    });

    it('an e-mail of which one row counts joins no two orders', async () => {
      const email = { 'customer.email': { column: 'Email', take: 'last' } };
      const mapping = mappingOf({ order: { ...STATE, ...email }, item: SENT });
      const { latest } = await read([[cup, again({ Email: 'b@example.com' })]], mapping);
      expect(codes(latest[0])).toContain('error order.created.changed created_at');
    });
  });

  it('two customers under one number and minute of creation, of whom one comes again later: both rows are named', async () => {
    const elses = (day: number, sku: string, Customer: string, Email: string) =>
      state(day, sku, { At: at(4), Email, Customer, Line: `1-${sku}` });
    const numbered = EACH.map((mapping) => ({
      ...mapping,
      order: { ...(mapping['order'] as Json), 'customer.identifier': 'Customer' },
    }));
    const refused = 'error order.rows.conflict customer.identifier';
    const cup = elses(4, 'CUP', '11', 'a@example.com');
    for (const [files, expected] of [
      [[[elses(5, 'MUG', '12', 'b@example.com')], [cup]], true],
      [[[elses(5, 'MUG', '12', 'b@example.com'), cup]], true],
      // Edited before it shipped; an e-mail that was corrected; a guest who got an account.
      [[[elses(5, 'MUG', '11', 'a@example.com')], [cup]], false],
      [[[elses(5, 'MUG', '11', 'b@example.com')], [cup]], false],
      [[[elses(5, 'MUG', '12', 'A@example.com')], [cup]], false],
      [[[elses(5, 'CUP', '12', 'b@example.com')], [cup]], false],
    ] as const)
      for (const mapping of numbered) {
        const { latest } = await read(files, mapping);
        expect(codes(latest[0]).includes(refused), JSON.stringify(files)).toBe(expected);
      }
  });

  it('two customers under one number and date: the message names both files', async () => {
    const elses = state(5, 'MUG', { Email: 'b@example.com' });
    const { latest } = await read([[cup], [elses]], GENERATED);
    expect(describeOrderFinding(latest[0]!.findings[0]!)).toBe(
      'column "Email" on line 2 of f2.csv differs from line 2 of f1.csv of the same order',
    );
  });
});

describe('without a date of change', () => {
  it('rows that are right both together and each part alone, apart from each other, are refused', async () => {
    const mapping = mappingOf({
      order: { total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
      item: { ...PRICED, quantity_shipped: { constant: 0 }, quantity_canceled: 'Dropped' },
    });
    const own = (dropped: string) => row('1', 2, 'A', '9.00', '9.00', { Dropped: dropped });
    const other = { ...two, Dropped: '0' };
    const { latest } = await read([[own('0'), other, own('1')]], mapping);
    expect(codes(latest.find(({ id }) => id === '1'))).toContain('error order.files.overlap ');
    const again = await read(
      [
        [own('0'), other],
        [other, own('0')],
      ],
      mapping,
    );
    expect(again.latest.map((found) => codes(found).filter((code) => /error/.test(code)))).toEqual([[], []]);
  });

  it('named lines of two versions, mixed, of which each is right alone are refused', async () => {
    const mapping = mappingOf({
      order: { total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
      item: { identifier: 'Line', ...PRICED },
    });
    const [a, c] = [row('1', 2, 'A', '9.00', '13.00'), row('1', 2, 'C', '4.00', '13.00')];
    const alone = { ...a, Total: '9.00' };
    const { latest } = await read([[a, two, alone, two, c]], mapping);
    expect(codes(latest.find(({ id }) => id === '1'))).toContain('error order.files.overlap ');
    const once = await read([[a, two, a, two, c]], mapping);
    expect(once.orders[0]).toEqual(['1', 'A 1, C 1']);
    expect(codes(once.latest.find(({ id }) => id === '1'))).not.toContain('error order.files.overlap ');
  });

  it('twins in two states are two versions, and not one order with a line of each', async () => {
    const twins = (note: string, sent: string) =>
      Array.from({ length: 2 }, () => row('1', 2, 'A', '9.00', '18.00', { Note: note, 'Sent at': sent }));
    const [open, shipped] = [twins('open', ''), twins('shipped', at(3))];
    const mapping = mappingOf({
      order: {
        ...{ created_at: 'Changed', updated_at: { latest: ['Changed', 'Sent at'] } },
        ...{ total_amount_cents: 'Total', 'customer.email': 'Email', note: 'Note' },
      },
      item: PRICED,
    });
    for (const files of [[[...open, ...shipped], open], [[...open, ...shipped]], [open, [two, ...shipped]]]) {
      const found = await read(files, mapping);
      expect(found.orders[0]).toEqual(['1', 'A 1, A 1']);
      const order = found.latest.find(({ id }) => id === '1')!;
      expect(order.raw).toMatchObject({ note: 'shipped', updated_at: '2026-05-03T10:00:00+01:00' });
    }
  });

  it('twins of which one had shipped, with all rows twice and mixed, are one order with a line of each', async () => {
    const [sent, open] = ['1', '0'].map((shipped) =>
      row('1', 2, 'A', '9.00', '18.00', { Shipped: shipped }),
    ) as [Row, Row];
    const mapping = mappingOf({
      order: { total_amount_cents: 'Total', 'customer.email': 'Email' },
      item: { ...PRICED, quantity_shipped: 'Shipped' },
    });
    for (const file of [
      [sent, two, sent, two, open, open],
      [open, two, open, sent, sent],
      [sent, two, open, open, sent, sent, two, open],
    ]) {
      const { latest } = await read([file], mapping);
      const order = latest.find(({ id }) => id === '1');
      expect(codes(order)).toContain('note order.files.repeated ');
      expect(
        itemsOf(order!)
          .map((item) => item['quantity_shipped'])
          .sort(),
      ).toEqual([0, 1]);
    }
  });

  const plain = mappingOf({
    order: {
      updated_at: 'Changed',
      status: { column: 'State', values: { open: 'Created', sent: 'Shipped' } },
    },
    item: { ...PRICED, quantity_shipped: 'Sent' },
  });
  const part = (day: number, sku: string, sent: boolean) =>
    row('1', day, sku, '9.00', '', { State: sent ? 'sent' : 'open', Sent: sent ? '1' : '0' });

  it('without sums, an order that stands again with another one between counts once', async () => {
    const order = [part(2, 'CUP', true), part(2, 'MAT', true)];
    const other = { ...two, State: 'sent', Sent: '1' };
    const { latest } = await read([[...order, other, ...order]], plain);
    const found = latest.find(({ id }) => id === '1')!;
    expect(itemsOf(found).map(({ sku }) => sku)).toEqual(['CUP', 'MAT']);
    expect(codes(found)).toContain('note order.files.repeated ');
    // Two lines of one article are two, together and apart.
    const cup = part(2, 'CUP', true);
    for (const file of [
      [cup, cup, other],
      [cup, other, cup],
    ])
      expect(itemsOf((await read([file], plain)).latest.find(({ id }) => id === '1')!)).toHaveLength(2);
  });

  it.each<[string, Files, boolean]>([
    ['one file', [[part(2, 'CUP', true), part(3, 'MAT', false)]], true],
    ['two files', [[part(2, 'CUP', true)], [part(3, 'MAT', false)]], true],
    ['a common article', [[part(2, 'CUP', true), part(3, 'CUP', true), part(2, 'MAT', true)]], true],
    ['nothing had shipped', [[part(2, 'CUP', false)], [part(3, 'MAT', true)]], false],
    ['a line that was added', [[part(2, 'CUP', true)], [part(3, 'CUP', true), part(3, 'MAT', true)]], false],
  ])(
    'a version that lacks what had shipped is refused, and both rows are named: %s',
    async (_, files, isRefused) => {
      const { latest } = await read(files, plain);
      expect(codes(latest[0]).includes('error order.rows.conflict updated_at')).toBe(isRefused);
    },
  );

  const whole = [row('1', 2, 'A', '9.00', '13.00'), row('1', 2, 'C', '4.00', '13.00')];
  const changed = whole.map((own) => ({ ...own, Note: 'gift' }));

  it.each<[string, Files, number]>([
    ['at the border of two files', [whole, changed], 1],
    [
      'elsewhere',
      [
        [...whole, two],
        [two, ...changed],
      ],
      1,
    ],
    ['in one file', [[...whole, ...changed]], 1],
    ['apart in one file', [[...whole, two, ...changed]], 1],
    ['the same rows in one file', [[...whole, ...whole]], 0],
  ])('versions that close their own sums, the later one counts: %s', async (_, files, superseded) => {
    const found = await read(files, UNDATED);
    const order = found.latest.find(({ id }) => id === '1')!;
    expect([found.superseded, itemsOf(order).length]).toEqual([superseded, 2]);
    expect((order.raw as Json)['note']).toBe(superseded > 0 ? 'gift' : undefined);
    const code = superseded > 0 ? 'warning order.version.conflict updated_at' : 'note order.files.repeated ';
    expect(codes(order)).toContain(code);
  });

  it('rows that stand twice among others count once, also where the sum is theirs without cancelled units', async () => {
    const mapping = mappingOf({
      order: { note: 'Note' },
      item: { ...PRICED, quantity_shipped: { constant: 0 }, quantity_canceled: 'Dropped' },
      tax: { mode: 'on_top', total: 'Total', subtotal: 'Goods', tax: 'Tax', discount: 'Off' },
    });
    const goods = { Goods: '83.00', Tax: '0.00', Off: '9.00', Dropped: '1' };
    const jar = row('1', 2, 'JAR', '23.00', '74.00', { ...goods, Qty: '3' });
    const tee = row('1', 2, 'TEE', '14.00', '74.00', goods);
    const other = row('2', 2, 'B', '5.00', '5.00', { Goods: '5.00', Tax: '0.00', Off: '0.00', Dropped: '0' });
    // Without cancelled units all four rows come to 92.00, which is 83.00 and the discount.
    const found = await read([[tee, other, jar, other, jar, tee]], mapping);
    const order = found.latest.find(({ id }) => id === '1')!;
    expect(found.orders).toEqual([
      ['1', 'TEE 1, JAR 3'],
      ['2', 'B 1'],
    ]);
    expect(codes(order)).toContain('note order.files.repeated ');
    // Beside the same rows with all units cancelled, which leave the sum as it is.
    const none = { ...goods, Dropped: '0', Note: 'placed' };
    const open = [
      { ...jar, ...none },
      { ...tee, ...none },
    ];
    const gone = [{ ...jar, Dropped: '3' }, tee].map((own) => ({ ...own, Note: 'cancelled' }));
    const both = await read([[...open, ...gone], open], mapping);
    expect(both.orders).toEqual([['1', 'JAR 3, TEE 1']]);
    const alone = await read([[...open, ...gone]], mapping);
    expect(codes(alone.latest[0])).toContain('error order.files.overlap ');
    // A shop that leaves cancelled units out has these four rows once.
    const four = { Goods: '60.00', Tax: '0.00', Off: '0.00', Dropped: '1' };
    const rows = ['JAR', 'TEE', 'CUP', 'MAT'].map((sku) =>
      row('1', 2, sku, '15.00', '60.00', { ...four, Qty: '2' }),
    );
    expect((await read([rows], mapping)).orders).toEqual([['1', 'JAR 2, TEE 2, CUP 2, MAT 2']]);
  });

  it('the same lines at the border without sums are refused', async () => {
    const found = await read([whole, changed], mappingOf({ order: { note: 'Note' } }));
    expect(codes(found.latest[0])).toContain('error order.files.overlap ');
  });
});

describe('cells of the order on its first row alone', () => {
  const [names, first, ...more] = readFileSync(path.resolve('samples/exports/shopify-orders.csv'), 'utf8')
    .split('\n')
    .filter((text) => /^(Name|#2019),/.test(text));
  const file = (...rows: string[]) => `${[names, ...rows].join('\n')}\n`;
  const paid = first!.replace('2025-', '2026-');

  it('a row with them begins a version, also where the sums of both together are right by chance', async () => {
    const [cells = []] = parse(first!) as string[][];
    const at = (name: string) => names!.split(',').indexOf(name);
    const amounts = { Subtotal: '60.00', Shipping: '0.00', Taxes: '0.00', Total: '60.00' };
    const own = {
      'Lineitem quantity': '2',
      'Lineitem price': '15.00',
      'Lineitem fulfillment status': 'fulfilled',
    };
    const status = { 'Fulfillment Status': 'fulfilled', 'Fulfilled at': cells[at('Created at')]! };
    const changed = (row: readonly string[], change: object) => {
      const list = [...row];
      for (const [name, cell] of Object.entries(change)) list[at(name)] = cell;
      return list.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    };
    const head = changed(cells, { ...amounts, ...own, ...status });
    const twin = changed(
      cells.map((cell, i) =>
        /^(Name|Created at|Lineitem (?!fulf))/.test(names!.split(',')[i]!) ? cell : '',
      ),
      { ...own, 'Lineitem fulfillment status': 'restocked' },
    );
    const once = await read([file(head, twin)], SHOPIFY);
    expect(itemsOf(once.latest[0]!)).toHaveLength(2);
    expect(await read([file(head, twin, head, twin)], SHOPIFY)).toMatchObject({ orders: once.orders });
  });

  it('a row with them begins a version, in two files and in one; a rest is joined', async () => {
    expect(more.length).toBeGreaterThan(0);
    const lines = (await read([file(first!, ...more)], SHOPIFY)).orders;
    for (const files of [
      [file(first!, ...more), file(paid, ...more)],
      [file(first!, ...more, paid, ...more)],
    ])
      expect(await read(files, SHOPIFY)).toMatchObject({ superseded: 1, orders: lines });
    for (const files of [
      [file(first!, ...more), file(first!, ...more)],
      [file(first!, ...more, first!, ...more)],
      [file(first!), file(...more)],
    ])
      expect(await read(files, SHOPIFY)).toMatchObject({ superseded: 0, orders: lines });
  });
});

describe('dates of change that are no plain column, no line numbers and no total', () => {
  const dated = (updated: Json, order: Json = {}) =>
    mappingOf({
      order: { updated_at: updated, 'customer.email': 'Email', status: 'Note', ...order },
      item: PRICED,
    });
  const LATEST = dated({ latest: ['Changed', 'At'] });
  const TAKE = dated({ column: 'Changed', take: 'max' });
  const PLAIN = dated('Changed' as unknown as Json);
  const cup = (day: number, more: Row = {}) => row('1', day, 'CUP', '9.00', '', { Note: 'Created', ...more });
  const mat = (day: number, more: Row = {}) => row('1', day, 'MAT', '5.00', '', { Note: 'Created', ...more });
  const day = (n: number, more: Row = {}) => [cup(n, more), mat(n, more)];
  const shipped = { Note: 'Shipped' };

  it.each<[what: string, rows: readonly Row[], mapping: Json]>([
    ['latest', [...day(2), ...day(3, shipped)], LATEST],
    ['latest, with another order between', [...day(2), two, ...day(3, shipped)], LATEST],
    ['latest, rows mixed', [cup(2), cup(3), mat(3), mat(2)], LATEST],
    ['latest, three versions', [...day(2), ...day(3), ...day(4)], LATEST],
    ['take', [...day(2), ...day(3, shipped)], TAKE],
    ['take, only the date differs', [...day(2), ...day(3)], TAKE],
    ['a plain column, only the status differs', [...day(2), ...day(2, shipped)], PLAIN],
  ])('the same lines again are not doubled: %s', async (_, rows, mapping) => {
    const { latest } = await read([rows], mapping);
    expect(codes(latest.find(({ id }) => id === '1'))).toContain('error order.files.overlap ');
  });

  it.each<[what: string, rows: readonly Row[], mapping: Json, lines: string]>([
    ['lines that changed on days of their own', [cup(2), mat(3)], LATEST, 'CUP 1, MAT 1'],
    ['a line that stands twice', [cup(2), cup(3)], TAKE, 'CUP 1, CUP 1'],
    ['one of two lines stands twice', [cup(2), mat(3), cup(3)], LATEST, 'CUP 1, MAT 1, CUP 1'],
    ['twins of one day', [cup(2), cup(2), mat(2), mat(2)], LATEST, 'CUP 1, CUP 1, MAT 1, MAT 1'],
    [
      'two lines of another number',
      [...day(2), cup(3, { Qty: '2' }), mat(3)],
      TAKE,
      'CUP 1, MAT 1, CUP 2, MAT 1',
    ],
  ])('other lines stay one order: %s', async (_, rows, mapping, lines) => {
    expect(await read([rows], mapping)).toMatchObject({ superseded: 0, orders: [['1', lines]] });
  });
});

describe('an order at the end of one file and the beginning of the next, without a total', () => {
  const mapping = (updated: Json, item: Json = {}) =>
    mappingOf({ order: { updated_at: updated, 'customer.email': 'Email' }, item: { ...PRICED, ...item } });
  const PLAIN = mapping('Changed' as unknown as Json);
  const LATEST = mapping({ latest: ['Changed', 'At'] });
  const cup = (more: Row = {}) => row('1', 2, 'CUP', '9.00', '', more);
  const mat = row('1', 2, 'MAT', '5.00', '');

  it.each<[what: string, first: readonly Row[], second: readonly Row[], mapping: Json]>([
    ['a line more', [cup()], [cup(), mat], PLAIN],
    ['another price', [cup()], [cup({ Price: '8.00' })], PLAIN],
    ['more units', [cup()], [cup({ Qty: '2' })], PLAIN],
    ['the sku in another case', [mat, cup()], [cup({ Sku: 'cup' }), mat], PLAIN],
    ['a date that moves', [cup()], [row('1', 3, 'CUP', '8.00', '')], LATEST],
  ])('%s: refused, and not one order with the article twice', async (_, first, second, mapped) => {
    const { latest } = await read([[two, ...first], second], mapped);
    expect(codes(latest.find(({ id }) => id === '1'))).toContain('error order.files.overlap ');
  });

  it('other articles are the rest, and so is an article under a line number of its own', async () => {
    expect((await read([[two, cup()], [mat]], PLAIN)).orders[0]).toEqual(['1', 'CUP 1, MAT 1']);
    const named = mapping('Changed' as unknown as Json, { identifier: 'Line' });
    const found = await read([[two, cup()], [cup({ Line: '1-CUP-2' })]], named);
    expect(found.orders[0]).toEqual(['1', 'CUP 1, CUP 1']);
  });
});

describe('rows of lines times refunds', () => {
  const mapping = mappingOf({
    order: { updated_at: 'Changed', 'customer.email': 'Email' },
    item: PRICED,
    refund: { identifier: 'Refund', total_refund_amount_cents: 'Money', created_at: 'When' },
    refund_line: { quantity: 'Units', order_item_identifier: 'Of' },
  });
  const of = (sku: string, refund: string, line: string) => {
    const cells = { Qty: '2', Refund: refund, Money: '9.00', When: at(4), Units: '1', Of: line };
    return row('1', 2, sku, '9.00', '36.00', cells);
  };
  const crossed = (lines: readonly string[], refunds: readonly (readonly [string, string])[]) =>
    lines.flatMap((sku) => refunds.map(([refund, line]) => of(sku, refund, line)));
  const R1 = ['R1', '1-CUP'] as const;
  const R2 = ['R2', '1-MAT'] as const;

  it.each<[what: string, rows: readonly Row[], lines: string, refunds: readonly string[]]>([
    ['without line numbers', crossed(['CUP', 'MAT'], [R1, R2]), 'CUP 2, MAT 2', ['R1 1-CUP 1', 'R2 1-MAT 1']],
    [
      'three lines, a refund of two',
      crossed(['CUP', 'MAT', 'JAR'], [R1, ['R1', '1-JAR'], R2]),
      'CUP 2, MAT 2, JAR 2',
      ['R1 1-CUP 1', 'R1 1-JAR 1', 'R2 1-MAT 1'],
    ],
    [
      'not: one line with two',
      crossed(['CUP'], [R1, ['R2', '1-CUP']]),
      'CUP 2, CUP 2',
      ['R1 1-CUP 1', 'R2 1-CUP 1'],
    ],
  ])('are each once: %s', async (_, rows, lines, refunds) => {
    const { orders, latest } = await read([rows], mapping);
    expect(orders).toEqual([['1', lines]]);
    const found = (latest[0]!.raw as { refunds: { identifier: string; refund_line_items: Json[] }[] })
      .refunds;
    expect(
      found.flatMap((one) =>
        one.refund_line_items.map((l) => `${one.identifier} ${l['order_item_identifier']} ${l['quantity']}`),
      ),
    ).toEqual(refunds);
  });
});
