// Refund rows and refund columns to refunds: what they hold, which line they are about, and what is refused.
import { describe, expect, it } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { fc } from '../../helpers/random.ts';
import { codes } from '../support.ts';
import { type Json, line, mappingOf, type Row, readRows } from './support.ts';

/** Columns Type, Line, Refund, Date, Units, Money beside No, At, Sku, Qty. */
const kinds = (refund: Json = {}, refundLine: Json = {}, more: Json = {}): Json =>
  mappingOf({
    ...more,
    rows: {
      item: { column: 'Type', equals: 'item' },
      refund: { column: 'Type', equals: 'refund' },
      ...(more['rows'] as Json),
    },
    item: { identifier: 'Line', ...(more['item'] as Json) },
    refund: { identifier: 'Refund', total_refund_amount_cents: 'Money', created_at: 'Date', ...refund },
    refund_line: { quantity: 'Units', order_item_identifier: 'Line', ...refundLine },
  });

const added = { sum: ['Money'], over: 'refund_lines' };
const generated = { identifier: { generate: 'refund' }, total_refund_amount_cents: added };
const blank = { Refund: '', Date: '', Units: '', Money: '' };
const order = (more: Row = {}): Row =>
  line('1', { Type: 'order', Sku: '', Qty: '', Line: '', ...blank, ...more });
const item = (id: string, more: Row = {}): Row => line('1', { Type: 'item', At: '', Line: id, ...more });
const refund = (id: string, lineId: string, more: Row = {}): Row => ({
  ...{
    No: '1',
    Type: 'refund',
    Refund: id,
    Line: lineId,
    Date: '2026-06-01 09:00',
    Units: '1',
    Money: '5.00',
  },
  ...more,
});
const refundsOf = (snapshot: { raw: unknown } | undefined) => (snapshot!.raw as { refunds: Json[] }).refunds;
const linesOf = (one: Json | undefined) => one!['refund_line_items'] as Json[];

