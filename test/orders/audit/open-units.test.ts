// What the audit asks about units that have not left, and the answers that take them off: a column of open units, and shipments in a
// list of their own, which name the lines.
import { expect, test } from 'vitest';
import type { Answers } from '../../../src/orders/map/types.ts';
import { csvOf, ordersSent, proposalOf, shopper, shopperCells } from '../map/proposal-of.ts';

const PRICES = [1999, 4595, 1290, 2450, 3500];
const cents = (amount: number) => (amount / 100).toFixed(2);
const OPEN = 'confirm:audit.quantity.open:item.quantity_shipped';
const OTHERWISE = 'confirm:audit.status.contradicted:item.quantity_shipped';
const BILLING: Answers = { shipping_address: 'billing' };

/** 25 orders of one line of three units; of every fifth one has not left, and the last one was cancelled. */
const isOpen = (i: number) => i % 5 === 2;
const isCanceled = (i: number) => i === 24;

type Cells = Record<string, string | undefined>;
const csv = (name: string, more: (i: number) => Cells = () => ({})) =>
  csvOf(25, (i) => {
    const price = PRICES[i % 5]!;
    return {
      ...{ ...shopperCells(i), Status: isCanceled(i) ? 'Cancelled' : 'Shipped', Sku: `S-${price}` },
      ...{ Title: `Cup ${'abcde'[i % 5]}`, Quantity: '3', Price: cents(price) },
      ...{ Total: cents(3 * price + 490), [name]: isOpen(i) ? '1' : '0' },
      ...more(i),
    };
  });

const JSON_ORDERS = JSON.stringify(
  Array.from({ length: 25 }, (_, i) => {
    const { email, ...address } = shopper(i);
    const price = PRICES[i % 5]!;
    const item = { sku: `S-${price}`, title: `Cup ${'abcde'[i % 5]}`, quantity: 3, price: cents(price) };
    return {
      ...{ orderNumber: `A-${1001 + i}`, status: isCanceled(i) ? 'Cancelled' : 'Shipped', currency: 'EUR' },
      ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z', email },
      address: { ...address, country: 'DE' },
      ...{ shipping: '4.90', total: cents(3 * price + 490) },
      items: [{ ...item, qtyOpen: isOpen(i) ? 1 : 0 }],
    };
  }),
);

test.each([
  ['Backordered', csv('Backordered')],
  ['Not shipped', csv('Not shipped')],
  ['Rückstand', csv('Rückstand')],
  ['Reste à livrer', csv('Reste à livrer')],
  ['Pendiente', csv('Pendiente')],
  ['items[].qtyOpen', JSON_ORDERS],
])('%s: the answer takes the open units off, and their orders have not shipped', async (name, text) => {
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(OPEN)).toMatchObject({ answer: null, proposed: null, unattended: null });
  expect(question(OPEN)!.choices.map(({ value }) => value)).toEqual(['yes', name, 'no']);
  expect(question(OPEN)!.text).toMatch(/Is it right to send them as shipped\?$/);
  const sent = await ordersSent(text, { ...BILLING, [OPEN]: name });
  expect(sent).toHaveLength(25);
  for (const [i, order] of sent.entries()) {
    const price = PRICES[i % 5]!;
    const [status, shipped, total] = isCanceled(i)
      ? ['Cancelled', 0, 0]
      : isOpen(i)
        ? ['Created', 2, 2 * price]
        : ['Shipped', 3, 3 * price + 490];
    const [item] = order.items;
    expect([order.identifier, order.status, item!.quantity_shipped, order.total_amount_cents]).toEqual([
      ...[`A-${1001 + i}`, status, shipped, total],
    ]);
  }
});

test('the answer "yes" sends them as they are', async () => {
  const sent = await ordersSent(csv('Backordered'), { ...BILLING, [OPEN]: 'yes' });
  expect(sent[2]).toMatchObject({ status: 'Shipped', items: [{ quantity_shipped: 3 }] });
});

test('beside a column of shipped units that agrees with the status, what was short once asks nothing', async () => {
  const shipped = (i: number) => ({
    ...{ 'Qty shipped': isCanceled(i) || isOpen(i) ? '0' : '3' },
    Status: isCanceled(i) ? 'Cancelled' : isOpen(i) ? 'Open' : 'Shipped',
  });
  const asked = async (more: (i: number) => Cells) =>
    (await proposalOf(csv('Backordered', more), BILLING, { assumes: true })).open;
  // Of the first order one unit was short once, and all have left.
  expect(await asked((i) => ({ ...shipped(i), Backordered: i < 10 ? '1' : '0' }))).toEqual([]);
  // A status alone proves nothing.
  expect(await asked((i) => ({ Backordered: i < 10 ? '1' : '0' }))).toEqual([`${OPEN}:Backordered`]);
});

