// Lists inside the records of a JSON export that are not the lines: what stands in a list of one is found, and no list of refunds.
import { expect, test } from 'vitest';
import { withColumn } from '../../../src/orders/map/write/edits.ts';
import { ordersSent, proposalOf } from './proposal-of.ts';

const PEOPLE = ['Ann Lee', 'Bo Ek', 'Cy Poe', 'Di Fox', 'Ed Orr'];
const address = (i: number, name: string, street: string, city: string) => ({
  fullName: name,
  contactAddress: { addressLine1: `${i + 1} ${street}`, city, postalCode: 'LS1 4AP', countryCode: 'GB' },
});

/** 24 orders as a market writes them: the place of delivery, the payment and the charges of a line are lists of one. */
const market = (more: (i: number) => object = () => ({})) =>
  JSON.stringify({
    orders: Array.from({ length: 24 }, (_, i) => {
      const lines = Array.from({ length: 1 + (i % 2) }, (__, n) => ({
        units: 1 + (i % 3),
        cents: 1990 + i * 100 + n * 300,
      }));
      const total = (lines.reduce((sum, { units, cents }) => sum + units * cents, 490) / 100).toFixed(2);
      return {
        orderNumber: `12-0${4000 + i}`,
        creationDate: `2026-05-${String(1 + i).padStart(2, '0')}T08:15:00.000Z`,
        lastModifiedDate: `2026-05-${String(3 + i).padStart(2, '0')}T10:00:00.000Z`,
        orderStatus: i % 4 === 3 ? 'NOT_STARTED' : 'FULFILLED',
        buyer: { registration: address(i, 'Old Smith', 'Old Road', 'Leeds'), email: `buyer${i}@example.net` },
        pricing: {
          deliveryCost: { value: '4.90', currency: 'GBP' },
          total: { value: total, currency: 'GBP' },
        },
        payments: [
          {
            paidOn: `2026-05-${String(1 + i).padStart(2, '0')}T08:16:00.000Z`,
            amount: { value: total, currency: 'GBP' },
          },
        ],
        startInstructions: [
          {
            shippingStep: {
              shipTo: address(
                i,
                `${PEOPLE[i % 5]} ${'ABCDEFGHIJKLMNOPQRSTUVWX'[i]}oy`,
                'High Street',
                'London',
              ),
            },
          },
        ],
        lineItems: lines.map(({ units, cents }, n) => ({
          lineItemId: `${880000 + i * 2 + n}`,
          sku: `SKU-${(i + n) % 6}`,
          title: `Mug ${(i + n) % 6}`,
          quantity: units,
          charges: { charge: [{ chargeName: 'ItemPrice', amount: (cents / 100).toFixed(2) }] },
        })),
        ...more(i),
      };
    }),
  });

test('the address of delivery stands in a list of one, the price of a unit in one of the line', async () => {
  const { columnOf, open } = await proposalOf(market());
  const shipTo = 'startInstructions[].shippingStep.shipTo';
  expect(columnOf('shipping_address.name')?.column).toBe(`${shipTo}.fullName`);
  expect(columnOf('shipping_address.street1')?.column).toBe(`${shipTo}.contactAddress.addressLine1`);
  expect(columnOf('shipping_address.city')?.column).toBe(`${shipTo}.contactAddress.city`);
  expect(columnOf('billing_address.street1')?.column).toBe('buyer.registration.contactAddress.addressLine1');
  expect(columnOf('item.unit_price_amount_cents')?.column).toBe('lineItems[].charges.charge[].amount');
  expect(columnOf('total_amount_cents')?.column).toBe('pricing.total.value');
  expect(open).toEqual(['statuses']);
});

