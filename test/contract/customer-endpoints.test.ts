// Which address a call to an endpoint of the customer has: the right values were written by hand.

import { describe, expect, it } from 'vitest';
import { maskedAddress } from '../../src/basics/text.ts';
import {
  calledText,
  DEFAULT_PATHS,
  endpointAddress,
  endpointUrl,
  withCallQuery,
} from '../../src/contract/customer-endpoints.ts';

const VARIANTS = '/sku/A%2FB/variants';

describe('the address of a call', () => {
  it.each([
    // A base address stands in front of every path; its query goes with each.
    ['http://h', 'rma', '/rmas', 'http://h/rmas'],
    ['http://h/hooks/', 'rma', '/rmas', 'http://h/hooks/rmas'],
    ['http://h/hooks//', 'variants', VARIANTS, 'http://h/hooks/sku/A%2FB/variants'],
    ['http://h/hooks?code=a%2Bb&x', 'rma', '/rmas', 'http://h/hooks/rmas?code=a%2Bb&x'],
    ['http://h?sig=1', 'exchange_order', '/exchange_orders', 'http://h/exchange_orders?sig=1'],
    ['http://h?sig=1', 'rma', '/rmas?token=2', 'http://h/rmas?sig=1&token=2'],
    ['http://h/armas', 'rma', '/rmas', 'http://h/armas/rmas'],
    // The address of one endpoint is kept byte for byte.
    ['http://h/rmas', 'rma', '/rmas', 'http://h/rmas'],
    ['http://h/rmas/', 'rma', '/rmas', 'http://h/rmas/'],
    ['http://h/v1/rmas/?option=com&task=a.b', 'rma', '/rmas', 'http://h/v1/rmas/?option=com&task=a.b'],
    ['http://h/rmas/?a=1', 'rma', '/rmas/?b=2', 'http://h/rmas/?a=1&b=2'],
    ['http://h/rmas/rmas', 'rma', '/rmas', 'http://h/rmas/rmas'],
    ['http://h/sku/ANY/variants/?k=1', 'variants', VARIANTS, 'http://h/sku/A%2FB/variants/?k=1'],
    // Then the others lie beside it, without what is written for that one.
    ['http://h/v1/rmas/?k=1', 'variants', VARIANTS, 'http://h/v1/sku/A%2FB/variants'],
    ['http://h/sku/ANY/variants', 'rma', '/rmas', 'http://h/rmas'],
  ] as const)('%s, %s %s: %s', (address, kind, path, url) => {
    expect(endpointUrl(address, kind, path, DEFAULT_PATHS)).toBe(url);
  });

  it('knows the paths of their own, also with a slash at the end', () => {
    const paths = { rmas: '/in/rma/', variants: 'stock/', exchangeOrders: '/swap' };
    expect(endpointUrl('http://h/x/in/rma', 'rma', '/in/rma/', paths)).toBe('http://h/x/in/rma');
    expect(endpointUrl('http://h/x', 'rma', '/in/rma/', paths)).toBe('http://h/x/in/rma/');
    expect(endpointUrl('http://h/x', 'variants', '/sku/A/stock/', paths)).toBe('http://h/x/sku/A/stock/');
    expect(endpointUrl('http://h/rmas', 'rma', '/in/rma/', paths)).toBe('http://h/rmas/in/rma/');
  });

  it('that was given for one kind takes the query of a call behind its own', () => {
    expect(withCallQuery('http://h/in/?k=1', '/rmas?x=2')).toBe('http://h/in/?k=1&x=2');
    expect(withCallQuery('http://h/in/', '/rmas')).toBe('http://h/in/');
  });
});

it('an address is kept as it was written; only the scheme is added', () => {
  expect(endpointAddress('localhost:3000/rmas/?a=%20b')).toBe('http://localhost:3000/rmas/?a=%20b');
  expect(endpointAddress('https://h.example/')).toBe('https://h.example');
  expect(() => endpointAddress('https://h.example/#x', '--to')).toThrow('--to: an address with a fragment');
});

it('what is said of it has no value of its query', () => {
  expect(maskedAddress('http://h/a?code=k-123==&x=&k-456&sig=a%3D#f')).toBe(
    'http://h/a?code=***&***&***&sig=***#f',
  );
  const called = calledText('http://h/v1?code=k-123', DEFAULT_PATHS);
  expect(called).toBe(
    'http://h/v1/rmas?code=***, http://h/v1/sku/{variant_identifier}/variants?code=***, http://h/v1/exchange_orders?code=***',
  );
  expect(calledText('http://h', DEFAULT_PATHS)).toBe('http://h');
});
