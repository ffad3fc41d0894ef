// Mapped refunds through the commands: the rules, and the trace. How they are read: refunds.test.ts; sent: orders/refunds-left-out.test.ts.
import { describe, expect, it } from 'vitest';
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
];

describe('mapped refunds', () => {
  it('pass the rules; the trace names line and column of each value', async () => {
    const cli = mappedCli(mapping);
    cli.file('e.csv', csvOf(ROWS));
    const line = 'orders check e.csv --map map.json --trace 1'.split(' ');
    const doc = await cli.json<{ fields: readonly Json[] }>(line);
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
});
