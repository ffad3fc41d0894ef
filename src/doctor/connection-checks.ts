// Checks the way to the service: addresses, names, proxy, TLS, clocks, what answers, sign-in, limits. Posts no data. And the way
// from the service to `returns listen`.
import { type Connection, connect, limitOf } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { Failure } from '../basics/failure.ts';
import { quote, redactUrl } from '../basics/text.ts';
import { formatCount } from '../basics/units.ts';
import { USER_AGENT } from '../basics/version.ts';
import { askPublicAddress } from '../calls/receive/probe-public-address.ts';
import { ENDPOINTS, type Endpoint, LOCAL } from '../contract/endpoints.ts';
import { jsonAnswer } from '../contract/router.ts';
import { formatInstant } from '../contract/time.ts';
import { type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import { endpointUrl } from '../sending/call.ts';
import { clockAhead, clockText, type Timed as TimedHeaders, WARN_SKEW_MS } from '../sending/clock-skew.ts';
import { secretRemover } from '../sending/token-source.ts';
import type { Folders } from '../storage/folders.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good, hiddenIn } from './findings.ts';
import { type NetworkPath, networkPathTo } from './network-path.ts';

/** In the order in which they are shown. */
export const CONNECTION_CHECKS = [
  'connection.addresses',
  'connection.dns',
  'connection.proxy',
  'connection.reach',
  'connection.tls',
  'connection.roots',
  'connection.clock',
  'connection.orders',
  'connection.asns',
  'connection.sign-in',
  'connection.limits',
] as const;
type ConnectionCheck = (typeof CONNECTION_CHECKS)[number];

/** Of the profile `local`: it is always an address of this machine, so neither host nor firewall is the fault. */
const NO_SANDBOX =
  'The profile local is the sandbox on this machine. Start it in another terminal: returns sandbox start';

/** What is asked without a token, to see whether it is there. The token endpoint is only reached: signing in asks it. */
const ASKED: readonly {
  readonly endpoint: Endpoint;
  readonly id?: ConnectionCheck;
  readonly what: string;
  readonly setting: string;
}[] = [
  { endpoint: ENDPOINTS.orders, id: 'connection.orders', what: 'orders', setting: 'orders-url' },
  { endpoint: ENDPOINTS.asnCreate, id: 'connection.asns', what: 'ASNs', setting: 'base-url' },
  { endpoint: ENDPOINTS.token, what: 'tokens', setting: 'auth-url' },
];

/**
 * What could not be tried, because an earlier check failed, is not among the checks. Every request counts against the
 * shared pace, as those of an upload. @throws NetworkFault `aborted`; Failure exit 2 when the roots cannot be read
 */
export async function checkConnection(
  platform: Platform,
  folders: Folders,
  target: Target,
  signal?: AbortSignal,
): Promise<readonly DoctorCheck[]> {
  // Whatever was sent, the service may repeat in any answer.
  const secrets: string[] = [];
  const secret = async () => {
    const read = await target.secret();
    secrets.push(read);
    return read;
  };
  const connection = await connect(platform, folders, { ...target, secret }, {});
  const found = Object.fromEntries(CONNECTION_CHECKS.map((id) => [id, [] as Finding[]]));
  const put = (id: ConnectionCheck, ...more: readonly Finding[]) => found[id]!.push(...more);
  const given = Object.values(target.addresses).filter((address) => address !== '');
  const hosts = new Set(given.map((address) => new URL(address).host));
  put('connection.addresses', good(`${given.length} addresses at ${[...hosts].join(', ')}`));

  const networkPaths = new Map<string, NetworkPath<Timed>>();
  const answers: Timed[] = [];
  /** One request without a token and without a body. */
  const ask = async (endpoint: Endpoint): Promise<Timed> => {
    const { client, parts } = connection;
    const { beforeAttempt, afterAttempt } = parts;
    await beforeAttempt?.(signal);
    let answer: HttpAnswer | undefined;
    const sentAt = platform.clock.now();
    try {
      answer = await client.request({
        // Without a body, nothing can be made of it even by a server that asks for no token.
        method: endpoint.name === 'token' ? 'GET' : endpoint.method,
        url: endpointUrl(target.addresses, endpoint),
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': USER_AGENT,
          ...(endpoint.version ? { [endpoint.version.header]: endpoint.version.values[0] } : {}),
        },
        timeoutMs: target.timeoutMs,
        maxBody: 10_000,
        signal,
      });
      return { answer, sentAt, cameAt: platform.clock.now() };
    } finally {
      afterAttempt?.(answer);
    }
  };
  const look = async ({ endpoint, id, what, setting }: (typeof ASKED)[number]) => {
    const url = endpointUrl(target.addresses, endpoint);
    const { origin } = new URL(url);
    const known = networkPaths.get(origin);
    if (known && (!known.answer || !id)) return;
    const networkPath = await networkPathTo(platform, {
      ...{ url, ask: () => ask(endpoint) },
      ifAway: target.sandbox && NO_SANDBOX,
    });
    networkPaths.set(origin, networkPath);
    for (const [name, finding] of Object.entries(networkPath.findings)) put(name as ConnectionCheck, finding);
    const timed = networkPath.answer;
    if (!timed) return;
    answers.push(timed);
    if (id) put(id, endpointFinding(what, setting, redactUrl(url), timed.answer));
  };
  try {
    for (const one of ASKED) if (target.addresses[one.endpoint.address] !== '') await look(one);
    for (const timed of answers) put('connection.clock', ...[clockFinding(timed) ?? []].flat());
    if (networkPaths.get(new URL(target.addresses.auth).origin)?.answer)
      put('connection.sign-in', await signInFinding(target, connection, signal));
    const perMinute = limitOf(target);
    const limit = Number.isFinite(perMinute)
      ? `at most ${formatCount(perMinute)} requests a minute are sent`
      : 'no limit is kept';
    put('connection.limits', good(`${limit} (${target.environment})`));
  } catch (error) {
    if (error instanceof NetworkFault || !(error instanceof Failure) || error.code !== 'service.paused')
      throw error;
    put('connection.limits', doubtful(error.message, error.hint));
  } finally {
    await connection.close();
  }
  return hiddenIn(checksOf(found), secretRemover(secrets));
}

