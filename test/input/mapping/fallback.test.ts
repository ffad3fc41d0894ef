// An empty address that is taken from the other one.
import { expect, it } from 'vitest';
import { codes } from '../support.ts';
import { failRows, type Json, line, mappingOf, one, readRows } from './support.ts';

const address = (prefix: string, from: string) =>
  Object.fromEntries(
    ['name', 'street1', 'city', 'zip_code', 'phone'].map((key) => [`${prefix}.${key}`, `${from} ${key}`]),
  );
const mapping = mappingOf({
  fallback: { shipping_address: 'billing_address' },
  order: {
    ...address('shipping_address', 'S'),
    'shipping_address.country_code': { column: 'S country', default: 'US' },
    ...address('billing_address', 'B'),
    'billing_address.state': 'B state',
    'billing_address.country_code': 'B country',
  },
});
const cells = (prefix: string, text: string) =>
  Object.fromEntries(
    ['name', 'street1', 'city', 'zip_code', 'phone', 'country', 'state'].map((key) => [
      `${prefix} ${key}`,
      text && `${text} ${key}`,
    ]),
  );
const both = (shipping: Json = {}) => ({ ...cells('S', ''), ...cells('B', 'b'), ...(shipping as object) });
const billed = {
  name: 'b name',
  street1: 'b street1',
  city: 'b city',
  zip_code: 'b zip_code',
  phone: 'b phone',
  state: 'b state',
  country_code: 'b country',
};

it('is taken as a whole, also where it has a name, a phone or a default, and the trace says so', async () => {
  const { raw, snapshot } = await one(both({ 'S name': 'a name', 'S phone': '1' }), mapping);
  expect(raw['shipping_address']).toEqual(billed);
  expect(raw['billing_address']).toEqual(billed);
  const columns = Object.keys({ ...line('1'), ...both() });
  for (const [key, name] of Object.entries({
    street1: 'B street1',
    state: 'B state',
    country_code: 'B country',
  })) {
    expect(snapshot.ruleOf?.(`shipping_address.${key}`)).toBe('fallback');
    expect(snapshot.placeOf(`shipping_address.${key}`).column).toBe(columns.indexOf(name) + 1);
  }
  expect(snapshot.ruleOf?.('billing_address.street1')).toBe('mapped');
});

it.each(['street1', 'city', 'zip_code'])('with a %s the address is its own', async (key) => {
  const { raw, snapshot } = await one(both({ [`S ${key}`]: 'x' }), mapping);
  expect(raw['shipping_address']).toEqual({ [key]: 'x', country_code: 'US' });
  expect(snapshot.ruleOf?.(`shipping_address.${key}`)).toBe('mapped');
});

it('counts over all rows of the order', async () => {
  const rows = [line('1', both({ 'B city': '' })), line('1', both({ 'S city': 'x' })), line('2', both())];
  const [first, second] = await readRows(rows, mapping);
  expect((first!.raw as Json)['shipping_address']).toEqual({ city: 'x', country_code: 'US' });
  expect((second!.raw as Json)['shipping_address']).toEqual(billed);
  expect(codes(first!)).toEqual([]);
});

it.each([
  ['an address that is not mapped', { fallback: { shipping_address: 'billing_address' }, order: {} }],
])('%s is a fault of the mapping', async (_, more) => {
  const failure = await failRows([line('1')], mappingOf(more));
  expect([failure.code, failure.place?.path]).toEqual(['input.map.value', 'fallback.shipping_address']);
});
