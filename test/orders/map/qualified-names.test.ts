// Columns whose names say that they are of something else: of a parent, the shop, or a plan. They never take the place of a plainly named
// column, and where there is none they are asked for.
import { expect, test } from 'vitest';
import { statusMeant } from '../../../src/orders/map/look/words.ts';
import type { Answer } from '../../../src/orders/map/types.ts';
import { csvOf, proposalOf } from './proposal-of.ts';

/** The added columns stand first. */
const before = (added: (i: number) => Record<string, string>, without: readonly string[] = []) => {
  const gone = Object.fromEntries(without.map((name) => [name, undefined]));
  const count = Object.keys(added(0)).length;
  const csv = csvOf(12, (i) => ({ Sku: `S-${i}`, Title: `Shirt ${i}`, ...gone, ...added(i) }));
  const moved = csv.split('\n').map((line) => line.split(','));
  return moved.map((cells) => [...cells.slice(-count), ...cells.slice(0, -count)].join(',')).join('\n');
};
const code = (i: number) => `P-${i % 4}`;

test.each<[name: string, field: string, column: string, cell: (i: number) => string]>([
  ['Parent SKU', 'item.sku', 'Sku', code],
  ['parent_product_sku', 'item.sku', 'Sku', code],
  ['Original SKU', 'item.sku', 'Sku', code],
  ['Alte Artikelnummer', 'item.sku', 'Sku', code],
  ['Product physical', 'item.sku', 'Sku', () => 'Yes'],
  ['Produit Marque', 'item.title', 'Title', (i) => ['Fjell', 'Nord'][i % 2]!],
  ['COD Fee', 'item.sku', 'Sku', () => '250'],
  ['product_type', 'item.title', 'Title', (i) => ['simple', 'configurable'][i % 2]!],
  ['Original price', 'item.unit_price_amount_cents', 'Price', () => '29.98'],
  ['Parent quantity', 'item.quantity', 'Quantity', () => '3'],
  ['Localidad', 'billing_address.city', 'City', (i) => ['Mitte', 'Wedding', ''][i % 3]!],
  ['Store City', 'billing_address.city', 'City', () => 'Hamburg'],
  ['Vendor Zip', 'billing_address.zip_code', 'Zip', () => '20095'],
  ['Seller Email', 'customer.email', 'Email', (i) => `shop${i % 2}@example.com`],
  ['Invoice E-mail', 'customer.email', 'Email', (i) => `ap+anna${i}@example.com`],
  ['Recipient email', 'customer.email', 'Email', (i) => `gift${i}@example.com`],
  ['Artikel Style No', 'item.product_identifier', '', code],
  ['product_model_no', 'item.product_identifier', '', code],
  ['Modèle produit réf', 'item.product_identifier', '', code],
  ['Not shipped', 'item.quantity_shipped', '', () => '0'],
  ['Still to ship', 'item.quantity_shipped', '', () => '0'],
  ['Delivered', 'item.shipped_date', 'Dispatched', (i) => `2025-11-2${4 + (i % 3)}`],
  ['Delivered At', 'item.shipped_date', '', (i) => `2025-11-2${4 + (i % 3)}`],
  ['Zugestellt am', 'item.shipped_date', '', (i) => `2025-11-2${4 + (i % 3)}`],
  ['support_email', 'customer.email', 'Email', (i) => `shop${i % 2}@example.com`],
  ['Vendor SKU', 'item.sku', 'Sku', (i) => `V-${4711 + i}`],
  ['ship_from_street', 'shipping_address.street1', 'Street', () => '5 Dock Road'],
  ['ship_from_street', 'billing_address.street1', 'Street', () => '5 Dock Road'],
  ['Nombre de la tienda', 'shipping_address.name', 'Name', () => 'Haus & Hof'],
  ['Order link', 'identifier', 'Order number', (i) => `https://shop.example/o/${1001 + i}`],
  ['Parent order', 'identifier', 'Order number', (i) => `X-${i}`],
  ['Expected update', 'updated_at', 'Updated', (i) => `2025-11-2${i % 3}T10:00:00Z`],
])('%s does not stand before the plainly named %s', async (name, field, column, cell) => {
  const plain = column === 'Dispatched' ? { Dispatched: '2025-11-22' } : {};
  const { result, columnOf } = await proposalOf(before((i) => ({ [name]: cell(i), ...plain })));
  if (column === '') expect(columnOf(field)?.column).not.toBe(name);
  else expect(columnOf(field)?.column).toBe(column);
  expect(result.trial?.summary.orders.refused).toBe(0);
});

