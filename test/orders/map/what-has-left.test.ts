// What `orders map` takes for the dates and the units that have left: the date of shipment beside that of the arrival, units and ticks
// where no column is a status, words of statuses, and dates in forms of their own.
import { expect, test } from 'vitest';
import { statusMeant } from '../../../src/orders/map/look/words.ts';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const BILLING = { shipping_address: 'billing' };
const day = (i: number, more: number) => `2025-11-${String(1 + (i % 7) + more).padStart(2, '0')}`;

test.each([
  ['Lieferdatum', 'Versanddatum'],
  ['Versandt am', 'Lieferdatum'],
  ['Lieferdatum', 'Abgeschickt am'],
  ['Date de livraison', "Date d'expédition"],
  ['Data dostawy', 'Data wysyłki'],
  ['Leveransdatum', 'Skickad'],
  ['Delivery Date', 'Date sent'],
  ['Delivery date', 'Despatched'],
  ['Bezorgdatum', 'Verzonden op'],
  ['delivery_time_expires_iso', 'sent_ts'],
])('%s beside %s: the parcel leaves first, and nobody is asked', async (...names) => {
  const text = csvOf(12, (i) => ({
    Created: `${day(i, 0)}T10:00:00Z`,
    Updated: `${day(i, 12)}T10:00:00Z`,
    ...Object.fromEntries(
      names.map((name) => [name, `${day(i, (isLate(name) ? 6 : 2) + (i % 2))}T10:00:00Z`]),
    ),
  }));
  const { open, question } = await proposalOf(text, BILLING, { assumes: true });
  expect([open, question('column:shipped_date')]).toEqual([[], undefined]);
  const sent = await ordersSent(text, { ...BILLING, statuses: { shipped: 'Shipped' } });
  expect(sent.map(({ items }) => items[0]!.shipped_date!.slice(8, 10))).toEqual(
    sent.map((_, i) => day(i, 2 + (i % 2)).slice(8)),
  );
});
const isLate = (name: string) => /^(?:liefer|date de livr|data dost|lever|deliver|bezorg)/i.test(name);

test('a delivery date alone is still the date of shipment; a message that was sent is none', async () => {
  const text = csvOf(6, (i) => ({ Lieferdatum: day(i, 4), 'Confirmation e-mail sent': day(i, 0) }));
  expect((await proposalOf(text, BILLING)).columnOf('item.shipped_date')?.column).toBe('Lieferdatum');
});

/** Twelve orders: of every third one unit of two has left, of every fourth none. */
const unitsLeft = (i: number) => (i % 4 === 3 ? '0' : i % 3 === 0 ? '1' : '2');
const STATES = Array.from({ length: 12 }, (_, i) => (unitsLeft(i) === '2' ? 'Shipped' : 'Created'));

test.each([
  ['Quantity', 'Qty Shipped'],
  ['Ordered', 'Despatched'],
  ['Qty Ordered', 'Qty Despatched'],
  ['Menge', 'Versandmenge'],
  ['Bestellt', 'Ausgeliefert'],
])('without a status the units say what has left: %s, %s', async (ordered, left) => {
  const text = csvOf(12, (i) => ({
    Status: undefined,
    Quantity: undefined,
    [ordered]: '2',
    [left]: unitsLeft(i),
    'Qty Picked': '2',
    'Ship Date': unitsLeft(i) === '0' ? '' : day(i, 21),
  }));
  expect((await proposalOf(text, BILLING, { assumes: true })).open).toEqual([]);
  const sent = await ordersSent(text, BILLING);
  expect(sent.map(({ status }) => status)).toEqual(STATES);
  expect(sent.map(({ items }) => String(items[0]!.quantity_shipped))).toEqual(
    sent.map((_, i) => unitsLeft(i)),
  );
});

test('a blank on the second line of an order is none of the units of the first', async () => {
  const text = csvOf(24, (i) => ({
    ...{ 'Order number': `A-${1001 + (i >> 1)}`, Email: `anna${i >> 1}@example.com`, Status: undefined },
    ...{
      Sku: `S-${i % 2}`,
      Title: `Cup ${i % 2}`,
      Quantity: '1',
      Price: ['24.98', '10.00'][i % 2]!,
      Total: '39.88',
    },
    'Qty Shipped': i === 5 ? '' : i % 6 === 3 ? '0' : '1',
  }));
  const sent = await ordersSent(text, BILLING);
  // Nobody knows whether it has left: its order is refused.
  expect(sent.map(({ identifier }) => identifier)).not.toContain('A-1003');
  expect(
    sent.filter(({ status }) => status === 'Created').map(({ items }) => items[1]!.quantity_shipped),
  ).toEqual([...[0, 0, 0, 0]]);
});

