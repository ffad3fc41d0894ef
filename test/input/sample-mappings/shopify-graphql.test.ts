// The same orders from two APIs of Shopify: what the REST sample must become by its second path is also what the pages of the
// GraphQL sample must become. And both queries ask for what their mappings read.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import { uploadedSample } from './carrier.ts';
import { sample } from './export-rows.ts';
import { pathsAsked } from './graphql-paths.ts';
import { reading, type ShopifyOrder } from './shopify-rest-expected.ts';

const FILE = sample('exports/shopify-graphql.json');
const MAP = sample('mappings/shopify-graphql.json');
const textOf = (name: string) => readFileSync(sample(name), 'utf8');
const rest = reading((JSON.parse(textOf('exports/shopify-rest.json')) as { orders: ShopifyOrder[] }).orders);
const pages = JSON.parse(textOf('exports/shopify-graphql.json')) as Page;

interface Page {
  readonly data: { readonly orders: { readonly edges: { readonly node: Node }[] } };
}
interface Node {
  readonly name: string;
  readonly lineItems: { readonly pageInfo: { hasNextPage: boolean } };
}
/** REST has words of its own for the two statuses, and times with the offset of the shop. */
const WORDS: Readonly<Record<string, string>> = {
  unfulfilled: 'UNFULFILLED',
  partial: 'PARTIALLY_FULFILLED',
};
function inGraphql(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && /(_at|_date)$/.test(key))
    return new Date(value).toISOString().replace('.000Z', 'Z');
  if (typeof value === 'string' && key === 'raw_status')
    return value.replaceAll(/\w+/g, (word) => WORDS[word] ?? word.toUpperCase());
  if (Array.isArray(value)) return value.map((one) => inGraphql(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inGraphql(one, name)]));
}

const its = uploadedSample(FILE, MAP);

describe('all orders', () => {
  test('29 of 36 orders are accepted, 6 refused, one skipped', () => {
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { orders: 36 },
      orders: { accepted: 29, refused: 6, skipped: 1, superseded: 0, pending: 0 },
    });
  });

  test.each([...rest.orders.keys()])('order %s is that of the REST API', (id) => {
    const order = inGraphql(rest.orders.get(id)) as Record<string, unknown>;
    // The fulfillment of this order is under way; REST has no word for it.
    if (id === '3034') order['raw_status'] = 'PAID / IN_PROGRESS';
    const sent = JSON.parse(JSON.stringify(its.order(id)).replaceAll('+00:00"', 'Z"'));
    expect(sent).toEqual(order);
  });

  test('money of a refund is always there in the currency of the shop: 3021 is sent, REST refuses it', () => {
    expect([...rest.refused.keys()].filter((id) => its.stored.has(id))).toEqual(['3021']);
    expect(its.order('3021')['refunds']).toMatchObject([
      { total_refund_amount_cents: 2825, refund_line_items: [{ quantity: 1 }] },
    ]);
  });

  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
  test('no key of the export is unknown to the mapping', async () => {
    const { stdout } = await its.carrier.text('orders', 'check', FILE, '--map', MAP);
    expect(stdout).not.toContain('unmapped');
    expect(stdout).not.toContain('not found');
  });
});

describe('pages', () => {
  const check = (...files: string[]) =>
    its.carrier.json('orders', 'check', ...files, '--map', MAP, '--max-rejects', '100%');
  const file = (name: string, content: unknown) => {
    const made = path.join(temporaryFolder(), name);
    writeFileSync(made, JSON.stringify(content));
    return made;
  };
  const { edges } = pages.data.orders;

  test('several files, without the object "data", as a command line tool prints them', async () => {
    const files = [edges.slice(0, 20), edges.slice(20)].map((part, at) =>
      file(`page-${at}.json`, { orders: { edges: part, pageInfo: { hasNextPage: at === 0 } } }),
    );
    const { document } = await check(...files);
    expect(document.orders).toMatchObject({ already_accepted: 29, refused: 6, skipped: 1 });
  });

  test('orders without edges around them', async () => {
    const { document } = await check(
      file('nodes.json', { orders: { nodes: edges.map(({ node }) => node) } }),
    );
    expect(document.orders).toMatchObject({ already_accepted: 29, refused: 6, skipped: 1 });
  });

  test('an order with more lines than were asked for is refused', async () => {
    const [first] = structuredClone(edges.filter(({ node }) => node.name === '#3001'));
    first!.node.lineItems.pageInfo.hasNextPage = true;
    const { document } = await check(file('more.json', { data: { orders: { edges: [first] } } }));
    expect(document.orders).toMatchObject({ already_accepted: 0, refused: 1 });
    expect(JSON.stringify(document)).toContain('more lines than the query asked for');
  });
});

describe('queries', () => {
  const mapped = async (name: string) => {
    const { stdout } = await its.carrier.text('mappings', 'list', '--json');
    const { mappings } = JSON.parse(stdout) as { mappings: { name: string; columns: string[] }[] };
    return mappings.find((one) => one.name === name)!.columns;
  };
  const LISTS = ['tags', 'taxLines', 'discountAllocations', 'fulfillments', 'refunds', 'trackingInfo'];
  const asked = (name: string) => pathsAsked(textOf(`mappings/${name}.graphql`), LISTS);

  test('page by page: every path of the mapping, and the cursor', async () => {
    const paths = (await mapped('shopify-graphql')).map((one) => `orders.edges[].node.${one}`);
    const cursor = ['orders.pageInfo.hasNextPage', 'orders.pageInfo.endCursor'];
    expect(asked('shopify-graphql').sort()).toEqual([...paths, ...cursor].sort());
  });

  test('bulk operation: every path of the mapping, in an order or in a line item', async () => {
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