/** Signs in as every command does: with the token that is kept, else with a new one. @throws NetworkFault `aborted` */
async function signInFinding(
  target: Target,
  { tokens }: Connection,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  try {
    await tokens.get(signal);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'service.paused') throw error;
    return bad(error.message, error.hint);
  }
  const end = tokens.endsAt();
  const until = end === undefined ? '' : ` until ${formatInstant(end)}`;
  // "A new token is not requested until the previous expires" (interface, Authentication): that holds here, too.
  return good(`signed in as ${quote(target.clientId)}${until}`);
}

interface Timed extends TimedHeaders {
  readonly answer: HttpAnswer;
}

const MOST_SKEW_MS = 300_000;

/** Undefined without a Date header. */
function clockFinding(timed: Timed): Finding | undefined {
  const ahead = clockAhead(timed);
  if (ahead === undefined) return undefined;
  const apart = Math.abs(ahead);
  if (apart <= WARN_SKEW_MS) return good("this machine's clock agrees with the service's");
  return (apart > MOST_SKEW_MS ? bad : doubtful)(
    `${clockText(ahead)}: orders and tokens get wrong times`,
    "Set this machine's clock (timedatectl set-ntp true, or the time service of the host of a container).",
  );
}

/** The answer of an endpoint that needs a token to a request without one and without a body: 401 shows that it is there. */
function endpointFinding(
  what: string,
  setting: string,
  address: string,
  { status, headers }: HttpAnswer,
): Finding {
  const at = `${what} at ${address}`;
  if (status === 429)
    return doubtful(
      `${at}: rate limited (429)`,
      'Run the same command again in a minute; others share the limit of your IP address.',
    );
  const isPage = /html/i.test(headers['content-type'] ?? '');
  if (!isPage && status >= 400 && status < 500 && ![403, 404, 405].includes(status))
    return good(`${at} are there (${status} without a token)`);
  return bad(
    `${at}: ${isPage ? 'a web page answers' : 'answered'} ${status}; without a token the service answers 401`,
    `Check ${setting} with \`returns whoami\`; the address is the one that the service gave you. A redirect or a page may be a login of your network, a 403 a firewall; redirects are never followed. If a 5xx lasts, ask the service's client support.`,
  );
}

// Checks what `returns listen` needs: its port, who has it, and whether the public address leads there.

interface ReceivingOptions {
  /** Another port than the default. */
  readonly port?: number | undefined;
  /** The public address that is to lead to the receiver's port on this machine. */
  readonly probeUrl?: string | undefined;
  /** PEM text of own roots. */
  readonly ca?: string | undefined;
}

const HOST = '127.0.0.1';

export async function checkReceiving(
  platform: Platform,
  { port = LOCAL.receiverPort, probeUrl, ca }: ReceivingOptions,
): Promise<readonly DoctorCheck[]> {
  const holder = await holderOf(platform, port);
  const found: Record<string, readonly Finding[]> = { 'receiving.calls-port': [portFinding(port, holder)] };
  if (probeUrl !== undefined)
    found['receiving.public'] = await publicFindings(platform, { probeUrl, ca, port, holder });
  return checksOf(found);
}

