// The right side of the page: one call with its actions, under tabs: the message as JSON with its findings next to
// it, the time line of its RMA with the changes of each unit, and the call as HTTP with the answer of the retailer's
// endpoint.
import { groupBy } from '../../../basics/groups.ts';
import { parsedJson } from '../../../basics/json.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import { jsonBlock } from '../../../page/json-block.ts';
import { idText, mark, pairs, type Tone, tabBar, tabPanel, tag, textBlock } from '../../../page/parts.ts';
import { backButton } from '../../../page/shell.ts';
import { count, fullTime, rowTime, size } from '../../../page/words.ts';
import type {
  CallDetail,
  CallFinding,
  CallRecord,
  CallSummary,
  EndpointAnswer,
  RmaChange,
} from '../types.ts';
import { answerText, KINDS, type Tab, titleOf } from './view.ts';

interface DetailActs {
  replay(id: string): void;
  edit(call: CallDetail['call']): void;
  curl(id: string): void;
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

const RANK: readonly Tone[] = ['error', 'warning', 'note'];

function messageView(call: CallRecord, cut: boolean): HTMLElement {
  const { findings, body, encoding } = call;
  const sorted = [...findings].sort((a, b) => RANK.indexOf(a.severity) - RANK.indexOf(b.severity));
  const text =
    encoding === 'utf8'
      ? bodyView(body, sorted, cut ? `Cut here: ${wholeBody(call)}` : '')
      : { element: h('p.hint', `The body is not UTF-8 text: ${wholeBody(call)}`), mark() {} };
  const list = h('section.findings', { 'aria-label': 'Findings' }, [
    h('h3', findings.length === 0 ? 'No findings' : count(findings.length, 'finding')),
    findings.length === 0 &&
      h('p.hint', 'The message keeps every rule of the interface that can be checked here.'),
    h('ul.stack.tight', [sorted.map((finding) => h('li', findingButton(finding, text.mark)))]),
  ]);
  return h('div.message', h('section', { 'aria-label': 'Message' }, text.element), list);
}

function findingButton({ severity, code, path, message }: CallFinding, choose: (path: string) => void) {
  const title = path === '' ? 'Show the message' : `Show ${path}`;
  return button('', () => choose(path), { class: `finding ${severity}`, title }, [
    mark(severity),
    h('code', code),
    h('span', message),
    path !== '' && h('span.path.mono', path),
  ]);
}

/** How one gets all of it. */
const wholeBody = ({ id }: CallRecord): string => `returns calls show ${id} --raw prints it.`;

/** `findings`: the worst first; `end` is shown below a body that is cut. */
function bodyView(body: string, findings: readonly CallFinding[], end: string) {
  if (body === '') return { element: h('p.hint', 'The body is empty.'), mark() {} };
  if (end === '' && parsedJson(body) === undefined) {
    const text = textBlock(body, 'Body as text');
    const element = h('div', h('p.hint', 'The body is not JSON. As it came:'), text);
    return { element, mark: () => text.scrollIntoView({ block: 'nearest' }) };
  }
  const worst = new Map([...findings].reverse().map(({ path, severity }) => [path, severity]));
  return jsonBlock(body, 'Body as JSON', worst, end);
}

function timelineView(
  story: readonly CallSummary[],
  current: string,
  choose: (id: string) => void,
): HTMLElement {
  if (story.length === 0)
    return h('p.hint', 'This call belongs to no RMA: only RMA messages have a time line.');
  return h('ol.story.stack', [
    story.map((call, i) =>
      h('li.step.stack.tight', { class: call.id === current ? 'current' : undefined }, [
        button(
          '',
          () => choose(call.id),
          { class: 'flow step-head', 'aria-current': call.id === current ? 'true' : undefined },
          h('span.time', fullTime(call.at)),
          mark(call.verdict),
          tag(call.state ?? call.status),
          anomalyMark(call.anomaly),
          h('span.hint', `answered ${answerText(call)}`),
        ),
        i === 0 && call.changes.length === 0
          ? h('p.hint', [
              call.units === null ? 'First message.' : `First message, ${count(call.units, 'unit')}.`,
            ])
          : changesView(call.changes, call.moreChanges, call.anomaly),
      ]),
    ),
  ]);
}

/** The changes of a message, `before -> after`, by unit. */
function changesView(changes: readonly RmaChange[], more: number, anomaly: string | null): HTMLElement {
  if (changes.length === 0)
    return h('p.hint', [
      anomaly === 'duplicate' || anomaly === 'redelivery'
        ? 'Seen before: changes nothing.'
        : 'No unit changed.',
    ]);
  return h('div.stack.tight', [
    [...groupBy(changes, nameOf)].map(([name, group]) =>
      h('div.unit', [h('h4', name), h('ul', [group.map((change) => h('li.flow', differs(change)))])]),
    ),
    more > 0 && h('p.hint', `and ${count(more, 'more change')}: open the message.`),
  ]);
}

function nameOf({ unit, units }: RmaChange): string {
  if (!unit) return 'The RMA';
  return `${count(units, 'unit')} of line ${unit.line || '(none)'} · ${unit.sku || '(no sku)'} · order ${unit.order || '(none)'}`;
}

function differs({ field, before, after }: RmaChange): HTMLElement[] {
  if (field === 'unit') return [after === 0 ? h('del', 'gone') : h('ins', 'new')];
  return [
    h('code', field),
    h('del', textOfValue(before)),
    h('span', { 'aria-label': 'becomes' }, '→'),
    h('ins', textOfValue(after)),
  ];
}

const textOfValue = (value: RmaChange['before']): string => (value === null ? 'none' : String(value));

// One call as a row of the list, and the marks that rows and details share.

export const COLUMNS = ['Time', 'Verdict', 'Status', 'RMA or order', 'Answer'];

const anomalyMark = (anomaly: string | null): HTMLElement | null =>
  tag(anomaly === 'out_of_order' ? 'out of order' : anomaly, { class: 'warning' });

/** A replay gets no anomaly mark, because repeating is its purpose. */
const oddMark = ({ anomaly, replayOf }: CallSummary): HTMLElement | null =>
  replayOf === null ? anomalyMark(anomaly) : tag('replay', { title: `replay of ${replayOf}` });

/** The cell has space for one word only. The title says who answered. */
function answerCell(call: CallSummary): HTMLElement {
  if (call.by === 'none') return h('span.answer', { title: 'imported: its answer is not known' });
  const isFine = call.answer >= 200 && call.answer < 300;
  const short = call.by === 'forwarded' ? String(call.answer) : answerText(call);
  return h('span.answer', { class: isFine ? undefined : 'bad', title: answerText(call) }, short);
}

/** What happened is louder than what it is about. `today` is any time of the current day, ms. */
export function callCells(call: CallSummary, today: number): readonly Child[] {
  const status = call.state ?? call.status ?? KINDS[call.kind];
  return [
    h('span.time', { title: fullTime(call.at) }, rowTime(call.at, today)),
    mark(call.verdict),
    h('span.status', { title: status }, oddMark(call), status),
    h('span.what', idText(titleOf(call))),
    answerCell(call),
  ];
}
