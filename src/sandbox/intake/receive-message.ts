// Checks what every inbound message needs before its content (a token, a version, and JSON within the limits), and
// the error answers of the service: bodies by status and endpoint, and the 422 with the findings.
import { MAX_NESTING, nestingFault, parsedJson } from '../../basics/json.ts';
import { contentFault, contentText } from '../../contract/content-type.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { FieldError } from '../../contract/field-error.ts';
import type { Finding } from '../../contract/finding.ts';
import { acceptMissing, validateRequestHeaders } from '../../contract/request-headers.ts';
import { bearerOf, jsonAnswer, utf8Body } from '../../contract/router.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { FaultAction } from '../documents.ts';
import type { Tokens } from './tokens.ts';

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
