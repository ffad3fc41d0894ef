// The server of a page on a loopback port of its own: every request passes the guard, every answer has the safe
// headers. The frame of a page, and its built files.

import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { Failure } from '../../basics/failure.ts';
import type { Platform, ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import { SESSION_PATH, type SessionStart } from '../session-token.ts';
import {
  type PageKey,
  type PageRoute,
  type RequestRefusal,
  refusalOfRequest,
  safePathOf,
  tokenCheck,
} from './guard.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Prevents that a script, also our own, turns text into markup or code.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

interface PageFrame {
  /** Its folder in dist/. */
  readonly folder: string;
  readonly title: string;
  /** The command that does the same, for browsers without JavaScript. */
  readonly command: string;
}

/** The files of a page by their paths. The page itself is empty: its script fills it with text nodes only. @throws Failure */
function filesOf(
  platform: Pick<Platform, 'files' | 'packageFolder'>,
  at: string,
  { folder, title, command }: PageFrame,
): readonly (readonly [path: string, type: string, content: string])[] {
  const frame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${at}/page.css">
<script src="${at}/page.js" defer></script>
</head>
<body><noscript>This page needs JavaScript. The same is done by: ${command}</noscript></body>
</html>
`;
  return [
    [at === '' ? '/' : at, 'text/html; charset=utf-8', frame],
    [`${at}/page.js`, 'text/javascript; charset=utf-8', fileOfPage(platform, `${folder}/page.js`)],
    [`${at}/page.css`, 'text/css; charset=utf-8', fileOfPage(platform, `${folder}/page.css`)],
    ['/icon.svg', 'image/svg+xml', fileOfPage(platform, 'icon.svg')],
  ];
}

/** A built file of a page, by its path in dist/. @throws Failure when it is missing */
export function fileOfPage(
  { files, packageFolder }: Pick<Platform, 'files' | 'packageFolder'>,
  file: string,
): string {
  const place = path.join(packageFolder, 'dist', file);
  if (files.stat(place)) return files.readText(place);
  throw new Failure('internal.page', EXIT.defect, 'A file of the page is missing', {
    place: { file: place },
    hint: 'Install the package again, or run `npm run build` in a clone.',
  });
}

export interface Served extends PageRoute {
  readonly act: (request: ServerRequest) => Promise<ServerAnswer> | ServerAnswer;
}

interface PageServerOptions {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  /** Somebody chose the port. */
  readonly isFixed?: boolean;
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

/** At the port, or unless it is `isFixed` at any other when it is taken. @throws Failure exit 2 when a fixed port is taken */
export const servePage = (platform: PagePlatform, options: PageServerOptions) =>
  serveAt(platform, options).catch((error) => {
    if (options.isFixed || !(error instanceof Failure) || error.code !== 'usage.port') throw error;
    return serveAt(platform, { ...options, port: 0 });
  });

async function serveAt(platform: PagePlatform, options: PageServerOptions) {
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
