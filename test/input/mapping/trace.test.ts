// `orders check --trace`: every field with its place and its rule, for mapped exports, the template and JSON.
import { expect, it } from 'vitest';
import { returns } from '../../helpers/returns.ts';
import { csvOf, type Json, line, mappingOf } from './support.ts';

interface Doc {
  readonly schema: string;
  readonly code?: string;
  readonly fields: readonly Readonly<Record<string, unknown>>[];
}

async function trace(files: Readonly<Record<string, unknown>>, ...args: readonly string[]) {
  const { code: exit, document } = await returns(['orders', 'check', ...args, '--json'], {}, files);
  const doc = document() as unknown as Doc;
  const of = (path: string) => {
    const field = doc.fields.find((one) => one['path'] === path);
    return field && ['value', 'file', 'line', 'column', 'rule'].map((key) => field[key]);
  };
  return { exit, doc, of };
}

it('names the rule of every field of a mapped order', async () => {
  const mapping: Json = mappingOf({
    order: {
      status: { column: 'State', values: { done: 'Shipped' } },
      currency: { constant: 'GBP' },
      note: { column: 'oms.note', default: 'none' },
      'customer.phone': { column: 'Phone', default: '0' },
    },
    item: { unit_price_amount_cents: 'P', quantity_shipped: 'Qty' },
    tax: { total: 'Total', subtotal: 'Sub', tax: 'Tax' },
  });
  const rows = [
    line('1', { State: 'done', Phone: '', P: '10.00', Sub: '20.00', Tax: '1.00', Total: '21.00' }),
    line('2'),
    line('1', { State: '', P: '10.00', At: '' }),
  ];
  const { exit, doc, of } = await trace(
    {
      'map.json': { ...mapping, with: { oms: { on: 'id' } } },
      'e.csv': csvOf(rows),
      'oms.csv': 'note,id\nhello,1\n',
    },
    ...['e.csv', '--map', 'map.json', '--with', 'oms=oms.csv', '--trace', '1'],
  );
  expect([exit, doc.schema]).toEqual([0, 'trace/1']);
  expect(of('status')).toEqual(['Shipped', 'e.csv', 2, 5, 'value map']);
  expect(of('currency')).toEqual(['GBP', null, null, null, 'constant']);
  expect(of('note')).toEqual(['hello', 'oms.csv', 2, 1, 'joined']);
  expect(of('customer.phone')).toEqual(['0', null, null, null, 'default']);
  expect(of('items[1].identifier')).toEqual(['1-A-2', 'e.csv', 4, null, 'generated']);
  expect(of('items[1].sku')).toEqual(['A', 'e.csv', 4, 3, 'mapped']);
  expect(of('items[1].tax_amount_cents')).toEqual([50, 'e.csv', 4, null, 'tax share']);
});

it('works for the template and for JSON, and takes the latest version', async () => {
  const csv =
    'identifier,updated_at,item.identifier,item.sku\nA,2026-05-02T00:00:00Z,1,new\nA,2026-05-01T00:00:00Z,1,old\n';
  const table = await trace({ 'o.csv': csv }, 'o.csv', '--trace', 'A', '--currency', 'USD');
  expect(table.of('items[0].sku')).toEqual(['new', 'o.csv', 2, 4, 'mapped']);
  expect(table.of('currency')).toEqual(['USD', null, null, null, '--currency']);
  const order = '{"identifier":"A","items":[{"sku":"x"}]}\n';
  const json = await trace({ 'o.ndjson': order }, 'o.ndjson', '--trace', 'A');
  expect(json.of('items[0].sku')?.slice(0, 3)).toEqual(['x', 'o.ndjson', 1]);
});

it('an order that is not there is exit 6', async () => {
  const { exit, doc } = await trace(
    { 'o.csv': 'identifier,updated_at\nA,2026-05-02T00:00:00Z\n' },
    'o.csv',
    '--trace',
    'B',
  );
  expect([exit, doc.code]).toEqual([6, 'input.order.missing']);
});
