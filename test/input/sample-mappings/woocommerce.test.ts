// The WooCommerce sample through check and upload: figures by a second path, orders by hand, every trap by name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { cents, csvText, firstOf, ordersIn, type Row, rowsOf, sample, sum } from './export-rows.ts';
import { expected } from './woocommerce-expected.ts';

const FILE = sample('exports/woocommerce-orders.csv');
const MAP = sample('mappings/woocommerce-orders.json');
const ZONE = ['--timezone', 'Europe/Berlin'];
const rows = rowsOf(FILE, ';');
const orders = ordersIn(rows, 'Order Number');

const REFUSED = ['5004', '5012', '5013', '5016', '5017', '5029'];
const SKIPPED = ['5023', '5024'];
/** Nothing of these has shipped. */
const UNSHIPPED = ['5005', '5008', '5021', '5022'];

const euros = (text: string) => cents(text, ',');
const accepted = [...orders.keys()].filter((id) => !REFUSED.includes(id) && !SKIPPED.includes(id));
const worth = (id: string, own: readonly Row[]): number =>
  UNSHIPPED.includes(id) ? 0 : euros(firstOf(own, 'Order Total Amount'));

const its = uploadedSample(FILE, MAP, ...ZONE);
const { order } = its;

describe('figures', () => {
  test('the file is what the README says', () => {
    expect(Object.keys(rows[0]!)).toHaveLength(56);
    expect(rows).toHaveLength(45);
    expect(orders.size).toBe(30);
    const text = readFileSync(FILE, 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test('22 orders are accepted, 6 refused, 2 skipped, every row accounted for, exit 3', () => {
    expect(its.uploaded.code).toBe(3);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 45, orders: 30 },
      orders: { accepted: 22, refused: 6, skipped: 2, superseded: 0, pending: 0 },
      rows: { read: 45, accounted: 45 },
    });
    expect([...its.stored.keys()].sort()).toEqual(accepted.sort());
  });

  test('the money of the summary and of the service is that of the second path, currency by currency', () => {
    const money = new Map<string, { orders: number; total_cents: number; ordered_cents: number }>();
    for (const id of accepted) {
      const own = orders.get(id)!;
      const currency = firstOf(own, 'Currency');
      const before = money.get(currency) ?? { orders: 0, total_cents: 0, ordered_cents: 0 };
      money.set(currency, {
        orders: before.orders + 1,
        total_cents: before.total_cents + worth(id, own),
        ordered_cents: order(id).items.reduce(
          (all, item) => all + Number(item['quantity']) * Number(item['unit_price_amount_cents']),
          before.ordered_cents,
        ),
      });
      expect(order(id).total_amount_cents, id).toBe(worth(id, own));
    }
    expect([...money.keys()].sort()).toEqual(['CHF', 'EUR', 'GBP']);
    expect(
      Object.fromEntries(its.uploaded.document.money.map(({ currency, ...rest }) => [currency, rest])),
    ).toEqual(Object.fromEntries(money));
  });

  test('units, prices and taxes of every shipped line are those of the second path', () => {
    for (const id of accepted.filter((one) => !UNSHIPPED.includes(one) && one !== '5003')) {
      const own = orders.get(id)!.filter((row) => row['Item ID'] !== '');
      expect(
        order(id).items.map((item) => [
          item.identifier,
          item['quantity_shipped'],
          item['unit_price_amount_cents'],
          item['tax_amount_cents'],
        ]),
        id,
      ).toEqual(
        own.map((row) => [
          row['Item ID'],
          euros(row['Quantity']!) / 100,
          euros(row['Item Cost Before Discount']!),
          euros(row['Order Line Tax']!),
        ]),
      );
    }
    expect(sum(accepted.map((id) => order(id).items.length))).toBe(34);
  });

  test.each(Object.keys(expected))('order %s arrives as written by hand', (id) => {
    expect(order(id)).toMatchObject(expected[id] as Record<string, unknown>);
    // Nothing more than what was written by hand, except the amounts of orders that have not shipped.
    const {
      total_amount_cents: _t,
      shipping_amount_cents: _s,
      shipping_tax_amount_cents: _x,
      ...rest
    } = order(id);
    const {
      total_amount_cents: _a,
      shipping_amount_cents: _b,
      shipping_tax_amount_cents: _c,
      ...hand
    } = expected[id] as Record<string, unknown>;
    expect(rest).toEqual(hand);
  });

  test('an export whose later rows lack all that the first row says gives the same orders', async () => {
    const header = Object.keys(rows[0]!);
    const own = new Set(header.slice(header.indexOf('Item ID'), header.indexOf('Discount Amount Tax') + 1));
    const seen = new Set<string>();
    const bare = rows.map((row) => {
      const first = !seen.has(row['Order Number']!);
      seen.add(row['Order Number']!);
      return first
        ? row
        : Object.fromEntries(
            header.map((name) => [name, own.has(name) || name === 'Order Number' ? row[name]! : '']),
          );
    });
    const file = its.carrier.platform.file('first-row-only.csv', csvText(bare, ';'));
    const { document } = await its.carrier.json(
      'orders',
      'upload',
      file,
      '--map',
      MAP,
      ...ZONE,
      '--rate',
      'off',
    );
    expect(document.orders).toMatchObject({ accepted: 0, already_accepted: 22 });
  });
});

