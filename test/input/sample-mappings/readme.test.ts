// The table of difficulties names orders that stand in the sample exports, and the mappings fit their published schema.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { MAPPING_SHAPES, type MappingFile } from '../../../src/input/mapping/shape.ts';
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
