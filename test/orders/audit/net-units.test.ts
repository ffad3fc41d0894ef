// What the audit asks where the quantity is what is left after returns: orders that are not whole are refused, and never sent with
// fewer units than were ordered.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from '../map/proposal-of.ts';

const PRICES = [1999, 4595, 1290, 2450, 3500];
const cents = (amount: number) => (amount / 100).toFixed(2);
const LEFT = 'confirm:audit.quantity.left:item.quantity';
const ANSWERS = { shipping_address: 'billing', refunds: 'warn' };

/** 25 orders of three units, of which one or all went back in every eighth. */
const backOf = (i: number) => (i === 3 ? 1 : i === 11 ? 3 : i === 19 ? 2 : 0);
const csv = (all: string, left: string, more: (i: number) => Record<string, string> = () => ({})) =>
  csvOf(25, (i) => {
    const price = PRICES[i % 5]!;
    const units = 3 - backOf(i);
    return {
      ...{ ...shopperCells(i), Sku: `S-${price}`, Title: `Cup ${'abcde'[i % 5]}`, Quantity: undefined },
      ...{ [all]: '3', [left]: `${units}`, Price: cents(price), Total: cents(units * price + 490) },
      ...more(i),
    };
  });

test.each([
  ['Sold', 'Net Qty', (i: number) => ({ Returned: `${backOf(i)}` })],
  ['Ordered Units', 'Qty', () => ({})],
  ['Bestellte Menge', 'Menge netto', () => ({})],
  ['Gross Units', 'Net Units', () => ({})],
  ['Cantidad pedida', 'Cantidad neta', () => ({})],
])('%s beside %s: orders of which units are missing are refused', async (all, left, more) => {
  const text = csv(all, left, more);
  const { question, columnOf } = await proposalOf(text, ANSWERS, { assumes: true });
  expect(columnOf('item.quantity')?.column).toBe(left);
  expect(question(LEFT)).toMatchObject({ answer: null, proposed: null, unattended: null, orders: 3 });
  expect(question(LEFT)!.text).toContain(
    `The quantity (column "${left}") of 3 of 25 orders is less than "${all}", which is not used: units that went back or were cancelled are missing`,
  );
  const sent = await ordersSent(text, { ...ANSWERS, [LEFT]: 'refuse' });
  const whole = Array.from({ length: 25 }, (_, i) => i).filter((i) => backOf(i) === 0);
  expect(sent.map(({ identifier }) => identifier)).toEqual(whole.map((i) => `A-${1001 + i}`));
  expect(sent.every(({ items }) => items[0]!.quantity === 3)).toBe(true);
});

test.each(['Stock qty', 'Pack units', 'Rows'])('%s is no quantity of before', async (name) => {
  const text = csv(name, 'Qty', (i) => ({ Total: cents((3 - backOf(i)) * PRICES[i % 5]! + 490) }));
  expect((await proposalOf(text, ANSWERS, { assumes: true })).question(LEFT)).toBeUndefined();
});
