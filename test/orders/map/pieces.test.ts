// Numbers of units with a word for pieces behind them.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf } from './proposal-of.ts';

const ANSWERS = { shipping_address: 'billing', statuses: { shipped: 'Shipped' } };
const cents = (amount: number) => (amount / 100).toFixed(2);

const csv = (cell: (units: number) => string, name = 'Quantity') =>
  csvOf(12, (i) => {
    const units = 1 + (i % 3);
    const price = 1250 + 130 * i;
    return {
      ...{ Sku: `S-${i % 4}`, Title: `Cup ${'abcd'[i % 4]}`, Quantity: undefined, Price: cents(price) },
      ...{ [name]: cell(units), Total: cents(units * price + 490) },
    };
  });

test.each([
  ['Menge', (units: number) => `${units} Stk`],
  ['Menge', (units: number) => `${units} Stück`],
  ['Qty', (units: number) => `${units} pcs.`],
  ['Quantity', (units: number) => `${units}x`],
  ['Ilość', (units: number) => `${units} szt.`],
  ['Cantidad', (units: number) => (units === 1 ? '1 ud' : `${units} uds`)],
  ['Quantité', (units: number) => `${units}.00 pièces`],
  ['数量', (units: number) => `${units}個`],
])('%s', async (name, cell) => {
  const { open, columnOf } = await proposalOf(csv(cell, name), ANSWERS);
  expect(open).toEqual([]);
  expect(columnOf('item.quantity')).toMatchObject({ column: name });
  const sent = await ordersSent(csv(cell, name), ANSWERS);
  expect(sent.map(({ items }) => items[0]!.quantity)).toEqual(
    Array.from({ length: 12 }, (_, i) => 1 + (i % 3)),
  );
  expect(sent[1]).toMatchObject({ total_amount_cents: 2 * 1380 + 490 });
});

test.each([
  ['a weight', (units: number) => `${units} kg`],
  ['a size', (units: number) => `${units}X`],
])('%s is no number of pieces', async (_, cell) => {
  const { columnOf } = await proposalOf(csv(cell), ANSWERS);
  expect(columnOf('item.quantity')?.column).not.toBe('Quantity');
});
