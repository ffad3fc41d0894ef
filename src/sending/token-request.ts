// Requests one token from the token endpoint: tries, waits between them, and the meaning of each kind of refusal.
import { authFailure, type Failure, unavailableFailure } from '../basics/failure.ts';
import { isObject, parsedJson } from '../basics/json.ts';
import { escapeControls, redact, redactUrl } from '../basics/text.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { readErrorBody, readTokenAnswer } from '../contract/error-body.ts';
import { type HttpAnswer, NetworkFault, type Platform } from '../platform/platform.ts';
import type { StoredToken } from '../storage/token-cache.ts';
import { type Caller, endpointUrl } from './call.ts';
import { connectionFailure } from './connection-failure.ts';
import {
  ASK_SUPPORT,
  backoffMs,
  isLasting,
  MAX_RETRIES,
  meaningOfStatus,
  reasonOfOutcome,
  retryAfterMs,
} from './retry-policy.ts';

export interface TokenRequestParts {
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

async function attempt(
  parts: TokenRequestParts,
  secret: string,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer | NetworkFault> {
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
function failureOf(
  parts: TokenRequestParts,
  outcome: HttpAnswer | NetworkFault,
  secret: string,
): Failure | undefined {
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

function unavailable(parts: TokenRequestParts, outcome: HttpAnswer | NetworkFault): Failure {
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
export function refusalTextOf(answer: HttpAnswer, secrets: readonly string[]): string {
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

function unknownAnswer(parts: TokenRequestParts, found: string): Failure {
  return unavailableFailure('service.answer', `${addressOf(parts)} answered, but not with a token`, {
    expected: 'a JSON object with an access_token',
    found,
    hint: 'Check the address of the token endpoint (`returns whoami`); a proxy or a login page may stand in between.',
  });
}

/** Removes the secrets, and the token of the request, from refusals. Accepted answers are not searched. */
export function withoutSecrets(caller: Caller, secrets: () => readonly string[]): Caller {
  return {
    async call(endpoint, options) {
      const answer = await caller.call(endpoint, options);
      if (answer.status < 300 || answer.body.length === 0) return answer;
      return hidden(answer, [...secrets(), ...(options.token === undefined ? [] : [options.token])]);
    },
  };
}

function hidden(answer: HttpAnswer, secrets: readonly string[]): HttpAnswer {
  const text = new TextDecoder().decode(answer.body);
  const clean = secretRemover(secrets)(text);
  return clean === text ? answer : { ...answer, body: new TextEncoder().encode(clean) };
}
