// The audit: what the data says against a mapping that was written by hand. Each finding is shown beside neighbours that are right.
import { describe, expect, it } from 'vitest';
import { desk } from '../../mappings/known.ts';

/** Cells of the order with a number, by column. */
type Cells = Readonly<Record<string, (n: number) => string>>;
type Sources = Readonly<Record<string, unknown>>;

const ORDERS = 24;
const day = (n: number) => `2026-03-${String((n % 20) + 1).padStart(2, '0')}`;
const plus = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const cents = (amount: number) => (amount / 100).toFixed(2);
const price = (n: number) => 1000 + (n % 7) * 250;

/** One line an order, all right. */
const RIGHT: Cells = {
  Order: (n) => `W-${n}`,
  Ordered: (n) => `${day(n)}T10:00:00Z`,
  Changed: (n) => `${plus(day(n), 2)}T10:00:00Z`,
  State: (n) => (n % 6 === 0 ? 'open' : 'shipped'),
  Mail: (n) => `shopper${n}@example.com`,
  Recipient: (n) => `Ann Reader${'abcdefghijklmnopqrstuvwxyz'[n]}`,
  Road: (n) => `${n} High Street`,
  Town: (n) => `Town${n % 8}`,
  Code: (n) => `10${String(n).padStart(3, '0')}`,
  Article: (n) => `CUP-${n % 5}`,
  What: (n) => `Cup number ${n % 5}`,
  Units: () => '1',
  Sent: (n) => (n % 6 === 0 ? '0' : '1'),
  Each: (n) => cents(price(n)),
  Less: () => '0.00',
  Freight: () => '0.00',
  Sum: (n) => cents(price(n)),
  Left: (n) => (n % 6 === 0 ? '' : plus(day(n), 1 + (n % 3))),
};

const FIELDS: Sources = {
  identifier: 'Order',
  status: { column: 'State', values: { open: 'Created', shipped: 'Shipped' } },
  currency: { constant: 'USD' },
  created_at: 'Ordered',
  updated_at: 'Changed',
  'customer.identifier': 'Mail',
  'customer.email': 'Mail',
  total_amount_cents: 'Sum',
  shipping_amount_cents: 'Freight',
  shipping_tax_amount_cents: { constant: 0 },
  tax_amount_cents: { constant: 0 },
  discount_amount_cents: { constant: 0 },
  ...place('shipping_address'),
  ...place('billing_address'),
};
const LINE: Sources = {
  identifier: { generate: 'line' },
  sku: 'Article',
  title: 'What',
  variant_identifier: 'Article',
  quantity: 'Units',
  quantity_canceled: { constant: 0 },
  tax_amount_cents: { constant: 0 },
  quantity_shipped: 'Sent',
  unit_price_amount_cents: 'Each',
  discount_amount_cents: 'Less',
  shipped_date: 'Left',
};

function place(block: string): Sources {
  const parts = { name: 'Recipient', street1: 'Road', city: 'Town', zip_code: 'Code' };
  return {
    ...Object.fromEntries(Object.entries(parts).map(([part, column]) => [`${block}.${part}`, column])),
    [`${block}.state`]: { constant: 'NY' },
    [`${block}.country_code`]: { constant: 'US' },
  };
}

interface Case {
  readonly cells?: Cells;
  readonly fields?: Sources;
  readonly line?: Sources;
  readonly orders?: number;
  readonly more?: Sources;
}

