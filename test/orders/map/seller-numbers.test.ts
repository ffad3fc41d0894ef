// Marketplaces write their own number of an article beside that of the seller, which alone is the sku of the shop.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, proposalOf, shopperCells } from './proposal-of.ts';

/** Articles with a number of the marketplace, and one of the seller. */
const shop = (theirs: string, own: string) =>
  csvOf(40, (i) => ({
    ...shopperCells(i),
    ...{ Sku: undefined, Title: `Shirt ${'abcdefg'[i % 7]}` },
    ...{ [theirs]: `B0${(i % 7) * 37 + 512}`, [own]: `S-${i % 7}` },
  }));
const ANSWERS = { statuses: { Shipped: 'Shipped' }, shipping_address: 'billing' };

test.each([
  ['Item Newegg #', 'Item Seller Part #'],
  ['Référence Cdiscount', 'Référence vendeur'],
  ['Item Walmart #', 'Merchant Item #'],
  ['Kaufland-Artikelnummer', 'Händler-Artikelnummer'],
  ['Referencia Amazon', 'Referencia vendedor'],
  ['Codice eBay', 'Codice venditore'],
  ['ProductID', 'ProductCode'],
])('beside %s the sku is %s', async (theirs, own) => {
  const sent = await ordersSent(shop(theirs, own), ANSWERS);
  expect(sent.map(({ items }) => items[0]!.sku)).toEqual(sent.map((_, i) => `S-${i % 7}`));
});

test.each([
  ['Référence Cdiscount', 'Référence boutique'],
  ['Artikelnummer OTTO', 'Interne Nummer'],
  ['Bol Productcode', 'Referentie winkel'],
  ['Noon SKU', 'Partner SKU'],
])('of %s and %s nobody can tell: it is asked, and not assumed', async (theirs, own) => {
  const { question } = await proposalOf(shop(theirs, own), {}, { assumes: true });
  const asked = question('column:item.sku');
  expect(asked).toMatchObject({ answer: null, proposed: null, unattended: null });
  expect(asked?.choices.map(({ value }) => value)).toEqual([theirs, own, 'none']);
});

test.each([
  ['SKU', 'Interne Nummer'],
  ['SKU', 'Supplier code'],
  ['Shop SKU', 'Supplier code'],
  ['Shop SKU', 'Shelf'],
  ['SKU', 'Seller code'],
])('%s beside %s is not asked about', async (own, other) => {
  const { open, columnOf } = await proposalOf(shop(other, own), ANSWERS);
  expect(open).toEqual([]);
  expect(columnOf('item.sku')?.column).toBe(own);
});
