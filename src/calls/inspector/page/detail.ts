// The right side of the page: one call with four tabs and its actions.
import { button, type Child, h } from '../../../page/dom.ts';
import { mark, tabBar, tabPanel, tag } from '../../../page/parts.ts';
import { backButton } from '../../../page/shell.ts';
import { fullTime, size } from '../../../page/words.ts';
import type { CallDetail, CallSummary, PageReplay } from '../types.ts';
import type { Tab } from './address.ts';
import { httpView } from './http-view.ts';
import { messageView } from './json-view.ts';
import { rawView } from './raw-view.ts';
import { anomalyMark } from './row.ts';
import { changesView, timelineView } from './timeline-view.ts';
import { answerText, KINDS, titleOf } from './words.ts';

export interface DetailActs {
  replay(): void;
  curl(): void;
  download(): void;
  tab(tab: Tab): void;
  choose(id: string): void;
  close(): void;
}

export function detailView(
  summary: CallSummary,
  { call, cut }: CallDetail,
  tab: Tab,
  story: readonly CallSummary[],
  settled: CallSummary | undefined,
  acts: DetailActs,
): Child {
  const views: Readonly<Record<Tab, () => Child>> = {
    message: () => [
      summary.changes.length > 0 &&
        h('section.changed', { 'aria-label': 'What changed' }, [
          h('h3', 'Changed since the message before'),
          changesView(call.changes, 0, call.anomaly),
        ]),
      messageView(call, cut),
    ],
    story: () => timelineView(story, call.id, acts.choose),
    http: () => httpView(call),
    raw: () => rawView(call, cut, acts.download),
  };
  const tabs = [
    ['message', 'Message'],
    ['story', story.length > 0 ? `Time line (${story.length})` : 'Time line'],
    ['http', 'HTTP'],
    ['raw', 'Raw bytes'],
  ] as const;
  return [
    head(summary, settled, acts),
    tabBar('Views of the call', tabs, tab, acts.tab),
    tabPanel(tab, views[tab]()),
  ];
}

function head(call: CallSummary, settled: CallSummary | undefined, acts: DetailActs): HTMLElement {
  const other = call.replayOf ?? settled?.id;
  const about = [
    KINDS[call.kind],
    fullTime(call.at),
    size(call.bytes),
    call.by === 'none' ? 'imported' : `answered ${answerText(call)}`,
    ...(call.orders.length > 0 ? [`order ${call.orders.join(', ')}`] : []),
  ];
  return h('header.head', { 'data-shown': call.id }, [
    backButton(acts.close),
    h('div.flow', [h('h2', titleOf(call)), mark(call.verdict), tag(call.status), anomalyMark(call.anomaly)]),
    h('p.hint', about.join(' · ')),
    other !== undefined &&
      h('p.hint.replayed', [
        call.replayOf === null ? 'Settled by its replay ' : 'Replay of ',
        button(other, () => acts.choose(other), { class: 'plain' }),
      ]),
    h('div.flow', [
      button('Replay', acts.replay, { title: 'Send it to the receiver again (r)' }),
      button('Copy as curl', acts.curl, { title: 'Copy a curl command that sends it (c)' }),
      button('Download raw', acts.download, { title: 'The body, byte for byte' }),
    ]),
  ]);
}

export const replayText = ({ status, ms, url, fault, answer }: PageReplay): string =>
  status === 0
    ? `No answer from ${url}: ${fault ?? 'unknown'}`
    : `Sent again: answered ${status} in ${Math.round(ms)} ms${answer ? `, ${answer}` : ''}`;
