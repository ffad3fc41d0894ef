// The error answers of the service: bodies by status and endpoint, and the 422 with the findings.
import type { Endpoint } from '../../contract/endpoints.ts';
import type { FieldError } from '../../contract/field-error.ts';
import type { Finding } from '../../contract/finding.ts';
import { jsonAnswer } from '../../contract/serve.ts';
import type { ServerAnswer } from '../../platform/platform.ts';
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
export function fieldErrorOf(finding: Finding): FieldError {
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
