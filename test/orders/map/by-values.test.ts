// What values say of columns under names that say nothing, or say otherwise: the right column has the field, nobody is asked, and where
// two columns fit, somebody is.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

type Cells = Record<string, string | undefined>;

const cents = (amount: number) => (amount / 100).toFixed(2);
const SKUS = ['CUP-1', 'MAT-2', 'JAR-3', 'TEE-S', 'TEE-M', 'LAMP-9', 'SOCK-4'];
const TITLES = ['Cup', 'Mat', 'Jar', 'Tee, small', 'Tee, medium', 'Lamp', 'Socks'];
const PEOPLE = ['Anna Meier', 'Owen Price', 'Priya Shah', 'Marcus Orr'];
const CODES = ['10115', '20095', '50667', '80331'];
const TOWNS = ['Berlin', 'Hamburg', 'Köln', 'München'];

/** Orders that differ, as those of a shop do: people, places, articles, units and prices. */
function row(i: number) {
  const [price, units] = [1998 + 137 * i, 1 + (i % 3)];
  const name = PEOPLE[i % 4]!;
  const day = 10 + (i % 18);
  return Object.assign(
    { price, units },
    {
      Created: `2025-11-${day}T10:00:00Z`,
      Updated: `2025-11-${day + 1}T1${i % 10}:00:00Z`,
      Status: i % 4 === 3 ? 'new' : 'shipped',
      Email: `${name.toLowerCase().replace(' ', '.')}${i}@example.com`,
      Name: name,
      Street: `Lindenweg ${i + 1}`,
      Zip: CODES[i % 4]!,
      City: TOWNS[i % 4]!,
      Sku: SKUS[i % 7]!,
      Title: TITLES[i % 7]!,
      Quantity: String(units),
      Price: cents(price),
      Total: cents(units * price + 490),
    },
  );
}

const shop = (change: (i: number, one: ReturnType<typeof row>) => Cells) =>
  csvOf(40, (i) => {
    const { price, units, ...cells } = row(i);
    return Object.assign(cells, change(i, Object.assign({ price, units }, cells)));
  });
/** The column has another name. */
const renamed = (from: string, to: string) =>
  shop((_, one) => ({ [from]: undefined, [to]: from === 'Country' ? 'DE' : one[from as 'Sku'] }));

/** A number that the program gave each article, beside its code. */
const numbered = (number: string, code: string) =>
  shop((i, { Sku }) => ({ Sku: undefined, [number]: `${501 + (i % 7)}`, [code]: Sku }));

const MAY_ASK = ['statuses', 'shipping_address'];