async function auditOf({ cells = {}, fields = {}, line = {}, orders = ORDERS, more = {} }: Case) {
  const all = Object.entries({ ...RIGHT, ...cells });
  const rows = Array.from({ length: orders }, (_, n) => all.map(([, of]) => of(n)).join(';'));
  const mapping = {
    ...{
      name: 'by hand',
      decimal: '.',
      dates: { timezone: 'UTC' },
      rows: { order: 'Order' },
      file: { delimiter: ';' },
    },
    ...{ order: { ...FIELDS, ...fields }, item: { ...LINE, ...line } },
    ...more,
  };
  const at = desk();
  at.file('shop.csv', `${all.map(([name]) => name).join(';')}\n${rows.join('\n')}\n`);
  at.file('map.json', JSON.stringify(mapping));
  const ran = await at.run('orders check shop.csv --map map.json --json --fail-on none'.split(' '));
  const result = JSON.parse(ran.stdout) as {
    code?: string;
    warnings?: readonly { code: string; details: readonly { field: string }[] }[];
    refused?: { by_code: readonly { code: string }[] };
  };
  const warned = (result.warnings ?? []).filter(({ code }) => code.startsWith('audit.'));
  return {
    exit: ran.exit,
    stop: result.code,
    refused: result.refused?.by_code.map(({ code }) => code),
    warned: warned.map(({ code, details }) => `${code} ${details[0]!.field}`),
  };
}

/** Every state but one is a shipped order. */
const ELSE_SHIPPED: Case = {
  fields: { status: { column: 'State', values: { open: 'Created' }, else: 'Shipped' } },
};
const CLEAN = { exit: 0, stop: undefined, refused: [], warned: [] };

it('says nothing about a mapping that is right', async () => {
  expect(await auditOf({})).toEqual(CLEAN);
});

it.each<[name: string, of: (n: number) => string]>([
  ['Points', (n) => String(11 + n)],
  ['Warehouse', (n) => ['Hamburg', 'Bremen'][n % 2]!],
  ['Household', (n) => ['single', 'family'][n % 2]!],
])('streets without numbers are right beside %s', async (name, of) => {
  const Road = (n: number) => `High Street ${'abcdefghij'[n % 10]}`;
  expect(await auditOf({ cells: { Road, [name]: of } })).toEqual(CLEAN);
});

it.each(['Total EUR', 'Original total', 'Presentment total', 'Total weight', 'Total RRP', 'Gross sales'])(
  'a larger %s is no total that was left out',
  async (name) => {
    expect(await auditOf({ cells: { [name]: (n) => cents(Math.round(price(n) * 1.08)) } })).toEqual(CLEAN);
  },
);

it('a larger total by a larger factor than taxes is no total that was left out', async () => {
  const Gesamtwert = (n: number) => cents(Math.round(price(n) * [1, 1.2, 1.7][n % 3]!));
  expect(await auditOf({ cells: { 'Total worth': Gesamtwert } })).toEqual(CLEAN);
});

it('the e-mail address of a shopper is not that of the shop', async () => {
  const cells: Cells = { 'Shopper Email': RIGHT['Mail']! };
  const fields = { 'customer.email': 'Shopper Email', 'customer.identifier': 'Shopper Email' };
  expect(await auditOf({ cells, fields })).toEqual(CLEAN);
});

it('an article may have an old barcode and a new one', async () => {
  const Article = (n: number) => `CUP-${n % 12}`;
  const What = (n: number) => `Cup number ${n % 12}`;
  const Ean = (n: number) => `40012345678${10 + (n % 12) + (n < 2 ? 50 : 0)}`;
  expect(await auditOf({ cells: { Article, What, Ean }, line: { upc: 'Ean' } })).toEqual(CLEAN);
});

const shipped = (of: (n: number) => string) => (n: number) => (n % 6 === 0 ? '' : of(n));

