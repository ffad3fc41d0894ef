// Headers and tokens judged by hand: see judged.ts.
import { ORDER, UNIT_ASN } from '../contract/verdicts.ts';
import { type Judged, ordersOf, takes } from './judged.ts';

const ORDERS = ordersOf(ORDER);
const takesAsn = (name: string, says: string, more: Partial<Judged> = {}) =>
  takes(name, UNIT_ASN, says, { to: 'asns', ...more });

export const HEADERS_AND_TOKENS: readonly Judged[] = [
  takes(
    'the right credentials',
    { grant_type: 'client_credentials', client_id: 'local-client', client_secret: 'local-secret' },
    'Endpoints of the service: POST {auth_url}/oauth/token',
    { to: 'token' },
  ),
  takes(
    'a wrong secret',
    { grant_type: 'client_credentials', client_id: 'local-client', client_secret: 'wrong' },
    'Field notes, Errors and limits: 401 with an OAuth error body',
    { to: 'token', status: 401 },
  ),
  takes('no token', ORDERS, 'Authentication: a missing bearer token gives 401', {
    headers: { authorization: null },
    status: 401,
  }),
  takes('a token that nobody gave out', ORDERS, 'Errors: 401', {
    headers: { authorization: 'bearer 0000' },
    status: 401,
  }),
  takes('a token of almost 25 hours', ORDERS, 'Authentication: a token is valid for 25 hours', {
    hours: 24.99,
  }),
  takes('a token of 25 hours', ORDERS, 'Authentication: an expired bearer token gives 401', {
    hours: 25,
    status: 401,
  }),
  takesAsn('an ASN without a token', 'Errors: 401, for the ASN interface no body', {
    headers: { authorization: null },
    status: 401,
  }),
  takesAsn('an ASN with the token of orders', 'Authentication: the same token works across all inbound APIs'),
  takes('orders without Api-Version', ORDERS, 'Versioning: Api-Version 3; only ASNs have a default', {
    headers: { 'api-version': null },
    status: 400,
  }),
  takes('orders with Api-Version 2', ORDERS, 'Versioning: Api-Version 3', {
    headers: { 'api-version': '2' },
    status: 400,
  }),
  takesAsn('an ASN without api-version', 'Versioning: default 1 when absent', {
    headers: { 'api-version': null },
  }),
  takesAsn('an ASN with api-version 2', 'Versioning: 1 or 2', { headers: { 'api-version': '2' } }),
  takesAsn('an ASN with api-version 3', 'Versioning: 1 or 2', {
    headers: { 'api-version': '3' },
    status: 400,
  }),
  takes('another Content-Type', ORDERS, 'Endpoints: Content-Type: application/json', {
    headers: { 'content-type': 'text/plain' },
    status: 400,
  }),
  takes('no Accept', ORDERS, 'Endpoints: Accept: application/json', {
    headers: { accept: null },
    status: 400,
  }),
  takes('a body that is no JSON', undefined, 'Errors: 400, unparseable request', {
    bytes: '{"returns_portal_order":',
    status: 400,
  }),
  takes('a body that is not UTF-8', undefined, 'Limits: UTF-8 request bodies', {
    bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    status: 400,
  }),
  takesAsn('an empty body', 'Errors: 400, unparseable request', { bytes: '', status: 400 }),
];
