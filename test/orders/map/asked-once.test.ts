// What is asked, and what is not: nothing that another answer settles, nothing whose answer changes nothing.
import { expect, test } from 'vitest';
import { statusMeant } from '../../../src/orders/map/look/status-words.ts';
import { csvOf, proposalOf } from './proposal-of.ts';

const sold = (change: Parameters<typeof csvOf>[1]) => csvOf(6, (i) => ({ Status: 'Shipped', ...change(i) }));

test('the name of the recipient is asked where no column has it: without it no order can be sent', async () => {
  const text = sold(() => ({ Name: undefined, 'Ship to': 'Anna Meier' }));
  const { open } = await proposalOf(text);
  expect(open).toContain('column:address.name');
  const { result } = await proposalOf(text, {
    'column:address.name': 'Ship to',
    shipping_address: 'billing',
  });
  expect(result.mapping['order']).toMatchObject({
    'shipping_address.name': 'Ship to',
    'billing_address.name': 'Ship to',
  });
  expect(result.trial?.summary.orders.refused).toBe(0);
});

test('what shall stand for a sku is asked after its column, and not when the title does', async () => {
  const text = sold(() => ({ Sku: undefined, Cde: 'S-1' }));
  const answers = { shipping_address: 'billing' };
  expect((await proposalOf(text, answers)).open).toEqual(['column:item.sku']);
  const { open, result } = await proposalOf(text, { ...answers, 'column:item.sku': 'none' });
  expect(open).toEqual([]);
  expect(result.mapping['item']).toMatchObject({ sku: { column: ['Title'] } });
});

test('one address does not stand for the other where both are the same columns', async () => {
  const text = sold((i) => (i === 0 ? { Street: '', City: '', Zip: '', Country: '' } : {}));
  const { open } = await proposalOf(text, { shipping_address: 'billing' });
  expect(open).toEqual([]);
});

test('whether all orders have shipped is asked when no column is the status', async () => {
  const text = csvOf(12, (i) => ({ Status: undefined, Colour: i % 2 === 0 ? 'red' : 'blue' }));
  const answers = { shipping_address: 'billing' };
  expect((await proposalOf(text, answers)).open).toEqual(['column:status']);
  expect((await proposalOf(text, { ...answers, 'column:status': 'none' })).open).toEqual(['status']);
});

test.each(['Un-shipped', 'un shipped', 'Not shipped'])('%s has not shipped', (word) => {
  expect(statusMeant(word)).toBe('Created');
});