describe('evidence stops before anything is sent', () => {
  it.each<[code: string, what: string, cells: Cells, more?: Case]>([
    ['audit.email.one', 'one e-mail for all', { Mail: () => 'shop@example.com' }],
    ['audit.person.name', 'names that are a yes', { Recipient: () => 'Yes' }],
    ['audit.sku.one', 'a yes in place of the sku', { Article: () => 'Yes' }],
    [
      'audit.sku.parent',
      'the parent of the articles, which are called otherwise',
      { Article: (n) => `CUP-${n % 2}`, Kind: (n) => `X${n % 6}` },
    ],
    [
      'audit.sku.parent',
      'a model whose sizes have barcodes of their own',
      { Article: (n) => `CUP-${n % 2}`, Code13: (n) => `400123456789${n % 6}` },
      { line: { upc: 'Code13' } },
    ],
    [
      'audit.shipped_date.deadline',
      'dates in all orders of which nothing was sent',
      { Left: (n) => plus(day(n), 1 + (n % 3)) },
    ],
    [
      'audit.shipped_date.deadline',
      'a column that is called so',
      { 'Ship by': RIGHT['Left']! },
      { line: { shipped_date: 'Ship by' } },
    ],
    [
      'audit.shipped_date.impossible',
      'shipped before they were ordered',
      { Left: shipped((n) => plus(day(n), -9 - (n % 4))) },
    ],
    [
      'audit.status.negated',
      'unfulfilled, nicht versendet and 未発送 as Shipped',
      { State: (n) => (n % 6 === 0 ? 'open' : ['unfulfilled', 'nicht versendet', '未発送'][n % 3]!) },
      ELSE_SHIPPED,
    ],
    [
      'audit.money.unused',
      'a surcharge under a name that nobody knows',
      {
        Zuzahlung: (n) => cents(n % 3 === 0 ? 0 : 500),
        Brutto: (n) => cents(price(n) + (n % 3 === 0 ? 0 : 500)),
      },
    ],
    [
      'audit.money.unused',
      'freight under a name that nobody knows, in whole cents',
      {
        shp_amt: (n) => String(n % 3 === 0 ? 0 : 490),
        합계: (n) => String(price(n) + (n % 3 === 0 ? 0 : 490)),
      },
    ],
    [
      'audit.money.unit',
      'a price less the discount, beside the discount',
      { Less: (n) => (n % 6 === 0 ? '0.00' : '1.50') },
    ],
    [
      'audit.money.units',
      'a total in cents beside it',
      { Minor: (n) => String(price(n)) },
      { more: { minor_units: 'hundredths' } },
    ],
    [
      'audit.money.total',
      'the total without its tax, beside the one with it',
      { Gross: (n) => cents(price(n) * (n % 2 === 0 ? 1.07 : 1.19)) },
    ],
    [
      'audit.money.total',
      'a total with money in some orders that stands nowhere else',
      { 'Grand total': (n) => cents(price(n) + (n % 5 === 0 ? 350 : 0)) },
    ],
    [
      'audit.quantity.contradicted',
      'another number of pieces',
      { Pieces: (n) => String(2 + (n % 3)), Row: (n) => cents(price(n) * (2 + (n % 3))) },
    ],
    [
      'audit.address.house',
      'streets whose numbers stand apart',
      {
        Road: (n) => `Main Street ${'abcdefghij'[n % 10]}`,
        Nr_X: (n) => ['7', '12a', '45/3', '103', '12 bis', '3-5'][n % 6]!,
      },
    ],
    [
      'audit.address.house',
      'and few of them, under a name that says so',
      {
        Road: (n) => `Main Street ${'abcdefghij'[n % 10]}`,
        'Číslo popisné': (n) => ['7', '12a', ''][n % 3]!,
      },
    ],
    [
      'audit.address.house',
      'and houses with names, a third of them with the number in the street',
      {
        Road: (n) => (n % 3 === 0 ? `${n + 1} Main Street` : `Main Street ${'abcdefghij'[n % 10]}`),
        House: (n) => ['Flat 2', 'Rose Cottage', '17'][n % 3]!,
        Recipient: (n) => `Ann Reader${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${n > 25 ? 'son' : ''}`,
      },
      { orders: 48 },
    ],
    ['audit.identifier.address', 'pages as numbers', { Order: (n) => `https://shop.example/o/${n}` }],
  ])('%s: %s', async (code, _what, cells, more: Case = {}) => {
    const { exit, stop } = await auditOf({ cells, ...more });
    expect({ exit, stop }).toEqual({ exit: 6, stop: code });
  });
});

