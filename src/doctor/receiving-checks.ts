// Checks what `returns listen` needs: its port, who has it, and whether the public address leads there.
import { askPublicAddress } from '../calls/receive/probe-public-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import { jsonAnswer } from '../contract/serve.ts';
import { type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import { bad, checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';
import { networkPathTo } from './network-path.ts';

export interface ReceivingOptions {
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
