// The same orders in other forms of an export, and cells that a shop's own export has and the sample has not.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProcess } from '../../orders/map/in-process.ts';
import { checked, csvText, type Json, linesOf, type Row, rowsOf, sample, textOf } from './export-rows.ts';
import { pathsAsked } from './graphql-paths.ts';

const map = (name: string) => ['--map', sample(`mappings/${name}.json`)];
const jsonOf = (name: string) => JSON.parse(textOf(`exports/${name}`));

interface Checked {
  readonly refused: { readonly by_code: readonly { readonly code: string; readonly count: number }[] };
  readonly warnings: readonly { readonly code: string }[];
}
interface Sent extends Json {
  readonly identifier: string;
  readonly items: readonly Json[];
}

const byId = (orders: readonly Sent[]) => new Map(orders.map((one) => [one.identifier, one]));

/** Both make the same orders, and some. */
async function expectSame(files: Readonly<Record<string, unknown>>, own: string[], usual: string[]) {
  const [made, expected] = [await checked<Sent>(files, ...own), await checked<Sent>({}, ...usual)];
  expect(made.orders.length).toBeGreaterThan(15);
  expect(byId(made.orders)).toEqual(byId(expected.orders));
}

describe('BigCommerce REST', () => {
  const records = linesOf('bigcommerce-rest.ndjson');
  const WITH = [
    ...map('bigcommerce-rest'),
    ...['orders', 'addresses'].flatMap((one) => [
      '--with',
      `${one}=${sample(`exports/bigcommerce-rest-${one}.json`)}`,
    ]),
  ];
  const usual = [sample('exports/bigcommerce-rest.ndjson'), ...WITH];

  test('documents with data of V3', () => {
    const meta = { pagination: { total: 1, count: 1, per_page: 50, current_page: 1, total_pages: 1 } };
    const files = {
      'a.json': { data: records, meta },
      'orders.json': { data: jsonOf('bigcommerce-rest-orders.json'), meta },
      'addresses.json': { data: jsonOf('bigcommerce-rest-addresses.json'), meta },
    };
    const joined = ['--with', 'orders=orders.json', '--with', 'addresses=addresses.json'];
    return expectSame(files, ['a.json', ...map('bigcommerce-rest'), ...joined], usual);
  });

  test('products without the refunds are enough: refunded units are reported', async () => {
    const products = records.filter((one) => 'product_id' in one);
    const { warnings } = await (
      await checked<Sent>({ 'p.json': products }, 'p.json', ...WITH)
    ).document<Checked>();
    expect(warnings.map(({ code }) => code)).toContain('item.quantity_refunded.alone');
  });
});

describe('Magento REST: the answer as it is, without credit memos and shipments', () => {
  test.each([
    ['000000014', 25.92, true],
    ['000000017', 5, true],
    ['000000001', 0, false],
  ])('order %s with %d refunded', async (id, money, isReported) => {
    const found = linesOf('magento-rest.ndjson').find((one) => one['increment_id'] === id)!;
    const { creditmemos: _, shipments: __, ...order } = found;
    const answer = { items: [{ ...order, total_refunded: money }], search_criteria: {}, total_count: 1 };
    const { orders, document } = await checked<Sent>({ 'a.json': answer }, 'a.json', ...map('magento-rest'));
    const { warnings } = await document<Checked>();
    expect(orders).toHaveLength(1);
    expect(warnings.some(({ code }) => code === 'order.map.warned')).toBe(isReported);
  });
});

