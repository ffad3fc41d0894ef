// Attempts at the retailer's endpoints with their record: the customer's address and credentials, the HTTP client, and the
// outages that the sandbox plays.
import type { Clock, HttpClient, Net } from '../../platform/platform.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { type Exchange, exchange } from './exchange.ts';
import { makeSignIn, type SignIn } from './sign-in.ts';
import type { Customer, DeliveryOptions, OutboundMessage } from './types.ts';
import { verdictOf } from './verdict.ts';

export interface AttemptParts {
  /** The sandbox's time, ms since the epoch. */
  readonly now: () => number;
  /** The real clock, for the time that an attempt takes, and the network. */
  readonly world: { readonly clock: Clock; readonly net: Net };
  readonly store: Pick<DeliveryStore, 'record'>;
  readonly options: () => DeliveryOptions;
  /** PEM text of root certificates that are added. */
  readonly ca?: string | undefined;
}

/** The queues limit how many are open at once. */
const CONNECTIONS = 10_000;
const OUTAGE: Exchange = {
  status: null,
  fault: 'outage',
  answer: '',
  recorded: '',
  note: null,
  credentials: undefined,
};

export type Attempts = ReturnType<typeof makeAttempts>;

export function makeAttempts(parts: AttemptParts) {
  const { now, world, store, options } = parts;
  let stopping = new AbortController();
  let outageUntil = Number.NEGATIVE_INFINITY;
  let customer: { readonly is: Customer; readonly signIn: SignIn } | undefined;
  /** Made for the first request. */
  let client: Promise<HttpClient> | undefined;
  const clientOf = () => {
    client ??= world.net.client({
      connections: CONNECTIONS,
      ...(parts.ca !== undefined && { ca: parts.ca }),
    });
    return client;
  };

  const attempt = async (id: number, message: OutboundMessage, note: string | null) => {
    const { signal } = stopping;
    const at = now();
    const started = world.clock.monotonic();
    const { timeoutMs } = options();
    const to = customer;
    if (!to || signal.aborted) return undefined;
    const isOut = at < outageUntil;
    const done = isOut
      ? OUTAGE
      : await exchange(to.is, message, { client: clientOf, signIn: to.signIn, timeoutMs, signal });
    if (signal.aborted) return undefined;
    const ms = isOut ? 0 : Math.round(world.clock.monotonic() - started);
    const notes = [note, done.note].filter((one) => one !== null);
    store.record(id, {
      at,
      ms,
      status: done.status,
      fault: done.fault,
      answer: done.recorded,
      note: notes.length === 0 ? null : notes.join(', '),
    });
    // The next attempt, of whichever delivery, reads the credentials again.
    if (verdictOf(done.status) === 'sign_in' && done.credentials) to.signIn.refuse(done.credentials);
    return done;
  };
  return {
    get customer(): Customer | undefined {
      return customer?.is;
    },
    set customer(next: Customer | undefined) {
      customer = next && {
        is: next,
        signIn: makeSignIn({
          auth: next.auth,
          client: clientOf,
          now,
          timeoutMs: () => options().timeoutMs,
          signal: () => stopping.signal,
        }),
      };
    },
    /**
     * One attempt; after a 401, a second one at once with credentials that are read again, unless the attempt before had a 401,
     * too. @returns the last answer; undefined when `abort` ended it: then nothing is recorded
     */
    async make(id: number, message: OutboundMessage, note: string | null, wasUnauthorized: boolean) {
      const first = await attempt(id, message, note);
      if (!first || verdictOf(first.status) !== 'sign_in' || wasUnauthorized) return first;
      return await attempt(id, message, 'new credentials');
    },
    /** Until this time, attempts fail without a connection. */
    outage(until: number): void {
      outageUntil = until;
    },
    /** Ends all attempts under way. */
    abort(): void {
      stopping.abort();
      stopping = new AbortController();
    },
    async close(): Promise<void> {
      stopping.abort();
      await (await client)?.close();
    },
  };
}
