// Tries the public address of the own endpoint: does a request to it arrive at the receiver's port on this machine?
import { askPublicAddress } from '../calls/probe-public-address.ts';
import { jsonAnswer } from '../contract/serve.ts';
import { type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';
import { networkPathTo, type PathCheck } from './network-path.ts';

/** Who listens on a port of this machine: nobody, a program of this tool, or another one. */
export type PortHolder = 'nobody' | 'receiver' | 'inspector' | 'sandbox' | 'other' | 'denied';

interface PublicProbe {
  readonly probeUrl: string;
  readonly ca: string | undefined;
  readonly host: string;
  /** The receiver's port, and who has it. */
  readonly port: number;
  readonly holder: PortHolder;
}

const TIMEOUT_MS = 15_000;

/** What the service would meet, when it calls that address. */
const MENDS: Readonly<Partial<Record<PathCheck, string>>> = {
  'connection.dns':
    'Check the address; a name that was just made needs some minutes. A tunnel gives its name only while it runs.',
  'connection.proxy':
    'This is about the proxy of this machine, not about the service: name that host in NO_PROXY, or try it from elsewhere.',
  'connection.reach':
    'See whether the tunnel or the load balancer runs, and whether its firewall lets calls in.',
  'connection.tls':
    'The service would not call it: give that server a certificate of a public authority, for that name, with its whole chain.',
  'connection.roots':
    'The service trusts public authorities only: give that server a certificate of one; a tunnel of the usual kind has it.',
  'connection.clock': "Set this machine's clock.",
};

/** Listens on the port for this one request, when nobody else does. */
export async function publicFindings(platform: Platform, probe: PublicProbe): Promise<Finding[]> {
  const { probeUrl, ca, host, port, holder } = probe;
  if (holder === 'other' || holder === 'sandbox' || holder === 'inspector' || holder === 'denied')
    return [
      doubtful(
        `${probeUrl} cannot be tried: port ${port} is taken`,
        'End the program that has the port, or lead the address to another one and try `returns listen --public-url`.',
      ),
    ];
  const nonce = platform.random.hex(16);
  let hasCome = false;
  const client = await platform.net.client({ connections: 1, ...(ca === undefined ? {} : { ca }) });
  // The one-time path: only a request that knows the nonce is told that it arrived.
  const server =
    holder === 'nobody'
      ? await platform.net.serve({ host, port, maxBody: 1024 }, async ({ target }) => {
          if (!target.endsWith(`?nonce=${nonce}`)) return jsonAnswer(404, { message: 'Not Found' });
          hasCome = true;
          return jsonAnswer(200, { status: 'ok', nonce });
        })
      : undefined;
  try {
    const ask = async () => {
      const sentAt = platform.clock.now();
      const answer = await askPublicAddress(client, probeUrl, nonce);
      return { answer, sentAt, cameAt: platform.clock.now() };
    };
    const networkPath = await networkPathTo(platform, { url: probeUrl, ca, timeoutMs: TIMEOUT_MS, ask });
    const faults = Object.entries(networkPath.findings).flatMap(([id, findings]) =>
      findings
        .filter(({ result }) => result !== 'ok')
        .map((one) => ({
          ...one,
          text: `${probeUrl}: ${one.text}`,
          hint: MENDS[id as PathCheck] ?? one.hint,
        })),
    );
    if (!networkPath.timed) return faults;
    const { answer } = networkPath.timed;
    if (server && hasCome) return [...faults, arrived(probeUrl, port, answer)];
    if (!server && echoes(answer, nonce))
      return [
        ...faults,
        good(
          `${probeUrl} leads to a receiver (returns listen); that it is the one of this machine, \`returns listen --public-url\` tells`,
        ),
      ];
    return [...faults, elsewhere(probeUrl, port, answer)];
  } catch (error) {
    if (!(error instanceof NetworkFault) || error.kind === 'aborted') throw error;
    return [bad(`${probeUrl} cannot be reached (${error.kind})`, MENDS['connection.reach']!)];
  } finally {
    await Promise.all([client.close(), server?.close()]);
  }
}

const arrived = (url: string, port: number, { status }: HttpAnswer): Finding =>
  status === 200
    ? good(`${url} leads to port ${port} of this machine`)
    : bad(
        `${url} leads to port ${port} of this machine, but its answer comes back as ${status}`,
        'What stands in between changes answers: the service would count a call as failed that was recorded. Look at its log.',
      );

const echoes = ({ body }: HttpAnswer, nonce: string): boolean =>
  new TextDecoder().decode(body).includes(nonce);

function elsewhere(url: string, port: number, { status, headers }: HttpAnswer): Finding {
  if (status >= 300 && status < 400)
    return bad(
      `${url} answers with a redirect (${status})`,
      'Give the address that it leads to: a redirect turns a POST into a GET at many clients, and the message is lost.',
    );
  if (status === 401 || status === 403)
    return bad(
      `${url} asks for a login (${status}) before the call arrives`,
      'Let calls of the service through what stands in front: a tunnel with a warning page, a firewall, a login.',
    );
  if (status === 502 || status === 503 || status === 504)
    return bad(
      `${url} answers ${status}: it does not reach port ${port} of this machine`,
      `Lead the tunnel to http://127.0.0.1:${port} (not to localhost, which may be another address).`,
    );
  const who = headers['server'] === undefined ? '' : `, ${headers['server'].slice(0, 40)}`;
  return bad(
    `${url} leads somewhere else (${status}${who}): nothing arrived at port ${port} of this machine`,
    `Correct the address, or lead the tunnel to http://127.0.0.1:${port}.`,
  );
}