describe('Shopify GraphQL', () => {
  const MAP = map('shopify-graphql');
  const { edges } = jsonOf('shopify-graphql.json').data.orders as { edges: { node: Json }[] };
  const usual = [sample('exports/shopify-graphql.json'), ...MAP];
  const page = (part: unknown[], hasNextPage: boolean) => ({
    orders: { edges: part, pageInfo: { hasNextPage } },
  });

  test('pages in several files without "data"', () =>
    expectSame(
      { '1.json': page(edges.slice(0, 20), true), '2.json': page(edges.slice(20), false) },
      ['1.json', '2.json', ...MAP],
      usual,
    ));
  test('orders without edges around them', () =>
    expectSame(
      { 'n.json': { orders: { nodes: edges.map(({ node }) => node) } } },
      ['n.json', ...MAP],
      usual,
    ));

  test('an order with more lines than were asked for is refused', async () => {
    const [first] = structuredClone(edges.filter(({ node }) => node['name'] === '#3001'));
    (first!.node['lineItems'] as { pageInfo: Json }).pageInfo['hasNextPage'] = true;
    const { orders, document } = await checked<Sent>({ 'm.json': page([first], false) }, 'm.json', ...MAP);
    expect(orders).toEqual([]);
    expect(JSON.stringify(await document<Checked>())).toContain('more lines than the query asked for');
  });

  const LISTS = ['tags', 'taxLines', 'discountAllocations', 'fulfillments', 'refunds', 'trackingInfo'];
  const asked = (name: string) => pathsAsked(textOf(`mappings/${name}.graphql`), LISTS);
  const mapped = async (name: string) => {
    const list = await inProcess().json<{ mappings: { name: string; columns: string[] }[] }>([
      'mappings',
      'list',
    ]);
    return list.mappings.find((one) => one.name === name)!.columns;
  };
  test('the query asks for every path of the mapping, and the cursor', async () => {
    const paths = (await mapped('shopify-graphql')).map((one) => `orders.edges[].node.${one}`);
    const cursor = ['orders.pageInfo.hasNextPage', 'orders.pageInfo.endCursor'];
    expect(asked('shopify-graphql').sort()).toEqual([...paths, ...cursor].sort());
  });

  test('the query of the bulk operation asks for every path of its mapping, in an order or in a line', async () => {
    const paths = asked('shopify-bulk').map((one) =>
      one.replace(/^orders\.edges\[]\.node\.(lineItems\.edges\[]\.node\.)?/, ''),
    );
    // The file names the order of a line by itself; that prices include the tax is seen by the sums.
    const mapping = [...(await mapped('shopify-bulk')), 'taxesIncluded'].filter(
      (one) => one !== '__parentId',
    );
    expect([...new Set(paths)].sort()).toEqual(mapping.sort());
  });
});

test('Tiendanube: converted to UTF-8, with decimal commas', () => {
  const flags = [...map('tiendanube-orders'), '--timezone', 'America/Argentina/Buenos_Aires'];
  const file = sample('exports/tiendanube-orders.csv');
  // The signs of windows-1252 that latin1 has not, as far as the sample holds them.
  const signs = new Map([...'’“”–'].map((sign, i) => ['\x92\x93\x94\x96'[i]!, sign]));
  const text = fs.readFileSync(file, 'latin1').replace(/[\x80-\x9f]/g, (sign) => signs.get(sign)!);
  const converted = text.replace(/(?<=;)"?(\d+)\.(\d\d)"?(?=;)/g, '$1,$2');
  expect(converted).not.toBe(text);
  return expectSame(
    { 'utf-8.csv': converted },
    ['utf-8.csv', '--encoding', 'utf-8', ...flags],
    [file, ...flags],
  );
});

describe('Shopify CSV', () => {
  const MAP = map('shopify-orders');
  const FILE = sample('exports/shopify-orders.csv');
  const rows = rowsOf(FILE, ',');
  /** The rows of some orders with other cells. */
  function changed(changes: Readonly<Record<string, Row>>) {
    const own = rows.filter((row) => row['Name']! in changes);
    const text = own.map((row, i, all) => {
      const isFirst = all[i - 1]?.['Name'] !== row['Name'];
      const given = Object.entries(changes[row['Name']!]!);
      // Columns of the order stand on its first row only.
      return { ...row, ...Object.fromEntries(given.filter(([name]) => isFirst || /^Lineitem/.test(name))) };
    });
    return checked<Sent>({ 'changed.csv': csvText(text) }, 'changed.csv', ...MAP);
  }

  test('duties are in no field of the interface: the order adds up neither way', async () => {
    const { document } = await changed({ '#2001': { Duties: '12.00', Total: '91.04' } });
    expect((await document<Checked>()).refused.by_code).toMatchObject([
      { code: 'order.tax.undecidable', count: 1 },
    ]);
  });

  test('a line without a status has that of its order; of a partly shipped order it is refused', async () => {
    const none = { 'Lineitem fulfillment status': '' };
    const { orders, document } = await changed({ '#2001': none, '#2003': none, '#2018': none });
    expect(orders.map((one) => [one.identifier, one.items.map((item) => item['quantity_shipped'])])).toEqual([
      ['2018', [0]],
      ['2001', [2, 1]],
    ]);
    expect(orders[1]!.items[0]).toMatchObject({ shipped_date: '2025-05-03T09:30:00-04:00' });
    expect((await document<Checked>()).refused.by_code).toMatchObject([
      { code: 'order.map.refused', count: 1 },
    ]);
  });

  test('units of a restocked line count as cancelled', async () => {
    const { orders } = await changed({
      '#2018': { 'Lineitem fulfillment status': 'restocked', 'Fulfillment Status': 'restocked' },
    });
    expect(orders).toMatchObject([{ status: 'Cancelled', items: [{ quantity: 4, quantity_canceled: 4 }] }]);
  });
});
