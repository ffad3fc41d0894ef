// The credentials that the sandbox shows at the retailer's endpoints: read once, read again after a 401. An OAuth 2 token is
// requested once for all deliveries and used until it expires on the sandbox's clock.
import { Buffer } from 'node:buffer';
import { isObject, parsedJson } from '../../basics/json.ts';
import { isTokenText } from '../../contract/error-body.ts';
import { type HttpClient, NetworkFault } from '../../platform/platform.ts';
import { withoutEnds } from './customer-auth.ts';
import type { CustomerAuth } from './types.ts';

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that may not appear in a record. */
  readonly secrets: readonly string[];
}

/** Why there are no credentials: nothing was sent to the endpoint. */
export class SignInFault extends Error {
  override readonly name = 'SignInFault';
  constructor(
    /** A network fault of the token endpoint, or `sign_in`. */
    readonly fault: string,
    message: string,
  ) {
    super(message);
  }
}

interface SignInParts {
  readonly auth: () => CustomerAuth;
  readonly client: () => Promise<HttpClient>;
  /** ms since the epoch, on the sandbox's clock. */
  readonly now: () => number;
  readonly timeoutMs: () => number;
  readonly signal: () => AbortSignal;
}

/** A token is not used in the last seconds of its life, ms. */
const TOKEN_MARGIN_MS = 10_000;

export type SignIn = ReturnType<typeof makeSignIn>;

export function makeSignIn(parts: SignInParts) {
  let current: Promise<Expiring> | undefined;
  let known: Expiring | undefined;
  return {
    /** @throws SignInFault */
    async credentials(): Promise<Credentials> {
      if (known && known.expiresAt <= parts.now()) current = undefined;
      if (!current) {
        const mine = obtain(parts);
        current = mine;
        known = undefined;
        mine.then(
          (credentials) => {
            if (current === mine) known = credentials;
          },
          () => {
            if (current === mine) current = undefined;
          },
        );
      }
      return await current;
    },
    /** The endpoint answered 401 to these: the next call of `credentials` reads or requests new ones. */
    refuse(refused: Credentials): void {
      // Others may have got new credentials since this request was sent.
      if (known === refused) current = undefined;
    },
  };
}

interface Expiring extends Credentials {
  /** ms since the epoch, on the sandbox's clock. */
  readonly expiresAt: number;
}

async function obtain(parts: SignInParts): Promise<Expiring> {
  let auth: CustomerAuth;
  try {
    auth = withoutEnds(parts.auth());
  } catch (error) {
    throw new SignInFault('sign_in', `the credentials cannot be read: ${(error as Error).message}`);
  }
  const lasting = { expiresAt: Number.POSITIVE_INFINITY };
  switch (auth.kind) {
    case 'none':
      return { ...lasting, headers: {}, secrets: [] };
    case 'basic': {
      const pair = Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64');
      return { ...lasting, headers: { authorization: `Basic ${pair}` }, secrets: [auth.password, pair] };
    }
    case 'header':
      return {
        ...lasting,
        headers: { [auth.name.toLowerCase()]: auth.value },
        secrets: secretsIn(auth.value),
      };
    case 'oauth':
      return await requestToken(auth, parts);
  }
}

/** All of a header, what follows its scheme (`Bearer ...`), and the user and password of `Basic ...`. */
function secretsIn(value: string): string[] {
  const [, scheme, rest] = /^\s*([\w-]+)\s+(.*\S)/.exec(value) ?? [];
  if (scheme === undefined || rest === undefined) return [value];
  const isBasic = scheme.toLowerCase() === 'basic';
  const pair = isBasic ? Buffer.from(rest, 'base64').toString('utf8') : '';
  const colon = pair.indexOf(':');
  return [value, rest, ...(colon < 0 ? [] : [pair.slice(colon + 1), pair.slice(0, colon)])];
}

type OAuth = CustomerAuth & { readonly kind: 'oauth' };

/** Client credentials in the body (RFC 6749, 2.3.1 and 4.4). */
async function requestToken(auth: OAuth, { client, now, timeoutMs, signal }: SignInParts): Promise<Expiring> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: auth.clientId,
    client_secret: auth.clientSecret,
    ...(auth.scope !== undefined && { scope: auth.scope }),
  });
  const at = now();
  const answer = await (await client())
    .request({
      method: 'POST',
      url: auth.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      timeoutMs: timeoutMs(),
      signal: signal(),
    })
    .catch((error: unknown) => {
      if (!(error instanceof NetworkFault)) throw error;
      throw new SignInFault(error.kind, 'no answer of the token endpoint');
    });
  if (answer.status < 200 || answer.status > 299)
    throw new SignInFault('sign_in', `the token endpoint answers ${answer.status}`);
  const value = parsedJson(new TextDecoder().decode(answer.body));
  const token = isObject(value) ? value['access_token'] : undefined;
  if (token === undefined || token === '')
    throw new SignInFault('sign_in', 'the token endpoint answers without an access_token');
  if (!isTokenText(token))
    throw new SignInFault(
      'sign_in',
      'the token endpoint answers with an access_token that no header can hold',
    );
  const seconds = isObject(value) ? Number(value['expires_in']) : Number.NaN;
  return {
    headers: { authorization: `Bearer ${token}` },
    secrets: [token, auth.clientSecret],
    expiresAt:
      seconds > 0 ? at + Math.max(seconds * 500, seconds * 1000 - TOKEN_MARGIN_MS) : Number.POSITIVE_INFINITY,
  };
}