describe('refund rows', () => {
  it('become refunds by their identifier, with line, units, amount and date', async () => {
    const rows = [
      order(),
      item('a', { Qty: '2' }),
      item('b', { Sku: 'B' }),
      refund('R1', 'a', { Units: '2', Money: '12.00' }),
      refund('R1', 'b', { Money: '', Date: '' }),
      refund('R2', 'a', { Date: '2026-06-02 09:00', Money: '1.00' }),
    ];
    const [found] = await readRows(rows, kinds());
    expect(codes(found)).toEqual([]);
    expect((found!.raw as { items: Json[] }).items.map((one) => one['identifier'])).toEqual(['a', 'b']);
    expect(refundsOf(found)).toEqual([
      {
        identifier: 'R1',
        total_refund_amount_cents: 1200,
        created_at: '2026-06-01T09:00:00+01:00',
        refund_line_items: [
          { identifier: 'R1-a', quantity: 2, order_item_identifier: 'a' },
          { identifier: 'R1-b', quantity: 1, order_item_identifier: 'b' },
        ],
      },
      {
        identifier: 'R2',
        total_refund_amount_cents: 100,
        created_at: '2026-06-02T09:00:00+01:00',
        refund_line_items: [{ identifier: 'R2-a', quantity: 1, order_item_identifier: 'a' }],
      },
    ]);
  });

  it('an amount is added over the rows when the mapping says so; otherwise rows that differ refuse the order', async () => {
    const rows = [
      item('a', { At: '2026-05-01 10:00' }),
      item('b'),
      refund('R', 'a'),
      refund('R', 'b', { Money: '2.50' }),
    ];
    const [sum] = await readRows(rows, kinds({ total_refund_amount_cents: added }));
    expect([refundsOf(sum)[0]!['total_refund_amount_cents'], codes(sum)]).toEqual([750, []]);
    const [differ] = await readRows(rows, kinds());
    expect(codes(differ)).toEqual(['error order.rows.conflict refunds[0].total_refund_amount_cents']);
    const [max] = await readRows(
      rows,
      kinds({ total_refund_amount_cents: { column: 'Money', take: 'max' } }),
    );
    expect([refundsOf(max)[0]!['total_refund_amount_cents'], codes(max)]).toEqual([500, []]);
    const [bad] = await readRows(
      [...rows.slice(0, 3), refund('R', 'b', { Money: 'x' })],
      kinds({ total_refund_amount_cents: added }),
    );
    expect(codes(bad)).toEqual(['error cell.amount refunds[0].total_refund_amount_cents']);
    expect(bad!.findings[0]!.args).toMatchObject({
      line: 5,
      column: 'Money',
      found: 'a text of 1 characters',
    });
  });

  it('a line of its own row: columns beside the item, without rows.refund', async () => {
    const beside = mappingOf({
      refund: { identifier: 'Refund', total_refund_amount_cents: 'Money', created_at: 'Date' },
      refund_line: { quantity: 'Units', note: undefined },
    });
    const rows = [
      line('1', { Refund: 'R', Money: '5.00', Date: '2026-06-01 09:00', Units: '1' }),
      line('1', { Sku: 'B', Refund: '', Units: '' }),
      line('1', { Sku: 'C', Refund: 'R', Units: '0' }),
    ];
    const [found] = await readRows(rows, beside);
    expect(codes(found)).toEqual([]);
    expect(refundsOf(found)).toEqual([
      {
        identifier: 'R',
        total_refund_amount_cents: 500,
        created_at: '2026-06-01T09:00:00+01:00',
        refund_line_items: [{ identifier: 'R-1-A', quantity: 1, order_item_identifier: '1-A' }],
      },
    ]);
  });

  it('a condition of rows.refund sees the values of the order', async () => {
    const full = mappingOf({
      order: { raw_status: 'State' },
      rows: { refund: { column: 'State', equals: 'refunded' } },
      refund: { identifier: { template: '{No}-full' }, total_refund_amount_cents: 'Total', created_at: 'At' },
      refund_line: { quantity: 'Qty' },
    });
    const rows = [
      line('1', { State: 'refunded', Total: '9.00', Qty: '2' }),
      line('1', { State: '', At: '' }),
    ];
    const [found] = await readRows([...rows, line('2', { State: 'paid' })], full);
    expect(refundsOf(found)).toMatchObject([
      {
        identifier: '1-full',
        total_refund_amount_cents: 900,
        created_at: '2026-05-01T10:00:00+01:00',
        refund_line_items: [{ quantity: 1 }, { quantity: 2 }],
      },
    ]);
  });

  it('the amount and the date of the order never become those of a refund on a row of another kind', async () => {
    const one = kinds(
      { total_refund_amount_cents: 'Total', created_at: 'At' },
      {},
      { order: { total_amount_cents: 'Total' } },
    );
    const rows = [
      order({ Total: '90.00' }),
      item('a', { Total: '' }),
      refund('R', 'a', { Total: '', At: '' }),
    ];
    const [found] = await readRows(rows, one);
    expect(refundsOf(found)[0]).not.toHaveProperty('total_refund_amount_cents');
    expect(refundsOf(found)[0]).not.toHaveProperty('created_at');
  });
});

