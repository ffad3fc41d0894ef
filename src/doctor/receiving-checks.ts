// Checks what `returns listen` and `returns sandbox start` need: their ports, and who has them when they are taken.

import { isObject } from '../basics/json.ts';
import { HEALTH_PATH } from '../calls/receiver-options.ts';
import { LOCAL } from '../contract/endpoints.ts';
import { type HttpAnswer, type HttpClient, NetworkFault, type Platform } from '../platform/platform.ts';
import { checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';
import { type PortHolder, publicFindings } from './public-address.ts';

/** Other ports than the defaults. */
export interface ReceivingPorts {
  readonly calls: number;
  readonly inspector: number;
  readonly sandbox: number;
}
const PORTS: ReceivingPorts = { calls: LOCAL.receiverPort, inspector: 4401, sandbox: LOCAL.port };

export interface ReceivingOptions {
  readonly ports?: ReceivingPorts | undefined;
  /** The public address that is to lead to the receiver's port on this machine. */
  readonly probeUrl?: string | undefined;
  /** PEM text of own roots. */
  readonly ca?: string | undefined;
}

/** A program on this machine answers well within this time, ms. */
const PATIENCE_MS = 3_000;
const HOST = '127.0.0.1';

export async function checkReceiving(
  platform: Platform,
  options: ReceivingOptions,
): Promise<readonly DoctorCheck[]> {
  const ports = options.ports ?? PORTS;
  const client = await platform.net.client({ connections: 1 });
  try {
    const calls = await holderOf(platform, client, ports.calls);
    const look = async (port: number, flag: string, what: string) =>
      portFinding(port, flag, what, await holderOf(platform, client, port));
    const found: Record<string, readonly Finding[]> = {
      'receiving.calls-port': [portFinding(ports.calls, 'returns listen --port 0', 'a receiver', calls)],
      'receiving.inspector-port': [
        await look(ports.inspector, 'returns listen --inspect-port 0', 'the inspector'),
      ],
      'receiving.sandbox-port': [await look(ports.sandbox, 'returns sandbox start --port 0', 'a sandbox')],
    };
    const { probeUrl, ca } = options;
    if (probeUrl !== undefined)
      found['receiving.public'] = await publicFindings(platform, {
        ...{ probeUrl, ca, host: HOST, port: ports.calls, holder: calls },
      });
    return checksOf(found);
  } finally {
    await client.close();
  }
}

const NAMES: Readonly<Partial<Record<PortHolder, string>>> = {
  receiver: 'a receiver (returns listen) runs there',
  inspector: 'the inspector of a receiver (returns listen) runs there',
  sandbox: 'a sandbox runs there',
};

function portFinding(port: number, command: string, what: string, holder: PortHolder): Finding {
  if (holder === 'nobody') return good(`port ${port} is free for ${what}`);
  const name = NAMES[holder];
  if (name !== undefined) return good(`port ${port}: ${name}`);
  return doubtful(
    holder === 'denied'
      ? `port ${port} may not be used by this user`
      : `port ${port}, meant for ${what}, is taken by another program`,
    `Choose a free port: ${command}`,
  );
}

/** Who listens on a port of this machine. */
async function holderOf(platform: Platform, client: HttpClient, port: number): Promise<PortHolder> {
  const state = await (await platform.probes()).port(HOST, port);
  if (state !== 'taken') return state === 'free' ? 'nobody' : 'denied';
  const ask = async (target: string): Promise<HttpAnswer | undefined> => {
    try {
      const url = `http://${HOST}:${port}${target}`;
      return await client.request({
        method: 'GET',
        url,
        headers: {},
        timeoutMs: PATIENCE_MS,
        maxBody: 10_000,
      });
    } catch (error) {
      if (error instanceof NetworkFault) return undefined;
      throw error;
    }
  };
  const nonce = platform.random.hex(16);
  if (memberOf(await ask('/_sandbox/identity?challenge=doctor'), 'schema') === 'sandbox-identity/1')
    return 'sandbox';
  if (memberOf(await ask(`${HEALTH_PATH}?nonce=${nonce}`), 'nonce') === nonce) return 'receiver';
  const page = await ask('/');
  return page && /<title>returns listen<\/title>/.test(new TextDecoder().decode(page.body))
    ? 'inspector'
    : 'other';
}

function memberOf(answer: HttpAnswer | undefined, name: string): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer?.body));
    return isObject(value) ? value[name] : undefined;
  } catch {
    return undefined;
  }
}
