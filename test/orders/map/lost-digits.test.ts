// A spreadsheet shows a long number as 4,01694E+12: what an order can be sent without is left out, and said.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

const ANSWERS = { statuses: { Shipped: 'Shipped' }, shipping_address: 'billing' };
/** `whole`: every third number is as it was. */
const shop = (column: string, written: (i: number) => string, whole = '') =>
  csvOf(30, (i) => ({
    ...{ ...shopperCells(i), Sku: `S-${i % 7}`, Title: `Shirt ${'abcdefg'[i % 7]}` },
    [column]: whole !== '' && i % 3 === 0 ? `${whole}${i % 7}` : written(i),
  }));

test.each([
  ['EAN', 'upc', (i: number) => `4,0169${i % 7}E+12`, '401694512345'],
  ['EAN', 'upc', (i: number) => `4.0169${i % 7}E+12`, '401694512345'],
  ['Barcode', 'upc', (i: number) => `4,0169${i % 7}E+12`, ''],
  ['Tracking number', 'tracking_number', (i: number) => `3,4043${i % 7}E+19`, '3404300000000000123'],
] as const)('%s: %s is sent where its digits are there', async (column, field, written, whole) => {
  const text = shop(column, written, whole);
  const sent = await ordersSent(text, ANSWERS);
  expect(sent.map(({ items }) => items[0]![field])).toEqual(
    sent.map((_, i) => (whole !== '' && i % 3 === 0 ? `${whole}${i % 7}` : undefined)),
  );
  expect(sent).toHaveLength(30);
  const { result } = await proposalOf(text, ANSWERS);
  expect(result.mapping['limits']).toContainEqual(
    expect.stringContaining(`${column}: numbers whose digits a spreadsheet lost, such as "`),
  );
});

test('an order without its number, or a line without its sku, is still refused', async () => {
  const number = csvOf(30, (i) => ({ ...shopperCells(i), 'Order number': `4,01${100 + i}E+12` }));
  const sku = shop('Sku', (i) => `4,0169${i % 7}E+12`);
  for (const text of [number, sku]) expect(await ordersSent(text, ANSWERS)).toEqual([]);
});