test.each<[what: string, text: string, field: string, column: string]>([
  ['the price of a unit', renamed('Price', '단가'), 'item.unit_price_amount_cents', '단가'],
  ['the units of a line', renamed('Quantity', 'KWMENG'), 'item.quantity', 'KWMENG'],
  ['the total', renamed('Total', '합계'), 'total_amount_cents', '합계'],
  ['the title', renamed('Title', 'ARKTX'), 'item.title', 'ARKTX'],
  ['the sku', renamed('Sku', 'Артикул'), 'item.sku', 'Артикул'],
  ['the postal code', renamed('Zip', 'Индекс'), 'shipping_address.zip_code', 'Индекс'],
  ['the street', renamed('Street', 'STRAS'), 'shipping_address.street1', 'STRAS'],
  ['the country', renamed('Country', 'LAND_X'), 'shipping_address.country_code', 'LAND_X'],
  ['the date of the order', renamed('Created', 'ERDAT'), 'created_at', 'ERDAT'],
  [
    'the sku beside that of an earlier system',
    shop((_, { Sku }) => ({ Sku: undefined, legacy_sku: `X${Sku}`, Reference: Sku })),
    'item.sku',
    'Reference',
  ],
  ['a code under no name beside a number', numbered('id_product', 'KBEZ'), 'item.sku', 'KBEZ'],
  ['the offer beside a number', numbered('id_product', 'id_offer'), 'item.sku', 'id_offer'],
  [
    'the number of a product beside the model of several',
    shop((i) => ({ Sku: undefined, product_id: `${501 + (i % 7)}`, model: `M${(i % 7) >> 1}` })),
    'item.sku',
    'product_id',
  ],
  [
    'the title beside the state of a line',
    shop((i, { Title }) => ({ Title: undefined, line_state: i % 3 ? 'released' : 'waiting', ARKTX: Title })),
    'item.title',
    'ARKTX',
  ],
  [
    'a street beside a name in the address',
    shop((i, { Name, Street }) => ({
      Street: undefined,
      'Shipping address Rnm': Name,
      'Shipping address STRAS': `${Street} ${i}`,
    })),
    'shipping_address.street1',
    'Shipping address STRAS',
  ],
  [
    'the number that the customer gave the order is none of the customer',
    shop((i) => ({ 'Bestellnummer Kunde': `PO-${i}` })),
    'customer.identifier',
    'Email',
  ],
  [
    'the number of lines beside the units',
    shop((_, { units, price }) => ({ 'Line Count': '1', 'Line total': cents(units * price) })),
    'item.quantity',
    'Quantity',
  ],
  [
    'addresses of somebody else before those of the shopper',
    shop((i, { Email }) => ({
      'Payer Email': `alt.${1001 + i}@mail.example`,
      Email: undefined,
      mail: Email,
    })),
    'customer.email',
    'mail',
  ],
  [
    'a customer since, before the date of the order',
    shop((_, { Created }) => ({
      registered_at: '2021-03-04T10:00:00Z',
      dt_cr: Created,
      Created: undefined,
    })),
    'created_at',
    'dt_cr',
  ],
  [
    'a date of payment, a minute after the order',
    shop((_, { Created }) => ({
      printed_at: Created!.replace(':00Z', ':59Z'),
      dt_cr: Created,
      Created: undefined,
    })),
    'created_at',
    'dt_cr',
  ],
  [
    'a serial number on each line',
    shop((i, { Sku }) => ({ 'Serial No': `SN${483921 + i * 77}`, itm_cd: Sku, Sku: undefined })),
    'item.sku',
    'itm_cd',
  ],
  [
    'a number of the product beside its code',
    shop((i, { Sku }) => ({ product_id: String(30292 + (i % 7)), itm_cd: Sku, Sku: undefined })),
    'item.sku',
    'itm_cd',
  ],
  [
    'a note on some lines',
    shop((i, { Title }) => ({
      Positionstext: i % 2 ? 'wrap x2' : '',
      Omschrijving: Title,
      Title: undefined,
    })),
    'item.title',
    'Omschrijving',
  ],
  [
    'a note on most lines, beside one title',
    shop((i) => ({
      'Item name': 'Cup, blue',
      Positionstext: i % 3 ? 'wrap x2' : '',
      Title: undefined,
      Sku: 'CUP-1',
    })),
    'item.title',
    'Item name',
  ],
  [
    'the name in the address of delivery, beside that of the invoice',
    shop((i, { Name, Street, City }) => ({
      ...{ Name: undefined, Street: undefined, City: undefined },
      ...{
        'Ship to street': Street,
        'Ship to city': City,
        'Ship to zip': '10115',
        'L.NAME1': i % 5 ? Name : 'Kim Park',
        'Buyer first name': Name!.split(' ')[0],
        'Buyer last name': Name!.split(' ')[1],
      },
      ...{ 'Bill to name': Name, 'Bill to street': Street, 'Bill to city': City, 'Bill to zip': '10115' },
    })),
    'shipping_address.name',
    'L.NAME1',
  ],
  [
    'the street of a warehouse',
    shop((_, { Street }) => ({
      'Delivery street': Street,
      Street: undefined,
      'Adresse entrepôt': '5 Dock Road',
    })),
    'billing_address.street1',
    'Delivery street',
  ],
  [
    'a total in another currency beside the code of the article',
    shop((i, { Sku, units, price }) => ({
      ...{
        'Total (EUR ref)': `1,${cents(units * price + 91000)
          .replace('.', '')
          .slice(-5, -2)}.${10 + (i % 9)}`,
      },
      ...{ itm_cd: Sku, Sku: undefined },
    })),
    'item.sku',
    'itm_cd',
  ],
  [
    'a number of the article, in a shop of one',
    shop(() => ({ Sku: undefined, Title: 'Cup, blue', art_no: 'CUP-1' })),
    'item.sku',
    'art_no',
  ],
  [
    'a country of origin beside that of the address',
    shop(() => ({ LAND_X: 'DE', Herkunftsland: 'NL', Country: undefined })),
    'shipping_address.country_code',
    'LAND_X',
  ],
  [
    'who packed the order',
    shop((_, { Name }) => {
      const [first, last] = Name!.split(' ');
      return { Name: undefined, picker_name: 'Kim Park', fn: first, 'Last name': last };
    }),
    'customer.first_name',
    'fn',
  ],
])('%s', async (_, text, field, column) => {
  const { columnOf } = await proposalOf(text);
  expect(columnOf(field)).toMatchObject({ column });
});

