// Whether an address that calls are passed on to is one of the receiver itself: it would pass every call to itself, without an end.
import { usageFailure } from '../../basics/failure.ts';
import { isServedAt, portOf } from '../../basics/web-address.ts';
import {
  ENDPOINT_KINDS,
  type EndpointKind,
  type EndpointPaths,
  pathOfKind,
} from '../../contract/customer-endpoints.ts';
import { type ForwardOptions, type ForwardUrl, forwardUrl } from './forward.ts';

export interface OwnAddress {
  /** As given: the address to listen on, and the port; 0 is known only later. */
  readonly host: string;
  readonly port: number;
  /** The port of the inspector page, unless there is none. */
  readonly inspectPort?: number | undefined;
  readonly publicUrl?: string | undefined;
  readonly paths: EndpointPaths;
}

/** What the start cannot know is found when a call comes back: by the header of `forward.ts`. @throws Failure exit 2 */
export function checkForward(urls: ForwardOptions['urls'], own: OwnAddress): void {
  for (const kind of ENDPOINT_KINDS) {
    const to = urls[kind];
    const what = to && ownPart(to, kind, own);
    if (what === undefined) continue;
    throw usageFailure('usage.conflict', `--forward-to names ${what}: each call would come back to it`, {
      expected: 'the address of your own endpoints',
      found: new URL(to!.url).origin,
      hint: 'Give --forward-to the address where your own endpoints are, or let this receiver listen at another --port (its page: --inspect-port).',
    });
  }
}

function ownPart(to: ForwardUrl, kind: EndpointKind, own: OwnAddress): string | undefined {
  const url = new URL(to.url);
  if (isServedAt(url, own.host, own.port)) return 'this receiver itself';
  if (isServedAt(url, 'localhost', own.inspectPort)) return 'the inspector page of this receiver';
  if (own.publicUrl === undefined) return undefined;
  const known = new URL(own.publicUrl);
  const isSame = url.hostname === known.hostname && portOf(url) === portOf(known);
  return isSame && isServedThere(to, kind, known, own.paths)
    ? 'the public address of this receiver'
    : undefined;
}

/** A public host may lead other paths elsewhere: only those that the receiver serves come back. */
function isServedThere(to: ForwardUrl, kind: EndpointKind, known: URL, paths: EndpointPaths): boolean {
  const path = pathOfKind(kind, paths);
  const called = new URL(forwardUrl(to, kind, path, paths)).pathname;
  return bare(called) === bare(bare(known.pathname) + path);
}

const bare = (path: string): string => path.replace(/\/+$/, '');
