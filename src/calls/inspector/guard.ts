// Who may ask the inspector's server for what: decided before anything else, on every path alike.
import type { Crypto, ServerRequest } from '../../platform/platform.ts';
import type { InspectorKey } from '../../storage/inspector-key.ts';
import { SESSION_HEADER, tokenText } from './types.ts';

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405;
  readonly message: string;
  readonly allow?: string;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Holds no data: needs no token, or the page could never begin. */
  readonly open: boolean;
}

/** Names that no foreign DNS server can answer for. The port may differ: people forward it over ssh. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * The reason to refuse a request; undefined when it may pass. `routeOf` gives the route of a path, or undefined.
 * Host is checked against DNS rebinding, Origin and Sec-Fetch-Site against pages of other origins, also those that
 * other local servers serve.
 */
export function refusalOf(
  request: ServerRequest,
  routeOf: (path: string) => Route | undefined,
  isToken: (token: string, host: string) => boolean,
): Refusal | undefined {
  const hosts = valuesOf(request, 'host');
  const host = hosts[0] ?? '';
  if (hosts.length !== 1 || !LOOPBACK_HOST.test(host))
    return { status: 403, message: 'This page answers under its loopback address only.' };
  const origins = valuesOf(request, 'origin');
  if (origins.some((origin) => origin.toLowerCase() !== `http://${host.toLowerCase()}`))
    return { status: 403, message: 'A page of another origin asked.' };
  const path = pathOf(request.target);
  if (path === undefined) return { status: 400, message: 'The target of the request is not a path.' };
  if (!isOwnPage(request, path))
    return { status: 403, message: 'A page of another site asked. Open the address by itself.' };
  const route = routeOf(path);
  const methods = route ? [route.method] : ['GET', 'POST'];
  if (!methods.some((method) => method === request.method))
    return { status: 405, message: 'This method has no meaning here.', allow: methods.join(', ') };
  if (!route) return { status: 404, message: 'There is nothing under this path.' };
  if (!route.open && !isToken(valuesOf(request, SESSION_HEADER).join(), host))
    return { status: 401, message: 'Open the address that `returns listen` printed.' };
  return undefined;
}

/** Path without query; undefined for an absolute form, a dot segment or an encoded slash. */
export function pathOf(target: string): string | undefined {
  const path = target.split('?', 1)[0]!;
  return /^\/(?!\/)[\w./-]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? path : undefined;
}

/** What browsers say about who asks. A person who follows a link to the empty page is welcome: it holds no data. */
function isOwnPage(request: ServerRequest, path: string): boolean {
  const sites = valuesOf(request, 'sec-fetch-site');
  if (sites.every((site) => site === 'same-origin' || site === 'none')) return true;
  const isVisit =
    valuesOf(request, 'sec-fetch-mode').join() === 'navigate' &&
    valuesOf(request, 'sec-fetch-dest').join() === 'document';
  return isVisit && path === '/' && request.method === 'GET';
}

/** All values of a header: `headers` holds only one of those that came twice. */
function valuesOf({ rawHeaders }: ServerRequest, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) values.push(rawHeaders[i + 1]!.trim());
  return values;
}

/**
 * Whether a token was made for this start by a page under this Host. A forwarded port may be any but one that the page was
 * served on before: who sits there now may be somebody else, who hands on what an open page sends.
 */
export function tokenCheck(
  crypto: Crypto,
  { key, wasServedOn }: Pick<InspectorKey, 'key' | 'wasServedOn'>,
  nonce: string,
  port: number,
): (token: string, host: string) => boolean {
  return (token, host) => {
    const own = Number(/:(\d+)$/.exec(host)?.[1] ?? 80);
    if (own !== port && wasServedOn(own)) return false;
    // Digests are compared: how long it takes tells nothing about the token.
    const wanted = crypto.sha256(tokenText(key, nonce, host.toLowerCase()));
    return crypto.sha256(token) === crypto.sha256(wanted);
  };
}
