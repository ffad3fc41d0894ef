// Whether an address that calls are passed on to is one of the receiver itself: it would pass every call to itself, without an end.
import { usageFailure } from '../basics/failure.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import {
  ENDPOINT_KINDS,
  type EndpointKind,
  type EndpointPaths,
  pathOfKind,
} from '../contract/customer-endpoints.ts';
import { type ForwardOptions, type ForwardUrl, forwardUrl } from './forward.ts';

export interface OwnAddress {
  /** As given: the address to listen on, and the port; 0 is known only later. */
  readonly host: string;
  readonly port: number;
  /** The port of the inspector page, when it was named. */
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
      hint: 'Give --forward-to the address where your own endpoints are, or let this receiver listen at another --port.',
    });
  }
}

function ownPart(to: ForwardUrl, kind: EndpointKind, own: OwnAddress): string | undefined {
  const url = new URL(to.url);
  const isPort = (port: number | undefined) => port !== undefined && port !== 0 && portOf(url) === port;
  if (isPort(own.port) && isHere(url.hostname, own.host)) return 'this receiver itself';
  if (isPort(own.inspectPort) && isLoopbackHost(url.hostname)) return 'the inspector page of this receiver';
  if (own.publicUrl === undefined) return undefined;
  const known = new URL(own.publicUrl);
  const isSame = url.hostname === known.hostname && portOf(url) === portOf(known);
  return isSame && isServedThere(to, kind, known, own.paths)
    ? 'the public address of this receiver'
    : undefined;
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** Another server may use the port at another address of this machine. */
function isHere(target: string, host: string): boolean {
  const to = target.replace(/^\[|\]$/g, '').toLowerCase();
  const at = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (to === at) return true;
  if (at === '0.0.0.0' || at === '::') return isLoopbackHost(target) || to === '0.0.0.0' || to === '::';
  if (!isLoopbackHost(at)) return false;
  const isNamed = to === 'localhost' || at === 'localhost';
  return isNamed ? isLoopbackHost(to) : to === '0.0.0.0' && at === '127.0.0.1';
}

/** A public host may lead other paths elsewhere: only those that the receiver serves come back. */
function isServedThere(to: ForwardUrl, kind: EndpointKind, known: URL, paths: EndpointPaths): boolean {
  const path = pathOfKind(kind, paths);
  const called = new URL(forwardUrl(to, kind, path, paths)).pathname;
  return bare(called) === bare(bare(known.pathname) + path);
}

const bare = (path: string): string => path.replace(/\/+$/, '');
