// Bearer tokens: cached on disk. When several requests and processes need one at the same time, it is fetched once.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import { NetworkFault } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { withMachineLock } from '../storage/machine.ts';
import {
  isUsable,
  type SecretKey,
  type StoredToken,
  tokenEndsAt,
  tokenStore,
} from '../storage/token-cache.ts';
import { requestToken, type TokenRequestParts } from './token-request.ts';

export interface TokenSource {
  /** A token that is valid now: from the cache, or a new one. */
  get(signal?: AbortSignal): Promise<string>;
  /**
   * The service answered 401 to this token: gets another one, fetched once for all callers with the same refused token.
   */
  refused(token: string, signal?: AbortSignal): Promise<string>;
  /** When the token in use expires, ms since the epoch; undefined before the first one. */
  endsAt(): number | undefined;
}

/** The token is cached for `authUrl`, and for no other address. */
export interface TokenParts extends TokenRequestParts {
  readonly folders: Folders;
  secret(signal?: AbortSignal): Promise<string>;
  /** Stands for the secret in the key of the cached token: then the secret is read only to fetch a token. */
  readonly secretKey?: SecretKey | undefined;
}

/**
 * How long to wait for another process that fetches the same token: long enough for its four tries and the waits
 * between them.
 */
const LOCK_WAIT = 300_000;

export function makeTokenSource(given: TokenParts): TokenSource {
  const { platform, folders } = given;
  const warned = new Set<string>();
  /** Once for each text: a service with short-lived tokens gives the same answer many times in a run. */
  const warn = (text: string) => {
    if (!warned.has(text)) given.warn?.(text);
    warned.add(text);
  };
  const parts: TokenParts = { ...given, warn };
  const store = tokenStore(platform, folders);
  const rejected = new Set<string>();
  let held: StoredToken | undefined;
  /** The request in progress, for all who wait. */
  let flight: Promise<StoredToken> | undefined;

  const good = (token: StoredToken | undefined): token is StoredToken =>
    token !== undefined && isUsable(token, platform.clock.now()) && !rejected.has(token.access_token);

  async function acquire(signal: AbortSignal | undefined): Promise<StoredToken> {
    const held = parts.secretKey === undefined ? await parts.secret(signal) : undefined;
    const key = store.keyOf(parts.authUrl, parts.clientId, held ?? parts.secretKey ?? '');
    const cached = store.load(key);
    if (good(cached)) return cached;
    const purpose = `fetching a token for client id ${parts.clientId}`;
    const options = { name: `token/${key}`, purpose, waitMs: LOCK_WAIT, signal, ifAny: true };
    return await withMachineLock(platform, folders, options, async () => {
      // The process that held the lock before has probably fetched it.
      const fetched = store.load(key);
      if (good(fetched)) return fetched;
      const fresh = await requestToken(parts, held ?? (await parts.secret(signal)), signal);
      rejected.delete(fresh.access_token);
      save(key, fresh);
      return fresh;
    });
  }

  // When the config folder is read-only, commands still work with settings from the environment; every process then
  // fetches its own token.
  function save(key: string, token: StoredToken): void {
    try {
      store.save(key, token);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      warn(`The token is not kept for the next command. ${error.message}`);
    }
  }

  /** All callers of a run have one signal: the first one's ends the request. */
  async function join(signal: AbortSignal | undefined): Promise<string> {
    flight ??= acquire(signal).finally(() => {
      flight = undefined;
    });
    try {
      held = await flight;
      return held.access_token;
    } catch (error) {
      // Also where it waited for another process.
      throw signal?.aborted ? new NetworkFault('aborted', 'interrupted while waiting for a token') : error;
    }
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

/**
 * A wrong certificate, a proxy that wants a login, another program at the sandbox's address: waiting fixes none of
 * them.
 */
const LASTING = new Set(['service.tls', 'service.proxy', 'sandbox.absent', 'sandbox.other']);

/**
 * True when the token endpoint is unavailable, so that the sender may wait; wrong credentials and TLS faults do not
 * disappear by waiting.
 */
export const isTokenOutage = (error: unknown): error is Failure =>
  error instanceof Failure && error.exitCode === EXIT.unavailable && !LASTING.has(error.code);
/**
 * Gets a token before the run begins. A failure that waiting does not fix is thrown; an outage is ignored, because the
 * sender waits for its end; an abort is ignored, because the caller checks the signal next. @throws Failure
 */
export async function firstToken(tokens: Pick<TokenSource, 'get'>, signal: AbortSignal): Promise<void> {
  try {
    await tokens.get(signal);
  } catch (error) {
    const isInterruption = error instanceof NetworkFault && signal.aborted;
    if (!isInterruption && !isTokenOutage(error)) throw error;
  }
}