test('a list with a second element, and one of refunds, says nothing of the order', async () => {
  const text = market((i) => ({
    refunds:
      i === 4 ? [{ refundedOn: '2026-06-01T00:00:00Z', amount: '5.00', shipTo: { city: 'Bath' } }] : [],
    parcels: Array.from({ length: i === 7 ? 2 : 1 }, () => ({ shippedOn: '2026-05-30T00:00:00Z' })),
  }));
  const { result } = await proposalOf(text);
  const named = JSON.stringify([result.columns, result.mapping]);
  expect(named).not.toContain('refunds[]');
  expect(named).not.toContain('parcels[]');
});

/** The two addresses in one list, in either order. */
test.each([
  ['type', 'billing', 'shipping'],
  ['addressType', 'BILL_TO', 'SHIP_TO'],
  ['kind', 'invoice', 'delivery'],
  ['art', 'Rechnung', 'Lieferung'],
  ['usage', 'facturation', 'livraison'],
])('addresses that %s tells apart: %s and %s', async (key, bill, ship) => {
  const text = market((i) => {
    const [name, city] = [`${PEOPLE[i % 5]} ${'ABCDEFGHIJKLMNOPQRSTUVWX'[i]}oy`, i % 3 ? 'London' : 'Leeds'];
    const list = [
      {
        [key]: bill,
        name,
        street: `${i + 1} Old Road`,
        city: 'Leeds',
        postalCode: 'LS1 4AP',
        countryCode: 'GB',
      },
      {
        ...{ [key]: ship, name: i % 4 ? name : `Gifted ${name}`, street: `${i + 7} High Street` },
        ...{ city, postalCode: 'N1 7AA', countryCode: 'GB' },
      },
    ];
    const none = { startInstructions: undefined, buyer: { email: `buyer${i}@example.net` } };
    return { ...none, addresses: i % 2 ? list : list.reverse() };
  });
  const { columnOf, result } = await proposalOf(text, {
    statuses: { FULFILLED: 'Shipped', NOT_STARTED: 'Created' },
  });
  for (const [block, text] of [
    ['billing_address', bill],
    ['shipping_address', ship],
  ])
    for (const [part, path] of Object.entries({
      name: 'name',
      street1: 'street',
      city: 'city',
      zip_code: 'postalCode',
    }))
      expect(columnOf(`${block}.${part}`)?.column).toBe(`addresses[${key}=${text}].${path}`);
  expect(columnOf('shipping_address.street1')?.example[1]).toMatch(/^7/);
  expect(result.trial?.summary.orders.refused).toBe(0);
});

test('parcels of several carriers are no list whose elements a key tells apart', async () => {
  const { result } = await proposalOf(
    market((i) => ({
      parcels: ['UPS', 'DHL', 'GLS']
        .slice(i % 3, (i % 3) + 1 + (i % 2))
        .map((carrier) => ({ carrier, weight: '1.2' })),
    })),
  );
  expect(JSON.stringify(result.columns)).not.toContain('parcels');
});

test.each(['Charge', 'charge', 'fee', 'rate'])(
  'codes under positions[].%s, another on each line, are no title beside a text',
  async (name) => {
    const position = (i: number, n: number) => ({
      ...{ id: `${4000 + i}${n}`, sku: `SKU-${(i + n) % 6}`, [name]: `L${1000 + i * 70 + n * 3}` },
      ...{ descr: `Enamel mug ${(i + n) % 6}`, quantity: 1, shipped: 1, unitPrice: '10.00' },
    });
    const orders = Array.from({ length: 24 }, (_, i) => ({
      ...{ orderNumber: `${4000 + i}`, placedAt: `2026-05-${String(1 + i).padStart(2, '0')}T08:15:00Z` },
      ...{
        changedAt: `2026-06-${String(1 + i).padStart(2, '0')}T08:15:00Z`,
        state: 'SHIPPED',
        currency: 'GBP',
      },
      customer: { email: `buyer${i}@example.net`, firstName: 'Ann', lastName: `Lee${i}` },
      delivery: { name: 'Bo Ek', street: `${i} Mill Lane`, city: 'Leeds', zip: 'LS1 4AP', country: 'GB' },
      positions: [position(i, 0), position(i, 1)],
      totals: { shipping: '0.00', total: '20.00' },
    }));
    const { columnOf } = await proposalOf(JSON.stringify({ orders }));
    expect(columnOf('item.title')?.column).toBe('positions[].descr');
  },
);

