// The right side of the page: one call with its tabs and actions; also as HTTP, with the answer of the retailer's
// endpoint.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, pairs, tabBar, tabPanel, tag, textBlock } from '../../../page/parts.ts';
import { backButton } from '../../../page/shell.ts';
import { count, fullTime, size } from '../../../page/words.ts';
import type { CallDetail, CallRecord, CallSummary, EndpointAnswer } from '../types.ts';
import { answerText, KINDS, titleOf } from './call-names.ts';
import { messageView } from './json-view.ts';
import { anomalyMark } from './row.ts';
import { changesView, timelineView } from './timeline-view.ts';
import type { Tab } from './view.ts';

interface DetailActs {
  replay(id: string): void;
  edit(call: CallDetail['call']): void;
  curl(id: string): void;
  download(id: string): void;
  tab(tab: Tab): void;
  choose(id: string): void;
}

/** A call of the list, with what the list knows around it. */
interface ListedCall {
  readonly summary: CallSummary;
  /** The messages of its RMA. */
  readonly story: readonly CallSummary[];
}

export function detailView(
  { summary, story }: ListedCall,
  { call, cut }: CallDetail,
  tab: Tab,
  acts: DetailActs,
): Child {
  const views: Readonly<Record<Tab, () => Child>> = {
    message: () => [
      summary.changes.length > 0 &&
        h('section.changed.sheet', { 'aria-label': 'What changed' }, [
          h('h3', 'Changed since the message before'),
          changesView(call.changes, 0, call.anomaly),
        ]),
      messageView(call, cut),
    ],
    story: () => timelineView(story, call.id, acts.choose),
    http: () => httpView(call),
  };
  const tabs = [
    ['message', 'Message'],
    ['story', story.length > 0 ? `Time line (${story.length})` : 'Time line'],
    ['http', 'HTTP and raw body'],
  ] as const;
  return [
    backButton(() => acts.choose('')),
    head(summary, acts, !cut && call.encoding === 'utf8' && (() => acts.edit(call))),
    tabBar('Views of the call', tabs, tab, acts.tab),
    tabPanel(tab, views[tab]()),
  ];
}

function head(call: CallSummary, acts: DetailActs, edit: (() => void) | false): HTMLElement {
  const { replayOf } = call;
  const about = [
    KINDS[call.kind],
    fullTime(call.at),
    ...(call.units === null ? [] : [count(call.units, 'unit')]),
    size(call.bytes),
    call.by === 'none' ? 'imported' : `answered ${answerText(call)}`,
    ...(call.orders.length > 0 ? [`order ${call.orders.join(', ')}`] : []),
  ];
  return h('header.head', { 'data-shown': call.id }, [
    h('div.flow', [
      h('h2', titleOf(call)),
      mark(call.verdict),
      tag(call.state ?? call.status),
      anomalyMark(call.anomaly),
    ]),
    h('p.hint', about.join(' · ')),
    replayOf !== null &&
      h('p.hint.replayed', ['Replay of ', button(replayOf, () => acts.choose(replayOf), { class: 'plain' })]),
    h('div.flow', [
      button('Replay', () => acts.replay(call.id), { title: 'Send it to the receiver again (r)' }),
      edit && button('Edit and send', edit, { title: 'Send it with another body' }),
      button('Copy as curl', () => acts.curl(call.id), { title: 'Copy a curl command that sends it (c)' }),
      button('Download raw', () => acts.download(call.id), { title: 'The body, byte for byte' }),
    ]),
  ]);
}

const MOST_TEXT = 64 * 1024;

function httpView(call: CallRecord): HTMLElement {
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
