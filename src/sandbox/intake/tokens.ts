// The token endpoint: exchanges credentials for an opaque bearer token that is valid for 25 hours of the sandbox's clock, also
// for the next sandbox with the same `--data`.
import { isObject, parsedJson } from '../../basics/json.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../contract/error-body.ts';
import { jsonAnswer, utf8Body } from '../../contract/router.ts';
import type { Clock, Crypto, Random, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { SavedState } from '../database.ts';

export type Tokens = ReturnType<typeof makeTokens>;

export function makeTokens(
  world: { readonly clock: Pick<Clock, 'now'>; readonly random: Random; readonly crypto: Crypto },
  { database }: SavedState,
  credentials: Readonly<Record<string, string>>,
) {
  const secrets = new Map(Object.entries(credentials));
  let issued = 0;
  const prune = () => database.run('DELETE FROM tokens WHERE expires_at <= ?', world.clock.now());
  return {
    answer(request: ServerRequest): ServerAnswer {
      const wanted = parsedJson(utf8Body(request) ?? '');
      if (!isObject(wanted) || wanted['grant_type'] === undefined)
        return refusal(
          400,
          'invalid_request',
          'The body is not a JSON object with grant_type, client_id and client_secret.',
        );
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
    /** The database has only digests of tokens. */
    isValid(token: string | undefined): boolean {
      if (token === undefined) return false;
      const digest = world.crypto.sha256(token);
      const row = database.get('SELECT expires_at FROM tokens WHERE sha256 = ?', digest);
      return Number(row?.[0] ?? 0) > world.clock.now();
    },
    /** Revokes all tokens; returns how many were valid. */
    revoke(): number {
      prune();
      return database.run('DELETE FROM tokens');
    },
    get issued(): number {
      return issued;
    },
  };
}

const refusal = (status: number, error: string, description: string) =>
  jsonAnswer(status, { error, error_description: description });
