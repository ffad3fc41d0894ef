// Tries the public address of the own endpoint: does a request to it arrive at the receiver's port on this machine?
import { askPublicAddress } from '../calls/receive/probe-public-address.ts';
import { jsonAnswer } from '../contract/serve.ts';
import type { HttpAnswer, Platform } from '../platform/platform.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';
import { networkPathTo } from './network-path.ts';

/** Who listens on a port of this machine: nobody, a receiver of this tool, or another program. */
export type PortHolder = 'nobody' | 'receiver' | 'other' | 'denied';

interface PublicProbe {
  readonly probeUrl: string;
  readonly ca: string | undefined;
  readonly host: string;
  /** The receiver's port, and who has it. */
  readonly port: number;
  readonly holder: PortHolder;
}

const MEND =
  'The service would meet the same: see whether the tunnel or the load balancer runs and lets calls in, and has a certificate of a public authority for that name.';
const PROXY_MEND =
  'This is about the proxy of this machine, not about the service: name that host in NO_PROXY, or try it from elsewhere.';

/** Listens on the port for this one request, when nobody else does. @throws NetworkFault `aborted` */
export async function publicFindings(
  platform: Platform,
  { probeUrl, ca, host, port, holder }: PublicProbe,
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
      ? await platform.net.serve({ host, port, maxBody: 1024 }, async ({ target }) => {
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
export const echoes = ({ body }: HttpAnswer, nonce: string): boolean =>
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