test('units that have shipped are those of what has shipped, and fewer of the rest', async () => {
  const text = shop((i, { units }) => ({ LFIMG: String(i % 4 === 3 ? 0 : units) }));
  expect((await proposalOf(text)).columnOf('item.quantity_shipped')).toMatchObject({ column: 'LFIMG' });
  // What is open is the opposite.
  const open = shop((i, { units }) => ({ OFFEN: String(i % 4 === 3 ? units : 0) }));
  expect((await proposalOf(open)).columnOf('item.quantity_shipped')).not.toMatchObject({ column: 'OFFEN' });
});

test('the number of the order is what parts the rows as shoppers and dates do', async () => {
  const lines = shop((i) => {
    const { price: _, units: __, ...order } = row(i >> 1);
    return {
      ...{ 'Order number': undefined, VBELN: `4${1000 + (i >> 1)}` },
      ...{ Email: order['Email'], Created: order['Created'], Updated: order['Updated'] },
      ...{ Name: order['Name'], Street: order['Street'], Zip: order['Zip'], City: order['City'] },
      Total: undefined,
    };
  });
  const { columnOf, open } = await proposalOf(lines);
  expect(columnOf('identifier')).toMatchObject({ column: 'VBELN' });
  expect(open).not.toContain('identifier');
});

test('a fee beside a shipping with a name is asked for, and then everything adds up', async () => {
  const text = shop((i, { units, price }) => ({
    Zuschlag: cents(100 + (i % 5) * 30),
    Total: cents(units * price + 490 + 100 + (i % 5) * 30),
  }));
  const { open } = await proposalOf(text);
  expect(open).toContain('fees');
  expect(open).not.toContain('amounts');
  const { open: left, result } = await proposalOf(text, { fees: 'shipping' });
  expect(left.filter((id) => !MAY_ASK.includes(id))).toEqual([]);
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 40 });
});

test('the same small fee on all orders is no tax', async () => {
  const text = shop((_, { units, price }) => ({ Zuschlag: '2.50', Total: cents(units * price + 490 + 250) }));
  const { result } = await proposalOf(text, { fees: 'shipping' });
  expect(result.amounts?.reading.tax).toBeUndefined();
  expect(result.amounts).toMatchObject({ kind: 'sure', fits: 40 });
});

test('the state of an order is not its number', async () => {
  const text = shop((i) => ({
    ...{ 'Order number': undefined, Auftr: String(48210 + 3 * i) },
    ...{ Status: undefined, 'Order State': ['shipped', 'new', 'partially shipped'][i % 3] },
  }));
  const { columnOf } = await proposalOf(text);
  expect(columnOf('identifier')?.column).not.toBe('Order State');
});

