// What a shopper asks for against what the retailer offers: stock, requests and the shape of variants.
import { expect, test } from 'vitest';
import { hindersChoice, validateVariantsAnswer } from '../../../src/contract/exchange-rules/answers.ts';
import { sampleVariant } from '../../../src/contract/sample-exchange.ts';
import { readVariants } from '../../../src/sandbox/returns/wanted-lines.ts';
import { sandboxWithClient } from '../client.ts';
import { orderOf, START } from '../life-cycle/world.ts';
import { makeRetailer } from '../retailer.ts';

const variant = {
  ...{ sku: 'XL', title: 'Thing XL', unit_price_amount_cents: 2500, quantity_in_stock: 2 },
  attributes: [{ name: 'Size', value: 'XL' }],
};
/** A sandbox with an order of these lines, and a retailer that offers one variant. */
async function offering(offered: object, lines: Parameters<typeof orderOf>[0]) {
  const headers = { 'content-type': 'application/json' };
  const answer = { status: 200, headers, body: JSON.stringify([offered]) };
  const retailer = await makeRetailer(({ path }) => (path.startsWith('/sku/') ? answer : undefined));
  const { sandbox, orders } = await sandboxWithClient({
    ...{ customerUrl: retailer.url, clock: 'manual', clockStart: START },
  });
  await orders([orderOf(lines)]);
  return { sandbox, retailer };
}

test.each([
  ['1 and 1 of 2', [1, 1], undefined],
  ['2 and 1 of 2', [2, 1], /has 2 of XL in stock, and 3 are wished for/],
])('stock is compared with all units of a return: %s', async (_what, [first, second], refused) => {
  const { sandbox, retailer } = await offering(variant, [{ id: 'L1', quantity: 3 }]);
  const lines = [first, second].map((units = 0, index) => ({
    ...{ line: 'L1', units, exchange: 'XL', reason: `reason ${index}` },
  }));
  const started = sandbox.startReturn({ order: 'SO-1', lines });
  if (refused) await expect(started).rejects.toThrow(refused);
  else expect((await started).items).toHaveLength(2);
  // One line, one request.
  expect(retailer.heard.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

test('two lines share the stock of one variant', async () => {
  const { sandbox } = await offering({ ...variant, quantity_in_stock: 1 }, [{ id: 'L1' }, { id: 'L2' }]);
  await expect(sandbox.startReturn({ order: 'SO-1', exchange: 'XL' })).rejects.toMatchObject({
    code: 'variants.stock',
  });
  expect(sandbox.rmas().rmas).toEqual([]);
});

test.each([
  ['texts', [{ name: 'Size', value: 'XL' }], [{ name: 'Size', value: 'XL' }]],
  [
    'other values',
    [{ name: 1, value: {} }, null, 'Size', { name: 'Size', value: 'M' }],
    [{ name: 'Size', value: 'M' }],
  ],
])('attributes of a variant: %s', (_what, attributes, kept) => {
  const offered = readVariants(JSON.stringify([{ ...variant, attributes }]));
  expect(offered).toMatchObject({ variants: [{ sku: 'XL', attributes: kept }] });
});

test('a shopper can choose a variant without a title by its SKU', () => {
  const of = (changes: object) => validateVariantsAnswer([sampleVariant(changes as never)]);
  expect(of({ title: undefined })).toMatchObject([{ severity: 'warning', path: '[0].title' }]);
  expect(of({ title: undefined }).some(hindersChoice)).toBe(false);
  expect(of({ sku: undefined }).some(hindersChoice)).toBe(true);
  expect(of({ quantity_in_stock: undefined }).some(hindersChoice)).toBe(true);
  const answer = JSON.stringify([sampleVariant({ title: undefined })]);
  expect(readVariants(answer)).toMatchObject({ variants: [{ sku: 'TEE-GRN-L', title: 'TEE-GRN-L' }] });
});
