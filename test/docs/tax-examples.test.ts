// The examples about tax and discounts in docs/mapping-language.md: each export, read with its mapping, is sent with the amounts that are
// written below it.
import { expect, it } from 'vitest';
import { desk } from '../mappings/known.ts';
import { readPage } from './shell.ts';

interface Part {
  readonly order?: object;
  readonly item?: object;
}

/** The fields that the examples leave out. */
const ADDRESS = {
  name: 'Anna Meier',
  street1: 'Weg 1',
  city: 'Berlin',
  state: '',
  zip_code: '10115',
  country_code: 'DE',
};
const constant = (value: unknown) => ({ constant: value });
const filled = (block: string) =>
  Object.fromEntries(Object.entries(ADDRESS).map(([key, value]) => [`${block}.${key}`, constant(value)]));
const mappingOf = ({ order, item, ...more }: Part) => ({
  name: 'Example',
  decimal: '.',
  order: {
    ...{ identifier: 'Order', created_at: 'Placed', updated_at: 'Placed' },
    ...{ status: constant('Shipped'), raw_status: constant('Shipped'), currency: constant('EUR') },
    ...{ tags: constant([]), shipping_amount_cents: constant(0), shipping_tax_amount_cents: constant(0) },
    ...{ discount_amount_cents: constant(0), 'customer.email': constant('anna@example.com') },
    ...filled('shipping_address'),
    ...filled('billing_address'),
    ...order,
  },
  item: {
    ...{ identifier: { generate: 'line' }, sku: constant('S-1'), product_identifier: constant('S') },
    ...{ variant_identifier: constant('S-1'), title: constant('Shirt'), tags: constant([]) },
    ...{ quantity: 'Qty', quantity_shipped: 'Qty', quantity_canceled: constant(0) },
    ...{ unit_price_amount_cents: 'Price', discount_amount_cents: constant(0) },
    ...('tax' in more ? {} : { tax_amount_cents: constant(0) }),
    ...item,
  },
  ...more,
});

const section = readPage('docs/mapping-language.md').split('\n## Tax and discounts\n')[1]!.split('\n## ')[0]!;
const EXAMPLE =
  /^\*\*(.*?)\*\*[^\n]*\n\n```csv\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/gm;
const examples = [...section.matchAll(EXAMPLE)].map(
  ([, title, csv, mapping, sent]) => [title, csv, mapping, sent] as [string, string, string, string],
);

it('has an example for each way', () => {
  expect(examples.map(([title]) => title)).toEqual([
    'Prices with the tax inside.',
    'Tax on top, a column for each line.',
    'Tax on top, one amount for the order.',
    'Discount of a line.',
    'Discount of the order.',
  ]);
  expect(section.match(/```/g)).toHaveLength(examples.length * 6);
});

it.each(examples)('%s', async (_, csv, mapping, sent) => {
  const at = desk();
  const [header, ...rows] = csv.trim().split('\n');
  const dated = rows.map((row) => `${row},2026-05-01T10:00:00Z\n`);
  at.file('export.csv', `${header},Placed\n${dated.join('')}`);
  at.file('map.json', JSON.stringify(mappingOf(JSON.parse(mapping) as Part)));
  const args = ['orders', 'check', 'export.csv', '--map', 'map.json', '--out', '-'];
  const { exit, stdout, stderr } = await at.run(args);
  expect(exit, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject(JSON.parse(sent) as object);
  // No amount is called wrong, and a total that does not add up is refused.
  const { refused, warnings } = await at.json<Record<'refused' | 'warnings', unknown>>(args.slice(0, 5));
  expect(JSON.stringify(warnings)).not.toMatch(/subtotal|discount|total/);
  expect(refused).toMatchObject({ by_code: [] });
  at.file('export.csv', `${header},Placed\n${dated.join('').replaceAll(/,([\d.]+),2026/g, ',99.99,2026')}`);
  expect((await at.run(args)).exit).toBe(3);
});
