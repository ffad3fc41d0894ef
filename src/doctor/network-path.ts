// The way to one server of the service: the proxy, one request, and what its fault shows.
import { quote } from '../basics/text.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import { NetworkFault, type Platform } from '../platform/platform.ts';
import type { ProxySeen } from '../platform/programs.ts';
import { connectionFailure } from '../sending/connection-failure.ts';
import { bad, type Finding, good } from './findings.ts';

type PathCheck =
  | 'connection.dns'
  | 'connection.proxy'
  | 'connection.reach'
  | 'connection.tls'
  | 'connection.roots';

export interface NetworkPath<T> {
  readonly findings: Readonly<Partial<Record<PathCheck, Finding>>>;
  /** The answer to the request; undefined when none came. */
  readonly answer?: T;
}

interface Journey<T> {
  readonly url: string;
  /** The request that is to arrive. @throws NetworkFault */
  readonly ask: () => Promise<T>;
  /** What to do when nobody takes the connection, where that is known better. */
  readonly ifAway?: string | undefined;
}

const OTHER_ROOT =
  'The service has certificates of two public authorities, and may change to the other one: ask its team for the name of the second root.';

/** @throws NetworkFault `aborted` */
export async function networkPathTo<T>(platform: Platform, journey: Journey<T>): Promise<NetworkPath<T>> {
  const { hostname, host, protocol } = new URL(journey.url);
  const proxy = isLoopbackHost(hostname) ? undefined : (await platform.probes()).proxyFor(journey.url);
  const way = { 'connection.proxy': good(proxyText(host, proxy)) };
  try {
    const answer = await journey.ask();
    const isHere = protocol === 'http:';
    const tls = isHere
      ? `${host} is this machine: nothing leaves it, so there is no TLS`
      : `${host}: TLS 1.2, a trusted certificate`;
    const findings = {
      ...way,
      'connection.dns': good(`${host} is found`),
      'connection.reach': good(`${host} answers`),
      'connection.tls': good(tls),
      ...(!isHere && { 'connection.roots': good(`${host}: its root is known here. ${OTHER_ROOT}`) }),
    };
    return { findings, answer };
  } catch (error) {
    if (!(error instanceof NetworkFault) || error.kind === 'aborted') throw error;
    const [id, finding] = faultOf(journey, error);
    return { findings: { ...way, [id]: finding } };
  }
}

function proxyText(host: string, proxy: ProxySeen | undefined): string {
  if (!proxy) return `${host} is reached without a proxy`;
  return proxy.excluded
    ? `${host} is reached without the proxy ${proxy.shown} (NO_PROXY)`
    : `${host} is reached through the proxy ${proxy.shown}`;
}

const REASONS: Readonly<Record<string, string>> = {
  timeout: 'does not answer in time',
  refused: 'takes no connection',
  dropped: 'closes the connection without an answer',
};

/** Nothing, or half of an answer, came. */
function faultOf(
  { url, ifAway }: Omit<Journey<unknown>, 'ask'>,
  fault: NetworkFault,
): readonly [PathCheck, Finding] {
  const { kind, trouble, message } = fault;
  const { host, origin } = new URL(url);
  const isOfProxy = trouble?.what.startsWith('proxy') === true || kind === 'proxy';
  if (isOfProxy || kind === 'tls') {
    const failure = connectionFailure(fault, origin);
    const isRoot = trouble?.what === 'unknown_root';
    const id = isOfProxy ? 'connection.proxy' : isRoot ? 'connection.roots' : 'connection.tls';
    return [id, bad(failure.message, failure.hint)];
  }
  if (kind === 'dns')
    return [
      'connection.dns',
      bad(
        `no name server says what ${host} is (${message})`,
        'Check the address with `returns whoami`, and the network of this machine. A name that only the network of your company knows needs its VPN.',
      ),
    ];
  const mend =
    'Check host and port of the address, and whether a firewall lets this machine out; --timeout gives it longer.';
  return [
    'connection.reach',
    bad(
      `${host} ${REASONS[kind] ?? `cannot be reached (${quote(message)})`}`,
      (kind === 'refused' ? ifAway : undefined) ?? mend,
    ),
  ];
}
