// A column of weights may be that of a unit, of all units of the line, or of the parcel.
import { expect, test } from 'vitest';
import { csvOf, ordersSent } from './proposal-of.ts';

const ANSWERS = { shipping_address: 'billing' };
const UNIT = [250, 340, 1150, 480];
const PRICE = [1995, 750, 3100, 1225];

/** Each order has two lines; articles are sold in one to three units. */
const csv = (name: string, cell: (grams: number, units: number, order: number) => string, orders = 16) =>
  csvOf(orders * 2, (i) => {
    const [order, line] = [i >> 1, i % 2];
    const articleOf = (line: number) => (order + line) % UNIT.length;
    const unitsOf = (line: number) => 1 + ((order + line * 2) % 3);
    const worthOf = (line: number) => PRICE[articleOf(line)]! * unitsOf(line);
    const [article, units] = [articleOf(line), unitsOf(line)];
    const money = (cents: number) => (cents / 100).toFixed(2);
    return {
      ...{ 'Order number': `A-${1001 + order}`, Email: `anna${order}@example.com` },
      ...{ Sku: `S-${article}`, Title: `Cup ${article}`, Quantity: `${units}` },
      ...{ Price: money(PRICE[article]!), Total: money(worthOf(0) + worthOf(1) + 490) },
      [name]: cell(UNIT[article]!, units, order),
    };
  });

const weightsOf = async (text: string) => {
  const sent = await ordersSent(text, ANSWERS);
  return sent.slice(0, 3).flatMap(({ items }) => items.map(({ weight }) => weight));
};
const OF_UNITS = [250, 340, 340, 1150, 1150, 480];

test.each([
  ['Weight', (grams: number, units: number) => `${grams * units}`],
  ['Gewicht (g)', (grams: number, units: number) => `${grams * units}`],
  ['Line Weight', (grams: number, units: number) => `${grams * units}`],
])('%s of a line is divided by its units', async (name, cell) => {
  expect(await weightsOf(csv(name, cell))).toEqual(OF_UNITS);
});

test('weights of lines may be rounded', async () => {
  const weights = await weightsOf(csv('Peso', (grams, units) => ((grams * units) / 1000).toFixed(2)));
  for (const [i, weight] of weights.entries())
    expect(Math.abs(weight! * 1000 - OF_UNITS[i]!)).toBeLessThan(11);
});

test('the weight of a unit is sent as it stands', async () => {
  expect(await weightsOf(csv('Weight', (grams) => `${grams}`))).toEqual(OF_UNITS);
});

test('the weight of the parcel is that of no line', async () => {
  const text = csv('Weight', (_, __, order) => `${1000 + order * 137}`);
  expect(await weightsOf(text)).toEqual(OF_UNITS.map(() => undefined));
});

test('of a few lines the name says whose weight it is', async () => {
  const cell = (grams: number, units: number) => `${grams * units}`;
  const few = (name: string) => ordersSent(csv(name, cell, 2), ANSWERS);
  const weightIn = async (name: string) => (await few(name))[1]!.items[0]!.weight;
  expect([await weightIn('Line weight'), await weightIn('Weight')]).toEqual([340, 680]);
});