describe('traps', () => {
  test('tax inside the price of a marketplace order is sent as 0', () => {
    expect(order('5003')).toMatchObject({ tax_amount_cents: 0, total_amount_cents: 4998 });
    expect(its.uploaded.document.notes).toContainEqual(
      expect.objectContaining({ code: 'order.tax.inside', count: 1 }),
    );
  });

  test('orders that have not shipped hold no amounts of lines', () => {
    for (const id of UNSHIPPED) {
      expect(order(id), id).toMatchObject({
        product_amount_cents: 0,
        tax_amount_cents: 0,
        total_amount_cents: 0,
      });
      for (const item of order(id).items)
        expect(item, id).toMatchObject({ quantity_shipped: 0, product_amount_cents: 0, tax_amount_cents: 0 });
    }
    expect(its.uploaded.document.warnings.map(({ code }) => code)).not.toContain('item.tax.unshipped');
    expect(order('5021').items[0]).not.toHaveProperty('shipped_date');
  });

  test('status, and units by status', () => {
    const facts = (id: string) => [
      order(id).status,
      order(id).items.map((item) => [item['quantity'], item['quantity_shipped'], item['quantity_canceled']]),
    ];
    expect(facts('5001')).toEqual([
      'Shipped',
      [
        [2, 2, 0],
        [1, 1, 0],
      ],
    ]);
    expect(facts('5005')).toEqual(['Cancelled', [[1, 0, 1]]]);
    expect(facts('5007')).toEqual(['Shipped', [[2, 2, 0]]]);
    expect(facts('5008')).toEqual(['Cancelled', [[1, 0, 1]]]);
    expect(facts('5021')).toEqual(['Created', [[4, 0, 0]]]);
    expect(facts('5022')).toEqual(['Created', [[1, 0, 0]]]);
  });

  test('refund amounts without lines are reported and never made up', () => {
    for (const id of ['5006', '5007', '5008']) expect(order(id)['refunds'], id).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: 3 }),
    );
  });

  test('unpaid and failed orders are skipped with a reason, and so is the row of a second coupon', () => {
    expect(its.uploaded.document.skipped_by).toEqual(
      expect.arrayContaining([
        { reason: 'not paid yet', orders: 1, rows: 1 },
        { reason: 'payment failed', orders: 1, rows: 1 },
        { reason: 'row of a further coupon, no product', orders: 0, rows: 1 },
      ]),
    );
    expect(order('5015').items).toHaveLength(1);
    expect(order('5015')['discount_amount_cents']).toBe(920);
  });

  test('a note of 12 line breaks, and one with CRLF, arrive as they are', () => {
    expect(String(order('5009')['note']).split('\n')).toHaveLength(13);
    expect(order('5009')['note']).toContain('11. Tür; Code "1111"\nVielen Dank!');
    expect(order('5019')['note']).toBe('Bitte beim Nachbarn abgeben:\r\nFrau Huber; Top 4,\r\n2 × läuten.');
  });

  test('a leading apostrophe is taken off the postcode, and the .0 off the customer', () => {
    expect(readFileSync(FILE, 'utf8')).toContain(";'01099;");
    expect(order('5010')).toMatchObject({
      customer: { identifier: '301' },
      shipping_address: { zip_code: '01099' },
      billing_address: { zip_code: '01099' },
    });
    expect(order('5003')).toMatchObject({ customer: { identifier: 'anna.5003@example.com' } });
  });

  test('the same sku twice is two lines', () => {
    expect(order('5011').items.map((item) => [item.identifier, item.sku, item['quantity']])).toEqual([
      ['8815', 'SHIRT-L', 1],
      ['8816', 'TASSE-BL', 1],
      ['8817', 'SHIRT-L', 2],
    ]);
  });

  test('shipping with its own tax, a discount, a free gift, a thousands separator', () => {
    expect(order('5019')).toMatchObject({ shipping_amount_cents: 990, shipping_tax_amount_cents: 188 });
    expect(order('5014')).toMatchObject({ discount_amount_cents: 1470, total_amount_cents: 16039 });
    expect(order('5018').items[1]).toMatchObject({ sku: 'PROBE', unit_price_amount_cents: 0, weight: 0.05 });
    expect(order('5020').items[0]).toMatchObject({ unit_price_amount_cents: 102900, weight: 14.5 });
  });

  test('net prices whose rounding loses cents are reported', () => {
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.subtotal.mismatch', count: 1 }),
    );
    expect(order('5027')).toMatchObject({ product_amount_cents: 5873, total_amount_cents: 7482 });
  });

  test('emoji and umlauts arrive as they are', () => {
    expect(order('5002')).toMatchObject({ note: 'Bitte als Geschenk 🎁 – danke schön!' });
    expect(order('5001')).toMatchObject({ shipping_address: { street1: 'Oranienstraße 12' } });
  });

  test('rows of an order that stand apart are one order', () => {
    expect(order('5030').items.map((item) => item.sku)).toEqual(['KAFFEE-250', 'TASSE-WS', 'FILTER-4']);
  });

  test('an hour that comes twice is the first of the two, with a note; winter has its own offset', () => {
    expect(order('5028')).toMatchObject({
      created_at: '2025-10-26T02:30:00+02:00',
      updated_at: '2025-10-28T15:00:00+01:00',
    });
    expect(its.uploaded.document.notes).toContainEqual(
      expect.objectContaining({ code: 'date.ambiguous', count: 1 }),
    );
  });
});