describe('the line of a refund', () => {
  const bySku = kinds({}, { order_item_identifier: undefined, sku: 'Sku' });
  const items = [order(), item('a'), item('b', { Sku: 'B' }), item('c', { Sku: 'B' })];

  it.each([
    ['B', 2],
    ['X', 0],
  ])('two lines with the sku, or none, refuse the order: %s', async (Sku, lines) => {
    const [found] = await readRows([...items, refund('R', '', { Sku })], bySku);
    expect(codes(found)).toEqual([
      'error refund.line.sku refunds[0].refund_line_items[0].order_item_identifier',
    ]);
    expect(found!.findings[0]!.args).toEqual({ line: 6, sku: Sku, lines });
    expect(linesOf(refundsOf(found)[0])[0]).not.toHaveProperty('order_item_identifier');
  });

  it('is the line of the same row when several have its sku', async () => {
    const both = kinds(
      {},
      { order_item_identifier: undefined, sku: 'Sku' },
      { rows: { refund: { column: 'Units', empty: false } } },
    );
    const row = item('c', { Sku: 'B', Refund: 'R', Date: '2026-06-01 09:00', Units: '1', Money: '1' });
    const [found] = await readRows([...items.slice(0, 3), row], both);
    expect([codes(found), linesOf(refundsOf(found)[0])[0]!['order_item_identifier']]).toEqual([[], 'c']);
  });

  it('a row that stands again with the line of its order counts once; without that it is a second one', async () => {
    const mapping = kinds(generated);
    const own = refund('', 'a', { Units: '1', Money: '5.00' });
    const amounts = async (rows: readonly Row[]) =>
      refundsOf((await readRows(rows, mapping))[0]).map((one) => [
        one['total_refund_amount_cents'],
        linesOf(one).map((of) => of['quantity']),
      ]);
    const [a] = [item('a', { Qty: '3' })];
    expect(await amounts([a, own, a, own])).toEqual([[500, [1]]]);
    expect(await amounts([a, a, own, own, own])).toEqual([[500, [1]]]);
    expect(await amounts([a, own, own])).toEqual([
      [500, [1]],
      [500, [1]],
    ]);
  });

  it('a line without units is refused by the contract, one with the same identifier counts once', async () => {
    const [blank] = await readRows([...items, refund('R', 'a', { Units: '' })], kinds());
    expect(linesOf(refundsOf(blank)[0])).toEqual([{ identifier: 'R-a', order_item_identifier: 'a' }]);
    const named = kinds({ total_refund_amount_cents: added }, { identifier: 'Rline' });
    const twice = [refund('R', 'a', { Rline: '7' }), refund('R', 'a', { Rline: '7' })];
    const [same] = await readRows([...items, ...twice], named);
    // Its money counts once, too.
    expect([codes(same), refundsOf(same)]).toEqual([
      ['note order.line.repeated refunds[0].refund_line_items[0]'],
      [
        {
          identifier: 'R',
          total_refund_amount_cents: 500,
          created_at: '2026-06-01T09:00:00+01:00',
          refund_line_items: [{ identifier: '7', quantity: 1, order_item_identifier: 'a' }],
        },
      ],
    ]);
    const [other] = await readRows([...items, twice[0]!, { ...twice[1]!, Line: 'b' }], named);
    expect(linesOf(refundsOf(other)[0]).map((one) => one['identifier'])).toEqual(['7', '7']);
  });

  it('is the line that the row repeats, where every row is a line item', async () => {
    const every = mappingOf({
      rows: { refund: { column: 'Refund', empty: false } },
      item: { identifier: 'Line' },
      refund: { identifier: 'Refund', total_refund_amount_cents: 'Money', created_at: 'Date' },
      refund_line: { quantity: 'Units' },
    });
    const row = line('1', { Line: 'a', Qty: '3', ...blank });
    const of = (Refund: string) => ({ ...row, Refund, Date: '2026-06-01 09:00', Units: '1', Money: '2.00' });
    const [found] = await readRows([of('R1'), of('R2'), row], every);
    expect(codes(found)).toEqual(Array(2).fill('note order.line.repeated items[0]'));
    expect(refundsOf(found).flatMap(linesOf)).toEqual([
      { identifier: 'R1-a', quantity: 1, order_item_identifier: 'a' },
      { identifier: 'R2-a', quantity: 1, order_item_identifier: 'a' },
    ]);
  });
});

describe('money without lines', () => {
  it('is reported and not sent', async () => {
    const rows = [order(), item('a'), refund('R', '', { Units: '', Money: '3.00' })];
    const [found] = await readRows(rows, kinds());
    expect([codes(found), refundsOf(found)]).toEqual([['warning refund.lines.none refunds'], []]);
    expect(found!.findings[0]!.args).toEqual({ line: 4, amount: 300 });
  });

  it('counts where the refund has lines on other rows; nothing at all is no refund', async () => {
    const shipping = refund('R', '', { Units: '', Money: '3.00' });
    const nothing = refund('S', '', { Units: '0', Money: '0.00' });
    const rows = [order(), item('a'), refund('R', 'a'), shipping, nothing];
    const [found] = await readRows(rows, kinds({ total_refund_amount_cents: added }));
    expect([
      codes(found),
      refundsOf(found).map((one) => [one['identifier'], one['total_refund_amount_cents']]),
    ]).toEqual([[], [['R', 800]]]);
  });
});