test('the number of a parcel that comes back is no money', async () => {
  const { question } = await proposalOf(before((i) => ({ 'Return Tracking': `RET0000${i}` })));
  expect(question('refunds')).toBeUndefined();
});

test('where there is no sku, the code of the product stands for it, before its title', async () => {
  const text = before((i) => ({ EAN: `400638111${1000 + (i % 4)}` }), ['Sku']);
  const { question } = await proposalOf(text);
  const values = question('sku')?.choices.map(({ value }) => value);
  expect([question('sku')?.proposed, values]).toEqual(['EAN', ['EAN', 'title', 'refuse']]);
  const { columnOf } = await proposalOf(text, { sku: 'EAN' });
  expect(columnOf('item.sku')?.column).toBe('EAN');
});

test('a name is never the number of an order, though no shopper comes twice', async () => {
  // Two stores with the same numbers, and an order of two rows in each.
  const text = csvOf(24, (i) => ({
    'Order number': `A-${1001 + ((i % 12) >> 1)}`,
    Store: i < 12 ? 'north' : 'south',
    Email: `anna${i >> 1}@example.com`,
    Name: `Anna ${'ABCDEFGHIJKL'[i >> 1]}`,
    Sku: `S-${i}`,
  }));
  const { columnOf } = await proposalOf(text);
  expect(columnOf('identifier')?.column).not.toBe('Name');
});

test('the sku of a parent groups the articles, and a page of a product is no image', async () => {
  const { columnOf } = await proposalOf(
    before((i) => ({ 'Parent SKU': code(i), product_url: `https://example.com/p/${i}` })),
  );
  expect(columnOf('item.variant_identifier')?.column).toBe('Parent SKU');
  expect(columnOf('item.image_url')?.column).toBe('');
});

/** Twelve orders of four articles, two towns and named shoppers; the added columns stand first. */
const ofArticles = (added: (i: number) => Record<string, string>) =>
  before((i) => ({
    ...added(i),
    ...{ Sku: `S-${i % 4}`, Title: `Shirt ${i % 4}`, City: ['Berlin', 'Hamburg', 'Bremen'][i % 3]! },
  }));
const cross = (i: number) => ['CARD', 'BOX-2', 'BAG-1'][i % 3]!;

test.each<[name: string, field: string, column: string, cell: (i: number) => string]>([
  // The first name is better than that of the right column.
  ['Item SKU', 'item.sku', 'Sku', cross],
  ['Product code', 'item.product_identifier', '', cross],
  ['Accessory item number', 'item.product_identifier', '', cross],
  ['Variant code', 'item.variant_identifier', 'Sku', cross],
  ['State', 'shipping_address.state', '', (i) => ['Mitte', 'Altona'][i % 2]!],
  ['return_state', 'shipping_address.state', '', () => 'requested'],
  ['option2', 'shipping_address.street2', '', (i) => ['blue', 'red'][i % 2]!],
  ['First name', 'customer.first_name', '', (i) => `C-${7001 + i}`],
])('%s is not %s where the values say otherwise', async (name, field, column, cell) => {
  const { columnOf } = await proposalOf(ofArticles((i) => ({ [name]: cell(i) })));
  expect(columnOf(field)?.column ?? '').toBe(column);
});

test('a name of two columns is given as both', async () => {
  const text = before((i) => ({ AA: `Ann${'abcdefghijkl'[i]}`, BB: `Reader${'abcdefghijkl'[i]}` }), ['Name']);
  const both = '{AA} {BB}';
  const first = await proposalOf(text);
  const choices = first.question('column:address.name')?.choices.map(({ value }) => value);
  expect(choices).toEqual([both, '{BB} {AA}', 'AA', 'BB', 'none']);
  const id = 'field:shipping_address.name';
  const none = await proposalOf(text, { 'column:address.name': 'none' });
  expect(none.question(id)?.text).toContain('that of the first name');
  const apart = { 'column:address.name': 'none', [id]: both, 'field:billing_address.name': both };
  for (const answers of [{ 'column:address.name': both }, apart]) {
    const { columnOf, result } = await proposalOf(text, answers);
    for (const block of ['shipping_address', 'billing_address'])
      expect(columnOf(`${block}.name`)?.column).toBe('AA BB');
    expect(result.trial?.summary.orders.refused).toBe(0);
  }
});

