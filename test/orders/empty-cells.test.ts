// A missing value of a mapped export names the column: its cell is empty, or why the mapping takes nothing from it.

import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { Summary } from '../helpers/sandbox.ts';
import { completeMapping } from '../input/mapping/mapped-cli.ts';
import { desk, sampleText } from '../mappings/known.ts';

const EXPORT = path.resolve(import.meta.dirname, '../../samples/exports/shopify-orders.csv');
const rows = parse(fs.readFileSync(EXPORT), { columns: true }) as Record<string, string>[];
/** An order of one row that passes. */
const order = rows.find(
  ({ Name, Phone, Total }) => Total && !Phone && rows.filter((row) => row['Name'] === Name).length === 1,
)!;
const ADDRESS = Object.keys(order).filter(
  (column) => column.startsWith('Shipping ') && column !== 'Shipping Method',
);

it.each<[string, string[], string | undefined]>([
  ['nothing', [], undefined],
  ['the e-mail', ['Email'], 'customer.email: email is missing: column "Email"'],
  ['the shipping address', ADDRESS, 'shipping_address.name: name is missing: column "Shipping Name"'],
])('empty: %s', async (_, columns, said) => {
  const at = desk();
  const row = { ...order, ...Object.fromEntries(columns.map((column) => [column, ''])) };
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
  expect(refused.orders).toContainEqual({ ...place, order: order['Name']!.slice(1), field, message });
  expect(refused.by_code[0]!.details.map((detail) => detail.field)).toContain(field);
});

interface Refused {
  readonly field: string;
  readonly message: string;
}

/** What is said of the one order of an export. */
async function refusedOf(name: string, text: string, ...words: string[]): Promise<string[]> {
  const at = desk();
  at.file('table.json', JSON.stringify(TABLE));
  at.file(name, text);
  const { refused } = await at.json<{ readonly refused: { readonly orders: readonly Refused[] } }>([
    ...['orders', 'check', name, '--map', ...words],
  ]);
  return refused.orders.map(({ field, message }) => `${field}: ${message}`);
}

const REST = JSON.parse(sampleText('exports/shopify-rest.json')) as {
  orders: { currency: string; refunds: { transactions: object[] }[] }[];
};
const AMOUNT = 'the mapping takes no value from column "refunds[0].transactions[].amount"';

it('an amount that match leaves out is not empty', async () => {
  const one = REST.orders.find(({ refunds }) => refunds.some(({ transactions }) => transactions.length > 0))!;
  const refunds = one.refunds.map((refund) => ({
    ...refund,
    transactions: refund.transactions.map((transaction) => ({ ...transaction, status: 'pending' })),
  }));
  const text = JSON.stringify({ orders: [{ ...one, refunds }] });
  const said = await refusedOf('rest.json', text, 'shopify-rest');
  expect(said[0]).toBe(
    `refunds[0].total_refund_amount_cents: The required field total_refund_amount_cents is missing: ${AMOUNT}.`,
  );
});

/** A table whose tax follows from its amounts. */
const TABLE = completeMapping({
  dates: { formats: ['YYYY-MM-DD'], timezone: 'UTC' },
  tax: { total: 'Total', subtotal: 'Subtotal', shipping: 'Shipping', tax: 'Tax' },
  order: {
    created_at: 'Date',
    updated_at: 'Date',
    'customer.identifier': undefined,
    'customer.email': { constant: 'kim@example.com' },
    total_amount_cents: 'Total',
    shipping_amount_cents: 'Shipping',
  },
  item: {
    quantity: 'Units',
    quantity_shipped: 'Units',
    shipped_date: undefined,
    unit_price_amount_cents: 'Price',
  },
});
const CELLS = {
  ...{ No: '1', Date: '2026-05-01', Sku: 'A', Units: '1', Price: '5.00', Subtotal: '5.00' },
  ...{ Shipping: '2.00', Tax: '1.00', Total: '8.00' },
};

it.each<[string, Partial<typeof CELLS>, string[]]>([
  ['a price', { Price: '1,23,45.678' }, ['items[0].unit_price_amount_cents: 1,23,45.6…']],
  ['a total, which is read twice', { Total: '1,1,1.00' }, ['total_amount_cents: 1,1,1.00']],
  ['a shipping amount', { Shipping: '5.0.0' }, ['shipping_amount_cents: 5.0.0']],
  ['a tax', { Tax: 'N/A' }, ['tax_amount_cents: N/A']],
  ['a price below zero', { Price: '-5.00' }, ['items[0].unit_price_amount_cents: -500']],
  ['units below zero', { Units: '-1' }, ['items[0].quantity: -1', 'items[0].quantity_shipped: -1']],
  ['a date', { Date: '46266.38' }, ['created_at: 46266.38', 'updated_at: 46266.38']],
])('what follows from a cell is not said beside it: %s', async (_, cells, wanted) => {
  const row = { ...CELLS, ...cells };
  const text = [Object.keys(row), Object.values(row).map((cell) => `"${cell}"`)].join('\n');
  const said = await refusedOf('table.csv', text, 'table.json');
  expect(said.map((one) => one.replace(/^(\S+: ).*(?:found "(.*)"|is (-\d+)[ ;].*)$/, '$1$2$3'))).toEqual(
    wanted,
  );
});
