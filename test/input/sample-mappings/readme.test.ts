// The table of difficulties names orders that stand in the sample exports, and the mappings fit their published schema.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAPPING_SHAPES, type MappingFile } from '../../../src/input/mapping/language/shape.ts';
import { ordersIn, rowsOf, sample } from './export-rows.ts';

const table = fs
  .readFileSync(sample('exports/README.md'), 'utf8')
  .split('## Which difficulty is in which order')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| difficulty '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const shopify = ordersIn(rowsOf(sample('exports/shopify-orders.csv'), ','), 'Name');
const woocommerce = ordersIn(rowsOf(sample('exports/woocommerce-orders.csv'), ';'), 'Order Number');

test('every difficulty stands in one of the exports, and every order named there exists', () => {
  expect(table.length).toBeGreaterThan(30);
  for (const [, difficulty, ofShopify = '', ofWooCommerce = ''] of table) {
    const inShopify = ofShopify.match(/\b2\d{3}\b/g) ?? [];
    const inWooCommerce = ofWooCommerce.match(/\b5\d{3}\b/g) ?? [];
    expect(inShopify.length + inWooCommerce.length, difficulty).toBeGreaterThan(0);
    for (const id of inShopify) expect(shopify.has(`#${id}`), `${difficulty}: #${id}`).toBe(true);
    for (const id of inWooCommerce) expect(woocommerce.has(id), `${difficulty}: ${id}`).toBe(true);
  }
});

const idsOf = (file: string, delimiter: string) =>
  new Set(rowsOf(sample(`exports/${file}`), delimiter).map((row) => Object.values(row)[0]!));

/** The first match of each line. */
const idsOfLines = (file: string, id: RegExp) =>
  new Set(
    fs
      .readFileSync(sample(`exports/${file}`), 'utf8')
      .split('\n')
      .map((line) => id.exec(line)?.[1] ?? ''),
  );

/** The numbers in the names of orders in JSON. */
const namesIn = (file: string) =>
  new Set(
    fs
      .readFileSync(sample(`exports/${file}`), 'utf8')
      .match(/(?<="(?:name":"#?|number":"(?:W-)?))\d{4}(?=-EU"|")/g),
  );

test.each([
  ['the Customer / Order / Coupon Export', idsOf('woocommerce-skyverge.csv', ','), 4],
  ['Tiendanube and Nuvemshop', idsOf('tiendanube-orders.csv', ';'), 4],
  ['the Shopify REST API', namesIn('shopify-rest.json'), 4],
  ['the Shopify bulk operation', namesIn('shopify-bulk.ndjson'), 4],
  ['the WooCommerce REST API', namesIn('woocommerce-rest.json'), 4],
  ['Etsy', new Set(rowsOf(sample('exports/etsy-sold-items.csv'), ',').map((row) => row['Order ID']!)), 10],
  [
    'Amazon, Selling Partner API',
    idsOfLines('amazon-sp-api.ndjson', /"AmazonOrderId":\s*"[\d-]*(\d{7})"/),
    7,
  ],
  ['BigCommerce, REST API', idsOfLines('bigcommerce-rest.ndjson', /"order_id":\s*(\d+)/), 4],
])('every order that the table of %s names stands in the export', (name, ids, digits) => {
  const section = fs
    .readFileSync(sample('exports/README.md'), 'utf8')
    .split(`is in which order of ${name}\n`)[1]!;
  const lines = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| difficulty '));
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const named = line.split('|')[2]!.match(new RegExp(`\\b\\d{${digits}}\\b`, 'g')) ?? [];
    expect(named.length, line).toBeGreaterThan(0);
    for (const id of named) expect(ids.has(id), `${line}: ${id}`).toBe(true);
  }
});

test.each(fs.readdirSync(sample('mappings')).filter((name) => name.endsWith('.json')))(
  '%s fits the shape, has limits, and never makes updated_at up',
  (name) => {
    const json = JSON.parse(fs.readFileSync(sample(`mappings/${name}`), 'utf8')) as { message?: string };
    const isAsn = json.message === 'asn';
    const mapping = MAPPING_SHAPES[isAsn ? 'asn' : 'order'].parse(json) as MappingFile;
    expect(mapping.limits?.length).toBeGreaterThan(5);
    if (mapping.order) expect(JSON.stringify(mapping.order['updated_at'])).not.toContain('constant');
    expect(fs.readFileSync(sample('mappings/README.md'), 'utf8')).toContain(name);
  },
);

describe('difficulties by platform', () => {
  const text = fs.readFileSync(sample('exports/README.md'), 'utf8');
  const sections = text.split('## Difficulties by platform')[1]!.split('\n## ')[0]!.split('\n### ').slice(1);
  const csvIds = (file: string, column: string) => ordersIn(rowsOf(sample(`exports/${file}`), ','), column);
  const ids: Record<string, { has(id: string): boolean }> = {
    'Amazon, All Orders': idsOfLines('amazon-all-orders.tsv', /^(\S+)\t/),
    'Amazon, Unshipped Orders': idsOfLines('amazon-actionable-orders.tsv', /^(\S+)\t/),
    Magento: csvIds('magento-order-items.csv', 'increment_id'),
    BigCommerce: csvIds('bigcommerce-orders.csv', 'Order ID'),
    Squarespace: csvIds('squarespace-orders.csv', 'Order ID'),
    Temu: csvIds('temu-orders.csv', 'Order ID'),
    Wix: csvIds('wix-orders.csv', 'Order number'),
    eBay: { has: (id) => fs.readFileSync(sample('exports/ebay-orders.csv'), 'utf8').includes(`"${id}"`) },
  };

  test.each(sections.map((section) => [section.split('\n')[0]!, section] as const))(
    '%s: every order that is named exists',
    (platform, section) => {
      const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| diff'));
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) {
        const [, , where = ''] = row.split('|').map((cell) => cell.trim());
        const named = where.match(/`[^`]+`/g)?.map((id) => id.slice(1, -1)) ?? [];
        expect(named.length > 0 || where === 'all', row).toBe(true);
        for (const id of named) expect(ids[platform]!.has(id), `${platform}: ${id}`).toBe(true);
      }
    },
  );
});
