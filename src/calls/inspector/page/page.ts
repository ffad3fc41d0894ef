// Connects the parts of the page: holds the calls, and draws the list and the chosen call.
import { uriPart } from '../../../basics/text.ts';
import { button, h, redraw, setChildren } from '../../../page/dom.ts';
import { connectionMark } from '../../../page/feedback.ts';
import { emptyView, searchInput, shapeOf } from '../../../page/parts.ts';
import { RowList } from '../../../page/row-list.ts';
import {
  type Asking,
  keepFresh,
  makeAsking,
  openSession,
  type PageSession,
  Refused,
} from '../../../page/session.ts';
import { keyboard, keysButton, makeHalves, makeViews, sessionOver } from '../../../page/shell.ts';
import { number } from '../../../page/words.ts';
import type { CallDetail, CallVerdict, NewCalls } from '../types.ts';
import { makeActs } from './call-acts.ts';
import { COLUMNS, callCells, detailView } from './detail.ts';
import {
  Calls,
  type Filter,
  isFiltering,
  matcher,
  NO_FILTER,
  type SearchableCall,
  VERDICTS,
  VIEWS,
  type View,
  verdictsOf,
} from './view.ts';

export const startPage = (page: Window & typeof globalThis): void => new CallsPage(page).start();

class CallsPage {
  private readonly session: PageSession;
  private readonly asking: Asking;
  private readonly acts: ReturnType<typeof makeActs>;
  private readonly calls = new Calls();
  private readonly views: ReturnType<typeof makeViews<View>>;
  private readonly list: RowList<SearchableCall>;
  private readonly bar: ReturnType<typeof makeBar>;
  private readonly halves: ReturnType<typeof makeHalves>;
  private detail: CallDetail | undefined;
  /** The answer to the last look; undefined before the first. */
  private last: NewCalls | undefined;
  /** The newest call that was seen. */
  private newest = '';

  constructor(private readonly page: Window & typeof globalThis) {
    const { calls } = this;
    this.session = openSession(page);
    this.asking = makeAsking(this.session);
    this.acts = makeActs(page, this.asking);
    this.views = makeViews(page, VIEWS, (before?: View) => this.draw(before));
    this.list = new RowList<SearchableCall>({
      page,
      label: 'Calls',
      idOf: ({ call }) => call.id,
      // The latest known time: of the last look or of the last call.
      cellsOf: ({ call }) => callCells(call, Math.max(this.last?.now ?? 0, calls.all()[0]?.call.at ?? 0)),
      classOf: ({ call }) => call.verdict,
      choose: (call, isStep) => this.go({ call: call ?? '' }, isStep),
    });
    this.bar = makeBar(
      (filter, isTyping) => this.go(filter, isTyping),
      () => dialog.showModal(),
    );
    const onChosen = (act: (id: string) => void) => () => this.view.call !== '' && act(this.view.call);
    const clear = () => isFiltering(this.view) && this.go(NO_FILTER);
    const dialog = keyboard(
      page,
      [
        ...this.list.keys('call', this.bar.search, clear),
        ['r', 'r', 'replay the call', onChosen(this.acts.replay)],
        ['c', 'c', 'copy it as curl', onChosen(this.acts.curl)],
      ],
      'Search: all words must occur in the kind, RMA, order, sku, tracking number, status, path, anomaly or code of a finding; -word excludes.',
    );
    this.halves = makeHalves(this.list.element, 'Call');
    this.halves.showColumns(COLUMNS);
    page.document.body.append(this.bar.element, this.halves.main, ...this.acts.elements, dialog);
  }

  start(): void {
    const { page, session, bar } = this;
    bar.connection('connecting');
    this.draw();
    const look = async () => {
      const after = this.newest === '' ? '' : `?after=${this.newest}`;
      this.take(await this.asking.get<NewCalls>(`/api/calls${after}`));
    };
    const refresh = keepFresh(page, session, look, (connection) => {
      bar.connection(connection);
      const more = ' It stays the same for a month, on the port that it names.';
      if (connection === 'unknown')
        page.document.body.replaceChildren(bar.element, sessionOver('session', 'returns listen', more));
    });
    void refresh();
  }

  private get view(): View {
    return this.views.now;
  }

  private go(change: Partial<View>, isStep = false): void {
    this.views.go({ ...this.view, ...change }, isStep);
  }

  private draw(before?: View): void {
    const names = Object.keys(NO_FILTER) as (keyof typeof NO_FILTER)[];
    if (names.some((name) => before?.[name] !== this.view[name])) {
      this.refilter();
      this.list.element.scrollTop = 0;
    }
    if (before?.call !== this.view.call) this.select();
    else this.drawDetail();
  }

  private refilter(keepPlace = false): void {
    const filter = this.view;
    const matches = matcher(filter);
    const all = this.calls.all();
    const shown = isFiltering(filter) ? all.filter(({ call, words }) => matches(call, words)) : all;
    const { length } = shown;
    this.list.show(shown, keepPlace);
    this.bar.show(filter, this.calls.counts);
    const of = isFiltering(filter) ? `${number(length)} of ` : '';
    const text = `${of}${number(all.length)} calls${this.last ? '' : ', reading the record …'}`;
    this.halves.summarise(text, isFiltering(filter), length === 0 && this.last && this.emptyText());
  }

