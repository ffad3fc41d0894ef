// The router of the server: fixed paths and paths with parameters, unknown paths, and decoding.
import { describe, expect, test } from 'vitest';
import { bearerOf, makeRouter, utf8Body } from '../../src/contract/router.ts';
import type { ServerRequest } from '../../src/platform/platform.ts';

const router = makeRouter([
  { method: 'GET', path: '/asns' },
  { method: 'POST', path: '/asns' },
  { method: 'PUT', path: '/asns/{asn-number}' },
  { method: 'GET', path: '/sku/{variant}/variants' },
  { method: 'POST', path: '/oauth/token' },
]);

describe('routes', () => {
  test.each([
    ['POST', '/asns', '/asns', {}],
    ['HEAD', '/asns?x=1', '/asns', {}],
    ['POST', 'http://127.0.0.1:4500/asns?x=1', '/asns', {}],
    ['POST', '/%61sns', '/asns', {}],
    ['PUT', '/asns/A%2F1%20%C3%BC', '/asns/{asn-number}', { 'asn-number': 'A/1 ü' }],
    ['GET', '/sku/V-1/variants', '/sku/{variant}/variants', { variant: 'V-1' }],
  ])('%s %s', (method, target, path, parameters) => {
    expect(router.match(method, target)).toMatchObject({ route: { path }, parameters });
  });

  test.each([
    ['GET', '/', 404],
    ['GET', '/asn', 404],
    ['PUT', '/asns/', 404],
    ['PUT', '/asns/a/b', 404],
    ['POST', '/oauth%2Ftoken', 404],
    ['POST', '//asns', 404],
    ['PUT', '/asns/%E0%A4%A', 400],
    ['PATCH', '/asns', 405],
    ['HEAD', '/oauth/token', 405],
  ])('%s %s is %i', (method, target, status) => {
    expect(router.match(method, target)).toMatchObject({ status });
  });

  test('405 names the allowed methods', () => {
    expect(router.match('PATCH', '/asns')).toEqual({ status: 405, allow: 'GET, POST' });
  });
});

const request = (headers: Record<string, string>, body: Uint8Array = new Uint8Array(0)): ServerRequest => ({
  method: 'POST',
  target: '/',
  rawHeaders: [],
  headers,
  body,
  truncated: false,
  remoteAddress: '',
});

describe('headers and bodies', () => {
  test.each([
    ['bearer abc', 'abc'],
    ['Bearer  abc ', 'abc'],
    ['bearer', undefined],
    ['bearer a b', undefined],
    ['Basic abc', undefined],
  ])('authorization: %s', (authorization, token) => {
    expect(bearerOf(request({ authorization }))).toBe(token);
  });

  test('only valid UTF-8 is text', () => {
    expect(utf8Body(request({}, Buffer.from('\ufeffä✓')))).toBe('ä✓');
    expect(utf8Body(request({}, Buffer.from([0xe4])))).toBeUndefined();
  });
});
