// The credentials that the sandbox shows at the retailer's endpoints: read once, read again after a 401. An OAuth 2 token is
// requested once for all deliveries and used until it expires on the sandbox's clock.
import { Buffer } from 'node:buffer';
import { type FailureDetails, usageFailure } from '../../basics/failure.ts';
import { isObject, parsedJson } from '../../basics/json.ts';
import {
  type FilePlace,
  givenSecretText,
  readSecret,
  type SecretSource,
  trimSecret,
} from '../../basics/secret.ts';
import { endpointAddress } from '../../contract/customer-endpoints.ts';
import { isTokenText } from '../../contract/error-body.ts';
import { type HttpClient, NetworkFault } from '../../platform/platform.ts';
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

// How the sandbox signs in at the retailer, read from the file that --customer-auth names (field notes: HTTP Basic, OAuth 2,
// or an API key in a header). No message repeats anything of the file.

const FLAG = '--customer-auth';
const KINDS = ['basic', 'header', 'oauth'] as const;
type Kind = (typeof KINDS)[number];
const FORMS = 'basic:FILE, header:FILE or oauth:FILE';

/**
 * @param text `basic:FILE` (USER:PASSWORD), `header:FILE` (Name: value) or `oauth:FILE` (JSON); a relative FILE is below `cwd`
 * @throws Failure exit 2 with the file and what it must hold, never with its content
 */
export const readCustomerAuth = (place: FilePlace, text: string): CustomerAuth =>
  customerAuthOf(readAuthFile(place, text));

/** The credentials as a file holds them, which are sent to a sandbox that runs. @throws Failure exit 2 */
export function readAuthFile(place: FilePlace, text: string) {
  const colon = text.indexOf(':');
  const kind = KINDS.find((one) => one === text.slice(0, colon));
  const name = text.slice(colon + 1);
  if (colon < 0 || kind === undefined || name === '') throw wrongForm();
  const content = givenSecretText(place, name, FLAG);
  READ[kind](content, name);
  return { kind, content, name };
}

/** Of what `readAuthFile` returned. @throws Failure exit 2 */
export function customerAuthOf({
  kind: word,
  content = '',
  name = 'auth',
}: Readonly<Record<string, string>>) {
  const kind = KINDS.find((one) => one === word);
  if (kind === undefined) throw wrongForm();
  return READ[kind](content, name);
}

/** What a function of a program returned: it may have read a file with a line end. @throws Failure exit 2 */
export function withoutEnds(auth: CustomerAuth): CustomerAuth {
  const read = (kind: SecretSource['kind'], what: string, text: string) =>
    readSecret(text, { kind, what, from: 'customerAuth' });
  switch (auth.kind) {
    case 'none':
      return auth;
    case 'basic':
      return { ...auth, password: read('password', 'password', auth.password) };
    case 'header':
      return { ...auth, value: read('header', 'value', auth.value) };
    case 'oauth':
      return { ...auth, clientSecret: read('client', 'clientSecret', auth.clientSecret) };
  }
}

const READ: Readonly<Record<Kind, (content: string, file: string) => CustomerAuth>> = {
  basic(content, file) {
    const line = lineOf(content, file, 'password', 'line USER:PASSWORD');
    const colon = line.indexOf(':');
    if (colon < 1 || colon === line.length - 1) throw wrongFile(file, 'one line: USER:PASSWORD');
    return { kind: 'basic', user: line.slice(0, colon), password: line.slice(colon + 1) };
  },
  header(content, file) {
    const [, name, value] = HEADER.exec(lineOf(content, file, 'header', 'line Name: value')) ?? [];
    if (name === undefined || value === undefined)
      throw wrongFile(file, 'one line: Name: value (printable ASCII)');
    if (OURS.test(name))
      throw wrongFile(
        file,
        'a header for signing in, such as X-Api-Key or Authorization',
        `the header ${name}`,
      );
    return { kind: 'header', name, value };
  },
  oauth(content, file) {
    const value = parsedJson(trimSecret(content));
    if (!isObject(value)) throw wrongFile(file, OAUTH);
    const { token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, scope } = value;
    for (const key of ['token_url', 'client_id', 'client_secret'])
      if (typeof value[key] !== 'string' || value[key] === '')
        throw wrongFile(file, OAUTH, `no ${key} that is a text`);
    if (scope !== undefined && typeof scope !== 'string') throw wrongFile(file, OAUTH, 'scope is not a text');
    return {
      kind: 'oauth',
      tokenUrl: endpointAddress(tokenUrl as string, `token_url in ${file}`),
      clientId: memberOf(clientId as string, file, 'client_id'),
      clientSecret: memberOf(clientSecret as string, file, 'client_secret'),
      ...(scope !== undefined && { scope }),
    };
  },
};

const OAUTH = 'a JSON object with token_url, client_id, client_secret (texts) and, if needed, scope';
const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:[ \t]*(\S.*)$/;
/** Headers that belong to the message or to the connection. */
const OURS =
  /^(?:content-type|content-length|accept|host|connection|transfer-encoding|te|trailer|upgrade|keep-alive|expect|user-agent)$/i;

const lineOf = (content: string, file: string, kind: SecretSource['kind'], what: string): string =>
  readSecret(content, { kind, what, from: file, place: { file } });

/** A program that wrote the JSON may have read the secret from a file with a line end. */
const memberOf = (value: string, file: string, member: string): string =>
  readSecret(value, { kind: 'client', what: member, from: `${member} in ${file}`, place: { file } });

function wrongFile(file: string, expected: string, found = 'another form') {
  const details: FailureDetails = {
    place: { file },
    expected,
    found,
    hint: `Write ${expected} into the file.`,
  };
  return usageFailure(
    'usage.credentials',
    `The file that ${FLAG} names does not hold what it should`,
    details,
  );
}

/** What was given is not repeated: it may be a secret in place of a file. */
const wrongForm = () =>
  usageFailure('usage.value', `${FLAG} does not understand what was given`, {
    expected: FORMS,
    hint: `Give ${FLAG} ${FORMS}.`,
  });