test('a tax is that in a shop with one price, too', async () => {
  const text = shop((_, { units }) => ({
    ...{ Sku: 'CUP-1', Title: 'Cup, blue', Price: '66.90', tx_hd: cents(Math.round(units * 6690 * 0.08)) },
    Total: cents(units * 6690 + Math.round(units * 6690 * 0.08) + 490),
  }));
  const { question, result } = await proposalOf(text);
  expect(question('fees')).toBeUndefined();
  expect(result.columns[result.amounts!.reading.tax!.index]).toBe('tx_hd');
});

test('dates with the month first: the last change is never before the order', async () => {
  const at = (day: number, hour: number) => `2/${day}/2026 ${hour}:15`;
  const text = shop((i) => ({
    ...{ Created: at(2 + (i % 20), 9), Updated: undefined, upd_dt: at(3 + (i % 20), 10) },
  }));
  expect((await proposalOf(text)).question('column:updated_at')?.proposed).toBeNull();
});

test('what no sum and no name shows has no default: the number of a payment, the last change, money that no total has', async () => {
  const text = shop((i, { units, price }) => ({
    ...{ 'Order number': undefined, ref: `pay_${7919 * (i + 3)}`, increment_id: String(48210 + i) },
    ...{ Updated: undefined, upd_dt: `2025-12-${10 + (i % 9)}T10:00:00Z` },
    // Orders with a tip that no column has: the margin does not explain them.
    ...{ Margin: cents(300 + i * 17), Total: cents(units * price + 490 + (i % 2) * 111) },
  }));
  const { question } = await proposalOf(text);
  expect(question('identifier')?.proposed).toBeNull();
  // All else is asked once it is known which rows are an order.
  expect([question('column:updated_at'), question('fees')]).toEqual([undefined, undefined]);
  const { question: next } = await proposalOf(text, { identifier: 'increment_id' });
  expect(next('column:updated_at')?.proposed).toBeNull();
  expect(next('fees')?.proposed).toBeNull();
});

test.each([
  ['number', 'id', 'number'],
  ['increment_id', 'entity_id', 'increment_id'],
  ['number', 'reference', null],
  ['nr', 'id', null],
  ['no', 'order_id', null],
])('%s beside %s: by Enter the number is %s', async (one, other, proposed) => {
  const text = shop((i) => ({
    ...{ 'Order number': undefined, [other]: String(7000 + 13 * i), [one]: String(48210 + i) },
  }));
  expect((await proposalOf(text)).question('identifier')?.proposed).toBe(proposed);
});

/** Two addresses; the street and town of one stand under names that say nothing. */
const twoPlaces = (one: string, other: string, at: (i: number) => string) =>
  shop((i) => ({
    ...Object.fromEntries(['Name', 'Street', 'Zip', 'City', 'Country'].map((name) => [name, undefined])),
    ...{ [`${one}Name`]: 'Anna Meier', [`${one}Street`]: `Weg ${i + 1}`, [`${one}City`]: 'Bonn' },
    ...{ [`${one}PostalCode`]: '53111', [`${one}Country`]: 'DE', [`${other}Name`]: at(i) },
    ...{ WE_STRAS: `Gasse ${i + 2}`, WE_cty: 'Ulm', [`${other}Country`]: 'DE' },
  }));

test.each([
  ['billTo', 'shipTo', 'shipping_address'],
  ['shipTo', 'billTo', 'billing_address'],
  ['Rechnung ', 'Lieferung ', 'shipping_address'],
  ['facturación ', 'envío ', 'shipping_address'],
])(
  'beside an address of %s, where %s has a name of its own, its street and town are asked',
  async (one, other, block) => {
    const text = twoPlaces(one, other, (i) => ['Ben Kurz', 'Ida Lang', 'Anna Meier'][i % 3]!);
    const { question } = await proposalOf(text);
    expect(question(`column:${block}.street1`)?.proposed).toBeNull();
    expect(question(`column:${block}.city`)?.proposed).toBeNull();
    expect(question('shipping_address')?.proposed ?? null).toBeNull();
    const none = { [`${block}.street1`]: 'none', [`${block}.city`]: 'none' };
    const { question: next } = await proposalOf(text, none);
    if (block === 'shipping_address') expect(next('shipping_address')?.proposed).toBeNull();
  },
);