describe('refused', () => {
  test('without a zone nothing is read: exit 6 asks for it', async () => {
    const { code, stderr } = await its.carrier.text('orders', 'check', FILE, '--map', MAP);
    expect(code).toBe(6);
    expect(stderr).toContain('--timezone');
  });

  test.each([
    ['5004', 'items[0]', 'does not say which lines of a partly shipped order have shipped'],
    ['5012', 'customer.email', 'email is missing'],
    ['5013', 'shipping_address.street1', 'street1 is missing'],
    ['5016', 'currency', 'currency is missing'],
    ['5017', 'items[0]', 'a spreadsheet has turned the sku into a rounded number'],
    ['5029', 'tax_amount_cents', 'do not explain the total 5788'],
  ])('the rejects say what is wrong with order %s', (id, field, message) => {
    const rejects = ordersIn(rowsOf(its.uploaded.document.refused.files[0]!, ';'), 'Order Number');
    its.expectRejected(rejects.get(id), orders.get(id)!, field, message);
  });

  test('the codes are those of the traps', () => {
    expect(its.uploaded.document.refused.by_code.map(({ code, count }) => [code, count])).toEqual([
      ['order.field.missing', 3],
      ['order.map.refused', 2],
      ['order.tax.undecidable', 1],
    ]);
  });

  test('--currency fills the missing one; without the refused orders check ends with 0', async () => {
    const filled = await its.carrier.json(
      'orders',
      'check',
      FILE,
      '--map',
      MAP,
      ...ZONE,
      '--currency',
      'EUR',
    );
    expect(filled.document.orders.refused).toBe(5);
    const good = rows.filter((row) => !REFUSED.includes(row['Order Number']!));
    const file = its.carrier.platform.file('good.csv', csvText(good, ';'));
    const { code, document } = await its.carrier.json('orders', 'check', file, '--map', MAP, ...ZONE);
    expect(code).toBe(0);
    expect(document.orders).toMatchObject({ refused: 0, skipped: 2 });
  });

  test('a quantity of 1.000 beside amounts with a comma is refused, not read as 1', async () => {
    const rows = orders.get('5010')!.map((row) => ({ ...row, Quantity: '1.000' }));
    const file = its.carrier.platform.file('thousand.csv', csvText(rows, ';'));
    const { code, document } = await its.carrier.json('orders', 'check', file, '--map', MAP, ...ZONE);
    expect(code).toBe(3);
    expect(document.refused.by_code.map((one) => one.code)).toContain('cell.integer');
  });

  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
});