/** A street in a list of its lines, of which some have two. */
test.each([
  ['street', 'street'],
  ['lines', 'lines'],
  ['addressLines', 'address_lines'],
  ['streetLines', 'StreetLines'],
  ['strasse', 'strasse'],
])('the lines of a street in a list are sent together: %s', async (ship, bill) => {
  const text = market((i) => {
    const more = { city: 'Leeds', postalCode: 'LS1 4AP', countryCode: 'GB' };
    const street = (name: string) => (i % 3 ? [`${i + 1} ${name}`] : [`${i + 1} ${name}`, `Flat ${i}`]);
    return {
      startInstructions: undefined,
      buyer: { email: `buyer${i}@example.net` },
      shippingAddress: {
        name: `${PEOPLE[i % 5]} ${'ABCDEFGHIJKLMNOPQRSTUVWX'[i]}oy`,
        [ship]: street('High Street'),
        ...more,
      },
      billingAddress: {
        name: `${PEOPLE[i % 5]} Old`,
        [bill]: i % 3 ? street('Old Road')[0] : street('Old Road'),
        ...more,
      },
    };
  });
  const answers = { statuses: { FULFILLED: 'Shipped', NOT_STARTED: 'Created' } };
  const [first, second] = await ordersSent(text, answers);
  expect(first!.shipping_address.street1).toBe('1 High Street, Flat 0');
  expect(first!.billing_address.street1).toBe('1 Old Road, Flat 0');
  expect([second!.shipping_address.street1, second!.billing_address.street1]).toEqual([
    '2 High Street',
    '2 Old Road',
  ]);
});

test('a list that is named for a street or a name is taken whole, that of another field its first', () => {
  const mapping = { order: {}, item: {} };
  expect(withColumn(mapping, 'shipping_address.street1', 'to.where[]')['order']).toMatchObject({
    'shipping_address.street1': { template: '{to.where[]}' },
  });
  expect(withColumn(mapping, 'item.upc', 'items[].codes[]')['item']).toEqual({ upc: 'items[].codes[]' });
});

test('the lines of GraphQL stand in edges, each in its node', async () => {
  const { orders } = JSON.parse(market()) as { orders: readonly { lineItems: readonly object[] }[] };
  const edges = (list: readonly object[]) => ({ edges: list.map((node) => ({ cursor: 'c', node })) });
  const ofOrder = orders.map((order) => ({ ...order, lineItems: edges(order.lineItems) }));
  const { columnOf, open } = await proposalOf(JSON.stringify({ data: { orders: edges(ofOrder) } }));
  expect(columnOf('item.sku')?.column).toBe('lineItems.edges[].node.sku');
  expect(columnOf('item.quantity')?.column).toBe('lineItems.edges[].node.quantity');
  expect(open).toEqual(['statuses']);
});

test('types that MongoDB writes are no parts of the names', async () => {
  const typed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(typed);
    if (typeof value === 'number') return { $numberInt: String(value) };
    if (typeof value === 'string' && /^\d+\.\d\d$/.test(value)) return { $numberDecimal: value };
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return { $date: value };
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typed(inner)]));
  };
  const { columnOf, open } = await proposalOf(JSON.stringify(typed(JSON.parse(market()))));
  expect(columnOf('created_at')?.column).toBe('creationDate.$date');
  expect(columnOf('item.quantity')?.column).toBe('lineItems[].quantity.$numberInt');
  expect(columnOf('total_amount_cents')?.column).toBe('pricing.total.value.$numberDecimal');
  expect(open).toEqual(['statuses']);
});
