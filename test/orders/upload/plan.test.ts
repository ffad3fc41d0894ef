// A check and the plan report all problems at once, with their counts.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { call, json, orders, statusOf, t, unshipped, useOrderDesk, write } from '../../helpers/order-desk.ts';
import { csvOf, generateOrders } from '../../helpers/orders.ts';

useOrderDesk();

test('check --json names order and field of every refusal, up to --limit', async () => {
  write(orders(5, (i) => (i > 2 ? { ...statusOf('Shiped'), currency: undefined as never } : {})));
  const { refused } = await json('orders', 'check', 'orders.json');
  expect(refused.orders).toHaveLength(4);
  expect(refused.orders).toContainEqual({
    order: 'SO-4',
    file: 'orders.json',
    line: 1,
    code: 'order.field.missing',
    field: 'currency',
    message: 'The required field currency is missing.',
  });
  expect(refused.orders.map(({ order, field }: Record<string, string>) => `${order} ${field}`)).toContain(
    'SO-5 status',
  );
  const limited = await json('orders', 'check', 'orders.json', '--limit', '1');
  expect(limited.refused.orders).toHaveLength(1);
});

describe('a field that is missing only because another one is', () => {
  const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
  const SUMS = without('product_amount_cents', 'tax_amount_cents', 'total_amount_cents');
  const [first] = sampleOrder()['items'] as object[];
  const items = (...changes: object[]) => ({ items: changes.map((change) => ({ ...first, ...change })) });
  test.each<[string, object, string[]]>([
    ['a sku', items(without('sku', 'product_identifier'), {}), ['items[0].sku']],
    [
      'an e-mail',
      { customer: { ...(sampleOrder()['customer'] as object), email: null, identifier: null } },
      ['customer.email'],
    ],
    [
      'a price',
      { ...items(without('unit_price_amount_cents', 'product_amount_cents')), ...SUMS },
      ['items[0].unit_price_amount_cents'],
    ],
    [
      'the tax of a line',
      { ...items(without('tax_amount_cents'), {}), ...SUMS },
      ['items[0].tax_amount_cents'],
    ],
    [
      'two that do not hang together',
      { ...items(without('sku')), tags: null, total_amount_cents: null },
      ['items[0].sku', 'tags'],
    ],
    [
      'the product amount of a line without shipped units',
      { ...items({ product_amount_cents: null, quantity_shipped: 'x' }), ...SUMS },
      ['items[0].quantity_shipped'],
    ],
  ])('is not named, and not counted: %s', async (_name, change, fields) => {
    write([{ ...sampleOrder(), ...change }]);
    const { orders: counts, refused } = await json('orders', 'check', 'orders.json');
    expect(counts).toMatchObject({ refused: 1 });
    const named = (refused.orders as { code: string; field: string }[]).filter(({ code }) =>
      /field/.test(code),
    );
    expect(named.map(({ field }) => field).sort()).toEqual(fields);
  });

  test('a cell that cannot be read is one reason, and the counts of the plan add up', async () => {
    const [header, row] = (await call('orders', 'template')).out.split('\n');
    const of = (name: string) => header!.split(',').indexOf(name);
    const cells = row!.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, ''));
    for (const name of ['product_amount_cents', 'item.product_amount_cents', 'total_amount_cents'])
      cells[of(name)] = '';
    cells[of('item.unit_price_amount_cents')] = '25x';
    t.file('orders.csv', `${header}\n${cells.slice(0, header!.split(',').length).join(',')}\n`);
    const { refused } = await json('orders', 'check', 'orders.csv');
    expect(refused.by_code).toMatchObject([{ code: 'cell.integer', count: 1 }]);
    expect(refused.by_code).toHaveLength(1);
  });
});

