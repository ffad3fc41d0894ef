// A column that a person names for a part of an address is read as one that the program finds itself.
import { expect, test } from 'vitest';
import { csvOf, ordersSent, shopperCells } from './proposal-of.ts';

const ANSWERS = { shipping_address: 'refuse', statuses: { Shipped: 'Shipped' } };

/** Under names that say nothing, a second address with what names a country and a state. */
const shop = (country: string, state: string, zip = '10115') =>
  csvOf(24, (i) => ({
    ...shopperCells(i),
    P1: `Allee ${i + 1}`,
    P2: 'Essen',
    P3: zip,
    P4: country,
    P5: state,
  }));

const named = (block: string, more: object = {}) => ({
  ...ANSWERS,
  [`field:${block}.name`]: 'Name',
  [`field:${block}.street1`]: 'P1',
  [`field:${block}.city`]: 'P2',
  [`field:${block}.zip_code`]: 'P3',
  [`field:${block}.country_code`]: 'P4',
  ...more,
});

const placesSent = async (text: string, block: 'shipping_address' | 'billing_address', more?: object) => {
  const sent = await ordersSent(text, named(block, more));
  expect(sent).toHaveLength(24);
  const { state, zip_code, country_code } = sent[0]![block]!;
  return [state, zip_code, country_code];
};

test.each([
  ['Deutschland', 'DE'],
  ['D', 'DE'],
  ['Nederland', 'NL'],
  ['United Kingdom', 'GB'],
  ['France', 'FR'],
  ['ITA', 'IT'],
  ['IT', 'IT'],
])('the country %s of a second address is sent as %s, without a state', async (country, code) => {
  expect(await placesSent(shop(country, ''), 'shipping_address')).toEqual(['', '10115', code]);
});

test('a state is sent as its code, whichever is named first', async () => {
  const text = shop('United States', 'California', "'94103");
  const state = { 'field:shipping_address.state': 'P5' };
  const expected = ['CA', '94103', 'US'];
  expect(await placesSent(text, 'shipping_address', state)).toEqual(expected);
  expect(await ordersSent(text, { ...state, ...named('shipping_address') })).toMatchObject([
    { shipping_address: { state: 'CA' } },
    ...Array.from({ length: 23 }, () => ({})),
  ]);
});

test('of a billing address, too, whose state was one of another country', async () => {
  const text = shop('Canada', 'British Columbia');
  const more = { shipping_address: 'billing', 'field:billing_address.state': 'P5' };
  expect(await placesSent(text, 'billing_address', more)).toEqual(['BC', '10115', 'CA']);
});

test('a state that is in no column is none', async () => {
  const more = { 'field:shipping_address.state': 'none' };
  expect(await placesSent(shop('FR', 'x'), 'shipping_address', more)).toEqual(['', '10115', 'FR']);
});

test.each([
  ['Land', ['D', 'A', 'CH'], ['DE', 'AT', 'CH']],
  ['Land', ['Tyskland', 'Sverige', 'Danmark'], ['DE', 'SE', 'DK']],
  ['Kraj', ['Niemcy', 'Polska', 'Czechy'], ['DE', 'PL', 'CZ']],
])('%s: the countries %s are found by the name of the column', async (name, written, codes) => {
  const text = csvOf(24, (i) => ({ ...shopperCells(i), Country: undefined, [name]: written[i % 3]! }));
  const orders = await ordersSent(text, { ...ANSWERS, shipping_address: 'billing' });
  expect(orders.map((one) => one.shipping_address.country_code)).toEqual(orders.map((_, i) => codes[i % 3]));
});
