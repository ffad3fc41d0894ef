// Checks that the public address leads to this receiver: sends a nonce there, and expects it at the own health path.
import {
  type Clock,
  type HttpAnswer,
  type HttpClient,
  NetworkFault,
  type Random,
} from '../../platform/platform.ts';
import { type EmitReceived, warningOf } from '../events.ts';
import { HEALTH_PATH } from './receiver-options.ts';

const EVERY_MS = 60_000;
const TIMEOUT_MS = 15_000;

/** Asks the health path of the public address; a receiver that it leads to sees the nonce. @throws NetworkFault */
export const askPublicAddress = (
  client: HttpClient,
  publicUrl: string,
  nonce: string,
  signal?: AbortSignal,
): Promise<HttpAnswer> =>
  client.request({
    method: 'GET',
    url: `${publicUrl}${HEALTH_PATH}?nonce=${nonce}`,
    headers: { accept: 'application/json', 'user-agent': 'returns-listen' },
    timeoutMs: TIMEOUT_MS,
    signal,
    maxBody: 10_000,
  });

export function makePublicAddressProbe(
  parts: { readonly client: HttpClient; readonly clock: Clock; readonly random: Random },
  publicUrl: string,
  emit: EmitReceived,
) {
  const { client, clock, random } = parts;
  const came = new Set<string>();

  /** Undefined when the address leads here, otherwise the problem. */
  const attempt = async (signal: AbortSignal): Promise<string | undefined> => {
    const nonce = random.hex(16);
    try {
      const { status } = await askPublicAddress(client, publicUrl, nonce, signal);
      if (came.has(nonce))
        return status === 200 ? undefined : `it leads here, but the answer comes back as ${status}`;
      return `it leads somewhere else (${status})`;
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error;
      return `no answer (${error.kind})`;
    } finally {
      came.clear();
    }
  };

  return {
    /** Called with every nonce that arrived. */
    onHealth(nonce: string): void {
      // The limit protects the memory against health requests with foreign nonces.
      if (came.size < 100) came.add(nonce);
    },
    /** Checks at once and then every minute until the signal aborts. Reports when the result changes. */
    async watch(signal: AbortSignal): Promise<void> {
      let before: string | undefined | null = null;
      while (!signal.aborted) {
        const wrong = await attempt(signal);
        if (signal.aborted) return;
        if (wrong !== before)
          emit(
            wrong === undefined
              ? { type: 'notice', severity: 'note', text: `${publicUrl} leads here.` }
              : warningOf(`${publicUrl} does not lead here: ${wrong}. Calls to it are lost until it does.`),
          );
        before = wrong;
        await clock.sleep(EVERY_MS, signal);
      }
    },
  };
}
