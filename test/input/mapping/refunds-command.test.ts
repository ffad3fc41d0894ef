// Mapped refunds through the commands: check, trace, upload, rejects that are input again, a refund that is lost later.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CliTarget } from '../../helpers/cli.ts';
import { type Summary, sandboxFor } from '../../helpers/sandbox.ts';
import { completeMapping, mappedCli } from './mapped-cli.ts';
import { csvOf, type Json, type Row } from './support.ts';

/** An export of a shop: rows of orders, items and refunds; the amounts of refunds are negative. */
const mapping = completeMapping({
  rows: {
    item: { column: 'Type', equals: 'item' },
    refund: { column: 'Type', equals: 'refund' },
  },
  order: { total_amount_cents: 'Amount', created_at: 'Made' },
  item: { unit_price_amount_cents: 'Amount', tax_amount_cents: { constant: 0 } },
  refund: {
    identifier: { generate: 'refund' },
    total_refund_amount_cents: { sum: [{ multiply: [-1, 'Amount'] }], over: 'refund_lines' },
    created_at: 'Refunded at',
  },
  refund_line: { quantity: { multiply: [-1, 'Qty'] }, sku: 'Sku' },
});

const at = '2026-05-01 10:00';
const order = (No: string, Amount: string, more: Row = {}): Row => ({
  ...{
    No,
    Type: 'order',
    At: at,
    Email: `${No}@example.com`,
    Amount,
    Sku: '',
    Qty: '',
    'Refunded at': '',
    Made: at,
  },
  ...more,
});
const item = (No: string, Sku: string, Qty: string, Amount: string): Row => ({
  No,
  Type: 'item',
  Sku,
  Qty,
  Amount,
});
const refund = (No: string, Sku: string, Qty: string, Amount: string, day = '10'): Row => ({
  ...{ No, Type: 'refund', Sku, Qty, Amount, 'Refunded at': `2026-05-${day} 09:00` },
});

const ROWS = [
  order('1', '25.00'),
  item('1', 'A', '2', '10.00'),
  item('1', 'B', '1', '5.00'),
  refund('1', 'A', '-1', '-10.00'),
  refund('1', 'B', '-1', '-5.00'),
  order('2', '20.00'),
  item('2', 'A', '1', '10.00'),
  item('2', 'A', '1', '10.00'),
  refund('2', 'A', '-1', '-10.00'),
  order('3', '10.00'),
  item('3', 'A', '1', '10.00'),
  refund('3', '', '', '-2.00'),
];

function cliWith(target?: CliTarget) {
  const cli = mappedCli(mapping, target);
  return {
    file: (name: string, rows: readonly Row[]) => cli.file(name, csvOf(rows)),
    raw: cli.file,
    json: <T>(name: string, command: string, ...args: readonly string[]) =>
      cli.json<T>(['orders', command, name, '--map', 'map.json', ...args]),
  };
}

describe('mapped refunds', () => {
  it('pass the rules; the trace names line and column of each value', async () => {
    const cli = cliWith();
    cli.file('e.csv', ROWS.slice(0, 5));
    const doc = await cli.json<{ fields: readonly Json[] }>('e.csv', 'check', '--trace', '1');
    expect(doc.exit).toBe(0);
    const of = (path: string) => {
      const field = doc.fields.find((one) => one['path'] === path);
      return field && [field['value'], field['line'], field['column'], field['rule']];
    };
    // Columns: No, Type, At, Email, Amount, Sku, Qty, Refunded at, Made.
    expect(of('total_amount_cents')).toEqual([2500, 2, 5, 'mapped']);
    expect(of('refunds[0].total_refund_amount_cents')?.slice(0, 3)).toEqual([1500, 5, 5]);
    expect(of('refunds[0].created_at')).toEqual(['2026-05-10T09:00:00+01:00', 5, 8, 'mapped']);
    expect(of('refunds[0].identifier')).toEqual([
      expect.stringMatching(/^1-R[0-9a-f]{16}$/),
      5,
      null,
      'generated',
    ]);
    expect(of('refunds[0].refund_line_items[1].quantity')?.slice(0, 3)).toEqual([1, 6, 7]);
    expect(of('refunds[0].refund_line_items[1].order_item_identifier')).toEqual(['1-B', 6, 6, 'mapped']);
    expect(of('refunds[0].refund_line_items[1].identifier')?.slice(1)).toEqual([6, null, 'generated']);
  });

  it('rows add up, rejects hold every row of a refused order, and go through when corrected', async () => {
    const sandbox = await sandboxFor();
    const cli = cliWith(sandbox);
    cli.file('e.csv', ROWS);
    const first = await cli.json<Summary>('e.csv', 'upload', '--rate', 'off');
    expect(first).toMatchObject({
      exit: 3,
      balanced: true,
      rows: { read: 12, accounted: 12 },
      orders: { accepted: 2, refused: 1 },
      refused: { by_code: [{ code: 'refund.line.sku', count: 1, first_line: 10 }] },
    });
    const sent = (id: string) => {
      const stored = sandbox.orders().find(({ identifier }) => identifier === id)!.order as unknown as Json;
      return stored['refunds'] as Json[];
    };
    expect(sent('1')).toMatchObject([
      {
        total_refund_amount_cents: 1500,
        refund_line_items: [
          { quantity: 1, order_item_identifier: '1-A' },
          { quantity: 1, order_item_identifier: '1-B' },
        ],
      },
    ]);
    // Two units of money without a line are reported, not sent.
    expect(sent('3')).toEqual([]);
    const [file] = first.refused.files as readonly string[];
    const rejects = fs.readFileSync(file!, 'utf8');
    expect(
      rejects
        .trim()
        .split('\n')
        .map((text) => text.split(',').slice(0, 2).join(' ')),
    ).toEqual(['No Type', '2 order', '2 item', '2 item', '2 refund']);
    cli.raw('mended.csv', rejects.replace('2,item,,,10.00,A', '2,item,,,10.00,C'));
    const mended = await cli.json<Summary>('mended.csv', 'upload', '--rate', 'off');
    expect([mended.exit, mended.orders.accepted]).toEqual([0, 1]);
  });

  it('a refund that was accepted is recognised; one that is missing later is not taken back', async () => {
    const cli = cliWith(await sandboxFor());
    const later = '2026-05-20 10:00';
    const first = ROWS.slice(0, 4);
    cli.file('e.csv', first);
    expect((await cli.json<Summary>('e.csv', 'upload', '--rate', 'off')).orders.accepted).toBe(1);
    // Rows in another order, and a second refund: the first one has the identifier that it had.
    const more = [
      refund('1', 'B', '-1', '-5.00', '12'),
      first[3]!,
      first[1]!,
      first[2]!,
      order('1', '25.00', { At: later }),
    ];
    cli.file('more.csv', more);
    const again = await cli.json<Summary>('more.csv', 'upload', '--rate', 'off');
    expect([again.exit, again.orders.accepted]).toEqual([0, 1]);
    cli.file('lost.csv', [
      order('1', '25.00', { At: '2026-05-21 10:00' }),
      ...more.slice(0, 1),
      ...first.slice(1, 3),
    ]);
    const lost = await cli.json<Summary>('lost.csv', 'upload', '--rate', 'off');
    expect(lost).toMatchObject({ exit: 3, orders: { accepted: 0, refused: 1 } });
    expect(lost.refused.by_code).toMatchObject([{ code: 'order.refunds.lost' }]);
  });
});
