// Rows of one line, one for each parcel: they are one line, whose units are added.
import { expect, test } from 'vitest';
import type { MappingJson } from '../../../src/orders/map/types.ts';
import { engineFor } from './engine.ts';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const BILLING = { shipping_address: 'billing' };
const PRICE = [1995, 750, 3100, 1225];
const cents = (amount: number) => (amount / 100).toFixed(2);

/** By order: the units of its one line, and those of each of its parcels. */
const LINES: readonly (readonly [units: number, parcels: readonly number[]])[] = [
  ...[[4, [3, 1]] as const, [1, [1]] as const, [2, [1, 1]] as const, [3, [3]] as const],
  ...[[5, [2, 2, 1]] as const, [1, [1]] as const, [2, [2]] as const, [1, [1]] as const],
];
/** Of the last but one order one unit is not in a parcel yet. */
const PARTLY = LINES.map(([units, parcels], i) => [units, i === 6 ? [1] : parcels] as const);

const csv = (names: readonly [line: string, all: string, parcel: string], lines = LINES) => {
  const rows = lines.flatMap(([units, parcels], order) =>
    parcels.map((own, parcel) => ({
      order,
      units,
      own,
      parcel,
      isPart: own < units && parcels.length === 1,
    })),
  );
  return csvOf(rows.length, (i) => {
    const { order, units, own, parcel, isPart } = rows[i]!;
    const price = PRICE[order % 4]!;
    return {
      ...{ 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com`, Quantity: undefined },
      ...{ Status: isPart ? 'processing' : 'shipped', [names[0]]: `${9000 + order}`, Sku: `S-${order % 4}` },
      ...{ Title: `Cup ${order % 4}`, [names[1]]: `${units}`, [names[2]]: `${own}` },
      ...{ Price: cents(price), Total: cents(units * price + 490), Tracking: `T${order}-${parcel}` },
    };
  });
};
const unitsIn = async (text: string) =>
  (await ordersSent(text, { ...BILLING, statuses: { shipped: 'Shipped', processing: 'Created' } })).map(
    ({ items }) => items.map((item) => [item.identifier, item.quantity, item.quantity_shipped]),
  );
const expected = (lines = LINES) =>
  lines.map(([units, parcels], i) => [[`${9000 + i}`, units, parcels.reduce((sum, one) => sum + one, 0)]]);

test.each([
  ['Line ID', 'Line Qty', 'Parcel Qty'],
  ['Line ID', 'Quantity Ordered', 'Units'],
  ['Positionsnummer', 'Bestellmenge', 'Menge im Paket'],
  ['Line No', 'Qty', 'Delivered Qty'],
] as const)('%s, %s, %s', async (...names) => {
  const text = csv(names);
  expect((await proposalOf(text, BILLING)).open).toEqual(['statuses']);
  expect(await unitsIn(text)).toEqual(expected());
  expect(await unitsIn(csv(names, PARTLY))).toEqual(expected(PARTLY));
});

test('rows that differ in the price are lines of their own', async () => {
  const text = csv(['Line ID', 'Line Qty', 'Parcel Qty']).replace(',19.95,', ',18.95,');
  const { result } = await proposalOf(text, BILLING, { assumes: true });
  expect(JSON.stringify(result.mapping)).not.toContain('"over":"line"');
});

test('rows of a line that differ in more than their parcel refuse the order; an amount has no parcels', async () => {
  const text = csv(['Line ID', 'Line Qty', 'Parcel Qty']);
  const answers = { ...BILLING, statuses: { shipped: 'Shipped' } };
  const { mapping } = await engineFor('export.csv', Buffer.from(text)).propose(answers, true);
  const value = { sum: ['Parcel Qty'], over: 'line', default: 0 };
  expect((mapping['item'] as MappingJson)['quantity_shipped']).toEqual(value);
  const other = engineFor('export.csv', Buffer.from(text.replace('Cup 0', 'Cup zero')));
  expect((await other.check(mapping)).sent.size).toBe(LINES.length - 1);
  const order = {
    ...(mapping['order'] as MappingJson),
    total_amount_cents: { sum: ['Total'], over: 'line' },
  };
  await expect(other.check({ ...mapping, order })).rejects.toThrow(
    'Only units of a line are added over its rows',
  );
});
