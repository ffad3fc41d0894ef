// Which headers and parameters of a call hold secrets: every view shows a call with these masked.
import { maskedAddress, redactHeader } from '../../basics/text.ts';
import type { CallRecord, EndpointAnswer } from '../../storage/calls.ts';

const SECRET = /auth|cookie|token|secret|key|password|signature|credential/i;

/** Whether a header holds a secret and must be masked. */
export const isSecretHeader = (name: string): boolean => SECRET.test(name) || redactHeader(name, '') !== '';

const MASKED = '***';

/** Header pairs with secrets masked. */
const maskedHeaders = (headers: CallRecord['headers']): [string, string][] =>
  headers.map(([name, value]) => [name, isSecretHeader(name) ? MASKED : value]);

const SECRET_PARAMETER = /([?&][^=&]*(?:token|secret|key|password|sig|auth|code)[^=&]*=)[^&]*/gi;

/** Path and query with secrets masked. */
export const maskedTarget = (target: string): string => target.replace(SECRET_PARAMETER, `$1${MASKED}`);

/** An endpoint's answer with secrets masked. Addresses in its headers are masked like the addresses of calls. */
export const maskedAnswer = (answer: EndpointAnswer): EndpointAnswer => ({
  ...answer,
  headers: maskedHeaders(answer.headers).map(([name, value]) => [
    name,
    name.toLowerCase() === 'location' ? maskedAddress(value) : value,
  ]),
});

/** A call with secrets masked. Every view shows calls only in this form. */
export function maskedCall(record: CallRecord): CallRecord {
  const { forwarded } = record;
  return {
    ...record,
    headers: maskedHeaders(record.headers),
    target: maskedTarget(record.target),
    ...(forwarded && {
      forwarded: {
        ...forwarded,
        url: maskedAddress(forwarded.url),
        ...(forwarded.answer && { answer: maskedAnswer(forwarded.answer) }),
      },
    }),
  };
}
