// A call as HTTP: the request with its headers, the answer, and the answer of the retailer's endpoint.

import { h, lines } from '../../../page/dom.ts';
import { fullTime, size } from '../../../page/words.ts';
import type { CallRecord, EndpointAnswer } from '../types.ts';

const MOST_TEXT = 64 * 1024;

export function httpView(call: CallRecord): HTMLElement {
  const { response, forwarded, imported } = call;
  return h('div.http', [
    h('h3', 'Request'),
    pairs([
      ['Request line', `${call.method} ${call.target}`],
      ['Arrived', fullTime(call.at)],
      ['From', imported ? `${imported.file}, line ${imported.line} (imported)` : call.remote],
      ['Body', `${size(call.bytes)}${call.truncated ? ', kept up to the limit' : ''}`],
      ['Call', call.id],
    ]),
    h('h3', 'Headers, as sent; secrets are masked'),
    pairs(call.headers),
    h('h3', 'Answer'),
    pairs([
      ['Status', statusText(response)],
      ['Decided by', BY[response.by] ?? response.by],
      ['After', `${call.ms} ms`],
    ]),
    response.body !== undefined && response.body !== '' && text(response.body),
    forwarded && h('h3', 'Answer of your endpoint'),
    forwarded &&
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
    endpointView(forwarded?.answer),
  ]);
}

/** Headers and the recorded part of the body. */
function endpointView(answer: EndpointAnswer | undefined): (HTMLElement | null)[] {
  if (!answer) return [];
  const { headers, body, encoding, bytes, truncated } = answer;
  const cutNote = truncated ? ', its beginning kept' : '';
  return [
    h('h3', 'Headers of that answer; secrets are masked'),
    pairs(headers),
    h('p.hint', `Body: ${size(bytes)}${cutNote}${encoding === 'base64' ? ', no text' : ''}`),
    encoding === 'utf8' && body !== '' ? text(body) : null,
  ];
}

function statusText({ status, by, dropped }: CallRecord['response']): string {
  if (by === 'none') return 'not known';
  return dropped ? 'none: the connection was dropped on purpose' : String(status);
}

const BY: Readonly<Record<string, string>> = {
  receiver: 'the receiver',
  mock: 'a mock: invented by this tool',
  file: 'the file of --variants',
  forwarded: 'your own endpoint (--forward-to)',
  forced: '--respond',
  none: 'not known: the call was imported',
};

const pairs = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  h('dl', [rows.flatMap(([name, value]) => [h('dt', name), h('dd', value)])]);

function text(body: string): HTMLElement {
  const pre = h('pre.text', { tabindex: 0, 'aria-label': 'Body of the answer' });
  pre.append(lines(body.slice(0, MOST_TEXT)));
  return pre;
}
