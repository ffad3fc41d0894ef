// Attempts at the retailer's endpoints with their record: one request with its headers, its time limit and its
// bounded answer; the customer's address and credentials, the HTTP client, and the outages that the sandbox plays.
// Redirects are not followed.

import { maskedAddress } from '../../basics/text.ts';
import { endpointUrl } from '../../contract/customer-endpoints.ts';
import { type Clock, type HttpClient, type Net, NetworkFault } from '../../platform/platform.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { verdictOf } from './retry-policy.ts';
import { type Credentials, makeSignIn, type SignIn, SignInFault } from './sign-in.ts';
import type { Customer, DeliveryKind, DeliveryOptions, OutboundMessage } from './types.ts';

/** One request to an endpoint of the retailer, and what came of it. */
export interface Exchange {
  readonly status: number | null;
  /** Why there is no answer; `aborted` when the sandbox ended it. */
  readonly fault: string | null;
  /** The whole answer, for who asked. */
  readonly answer: string;
  /** The part that is recorded: without our credentials, if the endpoint repeats them. */
  readonly recorded: string;
  readonly note: string | null;
  readonly credentials: Credentials | undefined;
}

interface ExchangeParts {
  readonly client: () => Promise<HttpClient>;
  readonly signIn: SignIn;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The version of a message (field notes); the interface does not show it. */
const VERSIONS: Readonly<Record<DeliveryKind, string>> = { rma: '3', exchange_order: '1', variants: '1' };
/** Characters of an answer that are recorded. */
const MOST_RECORDED = 10_000;

async function exchange(
  { url, paths, agent = 'returns-sandbox' }: Customer,
  message: OutboundMessage,
  parts: ExchangeParts,
): Promise<Exchange> {
  let credentials: Credentials | undefined;
  try {
    credentials = await parts.signIn.credentials();
    const { status, headers, body } = await (await parts.client()).request({
      method: message.method,
      url: endpointUrl(url, message.kind, message.path, paths),
      headers: {
        ...(message.body !== null && { 'content-type': 'application/json' }),
        accept: 'application/json',
        'user-agent': agent,
        'x-account-id': 'sandbox',
        'x-service-api-version': VERSIONS[message.kind],
        ...credentials.headers,
      },
      ...(message.body !== null && { body: message.body }),
      timeoutMs: parts.timeoutMs,
      signal: parts.signal,
    });
    const answer = new TextDecoder().decode(body);
    // SQLite ends a text at U+0000; like bytes that are no UTF-8, it is replaced.
    const recorded = without(credentials.secrets, answer).slice(0, MOST_RECORDED).replaceAll('\0', '\ufffd');
    const location = without(credentials.secrets, maskedAddress(headers['location'] ?? ''));
    const note =
      status >= 300 && status < 400 && location !== ''
        ? `Location ${location} is not followed: give that address`
        : otherType(answer, headers);
    return { status, fault: null, answer, recorded, note, credentials };
  } catch (error) {
    const none = { ...UNANSWERED, credentials };
    if (error instanceof SignInFault) return { ...none, fault: error.fault, note: error.message };
    if (error instanceof NetworkFault) return { ...none, fault: error.kind };
    throw error;
  }
}

/** Of an answer that is not JSON: what it is, `text/html`. */
function otherType(answer: string, headers: Readonly<Record<string, string>>): string | null {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return answer === '' || type === '' || /json/.test(type) ? null : type.slice(0, 60);
}

/** Shorter ones would also hide parts of other words. */
const SHORTEST_SECRET = 4;

function without(secrets: readonly string[], text: string): string {
  let clean = text;
  for (const secret of secrets)
    for (const spelling of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
      if (spelling.length >= SHORTEST_SECRET) clean = clean.replaceAll(spelling, '***');
  return clean;
}

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
const UNANSWERED = { status: null, answer: '', recorded: '', note: null, credentials: undefined } as const;

export type Attempts = ReturnType<typeof makeAttempts>;

export function makeAttempts(parts: AttemptParts) {
  const { now, world, store, options } = parts;
  let stopping = new AbortController();
  let outageUntil = Number.NEGATIVE_INFINITY;
  let customer: { readonly is: Customer; readonly signIn: SignIn } | undefined;
  /** Made for the first request. */
  let client: Promise<HttpClient> | undefined;
  const clientOf = () => {
    client ??= world.net.client({ connections: CONNECTIONS, ca: parts.ca });
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
    const done: Exchange = isOut
      ? { ...UNANSWERED, fault: 'outage' }
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