describe('generated identifiers of refunds', () => {
  const mapping = kinds(generated);
  const rows = [order(), item('a', { Qty: '3' }), item('b', { Sku: 'B' })];
  const idsOf = async (list: readonly Row[]) =>
    refundsOf((await readRows([...rows, ...list], mapping))[0]).map((one) => one['identifier']);

  it('come from order, date, lines, units and amount, and never change with the version of this tool', async () => {
    const [found] = await readRows([...rows, refund('', 'a'), refund('', 'b', { Money: '1.00' })], mapping);
    expect(refundsOf(found)).toEqual([
      {
        identifier: PINNED,
        total_refund_amount_cents: 600,
        created_at: '2026-06-01T09:00:00+01:00',
        refund_line_items: [
          { identifier: `${PINNED}-a`, quantity: 1, order_item_identifier: 'a' },
          { identifier: `${PINNED}-b`, quantity: 1, order_item_identifier: 'b' },
        ],
      },
    ]);
  });

  it.each<[string, Row]>([
    ['date', { Date: '2026-06-01 09:01' }],
    ['line', { Line: 'b' }],
    ['units', { Units: '2' }],
    ['amount', { Money: '5.01' }],
  ])('another %s is another refund', async (_, more) => {
    const [one] = await idsOf([refund('', 'a')]);
    const [two] = await idsOf([refund('', 'a', more)]);
    expect([typeof one, typeof two, one === two]).toEqual(['string', 'string', false]);
  });

  it('a further refund leaves the earlier ones as they are, also an equal one', async () => {
    const [one] = await idsOf([refund('', 'a')]);
    expect(await idsOf([refund('', 'b', { Date: '2026-05-20 09:00' }), refund('', 'a')])).toContain(one);
    expect(await idsOf([refund('', 'a'), refund('', 'a')])).toEqual([one, `${one}-2`]);
  });
});

const PINNED = '1-R15425ac2abef080f';

/** Items and refunds of an order, drawn at random. */
const drawn = fc.record({
  items: fc.array(fc.record({ sku: fc.constantFrom('A', 'B', 'C'), qty: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  refunds: fc.array(
    fc.record({
      line: fc.nat(4),
      units: fc.integer({ min: 0, max: 3 }),
      cents: fc.integer({ min: 0, max: 9999 }),
      day: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom('x', 'y'),
    }),
    { maxLength: 8 },
  ),
});

describe('any order with refunds', () => {
  it('gives the same refunds when its rows are shuffled, the file is split, and other orders are removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.boolean(),
        fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 14, maxLength: 14 }),
        fc.nat(13),
        async (given, named, keys, cut) => {
          const own = [
            order(),
            ...given.items.map(({ sku, qty }, i) => item(`L${i}`, { Sku: sku, Qty: String(qty) })),
            ...given.refunds.map(({ line: nth, units, cents, day, name }) =>
              refund(name, `L${nth % given.items.length}`, {
                Units: String(units),
                Money: (cents / 100).toFixed(2),
                Date: `2026-06-0${named ? 1 : day} 09:00`,
              }),
            ),
          ];
          const mapping = kinds(named ? { total_refund_amount_cents: added } : generated);
          const [before] = await readRows(own, mapping);
          const shuffled = own
            .map((row, i) => ({ row, key: keys[i % keys.length]! * (i + 1) }))
            .sort((a, b) => a.key - b.key)
            .map(({ row }) => row);
          const at = 1 + (cut % (own.length - 1));
          const others = (no: string) => [
            { ...order(), No: no },
            { ...item('L0'), No: no },
            { ...refund('z', 'L0'), No: no },
          ];
          const files = [
            [...others('0'), ...shuffled.slice(0, at)],
            [...shuffled.slice(at), ...others('2')],
          ];
          const after = (await readRows(files, mapping)).find(({ id }) => id === '1');
          expect(refundsOf(after)).toEqual(refundsOf(before));
          // Units and money are those of the rows: nothing is lost, nothing counts twice.
          const withLines = refundsOf(before).flatMap(linesOf);
          const units = given.refunds.reduce((sum, one) => sum + one.units, 0);
          expect(withLines.reduce((sum, one) => sum + (one['quantity'] as number), 0)).toBe(units);
          const sent = refundsOf(before).reduce(
            (sum, one) => sum + (one['total_refund_amount_cents'] as number),
            0,
          );
          const reported = before!.findings.reduce(
            (sum, one) => sum + (one.code === 'refund.lines.none' ? Number(one.args['amount']) : 0),
            0,
          );
          expect(sent + reported).toBe(given.refunds.reduce((sum, one) => sum + one.cents, 0));
          const ids = refundsOf(before).map((one) => one['identifier']);
          const lineIds = withLines.map((one) => one['identifier']);
          expect([new Set(ids).size, new Set(lineIds).size]).toEqual([ids.length, lineIds.length]);
        },
      ),
      { numRuns: inForm({ short: 12, long: 40 }) },
    );
  });
});
