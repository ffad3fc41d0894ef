// Blank rows of delimiters, orders inside a key of their own, an order without identifier.
import { expect, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { ndjson } from '../helpers/sample-orders.ts';
import { desk, HEADER, row } from './support.ts';

type Json = Record<string, unknown>;

test('rows of delimiters only are blank rows, above the header, between rows and at the end', async () => {
  const at = desk();
  at.file('a.csv', `,,,,,\n\n${HEADER}\n${row(1, 1)}\n,,,,,\n"",,,,,\n${row(2, 1)}\n,,,,,\n`);
  const snapshots = await at.read('a.csv');
  expect(snapshots.map(({ id, rows }) => [id, rows[0]!.line])).toEqual([
    ['SO-1', 4],
    ['SO-2', 7],
  ]);
  const inputs = await at.open('a.csv');
  const second = snapshots[1]!.rows[0]!;
  expect(Buffer.from(inputs.bytesOf(second)).toString()).toBe(`${row(2, 1)}\n`);
});

test.each([
  ['a document', (one: Json) => JSON.stringify({ data: [one, one] }), '.data[]'],
  ['a document in lines', (one: Json) => JSON.stringify({ data: [one, one] }, null, 1), '.data[]'],
  ['two keys deep', (one: Json) => JSON.stringify({ data: { orders: [one] } }), '.data.orders[]'],
  ['beside the number of the page', (one: Json) => JSON.stringify({ page: 1, orders: [one] }), '.orders[]'],
  ['every order in a key', (one: Json) => JSON.stringify([{ order: one }]), '.[].order'],
  ['one order in a key a line', (one: Json) => ndjson({ order: one }, { order: one }), '.order'],
  ['a name with a sign', (one: Json) => JSON.stringify({ 'order-list': [one] }), '.["order-list"][]'],
])('orders inside a key of their own are exit 6 with the way out: %s', async (_name, text, filter) => {
  const at = desk();
  at.file('orders.json', text(sampleOrder()));
  const failure = await at.fail('orders.json');
  expect(failure).toMatchObject({ exitCode: 6, code: 'input.json.orders.wrapped' });
  expect(failure.hint).toContain(
    `jq -c ${filter.includes('[') ? `'${filter}'` : filter} orders.json | returns orders upload -`,
  );
});

test.each([
  ['an array a line', (one: string) => `[${one}]\n[${one}]\n`, "'.[]'"],
  ['an array a line, with CRLF', (one: string) => `[${one}]\r\n\r\n[${one},${one}]\r\n`, "'.[]'"],
  ['two documents', (one: string) => `[\n ${one}\n]\n[\n ${one}\n]`, "'.[]'"],
  ['orders, then an array', (one: string) => `${one}\n[${one}]\n`, "'arrays[], objects'"],
  [
    'two documents that wrap orders',
    (one: string) => Array(2).fill(`{\n"returns_portal_order": {"orders": [${one}]}}`).join('\n'),
    "'.returns_portal_order.orders[]'",
  ],
])('several arrays of orders are exit 6 with the way out: %s', async (_name, text, filter) => {
  const at = desk();
  at.file('orders.json', text(JSON.stringify(sampleOrder())));
  const failure = await at.fail('orders.json');
  expect(failure.exitCode).toBe(6);
  expect(failure.hint).toBe(
    `Take the orders out with jq: jq -c ${filter} orders.json | returns orders upload -`,
  );
});

test('an order without identifier is still an order', async () => {
  const at = desk();
  const { identifier: _, ...rest } = sampleOrder();
  at.file('a.json', JSON.stringify(rest));
  expect(await at.read('a.json')).toHaveLength(1);
});
