// Words of the statuses that the JSON samples have not: each changes one order of a sample.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inForm } from '../../helpers/form.ts';
import { carrierFor } from './carrier.ts';
import { sample } from './export-rows.ts';

const joined = (name: string, file: string) => ['--with', `${name}=${sample(`exports/${file}`)}`];

async function uploaded(map: string, file: string, from: string, to: string, ...flags: readonly string[]) {
  const carrier = await carrierFor();
  const text = fs.readFileSync(sample(`exports/${file}`), 'utf8');
  expect(text).toContain(from);
  const own = path.join(carrier.platform.root, file);
  // The first order of the sample that has this text.
  fs.writeFileSync(own, text.replace(from, to));
  const isJoined = flags.some((one) => one.includes('JOINED'));
  const files = isJoined ? flags.map((one) => one.replace('JOINED', own)) : [own, ...flags];
  const { document } = await carrier.json(
    ...['orders', 'upload', ...files, '--map', sample(`mappings/${map}.json`), '--rate', 'off'],
  );
  const rejects = document.refused.files.map((one) => fs.readFileSync(one, 'utf8')).join('');
  return { document, rejects, stored: carrier.stored() };
}

/** The sample as it is: uploaded once for all tests. */
const samples = new Map<string, ReturnType<typeof uploaded>>();
function asItIs(map: string, file: string): ReturnType<typeof uploaded> {
  const found = samples.get(map) ?? uploaded(map, file, '', '');
  samples.set(map, found);
  return found;
}

describe('a word that is not known refuses the order', () => {
  const exports: [map: string, file: string, from: string, word: string][] = [
    [
      'shopify-bulk',
      'shopify-bulk.ndjson',
      '"displayFulfillmentStatus":"FULFILLED"',
      'FULFILLMENT_NOT_REQUIRED',
    ],
    ['shopify-rest', 'shopify-rest.json', '"fulfillment_status":"fulfilled","name"', 'on_its_way'],
    [
      'woocommerce-rest',
      'woocommerce-rest.json',
      '"id":5028,"parent_id":0,"status":"completed"',
      'out-for-delivery',
    ],
  ];
  test.each(exports.slice(0, inForm({ short: 1, long: 3 })))('%s', async (map, file, from, word) => {
    const before = await asItIs(map, file);
    const to = from.replace(/:"[a-zA-Z]+"/, `:"${word}"`);
    const its = await uploaded(map, file, from, to);
    expect(before.rejects).not.toContain(word);
    expect(its.rejects).toContain(word);
    expect(its.document.orders.refused).toBe(before.document.orders.refused + 1);
    expect(its.stored.size).toBe(before.stored.size - 1);
  });
});

describe('the words that Shopify documents for orders that have not shipped', () => {
  const words = ['OPEN', 'SCHEDULED', 'ON_HOLD', 'IN_PROGRESS', 'PENDING_FULFILLMENT', 'REQUEST_DECLINED'];
  test.each(words.slice(0, inForm({ short: 1, long: 6 })))('%s is Created', async (word) => {
    const from = '"displayFulfillmentStatus":"UNFULFILLED"';
    const its = await uploaded(
      'shopify-bulk',
      'shopify-bulk.ndjson',
      from,
      from.replace('UNFULFILLED', word),
    );
    const created = [...its.stored.values()].filter((order) =>
      String(order['raw_status']).endsWith(` / ${word}`),
    );
    expect(created.map(({ status }) => status)).toContain('Created');
  });
});

test('a voided payment of an order that is not cancelled is a warning', async () => {
  const count = (its: Awaited<ReturnType<typeof uploaded>>) =>
    its.document.warnings.find(({ code }) => code === 'order.map.warned')?.count ?? 0;
  for (const [map, file, from, to] of [
    ['shopify-rest', 'shopify-rest.json', '"financial_status":"paid"', '"financial_status":"voided"'],
    [
      'shopify-bulk',
      'shopify-bulk.ndjson',
      '"displayFinancialStatus":"PAID"',
      '"displayFinancialStatus":"EXPIRED"',
    ],
  ] as const) {
    const before = await asItIs(map, file);
    const its = await uploaded(map, file, from, to);
    expect(count(its), map).toBe(count(before) + 1);
  }
});

test('orders of Amazon and BigCommerce with a status that is not known are refused', async () => {
  const amazon = await uploaded(
    ...([
      'amazon-sp-api',
      'amazon-sp-api-orders.json',
      '"OrderStatus": "Shipped"',
      '"OrderStatus": "Lost"',
    ] as const),
    ...[sample('exports/amazon-sp-api.ndjson'), '--with', 'orders=JOINED'],
  );
  expect(amazon.rejects).toMatch(/"message":"[^}]*Lost/);
  const commerce = await uploaded(
    ...(['bigcommerce-rest', 'bigcommerce-rest-orders.json', '"status_id": 2', '"status_id": 21'] as const),
    ...[sample('exports/bigcommerce-rest.ndjson'), '--with', 'orders=JOINED'],
    ...joined('addresses', 'bigcommerce-rest-addresses.json'),
  );
  expect(commerce.rejects).toMatch(/"message":"[^}]*21/);
});