test('where both names are always one, the other address is the same by Enter', async () => {
  const { question } = await proposalOf(twoPlaces('billTo', 'shipTo', () => 'Anna Meier'));
  expect(question('column:shipping_address.street1')).toBeUndefined();
  expect(question('shipping_address')?.proposed).toBe('billing');
});

test.each([2, 4])('in %i orders of one article its name is not that of the recipients', async (count) => {
  const people = ['Joy Neil', 'Peter Dyke', 'Ann Lee', 'Cy Poe'].map((name) => name.split(' '));
  const text = csvOf(count, (i) => {
    const [NAMEV, customer_lastname] = people[i]!;
    const email = `${NAMEV}.${customer_lastname}@example.net`.toLowerCase();
    return {
      Name: undefined,
      Title: undefined,
      NAMEV,
      customer_lastname,
      Email: email,
      name: 'Cotton tee S',
    };
  });
  const { columnOf } = await proposalOf(text);
  expect(columnOf('shipping_address.name')?.column).not.toBe('name');
  expect(columnOf('billing_address.name')?.column).not.toBe('name');
});

test.each(['PO Number', 'po_no', 'Purchase order number'])(
  '%s is the number of the order, and no more without a word where another one is finer',
  async (name) => {
    const text = shop((i) => {
      const cells = { [name]: `45000${Math.floor(i / 3)}`, ref: `${48210 + 3 * i}` };
      return { 'Order number': undefined, ...cells };
    });
    const alone = shop((i) => ({ 'Order number': undefined, [name]: `45000${i}` }));
    expect((await proposalOf(alone)).columnOf('identifier')?.column).toBe(name);
    expect((await proposalOf(text)).question('identifier')?.proposed).toBeNull();
  },
);

test('money that the total has may be sent with the shipping by Enter', async () => {
  const fee = (i: number) => 100 + (i % 5) * 30;
  const text = shop((i, { units, price }) => ({
    'Handling cost': cents(fee(i)),
    Total: cents(units * price + 490 + fee(i)),
  }));
  expect((await proposalOf(text)).question('fees')?.proposed).toBe('shipping');
});

test.each(['Charity Donation', 'Spende', 'Don', 'Donación', 'Round up for charity'])(
  'whether a return gives back what is called %s is asked, and never assumed',
  async (name) => {
    const given = (i: number) => (i % 2 === 0 ? 100 + (i % 5) * 30 : 0);
    const text = shop((i, { units, price }) => ({
      [name]: cents(given(i)),
      Total: cents(units * price + 490 + given(i)),
    }));
    const asked = (await proposalOf(text, {}, { assumes: true })).question('fees');
    expect(asked).toMatchObject({ answer: null, proposed: null, unattended: null });
  },
);

test('the same shipping on like orders is no tax', async () => {
  const text = shop((_, { units }) => ({
    ...{ Sku: 'CUP-1', Title: 'Cup', Price: '20.00', Shipping: undefined },
    ...{ 배송비: '4.90', Total: cents(units * 2000 + 490) },
  }));
  const { question, columnOf } = await proposalOf(text);
  expect(question('amounts')).toBeUndefined();
  expect(columnOf('shipping_amount_cents')).toMatchObject({ column: '배송비', confidence: 'sure' });
});

test('two columns that fit alike are asked for', async () => {
  const text = shop((_, { Sku, Title }) => ({
    ...{ Sku: undefined, Title: undefined },
    ...{ A1: Sku, A2: Sku!.toLowerCase().toUpperCase().replace('-', '/'), ARKTX: Title },
  }));
  expect((await proposalOf(text)).open).toContain('column:item.sku');
  const model = await proposalOf(numbered('product_id', 'model'));
  expect(model.question('column:item.sku')?.choices.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['product_id', 'model']),
  );
});

