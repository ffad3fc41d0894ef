// Posts one message to an address: one attempt, as the sandbox makes it.
import type { Clock, Net } from '../../platform/platform.ts';
import { exchange } from '../deliveries/exchange.ts';
import { makeSignIn } from '../deliveries/sign-in.ts';
import type { Customer, CustomerAuth, OutboundMessage } from '../deliveries/types.ts';

/** One message that was posted, or with --print would be, and what became of it. */
export interface Sent {
  readonly message: OutboundMessage;
  /** Status of the answer; null when there was none. */
  readonly status: number | null;
  /** Real time that it took. */
  readonly ms: number;
  /** Why there was no answer: `refused`, `timeout`, `dropped`, `dns`, `tls`, `sign_in`, `aborted` ...; null with an answer. */
  readonly fault: string | null;
  /** The body of the answer, at most 10,000 characters. */
  readonly answer: string;
  /** More about the fault. */
  readonly note: string | null;
}

interface PosterParts {
  readonly clock: Clock;
  readonly net: Net;
  readonly to: Pick<Customer, 'url' | 'paths'>;
  /** PEM text of root certificates that are added. */
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Ends the attempt under way. */
  readonly signal: AbortSignal;
}

/** @param auth gives the credentials */
export async function postMessage(
  message: OutboundMessage,
  auth: () => CustomerAuth,
  { clock, net, to, ca, timeoutMs, signal }: PosterParts,
): Promise<Sent> {
  const made = net.client({ connections: 1, ...(ca !== undefined && { ca }) });
  const client = () => made;
  const started = clock.monotonic();
  const signIn = makeSignIn({
    ...{ auth, client, now: clock.now },
    ...{ timeoutMs: () => timeoutMs, signal: () => signal },
  });
  try {
    const { status, fault, recorded, note } = await exchange(to, message, {
      ...{ client, signIn, timeoutMs, signal },
      agent: 'returns-trigger',
    });
    const ms = Math.round(clock.monotonic() - started);
    return { message, status, ms, fault, answer: recorded, note };
  } finally {
    await (await made).close();
  }
}
