// The Shopify sample through check and upload: figures by a second path, orders by hand, every trap by name.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type StoredOrder, uploadedSample } from './carrier.ts';
import { cents, csvText, firstOf, ordersIn, type Row, rowsOf, sample, shared, sum } from './export-rows.ts';
import { expected } from './shopify-expected.ts';

const FILE = sample('exports/shopify-orders.csv');
const MAP = sample('mappings/shopify-orders.json');
const rows = rowsOf(FILE, ',');
const orders = ordersIn(rows, 'Name');

/** Refused on purpose, with what stands in the summary. */
const REFUSED = {
  '2009': 'order.field.missing',
  '2010': 'order.field.missing',
  '2013': 'order.field.missing',
  '2014': 'order.map.refused',
  '2015': 'order.map.refused',
  '2021': 'order.tax.undecidable',
};

const amount = (row: Row) => cents(row['Lineitem price']!) * Number(row['Lineitem quantity']);
const isShipped = (row: Row) => row['Lineitem fulfillment status'] === 'fulfilled';

/** What an order is worth: the export's total where all has shipped, else what the shipped lines come to with their tax. */
function worth(order: readonly Row[]): number {
  if (order.every(isShipped)) return cents(firstOf(order, 'Total'));
  const onTop =
    cents(firstOf(order, 'Subtotal')) + cents(firstOf(order, 'Shipping')) !== cents(firstOf(order, 'Total'));
  const weights = order.map((row) => (row['Lineitem taxable'] === 'true' ? amount(row) : 0));
  const taxes = onTop ? shared(cents(firstOf(order, 'Taxes')), weights) : weights.map(() => 0);
  return sum(order.map((row, i) => (isShipped(row) ? amount(row) + taxes[i]! : 0)));
}

const its = uploadedSample(FILE, MAP);
const { order } = its;

describe('figures', () => {
  test('the file is what the README says', () => {
    expect(Object.keys(rows[0]!)).toHaveLength(79);
    expect(rows).toHaveLength(53);
    expect(orders.size).toBe(32);
  });

  test('26 orders are accepted, 6 refused, every row accounted for, exit 3', () => {
    expect(its.uploaded.code).toBe(3);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 53, orders: 32 },
      orders: { accepted: 26, refused: 6, skipped: 0, superseded: 0, pending: 0 },
      rows: { read: 53, accounted: 53 },
    });
    const missing = [...orders.keys()].map((name) => name.slice(1)).filter((id) => !its.stored.has(id));
    expect(missing.sort()).toEqual(Object.keys(REFUSED));
  });

  test('the money of the summary and of the service is that of the second path', () => {
    const accepted = [...orders].filter(([name]) => !(name.slice(1) in REFUSED));
    const total = sum(accepted.map(([, own]) => worth(own)));
    const ordered = sum(
      [...its.stored.values()].flatMap(({ items }) =>
        items.map((item) => Number(item['quantity']) * Number(item['unit_price_amount_cents'])),
      ),
    );
    expect(its.uploaded.document.money).toEqual([
      { currency: 'USD', orders: 26, total_cents: total, ordered_cents: ordered },
    ]);
    expect(sum([...its.stored.values()].map((one) => one.total_amount_cents))).toBe(total);
    for (const [name, own] of accepted)
      expect(order(name.slice(1)).total_amount_cents, name).toBe(worth(own));
  });

  test('units and prices of every line are those of the second path', () => {
    for (const [id, one] of its.stored) {
      const own = orders.get(`#${id}`)!;
      expect(
        one.items.map((item) => [item.sku, item['quantity'], item['unit_price_amount_cents']]),
        id,
      ).toEqual(
        own.map((row) => [
          row['Lineitem sku'],
          Number(row['Lineitem quantity']),
          cents(row['Lineitem price']!),
        ]),
      );
    }
  });

  test.each(Object.keys(expected))('order %s arrives as written by hand', (id) => {
    expect(order(id)).toEqual(expected[id]);
  });

  test('again: nothing is sent', async () => {
    const again = await its.carrier.json('orders', 'upload', FILE, '--map', MAP, '--rate', 'off');
    expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: 26 });
  });
});

