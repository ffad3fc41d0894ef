// Rows with units below zero that have a number, a date and lines of their own are refunds of their orders.
import { describe, expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const PRICE = [2000, 3000];

interface Layout {
  /** Columns of the document. */
  readonly number?: string | undefined;
  readonly date?: string;
  readonly lineId?: string;
  /** The amount of the line in place of the price of a unit. */
  readonly isOfLine?: boolean;
  readonly isFirst?: boolean;
}

/** 16 orders of two lines, two units of each; of every fourth one unit of the first line came back. */
function shop({ number, date = 'Document date', lineId, isOfLine = false, isFirst = false }: Layout) {
  const rows = Array.from({ length: 16 }, (_, order) => {
    const sales = [0, 1].map((line) => ({ order, line, units: 2 }));
    const back = order % 4 === 1 ? [{ order, line: 0, units: -1 }] : [];
    return isFirst ? [...back, ...sales] : [...sales, ...back];
  }).flat();
  return csvOf(rows.length, (i) => {
    const { order, line, units } = rows[i]!;
    return {
      ...{ ...shopperCells(order), Sku: `S-${line}`, Title: `Cup ${'ab'[line]}`, Quantity: String(units) },
      ...(number && { [number]: units < 0 ? `G-${order}` : `R-${order}` }),
      ...{ [date]: units < 0 ? '2025-12-01T10:00:00Z' : '2025-11-21T10:00:00Z' },
      ...(lineId && { [lineId]: `${order}${line}` }),
      ...(isOfLine
        ? { Price: undefined, 'Line total': cents(PRICE[line]! * units) }
        : { Price: cents(PRICE[line]!) }),
      Total: '104.90',
    };
  });
}
const ANSWERS = { shipping_address: 'billing' };

describe.each<[what: string, layout: Layout]>([
  ['with a number', { number: 'Document no' }],
  ['without one', {}],
  ['in Dutch', { number: 'Documentnr', date: 'Datum' }],
  ['with identifiers of lines', { number: 'Document no', lineId: 'Line id' }],
  ['with amounts of lines', { number: 'Document no', isOfLine: true }],
  ['above their sales', { number: 'Document no', isFirst: true }],
])('%s', (_, layout) => {
  const text = shop(layout);

  test('they are asked about, and reported where nobody is asked', async () => {
    const { question, result } = await proposalOf(text, ANSWERS, { assumes: true });
    expect(question('refunds')).toMatchObject({ proposed: 'send', unattended: 'warn', orders: 4 });
    expect(result.mapping['rows']).toHaveProperty('credit');
  });

  test('they are sent with their orders', async () => {
    const sent = await ordersSent(text, { ...ANSWERS, refunds: 'send' });
    expect(sent).toHaveLength(16);
    expect(sent.flatMap(({ refunds }) => refunds)).toHaveLength(4);
    const { refunds, items, total_amount_cents: total } = sent[1]!;
    expect([total, items.map((item) => item.quantity)]).toEqual([10490, [2, 2]]);
    expect(refunds).toMatchObject([
      {
        ...{ total_refund_amount_cents: 2000, created_at: '2025-12-01T10:00:00Z' },
        refund_line_items: [{ order_item_identifier: items[0]!.identifier, quantity: 1 }],
      },
    ]);
    if (layout.number) expect(refunds[0]!.identifier).toBe('G-1');
  });

  test('their orders may be refused', async () => {
    const { result } = await proposalOf(text, { ...ANSWERS, refunds: 'refuse' });
    expect(result.trial?.summary.orders).toMatchObject({ refused: 4 });
  });
});

test('rows that say no date of their own are reported, and not asked about', async () => {
  const text = shop({ number: 'Document no' }).replaceAll('2025-12-01T10:00:00Z', '2025-11-21T10:00:00Z');
  const { question, result } = await proposalOf(text, ANSWERS);
  expect(question('refunds')).toBeUndefined();
  expect(JSON.stringify(result.mapping['limits'])).toContain('Rows with Quantity below 0 are left out');
});
