// The server side of endpoints: a router made from a list of routes such as the endpoint table, header parsing, JSON answers.
import type { ServerAnswer, ServerRequest } from '../platform/platform.ts';

/** The fields of a route that the router needs; every endpoint of the table has them. */
export interface Route {
  readonly method: string;
  /** `{name}` is a placeholder for one segment; its value is percent-decoded. */
  readonly path: string;
}

export type Match<R extends Route> =
  | { readonly route: R; readonly parameters: Readonly<Record<string, string>> }
  | { readonly route?: undefined; readonly status: 400 | 404 }
  | { readonly route?: undefined; readonly status: 405; readonly allow: string };

export function makeRouter<R extends Route>(routes: readonly R[]) {
  // A path without placeholders comes first.
  const sorted = routes.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  return {
    /** `target` is the request line's: path and query, undecoded. HEAD matches the routes of GET. */
    match(method: string, target: string): Match<R> {
      const segments = decode(pathOfTarget(target));
      if (!segments) return { status: 400 };
      const place = sorted.find(({ path }) => bind(path, segments));
      if (!place) return { status: 404 };
      const own = sorted.filter(({ path }) => path === place.path);
      const route = own.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
      if (route) return { route, parameters: bind(route.path, segments)! };
      return { status: 405, allow: own.map((one) => one.method).join(', ') };
    },
  };
}

/** The path of a target; scheme and host of an absolute one (as sent to proxies) are removed. */
export function pathOfTarget(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = local.search(/[?#]/);
  return end === -1 ? local : local.slice(0, end);
}

/** The query of a target. */
export function queryOfTarget(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}

function decode(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function bind(path: string, segments: readonly string[]) {
  const pattern = path.split('/');
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (let i = 0; i < pattern.length; i++) {
    const wanted = pattern[i]!;
    const found = segments[i]!;
    if (wanted.startsWith('{')) {
      if (found === '') return undefined;
      parameters[wanted.slice(1, -1)] = found;
    } else if (wanted !== found) return undefined;
  }
  return parameters;
}

export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServerAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** The answer when no route matches. */
export function unroutedAnswer(match: Exclude<Match<Route>, { route: Route }>): ServerAnswer {
  if (match.status === 405) return jsonAnswer(405, { message: 'Method Not Allowed' }, { allow: match.allow });
  return jsonAnswer(match.status, { message: match.status === 400 ? 'Bad Request' : 'Not Found' });
}

/** The token of `Authorization: bearer <token>`; the scheme in any case. */
export function bearerOf(request: ServerRequest): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The body as text; undefined when it is not UTF-8. A byte order mark is removed. */
export function utf8Body(request: ServerRequest): string | undefined {
  try {
    return UTF8.decode(request.body);
  } catch {
    return undefined;
  }
}
