// The body of a recorded call: its bytes, its text, what it holds, and headers as they may be shown.
import { redactHeader } from '../basics/redact.ts';
import { formatBytes } from '../basics/units.ts';
import { ANSWER_KEPT, type CallRecord, type EndpointAnswer } from '../storage/calls.ts';

type Body = Pick<CallRecord, 'body' | 'encoding'>;

/** The bytes that came, up to the limit. */
export const bodyBytes = ({ body, encoding }: Body): Uint8Array => Buffer.from(body, encoding);

/** The body as text; bytes that are no UTF-8 become replacement characters. */
export const bodyText = (call: Body): string =>
  call.encoding === 'utf8' ? call.body : new TextDecoder().decode(bodyBytes(call));

/** As the record keeps bytes: text where they are UTF-8 and come back the same, base64 where not. */
export function recordedBody(bytes: Uint8Array): Body {
  try {
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { body, encoding: 'utf8' };
  } catch {
    return { body: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
  }
}

/** The parsed body; undefined when it is no JSON. */
export function bodyValue(call: Body): unknown {
  try {
    return JSON.parse(bodyText(call).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** How many units an RMA message has; null for what is none. */
export function unitsOf(record: CallRecord): number | null {
  if (record.kind !== 'rma') return null;
  const items = (bodyValue(record) as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items.length : null;
}

const SECRET = /auth|cookie|token|secret|key|password|signature|credential/i;

/** Whether a header's value must not be shown. */
export const isSecretHeader = (name: string): boolean => SECRET.test(name) || redactHeader(name, '') !== '';

export const MASKED = '***';

/** Header pairs as they may be shown. */
export const maskedHeaders = (headers: CallRecord['headers']): [string, string][] =>
  headers.map(([name, value]) => [name, isSecretHeader(name) ? MASKED : value]);

const SECRET_PARAMETER = /([?&][^=&]*(?:token|secret|key|password|signature|auth)[^=&]*=)[^&]*/gi;

/** Path and query as they may be shown. */
export const maskedTarget = (target: string): string => target.replace(SECRET_PARAMETER, `$1${MASKED}`);

/** An endpoint's answer as it may be shown; an address in its headers as the addresses of calls. */
export const maskedAnswer = (answer: EndpointAnswer): EndpointAnswer => ({
  ...answer,
  headers: maskedHeaders(answer.headers).map(([name, value]) => [
    name,
    name.toLowerCase() === 'location' ? maskedTarget(value) : value,
  ]),
});

/** A call without secrets: what every view shows, and nothing else. */
export function maskedCall(record: CallRecord): CallRecord {
  const { forwarded } = record;
  return {
    ...record,
    headers: maskedHeaders(record.headers),
    target: maskedTarget(record.target),
    ...(forwarded && {
      forwarded: {
        ...forwarded,
        url: maskedTarget(forwarded.url),
        ...(forwarded.answer && { answer: maskedAnswer(forwarded.answer) }),
      },
    }),
  };
}

/** What is kept of an endpoint's answer: the body up to the limit, never half a character of a text. */
export function keptAnswer(answer: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}): EndpointAnswer {
  const { body } = answer;
  const announced = Number(answer.headers['content-length']);
  const truncated = body.length > ANSWER_KEPT;
  let end = Math.min(body.length, ANSWER_KEPT);
  for (let back = 0; truncated && back < 3 && (body[end]! & 0xc0) === 0x80; back++) end--;
  return {
    headers: Object.entries(answer.headers),
    ...recordedBody(body.subarray(0, end)),
    bytes: truncated && Number.isSafeInteger(announced) ? Math.max(announced, body.length) : body.length,
    truncated,
  };
}

/** Characters of an answer's body that a line shows. */
const LINE = 160;

/** `application/json, 24 B: {"ok":true}`: an endpoint's answer in one line; empty when it has neither type nor body. */
export function answerLine(answer: EndpointAnswer): string {
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (answer.bytes === 0) return type === undefined ? '' : `${type}, no body`;
  const about = `${type === undefined ? '' : `${type}, `}${formatBytes(answer.bytes)}`;
  if (answer.encoding === 'base64') return `${about}, no text`;
  const text = answer.body
    .slice(0, 4 * LINE)
    .replace(/\s+/g, ' ')
    .trim();
  const isCut = text.length > LINE || answer.body.length > 4 * LINE;
  return `${about}: ${isCut ? `${text.slice(0, LINE)}...` : text}`;
}