function portFinding(port: number, holder: PortHolder): Finding {
  if (holder === 'nobody') return good(`port ${port} is free for a receiver`);
  if (holder === 'receiver') return good(`port ${port}: a receiver (returns listen) runs there`);
  return doubtful(
    holder === 'denied'
      ? `port ${port} may not be used by this user`
      : `port ${port}, meant for a receiver, is taken by another program`,
    'Choose a free port: returns listen --port 0',
  );
}

/** Who listens on a port of this machine. Only a receiver repeats the nonce. */
async function holderOf({ probes, net, random }: Platform, port: number): Promise<PortHolder> {
  const state = await (await probes()).port(HOST, port);
  if (state !== 'taken') return state === 'free' ? 'nobody' : 'denied';
  const nonce = random.hex(16);
  const client = await net.client({ connections: 1 });
  try {
    const answer = await askPublicAddress(client, `http://${HOST}:${port}`, nonce);
    return echoes(answer, nonce) ? 'receiver' : 'other';
  } catch (error) {
    if (error instanceof NetworkFault) return 'other';
    throw error;
  } finally {
    await client.close();
  }
}

/** Who listens on a port of this machine: nobody, a receiver of this tool, or another program. */
type PortHolder = 'nobody' | 'receiver' | 'other' | 'denied';

interface PublicProbe {
  readonly probeUrl: string;
  readonly ca: string | undefined;
  /** The receiver's port, and who has it. */
  readonly port: number;
  readonly holder: PortHolder;
}

const MEND =
  'The service would meet the same: see whether the tunnel or the load balancer runs and lets calls in, and has a certificate of a public authority for that name.';
const PROXY_MEND =
  'This is about the proxy of this machine, not about the service: name that host in NO_PROXY, or try it from elsewhere.';

/** Listens on the port for this one request, when nobody else does. @throws NetworkFault `aborted` */
async function publicFindings(
  platform: Platform,
  { probeUrl, ca, port, holder }: PublicProbe,
): Promise<Finding[]> {
  if (holder === 'other' || holder === 'denied')
    return [
      doubtful(
        `${probeUrl} cannot be tried: port ${port} is taken`,
        'End the program that has the port, or lead the address to another one and try `returns listen --public-url`.',
      ),
    ];
  const nonce = platform.random.hex(16);
  let hasCome = false;
  const client = await platform.net.client({ connections: 1, ca });
  // The one-time path: only a request that knows the nonce is told that it arrived.
  const server =
    holder === 'nobody'
      ? await platform.net.serve({ host: HOST, port, maxBody: 1024 }, async ({ target }) => {
          if (!target.endsWith(`?nonce=${nonce}`)) return jsonAnswer(404, { message: 'Not Found' });
          hasCome = true;
          return jsonAnswer(200, { status: 'ok', nonce });
        })
      : undefined;
  try {
    const ask = () => askPublicAddress(client, probeUrl, nonce);
    const { findings, answer } = await networkPathTo(platform, { url: probeUrl, ask });
    if (!answer)
      return Object.entries(findings)
        .filter(([, { result }]) => result !== 'ok')
        .map(([id, { text }]) => bad(`${probeUrl}: ${text}`, id === 'connection.proxy' ? PROXY_MEND : MEND));
    if (server ? hasCome && answer.status === 200 : echoes(answer, nonce))
      return [good(`${probeUrl} leads to ${server ? `port ${port} of this machine` : 'a receiver'}`)];
    return [elsewhere(probeUrl, port, answer, hasCome)];
  } finally {
    await Promise.all([client.close(), server?.close()]);
  }
}

/** Only a receiver repeats the nonce. */
const echoes = ({ body }: HttpAnswer, nonce: string): boolean =>
  new TextDecoder().decode(body).includes(nonce);

function elsewhere(url: string, port: number, { status, headers }: HttpAnswer, hasCome: boolean): Finding {
  if (hasCome)
    return bad(
      `${url} leads to port ${port} of this machine, but its answer comes back as ${status}`,
      'What stands in between changes answers: the service would count a call as failed that was recorded. Look at its log.',
    );
  const who = headers['server'] === undefined ? '' : `, ${headers['server'].slice(0, 40)}`;
  return bad(
    `${url} leads somewhere else (${status}${who}): nothing arrived at port ${port} of this machine`,
    `Correct the address, or lead the tunnel to http://127.0.0.1:${port}. What stands in between must not redirect or ask for a login.`,
  );
}
