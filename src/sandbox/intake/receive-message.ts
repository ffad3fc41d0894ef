// Checks what every inbound message needs before its content (a token, a version, and JSON within the limits), and
// the error answers of the service: bodies by status and endpoint, and the 422 with the findings.
import { isObject, MAX_NESTING, nestingFault, parsedJson } from '../../basics/json.ts';
import { contentFault, contentText } from '../../contract/content-type.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../contract/error-body.ts';
import type { FieldError } from '../../contract/field-error.ts';
import type { Finding } from '../../contract/finding.ts';
import { acceptMissing, validateRequestHeaders } from '../../contract/request-headers.ts';
import { bearerOf, jsonAnswer, utf8Body } from '../../contract/router.ts';
import type { Clock, Crypto, Random, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { SavedState } from '../database.ts';
import type { FaultAction } from '../documents.ts';

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  413: 'Payload Too Large',
  422: 'Validation Failed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An error answer in the form of this endpoint. Without an endpoint: for an unknown path. */
export function refusalAnswer(status: number, endpoint?: Endpoint, message?: string): ServerAnswer {
  // "for the ASN interface, missing or bad key; no body" (interface, Errors).
  if (status === 401 && endpoint?.address === 'base') return { status };
  if (status === 401 && endpoint?.name === 'token')
    return jsonAnswer(401, { error: 'invalid_client', error_description: 'The client is not known.' });
  const text = message ?? MESSAGES[status] ?? `Status ${status}`;
  return jsonAnswer(status, status === 422 ? { message: text, errors: [] } : { message: text });
}

/** The interface documents only the code `missing_field`. The other codes are the last word of the finding's own code. */
function fieldErrorOf(finding: Finding): FieldError {
  const last = finding.code.slice(finding.code.lastIndexOf('.') + 1);
  const absent = /(?:^|_)missing$/.test(last) || finding.args['found'] === 'nothing';
  return { field: finding.path, code: absent ? 'missing_field' : last === 'duplicate' ? NOT_UNIQUE : last };
}

export const NOT_UNIQUE = 'not_unique';

/**
 * Safeguards of the client: the interface says nothing of the kind. A manual clock may be behind the retailer's, and a
 * service takes an identifier as it is.
 */
const SAFEGUARDS = /^order\.updated_at\.ahead$|\.identifier\.exponent$/;

/** The findings of severity error, as the 422 lists them; without the safeguards of the client. */
export const fieldErrorsOf = (findings: readonly Finding[]): FieldError[] =>
  findings.filter(({ severity, code }) => severity === 'error' && !SAFEGUARDS.test(code)).map(fieldErrorOf);

export const invalidAnswer = (errors: readonly FieldError[]): ServerAnswer =>
  jsonAnswer(422, { message: MESSAGES[422], errors });

/** What a fault rule says instead of the service. */
export function faultAnswer(action: FaultAction, endpoint: Endpoint): ServerAnswer {
  const status = action.status ?? 500;
  const usual = refusalAnswer(status, endpoint);
  const { body } = action;
  const answer =
    body === undefined
      ? usual
      : typeof body === 'string'
        ? { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
        : jsonAnswer(status, body);
  const own = Object.entries(action.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]);
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(own) } };
}

/** "default 1 when absent" holds for ASNs only (interface, Versioning). */
const DEFAULT_VERSION: Readonly<Record<string, string>> = { asnCreate: '1', asnUpdate: '1' };

/** Also of an empty header, where a client has no token yet. */
export const NO_BEARER = 'No token came: the header Authorization must be "bearer", a space, and the token.';

type ReceivedMessage =
  | { readonly value: unknown; readonly version: string; readonly refusal?: undefined }
  | { readonly refusal: ServerAnswer };

export function receiveMessage(request: ServerRequest, endpoint: Endpoint, tokens: Tokens): ReceivedMessage {
  const refuse = (status: number, text?: string): ReceivedMessage => ({
    refusal: refusalAnswer(status, endpoint, text),
  });
  const bearer = bearerOf(request);
  if (endpoint.bearer && !tokens.isValid(bearer))
    return refuse(401, bearer === undefined ? NO_BEARER : undefined);
  const { version: rule } = endpoint;
  const version =
    rule && (request.headers[rule.header.toLowerCase()]?.trim() || DEFAULT_VERSION[endpoint.name]);
  if (rule && (version === undefined || !rule.values.includes(version)))
    return refuse(400, `The header ${rule.header} must be ${rule.values.join(' or ')}.`);
  const fault = contentFault(request);
  if (fault !== undefined) return refuse(400, contentText(fault));
  const [header] = validateRequestHeaders(request.headers);
  if (header) return refuse(400, acceptMissing.say(header.args, header.path));
  const text = utf8Body(request);
  if (text === undefined) return refuse(400, 'The body is not UTF-8.');
  const value = parsedJson(text);
  // The message of the parser is not used, because it would quote the body.
  if (value === undefined) return refuse(400, 'The body is not valid JSON.');
  if (nestingFault(text, MAX_NESTING))
    return refuse(400, `The body is nested deeper than ${MAX_NESTING} levels.`);
  return { value, version: version ?? '' };
}

// The token endpoint: exchanges credentials for an opaque bearer token that is valid for 25 hours of the sandbox's clock, also
// for the next sandbox with the same `--data`.

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
