// The parts of a recorded call: its body (bytes, text, parsed value), an answer of an endpoint, and the headers.

import { Buffer, isUtf8 } from 'node:buffer';
import { isObject, parsedJson } from '../../basics/json.ts';
import { maskedAddress } from '../../basics/text.ts';
import { formatBytes } from '../../basics/units.ts';
import { rmaState } from '../../contract/rma-words.ts';
import { type CallRecord, type EndpointAnswer, MAX_ANSWER_BYTES } from '../../storage/calls.ts';

type Body = Pick<CallRecord, 'body' | 'encoding'>;

/** The recorded bytes, up to the limit of --max-body. */
export const bodyBytes = ({ body, encoding }: Body): Uint8Array => Buffer.from(body, encoding);

/** The body as text. Bytes that are not UTF-8 become replacement characters. */
export const bodyText = (call: Body): string =>
  call.encoding === 'utf8' ? call.body : new TextDecoder().decode(bodyBytes(call));

/** The encoding of the record: text when the bytes are valid UTF-8, otherwise base64. */
export function recordedBody(bytes: Uint8Array): Body {
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
  return { body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding), encoding };
}

/** The parsed body, or undefined when it is not JSON. */
export const bodyValue = (call: Body): unknown => parsedJson(bodyText(call).replace(/^\ufeff/, ''));

/** The items of a message, or undefined when it has none. */
export function itemsOf(message: unknown): readonly unknown[] | undefined {
  const items = isObject(message) ? message['items'] : undefined;
  return Array.isArray(items) ? items : undefined;
}

/**
 * What an RMA message says at a glance: the number of its units, and `CREATED · TRANSIT`, its status with those of the parcels
 * that its units are in. Null for any other body.
 */
export function rmaGlance(record: CallRecord): { readonly units: number; readonly state: string } | null {
  const items = record.kind === 'rma' ? itemsOf(bodyValue(record)) : undefined;
  return items ? { units: items.length, state: rmaState(record.status, items) } : null;
}

/** The recorded part of an endpoint's answer: the body up to the limit, cut between two characters. */
export function recordedAnswer(answer: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}): EndpointAnswer {
  const { body } = answer;
  const truncated = body.length > MAX_ANSWER_BYTES;
  let end = Math.min(body.length, MAX_ANSWER_BYTES);
  for (let back = 0; truncated && back < 3 && (body[end]! & 0xc0) === 0x80; back++) end--;
  return {
    headers: Object.entries(answer.headers),
    ...recordedBody(body.subarray(0, end)),
    bytes: sizeOf(answer, truncated),
    truncated,
  };
}

/** Maximum number of characters of an answer's body in one line. */
const LINE = 160;

/** The Location of a redirect, masked; undefined of other answers. */
export const redirectOf = (status: number, headers: EndpointAnswer['headers']): string | undefined => {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return status >= 300 && status < 400 && location !== undefined ? maskedAddress(location) : undefined;
};

/** An endpoint's answer in one line: `application/json, 24 B: {"ok":true}`. Empty when it has neither type nor body. */
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

/** The announced size of a body that was cut at the limit. */
export function sizeOf(
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  isCut: boolean,
): number {
  const announced = Number(headers['content-length']);
  return isCut && Number.isSafeInteger(announced) ? Math.max(announced, body.length) : body.length;
}

// The headers of a call: which hold secrets, which every view shows masked, and which are sent again, by a replay or to
// your own endpoint.

const SECRET_WORDS = 'auth|bearer|cookie|token|jwt|secret|key|pass(?!ed)|pwd|sess|sig|hmac|credential';
const SECRET = new RegExp(SECRET_WORDS, 'i');

/** Whether a header holds a secret and must be masked. `own`: those whose names do not say it. */
export const isSecretHeader = (name: string, own: readonly string[] = []): boolean =>
  SECRET.test(name) || own.includes(name.toLowerCase());

const MASKED = '***';

/** Header pairs with secrets masked. */
const maskedHeaders = (headers: CallRecord['headers'], own?: readonly string[]): [string, string][] =>
  headers.map(([name, value]) => [name, isSecretHeader(name, own) ? MASKED : value]);

const SECRET_PARAMETER = new RegExp(`([?&][^=&]*(?:${SECRET_WORDS}|code)[^=&]*=)[^&]*`, 'gi');

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
    headers: maskedHeaders(record.headers, record.secretHeaders),
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

/** The User-Agent of what the sandbox, its scenarios and `trigger` send. */
export const OWN_AGENTS = /^returns-(?:sandbox|scenario|trigger)$/;

/** Request header: the request repeats the recorded call with this id. */
export const REPLAY_HEADER = 'x-returns-replay-of';

/** Request header: ids of the receivers that passed the call on, so that each knows its own calls when they come back. */
export const PASSED_HEADER = 'x-returns-passed-by';

/** Answer header: the id under which the receiver recorded the replay. */
export const CALL_HEADER = 'x-returns-call';

/** Headers that belong to one connection, or are set again for every request (RFC 9110, 7.6.1); and the two above. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set(
  (
    'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade ' +
    `host content-length expect ${REPLAY_HEADER} ${PASSED_HEADER}`
  ).split(' '),
);

/** Whether a request was passed on by the receiver with this id. */
export const cameBack = (headers: Readonly<Record<string, string>>, id: string | undefined): boolean =>
  id !== undefined && (headers[PASSED_HEADER] ?? '').split(/\s*,\s*/).includes(id);

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
// A line break would start another header. Characters beyond Latin-1 cannot be sent.
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

const INTERFACE_HEADERS: CallRecord['headers'] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json'],
];

/** The headers that can be sent again, in their order. A body of a log without any gets those of the interface. */
export function headersToSend(
  {
    headers: given,
    secretHeaders,
    imported,
    bytes,
  }: Pick<CallRecord, 'headers' | 'secretHeaders'> & Partial<Pick<CallRecord, 'imported' | 'bytes'>>,
  withSecrets: boolean,
): [string, string][] {
  const headers = imported && given.length === 0 && bytes !== 0 ? INTERFACE_HEADERS : given;
  const named = new Set(CONNECTION_HEADERS);
  for (const [name, value] of headers)
    if (name.toLowerCase() === 'connection')
      for (const other of value.split(',')) named.add(other.trim().toLowerCase());
  return headers
    .filter(([name, value]) => !named.has(name.toLowerCase()) && NAME.test(name) && VALUE.test(value))
    .filter(([name]) => withSecrets || !isSecretHeader(name, secretHeaders))
    .map(([name, value]) => [name, value]);
}

/** The same as an object with names in lower case; values with the same name are joined. */
export function headerObject(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(values);
}