test('an identifier that stands for the e-mail or the sku follows a correction', async () => {
  const text = shop((_, { Email, Sku }) => ({
    Zweitmail: `x.${Email}`,
    'Other code': `Z${Sku}`,
  }));
  const fields = { 'field:customer.email': 'Zweitmail', 'field:item.sku': 'Other code' };
  const { result } = await proposalOf(text, fields);
  const { order, item } = result.mapping as Record<string, Record<string, unknown>>;
  expect([order!['customer.email'], order!['customer.identifier']]).toEqual(['Zweitmail', 'Zweitmail']);
  expect([item!['sku'], item!['variant_identifier']]).toEqual(['Other code', 'Other code']);
});

test.each([
  'settlement_currency',
  'Payment currency',
  'Shop currency',
  'Account currency',
  'Payout currency',
])('beside %s, which says another, the plain currency is proposed', async (name) => {
  const text = shop(() => ({ Currency: undefined, [name]: 'SEK', 'Currency code': 'EUR' }));
  const { question, columnOf } = await proposalOf(text, {}, { assumes: true });
  expect(question('column:currency')).toMatchObject({ unattended: 'Currency code' });
  expect(columnOf('currency')?.column).toBe('Currency code');
});

test('of two currencies of which none is plain nobody can tell', async () => {
  const text = shop(() => ({ Currency: undefined, 'Shop currency': 'SEK', 'Payout currency': 'EUR' }));
  expect((await proposalOf(text)).question('column:currency')).toMatchObject({
    ...{ proposed: null, unattended: null },
  });
});

test.each([
  ['WE_str', 'R.STRAS'],
  ['L_street', 'RG_strasse'],
  ['dlv_PSTR', 'inv_street'],
])('%s is where the parcel goes, %s where the invoice does, in either sequence', async (ship, bill) => {
  for (const isFirst of [true, false]) {
    const text = shop((i) => {
      const streets = { [ship]: `Gasse ${i + 7}`, [bill]: `Lindenweg ${i % 3 === 0 ? i + 90 : i + 7}` };
      return {
        ...{ City: undefined, Street: undefined, Zip: undefined, Country: undefined, Name: undefined },
        ...{ 'Ship to name': PEOPLE[i % 4]!, 'Ship to city': TOWNS[i % 4]!, 'Ship to zip': CODES[i % 4]! },
        ...{ 'Ship to country': 'DE', 'Bill to country': 'DE', 'Bill to name': PEOPLE[i % 4]! },
        ...{ 'Bill to city': TOWNS[i % 4]!, 'Bill to zip': CODES[i % 4]! },
        ...(isFirst ? streets : Object.fromEntries(Object.entries(streets).reverse())),
      };
    });
    const { columnOf } = await proposalOf(text, {}, { assumes: true });
    expect([
      columnOf('shipping_address.street1')?.column,
      columnOf('billing_address.street1')?.column,
    ]).toEqual([ship, bill]);
  }
});

test.each(['min_order_qty', 'Mindestmenge', 'Max Qty', 'Minimum quantity'])(
  'the quantity is not %s, whatever sum it makes with the amount of the line',
  async (name) => {
    const text = shop((_, { units, price }) => ({ [name]: '1', 'Line total': cents(units * price) }));
    const { columnOf } = await proposalOf(text, {}, { assumes: true });
    expect(columnOf('item.quantity')?.column).toBe('Quantity');
    expect(columnOf('item.unit_price_amount_cents')?.column).toBe('Price');
  },
);

const LIST_PRICES = [
  'List Price',
  'Precio de lista',
  'UVP',
  'Prix barré',
  'Prezzo di listino',
  'Listenpreis',
];
test.each(['original_price', 'Alter Preis', 'Previous price', ...LIST_PRICES])(
  'the price is not %s, also where all orders have a tip',
  async (name) => {
    const text = shop((_, { units, price }) => ({
      ...{ [name]: cents(price + 500), Tip: '5.00', Total: cents(units * price + 490 + 500) },
    }));
    const { columnOf } = await proposalOf(text, { fees: 'shipping' }, { assumes: true });
    expect(columnOf('item.unit_price_amount_cents')?.column).toBe('Price');
  },
);

