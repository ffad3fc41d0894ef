// A missing value of a mapped export is an empty cell of the user's: the refusal names the column.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { desk } from '../mappings/known.ts';

const EXPORT = path.resolve(import.meta.dirname, '../../samples/exports/shopify-orders.csv');
const rows = parse(fs.readFileSync(EXPORT), { columns: true }) as Record<string, string>[];
/** An order of one row that passes. */
const order = rows.find(
  ({ Name, Phone, Total }) => Total && !Phone && rows.filter((row) => row['Name'] === Name).length === 1,
)!;
const ADDRESS = Object.keys(order).filter(
  (column) => column.startsWith('Shipping ') && column !== 'Shipping Method',
);

it.each<[string, string[], object, string | undefined]>([
  ['nothing', [], {}, undefined],
  ['the e-mail', ['Email'], {}, 'column "Email" is empty'],
  ['the e-mail, with a phone', ['Email'], { Phone: '+12125550123' }, 'column "Email" is empty'],
  ['the street', ['Shipping Address1'], {}, 'column "Shipping Address1" is empty'],
  ['the shipping address', ADDRESS, {}, 'is empty'],
])('empty: %s', async (_, columns, cells, said) => {
  const at = desk();
  const row = { ...order, ...Object.fromEntries(columns.map((column) => [column, ''])), ...cells };
  const line = Object.values(row).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  at.file('export.csv', `${Object.keys(row).join(',')}\n${line.join(',')}\n`);
  const { stdout, exit } = await at.run(['orders', 'check', 'export.csv', '--map', 'shopify-orders']);
  const text = stdout.replace(/\s+/g, ' ');
  expect(exit, text).toBe(said === undefined ? 0 : 3);
  if (said !== undefined) expect(text).toContain(said);
});