describe('traps', () => {
  test('tax inside the price is sent as 0, with the prices as they are', () => {
    for (const id of ['2002', '2029', '2031'])
      expect(order(id), id).toMatchObject({
        tax_amount_cents: 0,
        total_amount_cents: cents(firstOf(orders.get(`#${id}`)!, 'Total')),
      });
    expect(its.uploaded.document.notes).toContainEqual(
      expect.objectContaining({ code: 'order.tax.inside', count: 3 }),
    );
  });

  test('a tax of 100 cents over three equal lines is 34, 33 and 33', () => {
    expect(order('2027').items.map((item) => item['tax_amount_cents'])).toEqual([34, 33, 33]);
  });

  test('a line without tax gets no share of it', () => {
    expect(order('2022').items.map((item) => item['tax_amount_cents'])).toEqual([0, 238]);
  });

  test('partly shipped, unshipped and cancelled orders', () => {
    const units = (id: string) => its.units(id);
    expect([order('2003').status, units('2003')]).toEqual([
      'Created',
      [
        [1, 1, 0],
        [1, 0, 0],
      ],
    ]);
    expect([order('2018').status, units('2018')]).toEqual(['Created', [[4, 0, 0]]]);
    expect([order('2019').status, order('2019').total_amount_cents]).toEqual(['Created', 0]);
    expect([order('2004').status, units('2004')]).toEqual(['Cancelled', [[1, 0, 1]]]);
  });

  test('refund amounts without lines are reported and never made up', () => {
    for (const id of ['2005', '2020']) expect(order(id)['refunds'], id).toEqual([]);
    expect(its.uploaded.document.warnings).toContainEqual(
      expect.objectContaining({ code: 'order.map.warned', count: 2 }),
    );
  });

  test('a note of 12 line breaks, and one with CRLF, arrive as they are', () => {
    const note = String(order('2006')['note']);
    expect(note.split('\n')).toHaveLength(13);
    expect(note).toContain('Step 11: see the sketch, "door 11"\nThank you!');
    expect(order('2017')['note']).toBe(
      'Leave with the neighbour.\r\nMrs. Finch, no. 9;\r\nring twice, please.',
    );
    expect(readFileSync(FILE, 'utf8')).toContain('neighbour.\r\nMrs.');
  });

  test('leading apostrophes are taken off zips and phones', () => {
    expect(readFileSync(FILE, 'utf8')).toContain("'01234");
    expect(order('2007')).toMatchObject({ shipping_address: { zip_code: '01234' } });
    expect(order('2029')).toMatchObject({
      customer: { phone: '+442079460000' },
      shipping_address: { zip_code: 'E8 4DG', phone: '+442079460000' },
    });
  });

  test('the same sku twice is two lines', () => {
    expect(order('2008').items.map((item) => [item.identifier, item.sku])).toEqual([
      ['2008-TEE-CUSTOM', 'TEE-CUSTOM'],
      ['2008-MUG-01', 'MUG-01'],
      ['2008-TEE-CUSTOM-2', 'TEE-CUSTOM'],
    ]);
  });

  test('a discount of the order, the whole amount, and one of a line', () => {
    expect(order('2011')).toMatchObject({ discount_amount_cents: 1180, total_amount_cents: 12063 });
    expect(order('2011').items.map((item) => item['discount_amount_cents'])).toEqual([0, 0]);
    expect(order('2026')).toMatchObject({
      discount_amount_cents: 1500,
      product_amount_cents: 1500,
      total_amount_cents: 0,
    });
    expect(order('2012').items.map((item) => item['discount_amount_cents'])).toEqual([3780, 0]);
  });

  test('shipping is that of the order', () => {
    expect(order('2001')).toMatchObject({ shipping_amount_cents: 500, shipping_tax_amount_cents: 0 });
  });

  test('a free gift is a line of 0 cents', () => {
    expect(order('2016').items[1]).toMatchObject({
      sku: 'STICKER',
      unit_price_amount_cents: 0,
      product_amount_cents: 0,
      tax_amount_cents: 0,
    });
  });

  test('emoji, umlauts and other scripts arrive as they are', () => {
    expect(order('2002')).toMatchObject({
      note: 'Als Geschenk verpacken, bitte 🎁',
      shipping_address: { city: 'München' },
    });
    expect(order('2002').items[0]).toMatchObject({ title: 'Beanie ❄️ - Größe M' });
    expect(order('2030')).toMatchObject({ shipping_address: { name: '佐藤 花子', city: '渋谷区' } });
    expect(order('2031')).toMatchObject({
      shipping_address: { name: 'Łukasz Żółć' },
      tags: ['FinalSale', 'vip'],
    });
  });

  test('rows of an order that stand apart are one order', () => {
    const lines = rows.flatMap((row, i) => (row['Name'] === '#2025' ? [i] : []));
    expect(Math.max(...lines) - Math.min(...lines)).toBeGreaterThan(2);
    expect(
      order('2025')
        .items.map((item) => item.sku)
        .sort(),
    ).toEqual(['CAP-NVY', 'TEE-BLK-M', 'TEE-WHT-S']);
  });

  test('updated_at is the latest of the dates of the export, each with its own offset', () => {
    expect(order('2032')).toMatchObject({
      created_at: '2025-11-01T22:30:00-04:00',
      updated_at: '2025-11-03T08:00:00-05:00',
    });
    expect(order('2004').updated_at).toBe('2025-05-06T07:45:12-04:00');
    expect(order('2019').updated_at).toBe('2025-06-02T09:00:00-04:00');
  });
});

