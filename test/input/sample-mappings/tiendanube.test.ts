// The Tiendanube and Nuvemshop samples, one export in two languages, through check and upload: all orders by a second path, and every trap by name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { expectEveryOrder, expectEveryRefusal, expectEverySkip } from './every-order.ts';
import { csvText, ordersIn, rowsOf, sample } from './export-rows.ts';
import { byHand, latinRows, ORDER, reading } from './tiendanube-expected.ts';

const FILE = sample('exports/tiendanube-orders.csv');
const MAP = sample('mappings/tiendanube-orders.json');
const ZONE = ['--timezone', 'America/Argentina/Buenos_Aires'];
const rows = latinRows(FILE);
const expected = reading(rows);

const its = uploadedSample(FILE, MAP, ...ZONE);
const { order } = its;

describe('all orders', () => {
  test('the file is what the README says', () => {
    expect(Object.keys(rows[0]!)).toHaveLength(45);
    expect(rows).toHaveLength(43);
    expect(ordersIn(rows, ORDER).size).toBe(33);
    const later = rows.filter((row, i) => row[ORDER] === rows[i - 1]?.[ORDER]);
    for (const row of later)
      expect(Object.values(row).filter((cell) => cell !== '').length).toBeLessThanOrEqual(6);
  });

  test('23 orders are accepted, 9 refused, 1 skipped, every row accounted for', () => {
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 43, orders: 33 },
      orders: { accepted: 23, refused: 9, skipped: 1, superseded: 0, pending: 0 },
      rows: { read: 43, accounted: 43 },
    });
  });

  test('every order arrives as the second path reads it', () => expectEveryOrder(its, expected));
  test.each(Object.keys(byHand))('order %s arrives as written by hand', (id) =>
    expect(order(id)).toEqual(byHand[id]),
  );
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRefusal(its, expected, ordersIn(rows, ORDER), (file) => rowsOf(file, ';'), ORDER));
  test('every skipped order is skipped for the reason of the second path', () =>
    expectEverySkip(its, expected));
  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
});

describe('Nuvemshop: the same columns in Portuguese', () => {
  const file = sample('exports/nuvemshop-orders.csv');
  const own = latinRows(file);
  const read = reading(own);
  const nuvem = uploadedSample(
    file,
    sample('mappings/nuvemshop-orders.json'),
    ...['--timezone', 'America/Sao_Paulo'],
  );

  test('23 orders are accepted, 9 refused, 1 skipped, every row accounted for', () => {
    expect(nuvem.uploaded.document).toMatchObject({
      balanced: true,
      input: { rows: 43, orders: 33 },
      orders: { accepted: 23, refused: 9, skipped: 1 },
      rows: { read: 43, accounted: 43 },
    });
  });
  test('every order arrives as the second path reads it', () => expectEveryOrder(nuvem, read));
  test('every refused order is refused for the reason of the second path', () =>
    expectEveryRefusal(nuvem, read, ordersIn(own, ORDER), (name) => rowsOf(name, ';'), 'Número do Pedido'));
  test('every skipped order is skipped for the reason of the second path', () =>
    expectEverySkip(nuvem, read));
  test('the plan names the mapping, and what it assumes', () => nuvem.expectPlanNamesMapping());
  test('the name of a state becomes its code', () => {
    expect(nuvem.order('5201')).toMatchObject({ shipping_address: { state: 'SP', country_code: 'BR' } });
  });
});

describe('traps', () => {
  test('the file is windows-1252: ñ, “ and – arrive as they are', () => {
    expect(readFileSync(FILE).includes(Buffer.from([0x93]))).toBe(true);
    expect(order('4104')).toMatchObject({
      shipping_address: { name: 'Daniel O’Higgins', street1: 'Pasaje “Sur” 7' },
    });
    expect(order('4125')).toMatchObject({ shipping_address: { name: 'Regalos Peña – Depósito' } });
  });

  test('a tracking number as a formula is taken out of it, and stands on all lines', () => {
    expect(readFileSync(FILE, 'latin1')).toContain(';"=""36000000000101""";');
    expect(order('4101').items.map((item) => item['tracking_number'])).toEqual([
      '36000000000101',
      '36000000000101',
    ]);
  });

  test('a file that was converted to UTF-8, with decimal commas, gives the same orders', async () => {
    const converted = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, cell.replace(/^(\d+)\.(\d\d)$/, '$1,$2')]),
      ),
    );
    const file = its.carrier.platform.file('utf-8.csv', csvText(converted, ';'));
    const flags = ['--encoding', 'utf-8', ...ZONE, '--rate', 'off'];
    const { document } = await its.carrier.json('orders', 'upload', file, '--map', MAP, ...flags);
    expect(document.orders).toMatchObject({ accepted: 0, already_accepted: 23, refused: 9 });
  });

  test('a day without a time counts from midnight; a cancellation moves the order', () => {
    expect(order('4121').items[0]).toMatchObject({ shipped_date: '2025-05-16T00:00:00-03:00' });
    expect(order('4121').updated_at).toBe('2025-05-16T18:30:00-03:00');
    expect(order('4106').updated_at).toBe('2025-05-02T16:01:09-03:00');
  });

  test('a cancelled order counts as not shipped, also after Enviado', () => {
    expect(order('4130').status).toBe('Cancelled');
    expect(order('4130').items[0]).toMatchObject({ quantity_shipped: 0, quantity_canceled: 1 });
    expect(order('4130').items[0]).not.toHaveProperty('tracking_number');
  });

  test('No informado is no name', () => {
    expect(order('4126')).toMatchObject({ shipping_address: { name: 'Bruno Iñíguez' } });
  });

  test('money that was refunded is reported, and no refund is made up', () => {
    expect(order('4108')['refunds']).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: 2 }),
    );
  });

  test('a phone that a spreadsheet has rounded is reported', () => {
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.text.exponent', count: 1 }),
    );
  });
});