/** Of every fifth order, which is in process, two of three units have left, but of the third none; one was cancelled. */
const inProcess =
  (name: string, isProven = true) =>
  (i: number): Cells => {
    const open = i === 2 ? '3' : '1';
    const isWhole = isProven && !isOpen(i);
    const status = isCanceled(i) ? 'Cancelled' : isWhole ? 'Complete' : 'Processing';
    return { Status: status, [name]: isCanceled(i) || isWhole ? '0' : open };
  };
const IN_PROCESS = ['Created', 2, 2 * 1290];

test.each(['Remaining Qty', 'Offene Menge', 'Reste à livrer', 'Pending units', 'Unshipped Qty'])(
  '%s: what is not left has shipped, whatever the status says',
  async (name) => {
    const sent = await ordersSent(csv(name, inProcess(name)), BILLING);
    const sums = sent.map(({ status, items, total_amount_cents: total }) => [
      ...[status, items[0]!.quantity_shipped, total],
    ]);
    expect([sums[2], sums[7], sums[24]]).toEqual([['Created', 0, 0], IN_PROCESS, ['Cancelled', 0, 0]]);
    expect(sums[3]).toEqual(['Shipped', 3, 3 * 2450 + 490]);
  },
);

test('where nothing has shipped as a whole, a person says that the others have left', async () => {
  const text = csv('Remaining Qty', inProcess('Remaining Qty', false));
  const { question } = await proposalOf(text, BILLING, { assumes: true });
  expect(question(OPEN)).toMatchObject({ answer: null, unattended: null, orders: 23 });
  expect(question(OPEN)!.text).toBe(
    'Units of 23 of 25 orders are not sent as shipped, though "Remaining Qty", which is not used, counts fewer that have not left (first: order A-…01). Is it right that none of them has left?',
  );
  const sent = await ordersSent(text, { ...BILLING, [OPEN]: 'Remaining Qty' });
  expect([2, 7, 24].map((i) => sent[i]!.items[0]!.quantity_shipped)).toEqual([0, 2, 0]);
});

test('what is not back-ordered may wait for another reason', async () => {
  const text = csv('Backordered', inProcess('Backordered', false));
  expect((await proposalOf(text, BILLING, { assumes: true })).question(OPEN)).toBeUndefined();
});

/** Two lines of two and one units. `left` says which units of them left, by the shipments of an order. */
type Left = readonly (readonly [line: number, units: number])[];
const LEFT: readonly (readonly Left[])[] = [
  [
    [
      [0, 2],
      [1, 1],
    ],
  ],
  [[[0, 1]], [[0, 1]], [[1, 1]]],
  [[[1, 1]]],
  [[[0, 1]]],
  [],
];
/** Units of the first and of the second line that have left; those of an order in which none has are none. */
const UNITS = [
  [2, 1],
  [2, 1],
  [0, 1],
  [1, 0],
  [0, 0],
];

interface Keys {
  readonly list?: string;
  readonly lines?: string;
  readonly key?: string;
  readonly units?: string;
  /** The elements name the sku. */
  readonly bySku?: boolean;
}

const shipped = ({ list = 'shipments', lines = 'lines', key = 'lineId', units = 'quantity', bySku }: Keys) =>
  JSON.stringify(
    Array.from({ length: 25 }, (_, i) => {
      const { email, ...address } = shopper(i);
      const skus = [0, 1].map((n) => `S-${PRICES[(i + n) % 5]}`);
      const status = i % 5 < 2 ? 'shipped' : i % 5 < 4 ? 'partially shipped' : 'open';
      return {
        ...{ orderNumber: `A-${1001 + i}`, status, currency: 'EUR' },
        ...{ createdAt: '2025-11-21T10:00:00Z', updatedAt: '2025-11-22T10:00:00Z', email },
        address: { ...address, country: 'DE' },
        ...{ shipping: '4.90', total: cents(2 * PRICES[i % 5]! + PRICES[(i + 1) % 5]! + 490) },
        items: [0, 1].map((n) => ({
          ...{ lineId: `${900 + i}${n}`, sku: skus[n], title: `Cup ${'abcde'[(i + n) % 5]}` },
          ...{ quantity: 2 - n, price: cents(PRICES[(i + n) % 5]!) },
        })),
        [list]: LEFT[i % 5]!.map((left, n) => ({
          ...{ trackingNumber: `T-${i}-${n}`, shippedAt: `2025-11-2${2 + n}T10:00:00Z` },
          [lines]: left.map(([line, count]) => ({
            [key]: bySku ? skus[line] : `${900 + i}${line}`,
            [units]: count,
          })),
        })),
      };
    }),
  );

