// The server of a page on a loopback port of its own: every request passes the guard, every answer has the safe headers.
import type { Platform, ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import { SESSION_PATH, type SessionStart } from '../session-token.ts';
import { filesOf, type PageFrame, SAFE_HEADERS } from './assets.ts';
import {
  type PageKey,
  type PageRoute,
  type RequestRefusal,
  refusalOfRequest,
  safePathOf,
  tokenCheck,
} from './guard.ts';

export interface Served extends PageRoute {
  readonly act: (request: ServerRequest) => Promise<ServerAnswer> | ServerAnswer;
}

export interface PageServerOptions {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  readonly key: PageKey;
  /** By the path of each; the first one has none. */
  readonly pages: Readonly<Record<string, PageFrame>>;
  /** Everything but the pages: what answers a path. */
  readonly routeOf: (path: string) => Served | undefined;
  /** The command that printed the address. */
  readonly printedBy: string;
  /** Maximum size of a body, bytes. */
  readonly maxBody: number;
}

export type PagePlatform = Pick<Platform, 'random' | 'crypto' | 'net' | 'files' | 'packageFolder'>;

/** @throws Failure exit 2 when the port is taken */
export async function servePage(platform: PagePlatform, options: PageServerOptions) {
  const { port, key, maxBody } = options;
  const nonce = platform.random.hex(16);
  // Before the port is known, no token is valid.
  let isToken: (token: string, place: string) => boolean = () => false;
  const listening = await platform.net.serve(
    { host: '127.0.0.1', port, maxBody },
    handler(platform, options, nonce, (token, place) => isToken(token, place)),
  );
  key.note(listening.port);
  isToken = tokenCheck(platform.crypto, key, nonce, listening.port);
  return {
    /** Without a path. */
    origin: listening.url,
    /** To be appended to a page's address. To be shown to the user, not to be logged. */
    session: `#session=${key.key}`,
    close: listening.close,
  };
}

/** The server as a function from request to answer. */
function handler(
  platform: PagePlatform,
  { pages, routeOf, printedBy }: PageServerOptions,
  nonce: string,
  isToken: (token: string, place: string) => boolean,
): ServerHandler {
  const open = openRoutes(platform, pages, nonce);
  const find = (path: string) => open.get(path) ?? routeOf(path);
  return async (request) => {
    const refused = refusalOfRequest(request, find, isToken, printedBy);
    if (refused) return refusalOf(refused);
    try {
      const answer = await find(safePathOf(request.target)!)!.act(request);
      return { ...answer, headers: { ...answer.headers, ...SAFE_HEADERS } };
    } catch {
      return refusalOf({ status: 500, message: 'The answer could not be made.' });
    }
  };
}

/** What needs no token: the empty pages, and the nonce from which the page makes its token. */
function openRoutes(
  platform: PagePlatform,
  pages: PageServerOptions['pages'],
  nonce: string,
): Map<string, Served> {
  const routes = new Map<string, Served>();
  for (const [at, page] of Object.entries(pages))
    for (const [path, type, body] of filesOf(platform, at, page)) {
      const act = () => ({ status: 200, headers: { 'content-type': type }, body });
      routes.set(path, { methods: ['GET'], open: true, isPage: type.startsWith('text/html'), act });
    }
  routes.set(SESSION_PATH, {
    methods: ['GET'],
    open: true,
    act: () => pageJson(200, { nonce } satisfies SessionStart),
  });
  return routes;
}

export const pageJson = (status: number, value: unknown): ServerAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export function refusalOf({
  status,
  message,
  allow,
}: Omit<RequestRefusal, 'status'> & { status: number }): ServerAnswer {
  const answer = pageJson(status, { error: message });
  return { ...answer, headers: { ...SAFE_HEADERS, ...answer.headers, ...(allow ? { allow } : {}) } };
}
