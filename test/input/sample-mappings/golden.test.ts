// Every sample export of a platform through its mapping into a sandbox: the counts of the run, every order that the service then
// holds, every rejected row with its reason, compared with a golden file for each export. The orders of the golden files were worked
// out from the exports without the program when they were written; which difficulty is in which order stands in
// samples/exports/README.md. `npx vitest run test/input/sample-mappings --update` writes them anew: read what changes.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { uploadedSample } from './carrier.ts';
import { repository, sample } from './export-rows.ts';

interface Export {
  /** Of the mapping; the golden file has the same. */
  readonly name: string;
  readonly file: string;
  readonly zone?: string;
  /** Second files by the name that the mapping gives them. */
  readonly joined?: Readonly<Record<string, string>>;
  /** Columns that no mapping reads. */
  readonly unmapped?: string;
}

const EXPORTS: readonly Export[] = [
  {
    name: 'amazon-actionable-orders',
    file: 'amazon-actionable-orders.tsv',
    joined: { all: 'amazon-all-orders.tsv' },
  },
  {
    name: 'amazon-all-orders',
    file: 'amazon-all-orders.tsv',
    joined: { buyers: 'amazon-order-report.tsv' },
  },
  {
    name: 'amazon-sp-api',
    file: 'amazon-sp-api.ndjson',
    joined: { orders: 'amazon-sp-api-orders.json' },
    unmapped: 'payload.OrderItems[].ProductInfo, payload.OrderItems[].CODFee',
  },
  { name: 'bigcommerce-orders', file: 'bigcommerce-orders.csv', zone: 'America/Chicago' },
  {
    name: 'bigcommerce-rest',
    file: 'bigcommerce-rest.ndjson',
    joined: { orders: 'bigcommerce-rest-orders.json', addresses: 'bigcommerce-rest-addresses.json' },
  },
  { name: 'ebay-orders', file: 'ebay-orders.csv', zone: 'America/New_York' },
  {
    name: 'etsy-sold-items',
    file: 'etsy-sold-items.csv',
    zone: 'America/Chicago',
    joined: { orders: 'etsy-sold-orders.csv' },
  },
  {
    name: 'magento-order-items',
    file: 'magento-order-items.csv',
    joined: { grid: 'magento-order-grid.csv' },
  },
  { name: 'magento-rest', file: 'magento-rest.ndjson' },
  { name: 'nuvemshop-orders', file: 'nuvemshop-orders.csv', zone: 'America/Sao_Paulo' },
  { name: 'shopify-bulk', file: 'shopify-bulk.ndjson' },
  { name: 'shopify-graphql', file: 'shopify-graphql.json' },
  { name: 'shopify-orders', file: 'shopify-orders.csv' },
  { name: 'shopify-rest', file: 'shopify-rest.json' },
  { name: 'squarespace-orders', file: 'squarespace-orders.csv', unmapped: 'Checkout Form: Delivery note' },
  { name: 'temu-orders', file: 'temu-orders.csv' },
  { name: 'tiendanube-orders', file: 'tiendanube-orders.csv', zone: 'America/Argentina/Buenos_Aires' },
  { name: 'wix-orders', file: 'wix-orders.csv', zone: 'America/New_York' },
  { name: 'woocommerce-orders', file: 'woocommerce-orders.csv', zone: 'Europe/Berlin' },
  { name: 'woocommerce-rest', file: 'woocommerce-rest.json', unmapped: 'meta_data[].value[].a[]' },
  { name: 'woocommerce-skyverge', file: 'woocommerce-skyverge.csv', zone: 'America/New_York' },
];

test('every mapping of a platform has a golden file', () => {
  const names = fs.readdirSync(sample('mappings')).filter((name) => {
    if (!name.endsWith('.json')) return false;
    const { message, platform } = JSON.parse(fs.readFileSync(sample(`mappings/${name}`), 'utf8'));
    return message !== 'asn' && platform !== undefined;
  });
  expect(EXPORTS.map(({ name }) => `${name}.json`)).toEqual(names.sort());
});

describe.each(EXPORTS)('$name', ({ name, file, zone, joined = {}, unmapped }) => {
  const flags = [
    ...(zone ? ['--timezone', zone] : []),
    ...Object.entries(joined).flatMap(([as, second]) => ['--with', `${as}=${sample(`exports/${second}`)}`]),
  ];
  const its = uploadedSample(sample(`exports/${file}`), sample(`mappings/${name}.json`), ...flags);

  test('orders, refusals and counts are those of the golden file', async () => {
    const { document, code } = its.uploaded;
    const { orders, rows, balanced, money, skipped_by: skipped } = document;
    const input = { rows: document.input.rows, orders: document.input.orders };
    const counts = (list: readonly { readonly code: string; readonly count: number }[]) =>
      Object.fromEntries(list.map((one) => [one.code, one.count]));
    const run = {
      exit_code: code,
      ...{ balanced, input, orders, rows, money, skipped: skipped ?? [] },
      refused: counts(document.refused.by_code),
      warnings: counts(document.warnings),
      notes: counts(document.notes),
    };
    const held = [...its.stored].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => JSON.stringify(one));
    const rejects = document.refused.files.map((one) => fs.readFileSync(one, 'utf8')).join('');
    const text = [JSON.stringify(run, undefined, 2), ...held, 'rejects:', rejects].join('\n');
    await expect(text.replaceAll('\r\n', '\n').replaceAll(repository, '')).toMatchFileSnapshot(
      `golden/${name}.txt`,
    );
  });

  test('again: nothing is sent', async () => {
    const again = await its.upload();
    expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: its.stored.size });
  });

  test('the plan names the mapping, what it assumes, and what it does not read', () =>
    its.expectPlan(unmapped));
});
