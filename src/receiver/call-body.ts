// The body of a recorded call: its bytes, its text, what it holds, and headers as they may be shown.
import { redactHeader } from '../base/redact.ts';
import type { CallRecord } from '../store/calls.ts';

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
