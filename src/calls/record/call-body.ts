// The body of a recorded call: bytes, text, parsed value; and an answer of an endpoint, as it is recorded and in one line.
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
