// A request of any framework in the form in which the receiver takes it.
import { headerObject } from '../calls/record/call-headers.ts';
import type { ServerRequest } from '../platform/platform.ts';
import type { GivenRequest } from './types.ts';

/** @throws TypeError when the body was parsed already, or a field has another type */
export function readRequest(given: GivenRequest, maxBody: number): ServerRequest {
  const { method, url, remote } = given;
  if (typeof method !== 'string' || typeof url !== 'string')
    throw new TypeError('handle() takes a request with method and url, both texts.');
  const body = bytesOf(given.body);
  const pairs = pairsOf(given.headers);
  return {
    method: method.toUpperCase(),
    target: url,
    rawHeaders: pairs.flat(),
    headers: headerObject(pairs),
    body: body.subarray(0, maxBody),
    truncated: body.length > maxBody,
    remoteAddress: remote ?? '',
  };
}

function bytesOf(body: GivenRequest['body']): Uint8Array {
  if (body === undefined || body === null) return new Uint8Array(0);
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'handle() takes the raw body: bytes or text, not a parsed value. Read it before a parser does; docs/library.md shows how for each framework.',
  );
}

function pairsOf(headers: GivenRequest['headers']): [string, string][] {
  if (Symbol.iterator in headers)
    return [...(headers as Iterable<readonly [string, string]>)].map(([name, value]) => [name, value]);
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return (typeof value === 'string' ? [value] : value).map((one) => [name, one]);
  });
}