test.each(['Tracking', 'Lien de suivi', 'Tracking number'])(
  'the page of a parcel in %s is no number of it',
  async (name) => {
    const text = shop((i) => ({ [name]: i % 4 === 3 ? '' : `https://track.example/${48210 + i}` }));
    const { columnOf } = await proposalOf(text, {}, { assumes: true });
    expect(columnOf('item.tracking_number')?.column ?? '').toBe('');
  },
);

// Found by exports that nobody who wrote the program had made.

test.each([
  ['Artikel Артикул', 'ARKTX'],
  ['Produkt Κωδικός', 'Περιγραφή'],
  ['product_xyz', 'КНР'],
])('codes under %s are the sku, and no title', async (code, text) => {
  const { columnOf } = await proposalOf(
    shop((_, { Sku, Title }) => ({ Sku: undefined, Title: undefined, [code]: Sku, [text]: Title })),
  );
  expect([columnOf('item.sku')?.column, columnOf('item.title')?.column]).toEqual([code, text]);
});

test.each(['Birth Date', 'Geburtstag', 'dob', 'f_nac'])(
  '%s, years before, is no date of the order',
  async (name) => {
    const text = shop((i, { Created, Updated }) => ({
      ...{ Created: undefined, Updated: undefined, Fecha: Created, write_date: Updated },
      [name]: `19${60 + i}-06-1${i % 9}T01:00:00Z`,
    }));
    const { columnOf } = await proposalOf(text, { 'column:updated_at': 'write_date' });
    expect(columnOf('created_at')?.column).toBe('Fecha');
  },
);

test.each(['registered_at', 'joined_on', 'Dabei seit', 'Cliente dal'])(
  '%s, years before two other dates, is no date of the order, whatever those are called',
  async (name) => {
    const text = shop((i, { Created, Updated }) => ({
      ...{ Created: undefined, Updated: undefined, 'Entered On': Created, 'Ostatnia zmiana': Updated },
      // A blank column is no date.
      ...{ [name]: `2022-07-1${i % 9}T00:00:00Z`, Gutschein: '' },
    }));
    const { columnOf } = await proposalOf(
      text,
      { 'column:updated_at': 'Ostatnia zmiana' },
      { assumes: true },
    );
    expect(columnOf('created_at')?.column ?? 'Entered On').toBe('Entered On');
  },
);

test('a date of the order stays what it is called beside two dates years later', async () => {
  const text = shop((i) => ({ garantia: `2028-01-1${i % 9}`, 'servis do': `2028-02-1${i % 9}` }));
  const { columnOf } = await proposalOf(text, {}, { assumes: true });
  expect(columnOf('created_at')?.column).toBe('Created');
});

test.each(['Line No', 'Position Nr', 'line number'])(
  'the %s of numbered articles is no product, in few orders either',
  async (name) => {
    const text = csvOf(3, (i) => {
      const { price, units, Sku: _, Title: __, Quantity: ___, Price: ____, ...cells } = row(i);
      const gone = { Sku: undefined, Title: undefined, Quantity: undefined, Price: undefined };
      const own = [1, 2].map((n) => {
        const isThere = n === 1 || i === 2;
        const line = {
          [name]: n,
          Nummer: SKUS[i + n],
          Name: TITLES[i + n],
          Menge: units,
          Preis: cents(price),
        };
        const of = Object.entries(line).map(([key, cell]) => [
          `Artikel ${n} ${key}`,
          isThere ? `${cell}` : '',
        ]);
        return Object.fromEntries(of) as Cells;
      });
      const total = cents(price * units * (i === 2 ? 2 : 1) + 490);
      return { ...cells, ...gone, ...own[0], ...own[1], Total: total };
    });
    const { columnOf } = await proposalOf(text, {}, { assumes: true });
    expect(columnOf('item.sku')?.column).toBe('Artikel [] Nummer');
    expect(columnOf('item.product_identifier')?.column ?? '').toBe('');
  },
);

