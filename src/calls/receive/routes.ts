// Maps a request to its kind: the three endpoints that a customer provides, or the health path.
import { usageFailure } from '../../basics/failure.ts';
import type { EndpointPaths } from '../../contract/customer-endpoints.ts';
import { type Match, makeRouter, pathOfTarget, type Route } from '../../contract/router.ts';
import type { ServerRequest } from '../../platform/platform.ts';
import type { CallKind } from '../../storage/calls.ts';
import { HEALTH_PATH } from './receiver-options.ts';

interface CallRoute extends Route {
  readonly kind: CallKind | 'health';
}

export type Routed =
  | { readonly kind: 'health' }
  | { readonly kind: Exclude<CallKind, 'unknown'>; readonly variant: string }
  | { readonly kind: 'unknown'; readonly status: 400 | 404 }
  | { readonly kind: 'unknown'; readonly status: 405; readonly allow: string };

/** @throws Failure exit 2 when two endpoints have the same path */
export function makeCallRouter(paths: EndpointPaths): (request: ServerRequest) => Routed {
  const routes: readonly CallRoute[] = [
    { kind: 'rma', method: 'POST', path: paths.rmas },
    { kind: 'variants', method: 'GET', path: `/sku/{variant_identifier}/${paths.variants}` },
    { kind: 'exchange_order', method: 'POST', path: paths.exchangeOrders },
    { kind: 'health', method: 'GET', path: HEALTH_PATH },
  ];
  if (new Set(routes.map(({ path }) => path)).size < routes.length)
    throw usageFailure('usage.paths', 'Two endpoints cannot have the same path', {
      found: routes.map(({ path }) => path).join(', '),
      hint: 'Give --rmas-path and --exchange-orders-path different values.',
    });
  const router = makeRouter(routes);
  return ({ method, target }) => {
    const match = matchOf(router, method, pathOfTarget(target));
    if (!match.route) {
      if (match.status === 405) return { kind: 'unknown', status: 405, allow: match.allow };
      return { kind: 'unknown', status: match.status };
    }
    const { kind } = match.route;
    if (kind === 'health' || kind === 'unknown') return { kind: 'health' };
    const variant = match.parameters['variant_identifier'] ?? '';
    // When forwarded, such a path could leave the base path of the address.
    if (variant === '.' || variant === '..') return { kind: 'unknown', status: 404 };
    return { kind, variant };
  };
}

/** Senders add a slash at the end, or drop it: then it is the same path. */
function matchOf(
  router: ReturnType<typeof makeRouter<CallRoute>>,
  method: string,
  path: string,
): Match<CallRoute> {
  const match = router.match(method, path);
  if (match.route || match.status !== 404 || path.endsWith('//') || path === '/') return match;
  return router.match(method, path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
}
