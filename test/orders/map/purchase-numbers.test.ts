// The number under which a business orders is its own: the shop has another, and only a person can say which one shoppers know.
import { expect, test } from 'vitest';
import { csvOf, proposalOf, shopperCells } from './proposal-of.ts';

const shop = (...names: readonly string[]) =>
  csvOf(30, (i) => {
    const numbers = names.map((name, at) => [name, `${'PWR'[at]}${(at + 3) * 1000 + 7 * i}`]);
    return { ...shopperCells(i), 'Order number': undefined, ...Object.fromEntries(numbers) };
  });

test.each([
  ['PO Number', 'Web Order'],
  ['PO Number', 'Reference', 'Web Order'],
  ['Purchase order number', 'Shop order'],
  ['PO #', 'Sales Order'],
  ['po_no', 'reference'],
])('%s beside %s is asked about, and not assumed', async (...names) => {
  const asked = (await proposalOf(shop(...names), {}, { assumes: true })).question('identifier');
  expect(asked).toMatchObject({ answer: null, proposed: null, unattended: null });
  expect(asked!.choices.map(({ value }) => value).sort()).toEqual([...names].sort());
});

test('a number that says that it is that of the order is taken, whichever stands first', async () => {
  for (const names of [
    ['PO Number', 'Order No'],
    ['Order No', 'PO Number'],
  ]) {
    const { question } = await proposalOf(shop(...names));
    expect(question('identifier')?.proposed).toBe('Order No');
  }
});

test('alone it is the number of the order', async () => {
  const { columnOf, question } = await proposalOf(shop('PO Number'));
  expect(question('identifier')).toBeUndefined();
  expect(columnOf('identifier')?.column).toBe('PO Number');
});
