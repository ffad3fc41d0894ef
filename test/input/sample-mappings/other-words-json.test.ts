// Words of the statuses that the JSON samples have not: each changes one order of a sample.
import { expect, test } from 'vitest';
import { checked, sample, textOf } from './export-rows.ts';
import { EXPORTS, flagsOf } from './exports.ts';

interface Checked {
  readonly refused: { readonly orders: readonly { readonly message: string }[] };
  readonly warnings: readonly { readonly code: string; readonly count: number }[];
}
interface Sent {
  readonly status: string;
  readonly raw_status?: string;
}

/** Where the first `from` of the export, or of its second file, is another text. */
async function changed(name: string, from = '', to = '', as = '') {
  const one = EXPORTS.find((each) => each.name === name)!;
  const file = one.joined?.[as] ?? one.file;
  const text = textOf(`exports/${file}`);
  expect(text).toContain(from);
  const words =
    as === '' ? [file, ...flagsOf(one)] : [sample(`exports/${one.file}`), ...flagsOf(one, { [as]: file })];
  const map = ['--map', sample(`mappings/${name}.json`)];
  const { orders, document } = await checked<Sent>({ [file]: text.replace(from, to) }, ...words, ...map);
  const { refused, warnings } = await document<Checked>();
  const warned = warnings.find(({ code }) => code === 'order.map.warned')?.count ?? 0;
  return { orders, messages: refused.orders.map(({ message }) => message), warned };
}

test.each([
  ['shopify-bulk', '"displayFulfillmentStatus":"FULFILLED"', '', 'FULFILLMENT_NOT_REQUIRED'],
  ['shopify-rest', '"fulfillment_status":"fulfilled","name"', '', 'on_its_way'],
  ['woocommerce-rest', '"id":5028,"parent_id":0,"status":"completed"', '', 'out-for-delivery'],
  ['amazon-sp-api', '"OrderStatus": "Shipped"', 'orders', 'Lost'],
  ['bigcommerce-rest', '"status_id": 2', 'orders', '21'],
])('%s: a word that is not known refuses the order', async (name, from, as, word) => {
  const before = await changed(name);
  const its = await changed(name, from, from.replace(/(: ?"?)(?:\w+)("?(?:,"name")?)$/, `$1${word}$2`), as);
  const saying = ({ messages }: typeof its) => messages.filter((text) => text.includes(`"${word}"`));
  expect([saying(before).length, saying(its).length > 0]).toEqual([0, true]);
  expect(its.orders).toHaveLength(before.orders.length - 1);
});

test.each(['OPEN', 'SCHEDULED', 'ON_HOLD', 'IN_PROGRESS', 'PENDING_FULFILLMENT', 'REQUEST_DECLINED'])(
  '%s, which Shopify documents for orders that have not shipped, is Created',
  async (word) => {
    const from = '"displayFulfillmentStatus":"UNFULFILLED"';
    const { orders } = await changed('shopify-bulk', from, from.replace('UNFULFILLED', word));
    const its = orders.filter(({ raw_status: raw }) => raw?.endsWith(` / ${word}`));
    expect(its.map(({ status }) => status)).toContain('Created');
  },
);

test.each([
  ['shopify-rest', '"financial_status":"paid"', '"financial_status":"voided"'],
  ['shopify-bulk', '"displayFinancialStatus":"PAID"', '"displayFinancialStatus":"EXPIRED"'],
])('%s: a voided payment of an order that is not cancelled is a warning', async (name, from, to) => {
  expect((await changed(name, from, to)).warned).toBe((await changed(name)).warned + 1);
});