/** The recipient stands with the street; a third of the orders are for somebody else than who has the name in `column`. */
const present = (column: string): Case => ({
  cells: {
    ...{ 'buyer.mail': RIGHT['Mail']!, 'to.name': RIGHT['Recipient']!, 'to.road': RIGHT['Road']! },
    [column]: (n) => (n % 3 === 0 ? `Kim Giver${'abcdefghij'[n % 10]}` : RIGHT['Recipient']!(n)),
  },
  fields: {
    'customer.email': 'buyer.mail',
    'shipping_address.name': 'to.name',
    'shipping_address.street1': 'to.road',
    'billing_address.name': 'to.name',
    'billing_address.street1': 'to.road',
  },
});

describe('the rest is a warning', () => {
  it.each<[code: string, what: string, cells: Cells, more?: Case]>([
    [
      'audit.email.shop customer.email',
      "a store's e-mail",
      { 'Store e-mail': RIGHT['Mail']! },
      { fields: { 'customer.email': 'Store e-mail' } },
    ],
    [
      'audit.shipped_date.equal item.shipped_date',
      'a latest date under a plain name: always five days after the order',
      { Left: shipped((n) => plus(day(n), 5)) },
    ],
    [
      'audit.person.other shipping_address.city',
      'a second town, mostly the same',
      { Ort_2: (n) => (n % 5 === 0 ? 'Elsewhere' : RIGHT['Town']!(n)) },
    ],
    [
      'audit.person.other shipping_address.city',
      'a district as the town: its postal code has several',
      { Town: (n) => `District${n % 3}`, Code: () => '10115', City: () => 'Berlin' },
    ],
    ['audit.person.other shipping_address.name', 'a second recipient', {}, present('consignee.name')],
    [
      'audit.person.other customer.email',
      'addresses of somebody else beside those with the names of the shoppers',
      {
        Mail: (n) => `alt.${n}@pay.example`,
        'E-mail': (n) => `ann.reader${'abcdefghijklmnopqrstuvwxyz'[n]}@example.com`,
      },
    ],
    [
      'audit.person.half shipping_address.name',
      'first names',
      { Recipient: (n) => ['Ann', 'Bob', 'Élodie'][n % 3]! },
    ],
    ['audit.sku.short item.sku', 'sizes as skus', { Article: (n) => ['S', 'M', 'L'][n % 3]! }],
    ['audit.sku.named item.sku', 'a column that is called SKU is not used', { SKU: (n) => `C-${n}` }],
    [
      'audit.sku.title item.sku',
      'titles as skus beside codes',
      { Ref: (n) => `C-${n % 5}` },
      { line: { sku: 'What' } },
    ],
    [
      'audit.updated_at.unmoved updated_at',
      'the order date as the date of change',
      { write_date: RIGHT['Changed']! },
      { fields: { updated_at: 'Ordered' } },
    ],
    [
      'audit.status.contradicted item.quantity_shipped',
      'all shipped, though a column of shipped units says no',
      { State: () => 'shipped', Sum: (n) => cents(price(n)), Left: (n) => plus(day(n), n % 4) },
      { line: { quantity_shipped: 'Units' } },
    ],
    [
      'audit.status.contradicted item.quantity_shipped',
      'nothing shipped, though the column says so',
      { State: () => 'open', Sum: () => '0.00', Left: () => '', Versendet: (n) => (n % 2 ? '1' : '0') },
      { line: { quantity_shipped: { constant: 0 } } },
    ],
    [
      'audit.status.contradicted item.quantity_shipped',
      'a status of the shipment that says no',
      { Lieferstatus: (n) => (n % 6 === 0 ? 'open' : n % 6 === 1 ? 'not shipped' : 'shipped') },
    ],
    [
      'audit.quantity.open item.quantity_shipped',
      'all shipped, though some units are on back order',
      { State: () => 'shipped', Sum: (n) => cents(price(n)), Rückstand: (n) => (n % 4 ? '' : '1') },
      { line: { quantity_shipped: 'Units' } },
    ],
    ['audit.refunds.unused refunds', 'a column of refunds', { Gutschrift: (n) => (n === 5 ? '12.00' : '') }],
    [
      'audit.refunds.unused refunds',
      'a word of the status',
      { State: (n) => (n % 6 === 0 ? 'open' : n % 5 === 0 ? 'teilweise erstattet' : 'shipped') },
      ELSE_SHIPPED,
    ],
    [
      'audit.refunds.unused refunds',
      'an amount, in Italian',
      { 'Importo reso': (n) => (n === 5 ? '12.00' : '0.00') },
    ],
    ['audit.refunds.unused refunds', 'a flag of the bank', { Chargeback: (n) => (n === 5 ? 'yes' : 'no') }],
    ['audit.refunds.unused refunds', 'units', { qty_returned: (n) => (n === 5 ? '1' : '0') }],
    ['audit.cancelled.unused status', 'a flag', { cancelled: (n) => (n === 5 ? 'yes' : 'no') }],
    ['audit.cancelled.unused status', 'a number', { is_void: (n) => (n === 5 ? '1' : '0') }],
    [
      'audit.cancelled.unused status',
      'a word of another system',
      { Cancelled: (n) => (n === 5 ? 'tYES' : 'tNO') },
    ],
    ['audit.cancelled.unused status', 'a date', { cancel_date: (n) => (n === 5 ? '2026-03-09' : '') }],
    ['audit.cancelled.unused status', 'a reason', { 'Storno Grund': (n) => (n === 5 ? 'Kunde' : '') }],
    ['audit.cancelled.unused status', 'units', { qty_voided: (n) => (n === 5 ? '1' : '0') }],
    [
      'audit.cancelled.unused status',
      'a word of the status',
      { State: (n) => (n % 6 === 0 ? 'open' : n === 5 ? 'teilweise storniert' : 'shipped') },
      ELSE_SHIPPED,
    ],
    [
      'audit.weight.mixed item.weight',
      'grams beside kilograms',
      { Mass: (n) => (n % 2 ? '0.4' : '950') },
      { line: { weight: 'Mass' } },
    ],
    [
      'audit.image_url.page item.image_url',
      'pages of products',
      { Url: (n) => `https://shop.example/p/${n}` },
      { line: { image_url: 'Url' } },
    ],
    [
      'audit.tracking.form item.tracking_number',
      'a number of parcels',
      { Parcels: shipped(() => '1') },
      { line: { tracking_number: 'Parcels' } },
    ],
  ])('%s: %s', async (warning, _what, cells, more: Case = {}) => {
    const { exit, warned } = await auditOf({ cells, ...more });
    expect({ exit, warned }).toMatchObject({ exit: 0, warned: expect.arrayContaining([warning]) });
  });
});

