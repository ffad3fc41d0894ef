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

interface Summary {
  readonly refused: {
    readonly orders: readonly object[];
    readonly by_code: readonly { readonly details: readonly { readonly field: string }[] }[];
  };
}

it.each<[string, string[], object, string | undefined]>([
  ['nothing', [], {}, undefined],
  ['the e-mail', ['Email'], {}, 'customer.email: email is missing: column "Email"'],
  [
    'the e-mail, with a phone',
    ['Email'],
    { Phone: '+12125550123' },
    'customer.email: email is missing: column "Email"',
  ],
  [
    'the street',
    ['Shipping Address1'],
    {},
    'shipping_address.street1: street1 is missing: column "Shipping Address1"',
  ],
  ['the shipping address', ADDRESS, {}, 'shipping_address.name: name is missing: column "Shipping Name"'],
])('empty: %s', async (_, columns, cells, said) => {
  const at = desk();
  const row = { ...order, ...Object.fromEntries(columns.map((column) => [column, ''])), ...cells };
  const line = Object.values(row).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  at.file('export.csv', `${Object.keys(row).join(',')}\n${line.join(',')}\n`);
  const { stdout, exit } = await at.run(['orders', 'check', 'export.csv', '--map', 'shopify-orders']);
  const text = stdout.replace(/\s+/g, ' ');
  expect(exit, text).toBe(said === undefined ? 0 : 3);
  if (said === undefined) return;
  const [field, missing, column] = said.split(': ') as [string, string, string];
  const message = `The required field ${missing}: ${column} is empty.`;
  expect(text).toContain(`: ${message}`);
  const { refused } = await at.json<Summary>(['orders', 'check', 'export.csv', '--map', 'shopify-orders']);
  const place = { file: 'export.csv', line: 2, code: 'order.field.missing' };
  expect(refused.orders).toContainEqual({
    ...{
      ...place,
      order: order['Name']!.slice(1),
      field,
      message,
    },
  });
  expect(refused.by_code[0]!.details.map((detail) => detail.field)).toContain(field);
});
