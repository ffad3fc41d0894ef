// The right side of the page: one call with four tabs and its actions.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, tabBar, tabPanel, tag } from '../../../page/parts.ts';
import { backButton } from '../../../page/shell.ts';
import { count, fullTime, size } from '../../../page/words.ts';
import type { CallDetail, CallSummary } from '../types.ts';
import { answerText, KINDS, titleOf } from './call-names.ts';
import { httpView } from './http-view.ts';
import { messageView } from './json-view.ts';
import { anomalyMark } from './row.ts';
import { changesView, timelineView } from './timeline-view.ts';
import type { Tab } from './view.ts';

export interface DetailActs {
  replay(id: string): void;
  edit(call: CallDetail['call']): void;
  curl(id: string): void;
  download(id: string): void;
  tab(tab: Tab): void;
  choose(id: string): void;
}

/** A call of the list, with what the list knows around it. */
export interface ListedCall {
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