describe('neighbours that are right', () => {
  it.each<[what: string, cells: Cells, more?: Case]>([
    ['ten orders of one shopper', { Mail: () => 'kim@example.com' }, { orders: 10 }],
    [
      'one buyer at one place',
      {
        Mail: () => 'buyer@wholesale.example',
        ...{ Recipient: () => 'Whole Sale', Road: () => '1 Dock', Town: () => 'Port', Code: () => '10000' },
      },
    ],
    ['one product', { Article: () => 'CUP', What: () => 'Cup' }],
    ['a barcode for each article', { EAN: (n) => `400000000000${n % 5}` }],
    [
      'whole amounts that divide the skus',
      { Article: (n) => `CUP-${n % 2}`, montant_tva: (n) => String(100 + (n % 6)) },
    ],
    ['a number of the parcel', { Parcel: (n) => `P${n}-X` }],
    ['a batch of the article', { Batch: (n) => `B${n % 3}` }],
    ['all shipped on the next day', { Left: shipped((n) => day(n)) }],
    ['a fee and what is paid out', { Fee: () => '1.00', Payout: (n) => cents(price(n) - 100) }],
    ['a price before a discount', { 'List price': (n) => cents(price(n) + 300), Saved: () => '3.00' }],
    ['a word that is no negation', { State: (n) => (n % 6 === 0 ? 'open' : 'shipped') }],
    ['no refunds', { Refunded: () => '0.00', 'Refund status': () => 'none' }],
    ['until when goods can be sent back', { 'Límite devolución': (n) => plus(day(n), 30) }],
    ['a credit card', { Kreditkarte: (n) => (n % 2 ? 'Visa' : '') }],
    [
      'nothing that was cancelled',
      { Cancelled: () => 'tNO', Cancellable: () => 'yes', 'Cancel deadline': RIGHT['Changed']! },
    ],
    [
      'numbers and flags under names that begin like a negation',
      {
        ...{ State: () => 'shipped', Sent: () => '1', Left: (n) => plus(day(n), 1 + (n % 3)) },
        ...{ 'Line No': () => '1', International: () => '1', 'Non-returnable': () => '1' },
      },
    ],
    [
      'towns that shoppers spell in several ways',
      {
        Town: (n) => (n % 4 === 0 ? 'nyc' : n % 7 === 0 ? 'NEW YORK' : 'New York'),
        ...{ Code: (n) => `1000${n % 8}`, County: () => 'Kings' },
      },
    ],
    ['a present, whose buyer stands beside the e-mail address', {}, present('buyer.name')],
    ['an invoice that is printed later', { 'Invoice date': RIGHT['Changed']! }],
    ['images in a folder', { Url: (n) => `https://cdn.example/i/${n}` }, { line: { image_url: 'Url' } }],
  ])('%s', async (_what, cells, more: Case = {}) => {
    expect(await auditOf({ cells, ...more })).toEqual(CLEAN);
  });
});