test.each([
  ['Sent?', 'x', ''],
  ['Shipped', 'Yes', 'No'],
  ['Versendet', 'ja', 'nein'],
  ['Despatched', '✓', ''],
  ['Enviado', 'sí', 'no'],
])('%s with %s or "%s" says which orders have shipped', async (name, yes, no) => {
  const text = csvOf(12, (i) => ({ Status: undefined, [name]: i % 4 === 3 ? no : yes }));
  const { open } = await proposalOf(text, BILLING, { assumes: true });
  expect(open).toEqual([]);
  const sent = await ordersSent(text, BILLING);
  expect(sent.map(({ status }) => status)).toEqual(sent.map((_, i) => (i % 4 === 3 ? 'Created' : 'Shipped')));
});

test('a tick under a word for the way of delivery says nothing', async () => {
  const text = csvOf(12, (i) => ({ Status: undefined, Delivery: i % 4 === 3 ? 'no' : 'yes' }));
  expect((await proposalOf(text, BILLING)).open).toEqual(['column:status']);
});

test.each([
  ['Despatched', 'Shipped'],
  ['Order despatched', 'Shipped'],
  ['Sent out', 'Shipped'],
  ['IN_TRANSIT', 'Shipped'],
  ['With courier', 'Shipped'],
  ['Collected', 'Shipped'],
  ['En cours de livraison', 'Shipped'],
  ['Not despatched', 'Created'],
  ['Awaiting despatch', 'Created'],
  ['Part despatched', undefined],
  ['Courier booked', undefined],
  ['Ready for despatch', undefined],
  ['Posted', undefined],
])('the status %s means %s', (word, meant) => {
  expect(statusMeant(word)).toBe(meant);
});

test.each([
  ['of all its orders', () => true, 'Shipped'],
  ['of some of its orders', (i: number) => i % 2 === 0, 'refuse'],
])('Posted is of a parcel where there are ship dates %s', async (_, isDated, meant) => {
  const text = csvOf(12, (i) => ({
    Status: i % 4 === 3 ? 'Open' : 'Posted',
    'Ship Date': isDated(i) && i % 4 !== 3 ? day(i, 21) : '',
  }));
  const { question } = await proposalOf(text, BILLING);
  expect(question('statuses')?.words).toContainEqual(
    expect.objectContaining({ word: 'Posted', proposed: meant }),
  );
});

test('a status that was not understood says nothing of the ship dates', async () => {
  const text = csvOf(24, (i) => ({
    Status: i % 4 === 3 ? 'Lost in post' : 'shipped',
    'Ship Date': day(i, 21),
  }));
  const { open } = await proposalOf(text, BILLING, { assumes: true });
  expect(open.filter((id) => id.includes('deadline'))).toEqual([]);
});

test.each([
  ['20/11/2025 - 17:36:00', '2025-11-20T16:36:00Z'],
  ['20251120173600', '2025-11-20T16:36:00Z'],
  ['Thu 20 Nov 2025 17:36', '2025-11-20T16:36:00Z'],
  ['Thu Nov 20 2025 17:36:00', '2025-11-20T16:36:00Z'],
  ['20.11.2025 17.36', '2025-11-20T16:36:00Z'],
  ['20.11.2025 17.36.05', '2025-11-20T16:36:05Z'],
  ['2025.11.20. 17:36:00', '2025-11-20T16:36:00Z'],
  ['2025. 11. 20. 17:36', '2025-11-20T16:36:00Z'],
  ['/Date(1763656560000)/', '2025-11-20T16:36:00Z'],
])('%s is a date', async (Created, at) => {
  const text = csvOf(6, () => ({ Created }));
  const answers = { ...BILLING, timezone: 'Europe/Berlin', statuses: { shipped: 'Shipped' } };
  const sent = await ordersSent(text, answers);
  expect(new Date(sent[0]!.created_at).toISOString()).toBe(at.replace('Z', '.000Z'));
});

test('a date that is not read is named and can be chosen', async () => {
  const text = csvOf(6, (i) => ({ Created: undefined, 'Order Date': `0${1 + i}|11|2025 17:36` }));
  const asked = (await proposalOf(text, BILLING)).question('column:created_at')!;
  expect(asked.text).toContain('"Order Date" is not read, such as "01|11|2025 17:36"');
  expect(asked.text).toContain('--date-format');
  expect(asked.choices.map(({ value }) => value)).toContain('Order Date');
});
