// Decides which requests to the server of a page are allowed, before anything else and on every path.
import type { Crypto, ServerRequest } from '../../platform/platform.ts';
import { SESSION_HEADER, tokenText } from '../session-token.ts';

export interface RequestRefusal {
  readonly status: 400 | 401 | 403 | 404 | 405;
  readonly message: string;
  readonly allow?: string;
}

export interface PageRoute {
  readonly methods: readonly ('GET' | 'POST')[];
  /** Contains no data and needs no token: otherwise the page could not load. */
  readonly open: boolean;
  /** The empty page itself: a link from another site may lead to it. */
  readonly isPage?: boolean;
}

/** The key of a page's address. It is never sent over a socket. */
export interface PageKey {
  /** 128 bits in hexadecimal. */
  readonly key: string;
  /** Stores a port on which the page is served. @throws Failure exit 7 */
  note(port: number): void;
  /** Whether a page with this key was ever served on a port, by this process or another one. */
  wasServedOn(port: number): boolean;
}

/**
 * Loopback names, which no foreign DNS server can resolve. Any port is allowed, because ports can be forwarded over ssh.
 */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * The reason to refuse a request; undefined when it is allowed. `routeOf` gives the route of a path, or undefined. The Host
 * check prevents DNS rebinding. The checks of Origin and Sec-Fetch-Site prevent requests from pages of other origins,
 * including other local servers.
 */
export function refusalOfRequest(
  request: ServerRequest,
  routeOf: (path: string) => PageRoute | undefined,
  isToken: (token: string, host: string) => boolean,
  /** Who printed the address: `returns listen`. */
  printedBy: string,
): RequestRefusal | undefined {
  const hosts = valuesOf(request, 'host');
  const host = hosts[0] ?? '';
  if (hosts.length !== 1 || !LOOPBACK_HOST.test(host))
    return { status: 403, message: 'This page answers under its loopback address only.' };
  const origins = valuesOf(request, 'origin');
  if (origins.some((origin) => origin.toLowerCase() !== `http://${host.toLowerCase()}`))
    return { status: 403, message: 'A page of another origin asked.' };
  const path = safePathOf(request.target);
  if (path === undefined) return { status: 400, message: 'The target of the request is not a path.' };
  const route = routeOf(path);
  if (!isOwnPage(request, route?.isPage ?? false))
    return { status: 403, message: 'A page of another site asked. Open the address by itself.' };
  const methods = route ? route.methods : ['GET', 'POST'];
  if (!methods.some((method) => method === request.method))
    return { status: 405, message: 'This method has no meaning here.', allow: methods.join(', ') };
  if (!route) return { status: 404, message: 'There is nothing under this path.' };
  if (!route.open && !isToken(valuesOf(request, SESSION_HEADER).join(), host))
    return { status: 401, message: `Open the address that \`${printedBy}\` printed.` };
  return undefined;
}

/** The path without its query, as sent; undefined for an absolute URL and for a dot segment, also an encoded one. */
export function safePathOf(target: string): string | undefined {
  const path = target.split('?', 1)[0]!;
  const isPath = /^\/(?!\/)(?:[\w./~-]|%[0-9a-f]{2})*$/i.test(path);
  return isPath && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path) ? path : undefined;
}

/**
 * What browsers send about the origin of a request. Following a link to the empty page is allowed, because it contains no
 * data.
 */
function isOwnPage(request: ServerRequest, isPage: boolean): boolean {
  const sites = valuesOf(request, 'sec-fetch-site');
  if (sites.every((site) => site === 'same-origin' || site === 'none')) return true;
  const isVisit =
    valuesOf(request, 'sec-fetch-mode').join() === 'navigate' &&
    valuesOf(request, 'sec-fetch-dest').join() === 'document';
  return isVisit && isPage && request.method === 'GET';
}

/** All values of a header. `headers` has only one value when a header is repeated. */
function valuesOf({ rawHeaders }: ServerRequest, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) values.push(rawHeaders[i + 1]!.trim());
  return values;
}

/**
 * Whether the token belongs to this start and to this Host. A forwarded port may be any port except one that the page was
 * served on before: another program may use that port now and could forward what an open page sends.
 */
export function tokenCheck(
  crypto: Crypto,
  { key, wasServedOn }: Pick<PageKey, 'key' | 'wasServedOn'>,
  nonce: string,
  port: number,
): (token: string, host: string) => boolean {
  return (token, host) => {
    const own = Number(/:(\d+)$/.exec(host)?.[1] ?? 80);
    if (own !== port && wasServedOn(own)) return false;
    // Comparing digests makes the time independent of the token.
    const wanted = crypto.sha256(tokenText(key, nonce, host.toLowerCase()));
    return crypto.sha256(token) === crypto.sha256(wanted);
  };
}
