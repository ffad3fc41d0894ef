// The tax of an order whose lines bear it at different rates, or not at all: each line has its own.
import { expect, test } from 'vitest';
import { csvOf, ordersSent } from './proposal-of.ts';

const cents = (amount: number) => (amount / 100).toFixed(2);
const PRICES = [1000, 2450, 399, 5900];
/** Orders of two lines; `rateOf` gets the number of the line. */
const shop = (name: string, texts: readonly string[], rates: readonly number[]) =>
  csvOf(40, (row) => {
    const [order, line] = [row >> 1, row % 2];
    const netOf = (at: number) => PRICES[(order + at) % 4]! * (1 + (order % 3));
    const taxOf = (at: number) => Math.round((netOf(at) * rates[(order + at) % rates.length]!) / 100);
    const [net, tax] = [netOf(0) + netOf(1), taxOf(0) + taxOf(1)];
    return {
      ...{ 'Order number': `A-${order}`, Email: `anna${order}@example.com` },
      ...{ Name: `Anna Meier${'abcdefghijklmnopqrstuvwx'[order]}`, Street: `Ring ${order + 1}` },
      ...{ Sku: `S-${(order + line) % 4}`, Title: `Shirt ${'abcd'[(order + line) % 4]}` },
      ...{
        Price: cents(PRICES[(order + line) % 4]!),
        Quantity: String(1 + (order % 3)),
        Shipping: undefined,
      },
      ...{ [name]: texts[(order + line) % texts.length]!, VAT: cents(tax), Total: cents(net + tax) },
    };
  });

test.each([
  ['VAT %', ['7', '19'], [7, 19]],
  ['MwSt-Satz', ['7 %', '19 %'], [7, 19]],
  ['Taux TVA', ['5.5', '20'], [5.5, 20]],
  ['Taxable', ['yes', 'no'], [8, 0]],
  ['Steuerpflichtig', ['nein', 'ja'], [0, 19]],
])('%s %s', async (name, texts, rates) => {
  const sent = await ordersSent(shop(name, texts, rates), {
    ...{ statuses: { shipped: 'Shipped' }, shipping_address: 'billing' },
  });
  expect(sent).toHaveLength(20);
  for (const [order, { items }] of sent.entries())
    for (const [line, item] of items.entries()) {
      const rate = rates[(order + line) % rates.length]!;
      expect(item.tax_amount_cents).toBe(
        Math.round((item.unit_price_amount_cents * item.quantity * rate) / 100),
      );
    }
});

test('a blank rate is none', async () => {
  const answers = { statuses: { shipped: 'Shipped' }, shipping_address: 'billing' };
  const [first] = await ordersSent(shop('VAT %', ['', '19'], [0, 19]), answers);
  expect(first!.items.map((item) => item.tax_amount_cents)).toEqual([0, Math.round(2450 * 0.19)]);
});