describe('the plan reports everything at once', () => {
  test('every missing field and every unknown value, each with its count', async () => {
    const words = ['paid', 'paid', 'open', 'done'];
    write(
      orders(4, (i) => ({
        ...statusOf(words[i]!),
        currency: undefined as never,
        ...(i === 0 ? { tags: undefined as never } : {}),
      })),
    );
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toContain('2 fields missing: currency 4, tags 1');
    expect(out).toContain('3 unknown words in status: paid 2, open 1, done 1');
    const { refused } = await json('orders', 'check', 'orders.json');
    expect(refused.by_code).toContainEqual(
      expect.objectContaining({
        code: 'order.status.unknown',
        details: [
          { field: 'status', word: 'paid', count: 2 },
          { field: 'status', word: 'open', count: 1 },
          { field: 'status', word: 'done', count: 1 },
        ],
      }),
    );
  });

  test('all wrong columns of a header', async () => {
    t.file('a.csv', 'identifer,status,statuss,status,\nSO-1,Shipped,x,y,z\n');
    const { code, out } = await call('orders', 'check', 'a.csv', '--json');
    expect(code).toBe(6);
    const { message } = JSON.parse(out);
    for (const words of ['"identifer"', '"statuss"', 'Two columns hold "status"', 'Column 5', 'lacks'])
      expect(message).toContain(words);
  });

  test('all columns that the mapping names and the export lacks', async () => {
    const map = path.resolve(import.meta.dirname, '../../../samples/mappings/uci-online-retail.json');
    t.file(
      'a.csv',
      'InvoiceNo,StockCod,Quantity,InvoiceDate,UnitPrice,CustomerID\n1,A,1,1/5/2026 8:26,2.55,7\n',
    );
    const { exit, message } = await json('orders', 'check', 'a.csv', '--map', map);
    expect({ exit, message }).toMatchObject({ exit: 6, message: expect.stringContaining('3 columns') });
    for (const words of ['"StockCode" (did you mean "StockCod"?)', '"Description"', '"Country"'])
      expect(message).toContain(words);
  });

  test('all ragged rows of a file', async () => {
    const lines = csvOf(generateOrders({ seed: 3, orders: 5, versions: 0 }).snapshots)
      .text.trimEnd()
      .split('\n');
    lines[1] += ',more';
    lines[3] = 'SO-1,short';
    t.file('a.csv', `${lines.join('\n')}\n`);
    const failure = await json('orders', 'check', 'a.csv');
    expect(failure).toMatchObject({ code: 'input.row.cells', exit_code: 6, place: { line: 2 } });
    expect(failure.message).toContain('2 rows');
    expect(failure.found).toMatch(/^\d+ cells$/);
  });

  test('the ordered value beside the shipped one', async () => {
    write([...orders(1), unshipped({ ...orders(2)[1]!, status: 'Created' })]);
    const { items, total_amount_cents } = sampleOrder() as Order;
    const ordered = items.reduce((sum, item) => sum + item.unit_price_amount_cents * item.quantity, 0);
    expect(ordered).toBeGreaterThan(0);
    const { money } = await json('orders', 'check', 'orders.json');
    expect(money).toEqual([
      { currency: 'USD', orders: 2, total_cents: total_amount_cents, ordered_cents: 2 * ordered },
    ]);
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toMatch(/USD [\d.,]+ +ordered, shipped or not, at unit prices/);
  });
});

test('a plan lists what changes, and its figures are of all orders of the input', async () => {
  const before = orders(6).map((order) => ({ ...unshipped(order), status: 'Created' as const }));
  write(before);
  await call('orders', 'upload', 'orders.json', '--yes');
  const [changed] = orders(1, () => ({ updated_at: '2026-05-03T12:00:00Z' }));
  write([changed!, ...before.slice(1)]);
  const { out, err } = await call('orders', 'upload', 'orders.json', '--dry-run');
  expect(out + err).toContain(`SO-1 Created -> ${changed!.status}`);
  const { money } = await json('orders', 'upload', 'orders.json', '--dry-run');
  expect(money).toMatchObject([{ orders: 6, total_cents: changed!.total_amount_cents }]);
});

test('more than ten changed orders are counted; an order without a stored change says so', async () => {
  write(orders(40));
  await call('orders', 'upload', 'orders.json', '--yes');
  const later = (i: number) => (i < 12 ? { updated_at: '2026-05-03T12:00:00Z' } : {});
  write(orders(40, later));
  const { out, err } = await call('orders', 'upload', 'orders.json', '--dry-run');
  expect(out + err).toMatch(/SO-10 [^\n]*updated_at only\n +and 2 more changed orders/);
});
