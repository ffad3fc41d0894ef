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

const NONE: Readonly<Record<string, string>> = {};

interface Place<R extends Route> {
  readonly segments: readonly string[];
  readonly routes: Map<string, R>;
}

export function makeRouter<R extends Route>(routes: readonly R[]) {
  const exact = new Map<string, Place<R>>();
  const open: Place<R>[] = [];
  for (const route of routes) {
    const segments = route.path.split('/');
    const same = exact.get(route.path) ?? open.find((place) => place.segments.join('/') === route.path);
    const place = same ?? { segments, routes: new Map<string, R>() };
    place.routes.set(route.method, route);
    if (same) continue;
    if (route.path.includes('{')) open.push(place);
    else exact.set(route.path, place);
  }
  return {
    /** `target` is the request line's: path and query, undecoded. HEAD matches the routes of GET. */
    match(method: string, target: string): Match<R> {
      const path = pathOfTarget(target);
      // Fast path: a literal path needs no decoding, and almost every request has one.
      const direct = exact.get(path);
      if (direct) return pick(direct, method, NONE);
      const segments = decode(path);
      if (!segments) return { status: 400 };
      const literal = exact.get(segments.join('/'));
      if (literal?.segments.length === segments.length) return pick(literal, method, NONE);
      for (const place of open) {
        const parameters = bind(place.segments, segments);
        if (parameters) return pick(place, method, parameters);
      }
      return { status: 404 };
    },
  };
}

function pick<R extends Route>(
  place: Place<R>,
  method: string,
  parameters: Readonly<Record<string, string>>,
): Match<R> {
  const route = place.routes.get(method) ?? (method === 'HEAD' ? place.routes.get('GET') : undefined);
  if (route) return { route, parameters };
  return { status: 405, allow: [...place.routes.keys()].join(', ') };
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

function bind(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
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
