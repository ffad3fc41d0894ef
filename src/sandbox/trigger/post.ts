// Posts one message to an address: one attempt, as the sandbox makes it.
import type { Clock, Net } from '../../platform/platform.ts';
import { exchange } from '../deliveries/exchange.ts';
import { makeSignIn, type SignIn } from '../deliveries/sign-in.ts';
import type { Customer, CustomerAuth, DeliveryKind, OutboundMessage } from '../deliveries/types.ts';
import { ASSUMED_INITIALLY } from '../life-cycle/assumptions.ts';

/** What became of one attempt. */
export interface Posted {
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

/** One message that was posted, or would be. */
export interface Sent extends Posted {
  /** The name of the message; of a story, the RMA and its states. */
  readonly what: string;
  readonly kind: DeliveryKind;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON text; null for a GET. */
  readonly text: string | null;
  /** Answered 401 and sent again with other credentials afterwards: what the story is about. */
  readonly isReplaced: boolean;
}

/** Posts a message with the credentials that `auth` gives. */
export type Post = (message: OutboundMessage, auth: () => CustomerAuth) => Promise<Posted>;

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

export function makePoster(parts: PosterParts): { readonly post: Post; close(): Promise<void> } {
  const { clock, timeoutMs, signal } = parts;
  const made = parts.net.client({ connections: 1, ...(parts.ca !== undefined && { ca: parts.ca }) });
  const client = () => made;
  const signIns = new Map<() => CustomerAuth, SignIn>();
  const signInOf = (auth: () => CustomerAuth): SignIn => {
    const known = signIns.get(auth);
    if (known) return known;
    const fresh = makeSignIn({
      ...{ auth, client, now: clock.now },
      ...{ timeoutMs: () => timeoutMs, signal: () => signal },
    });
    signIns.set(auth, fresh);
    return fresh;
  };
  return {
    async post(message, auth) {
      const started = clock.monotonic();
      const done = await exchange(parts.to, message, {
        ...{ client, signIn: signInOf(auth), assume: ASSUMED_INITIALLY, timeoutMs, signal },
        agent: 'returns-trigger',
      });
      const { status, fault, recorded, note } = done;
      return { status, ms: Math.round(clock.monotonic() - started), fault, answer: recorded, note };
    },
    close: async () => (await made).close(),
  };
}

export const isAccepted = ({ status }: Pick<Posted, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;