test.each(['Rücksendeadresse', 'Dirección de devolución', 'Returadress', 'Куда вернуть'])(
  '%s, the same in all orders, is no street of a shopper',
  async (name) => {
    const text = shop((_, { Street }) => ({ Street: undefined, [name]: '77 Dock Way', dlv_Улица: Street }));
    const { columnOf } = await proposalOf(text, {}, { assumes: true });
    expect(columnOf('billing_address.street1')?.column).not.toBe(name);
  },
);

test.each(['item_id', 'Item number'])(
  '%s, which never comes back, is no sku without a word, where a code follows the titles',
  async (name) => {
    const text = csvOf(12, (i) => {
      const { price: _, units: __, Sku: ___, ...cells } = row(i);
      const [order, line] = [i >> 1, 1 + (i % 2)];
      const one = {
        'Order number': `A-${order}`,
        Email: `anna${order}@example.com`,
        'Line no': String(line),
      };
      return {
        ...cells,
        ...one,
        Sku: undefined,
        Total: undefined,
        [name]: `48${order}${line}`,
        Артикул: SKUS[i % 7],
      };
    });
    const { columnOf, question } = await proposalOf(text, {}, { assumes: true });
    expect([columnOf('item.sku')?.column, question('column:item.sku')?.proposed]).not.toEqual([
      name,
      undefined,
    ]);
  },
);

test.each([
  ['Zubehör-Artikelnummer', 4, false],
  ['Accessory SKU', 4, false],
  ['Bonus-Artikelnummer', 4, true],
])('%s in few orders is no sku without a word', async (name, count, isAsked) => {
  const text = csvOf(count, (i) => {
    const { price: _, units: __, Sku, ...cells } = row(i);
    return { ...cells, Sku: undefined, itm_cd: Sku, [name]: i % 2 === 0 ? 'BAG-1' : 'CARD-2' };
  });
  const { columnOf, question } = await proposalOf(text, {}, { assumes: true });
  if (isAsked) expect(question('column:item.sku')).toMatchObject({ proposed: null, unattended: null });
  else expect(columnOf('item.sku')?.column).not.toBe(name);
});

test.each([
  ['of the United States', 'US', ['IL', 'MA', 'CO', 'CA']],
  ['of Canada', 'CA', ['BC', 'MB', 'NL', 'SK']],
  ['of Brazil', 'BR', ['SP', 'PA', 'AL', 'MT']],
])('states %s are no countries', async (_, country, states) => {
  const text = shop((i, { City }) => ({
    ...{ City: undefined, Country: undefined, 'L.ORT01': City, 'L.xyz': states[i % 4]!, Куда: country },
  }));
  const { columnOf } = await proposalOf(text);
  expect(columnOf('shipping_address.country_code')?.column).toBe('Куда');
});

test.each([
  [
    'the shipping',
    (i: number) => (i % 4 === 1 ? 690 : 490),
    'none',
    ['shipping_amount_cents', 'tax_amount_cents'],
  ],
  [
    'the tax',
    (_: number, line: number) => Math.round(line * 0.19),
    'Доплата',
    ['tax_amount_cents', 'shipping_amount_cents'],
  ],
] as const)(
  'what is added under a name that says nothing is asked: %s',
  async (_, added, answer, [is, isNot]) => {
    // Of so few orders the amounts do not show it.
    const text = csvOf(7, (i) => {
      const { price, units, ...cells } = row(i);
      const more = added(i, units * price);
      const Total = cents(units * price + more);
      return Object.assign(cells, { Доплата: cents(more), Total, Status: 'shipped' });
    });
    const { question } = await proposalOf(text);
    expect(question('column:tax')).toMatchObject({ proposed: null, unattended: null });
    const sent = await ordersSent(text, {
      ...{ amounts: question('amounts')!.choices[0]!.value, 'column:tax': answer },
      ...{ statuses: { shipped: 'Shipped' }, shipping_address: 'billing' },
      ...{ country: 'DE', currency: 'EUR' },
    });
    for (const [i, order] of sent.entries()) {
      const { units, price } = row(i);
      expect([order[is], order[isNot]]).toEqual([added(i, units * price), 0]);
    }
  },
);
