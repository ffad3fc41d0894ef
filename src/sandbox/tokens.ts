// The token endpoint: exchanges credentials for an opaque bearer token that is valid for 25 hours of the sandbox's clock, also
// for the next sandbox with the same `--data`.
import { isObject } from '../basics/json.ts';
import { TOKEN_LIFETIME_SECONDS } from '../contract/error-body.ts';
import { jsonAnswer, utf8Body } from '../contract/serve.ts';
import type { Clock, Crypto, Random, ServerAnswer, ServerRequest } from '../platform/platform.ts';
import type { SavedState } from './database.ts';

export type Tokens = ReturnType<typeof makeTokens>;

export function makeTokens(
  world: { readonly clock: Clock; readonly random: Random; readonly crypto: Crypto },
  { database }: SavedState,
  credentials: Readonly<Record<string, string>>,
) {
  const secrets = new Map(Object.entries(credentials));
  /** Token -> expiry, ms since the epoch: the tokens that were used. The database has all, as digests. */
  const used = new Map<string, number>();
  let issued = 0;
  const prune = () => {
    const now = world.clock.now();
    for (const [token, expires] of used) if (expires <= now) used.delete(token);
    database.run('DELETE FROM tokens WHERE expires_at <= ?', now);
  };
  const expiryOf = (token: string): number => {
    const digest = world.crypto.sha256(token);
    const expires = Number(database.get('SELECT expires_at FROM tokens WHERE sha256 = ?', digest)?.[0] ?? 0);
    if (expires > 0) used.set(token, expires);
    return expires;
  };
  return {
    answer(request: ServerRequest): ServerAnswer {
      const wanted = readRequest(request);
      if (!wanted)
        return refusal(
          400,
          'invalid_request',
          'The body is not a JSON object with grant_type, client_id and client_secret.',
        );
      if (wanted['grant_type'] === undefined)
        return refusal(400, 'invalid_request', 'grant_type is missing.');
      if (wanted['grant_type'] !== 'client_credentials')
        return refusal(400, 'unsupported_grant_type', 'The only grant type is client_credentials.');
      const { client_id: id, client_secret: secret } = wanted;
      if (typeof id !== 'string' || typeof secret !== 'string' || secrets.get(id) !== secret)
        return refusal(401, 'invalid_client', 'The client id or the client secret is wrong.');
      prune();
      const created = Math.floor(world.clock.now() / 1000);
      const token = world.random.hex(32);
      const expires = (created + TOKEN_LIFETIME_SECONDS) * 1000;
      database.run('INSERT INTO tokens VALUES (?, ?)', world.crypto.sha256(token), expires);
      issued++;
      return jsonAnswer(
        200,
        {
          access_token: token,
          token_type: 'Bearer',
          expires_in: TOKEN_LIFETIME_SECONDS,
          scope: 'orders asns',
          created_at: created,
        },
        { 'cache-control': 'no-store' },
      );
    },
    isValid: (token: string | undefined): boolean =>
      token !== undefined && (used.get(token) ?? expiryOf(token)) > world.clock.now(),
    /** Revokes all tokens; returns how many were valid. */
    revoke(): number {
      prune();
      used.clear();
      return database.run('DELETE FROM tokens');
    },
    get issued(): number {
      return issued;
    },
  };
}

function readRequest(request: ServerRequest): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8Body(request) ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const refusal = (status: number, error: string, description: string) =>
  jsonAnswer(status, { error, error_description: description });
