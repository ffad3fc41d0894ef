// The right side of the page: one call with four tabs and its actions.

import { button, h, setChildren } from '../../../page/dom.ts';
import { fullTime, size } from '../../../page/words.ts';
import type { CallDetail, CallSummary, PageReplay } from '../types.ts';
import { TABS, type Tab } from './address.ts';
import { httpView } from './http-view.ts';
import { messageView } from './json-view.ts';
import { rawView } from './raw-view.ts';
import { anomalyMark, statusMark, verdictMark } from './row.ts';
import { changesView, timelineView } from './timeline-view.ts';
import { answerText, KINDS, titleOf } from './words.ts';

export interface DetailActs {
  replay: (() => void) | null;
  curl(): void;
  download(): void;
  tab(tab: Tab): void;
  choose(id: string): void;
  close(): void;
}

const NAMES: Readonly<Record<Tab, string>> = {
  message: 'Message',
  story: 'Time line',
  http: 'HTTP',
  raw: 'Raw bytes',
};

export function detailView(
  summary: CallSummary,
  { call, cut }: CallDetail,
  tab: Tab,
  story: readonly CallSummary[],
  settled: CallSummary | undefined,
  acts: DetailActs,
): readonly HTMLElement[] {
  const tabs = TABS.map((name) => tabButton(name, tab, story.length, acts));
  const bar = h('div.tabs', { role: 'tablist', 'aria-label': 'Views of the call' }, tabs);
  bar.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    acts.tab(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!);
  });
  const panel = h('div.panel', {
    role: 'tabpanel',
    id: 'panel',
    'aria-labelledby': `tab-${tab}`,
    tabindex: -1,
  });
  if (tab === 'message')
    setChildren(panel, [
      summary.changes.length > 0 &&
        h('section.changed', { 'aria-label': 'What changed' }, [
          h('h3', 'Changed since the message before'),
          changesView(call.changes, 0, call.anomaly),
        ]),
      messageView(call, cut),
    ]);
  else if (tab === 'story') setChildren(panel, timelineView(story, call.id, acts.choose));
  else if (tab === 'http') setChildren(panel, httpView(call));
  else setChildren(panel, rawView(call, cut, acts.download));
  return [head(summary, settled, acts), bar, panel];
}

function head(call: CallSummary, settled: CallSummary | undefined, acts: DetailActs): HTMLElement {
  const other = call.replayOf ?? settled?.id;
  return h('header.head', { 'data-shown': call.id }, [
    button('← Back', acts.close, { class: 'back plain' }),
    h('div.title', [
      h('h2', titleOf(call)),
      verdictMark(call.verdict),
      statusMark(call.status),
      anomalyMark(call.anomaly),
    ]),
    h('p.hint', [
      [
        KINDS[call.kind],
        fullTime(call.at),
        size(call.bytes),
        call.by === 'none' ? 'imported' : `answered ${answerText(call)}`,
        ...(call.orders.length > 0 ? [`order ${call.orders.join(', ')}`] : []),
      ].join(' · '),
    ]),
    other !== undefined &&
      h('p.hint.replayed', [
        call.replayOf === null ? 'Settled by its replay ' : 'Replay of ',
        button(other, () => acts.choose(other), { class: 'plain' }),
      ]),
    h('div.acts', [
      acts.replay && button('Replay', acts.replay, { title: 'Send it to the receiver again (r)' }),
      button('Copy as curl', acts.curl, { title: 'Copy a curl command that sends it (c)' }),
      button('Download raw', acts.download, { title: 'The body, byte for byte' }),
    ]),
  ]);
}

function tabButton(name: Tab, current: Tab, messages: number, acts: DetailActs): HTMLElement {
  const isCurrent = name === current;
  return button(
    name === 'story' && messages > 0 ? `${NAMES[name]} (${messages})` : NAMES[name],
    () => acts.tab(name),
    {
      role: 'tab',
      id: `tab-${name}`,
      'aria-selected': String(isCurrent),
      'aria-controls': 'panel',
      tabindex: isCurrent ? 0 : -1,
    },
  );
}

export const replayText = ({ status, ms, url, fault, answer }: PageReplay): string =>
  status === 0
    ? `No answer from ${url}: ${fault ?? 'unknown'}`
    : `Sent again: answered ${status} in ${Math.round(ms)} ms${answer ? `, ${answer}` : ''}`;