test.each([
  ['whole, no other column of names is asked for', 'Anna Meier', []],
  ['one word, the other column is offered', 'Anna', ['column:address.name']],
])('where a name is %s', async (_, name, asked) => {
  const text = csvOf(12, (i) => ({
    Name: `${name}${'abcdefghijkl'[i]}`,
    'NN name': `Kraus${'abcdefghijkl'[i]}`,
  }));
  const answers = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };
  const { open, question } = await proposalOf(text, answers);
  expect(open).toEqual(asked);
  for (const id of asked) {
    expect(question(id)?.choices[0]?.value).toBe('{Name} {NN name}');
    // Who takes one half all the same hears it from the audit.
    const half = await proposalOf(text, { ...answers, [id]: 'Name' });
    const ids = ['shipping_address', 'billing_address'].map((one) => `confirm:audit.person.half:${one}.name`);
    expect(half.open).toEqual(ids);
    const choices = half.question(ids[0]!)?.choices.map(({ value }) => value);
    expect(choices).toEqual(['yes', '{Name} {NN name}', '{NN name} {Name}', 'no']);
  }
});

test('on a terminal the first name is given, and the audit offers both', async () => {
  const text = before(
    (i) => ({
      AA: `Ann${'abcdefghijkl'[i]}`,
      BB: `Reader${'abcdefghijkl'[i]}`,
      CC: `Town ${'abcdefghijkl'[i]}`,
    }),
    ['Name', 'City'],
  );
  const given: Record<string, Answer> = {
    statuses: { shipped: 'Shipped' },
    'column:address.name': 'none',
    'field:shipping_address.name': 'AA',
    'column:address.city': 'none',
    'field:shipping_address.city': 'CC',
    'confirm:audit.person.half:shipping_address.name': '{AA} {BB}',
    'confirm:audit.person.half:billing_address.name': '{AA} {BB}',
  };
  const changes = [
    { id: 'field:billing_address.name', answer: '{BB} {AA}' },
    { id: 'field:shipping_address.city', answer: 'Street' },
  ];
  const person = {
    ...{ show: () => {}, tell: () => {}, change: async () => changes.shift() },
    async answer({ id, proposed }: { readonly id: string; readonly proposed: Answer | null }) {
      const answer = given[id] ?? proposed;
      if (answer === null) throw new Error(`nobody knows ${id}`);
      return answer;
    },
  };
  const { result } = await proposalOf(text, {}, { person });
  expect(result.mapping['order']).toMatchObject({
    'shipping_address.name': { template: '{AA} {BB}' },
    'billing_address.name': { template: '{BB} {AA}' },
    'shipping_address.city': 'Street',
    'billing_address.city': 'CC',
  });
});

test.each<[name: string, role: string, plain: string, cell: (i: number) => string]>([
  ['Seller Email', 'customer.email', 'Email', (i) => `shop${i % 2}@example.com`],
  ['Parent SKU', 'item.sku', 'Sku', code],
  ['Parent product', 'item.title', 'Title', (i) => `Shirts ${i % 4}`],
])('%s alone is asked for, also when nobody is there', async (name, role, plain, cell) => {
  const text = before((i) => ({ [name]: cell(i) }), [plain]);
  const { open, question } = await proposalOf(text, {}, { assumes: true });
  expect(open).toContain(`column:${role}`);
  expect(question(`column:${role}`)?.choices.map(({ value }) => value)).toEqual([name, 'none']);
});

test.each(['Ship By Date', 'Latest ship date', 'Späteste Lieferzeit', 'Lieferfrist', 'Delivery deadline'])(
  '%s is no ship date and no change',
  async (name) => {
    const { result, columnOf } = await proposalOf(before(() => ({ [name]: '2025-11-28' })));
    expect(columnOf('item.shipped_date')?.column).toBe('');
    expect(columnOf('updated_at')?.column).toBe('Updated');
    expect(result.questions.map(({ id }) => id)).not.toContain('column:shipped_date');
  },
);