describe('what is confirmed is not asked again', () => {
  const given: Case = { cells: { SKU: (n) => `C-${n}` } };
  const confirmed = { rule: 'audit.sku.named', field: 'item.sku', columns: ['Article', 'SKU'], share: 1 };

  it('by the mapping', async () => {
    expect(await auditOf({ ...given, more: { confirmed: [confirmed] } })).toEqual(CLEAN);
  });

  it.each<readonly [what: string, other: Sources]>([
    ['another column', { columns: ['Other', 'SKU'] }],
    ['another field', { field: 'item.title' }],
    ['other columns in the file', { header: 12 }],
    ['more than twice as many orders', { share: 0.4 }],
  ])('but for %s', async (_what, other) => {
    const { warned } = await auditOf({ ...given, more: { confirmed: [{ ...confirmed, ...other }] } });
    expect(warned).toEqual(['audit.sku.named item.sku']);
  });

  it('by a level', async () => {
    expect(await auditOf({ ...given, more: { levels: { 'audit.sku.named': 'off' } } })).toEqual(CLEAN);
  });
});

it.each([5, true, ['x'], { a: 1 }, null])(
  'values of any type are looked at without a word: %j',
  async (value) => {
    const at = desk();
    const odd = 'items customer shipping_address billing_address created_at status refunds'.split(' ');
    const lines = odd.map((field) =>
      JSON.stringify({ identifier: 'W-1', updated_at: day(1), [field]: value }),
    );
    const names = ['name', 'street1'].map((part) =>
      JSON.stringify({ identifier: 'W-2', shipping_address: { [part]: value }, customer: { email: value } }),
    );
    at.file('odd.ndjson', `\ufeff${[...lines, ...names].join('\n')}\n`);
    const mapping = { name: 'json', rows: { order: 'identifier' }, order: FIELDS, item: LINE };
    at.file('map.json', JSON.stringify(mapping));
    for (const more of [[], ['--map', 'map.json']]) {
      const { exit, stderr } = await at.run(['orders', 'check', 'odd.ndjson', ...more]);
      expect([3, 6], stderr).toContain(exit);
    }
  },
);
