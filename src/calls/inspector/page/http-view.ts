// A call as HTTP: the request with its headers and its body as it came, the answer, and the answer of the retailer's endpoint.
import { type Child, h } from '../../../page/dom.ts';
import { pairs, textBlock } from '../../../page/parts.ts';
import { fullTime, size } from '../../../page/words.ts';
import type { CallRecord, EndpointAnswer } from '../types.ts';

const MOST_TEXT = 64 * 1024;

export function httpView(call: CallRecord): HTMLElement {
  const { response, forwarded, imported } = call;
  const isText = call.encoding === 'utf8';
  const limit = call.truncated ? ', kept up to the limit of --max-body' : '';
  return h('div.stack.tight.http', [
    h('h3', 'Request'),
    pairs([
      ['Request line', `${call.method} ${call.target}`],
      ['Arrived', fullTime(call.at)],
      ['From', imported ? `${imported.file}, line ${imported.line} (imported)` : call.remote],
      ['Body', `${size(call.bytes)}${isText ? '' : ', no UTF-8 text'}${limit}`],
      ['Call', call.id],
    ]),
    h('h3', 'Headers, as sent; secrets are masked'),
    pairs(call.headers),
    isText && bodyText(call.body, 'Body as text'),
    h('h3', 'Answer'),
    pairs([
      ['Status', statusText(response)],
      ['Decided by', response.by],
      ['After', `${call.ms} ms`],
    ]),
    bodyText(response.body),
    forwarded && forwardedView(forwarded),
    forwarded?.answer && endpointView(forwarded.answer),
  ]);
}

const forwardedView = (forwarded: NonNullable<CallRecord['forwarded']>): Child => [
  h('h3', 'Answer of your endpoint'),
  pairs([
    ['To', forwarded.url],
    [
      'Status',
      forwarded.status === 0 ? `no answer: ${forwarded.fault ?? 'unknown'}` : String(forwarded.status),
    ],
    ['After', `${forwarded.ms} ms`],
    ...(forwarded.findings ?? []).map(
      ({ severity, code, message }) => [severity, `${code}: ${message}`] as const,
    ),
  ]),
];

/** Headers and the recorded part of the body. */
const endpointView = ({ headers, body, encoding, bytes, truncated }: EndpointAnswer): Child => [
  h('h3', 'Headers of that answer; secrets are masked'),
  pairs(headers),
  h(
    'p.hint',
    `Body: ${size(bytes)}${truncated ? ', its beginning kept' : ''}${encoding === 'base64' ? ', no text' : ''}`,
  ),
  encoding === 'utf8' && bodyText(body),
];

function statusText({ status, by, dropped }: CallRecord['response']): string {
  if (by === 'none') return 'not known';
  return dropped ? 'none: the connection was dropped on purpose' : String(status);
}

const bodyText = (body = '', label = 'Body of the answer'): Child =>
  body !== '' && textBlock(body.slice(0, MOST_TEXT), label);
