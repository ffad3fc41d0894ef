// What an unknown table leaves open is asked, and what its data shows is taken: names of presents, the status of something else,
// small files, equations, dates.
import { describe, expect, test } from 'vitest';
import { csvOf, proposalOf } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const price = (i: number) => 1998 + 137 * (i % 7);
const usual = { statuses: { shipped: 'Shipped', open: 'Created' }, shipping_address: 'billing' };
type Cells = Record<string, string | undefined>;

/** Orders of one line that differ in units and price. */
const shop = (count: number, more: (i: number, lines: number) => Cells) =>
  csvOf(count, (i) => {
    const lines = price(i) * (1 + (i % 3));
    const own = { Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}`, Quantity: String(1 + (i % 3)) };
    return { ...own, Price: cents(price(i)), Total: cents(lines + 490), ...more(i, lines) };
  });

describe('of two addresses, the name in one is asked for', () => {
  const gone = { Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined };
  const place = (block: string, street: string) => ({
    ...{ [`${block} Street`]: street, [`${block} Zip`]: '10115', [`${block} City`]: 'Berlin' },
    [`${block} Country`]: 'DE',
  });

  test.each(['WE_Empf', 'dlv_nm', 'WE_PARTNER', 'Kontakt', 'ship_party'])('%s', async (name) => {
    const text = shop(8, (i) => ({
      ...{ ...gone, ...place('Shipping', `Weg ${i}`), ...place('Billing', `Gasse ${i}`) },
      ...{
        'Billing Name': `Anna Meier${'abcdefgh'[i]}`,
        [name]: i === 3 ? 'Mia Orr' : `Bo Ek${'abcdefgh'[i]}`,
      },
    }));
    const { question } = await proposalOf(text);
    expect(question('column:shipping_address.name')).toMatchObject({ proposed: null, unattended: null });
    const { columnOf } = await proposalOf(text, { 'column:shipping_address.name': name });
    expect(columnOf('shipping_address.name')?.column).toBe(name);
    expect(columnOf('billing_address.name')?.column).toBe('Billing Name');
  });
});

test.each(['sync_state', 'Export Status', 'Transfer status', 'Cache state', 'Queue status'])(
  '%s may be the status of something else',
  async (name) => {
    const text = shop(20, (i) => ({
      ...{ Status: undefined, GBSTK: i % 4 === 0 ? 'open' : 'shipped', [name]: i % 3 ? 'done' : 'pending' },
    }));
    const { question } = await proposalOf(text);
    expect(question('column:status')).toMatchObject({ proposed: null, unattended: null });
    const { columnOf } = await proposalOf(text, { ...usual, 'column:status': 'GBSTK' });
    expect(columnOf('status')?.column).toBe('GBSTK');
  },
);

test.each([1, 2, 3, 4, 5])(
  'zeros on the lines of orders say nothing: the discount of order %s is its line',
  async (at) => {
    const text = csvOf(12, (i) => {
      const order = i >> 1;
      const isOne = order === at;
      const row = {
        'Order number': `A-${order}${isOne ? `-${i % 2}` : ''}`,
        Email: `anna${i >> 1}@example.com`,
      };
      const discount = isOne ? 890 : 0;
      const lines = isOne ? 2000 : 4000;
      return {
        ...{ ...row, Quantity: '1', Price: '20.00', Sku: `S-${i}`, Title: `Cup ${'abcdefghijkl'[i]}` },
        ...{ 'Line Discount': cents(discount), Total: cents(lines - discount + 490) },
      };
    });
    const { columnOf } = await proposalOf(text, usual);
    expect(columnOf('item.discount_amount_cents')?.column).toBe('Line Discount');
  },
);

test.each(['tx', 'MWSBP', 'НДС', 'KZWI6', 'St.Betr.'])(
  'of two orders, %s is asked about, and no shipping',
  async (name) => {
    const text = shop(2, (_, lines) => ({
      ...{
        Shipping: undefined,
        [name]: cents(Math.round(lines * 0.19)),
        Total: cents(Math.round(lines * 1.19)),
      },
    }));
    const { columnOf, open } = await proposalOf(text, usual);
    expect(open).toContain('amounts');
    expect(columnOf('shipping_amount_cents')?.column).toBe('');
  },
);

test.each([
  ['KZWI5', 'Итого'],
  ['dsc', 'ttl'],
  ['Nachl.', 'Ges.'],
  ['Скидка', '합계'],
  ['rem', 'NETWR'],
])('what one order of six had off is a part of the sum: %s, %s', async (off, total) => {
  const text = shop(6, (i, lines) => ({
    ...{ Total: undefined, [off]: i === 1 ? '8.90' : '0.00' },
    [total]: cents(lines + 490 - (i === 1 ? 890 : 0)),
  }));
  const { question, result, columnOf } = await proposalOf(text, usual);
  expect(question('amounts')?.proposed).toBe(`Price x Quantity + Shipping - ${off} = ${total}`);
  expect(columnOf('item.discount_amount_cents')?.column).toBe(off);
  expect(result.trial?.summary.orders.refused).toBe(0);
});

describe('an equation that a person writes', () => {
  const text = shop(3, (_, lines) => ({
    ...{ Shipping: undefined, FRACHT: '4.90', Zuschlag: '1.50', Abzug: '2.00', Total: undefined },
    Brutto: cents(lines + 490 + 150 - 200),
  }));
  test.each([
    'Price x Quantity + FRACHT + Zuschlag - Abzug = Brutto',
    'Price x Quantity - Abzug + Zuschlag + FRACHT = Brutto',
    'Price x Quantity + FRACHT - Abzug + Zuschlag = Brutto',
    'Price x Quantity + Zuschlag + FRACHT - Abzug = Brutto',
    'Price x Quantity + Zuschlag - Abzug + FRACHT = the total',
  ])('%s', async (amounts) => {
    const { result, open } = await proposalOf(text, { ...usual, amounts, 'column:tax': 'none' });
    expect(open).toEqual([]);
    const shown = new Map(result.fields.map(({ field, example }) => [field, example[1]]));
    expect(shown.get('shipping_amount_cents')).toBe('640');
    expect(shown.get('item.discount_amount_cents')).toBe('200');
    expect(shown.get('total_amount_cents')).toBe(String(price(0) + 440));
    expect(result.trial?.summary.orders.refused).toBe(0);
  });

  test.each(['Price x Quantity + Porto = Brutto', 'Price = ', 'Price x Quantity * 2 = Brutto'])(
    'is refused where it names no columns: %s',
    async (amounts) => {
      await expect(proposalOf(text, { ...usual, amounts })).rejects.toMatchObject({
        message: 'The answer to "amounts" is no equation of columns',
      });
    },
  );
});

test.each(['Rücksendeadresse', 'Depot', 'Ritiro presso', 'hub_loc', 'Uitgifte'])(
  'one street in several towns is nobody’s: %s',
  async (name) => {
    const text = shop(9, (i) => ({
      ...{ Street: undefined, 'Shipping Street': `Weg ${i}`, [name]: '77 Returns Way' },
      City: ['Berlin', 'Essen', 'Bonn'][i % 3],
    }));
    const { columnOf } = await proposalOf(text, usual);
    expect(columnOf('billing_address.street1')?.column).toBe('Shipping Street');
  },
);

test.each(['option2', 'couleur 2', 'Color2', 'Tag 2', 'Modell 2'])(
  '%s is no part of an address in a shop with one product',
  async (name) => {
    const text = shop(20, (i, lines) => ({
      ...{ Sku: 'S-1', Title: 'Shirt', [name]: ['red', 'blue', 'natural'][i % 3], Price: '20.00' },
      ...{ Quantity: '1', Total: lines ? '24.90' : '' },
    }));
    const { columnOf } = await proposalOf(text, usual);
    expect(columnOf('shipping_address.street2')?.column ?? '').toBe('');
  },
);

const at = (i: number, hours: number) => new Date(Date.UTC(2026, 1, 10 + (i % 15), 6 + hours, 7 * (i % 8)));
const american = (date: Date) =>
  `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${date.toISOString().slice(11, 16)}`;

test.each(['synced_at', 'Imported at', 'Downloaded at', 'loaded_at', 'dumped_at'])(
  'the day of the export is no date of the order: %s',
  async (name) => {
    const text = shop(20, (i) => ({
      ...{ [name]: '10/1/2026 01:00', Created: undefined, Дата: american(at(i, 0)) },
      Updated: american(at(i, 30 + i)),
    }));
    const { columnOf } = await proposalOf(text, { ...usual, timezone: 'Europe/Berlin' });
    expect(columnOf('created_at')?.column).toBe('Дата');
  },
);

test.each(['AEDAT', 'mtime', 'Изменён', 'upd_dt', 'lastmod'])(
  '%s moves with the status: the last change',
  async (name) => {
    const text = shop(20, (i) => ({
      ...{ Created: at(i, 0).toISOString(), Updated: undefined, Status: i % 4 ? 'shipped' : 'open' },
      [name]: at(i, i % 4 ? 40 + i : 1 + (i % 5)).toISOString(),
    }));
    const { columnOf, question } = await proposalOf(text, usual);
    expect(question('column:updated_at')).toBeUndefined();
    expect(columnOf('updated_at')?.column).toBe(name);
  },
);

test.each([
  'item_ship_cents',
  'line_shipping_cents',
  'product ship cents',
  'shippingLineCents',
  'item shipment cents',
])('%s holds money, and no shipped units', async (name) => {
  const text = shop(20, (i, lines) => ({
    ...{
      Price: undefined,
      unit_price_cents: String(price(i)),
      total_cents: String(lines),
      Total: undefined,
    },
    [name]: '0',
  }));
  const { columnOf } = await proposalOf(text, { ...usual, cents: 'cents' });
  expect(columnOf('item.quantity_shipped')?.column).not.toBe(name);
});

test.each([
  ['dlv_Улица', 'inv_STRAS'],
  ['WE_ADR', 'RE_ADR'],
  ['dlv_l1', 'bill_l1'],
  ['a3', 'b3'],
  ['Ziel A', 'Ziel B'],
])('two addresses have two streets: %s and %s are asked apart', async (ship, bill) => {
  const gone = { Name: undefined, Street: undefined, Zip: undefined, City: undefined, Country: undefined };
  const place = (block: string, zip: string, city: string) => ({
    ...{ [`${block} Name`]: 'Anna Meier', [`${block} Zip`]: zip, [`${block} City`]: city },
    [`${block} Country`]: 'DE',
  });
  const text = shop(2, (i) => ({
    ...{ ...gone, ...place('Shipping', '10115', 'Berlin'), ...place('Billing', '20095', 'Hamburg') },
    ...{ [ship]: `${i + 1} Weg`, [bill]: `${i + 7} Gasse` },
  }));
  const asked = await proposalOf(text, usual);
  for (const block of ['shipping', 'billing'])
    expect(asked.question(`field:${block}_address.street1`)).toMatchObject({ proposed: null, answer: null });
  const streets = { 'field:shipping_address.street1': ship, 'field:billing_address.street1': bill };
  const { result } = await proposalOf(text, { ...usual, ...streets });
  expect(result.mapping['order']).toMatchObject({
    'shipping_address.street1': ship,
    'billing_address.street1': bill,
  });
});

test('times under a name that speaks of units hold no lines', async () => {
  const text = shop(12, (i, lines) => ({
    ...{ Quantity: undefined, Price: cents(lines) },
    ts_units_iso: `2026-08-${10 + i}T03:21:00+02:00`,
  }));
  const { open, result } = await proposalOf(text, { ...usual, 'column:item.quantity': 'none' });
  expect(open).toEqual([]);
  expect(result.mapping).not.toHaveProperty('rows.split');
});
