// Checks what `returns listen` needs: its port, who has it, and whether the public address leads there.
import { askPublicAddress } from '../calls/receive/probe-public-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import { NetworkFault, type Platform } from '../platform/platform.ts';
import { checksOf, type DoctorCheck, doubtful, type Finding, good } from './findings.ts';
import { echoes, type PortHolder, publicFindings } from './public-address.ts';

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
    found['receiving.public'] = await publicFindings(platform, { probeUrl, ca, host: HOST, port, holder });
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
