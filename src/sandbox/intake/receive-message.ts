// Checks what every inbound message needs before its content: a token, a version, and JSON within the limits.
import { MAX_NESTING, nestingFault, parsedJson } from '../../basics/json.ts';
import { contentFault, contentText } from '../../contract/content-type.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { acceptMissing, validateRequestHeaders } from '../../contract/request-headers.ts';
import { bearerOf, utf8Body } from '../../contract/serve.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import { refusalAnswer } from './answers.ts';
import type { Tokens } from './tokens.ts';

/** "default 1 when absent" holds for ASNs only (interface, Versioning). */
const DEFAULT_VERSION: Readonly<Record<string, string>> = { asnCreate: '1', asnUpdate: '1' };

/** Also of an empty header, where a client has no token yet. */
export const NO_BEARER = 'No token came: the header Authorization must be "bearer", a space, and the token.';

export type ReceivedMessage =
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