test('lines that are parts of another line are left out', async () => {
  const csv = csvOf(12, (i) => {
    const [order, isPart] = [i >> 1, i % 2 === 1];
    const one = { 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com` };
    const parts = { item_id: `${100 + i}`, parent_item_id: isPart ? `${99 + i}` : '' };
    return { ...one, ...parts, ...(isPart && { Price: '0.00' }) };
  });
  const { result } = await proposalOf(csv);
  expect(result.mapping['rows']).toMatchObject({
    skip: [{ when: { column: 'parent_item_id', empty: false } }],
  });
  expect(result.trial?.summary.orders).toMatchObject({ refused: 0, pending: 6 });
});

test.each([
  ['NOT_SHIPPED', 'Created'],
  ['NOT_FULFILLED', 'Created'],
  ['notShipped', 'Created'],
  ['Nicht-versendet', 'Created'],
  ['NO_ENVIADO', 'Created'],
  ['pas encore expédié', 'Created'],
  ['未発送', 'Created'],
  ['TO_BE_SHIPPED', 'Created'],
  ['ready_to_ship', undefined],
  ['sent to warehouse', undefined],
  ['label sent', undefined],
  ['Fully shipped', 'Shipped'],
  ['order_completed', 'Shipped'],
])('%s means %s', (word, meant) => expect(statusMeant(word)).toBe(meant));

test('the date of shipment that was chosen is the one that is sent', async () => {
  const dates = (i: number) => ({
    'Versand am': `2025-11-2${3 + (i % 3)}`,
    'Shipped on': `2025-11-2${4 + (i % 3)}`,
  });
  for (const name of ['Versand am', 'Shipped on', 'none']) {
    const { columnOf, result } = await proposalOf(before(dates), { 'column:shipped_date': name });
    expect(columnOf('item.shipped_date')?.column).toBe(name === 'none' ? '' : name);
    expect(result.trial?.summary.orders.refused).toBe(0);
  }
  const { question } = await proposalOf(before(dates));
  expect(question('column:shipped_date')?.choices.map(({ value }) => value)).toContain('none');
});

test('a title that is taken for the sku stays the title', async () => {
  const { columnOf } = await proposalOf(
    before((i) => ({ Old: `x${i}` })),
    { 'column:item.sku': 'Title' },
  );
  expect([columnOf('item.sku')?.column, columnOf('item.title')?.column]).toEqual(['Title', 'Title']);
});

test.each<[name: string, cell: (i: number) => string, isIt: boolean]>([
  ['write_date', () => '2025-11-29T08:00:00Z', true],
  ['AEDAT', (i) => (i % 2 === 0 ? '2025-11-21T10:00:00Z' : '2025-11-24T10:00:00Z'), true],
  ['Viimeksi muutettu', (i) => `2025-11-2${2 + (i % 3)}T08:00:00Z`, true],
  ['修改时间', () => '2025-12-01T08:00:00Z', true],
  ['Born', () => '1980-01-01', true],
  ['Delivery deadline', () => '2025-12-24', false],
])(
  'a date beside that of the order may be the one of the last change, unless it was planned: %s',
  async (name, cell, isIt) => {
    const text = before((i) => ({ [name]: cell(i) }), ['Updated']);
    const { open, question } = await proposalOf(text, {}, { assumes: true });
    expect(open.includes('column:updated_at')).toBe(isIt);
    if (!isIt) return;
    // That of a payment looks the same: only a person can tell.
    expect(question('column:updated_at')?.proposed).toBeNull();
    const { columnOf } = await proposalOf(text, { 'column:updated_at': name }, { assumes: true });
    expect(columnOf('updated_at')?.column).toBe(name);
  },
);

const ADDRESS = ['Name', 'Street', 'Zip', 'City', 'Country'];
const PLACES = { Name: 'Bo Ek', Street: 'Weg 2', Zip: '1010', City: 'Wien', Country: 'AT' } as const;

test.each([
  ['L_', 'R_'],
  ['s_', 'b_'],
  ['Lief. ', 'Rech. '],
  ['ship_', 'bill_'],
])('columns that differ in %s and %s only are two addresses', async (ship, bill) => {
  const text = before(
    (i) => ({
      ...Object.fromEntries(Object.entries(PLACES).map(([name, cell]) => [`${bill}${name}`, `${cell}`])),
      ...Object.fromEntries(
        Object.entries(PLACES).map(([name, cell]) => [
          `${ship}${name}`,
          i === 3 && name !== 'Country' ? `${cell}1` : cell,
        ]),
      ),
      Kd_Nr: `K${i}`,
      Modell: `M${i % 3}`,
    }),
    ADDRESS,
  );
  const { result, columnOf, open } = await proposalOf(text);
  expect(open).not.toContain('shipping_address');
  const fields = ['name', 'street1', 'zip_code', 'city', 'country_code'];
  const columns = (block: string) => fields.map((field) => columnOf(`${block}_address.${field}`)?.column);
  expect(columns('shipping')).toEqual(ADDRESS.map((name) => ship + name));
  expect(columns('billing')).toEqual(ADDRESS.map((name) => bill + name));
  expect(columnOf('customer.identifier')?.column).toBe('Kd_Nr, else Email');
  expect(columnOf('item.variant_identifier')?.column).toBe('Modell');
  expect(result.trial?.summary.orders.refused).toBe(0);
});