test.each<[what: string, path: string, keys: Keys]>([
  ['by the identifier of the line', 'shipments[].lines[].quantity', {}],
  ['by the sku', 'shipments[].lines[].quantity', { key: 'sku', bySku: true }],
  [
    'called fulfillments',
    'fulfillments[].items[].qty',
    { list: 'fulfillments', lines: 'items', units: 'qty', key: 'orderLine' },
  ],
  [
    'in German',
    'lieferungen[].positionen[].menge',
    { list: 'lieferungen', lines: 'positionen', key: 'posNr', units: 'menge' },
  ],
  [
    'in Spanish',
    'envios[].articulos[].cantidad',
    { list: 'envios', lines: 'articulos', key: 'linea', units: 'cantidad' },
  ],
  ['called parcels', 'parcels[].contents[].quantity', { list: 'parcels', lines: 'contents' }],
  ['called packages', 'packages[].items[].qty', { list: 'packages', lines: 'items', units: 'qty' }],
  [
    'called Pakete',
    'pakete[].inhalt[].menge',
    { list: 'pakete', lines: 'inhalt', key: 'posNr', units: 'menge' },
  ],
])('shipments %s: the answer counts the units of each line', async (_, path, keys) => {
  const text = shipped(keys);
  const statuses = { shipped: 'Shipped', 'partially shipped': 'Created', open: 'Created' };
  const given = { ...BILLING, statuses };
  const { question } = await proposalOf(text, given, { assumes: true });
  expect(question(OTHERWISE)?.choices.map(({ value }) => value)).toEqual(['yes', path, 'no']);
  expect(question(OTHERWISE)?.text).toContain(`send the units as they are now, and not by "${path}"?`);
  const sent = await ordersSent(text, { ...given, [OTHERWISE]: path });
  expect(sent).toHaveLength(25);
  for (const [i, { items }] of sent.entries()) {
    expect(items.map((item) => item.quantity_shipped)).toEqual(UNITS[i % 5]);
    // The second order has a parcel for each line; of two parcels the first one counts.
    if (i % 5 === 1) expect(items.map((item) => item.tracking_number)).toEqual([`T-${i}-0`, `T-${i}-2`]);
    if (i % 5 === 1) expect(items[1]!.shipped_date).toBe('2025-11-24T10:00:00Z');
  }
});

/** A parcel that was put back stands first in every third order; one that waits, last in those of which nothing has left. */
const withOthers = ({ list, lines }: Required<Pick<Keys, 'list' | 'lines'>>) => {
  const orders = JSON.parse(shipped({ list, lines })) as (Record<string, object[]> & {
    readonly items: readonly { readonly lineId: string; readonly quantity: number }[];
  })[];
  const withState = orders.map((order, i) => {
    const all = order.items.map(({ lineId, quantity }) => ({ lineId, quantity }));
    const others = [
      ...(i % 3 === 0 ? [{ state: 'CANCELLED', [lines]: all }] : []),
      ...order[list]!.map((one) => ({ state: 'SHIPPED', ...one })),
      ...(i % 5 === 4 ? [{ state: 'PENDING', [lines]: all }] : []),
    ];
    return { ...order, [list]: others };
  });
  return JSON.stringify(withState);
};

test.each([
  { list: 'shipments', lines: 'lines' },
  { list: 'parcels', lines: 'contents' },
  { list: 'fulfillments', lines: 'items' },
])('$list with others among them: which have left is asked about, and not counted', async (keys) => {
  const statuses = { shipped: 'Shipped', 'partially shipped': 'Created', open: 'Created' };
  const given = { ...BILLING, statuses, 'column:status': 'status' };
  const { question } = await proposalOf(withOthers(keys), given, { assumes: true });
  expect(question(OTHERWISE)).toMatchObject({ answer: null, unattended: null });
  expect(question(OTHERWISE)?.choices.map(({ value }) => value)).toEqual(['yes', 'no']);
});