  private emptyText() {
    const clear = () => this.go(NO_FILTER);
    if (this.calls.all().length > 0)
      return emptyView('No call matches', button('Clear the filter (Esc)', clear));
    return this.last && noCallsView(this.last.receiver);
  }

  private select(): void {
    const id = this.view.call;
    this.page.document.body.classList.toggle('chosen', id !== '');
    this.detail = undefined;
    this.list.choose(id || null);
    if (id === '') this.drawDetail();
    else void this.load(id);
  }

  private async load(id: string): Promise<void> {
    const isCurrent = () => this.view.call === id;
    try {
      const read = await this.asking.get<CallDetail>(`/api/calls/${uriPart(id)}`);
      if (!isCurrent()) return;
      this.detail = read;
      this.drawDetail();
    } catch (error) {
      const text = error instanceof Refused ? error.message : 'The inspector does not answer.';
      if (isCurrent()) setChildren(this.halves.right, h('p.empty', text));
    }
  }

  private drawDetail(): void {
    const { calls, detail } = this;
    const { document } = this.page;
    const { right } = this.halves;
    const { call: id, tab } = this.view;
    if (id === '') {
      setChildren(right);
      return;
    }
    const summary = calls.get(id);
    // The listing and the call arrive independently.
    if (!detail || !summary) return;
    const story = summary.rma === null ? [] : calls.storyOf(summary.rma);
    const wasTab = document.activeElement?.matches('.detail [role="tab"]');
    const acts = {
      ...this.acts,
      choose: (call: string) => this.go({ call }),
      tab: (next: View['tab']) => this.go({ tab: next }),
    };
    redraw(right, detailView({ summary, story }, detail, tab, acts));
    if (wasTab) document.getElementById(`tab-${tab}`)?.focus();
  }

  private take(found: NewCalls): void {
    const isFirst = !this.last;
    this.last = found;
    this.newest = found.calls[0]?.id ?? this.newest;
    this.bar.receiver(found.receiver);
    const added = this.calls.add(found.calls);
    if (!isFirst && added.length === 0) return;
    this.refilter(true);
    const chosen = this.calls.get(this.view.call);
    if (
      isFirst ||
      (chosen && added.some(({ id, rma }) => id === chosen.id || (rma !== null && rma === chosen.rma)))
    )
      this.drawDetail();
  }
}

/** What the page shows when there are no calls, and the next steps. */
function noCallsView(receiver: string): HTMLElement {
  const command = `returns trigger rma.created --to ${receiver}`;
  return emptyView('No calls yet', [
    h('p', ['The receiver listens on ', h('code', receiver), '. What arrives there shows up here at once.']),
    h('p', 'Try it from a terminal:'),
    h('pre', { tabindex: 0, 'aria-label': 'Command' }, command),
  ]);
}

// The top of the page: name, connection, and the filter with its counts.

function makeBar(change: (filter: Filter, isTyping: boolean) => void, help: () => void) {
  let filter = NO_FILTER;
  const with_ = (part: Partial<Filter>, isTyping = false) => change({ ...filter, ...part }, isTyping);
  const search = searchInput(
    'Search RMA, order, sku, status, code, duplicate …  ( / )',
    'Search calls; a word with a minus in front excludes',
    () => with_({ q: search.value }, true),
  );
  const verdicts = VERDICTS.map(([verdict, name]) => {
    const counted = h('span.number');
    const act = () => {
      const chosen = verdictsOf(filter);
      const others = chosen.filter((known) => known !== verdict);
      with_({ verdict: (others.length < chosen.length ? others : [...chosen, verdict]).join() });
    };
    const toggle = button('', act, { class: `toggle ${verdict}` }, shapeOf(verdict), name, counted);
    return { verdict, toggle, counted };
  });
  const { element: state, show: connection } = connectionMark();
  const receiver = h('span.receiver.mono');
  const element = h('header.top', [
    h('div.flow.name', [h('h1', 'returns listen'), receiver, state, keysButton(help)]),
    h('div.flow.filters', { role: 'search' }, [
      search,
      h('div.flow.tight', { role: 'group', 'aria-label': 'Verdicts' }, [
        verdicts.map(({ toggle }) => toggle),
      ]),
    ]),
  ]);
  return {
    element,
    search,
    show(next: Filter, counts: Readonly<Record<CallVerdict, number>>) {
      filter = next;
      if (search.value !== next.q) search.value = next.q;
      for (const { verdict, toggle, counted } of verdicts) {
        toggle.setAttribute('aria-pressed', String(verdictsOf(next).includes(verdict)));
        setChildren(counted, number(counts[verdict]));
      }
    },
    connection,
    receiver: (url: string) => setChildren(receiver, url),
  };
}
