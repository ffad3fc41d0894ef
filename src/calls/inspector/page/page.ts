// Connects the parts of the page: holds the calls, and draws the list and the chosen call.
import { makeAsking, Refused } from '../../../page/asking.ts';
import { button, h, redraw, setChildren } from '../../../page/dom.ts';
import { keyboard } from '../../../page/keys.ts';
import { RowList } from '../../../page/row-list.ts';
import { openSession } from '../../../page/session.ts';
import { makeHalves, makeViews, sessionOver } from '../../../page/shell.ts';
import { number } from '../../../page/words.ts';
import type { CallDetail, CallSummary, Hello } from '../types.ts';
import { queryOfView, readView, type View } from './address.ts';
import { makeBar } from './bar.ts';
import { makeActs } from './call-acts.ts';
import { byRma, Calls, type SearchableCall } from './calls.ts';
import { detailView } from './detail.ts';
import { noCallsView, noChoice, noMatch } from './empty.ts';
import { isFiltering, matcher, NO_FILTER } from './filter.ts';
import { runLiveCalls } from './live.ts';
import { answerCell, COLUMNS, callCells } from './row.ts';

export function startPage(page: Window & typeof globalThis): void {
  const { document } = page;
  const session = openSession(page);
  const asking = makeAsking(session);
  const acts = makeActs(page, asking);
  const calls = new Calls();
  const views = makeViews(page, readView, queryOfView, draw);
  let shown: readonly SearchableCall[] = [];
  let detail: CallDetail | undefined;
  let hello: Hello | undefined;
  let isListed = false;
  let unseen = 0;
  const pending: CallSummary[] = [];

  const go = (change: Partial<View>, isStep = false) => views.go({ ...views.now, ...change }, isStep);
  const list = new RowList<SearchableCall>({
    ...{ page, label: 'Calls' },
    idOf: ({ call }) => call.id,
    // The latest known time: of the last connection or of the last call.
    cellsOf: ({ call }) =>
      callCells(call, calls.settledBy(call.id), Math.max(hello?.now ?? 0, calls.all()[0]?.call.at ?? 0)),
    classOf: ({ call }) => call.verdict,
    choose: (call, isStep) => go({ call }, isStep),
  });
  const bar = makeBar(
    (filter, isTyping) => go({ filter }, isTyping),
    () => dialog.showModal(),
  );
  const onChosen = (act: (id: string) => void) => () => views.now.call !== null && act(views.now.call);
  const clear = () => isFiltering(views.now.filter) && go({ filter: NO_FILTER });
  const dialog = keyboard(
    page,
    [
      ...list.keys('call', bar.search, clear),
      ['r', 'r', 'replay the call', onChosen(acts.replay)],
      ['c', 'c', 'copy it as curl', onChosen(acts.curl)],
    ],
    'Search: all words must occur in the RMA, order, sku, tracking number, status, path or code of a finding; -word excludes.',
  );
  const arrived = button('', toTop, { class: 'arrived', hidden: true });
  const { main, right, showColumns, summarise } = makeHalves(list.element, 'Call', arrived);
  showColumns(COLUMNS);
  document.body.append(bar.element, main, ...acts.elements, dialog);

  function draw(before?: View): void {
    if (before?.filter !== views.now.filter) {
      refilter();
      list.element.scrollTop = 0;
    }
    if (before?.call !== views.now.call) select();
    else drawDetail();
  }

  function refilter(keepPlace = false): void {
    const { filter } = views.now;
    const matches = matcher(filter);
    const all = calls.all();
    const found = isFiltering(filter) ? all.filter(({ call, words }) => matches(call, words)) : all;
    shown = filter.isGrouped ? byRma(found) : found;
    list.show(shown, keepPlace);
    bar.show(filter, calls.counts);
    const of = isFiltering(filter) ? `${number(shown.length)} of ` : '';
    const text = `${of}${number(all.length)} calls${isListed ? '' : ', reading the record …'}`;
    summarise(text, isFiltering(filter), shown.length === 0 && isListed && emptyText());
  }

  const emptyText = () =>
    calls.all().length > 0
      ? noMatch(() => go({ filter: NO_FILTER }))
      : hello && noCallsView(hello, acts.copy);

  function select(): void {
    const id = views.now.call;
    document.body.classList.toggle('chosen', id !== null);
    detail = undefined;
    list.choose(id);
    if (id === null) drawDetail();
    else void load(id);
  }

  async function load(id: string): Promise<void> {
    const isCurrent = () => views.now.call === id;
    try {
      const read = await asking.get<CallDetail>(`/api/calls/${id}`);
      if (!isCurrent()) return;
      detail = read;
      drawDetail();
    } catch (error) {
      const text = error instanceof Refused ? error.message : 'The inspector does not answer.';
      if (isCurrent()) setChildren(right, h('p.empty', text));
    }
  }

  function drawDetail(): void {
    const { call: id, tab } = views.now;
    if (id === null) {
      setChildren(right, calls.all().length > 0 && noChoice());
      return;
    }
    const summary = calls.get(id);
    // The listing and the call arrive independently.
    if (!detail || !summary) return;
    const story = summary.rma === null ? [] : calls.storyOf(summary.rma);
    const wasTab = document.activeElement?.matches('.detail [role="tab"]');
    const choose = (call: string | null) => go({ call });
    const more = { ...acts, choose, tab: (next: View['tab']) => go({ tab: next }) };
    redraw(right, detailView(summary, detail, tab, story, calls.settledBy(id), more));
    if (wasTab) document.getElementById(`tab-${tab}`)?.focus();
  }

  function toTop(): void {
    list.element.scrollTop = 0;
    unseen = 0;
    arrived.hidden = true;
  }

  /** Updates the row of the original, which is already there when its replay arrives. */
  function redrawAnswer(id: string | null): void {
    const call = id === null ? undefined : calls.get(id);
    const cell = call && list.row(call.id)?.querySelector('.answer');
    if (call && cell) cell.replaceWith(answerCell(call, calls.settledBy(call.id)));
  }

  /** Draws once for all calls that arrived before the next frame. */
  function take(fresh: readonly CallSummary[]): void {
    if (pending.length === 0) page.requestAnimationFrame(drawPending);
    for (const call of fresh) pending.push(call);
  }

  function drawPending(): void {
    const isLive = isListed;
    const added = calls.add(pending.splice(0));
    refilter(true);
    if (added.length === 0) return;
    for (const { replayOf } of added) redrawAnswer(replayOf);
    const { call } = views.now;
    if (call === null && right.childElementCount === 0) drawDetail();
    if (isLive && list.isScrolled) {
      unseen += added.length;
      setChildren(arrived, `${number(unseen)} new ↑`);
      arrived.hidden = false;
    }
    const chosen = call === null ? undefined : calls.get(call);
    if (chosen && added.some(({ id, rma }) => id === chosen.id || (rma !== null && rma === chosen.rma)))
      drawDetail();
  }

  list.element.addEventListener('scroll', () => !list.isScrolled && unseen > 0 && toTop());
  bar.connection('connecting');
  draw();
  void runLiveCalls({
    page,
    session,
    hello(said) {
      hello = said;
      bar.receiver(said.receiver);
    },
    calls: take,
    reset() {
      calls.clear();
      isListed = false;
      refilter();
    },
    listed() {
      drawPending();
      isListed = true;
      refilter(true);
      drawDetail();
    },
    state(connection) {
      bar.connection(connection);
      const more = ' It stays the same for a month, on the port that it names.';
      if (connection === 'unknown')
        document.body.replaceChildren(bar.element, sessionOver('session', 'returns listen', more));
    },
  });
}
