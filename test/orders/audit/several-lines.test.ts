// What the audit asks about orders of several lines: one that has not left, and the shipping as a line; beside neighbours that are right.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { desk } from '../../mappings/known.ts';
import { csvOf, proposalOf } from '../map/proposal-of.ts';

type Cells = Record<string, string | undefined>;

/** 24 orders of two lines; `second` changes the second one. Without a shipping column. */
const shop = (second: (i: number) => Cells, all: Cells = {}) =>
  csvOf(48, (i) => {
    const n = i >> 1;
    const cells = {
      'Order number': `A-${n}`,
      Email: `kim${n}@example.com`,
      Shipping: undefined,
    };
    const price = { Price: `${10 + (n % 7) + (i % 2)}.00`, Total: `${42 + 4 * (n % 7)}.00` };
    const line = { ...price, Sku: `S-${n % 5}`, Title: `Shirt ${n % 5}` };
    return { ...cells, ...line, ...all, ...(i % 2 ? second(n) : {}) };
  });

async function codesOf(text: string): Promise<string[]> {
  const { result } = await proposalOf(text, {}, { assumes: true });
  const codes = result.trial!.plan.audit.findings.map(({ finding }) => finding.code);
  // All orders have one shopper here.
  return codes.filter((code) => code !== 'audit.person.one');
}

const DATED = { 'Shipped on': '2025-11-23T10:00:00Z' };
test.each([
  ['a blank date', shop(() => ({ 'Shipped on': '' }), DATED), ['audit.shipped_date.blank']],
  ['a date on each line', shop(() => ({ Sku: 'S-9' }), DATED), []],
  ['a word in the sku', shop(() => ({ Sku: 'PORTO', Title: 'Paket' })), ['audit.sku.shipping']],
  ['a word in the title', shop(() => ({ Sku: 'X-1', Title: 'Versandkosten' })), ['audit.sku.shipping']],
  [
    'two words in the title',
    shop(() => ({ Sku: 'X-1', Title: 'Standard shipping' })),
    ['audit.sku.shipping'],
  ],
  ['something to ship with', shop(() => ({ Sku: 'BOX-1', Title: 'Shipping box, small' })), []],
])('a second line with %s', async (_, text, expected) => {
  expect(await codesOf(text)).toEqual(expected);
});

/** Order 1 as it is sent, after the question of the audit was answered with the column. */
async function answered(column: string, yes: string, no: string) {
  const at = desk();
  const people = 'Ann Lee,Bo Ek,Cy Poe,Di Fox,Ed Orr'.split(',');
  const all = (n: number) => ({
    Name: people[n % 5]!,
    Street: `${n} High Street`,
    [column]: n === 1 ? yes : no,
  });
  const text = csvOf(48, (i) => {
    const n = i >> 1;
    const cells = {
      'Order number': `A-${n}`,
      Email: `kim${n}@example.com`,
      Shipping: undefined,
      Currency: 'EUR',
    };
    const line = { Sku: `S-${i % 5}`, Title: `Shirt ${i % 5}`, Price: `${10 + (i % 7)}.00`, Quantity: '2' };
    const total = 2 * (20 + (((n * 2) % 7) + ((n * 2 + 1) % 7)));
    return { ...cells, ...line, ...all(n), Total: `${total}.00` };
  });
  at.file('shop.csv', text);
  at.file('answers.json', JSON.stringify({ 'confirm:audit.cancelled.unused:status': column }));
  const map = 'orders map shop.csv --answers answers.json --yes --no-input --out m.json'.split(' ');
  const mapped = await at.run(map);
  expect(mapped.exit, mapped.stdout + mapped.stderr).toBe(0);
  const checked = await at.run('orders check shop.csv --map m.json --out out.ndjson'.split(' '));
  expect(checked.exit, checked.stdout + checked.stderr).toBe(0);
  const lines = fs.readFileSync(path.join(at.work, 'out.ndjson'), 'utf8').trim().split('\n');
  const orders = lines.map((line) => JSON.parse(line) as Order);
  return ['A-0', 'A-1'].map((id) => {
    const { status, items } = orders.find(({ identifier }) => identifier === id)!;
    return [status, ...items.map((one) => [one.quantity_shipped, one.quantity_canceled])];
  });
}

const SHIPPED = ['Shipped', [2, 0], [2, 0]];
const CANCELLED = ['Cancelled', [0, 2], [0, 2]];
test.each<[column: string, yes: string, no: string, expected: unknown]>([
  ['cancelled', 'yes', 'no', [SHIPPED, CANCELLED]],
  ['is_void', '1', '0', [SHIPPED, CANCELLED]],
  ['Cancelled', 'tYES', 'tNO', [SHIPPED, CANCELLED]],
  ['Cancel reason', 'changed mind', '', [SHIPPED, CANCELLED]],
  ['qty_voided', '1', '0', [SHIPPED, ['Shipped', [1, 1], [1, 1]]]],
])('a cancellation in %s is sent when its column is chosen', async (column, yes, no, expected) => {
  expect(await answered(column, yes, no)).toEqual(expected);
});
