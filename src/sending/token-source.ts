// Bearer tokens: cached on disk. When several requests and processes need one at the same time, it is fetched once.

import { EXIT } from '../basics/exit-codes.ts';
import { authFailure, Failure, unavailableFailure } from '../basics/failure.ts';
import { isObject, parsedJson } from '../basics/json.ts';
import { escapeControls, redact, redactUrl } from '../basics/text.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { readErrorBody, readTokenAnswer } from '../contract/error-body.ts';
import { type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { withMachineLock } from '../storage/machine.ts';
import {
  isUsable,
  type SecretKey,
  type StoredToken,
  tokenEndsAt,
  tokenStore,
} from '../storage/token-cache.ts';
import { type Caller, endpointUrl } from './call.ts';
import { connectionFailure } from './connection-failure.ts';
import { withoutPersonal } from './hide-personal.ts';
import {
  ASK_SUPPORT,
  backoffMs,
  isLasting,
  MAX_RETRIES,
  meaningOfStatus,
  reasonOfOutcome,
  retryAfterMs,
} from './retry-policy.ts';

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

  async function acquire(signal: AbortSignal | undefined) {
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

// Requests one token from the token endpoint: tries, waits between them, and the meaning of each kind of refusal.

interface TokenRequestParts {
  readonly platform: Platform;
  readonly caller: Caller;
  /** The address that the caller was made with; used in messages and as part of the cache's key. */
  readonly authUrl: string;
  readonly clientId: string;
  /** Called before every HTTP attempt: token requests count against the pace. */
  readonly beforeAttempt?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** After every attempt: its answer, or undefined when none came. */
  readonly afterAttempt?: ((answer: HttpAnswer | undefined) => void) | undefined;
  /** Gets a sentence about what is not as it should be, while the token is used all the same. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Longer texts of a server are cut to this length when they are shown. */
const MOST_WORDS = 300;
/** A user or a cron job waits for the token: with a longer Retry-After than this the request fails instead. */
export const LONGEST_WAIT_MS = 60_000;

/**
 * @throws Failure exit 4 (`auth.refused`, `auth.address`, `auth.answer`) when the service refuses, or gives a token that
 * cannot be used; exit 75 (`service.unavailable`,
 * `service.tls`, `service.proxy`, `service.answer`) when it cannot be reached or its answer is not understood;
 * NetworkFault `aborted` by the signal.
 */
export async function requestToken(
  parts: TokenRequestParts,
  secret: string,
  signal?: AbortSignal,
): Promise<StoredToken> {
  const { platform } = parts;
  for (let failures = 0; ; ) {
    const outcome = await attempt(parts, secret, signal);
    if (signal?.aborted) throw new NetworkFault('aborted', 'interrupted while fetching a token');
    if (!(outcome instanceof NetworkFault) && meaningOfStatus(outcome.status) === 'accepted')
      return readToken(parts, outcome);
    const failure = failureOf(parts, outcome, secret);
    if (failure) throw failure;
    if (++failures > MAX_RETRIES) throw unavailable(parts, outcome);
    const asked = outcome instanceof NetworkFault ? 0 : retryAfterMs(outcome, platform.clock.now());
    if (asked > LONGEST_WAIT_MS) throw unavailable(parts, outcome);
    await platform.clock.sleep(Math.max(asked, backoffMs(failures, platform.random.unit())), signal);
    if (signal?.aborted) throw new NetworkFault('aborted', 'interrupted while fetching a token');
  }
}

async function attempt(parts: TokenRequestParts, secret: string, signal: AbortSignal | undefined) {
  await parts.beforeAttempt?.(signal);
  let answer: HttpAnswer | undefined;
  try {
    const body = { grant_type: 'client_credentials', client_id: parts.clientId, client_secret: secret };
    answer = await parts.caller.call(ENDPOINTS.token, {
      body: JSON.stringify(body),
      signal,
    });
    return answer;
  } catch (error) {
    if (error instanceof NetworkFault) return error;
    throw error;
  } finally {
    parts.afterAttempt?.(answer);
  }
}

const addressOf = (parts: TokenRequestParts) =>
  redactUrl(endpointUrl({ auth: parts.authUrl, orders: '', base: '' }, ENDPOINTS.token));

/** The failure when no further try helps, else undefined. */
function failureOf(parts: TokenRequestParts, outcome: HttpAnswer | NetworkFault, secret: string) {
  if (outcome instanceof NetworkFault) {
    if (!isLasting(outcome)) return undefined;
    return connectionFailure(outcome, addressOf(parts));
  }
  const meaning = meaningOfStatus(outcome.status);
  if (meaning === 'failed' || meaning === 'limited') return undefined;
  const words = refusalTextOf(outcome, [secret]);
  const found = `status ${outcome.status}${words ? `, ${words}` : ''}`;
  if (meaning === 'not_found')
    return authFailure('auth.address', `There is no token endpoint at ${addressOf(parts)} (${found})`, {
      expected: 'status 200 and a token',
      found,
      hint: 'Check the address of the token endpoint (--auth-url, RETURNS_AUTH_URL); redirects are not followed.',
    });
  return authFailure('auth.refused', `The service refused the credentials: ${words || found}`, {
    expected: 'status 200 and a token',
    found,
    hint: 'Correct client id and secret where they come from (`returns whoami` says where), or run `returns login` with the right ones (`returns login --rotate` after a new secret was issued).',
  });
}

function unavailable(parts: TokenRequestParts, outcome: HttpAnswer | NetworkFault) {
  const why =
    outcome instanceof NetworkFault
      ? `${outcome.kind}: ${outcome.message}`
      : outcome.status === 429
        ? 'status 429, rate limited'
        : `status ${outcome.status}`;
  const reason = reasonOfOutcome(outcome);
  return unavailableFailure('service.unavailable', `No token from ${addressOf(parts)} (${why})`, {
    found: why,
    hint: reason === 'server_error' ? `${awayHint(outcome)} ${ASK_SUPPORT}` : awayHint(outcome),
    reason,
    ...(outcome instanceof NetworkFault ? { cause: outcome } : {}),
  });
}

function awayHint(outcome: HttpAnswer | NetworkFault): string {
  if (outcome instanceof NetworkFault && outcome.trouble?.what === 'proxy_away')
    return connectionFailure(outcome).hint;
  return 'Run the same command again when the service answers; if it never did, check the address with `returns whoami`.';
}

/** Removes secrets from a text of the service, in every spelling in which the service may repeat them. */
export function secretRemover(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);
  return (text) => redact(text, hidden);
}

/** The service's own text about a refusal: shortened, on one line, and without the secret if the service repeats it. */
function refusalTextOf(answer: HttpAnswer, secrets: readonly string[]): string {
  const hide = secretRemover(secrets);
  const text = new TextDecoder().decode(answer.body);
  // Redacted before it is shortened: otherwise a part of a secret could remain at the cut.
  const body = readErrorBody(hide(text));
  const words = [body.error, body.error_description, body.message].filter((word) => word !== undefined);
  return escapeControls(hide([...new Set(words)].join(': '))).slice(0, MOST_WORDS);
}

function readToken(parts: TokenRequestParts, answer: HttpAnswer): StoredToken {
  const { platform } = parts;
  const value = parsedJson(new TextDecoder().decode(answer.body));
  if (value === undefined) throw unknownAnswer(parts, `${answer.body.length} bytes that are not JSON`);
  if (!isObject(value) || !('access_token' in value)) throw unknownAnswer(parts, 'JSON without one');
  const read = readTokenAnswer(value);
  if (typeof read === 'string')
    throw authFailure(
      'auth.answer',
      `${addressOf(parts)} answered with a token that cannot be used: ${read}`,
      {
        hint: "Ask the service's client support and show them this line: another try gets the same answer.",
      },
    );
  return { ...read, obtained_at: Math.floor(platform.clock.now() / 1000) };
}

function unknownAnswer(parts: TokenRequestParts, found: string) {
  return unavailableFailure('service.answer', `${addressOf(parts)} answered, but not with a token`, {
    expected: 'a JSON object with an access_token',
    found,
    hint: 'Check the address of the token endpoint (`returns whoami`); a proxy or a login page may stand in between.',
  });
}

/** Removes the secrets, the token of the request and the personal data in it from refusals, also under a status of success. */
export function withoutSecrets(caller: Caller, secrets: () => readonly string[]): Caller {
  return {
    async call(endpoint, options) {
      const answer = await caller.call(endpoint, options);
      const text = new TextDecoder().decode(answer.body);
      if (text === '' || (answer.status < 300 && !text.includes('"errors"'))) return answer;
      const clean = secretRemover([...secrets(), options.token ?? ''])(text);
      return { ...answer, body: new TextEncoder().encode(withoutPersonal(clean, options.body)) };
    },
  };
}