describe('what other exports hold', () => {
  /** The rows of some orders with other cells, as the check makes orders of them. */
  async function checked(changes: Readonly<Record<string, Row>>) {
    const changed = rows
      .filter((row) => row['Name']! in changes)
      .map((row, i, all) => {
        const isFirst = all[i - 1]?.['Name'] !== row['Name'];
        const given = Object.entries(changes[row['Name']!]!);
        // Columns of the order stand on its first row only.
        return { ...row, ...Object.fromEntries(given.filter(([name]) => isFirst || /^Lineitem/.test(name))) };
      });
    const file = its.carrier.platform.file('changed.csv', csvText(changed));
    const { stdout } = await its.carrier.text('orders', 'check', file, '--map', MAP, '--out', '-', '--quiet');
    const { document } = await its.carrier.json('orders', 'check', file, '--map', MAP);
    const lines = stdout.trim().split('\n').filter(Boolean);
    return { orders: lines.map((line) => JSON.parse(line) as StoredOrder), document };
  }

  test('duties are in no field of the interface: the order adds up neither way', async () => {
    const { document } = await checked({ '#2001': { Duties: '12.00', Total: '91.04' } });
    expect(document.refused.by_code).toMatchObject([{ code: 'order.tax.undecidable', count: 1 }]);
  });

  test('a line without a status has that of its order; of a partly shipped order it is refused', async () => {
    const none = { 'Lineitem fulfillment status': '' };
    const { orders: found, document } = await checked({ '#2001': none, '#2003': none, '#2018': none });
    expect(
      found.map((one) => [one['identifier'], one.items.map((item) => item['quantity_shipped'])]),
    ).toEqual([
      ['2018', [0]],
      ['2001', [2, 1]],
    ]);
    expect(found[1]!.items[0]).toMatchObject({ shipped_date: '2025-05-03T09:30:00-04:00' });
    expect(document.refused.by_code).toMatchObject([{ code: 'order.map.refused', count: 1 }]);
  });

  test('units of a restocked line count as cancelled', async () => {
    const { orders: found } = await checked({
      '#2018': { 'Lineitem fulfillment status': 'restocked', 'Fulfillment Status': 'restocked' },
    });
    expect(found).toMatchObject([{ status: 'Cancelled', items: [{ quantity: 4, quantity_canceled: 4 }] }]);
  });
});

describe('refused orders', () => {
  test('the codes are those of the traps', () => {
    expect(
      Object.fromEntries(its.uploaded.document.refused.by_code.map(({ code, count }) => [code, count])),
    ).toEqual({
      'order.field.missing': 3,
      'order.map.refused': 2,
      'order.tax.undecidable': 1,
    });
  });

  test.each([
    ['2009', 'customer.email', 'email is missing'],
    ['2010', 'shipping_address.street1', 'street1 is missing'],
    ['2013', 'currency', 'currency is missing'],
    ['2014', 'items[0]', 'a spreadsheet has turned the sku into a rounded number'],
    ['2015', 'items[0]', 'does not say how many units of a partly shipped line have shipped'],
    ['2021', 'tax_amount_cents', 'do not explain the total 4600'],
  ])('the rejects say what is wrong with order %s', (id, field, message) => {
    const rejects = ordersIn(rowsOf(its.uploaded.document.refused.files[0]!, ','), 'Name');
    its.expectRejected(rejects.get(`#${id}`), orders.get(`#${id}`)!, field, message);
  });

  test('--currency fills the missing one', async () => {
    const { document } = await its.carrier.json('orders', 'check', FILE, '--map', MAP, '--currency', 'USD');
    expect(document.orders.refused).toBe(5);
  });
});

describe('check', () => {
  test('ends with 3, with 0 once the refused orders are out, and sends nothing', async () => {
    const before = its.carrier.sandbox.stats().requests.total;
    expect((await its.carrier.json('orders', 'check', FILE, '--map', MAP)).code).toBe(3);
    const good = rows.filter((row) => !(row['Name']!.slice(1) in REFUSED));
    const file = its.carrier.platform.file('good.csv', csvText(good));
    const { code, document } = await its.carrier.json('orders', 'check', file, '--map', MAP);
    expect(code).toBe(0);
    expect(document.orders).toMatchObject({ refused: 0 });
    expect(its.carrier.sandbox.stats().requests.total).toBe(before);
  });

  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());

  test('line identifiers stay when the file is split or other orders are removed', async () => {
    const part = rows.filter((row) => ['#2008', '#2025'].includes(row['Name']!));
    const file = its.carrier.platform.file('part.csv', csvText(part));
    const { stdout } = await its.carrier.text('orders', 'check', file, '--map', MAP, '--out', '-', '--quiet');
    for (const line of stdout.trim().split('\n')) {
      const one = JSON.parse(line) as StoredOrder & { identifier: string };
      expect(one).toEqual(order(one.identifier));
    }
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });
});
