// The way to one server of the service: its name, the proxy, one request, and the certificate. Stops at the first fault.
import { quote } from '../basics/text.ts';
import { isLoopbackHost } from '../basics/web-address.ts';
import { NetworkFault, type Platform } from '../platform/platform.ts';
import type { Probes, ProxySeen } from '../platform/probe-types.ts';
import { connectionFailure } from '../sending/connection-failure.ts';
import { skewFinding, type Timed } from './answer-findings.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';
import { tlsFindings } from './tls-findings.ts';

export interface NetworkPath {
  readonly findings: Readonly<Partial<Record<PathCheck, readonly Finding[]>>>;
  /** The answer to the request; undefined when none came. */
  readonly timed?: Timed;
}
export type PathCheck =
  | 'connection.dns'
  | 'connection.proxy'
  | 'connection.reach'
  | 'connection.tls'
  | 'connection.roots'
  | 'connection.clock';

interface Journey {
  readonly url: string;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** The request that is to arrive. @throws NetworkFault */
  readonly ask: () => Promise<Timed>;
  /** What to do when nobody takes the connection, where that is known better. */
  readonly ifAway?: string | undefined;
}

const LOOKUP_MS = 10_000;
/** A smaller difference between two clocks does not explain a certificate's dates. */
const CLOCK_SLACK_MS = 300_000;
const isIp = (hostname: string): boolean => hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
const PROXY_HINT =
  'Check HTTPS_PROXY, and whether that proxy runs; NO_PROXY names hosts that are reached without it.';

/** @throws NetworkFault `aborted` */
export async function networkPathTo(platform: Platform, journey: Journey): Promise<NetworkPath> {
  const probes = await platform.probes();
  const { hostname, host, origin } = new URL(journey.url);
  const proxy = isLoopbackHost(hostname) ? undefined : probes.proxyFor(journey.url);
  const through = proxy && !proxy.excluded ? proxy : undefined;
  const findings: NetworkPath['findings'] = { 'connection.proxy': proxyFindings(host, proxy) };
  const name = await nameFinding(probes, hostname, through !== undefined);
  if (name.result === 'failure') return stopped(findings, 'connection.dns', name);
  const known = { ...findings, 'connection.dns': [name] };
  try {
    const timed = await journey.ask();
    return {
      findings: {
        ...known,
        'connection.reach': [good(`${host} answers`)],
        ...(await certificateFindings(platform, probes, journey)),
      },
      timed,
    };
  } catch (error) {
    if (!(error instanceof NetworkFault) || error.kind === 'aborted') throw error;
    return await faultOf(platform, probes, journey, error, known, origin);
  }
}

const stopped = (before: NetworkPath['findings'], id: PathCheck, finding: Finding): NetworkPath => ({
  findings: { ...before, [id]: [finding] },
});

function proxyFindings(host: string, proxy: ProxySeen | undefined): Finding[] {
  if (!proxy) return [good(`${host} is reached without a proxy`)];
  const way = proxy.excluded
    ? `${host} is reached without the proxy ${proxy.shown} (NO_PROXY)`
    : `${host} is reached through the proxy ${proxy.shown}`;
  if (proxy.strange.length === 0) return [good(way)];
  const entries = proxy.strange.map((entry) => quote(entry)).join(', ');
  return [
    doubtful(
      `${way}; NO_PROXY holds what is not understood and leaves nothing out: ${entries}`,
      'Write hosts, domains (.corp.example), IP addresses or ranges (10.0.0.0/8), divided by commas.',
    ),
  ];
}

async function nameFinding(probes: Probes, hostname: string, isProxied: boolean): Promise<Finding> {
  if (isLoopbackHost(hostname)) return good(`${hostname} is this machine`);
  if (isIp(hostname)) return good(`${hostname} is an IP address`);
  if (isProxied) return good(`the proxy looks ${hostname} up`);
  try {
    const addresses = await probes.lookup(hostname, LOOKUP_MS);
    return good(`${hostname} is ${addresses.slice(0, 3).join(', ')}`);
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    const isUnknown = error.message === 'ENOTFOUND';
    return bad(
      isUnknown
        ? `there is no host ${hostname}`
        : `no name server says what ${hostname} is (${error.message})`,
      isUnknown
        ? 'Check the address with `returns whoami`. A name that only the network of your company knows needs its VPN.'
        : 'Check the network of this machine and its name servers (/etc/resolv.conf).',
    );
  }
}

/** The certificate of a server that answered. */
async function certificateFindings(
  platform: Platform,
  probes: Probes,
  { url, ca, timeoutMs }: Journey,
): Promise<NetworkPath['findings']> {
  const { protocol, host } = new URL(url);
  if (protocol === 'http:')
    return { 'connection.tls': [good(`${host} is this machine: nothing leaves it, so there is no TLS`)] };
  try {
    const seen = await probes.tls(url, { ca, timeoutMs });
    const { tls, roots } = tlsFindings(seen, host, platform.clock.now());
    return { 'connection.tls': tls, 'connection.roots': roots };
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error;
    return { 'connection.tls': [good(`${host}: TLS 1.2, a trusted certificate`)] };
  }
}

async function faultOf(
  platform: Platform,
  probes: Probes,
  journey: Journey,
  fault: NetworkFault,
  known: NetworkPath['findings'],
  origin: string,
): Promise<NetworkPath> {
  const { kind, trouble } = fault;
  const { host } = new URL(journey.url);
  const failure = () => connectionFailure(fault, origin);
  if (trouble?.what === 'proxy_away')
    return stopped(known, 'connection.proxy', bad(fault.message, PROXY_HINT));
  if (trouble?.what === 'proxy_status' || kind === 'proxy' || trouble?.what === 'proxy_not_tls')
    return stopped(known, 'connection.proxy', bad(failure().message, failure().hint));
  if (kind === 'dns')
    return stopped(
      known,
      'connection.dns',
      bad(`there is no host ${host}`, 'Check the address with `returns whoami`.'),
    );
  if (kind !== 'tls') return stopped(known, 'connection.reach', silence(host, fault, journey.ifAway));
  const ofDates = trouble?.what === 'expired' || trouble?.what === 'not_yet_valid' ? trouble : undefined;
  if (ofDates?.aheadMs !== undefined && Math.abs(ofDates.aheadMs) > CLOCK_SLACK_MS)
    return stopped(known, 'connection.clock', skewFinding(ofDates.aheadMs));
  const plain = bad(failure().message, failure().hint);
  if (trouble?.what === 'plain_http' || trouble?.what === 'not_tls' || trouble?.what === 'tls_version')
    return stopped(known, 'connection.tls', plain);
  const seen = await certificateFindings(platform, probes, journey);
  const names = [...(seen['connection.tls'] ?? []), ...(seen['connection.roots'] ?? [])];
  const explains = names.some(({ result }) => result === 'failure');
  return explains ? { findings: { ...known, ...seen } } : stopped(known, 'connection.tls', plain);
}

const REASONS: Readonly<Record<string, string>> = {
  timeout: 'does not answer in time',
  refused: 'takes no connection',
  dropped: 'closes the connection without an answer',
};

/** Nothing, or half of an answer, came. */
function silence(host: string, { kind, message }: NetworkFault, ifAway: string | undefined): Finding {
  const mend =
    'Check host and port of the address, and whether a firewall lets this machine out; --timeout gives it longer.';
  return bad(
    `${host} ${REASONS[kind] ?? `cannot be reached (${quote(message)})`}`,
    (kind === 'refused' ? ifAway : undefined) ?? mend,
  );
}
