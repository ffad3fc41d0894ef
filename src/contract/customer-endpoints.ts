// The endpoints that the customer provides, and which address a call to one of them has: one rule for --to, --forward-to
// and --customer-url.
import { maskedAddress } from '../basics/text.ts';
import { readAddress } from '../basics/web-address.ts';

/** The three endpoints (interface, Endpoints the customer provides). */
export const ENDPOINT_KINDS = ['rma', 'variants', 'exchange_order'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

export interface EndpointPaths {
  /** Path of the RMA endpoint, such as `/rmas`. */
  readonly rmas: string;
  /** What follows `/sku/{variant_identifier}/`. */
  readonly variants: string;
  readonly exchangeOrders: string;
}

export const DEFAULT_PATHS: EndpointPaths = {
  rmas: '/rmas',
  variants: 'variants',
  exchangeOrders: '/exchange_orders',
};

/** The address of endpoints as a user wrote it; a missing scheme is added. @param from names the flag @throws Failure exit 2 */
export function endpointAddress(text: string, from = '--customer-url'): string {
  const url = readAddress(text, {
    from,
    mayHaveQuery: true,
    carries: 'personal data and credentials',
    credentials: 'Put them into a file: --customer-auth basic:FILE, or --forward-headers FILE of listen.',
    otherwise: (here) =>
      ` If it runs in another container or pod, let it share the network of this one (docker run --network container:NAME; compose: network_mode: service:NAME), or forward its port, and give ${here}`,
  });
  return url.pathname === '/' ? url.origin + url.search : url.href;
}

/**
 * Where a call goes. An address that ends with the path of an endpoint names that one and is kept byte for byte, with its
 * slash and its query; the others lie beside it. Any other address stands in front of every path; its query goes with each.
 * @param path of the call, also with a query
 */
export function endpointUrl(
  address: string,
  kind: EndpointKind | 'unknown',
  path: string,
  paths: EndpointPaths,
): string {
  const [to, query] = cut(address);
  const [callPath, callQuery] = cut(path);
  const base = bare(to);
  const [named, end] = namedIn(base, paths);
  const before = base.slice(0, base.length - end.length);
  if (named === undefined) return withQueries(before + callPath, query, callQuery);
  if (named !== kind) return withQueries(before + callPath, callQuery);
  // The identifier of a variant is that of the call.
  const whole = kind === 'variants' ? before + bare(callPath) + to.slice(base.length) : to;
  return withQueries(whole, query, callQuery);
}

/** The path of an endpoint, with the interface's name of what stands in it. */
export function pathOfKind(kind: EndpointKind, paths: EndpointPaths): string {
  if (kind === 'variants') return `/sku/{variant_identifier}/${paths.variants}`;
  return kind === 'rma' ? paths.rmas : paths.exchangeOrders;
}

/** What is called under an address, for people: an address with a path could be understood in two ways. */
export const calledText = (address: string, paths: EndpointPaths): string =>
  new URL(address).href === `${new URL(address).origin}/`
    ? address
    : ENDPOINT_KINDS.map((kind) =>
        maskedAddress(endpointUrl(address, kind, pathOfKind(kind, paths), paths)),
      ).join(', ');

/** An address that is one endpoint, with the query of a call behind its own. */
export function withCallQuery(address: string, path: string): string {
  const [to, query] = cut(address);
  return withQueries(to, query, cut(path)[1]);
}

function namedIn(base: string, paths: EndpointPaths): readonly [EndpointKind | undefined, string] {
  for (const [kind, path] of [
    ['rma', bare(paths.rmas)],
    ['exchange_order', bare(paths.exchangeOrders)],
  ] as const)
    if (base.endsWith(path)) return [kind, path];
  const end = /\/sku\/[^/]+(\/.+)$/.exec(base);
  return end?.[1] === `/${bare(paths.variants)}` ? ['variants', end[0]] : [undefined, ''];
}

function cut(text: string): readonly [path: string, query: string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function withQueries(to: string, ...queries: readonly string[]): string {
  const query = queries.filter((one) => one !== '').join('&');
  return query === '' ? to : `${to}?${query}`;
}

const bare = (path: string): string => path.replace(/\/+$/, '');
