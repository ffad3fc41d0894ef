// Bearer tokens: cached on disk, fetched once however many requests and processes want one at the same time.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import { type HttpClient, NetworkFault } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { takeLock } from '../storage/locks.ts';
import { openMachine } from '../storage/machine.ts';
import { isUsable, type StoredToken, tokenEndsAt, tokenStore } from '../storage/tokens.ts';
import { type Addresses, makeCaller } from './call.ts';
import { requestToken, type TokenRequestParts } from './token-request.ts';

export interface TokenSource {
  /** A token that may be sent now: cached, or a new one. */
  get(signal?: AbortSignal): Promise<string>;
  /** The service said 401 to this very token: another one, fetched once for all who were refused. */
  refused(token: string, signal?: AbortSignal): Promise<string>;
  /** When the token in use ends, ms since the epoch; undefined before the first one. */
  endsAt(): number | undefined;
}

export interface TokenParts extends Omit<TokenRequestParts, 'caller' | 'authUrl'> {
  readonly folders: Folders;
  readonly client: HttpClient;
  /** The token comes from, is cached for and belongs to these addresses. */
  readonly addresses: Addresses;
  readonly timeoutMs: number;
  readonly agent: string;
  secret(): Promise<string>;
  /** Told once when the token cannot be cached on disk; it is used all the same. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** How long to wait for another process that fetches the same token: its four tries and their waits. */
const LOCK_WAIT = 300_000;

export function makeTokenSource(parts: TokenParts): TokenSource {
  const { platform, folders, addresses } = parts;
  const store = tokenStore(platform, folders);
  const caller = makeCaller(parts.client, addresses, parts.timeoutMs, parts.agent);
  const rejected = new Set<string>();
  let held: StoredToken | undefined;
  let flight: Flight | undefined;

  const good = (token: StoredToken | undefined): token is StoredToken =>
    token !== undefined && isUsable(token, platform.clock.now()) && !rejected.has(token.access_token);

  async function acquire(signal: AbortSignal): Promise<StoredToken> {
    const secret = await parts.secret();
    const key = store.keyOf(addresses.auth, parts.clientId, secret);
    const cached = store.load(key);
    if (good(cached)) return cached;
    const machine = openMachine(platform, folders);
    try {
      const lock = await takeLock(platform, machine, `token/${key}`, {
        purpose: `fetching a token for client id ${parts.clientId}`,
        waitMs: LOCK_WAIT,
        hasFlag: false,
        signal,
      });
      try {
        // Whoever held the lock before us has probably fetched it.
        const fetched = store.load(key);
        if (good(fetched)) return fetched;
        const fresh = await requestToken({ ...parts, caller, authUrl: addresses.auth }, secret, signal);
        rejected.delete(fresh.access_token);
        save(key, fresh);
        return fresh;
      } finally {
        lock.release();
      }
    } finally {
      machine.close();
    }
  }

  // A read-only home still works with the environment alone; every process then fetches a token of its own.
  function save(key: string, token: StoredToken): void {
    try {
      store.save(key, token);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      parts.warn?.(`The token is not kept for the next command. ${error.message}`);
    }
  }

  function launch(): Flight {
    const stop = new AbortController();
    const mine: Flight = { stop, waiting: 0, token: acquire(stop.signal) };
    const land = (token?: StoredToken) => {
      if (flight === mine) flight = undefined;
      if (token) held = token;
    };
    mine.token.then(land, () => land());
    return mine;
  }

  /** Waits for the one flight; when everyone who waited has given up, the flight is called off. */
  function join(signal: AbortSignal | undefined): Promise<string> {
    flight ??= launch();
    const mine = flight;
    mine.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (--mine.waiting === 0) {
          mine.stop.abort();
          if (flight === mine) flight = undefined;
        }
        reject(new NetworkFault('aborted', 'interrupted while waiting for a token'));
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      mine.token
        .then((token) => resolve(token.access_token), reject)
        .finally(() => signal?.removeEventListener('abort', leave));
    });
  }

  return {
    async get(signal) {
      return good(held) ? held.access_token : await join(signal);
    },
    async refused(token, signal) {
      rejected.add(token);
      return good(held) ? held.access_token : await join(signal);
    },
    endsAt: () => (held ? tokenEndsAt(held) : undefined),
  };
}

interface Flight {
  readonly token: Promise<StoredToken>;
  readonly stop: AbortController;
  waiting: number;
}

/** A wrong certificate, a proxy that wants a login, another program in the sandbox's place: waiting mends none. */
const LASTING = new Set(['service.tls', 'service.proxy', 'sandbox.absent', 'sandbox.other']);

/** The sender's patience is for a token endpoint that is away: wrong credentials and distrust do not pass by waiting. */
export const isTokenOutage = (error: unknown): error is Failure =>
  error instanceof Failure && error.exitCode === EXIT.unavailable && !LASTING.has(error.code);
/**
 * What waiting does not mend ends the run before anything else; an outage is left to the sender's patience, and an
 * interruption to whoever looks at the signal next. @throws Failure
 */
export async function firstToken(tokens: Pick<TokenSource, 'get'>, signal: AbortSignal): Promise<void> {
  try {
    await tokens.get(signal);
  } catch (error) {
    const isInterruption = error instanceof NetworkFault && signal.aborted;
    if (!isInterruption && !isTokenOutage(error)) throw error;
  }
}
